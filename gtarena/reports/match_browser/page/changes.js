// What is new in a prompt since the same seat's last one for the same purpose, line by line.

const LARGEST_TABLE = 1_000_000; // cells in which lines are compared; in larger ones every line between the ends is new
const FEWEST_FOLDED = 3; // lines

// For each of the new lines whether an old one stands for it; the longest common subsequence of lines does.
function keptLines(old, lines) {
  let head = 0;
  while (head < Math.min(old.length, lines.length) && old[head] === lines[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, lines.length) - head && old.at(-1 - tail) === lines.at(-1 - tail)) tail += 1;
  const [rows, columns] = [old.length - head - tail, lines.length - head - tail];
  const kept = lines.map((_, place) => place < head || place >= lines.length - tail);
  if ((rows + 1) * (columns + 1) > LARGEST_TABLE) return kept;
  const width = columns + 1;
  const longest = new Uint32Array((rows + 1) * width); // common lines from a place on
  for (let row = rows - 1; row >= 0; row -= 1) {
    for (let column = columns - 1; column >= 0; column -= 1) {
      longest[row * width + column] = old[head + row] === lines[head + column] ? longest[(row + 1) * width + column + 1] + 1
        : Math.max(longest[(row + 1) * width + column], longest[row * width + column + 1]);
    }
  }
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (old[head + row] === lines[head + column]) {
      kept[head + column] = true;
      row += 1;
      column += 1;
    } else if (longest[(row + 1) * width + column] >= longest[row * width + column + 1]) row += 1;
    else column += 1;
  }
  return kept;
}

// The last call before this one that asked the same seat for the same, and has its messages; undefined at the first.
function callBefore(match, call) {
  const calls = match.turns.flatMap((turn) => turn.calls ?? []);
  return calls.slice(0, calls.indexOf(call)).findLast(
    (each) => each.messages?.length && each.player === call.player && purpose(each) === purpose(call) && each.model === call.model);
}

// The lines of a prompt: each message begins with a line that no text has.
const promptLines = (content, refs) => refs.flatMap(
  ({role, sha256}) => [`${role}\n`, ...(own(content.texts, sha256) ?? sha256).split('\n')]);

// For each message of a call, whether its lines stood in the prompt before; null if there was none.
function keptOfMessages(match, content, call) {
  const before = callBefore(match, call);
  if (!before) return null;
  const lines = promptLines(content, call.messages ?? []);
  const kept = keptLines(promptLines(content, before.messages ?? []), lines);
  const starts = [...lines.keys()].filter((place) => lines[place].endsWith('\n'));
  return starts.map((start, number) => kept.slice(start + 1, starts[number + 1]));
}

// A text whose new lines stand out; several others in a row are folded until a click, and few are dimmed.
function changedText(text, kept) {
  const shown = make('pre', {tabindex: 0, class: 'changed'});
  const lines = text.split('\n').map((line, place, all) => place < all.length - 1 ? `${line}\n` : line);
  for (let start = 0; start < lines.length;) {
    let end = start + 1;
    while (end < lines.length && kept[end] === kept[start]) end += 1;
    const words = make('span', {class: kept[start] ? 'asBefore' : 'new', tabindex: -1}, lines.slice(start, end).join(''));
    shown.append(kept[start] && end - start >= FEWEST_FOLDED ? folded(words, end - start) : words);
    start = end;
  }
  return shown;
}

function folded(words, count) {
  const unfold = button(`… ${several(count, 'line')} as before`, () => {
    unfold.replaceWith(words);
    words.focus();
  }, {class: 'unfold'});
  return unfold;
}
