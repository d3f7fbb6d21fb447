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
  history.pushState(null, '', address);
  show();
}

const correct = (address) => history.replaceState(null, '', address);
