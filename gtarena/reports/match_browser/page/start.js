// The browser: follows the address, and holds what is open.

const place = document.getElementById('browser-view');
const browser = {index: null, list: null, rows: [], rowsOf: null, asked: {}, opened: null, last: null, ticket: 0, scrolled: 0};
const REPORT_TITLE = document.title;

// Searches anew with some fields changed: as a step of the browser's history, or while typing in place of the present.
function ask(changes, step) {
  const asked = {...readAddress(location.hash).asked, page: '', ...changes};
  const address = listAddress(asked);
  if (step) visit(address);
  else {
    correct(address);
    show();
  }
}

// The rows that are asked for; searched once while what is asked stays the same.
function rowsFor(asked) {
  const address = listAddress({...asked, page: ''});
  if (browser.rowsOf !== address) {
    browser.rows = foundRows(browser.index, asked);
    browser.rowsOf = address;
  }
  return browser.rows;
}

const go = {
  list: () => visit(listAddress(browser.asked)),
  match: (by) => {
    const rows = foundWith(browser.opened.row);
    const row = rows[rows.indexOf(browser.opened.row) + by];
    if (row !== undefined) visit(matchAddress(browser.index.columns.id[row]));
  },
  forward: () => {
    stopPlaying();
    stepForward();
  },
  backward: () => {
    const {state, stops} = browser.opened.page;
    go.step(stops.findLast((stop) => stop < state.step) ?? 0);
  },
  step: (wanted) => {
    stopPlaying();
    stepTo(wanted);
  },
  play: () => {
    const {state, last} = browser.opened.page;
    if (isPlaying()) return stopPlaying();
    if (state.step === last) stepTo(0);
    return startPlaying(stepForward);
  },
  help: () => document.getElementById('keys').showModal(),
};

function stepTo(wanted) {
  const {page, match} = browser.opened;
  const number = Math.min(page.last, Math.max(0, Math.trunc(wanted) || 0));
  correctCalmly(matchAddress(match.id, number));
  page.step(number);
}

// Goes on to the next stop, and returns whether there is another.
function stepForward() {
  const {state, stops} = browser.opened.page;
  stepTo(stops.find((stop) => stop > state.step) ?? state.step);
  return state.step < stops.at(-1);
}

// The matches found last, or all of them if this one is not among those.
function foundWith(row) {
  const rows = rowsFor(browser.asked);
  return rows.includes(row) ? rows : rowsFor(browser.asked = {});
}

// Shows what the address names.
async function show() {
  stopPlaying();
  const {view, asked} = readAddress(location.hash);
  const browsing = document.body.classList.contains('browsing');
  if (!browsing) browser.scrolled = scrollY;
  document.body.classList.toggle('browsing', view !== '');
  const ticket = browser.ticket += 1;
  if (!view) {
    document.title = REPORT_TITLE;
    place.replaceChildren();
    if (browsing) scrollTo(0, browser.scrolled);
  } else if (typeof browser.index === 'string') place.replaceChildren(trouble(browser.index));
  else if (view === 'matches') showList(asked);
  else await showMatch(asked, ticket);
}

function showList(asked) {
  const {index} = browser;
  for (const limit of ['least', 'most']) if (!Number.isFinite(Number(asked[limit] ?? 0))) delete asked[limit];
  browser.asked = asked;
  browser.opened = null;
  document.title = `Matches – ${REPORT_TITLE}`;
  browser.list ??= makeList(index, ask);
  fillList(browser.list, index, asked, rowsFor(asked), ask, browser.last);
  if (browser.list.element.isConnected) return;
  place.replaceChildren(browser.list.element);
  const left = place.querySelector(`[data-row="${browser.last}"]`);
  if (left) left.focus();
  else scrollTo(0, 0);
}

async function showMatch({match: id, move}, ticket) {
  const {index} = browser;
  const row = (index.columns.id ?? []).indexOf(id);
  if (browser.opened?.row === row && row >= 0) return go.step(Number(move));
  browser.opened = null;
  if (row < 0) {
    return place.replaceChildren(trouble(`No match of this report has the id ${shortened(id)}. It may be of another run. `,
      make('a', {href: '#matches'}, 'All matches')));
  }
  browser.last = row;
  document.title = `Match ${whole(row + 1)} – ${REPORT_TITLE}`;
  place.setAttribute('aria-busy', 'true');
  try {
    const content = await contentOf(index.files[index.columns.file[row]]);
    if (ticket !== browser.ticket) return undefined;
    const match = content.matches.find((each) => each.id === id);
    if (!match) throw new Error('The file beside this page does not have this match. Make the report anew with gtarena report.');
    openMatch(row, match, content, Number(move));
  } catch (error) {
    if (ticket === browser.ticket) place.replaceChildren(trouble(`${asSentence(error)} `, make('a', {href: '#matches'}, 'All matches')));
  } finally {
    if (ticket === browser.ticket) place.removeAttribute('aria-busy');
  }
  return undefined;
}

// Of what a file lacks a script tells in words of its own.
const asSentence = (error) => error instanceof TypeError
  ? `The file beside this page is damaged (${error.message}). Make the report anew with gtarena report.` : error.message;

function openMatch(row, match, content, move) {
  const rows = foundWith(row);
  const page = makeMatch({index: browser.index, row, match, content, place: rows.indexOf(row), found: rows.length}, go);
  browser.opened = {row, match, page};
  place.replaceChildren(page.element);
  go.step(move);
  place.querySelector('h2').focus({preventScroll: true});
  scrollTo(0, 0);
}

async function start() {
  document.body.classList.toggle('browsing', readAddress(location.hash).view !== ''); // before the matches are unpacked
  const packed = document.getElementById('matches').textContent;
  if (typeof DecompressionStream === 'undefined') {
    browser.index = 'This browser is too old to open the matches. Chrome 97, Firefox 113, Safari 16.4 and later ones can.';
  } else {
    browser.index = await readIndex(packed).catch(() => 'The matches in this page cannot be read. Make the report anew with gtarena report.');
  }
  place.after(makeKeys());
  addEventListener('popstate', () => {
    unsettle();
    show();
  });
  addEventListener('keydown', press);
  await show();
}

start();
