// Places of a board: a click on one goes to the latest move so far that names it, or else to the next one that does.

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

// The name is a word of the move; with a digit, as f3, it may follow letters, as in Nf3, but not touch a further digit.
function namesPlace(place) {
  const [before, after] = !/\d/.test(place) ? ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
    : [/^\d/.test(place) ? '(?<!\\d)' : '', '(?!\\d)'];
  const pattern = new RegExp(`${before}${escaped(place)}${after}`, 'u');
  return ({move}) => pattern.test(move);
}

// The number of the move to which a place leads after `step` moves; 0 if no move names it.
function moveAt({turns}, step, place) {
  const named = namesPlace(place);
  return (turns.slice(0, step).findLastIndex(named) + 1) || (turns.findIndex((turn, index) => index >= step && named(turn)) + 1);
}

// Makes the places of a drawn board buttons, of which one is a stop of the Tab key and arrows reach the others.
function makePlaces(drawn, {match, step, place: held}, visitPlace) {
  const parts = [...drawn.querySelectorAll('[data-place]')];
  if (!parts.length) return;
  drawn.setAttribute('role', 'group');
  const buttons = new Map();
  for (const part of parts) {
    const {place} = part.dataset;
    part.addEventListener('click', () => visitPlace(place));
    if (buttons.has(place)) continue; // the other squares of a column, for instance
    buttons.set(place, part);
    const number = moveAt(match, step, place);
    part.setAttribute('role', 'button');
    part.setAttribute('tabindex', -1);
    part.setAttribute('aria-label', number ? `${place}: to move ${whole(number)}` : `${place}: no move`);
  }
  const all = [...buttons.values()];
  (buttons.get(held) ?? all[0]).setAttribute('tabindex', 0);
  drawn.addEventListener('keydown', (event) => pressPlace(event, all, visitPlace));
}

const DIRECTIONS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

function pressPlace(event, buttons, visitPlace) {
  const {key, target} = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !buttons.includes(target)) return;
  const chosen = key === 'Enter' || key === ' ';
  if (!chosen && !(key in DIRECTIONS)) return;
  event.preventDefault();
  event.stopPropagation();
  if (chosen) visitPlace(target.dataset.place);
  else nextPlace(target, buttons, DIRECTIONS[key])?.focus();
}

// The nearest place in a direction; what lies aside counts twice.
function nextPlace(from, buttons, [right, down]) {
  const centre = (element) => {
    const {x, y, width, height} = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = centre(from);
  let nearest = null, least = Infinity;
  for (const each of buttons) {
    const [acrossTo, downTo] = centre(each);
    const ahead = (acrossTo - x) * right + (downTo - y) * down;
    const aside = Math.abs((acrossTo - x) * down) + Math.abs((downTo - y) * right);
    if (ahead > 1 && aside <= ahead && ahead + 2 * aside < least) [nearest, least] = [each, ahead + 2 * aside];
  }
  return nearest;
}
