// The list of matches: a search box, filters, and a table that is sorted by a click on a heading.

const PER_PAGE = 50;
const MOST_RETURNS = 6, MOST_NARROW = 2; // in a line
const COLUMNS = {number: '#', game: 'Game', agents: 'Agents', outcome: 'Outcome', returns: 'Returns', turns: 'Turns',
  failures: 'Failures', cost: 'Cost'};
const NARROW = matchMedia('(max-width: 40rem)');
const NUMERIC = new Set(['number', 'returns', 'turns', 'cost']);

// The columns from left to right; what a narrow page has no room for is scrolled to.
const inOrder = () => NARROW.matches ? [...new Set(['number', 'outcome', 'returns', ...Object.keys(COLUMNS)])] : Object.keys(COLUMNS);

// The parts of the list that stay while its matches change; `ask(changes, step)` searches anew.
function makeList(index, ask) {
  const search = make('input', {type: 'search', id: 'search', placeholder: 'id, number, game, agent or suite',
    autocomplete: 'off', spellcheck: 'false', oninput: () => ask({q: search.value}, false)});
  const fields = filters(index, ask);
  const count = make('p', {class: 'count', role: 'status', 'aria-live': 'polite'});
  const head = make('tr');
  const body = make('tbody');
  const pages = make('nav', {class: 'pages', 'aria-label': 'Pages of the list'});
  const chosen = make('summary');
  const clear = button('Clear all', () => ask(Object.fromEntries(FIELDS.map((field) => [field, ''])), true));
  const panel = make('details', {class: 'filters', open: !NARROW.matches}, chosen,
    make('div', {class: 'fields'}, ...Object.values(fields).map(({element}) => element)));
  const element = make('div', {class: 'list'},
    make('div', {class: 'searching'}, make('label', {for: 'search'}, 'Search'), search, clear), panel, count,
    make('div', {class: 'scroll'}, make('table', {class: 'matches'}, make('thead', {}, head), body)), pages);
  NARROW.addEventListener('change', () => element.isConnected && ask({}, false));
  return {element, search, fields, count, head, body, pages, chosen, clear};
}

function filters(index, ask) {
  const counts = (field, texts) => {
    const found = new Array(texts.length).fill(0);
    for (const code of index.columns[field] ?? []) found[code] += 1;
    return texts.map((text, place) => [text, `${text} (${whole(found[place])})`]);
  };
  const agents = index.everyone.map((name) => [name, name]);
  const suites = counts('suite', index.suites).filter(([suite]) => suite);
  const kinds = [['any', 'any'], ...index.failures.map((kind) => [kind, kind]), ['none', 'none']];
  const select = (field, label, all, options) => choice(field, label, all, options, ask);
  return {
    game: select('game', 'Game', 'all games', counts('game', index.games)),
    agent: select('agent', 'Agent', 'all agents', agents),
    against: select('against', 'Against', 'anyone', agents),
    return: select('return', 'Result of the agent', 'any', [['win', 'win'], ['draw', 'draw'], ['loss', 'loss']]),
    least: limit('least', 'Return at least', ask),
    most: limit('most', 'Return at most', ask),
    outcome: select('outcome', 'Outcome', 'any', counts('outcome', index.outcomes)),
    failure: select('failure', 'Reply without a legal move', 'with or without', kinds),
    ...(suites.length ? {suite: select('suite', 'Suite', 'all suites', suites)} : {}),
  };
}

function choice(field, label, all, options, ask) {
  const select = make('select', {id: `by-${field}`, onchange: () => ask({[field]: select.value}, true)},
    make('option', {value: ''}, all), ...options.map(([value, words]) => make('option', {value}, words)));
  const set = (value) => {
    if (value && !options.some(([known]) => known === value)) select.append(make('option', {value}, `${value} (0)`));
    select.value = value;
  };
  return {element: make('div', {}, make('label', {for: select.id}, label), select), set};
}

function limit(field, label, ask) {
  const input = make('input', {type: 'number', step: 'any', id: `by-${field}`, oninput: () => ask({[field]: input.value}, false)});
  const set = (value) => { if (input.value !== value) input.value = value; };
  return {element: make('div', {}, make('label', {for: input.id}, label), input), set};
}

// Shows what is asked for; `rows` are all matches found, and `last` the one that was open last.
function fillList(list, index, asked, rows, ask, last) {
  if (list.search.value !== (asked.q ?? '')) list.search.value = asked.q ?? '';
  for (const [field, {set}] of Object.entries(list.fields)) set(asked[field] ?? '');
  const set = Object.keys(list.fields).filter((field) => asked[field]).length;
  list.chosen.textContent = set ? `Filters (${set} set)` : 'Filters';
  list.clear.disabled = !set && !asked.q;
  list.count.textContent = rows.length === index.count ? several(rows.length, 'match', 'matches')
    : `${whole(rows.length)} of ${several(index.count, 'match', 'matches')}`;
  list.head.replaceChildren(...inOrder().map((column) => heading(column, COLUMNS[column], asked.sort ?? 'number', ask)));
  const pageCount = Math.max(1, Math.ceil(rows.length / PER_PAGE));
  const page = Math.min(pageCount, Math.max(1, Math.trunc(Number(asked.page)) || 1));
  list.body.replaceChildren(...rows.slice((page - 1) * PER_PAGE, page * PER_PAGE).map((row) => line(index, row, last)));
  list.pages.replaceChildren(...(pageCount > 1 ? turnPages(page, pageCount, rows.length, ask) : []));
}

function heading(column, words, sorted, ask) {
  const by = sorted.replace('-', '') === column;
  const down = by && sorted.startsWith('-');
  const next = by && !down ? `-${column}` : column;
  const sort = () => {
    ask({sort: next === 'number' ? '' : next}, true);
    document.getElementById(`sort-${column}`).focus();
  };
  return make('th', {scope: 'col', class: NUMERIC.has(column) ? 'num' : null,
    'aria-sort': by ? (down ? 'descending' : 'ascending') : null},
  button(by ? `${words} ${down ? '↓' : '↑'}` : words, sort, {id: `sort-${column}`, class: 'sort'}));
}

function line({columns, games, titles, outcomes, failures}, row, last) {
  const outcome = outcomes[columns.outcome[row]];
  const kinds = failures.filter((_, bit) => columns.failure[row] & (1 << bit));
  const link = make('a', {href: matchAddress(columns.id[row]), 'data-row': row}, whole(row + 1));
  const cells = {
    number: make('th', {scope: 'row', class: 'num'}, link),
    game: make('td', {class: 'game'}, games[columns.game[row]]),
    agents: make('td', {class: 'names'}, titles[columns.seating[row]]),
    outcome: make('td', {class: outcome === 'finished' ? 'quiet' : 'failure'}, outcome),
    returns: make('td', {class: 'num'}, returnsLine(columns.returns[row])),
    turns: make('td', {class: 'num'}, whole(columns.turns[row])),
    failures: make('td', {class: 'failure'}, kinds.join(', ')),
    cost: make('td', {class: 'num'}, columns.calls[row] ? dollars(columns.cost[row]) : NOTHING),
  };
  return make('tr', {class: row === last ? 'last' : null}, ...inOrder().map((column) => cells[column]));
}

function returnsLine(returns) {
  if (returns === null) return NOTHING;
  const most = NARROW.matches ? MOST_NARROW : MOST_RETURNS;
  return returns.slice(0, most).map(figure).join(', ') + (returns.length > most ? ', …' : '');
}

function turnPages(page, pageCount, found, ask) {
  const to = (wanted, words, id) => button(words, () => {
    ask({page: wanted > 1 ? wanted : ''}, true);
    (document.getElementById(id)?.disabled ? document.getElementById('search') : document.getElementById(id)).focus();
  }, {disabled: wanted < 1 || wanted > pageCount || wanted === page, id});
  const first = (page - 1) * PER_PAGE + 1;
  return [
    to(1, 'First', 'page-first'), to(page - 1, 'Previous', 'page-previous'),
    make('span', {class: 'quiet'}, `${whole(first)}–${whole(Math.min(found, first + PER_PAGE - 1))} of ${whole(found)}`),
    to(page + 1, 'Next', 'page-next'), to(pageCount, 'Last', 'page-last')];
}
