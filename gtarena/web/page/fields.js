// Fields of a decision. Every field is {element, read}: read() returns {values}, an object by key, or {problem}.
// Texts from the match are only ever set as text, never as HTML.

const MOST_RADIOS = 12;
const MOST_UNFILTERED = 15;
const MOST_UNCUT = 40; // in a list that does not scroll by itself on a phone
const LONGEST_TILE = 16; // characters of a move that stands beside another
const SHORTEST_TILE = 5;
let ids = 0;

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export const spoken = (key) => {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const bytes = (text) => new TextEncoder().encode(text).length;

// A label, what it labels, and a line below that says the limits or what is wrong.
function framed(key, input, hint) {
  const id = `field${ids += 1}`;
  const note = make("p", {class: "note", id: `${id}-note`}, hint);
  input.id = id;
  input.setAttribute("aria-describedby", note.id);
  const element = make("div", {class: "field", "data-key": key}, make("label", {for: id}, spoken(key)), input, note);
  return {element, say: (problem, calm = hint) => say(input, note, problem, calm)};
}

function say(input, note, problem, calm) {
  note.textContent = problem ?? calm;
  note.classList.toggle("problem", problem !== null);
  if (problem === null) input.removeAttribute("aria-invalid");
  else input.setAttribute("aria-invalid", "true");
}

// `look(final)` says beside the field what is wrong; while typing, what is only unfinished is not called wrong yet.
function checked(input, look) {
  input.addEventListener("input", () => look(false));
  return () => {
    const found = look(true);
    if (found.problem) input.focus();
    return found;
  };
}

function text(form) {
  const lines = form.ascii.includes("\n");
  const input = make(lines ? "textarea" : "input", {rows: lines && 4, type: !lines && "text", spellcheck: "true",
    autocapitalize: "off"});
  const {element, say} = framed(form.key, input, "");
  const permitted = (character) => character.codePointAt(0) < 0x80 ? form.ascii.includes(character)
    : form.beyond && !form.excluded.includes(character);
  const wrong = (words, size) => {
    const other = [...words].find((character) => !permitted(character));
    if (other !== undefined) return `This must be ${form.alphabet}, and ${JSON.stringify(other)} is not allowed in it`;
    if (size > form.limit && !form.cut) return `${size} bytes are ${size - form.limit} too many: at most ${form.limit}`;
    return null;
  };
  const look = (final) => {
    const size = bytes(input.value);
    const short = size < form.least
      ? (size ? `At least ${form.least} bytes are needed` : "Write something here first") : null;
    const problem = wrong(input.value, size) ?? (final ? short : null);
    const cut = size > form.limit ? "; the rest is cut off" : "";
    say(problem, `${size} of ${form.limit} bytes${cut}${form.least || size ? "" : "; may stay empty"}`);
    return problem ? {problem} : {values: {[form.key]: input.value}};
  };
  look(false);
  return {element, read: checked(input, look)};
}

function number(form) {
  const input = make("input", {type: "number", inputmode: form.decimals || form.low < 0 ? "decimal" : "numeric",
    min: form.low, max: form.high, step: form.decimals ? "any" : form.step});
  const steps = form.step === 1 ? "" : form.decimals ? `, rounded to ${form.decimals} decimals`
    : ` in steps of ${form.step}`;
  const hint = `From ${form.low} to ${form.high}${steps}`;
  const {element, say} = framed(form.key, input, hint);
  const look = (final) => {
    const problem = wrongNumber(input, form, final);
    say(problem, hint);
    return problem ? {problem} : {values: {[form.key]: input.valueAsNumber}};
  };
  return {element, read: checked(input, look)};
}

function wrongNumber(input, {low, high, step, decimals}, final) {
  if (input.validity.badInput) return "This is not a number";
  if (input.value === "") return final ? `A number from ${low} to ${high} is needed` : null;
  const value = input.valueAsNumber;
  if (value < low || value > high) return `${value} is not from ${low} to ${high}`;
  if (!decimals && (value - low) % step) return step === 1 ? `${value} is not whole` : `${value} is not a step of ${step}`;
  return null;
}

function division(form) {
  const note = make("p", {class: "note", id: `field${ids += 1}-note`});
  const inputs = form.labels.map((label) => make("input", {type: "number", inputmode: "numeric", min: 0,
    max: form.total, step: form.step, "aria-label": label, "aria-describedby": note.id}));
  const rows = inputs.map((input, index) =>
    make("label", {class: "share"}, make("span", {}, spoken(form.labels[index])), input));
  const element = make("fieldset", {class: "field", "data-key": form.key},
    make("legend", {}, spoken(form.key)), ...rows, note);
  const look = (final) => {
    const amounts = inputs.map((input) => (input.value === "" ? 0 : input.valueAsNumber));
    const limits = {low: 0, high: form.total, step: form.step, decimals: 0};
    const wrong = inputs.map((input) => wrongNumber(input, limits, false));
    inputs.forEach((input, index) => say(input, note, wrong[index], ""));
    const sum = amounts.reduce((all, amount) => all + amount, 0);
    const left = form.total - sum;
    const told = left < 0 ? `${sum} is ${-left} more than the ${form.total} to divide`
      : `${sum} of ${form.total} divided, ${left} left`;
    const problem = wrong.find(Boolean) ?? (left < 0 || (final && left) ? told : null);
    note.textContent = problem ?? told;
    note.classList.toggle("problem", problem !== null);
    return problem ? {problem} : {values: {[form.key]: amounts}};
  };
  inputs.forEach((input) => input.addEventListener("input", () => look(false)));
  look(false);
  const read = () => {
    const found = look(true);
    if (found.problem) (inputs.find((input) => input.getAttribute("aria-invalid")) ?? inputs[0]).focus();
    return found;
  };
  return {element, read};
}

// One of several options: radio buttons, or a list if there are many. `value(index)` is what the option states.
function oneOf(key, names, value, changed = () => {}) {
  const note = make("p", {class: "note"});
  const name = `field${ids += 1}`;
  let element, index;
  if (names.length <= MOST_RADIOS) {
    const radios = names.map((_, place) => make("input", {type: "radio", name, value: place}));
    const rows = radios.map((radio, place) => make("label", {class: "option"}, radio, make("span", {}, names[place])));
    element = make("fieldset", {class: "field", "data-key": key}, make("legend", {}, spoken(key)), ...rows, note);
    index = () => radios.findIndex((radio) => radio.checked);
  } else {
    const select = make("select", {id: name}, make("option", {value: -1}, "Choose"),
      ...names.map((each, place) => make("option", {value: place}, each)));
    element = make("div", {class: "field", "data-key": key}, make("label", {for: name}, spoken(key)), select, note);
    index = () => Number(select.value);
  }
  const clear = () => { note.textContent = ""; note.classList.remove("problem"); };
  element.addEventListener("change", () => { clear(); changed(index()); });
  const read = () => {
    if (index() >= 0) return {values: value(index())};
    note.textContent = "Choose one of these first";
    note.classList.add("problem");
    element.querySelector("input, select").focus();
    return {problem: note.textContent};
  };
  return {element, read};
}

const choice = (form) => oneOf(form.key, form.options, (index) => ({[form.key]: form.options[index]}));

const listed = (names) => names.join(", ") || "nothing";

function selection(form) {
  if (form.allowed) return oneOf(form.key, form.allowed.map(listed), (index) => ({[form.key]: form.allowed[index]}));
  const note = make("p", {class: "note"});
  const inputs = form.items.map(({held}) => held === 1 ? make("input", {type: "checkbox"})
    : make("input", {type: "number", inputmode: "numeric", min: 0, max: held, step: 1, value: 0}));
  const rows = form.items.map(({name, held}, index) =>
    make("label", {class: held === 1 ? "option" : "share"}, ...(held === 1
      ? [inputs[index], make("span", {}, name)] : [make("span", {}, `${name}, of ${held}`), inputs[index]])));
  const element = make("fieldset", {class: "field", "data-key": form.key},
    make("legend", {}, spoken(form.key)), ...rows, note);
  const count = (index) => inputs[index].type === "checkbox" ? Number(inputs[index].checked)
    : Number(inputs[index].value || 0);
  const look = (final) => {
    const names = form.items.flatMap(({name}, index) => Array(Math.max(0, Math.trunc(count(index)) || 0)).fill(name));
    const wrong = form.items.findIndex(({held}, index) => inputs[index].validity.badInput
      || !Number.isInteger(count(index)) || count(index) < 0 || count(index) > held);
    const problem = wrong >= 0 ? `Of ${form.items[wrong].name} you have ${form.items[wrong].held}`
      : final && !names.length ? "Choose at least one" : null;
    note.textContent = problem ?? `Chosen: ${listed(names)}`;
    note.classList.toggle("problem", problem !== null);
    return problem ? {problem} : {values: {[form.key]: names}};
  };
  element.addEventListener("input", () => look(false));
  look(false);
  return {element, read: () => look(true)};
}

function fields(form) {
  const parts = form.fields.map(field);
  const element = make("div", {}, ...parts.map((part) => part.element));
  const read = () => {
    const found = parts.map((part) => part.read());
    const wrong = found.findIndex((each) => each.problem);
    if (wrong < 0) return {values: Object.assign({}, ...found.map((each) => each.values))};
    parts[wrong].element.querySelector("[aria-invalid], input, select, textarea").focus();
    return found[wrong];
  };
  return {element, read};
}

function branches(form) {
  const then = make("div", {class: "then"});
  let open = null;
  const option = oneOf(form.key, form.options.map(({name}) => name), (index) => ({[form.key]: form.options[index].name}),
    (index) => {
      open = form.options[index]?.form ? field(form.options[index].form) : null;
      then.replaceChildren(...(open ? [open.element] : []));
    });
  const read = () => {
    const found = option.read();
    if (found.problem || !open) return found;
    const rest = open.read();
    return rest.problem ? rest : {values: {...found.values, ...rest.values}};
  };
  return {element: make("div", {}, option.element, then), read};
}

const KINDS = {text, number, division, choice, selection, fields, branches};

export function field(form) {
  return KINDS[form.kind](form);
}

// The moves of a decision as buttons, with a filter if there are many; `chosen(name)` is called with one of them.
// `narrow(names)` leaves the buttons of these moves, or with null all.
export function buttons(form, chosen) {
  const all = form.options.map((name) => {
    const button = make("button", {type: "button", class: "option"}, name);
    button.addEventListener("click", () => chosen(name));
    return button;
  });
  const longest = Math.max(...form.options.map((name) => name.length));
  const width = longest > LONGEST_TILE ? "long" : longest > SHORTEST_TILE ? "" : "short";
  const list = make("div", {class: `moves ${width} ${all.length > MOST_UNCUT ? "many" : ""}`}, ...all);
  list.addEventListener("keydown", (event) => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    const seen = all.filter((button) => !button.hidden);
    const place = seen.indexOf(document.activeElement);
    if (!step || place < 0) return;
    event.preventDefault();
    seen[(place + step + seen.length) % seen.length].focus();
  });
  let among = null;
  let words = "";
  const sift = () => {
    for (const button of all) {
      const name = button.textContent;
      button.hidden = Boolean(among && !among.has(name)) || !name.toLowerCase().includes(words);
    }
  };
  const narrow = (names) => {
    among = names && new Set(names);
    sift();
  };
  if (all.length <= MOST_UNFILTERED) return {element: list, narrow};
  const filter = make("input", {type: "search", "aria-label": `Find one of ${all.length} moves`,
    placeholder: `Find one of ${all.length} moves`});
  filter.addEventListener("input", () => {
    words = filter.value.toLowerCase();
    sift();
  });
  return {element: make("div", {}, filter, list), narrow};
}
