// The page of a match: asks the server for news, shows what the seat sees, and posts moves with the turn's number.

import {loadBoard, play} from "./board.js";
import {buttons, field, make, spoken} from "./fields.js";

const at = (id) => document.getElementById(id);
const PAUSE = 1500; // milliseconds before the next try when the server does not answer
const TRIES = 4;
const WORDS = {
  turn: "Your move", waiting: "Others are thinking", over: "The match is over",
  left: "You left the match", failed: "The match was interrupted", lost: "No connection",
};
const AFTERWARDS = {
  waiting: "Your next turn appears here by itself. You may close this page meanwhile and open its address again.",
  left: "Your moves are kept. Run the same command again to go on; you can close this page.",
  failed: "Your moves are kept. The terminal says what happened; run the same command again to go on.",
  over: "You can close this page.",
  lost: "The command has ended, or was started again under another address. Open the address that it prints; "
    + "your moves are kept.",
};

const ALIGNED = /\S {2,}\S|^ +\S|[|+]-|-[|+]|^[^a-z\n]{3,}$/m; // a board drawn with letters, not only sentences

let state = {version: -1, number: 0, phase: "waiting", past: [], known: 0};
let shownTurn = 0;      // the turn whose form is on the page
let shownBoard = 0;     // the turn whose board is there, or was asked for
let clicks = null;      // on that board
let narrow = () => {};  // shows the buttons of some moves only
let pending = null;     // the answer that waits for its confirmation
let busy = false;

async function post(path, body) {
  const reply = await fetch(path, {method: "POST", headers: {"Content-Type": "application/json"},
    body: JSON.stringify(body)});
  return reply.json();
}

const notice = at("notice");

// Says what is wrong, below the field whose key the words name if there is one.
function notify(words) {
  const names = ({dataset}) => new RegExp(`\\b${dataset.key.replaceAll("_", "[_ ]")}\\b`, "i").test(words);
  const named = [...at("move").querySelectorAll("[data-key]")].find(names);
  if (named) named.append(notice);
  else at("question").before(notice);
  notice.textContent = words;
  notice.hidden = !words;
}

// ---- the move ----

function showForm(form) {
  const move = at("move");
  if (form.kind === "choice") {
    const built = buttons(form, (name) => choose(form, name));
    narrow = built.narrow;
    move.onsubmit = (event) => event.preventDefault();
    move.replaceChildren(built.element);
    return;
  }
  const built = field(form);
  move.onsubmit = (event) => {
    event.preventDefault();
    const found = built.read();
    if (!found.problem) review(JSON.stringify(found.values));
  };
  move.replaceChildren(built.element, make("div", {class: "row"},
    make("button", {type: "submit", class: "main"}, "Review")));
}

const choose = (form, name) => review(form.key ? JSON.stringify({[form.key]: name}) : name);

// The moves that clicks on the board leave: one is chosen, of several the buttons stay.
function pick(names, clicked) {
  if (pending !== null) takeBack();
  narrow(clicked.length ? names : null);
  if (clicked.length && names.length === 1) choose(state.turn.form, names[0]);
}

async function review(answer) {
  if (busy) {
    clicks?.clear();
    return;
  }
  busy = true;
  notify("");
  try {
    const found = await post("check", {number: shownTurn, answer});
    if (found.value) confirm(answer, found.value);
    else notify(found.stale ?? found.error);
  } catch {
    notify("The server does not answer. Nothing was sent.");
  } finally {
    busy = false;
  }
}

function confirm(answer, values) {
  pending = answer;
  at("chosen").replaceChildren(...Object.entries(values).flatMap(([key, value]) => [
    ...(key ? [make("dt", {}, spoken(key))] : []), make("dd", {}, told(value))]));
  at("move").hidden = true;
  at("confirm").hidden = false;
  at("send").disabled = false;
  at("send").focus();
}

const told = (value) => Array.isArray(value) ? value.join(", ") || "nothing" : value === null ? "none"
  : value === "" ? "(nothing)" : String(value);

function takeBack() {
  pending = null;
  at("confirm").hidden = true;
  at("move").hidden = false;
}

function undo() {
  takeBack();
  clicks?.clear();
  narrow(null);
  (at("move").querySelector("button:not([hidden]), input, textarea") ?? at("decision-heading")).focus();
}

async function send() {
  if (busy || pending === null) return;
  busy = true;
  at("send").disabled = true;
  try {
    const found = await post("move", {number: shownTurn, answer: pending});
    if (found.stale || found.error) { undo(); notify(found.stale ?? found.error); }
    else {
      pending = null;
      at("confirm").hidden = true;
      foldRules();
    }
  } catch {
    undo();
    notify("The server does not answer. Perhaps your move was sent: this page shows it once the server is back.");
  } finally {
    busy = false;
  }
}

// ---- what the server says ----

function showTurn() {
  const {turn, number, phase} = state;
  at("position").hidden = !turn; // before the first one
  if (turn) {
    at("view").textContent = turn.view;
    at("view").classList.toggle("aligned", Boolean(turn.final) || ALIGNED.test(turn.view));
  }
  const open = phase === "turn";
  at("position-heading").textContent = turn?.final ? "The position at the end"
    : open || !turn ? "What you see" : "What you saw when you moved";
  if (open && shownTurn !== number) {
    if (shownTurn && at("position").getBoundingClientRect().top < 0) at("position").scrollIntoView(); // above the moves
    shownTurn = number;
    pending = null;
    at("question").textContent = turn.form.kind === "choice" && turn.form.key ? spoken(turn.form.key) : "";
    at("confirm").hidden = true;
    at("move").hidden = false;
    narrow = () => {};
    showForm(turn.form);
    notify(turn.error);
    showRules(turn.rules);
    if (document.activeElement === document.body) at("decision-heading").focus({preventScroll: true});
  }
  if (!open) showEnd();
  showBoard();
}

// The board of the turn, or of the end; the one before stays until it has come.
async function showBoard() {
  const {turn, number} = state;
  const wanted = turn?.final ? "end" : number;
  at("board").hidden = !turn?.drawn;
  if (turn?.drawn && shownBoard !== wanted) {
    shownBoard = wanted;
    const loaded = await loadBoard(`board?number=${wanted}`);
    if (shownBoard !== wanted || !loaded) return;
    loaded.setAttribute("role", "group");
    at("board").replaceChildren(loaded);
    const {form, places} = state.turn;
    clicks = play(loaded, form.kind === "choice" ? places : {}, pick);
  }
  if (state.phase !== "turn") clicks?.stop();
}

function showPast(lines) {
  const list = at("news");
  const grown = lines.length > list.children.length;
  list.replaceChildren(...lines.map((line) => make("li", {}, line)));
  at("past").hidden = !lines.length;
  if (grown) list.scrollTop = list.scrollHeight;
}

// The end stands where the moves stood: who has won, the returns, and where the match can be seen again.
function showEnd() {
  const {phase, ending} = state;
  const over = phase === "over" && Boolean(ending?.outcome);
  at("ending").hidden = !over;
  if (over) {
    at("outcome").textContent = ending.outcome;
    at("returns").tBodies[0].replaceChildren(...ending.returns.map(([name, paid]) =>
      make("tr", {}, make("th", {scope: "row"}, name), make("td", {}, paid))));
    at("logged").replaceChildren(...(ending.logged ?? "").split("`").map((part, index) =>
      index % 2 ? make("code", {}, part) : part));
  }
  at("question").textContent = AFTERWARDS[phase] ?? "";
  at("move").replaceChildren();
  at("confirm").hidden = true;
  notify("");
}

function show(next) {
  state = {...state, ...next};
  const {phase, title} = state;
  document.body.dataset.phase = phase;
  if (at("status").textContent !== WORDS[phase]) at("status").textContent = WORDS[phase];
  at("decision-heading").textContent = WORDS[phase];
  at("title").textContent = title ?? "gtarena";
  document.title = phase === "turn" ? `Your move: ${title}` : `${title ?? "gtarena"}: ${WORDS[phase].toLowerCase()}`;
  at("leave").disabled = phase !== "turn";
  at("leave").title = phase === "waiting" ? "You can leave when it is your turn; closing the page loses nothing" : "";
  showTurn();
  showPast(state.past);
}

const ended = () => ["over", "left", "failed"].includes(state.phase);

async function follow() {
  for (let failures = 0; !ended();) {
    try {
      const reply = await fetch(`state?seen=${state.version}`);
      if (reply.status === 403) break;
      if (!reply.ok) throw new Error(reply.statusText);
      show(await reply.json());
      failures = 0;
    } catch {
      failures += 1;
      if (failures === TRIES) break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
  if (ended()) await post("seen", {}).catch(() => {});
  else show({phase: "lost"});
}

// ---- buttons and keys ----

// Rules are open until the first move of a game in this tab, and then as the person leaves them.
const foldKey = () => `rules of ${state.title} are folded`;

function showRules(rules) {
  if (at("rules-text").textContent !== rules) at("rules-text").textContent = rules;
  if (at("rules").hidden) at("rules-fold").open = !sessionStorage.getItem(foldKey());
  at("rules").hidden = false;
}

function foldRules() {
  if (!sessionStorage.getItem(foldKey())) at("rules-fold").open = false;
  sessionStorage.setItem(foldKey(), "yes");
}

at("send").addEventListener("click", send);
at("undo").addEventListener("click", undo);
at("confirm").addEventListener("keydown", (event) => { if (event.key === "Escape") undo(); });
at("leave").addEventListener("click", () => at("leaving").showModal());
at("stay").addEventListener("click", () => at("leaving").close());
at("really-leave").addEventListener("click", async () => {
  at("leaving").close();
  const found = await post("leave", {number: shownTurn}).catch(() => ({error: "The server does not answer."}));
  if (found.stale || found.error) notify(found.stale ?? found.error);
});
follow();
