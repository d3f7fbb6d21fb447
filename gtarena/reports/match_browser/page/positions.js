// What is seen of a position: pictures, rounds, what was said, and texts.

const SVG = 'http://www.w3.org/2000/svg';
const SHAPES = new Set(['svg', 'g', 'rect', 'polygon', 'polyline', 'circle', 'ellipse', 'line', 'path', 'text', 'tspan', 'title', 'desc']);
const DRAWN_BY = new Set(['viewBox', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'dx', 'dy',
  'points', 'd', 'transform', 'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap',
  'stroke-linejoin', 'stroke-dasharray', 'opacity', 'font-size', 'font-weight', 'font-style', 'font-family', 'text-anchor',
  'dominant-baseline', 'alignment-baseline', 'textLength', 'lengthAdjust', 'data-place']);
const LONG_LINE = 100; // characters
const MOST_TEXT = 50000; // characters shown at once
const MOST_ROUNDS = 200; // shown at once, and texts that were said; the latest ones

// A picture of the file as an element of the page, with nothing in it but shapes; null if it is none.
function picture(text, words) {
  const source = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (source.localName !== 'svg' || source.querySelector('parsererror')) return null;
  const copy = copied(source);
  copy.setAttribute('class', 'board');
  copy.setAttribute('role', 'img');
  copy.setAttribute('aria-label', words);
  return copy;
}

function copied(source) {
  const copy = document.createElementNS(SVG, source.localName);
  for (const {name, value} of source.attributes) {
    if (DRAWN_BY.has(name) && !/url|script|[\\<&]/i.test(value)) copy.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
    else if (child.namespaceURI === SVG && SHAPES.has(child.localName)) copy.append(copied(child));
  }
  return copy;
}

// A text with the part from one place to another marked, if there is one.
function marked(text, span) {
  if (!span || span[0] >= span[1]) return [text];
  const [start, end] = span;
  return [text.slice(0, start), make('mark', {title: 'the answer that was read'}, text.slice(start, end)), text.slice(end)];
}

// A text as it stands: with its columns, unless its lines are prose. Of a very long one the beginning, and a button.
function asText(text, attributes = {}, span = null) {
  const begun = text.slice(0, MOST_TEXT);
  const prose = begun.split('\n').some((line) => line.length > LONG_LINE);
  const shown = make('pre', {class: prose ? null : 'aligned', ...attributes}, ...marked(begun, span));
  if (begun === text) return shown;
  const more = button(`Show all ${whole(text.length)} characters`, () => {
    shown.replaceChildren(...marked(text, span));
    more.remove();
    shown.focus();
  });
  return make('div', {class: 'cut'}, shown, more);
}

// What is shown after `step` turns: that of the latest turn which has changed it.
function shownAfter(match, step) {
  for (let turn = step - 1; turn >= 0; turn -= 1) if (match.turns[turn].shown) return match.turns[turn].shown;
  return match.start;
}

// The player who has made the move that is shown, before the first one the player who makes that.
function mover({turns}, step) {
  const moved = turns.slice(0, step).findLast(({player}) => player >= 0) ?? turns.slice(step).find(({player}) => player >= 0);
  return moved?.player;
}

// The position after `step` turns, from the point of view of the chosen seat, or else of the player who has moved.
function position({match, pictures, step, seat, place}, {choose, visitPlace}) {
  const shown = shownAfter(match, step);
  const views = shown?.views ?? [];
  const wanted = seat ?? mover(match, step);
  const [viewer, number] = views.find(([each]) => each === wanted) ?? views[0] ?? [];
  const drawn = number === undefined ? null : picture(pictures[number], `Position after ${several(step, 'move')}`);
  if (drawn) makePlaces(drawn, {match, step, place}, visitPlace);
  const talks = match.turns.some(({said}) => said?.length);
  const text = shown?.text ? asText(shown.text, {tabindex: 0}) : null;
  const parts = [
    views.length > 1 ? pointsOfView(match, views, viewer, seat, choose) : null, drawn,
    drawn && views.length === 1 && viewer !== null ? make('p', {class: 'quiet drawnFor'}, `As ${called(match, viewer)} sees it`) : null,
    match.rounds ? rounds(match.rounds, step) : null,
    talks ? conversation(match, step) : null,
    text && (drawn || talks || match.rounds) ? make('details', {class: 'asText', open: !drawn}, make('summary', {}, 'The position as text'), text) : text,
  ].filter(Boolean);
  if (match.problem) parts.unshift(trouble(`This match could not be replayed: ${match.problem}`));
  else if (!shown && !parts.length) parts.push(make('p', {class: 'quiet'}, 'There is nothing to see yet.'));
  return parts;
}

// Seats to choose from; without a chosen one the view goes with the moves.
function pointsOfView(match, views, viewer, chosen, choose) {
  const one = (seat, words, attributes) => button(words, () => choose(seat),
    {'aria-pressed': String(seat === chosen), 'data-view': String(seat), ...attributes});
  return make('div', {class: 'views', role: 'group', 'aria-label': 'Point of view'},
    one(null, ['Who moves'], {title: 'the point of view goes with the moves'}),
    ...views.map(([seat]) => one(seat, [disc(match, seat), called(match, seat)], {title: match.seats[seat]?.name,
      'aria-current': seat === viewer ? 'true' : null})));
}

function rounds({columns, rows}, step) {
  const complete = rows.filter(({until}) => until < step);
  if (!complete.length) return make('p', {class: 'quiet'}, 'No round is complete yet.');
  const cells = (tag, texts) => texts.map((text) => make(tag, tag === 'th' ? {scope: 'col'} : {}, text));
  const first = Math.max(0, complete.length - MOST_ROUNDS);
  return make('div', {class: 'scroll rounds', tabindex: 0, role: 'region', 'aria-label': 'Rounds so far'},
    first ? make('p', {class: 'quiet'}, `After ${several(first, 'earlier round')}:`) : null,
    make('table', {}, make('thead', {}, make('tr', {}, ...cells('th', ['round', ...columns]))),
      make('tbody', {}, ...complete.slice(first).map(
        (row, place) => make('tr', {}, ...cells('td', [whole(first + place + 1), ...row.cells]))))));
}

function conversation(match, step) {
  const texts = match.turns.slice(0, step).flatMap(({player, said}, turn) => (said ?? []).map((text) => ({player, text, turn})));
  if (!texts.length) return make('p', {class: 'quiet'}, 'Nothing has been said yet.');
  const first = Math.max(0, texts.length - MOST_ROUNDS);
  return make('ol', {class: 'conversation', tabindex: 0, 'aria-label': 'What was said so far'},
    first ? make('li', {class: 'quiet'}, `After ${several(first, 'earlier text')}:`) : null,
    ...texts.slice(first).map(({player, text, turn}) =>
      make('li', {class: turn === step - 1 ? 'bubble now' : 'bubble'},
        make('span', {class: 'speaker'}, disc(match, player), speaker(match, player)), make('p', {}, text))));
}
