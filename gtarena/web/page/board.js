// The board of a turn: the places that are clicked, in order, pick the moves whose names have these places.

// The board as elements of this page; null if there is none. The request parses it, so that no text becomes markup here.
export function loadBoard(address) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => resolve(request.responseXML ? document.importNode(request.responseXML.documentElement, true) : null);
    request.onerror = () => resolve(null);
    request.send();
  });
}

const STEPS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

function middle(element) {
  const {left, top, width, height} = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The nearest of some elements in a direction, seen from another one; those straight ahead before those aside.
function nearest(from, others, [across, down]) {
  const [x, y] = middle(from);
  const ahead = others.map((other) => {
    const [right, below] = middle(other);
    const forward = (right - x) * across + (below - y) * down;
    const aside = Math.abs((right - x) * down) + Math.abs((below - y) * across);
    return {other, forward, cost: forward + 3 * aside};
  }).filter(({forward}) => forward > 1);
  return ahead.sort((one, next) => one.cost - next.cost)[0]?.other;
}

// Makes a board answer clicks and keys. `moves` has the places of each move by its name; `picked(names, clicked)` is
// called with the moves that are left and the places that were clicked.
export function play(board, moves, picked) {
  let open = moves;
  let clicked = [];
  const left = (tried) => Object.keys(open).filter((name) => tried.every((place, index) => open[name][index] === place));
  const cells = [...board.querySelectorAll("[data-place]")];

  function mark() {
    const names = left(clicked);
    const first = new Set(left([]).map((name) => open[name][0]));
    const next = new Set(names.map((name) => open[name][clicked.length]));
    const chosen = new Set(clicked.length && names.length === 1 ? open[names[0]] : clicked);
    const named = new Set();
    board.classList.toggle("begun", clicked.length > 0);
    for (const cell of cells) {
      const {place} = cell.dataset;
      const answers = first.has(place) || next.has(place) || chosen.has(place);
      cell.classList.toggle("open", answers);
      cell.classList.toggle("next", next.has(place));
      cell.classList.toggle("picked", chosen.has(place));
      if (!answers || named.has(place)) {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) cell.removeAttribute(name);
        continue;
      }
      named.add(place);
      cell.setAttribute("role", "button");
      cell.setAttribute("aria-label", place);
      cell.setAttribute("aria-pressed", String(chosen.has(place)));
      cell.setAttribute("tabindex", cell === document.activeElement || named.size === 1 ? "0" : "-1");
    }
  }

  function press(place) {
    const tried = clicked.at(-1) === place ? clicked.slice(0, -1) : [...clicked, place];
    clicked = [tried, [place]].find((each) => left(each).length) ?? [];
    mark();
    picked(left(clicked), clicked);
  }

  function clear() {
    clicked = [];
    mark();
  }

  function stop() {
    open = {};
    clear();
  }

  board.addEventListener("click", ({target}) => {
    const cell = target.closest(".open");
    if (cell) press(cell.dataset.place);
  });
  board.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[role=button]");
    const step = STEPS[event.key];
    if (!cell || !(step || event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    if (step) nearest(cell, cells.filter((other) => other.hasAttribute("tabindex")), step)?.focus();
    else press(cell.dataset.place);
  });
  mark();
  return {clear, stop};
}
