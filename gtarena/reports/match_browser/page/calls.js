// A call of a model: what it was asked, what it answered, what became of that, and what it took.

const LONG_MESSAGE = 700; // characters; longer ones are folded
const MOST_TOKENS = 200; // with log-probabilities
const PNG_START = 'iVBORw0KGgo'; // of a PNG file as base64

// What was asked and answered before a turn; the call that states its move is open.
function callsOf({match, content}, turn) {
  const calls = turn.calls ?? [];
  const open = calls.findLastIndex((call) => purpose(call) === 'move' && !call.failure);
  return calls.map((call, place) => shownCall(match, content, call, place === (open < 0 ? calls.length - 1 : open)));
}

const purpose = (call) => call.purpose ?? 'move';

const asWords = (key) => key.replaceAll('_', ' ');

function shownCall(match, content, call, open) {
  const title = purpose(call) === 'move' ? (call.failure ? 'rejected reply' : 'reply') : asWords(purpose(call));
  const reply = call.reply ? asText(call.reply, {class: 'reply', tabindex: 0}, call.answer_span) : make('p', {class: 'quiet'}, '(empty)');
  return make('details', {class: 'call', open},
    make('summary', {}, make('b', {}, title), call.failure ? make('span', {class: 'failure'}, call.failure) : null,
      make('span', {class: 'quiet'}, took(call))),
    promptOf(match, content, call),
    ...(call.reasoning ? titled('Thinking', asText(call.reasoning, {tabindex: 0})) : []),
    ...titled('Reply', reply), became(call),
    ...(call.beliefs ? titled('Beliefs: how strongly each suspects each', beliefs(match, call.beliefs)) : []),
    ...(call.tree ? titled('Search', searchTree(call.tree)) : []),
    ...(call.logprobs?.length ? titled('Log-probabilities of tokens', tokens(call.logprobs)) : []));
}

const titled = (title, element) => [make('h4', {}, title), element];

// Seconds, tokens and cost in one line.
function took(call) {
  const known = (value) => value === undefined || value === null ? UNKNOWN : whole(value);
  const reasoning = call.tokens_reasoning ? `, ${whole(call.tokens_reasoning)} of them reasoning` : '';
  const reread = call.tokens_cache_read ? ` (${whole(call.tokens_cache_read)} from the provider's cache)` : '';
  return [
    call.model, `${figure(call.seconds ?? 0)} s`, `tokens: ${known(call.tokens_in)} in${reread}, ${known(call.tokens_out)} out${reasoning}`,
    call.cached ? 'from the cache' : dollars(call.cost),
    call.retries ? several(call.retries, 'retry', 'retries') : null, call.sample ? `sample ${call.sample}` : null,
  ].filter(Boolean).join(' · ');
}

// What was made of the reply.
function became(call) {
  const facts = [
    ['Parsed move', call.move], ['Form', call.form], ['Failure', call.failure],
    ['Asked again', call.nudges && several(call.nudges, 'time')], ['Too long by', call.overlong_bytes && several(call.overlong_bytes, 'byte')],
  ].filter(([, value]) => value);
  return facts.length ? make('dl', {class: 'became'}, ...facts.flatMap(([name, value]) => [
    make('dt', {}, name), make('dd', {class: name === 'Failure' ? 'failure' : null}, String(value))])) : null;
}

const prompts = {whole: false}; // whether all of a prompt is shown, also what stood in the one before

// The messages of a prompt: what has changed since the last one for the same purpose, or all of it.
function promptOf(match, content, call) {
  const refs = call.messages ?? [];
  const kept = keptOfMessages(match, content, call);
  const shown = make('div');
  const fill = () => shown.replaceChildren(
    ...refs.flatMap((ref, place) => message(content, ref, kept && !prompts.whole ? kept[place] : null)));
  fill();
  if (!kept?.flat().includes(true)) return shown;
  const all = make('input', {type: 'checkbox', checked: prompts.whole, onchange: () => {
    prompts.whole = all.checked;
    fill();
  }});
  const words = ` All of the prompt, also what ${called(match, call.player)} was told before`;
  return make('div', {}, make('label', {class: 'whole quiet'}, all, words), shown);
}

// A message; `kept` says which of its lines stood in the prompt before, and is null if all are shown alike.
function message(content, {role, sha256, image}, kept) {
  const text = own(content.texts, sha256);
  const pictures = image ? [sentPicture(own(content.images, image), image)] : [];
  if (text === undefined) {
    const missing = `Prompt: ${role}. The logs do not have this text (SHA-256 ${sha256.slice(0, 15)}…).`;
    return [make('p', {class: 'message quiet'}, missing), ...pictures];
  }
  const compared = kept && text.length <= MOST_TEXT;
  const fresh = compared ? !kept.every(Boolean) : text.length <= LONG_MESSAGE;
  const told = compared && fresh ? changedText(text, kept) : asText(text, {tabindex: 0});
  const size = ` (${several(text.length, 'character')}${compared && !fresh ? ', as before' : ''})`;
  return [make('details', {class: 'message', open: fresh},
    make('summary', {}, `Prompt: ${role}`, make('span', {class: 'quiet'}, size)), told), ...pictures];
}

const sentPicture = (base64, digest) => base64?.startsWith(PNG_START)
  ? make('img', {class: 'drawn', src: `data:image/png;base64,${base64}`, alt: 'the picture in this message'})
  : make('p', {class: 'quiet'}, `The logs do not have the picture of this message (SHA-256 ${digest.slice(0, 15)}…).`);

function beliefs(match, matrix) {
  const names = matrix.map((_, seat) => called(match, seat));
  return make('div', {class: 'scroll'}, make('table', {class: 'beliefs'},
    make('thead', {}, make('tr', {}, make('td'), ...names.map((name) => make('th', {scope: 'col', class: 'num'}, name)))),
    make('tbody', {}, ...matrix.map((row, seat) => make('tr', {}, make('th', {scope: 'row'}, `${names[seat]} suspects`),
      ...row.map((share) => make('td', {class: 'num'}, figure(share))))))));
}

function searchTree(root) {
  return make('ul', {class: 'tree root'}, branch(root, true));
}

function branch(node, root) {
  const words = [
    ...(node.words && node.words !== node.action ? titled('Action', asText(node.words)) : []),
    ...(node.others ? titled('What the others do', asText(node.others)) : []),
    ...(node.state ? titled(root ? 'Position' : 'Imagined position', asText(node.state)) : [])];
  const title = [make('b', {}, root ? 'The position' : node.action), ' ',
    make('span', {class: 'quiet'}, [node.passed, node.figures].filter(Boolean).join(' · '))];
  const more = node.left_out ? [make('li', {class: 'untried'}, make('span', {class: 'quiet'}, `… and ${whole(node.left_out)} more`))] : [];
  const after = [...(node.branches ?? []).map((each) => branch(each, false)), ...more];
  return make('li', {class: node.best ? 'best' : node.visits ? 'tried' : 'untried'},
    words.length ? make('details', {}, make('summary', {}, ...title), ...words) : make('p', {}, ...title),
    after.length ? make('ul', {class: 'tree'}, ...after) : null);
}

function tokens(logprobs) {
  const rows = logprobs.slice(0, MOST_TOKENS).map(({token, logprob, top}) => make('tr', {},
    make('td', {}, make('code', {}, token)), make('td', {class: 'num'}, figure(logprob)),
    make('td', {}, (top ?? []).map((other) => `${other.token} ${figure(other.logprob)}`).join(', '))));
  const left = logprobs.length - rows.length;
  return make('details', {class: 'tokens'}, make('summary', {}, several(logprobs.length, 'token')),
    make('div', {class: 'scroll'}, make('table', {}, make('thead', {}, make('tr', {}, make('th', {scope: 'col'}, 'Token'),
      make('th', {scope: 'col', class: 'num'}, 'Log-probability'), make('th', {scope: 'col'}, 'Most probable'))),
    make('tbody', {}, ...rows))), left ? make('p', {class: 'quiet'}, `… and ${whole(left)} more`) : null);
}
