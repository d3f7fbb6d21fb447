// A match: its seats and facts, the step that is shown, the list of its moves, and the model calls of a turn.

// The page of a match, built once; `step(number)` shows the position after that many moves. `go` has what its buttons do.
function makeMatch({index, row, match, content, place, found}, go) {
  // Published logs have moves of models without the calls.
  const asked = match.turns.some(({calls}) => calls?.length) || !match.seats.some(({model}) => model);
  const state = {match, content, asked, pictures: content.pictures, step: 0, seat: null, place: null};
  const last = match.turns.length;
  const slider = make('input', {type: 'range', min: 0, max: last, 'aria-label': 'Move', id: 'slider',
    oninput: () => go.step(Number(slider.value))});
  const steps = stepButtons(go, last);
  const told = make('p', {class: 'told', role: 'status', 'aria-live': 'polite'});
  const board = make('div', {class: 'position'});
  const calls = make('div', {class: 'calls'});
  const moves = moveList(match, go);
  const playing = playButtons(go, (plays) => told.setAttribute('aria-live', plays ? 'off' : 'polite'));
  const draw = () => {
    const focused = document.activeElement?.dataset.place;
    state.place = focused ?? state.place;
    board.replaceChildren(...position(state, {choose, visitPlace}));
    if (focused) board.querySelector('[data-place][tabindex="0"]')?.focus();
  };
  const choose = (seat) => {
    state.seat = seat;
    draw();
    board.querySelector(`[data-view="${seat}"]`)?.focus();
  };
  const visitPlace = (place) => {
    state.place = place;
    const number = moveAt(match, state.step, place);
    if (number) go.step(number);
    else told.textContent = `No move names ${place}.`;
  };
  const link = make('input', {id: 'link', readonly: true, class: 'code', onfocus: () => link.select()});
  const step = (number) => {
    state.step = number;
    slider.value = number;
    steps.at(number);
    const turn = match.turns[number - 1];
    const made = turn ? `Move ${whole(number)} of ${whole(last)}. ${speaker(match, turn.player)}: ${shortened(turn.move)}`
      : last ? `Start of ${several(last, 'move')}` : 'No move was made';
    told.textContent = number === last ? `${made}. ${ending(match, results)}` : made;
    draw();
    board.querySelector('.conversation')?.scrollTo(0, 1e9);
    board.querySelector('.rounds')?.scrollTo(0, 1e9);
    calls.replaceChildren(...turnCalls(state, turn));
    moves.at(number);
    link.value = location.href.replace(/#.*$/s, '') + matchAddress(match.id, number);
  };
  const results = index.results[index.columns.results[row]];
  const element = make('article', {class: 'opened'},
    head(index, row, match, place, found, go), seats(match, results),
    match.error ? make('p', {class: 'failure'}, match.error) : null,
    make('div', {class: 'shown'},
      make('section', {class: 'stage', 'aria-label': 'Position'}, make('div', {class: 'steps'}, ...steps.buttons, slider, ...playing), told, board),
      make('section', {class: 'moves', 'aria-label': 'All moves'}, moves.element), calls),
    facts(match, index.columns.cost[row]), copies(match, link));
  return {element, step, state, last, stops: stops(match)};
}

// The steps at which the buttons stop: every player's move, and the last of several by chance in a row.
const stops = ({turns}) => [0, ...turns.map((_, turn) => turn + 1).filter(
  (step) => turns[step - 1].player >= 0 || !(turns[step]?.player < 0))];

function stepButtons(go, last) {
  const backward = [button('«', () => go.step(0), {'aria-label': 'Start', title: 'Start (Home)'}),
    button('‹', go.backward, {'aria-label': 'Previous move', title: 'Previous move (←)'})];
  const forward = [button('›', go.forward, {'aria-label': 'Next move', title: 'Next move (→)'}),
    button('»', () => go.step(last), {'aria-label': 'Last move', title: 'Last move (End)'})];
  const at = (number) => {
    for (const each of backward) each.setAttribute('aria-disabled', String(number === 0));
    for (const each of forward) each.setAttribute('aria-disabled', String(number === last));
  };
  return {buttons: [...backward, ...forward], at};
}

const LONGEST_TOLD = 160; // characters
const shortened = (text) => text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text;

function moveList(match, go) {
  const buttons = [button('Start', () => go.step(0), {tabindex: -1}), ...match.turns.map((turn, place) => moveButton(match, turn, place + 1, go))];
  const element = make('ol', {}, ...buttons.map((each) => make('li', {}, each)));
  let current = buttons[0];
  const at = (number) => {
    const focused = element.contains(document.activeElement);
    current.removeAttribute('aria-current');
    current.tabIndex = -1;
    current = buttons[number];
    current.setAttribute('aria-current', 'step');
    current.tabIndex = 0;
    if (focused) current.focus({preventScroll: true});
    element.scrollTop = current.offsetTop - (element.clientHeight - current.offsetHeight) / 2;
  };
  return {element, at};
}

function moveButton(match, turn, number, go) {
  const failed = turn.calls?.some((call) => call.failure && purpose(call) === 'move');
  return make('button', {type: 'button', tabindex: -1, onclick: () => go.step(number), class: turn.player >= 0 ? null : 'chance'},
  make('span', {class: 'index'}, String(number)), disc(match, turn.player), make('span', {class: 'by'}, called(match, turn.player)), ' ',
  make('span', {class: 'move'}, shortened(turn.move)),
  failed ? make('span', {class: 'failure', title: 'a reply without a legal move'}, '!') : null);
}

function turnCalls(state, turn) {
  if (!turn) return [];
  const calls = callsOf(state, turn);
  const none = state.asked ? 'No model was asked before this move' : 'The log has no model calls';
  return [make('h3', {}, calls.length ? `${several(calls.length, 'model call')} before this move` : none), ...calls];
}

function head(index, row, match, place, found, go) {
  const {outcome} = match;
  return make('header', {class: 'heading'},
    make('nav', {'aria-label': 'Matches found'},
      button('Back to the list', go.list, {title: 'Back to the list (Esc)'}),
      button('Previous match', () => go.match(-1), {title: 'Previous match (k or p)', disabled: place <= 0}),
      button('Next match', () => go.match(1), {title: 'Next match (j or n)', disabled: place >= found - 1}),
      make('span', {class: 'quiet'}, `${whole(place + 1)} of ${whole(found)} found`),
      button('Keys', go.help, {title: 'Keys (?)', class: 'help'})),
    make('h2', {tabindex: -1}, match.game),
    make('p', {class: 'quiet'}, `Match ${whole(row + 1)} of ${whole(index.count)} · `,
      make('span', {class: outcome === 'finished' ? null : 'failure'}, outcome), match.suite ? ` · ${match.suite}` : ''));
}

// How the match ended, in words.
function ending(match, results) {
  if (match.outcome !== 'finished') return `The match was not finished: ${match.outcome}`;
  const winners = match.seats.map((_, seat) => seat).filter((seat) => results[seat] === 'win');
  return winners.length ? `The match is over: ${winners.map((seat) => speaker(match, seat)).join(' and ')} won`
    : 'The match is over: nobody won';
}

function seats(match, results) {
  const teams = match.teams && new Set(match.teams).size < match.seats.length;
  const order = match.seats.map((_, seat) => seat).sort(
    (one, other) => called(match, one).localeCompare(called(match, other), undefined, {numeric: true}));
  return make('ul', {class: 'seats', 'aria-label': 'Players'}, ...order.map((seat) =>
    make('li', {}, disc(match, seat), make('span', {class: 'quiet'}, `${called(match, seat)}${teams ? `, team ${match.teams[seat]}` : ''}`),
      ' ', make('b', {}, match.seats[seat].name), ' ', make('span', {class: 'paid'}, match.returns ? figure(match.returns[seat]) : NOTHING),
      results[seat] === 'win' ? make('span', {class: 'won'}, 'won') : null,
      seat === match.offender ? make('span', {class: 'failure'}, 'ended the match') : null)));
}

const listed = (values) => Object.entries(values ?? {}).map(([name, value]) => `${name}=${plain(value)}`).join(', ');

function facts(match, cost) {
  const calls = match.turns.flatMap((turn) => turn.calls ?? []);
  const told = [
    ['Id', match.id], ['Seed', String(match.seed)], ['Game', `${match.short}(${listed(match.params)})`],
    ['Started', match.started], ['Seconds', figure(match.seconds)],
    ['Model calls', calls.length ? `${whole(calls.length)}, ${dollars(cost)}` : 'none'],
    ['Source', match.source], ['Tags', listed(match.tags)], ['Versions', listed(match.versions)],
    ...match.seats.map((seat, number) => [called(match, number),
      `${[seat.agent, seat.model].filter(Boolean).join(' ')}: ${listed(seat.settings) || 'no settings'}`]),
  ].filter(([, value]) => value);
  return make('details', {class: 'about'}, make('summary', {}, 'Seed, settings, versions and cost'),
    make('dl', {}, ...told.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));
}

// A word that a shell takes as it stands.
const asWord = (text) => /^[\w.:@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

// What can be copied: the address of the step, and the command that shows the match at the terminal.
function copies(match, link) {
  const command = make('input', {id: 'command', readonly: true, class: 'code', value: `gtarena replay FILE --match ${asWord(match.id)}`,
    onfocus: () => command.select()});
  return make('div', {class: 'copies'}, copyable('Link to this move', link), copyable('At the terminal (FILE: the log or its folder)', command));
}

function copyable(words, input) {
  const done = make('span', {role: 'status', class: 'quiet'});
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(input.value);
      done.textContent = 'Copied';
    } catch {
      input.select();
      done.textContent = 'Press Ctrl+C to copy';
    }
  };
  return make('div', {}, make('label', {for: input.id}, words), input, button('Copy', copy), done);
}
