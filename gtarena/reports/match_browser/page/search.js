// The index of all matches, and the search in it. A row is the place of a match in the index.

const FIELDS = ['q', 'game', 'agent', 'against', 'return', 'least', 'most', 'outcome', 'failure', 'suite', 'sort', 'page'];

async function readIndex(base64) {
  const index = await unpacked(base64);
  index.count = (index.columns.id ?? []).length;
  index.everyone = [...new Set(index.seatings.flat())].sort();
  index.titles = index.seatings.map(seating);
  return index;
}

const occurs = (words, texts) => words.map((word) => texts.map((text) => text.toLowerCase().includes(word)));

// Every word has to occur in the id, the game, the agents or the suite of a match, or be its number.
function wordTest({columns, games, titles, seatings, suites}, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const numbers = words.map((word) => Number(word.replace(/^#/, '').replaceAll(',', '')));
  const inGames = occurs(words, games);
  const inSeatings = occurs(words, seatings.map((names, place) => `${names.join('\n')}\n${titles[place]}`));
  const inSuites = occurs(words, suites.map((suite) => suite ?? ''));
  return (row) => words.every((word, place) => inGames[place][columns.game[row]]
    || inSeatings[place][columns.seating[row]] || inSuites[place][columns.suite[row]]
    || numbers[place] === row + 1 || columns.id[row].toLowerCase().includes(word));
}

// The seats that the agent has in each seating, if the other one has another seat of it.
function seatsOf({seatings}, agent, against) {
  return seatings.map((names) => {
    const others = (seat) => !against || names.some((name, other) => other !== seat && name === against);
    return [...names.keys()].filter((seat) => (!agent || names[seat] === agent) && others(seat));
  });
}

// The tests that a match has to pass. What is asked of a result, a return or a failure is asked of the chosen agent's seats.
function tests(index, asked) {
  const {columns} = index;
  const coded = (field, values) => {
    const code = values.indexOf(asked[field]);
    return (row) => columns[field][row] === code;
  };
  const found = [];
  if (asked.game) found.push(coded('game', index.games));
  if (asked.outcome) found.push(coded('outcome', index.outcomes));
  if (asked.suite) found.push(coded('suite', index.suites));
  if (asked.failure && !asked.agent) {
    const failed = failureTest(index, asked.failure);
    found.push((row) => failed(index.columns.failure[row]));
  }
  if (asked.agent || asked.against || asked.return || asked.least || asked.most) found.push(seatTest(index, asked));
  if (asked.q?.trim()) found.push(wordTest(index, asked.q));
  return found;
}

function failureTest({failures}, kind) {
  if (kind === 'none') return (found) => !found;
  const bits = kind === 'any' ? -1 : failures.includes(kind) ? 1 << failures.indexOf(kind) : 0;
  return (found) => (found & bits) !== 0;
}

function seatTest(index, asked) {
  const {columns, results, failing} = index;
  const failed = asked.failure && asked.agent ? failureTest(index, asked.failure) : () => true;
  const seats = seatsOf(index, asked.agent, asked.against);
  const least = asked.least ? Number(asked.least) : -Infinity;
  const most = asked.most ? Number(asked.most) : Infinity;
  const limited = asked.least || asked.most;
  return (row) => seats[columns.seating[row]].some((seat) => {
    const paid = columns.returns[row]?.[seat];
    return (!asked.return || results[columns.results[row]][seat] === asked.return) && failed(failing[columns.failing[row]][seat])
      && (!limited || (paid !== undefined && paid >= least && paid <= most));
  });
}

// Ranks of texts in their order, so that rows are sorted by numbers.
function ranks(texts) {
  const order = [...texts.keys()].sort((one, other) => (texts[one] < texts[other] ? -1 : 1));
  const found = [];
  order.forEach((place, rank) => { found[place] = rank; });
  return found;
}

// The number of each row by which a column is sorted; what is unknown comes last in both directions.
function sortKey(index, asked) {
  const {columns} = index;
  const by = (field, texts) => {
    const rank = ranks(texts);
    return (row) => rank[columns[field][row]];
  };
  const seats = seatsOf(index, asked.agent, asked.against);
  const keys = {
    game: () => by('game', index.games), agents: () => by('seating', index.titles),
    outcome: () => by('outcome', index.outcomes), turns: () => (row) => columns.turns[row],
    failures: () => (row) => columns.failure[row], cost: () => (row) => columns.cost[row],
    returns: () => (row) => columns.returns[row]?.[seats[columns.seating[row]][0] ?? 0],
  };
  return own(keys, (asked.sort ?? '').replace('-', ''))?.();
}

// The rows of the matches that are asked for, in the order that is asked for.
function foundRows(index, asked) {
  const passed = tests(index, asked);
  const rows = [];
  for (let row = 0; row < index.count; row += 1) if (passed.every((test) => test(row))) rows.push(row);
  const key = sortKey(index, asked);
  const sign = asked.sort?.startsWith('-') ? -1 : 1;
  if (!key) return sign < 0 ? rows.reverse() : rows;
  const keys = new Map(rows.map((row) => [row, key(row) ?? null]));
  return rows.sort((one, other) => {
    const [own, others] = [keys.get(one), keys.get(other)];
    if (own === null || others === null) return (own === null) - (others === null) || one - other;
    return sign * (own - others) || one - other;
  });
}
