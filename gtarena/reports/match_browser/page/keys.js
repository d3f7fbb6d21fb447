// Keys. They do nothing while a text is typed or a field has a use for them.

const KEYS = [['← →', 'previous and next move; on a board the places beside'], ['Home End', 'start and last move'],
  ['Space', 'play and pause'], ['Enter', 'on a place of a board: the move that names it'], ['j or n', 'next match found'],
  ['k or p', 'previous match found'], ['Esc', 'back to the list'], ['/', 'search'], ['?', 'these keys']];

const MATCH_KEYS = {
  ArrowLeft: () => go.backward(), ArrowRight: () => go.forward(), Home: () => go.step(0), End: () => go.step(browser.opened.page.last),
  ' ': () => go.play(),
  j: () => go.match(1), n: () => go.match(1), k: () => go.match(-1), p: () => go.match(-1), Escape: () => go.list(),
};

function press(event) {
  if (!document.body.classList.contains('browsing') || typeof browser.index === 'string') return;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const {target, key} = event;
  const typed = target.matches('select, textarea, input:not([type=range])');
  if (key === 'Escape' && typed) {
    event.preventDefault(); // which would empty the search box
    return target.blur();
  }
  if (key === ' ' && target.matches('button, summary, a, input')) return undefined; // which it presses
  if (typed || (target.type === 'range' && /^(Arrow|Home|End)/.test(key))) return undefined;
  const action = {'/': toSearch, '?': go.help}[key] ?? (browser.opened ? MATCH_KEYS[key] : undefined);
  if (!action) return undefined;
  event.preventDefault();
  return action();
}

function toSearch() {
  if (!browser.list?.element.isConnected) go.list();
  document.getElementById('search').focus();
}

function makeKeys() {
  const dialog = make('dialog', {id: 'keys', 'aria-label': 'Keys'}, make('h2', {}, 'Keys'),
    make('dl', {}, ...KEYS.flatMap(([key, words]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, words)])),
    button('Close', () => dialog.close()));
  return dialog;
}
