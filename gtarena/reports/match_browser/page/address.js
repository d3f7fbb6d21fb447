// The address behind the #: "matches&game=nim&q=llm" is a list, "match=ID&move=17" a match after 17 moves.

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// {view: 'matches', 'match' or '', asked: {field: text}}
function readAddress(hash) {
  const asked = Object.create(null);
  for (const part of hash.replace(/^#/, '').split('&')) {
    const cut = part.indexOf('=');
    if (cut < 0) asked[part] = '';
    else asked[part.slice(0, cut)] = decoded(part.slice(cut + 1));
  }
  const view = 'match' in asked ? 'match' : 'matches' in asked ? 'matches' : '';
  return {view, asked};
}

const part = (field, value) => `&${field}=${encodeURIComponent(value)}`;

const listAddress = (asked) => `#matches${FIELDS.filter((field) => asked[field]).map((field) => part(field, asked[field])).join('')}`;

const matchAddress = (id, move = 0) => `#match=${encodeURIComponent(id)}${move ? part('move', move) : ''}`;

// Goes to an address: as a new step of the browser's history, or in place of the present one.
function visit(address) {
  settle();
  history.pushState(null, '', address);
  show();
}

const correct = (address) => history.replaceState(null, '', address);

// Browsers refuse more than about 100 changes of the address in 30 seconds: while steps follow fast, it waits.
const CALM = 350; // milliseconds
const late = {address: null, timer: 0, since: -CALM};

function correctCalmly(address) {
  late.address = address;
  clearTimeout(late.timer);
  const wait = late.since + CALM - performance.now();
  if (wait > 0) late.timer = setTimeout(settle, wait);
  else settle();
}

function settle() {
  clearTimeout(late.timer);
  if (late.address === null) return;
  correct(late.address);
  late.address = null;
  late.since = performance.now();
}

// The address has changed meanwhile, so that what waits is out of date.
function unsettle() {
  clearTimeout(late.timer);
  late.address = null;
}
