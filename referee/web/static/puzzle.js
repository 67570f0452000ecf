// A puzzle: a turn is said by taps on its table, and judged beside the best.

import { ask, el, pages, sign, tell, words } from "/static/base.js";
import { PARTS, Picture } from "/static/picture.js";
import { rulesButton } from "/static/rules.js";

const name = decodeURIComponent(location.pathname.split("/")[2]);
const path = (...rest) => ["/api/puzzles", encodeURIComponent(name), ...rest].join("/");
const KEYS = { m: "map", t: "tracks", c: "cards", k: "books", p: "players", b: "bases", s: "spaces" };
const WHERE = {
  item: "players", card: "players", deck: "players", step: "players", jar: "players", flip: "players",
  company: "map", region: "map", column: "bases", columns: "bases", buy: "cards", track: "tracks",
  steps: "tracks", book: "books", space: "spaces",
};

let puzzle = null;
let draft = null;
let said = []; // turns that were played, each with its sentence
let lines = [""];
let hinted = []; // places that a hint points to
let drawn = "";
let busy = Promise.resolve();
const underWay = new Set();

const picture = new Picture(name, (places) => tap(places));
const tabs = el("nav", { class: "tabs", "aria-label": words.parts });
const question = el("h2", { class: "question" });
const offers = el("div", { class: "offers" });
const played = el("ol", { class: "played" });
const sentence = el("p", { class: "sentence", role: "status", "aria-live": "polite" });
const standing = el("span", { class: "second" });
const hints = el("ol", { class: "hints" });
const hint = el("button", { type: "button", onclick: () => attempt(nextHint) });
const reveal = el("button", { type: "button", onclick: () => attempt(askSolution) }, words["show-solution"]);
const verdict = el("section", { class: "verdict", tabindex: "-1", hidden: true });
const back = el("button", { type: "button", onclick: () => attempt(takeBack) }, words.undo);
const play = el("button", { type: "button", onclick: () => attempt(playOn) }, words.play);
const judge = el("button", { type: "button", class: "main", onclick: () => attempt(judgeAll) }, words.judge);

/** Do one thing after the other, the same thing again only when people have seen what came of it. */
function attempt(work) {
  if (underWay.has(work)) return busy;
  underWay.add(work);
  busy = busy
    .then(work)
    .catch((error) => tell([error.message, ...(error.problems ?? [])].join(" "), "fault"))
    .finally(() => underWay.delete(work));
  return busy;
}

const width = () => (innerWidth >= 1100 ? "laptop" : "phone");
const turns = () => said.map((turn) => turn.line);

async function say(body) {
  const answer = await ask(path("say"), { said: turns(), line: lines.at(-1), ...body });
  draft = answer.draft;
  verdict.hidden = true;
  if (draft.line !== lines.at(-1)) {
    const known = lines.indexOf(draft.line);
    lines = known >= 0 ? lines.slice(0, known + 1) : [...lines, draft.line];
  }
  await render();
}

const choose = (offer) => attempt(() => say({ line: offer.line }));

function tap(places) {
  if (!draft) return;
  const offered = places.find((place) => draft.offers.some((offer) => offer.place === place));
  attempt(() => say({ place: offered ?? places[0] }));
}

/** Show a table: that of the next turn, or with what an attempt or a solution changes. */
async function load(wanted = {}) {
  const asked = { said: turns(), width: width(), ...wanted };
  const key = JSON.stringify(asked);
  if (key === drawn) return;
  picture.put(await ask(path("picture"), asked), asked.width);
  drawn = key;
}

async function render() {
  await load();
  question.textContent = draft.kind === "turn" ? words["your-turn"] : draft.question;
  sentence.textContent = draft.sentence || words["first-say"];
  played.replaceChildren(...said.map((turn) => el("li", {}, turn.sentence)));
  const several = puzzle.horizon !== "turn";
  back.disabled = lines.length < 2 && !said.length;
  play.hidden = !several;
  play.disabled = draft.verdict !== "legal";
  judge.disabled = !draft.line && !said.length;
  showTabs(WHERE[draft.asks] ?? (draft.kind === "turn" ? "players" : picture.part || "map"));
  showOffers();
  const legal = draft.offers.filter((offer) => offer.legal && offer.place);
  const names = new Map(legal.map((offer) => [offer.place, offer.label]));
  picture.mark(names.keys(), draft.chosen, names);
  for (const place of hinted) for (const element of picture.elements(place)) picture.point(element, "hinted");
}

function showTabs(part) {
  const shown = PARTS.map((each) =>
    el("button", { type: "button", "aria-pressed": String(each === part), onclick: () => showTabs(each) }, words[`part-${each}`]),
  );
  tabs.replaceChildren(...shown);
  picture.show(part, puzzle.seat);
}

function row(offer, number) {
  const more = offer.place ? picture.title(offer.place) : "";
  return el(
    "button",
    { type: "button", class: `offer${offer.extra ? " extra" : ""}`, "data-kind": offer.kind, onclick: () => choose(offer) },
    number ? el("kbd", {}, String(number)) : null,
    el("span", {}, offer.label, more ? el("span", { class: "second" }, more) : null),
  );
}

function showOffers() {
  const legal = draft.offers.filter((offer) => offer.legal);
  const main = legal.filter((offer) => !offer.extra || offer.kind === "empty");
  const extra = legal.filter((offer) => !main.includes(offer));
  const more = extra.length ? el("details", { class: "more" }, el("summary", {}, words.more), extra.map((offer) => row(offer))) : null;
  offers.replaceChildren(...[...main.map((offer, index) => row(offer, index < 9 ? index + 1 : 0)), more].filter(Boolean));
}

// What a solver does ---------------------------------------------------------------------------------

async function takeBack() {
  if (lines.length > 1) lines.pop();
  else if (said.length) lines = ["", ...said.pop().lines.slice(1)];
  await say({});
}

async function playOn() {
  said.push({ line: draft.record, sentence: draft.sentence, lines });
  lines = [""];
  await say({});
}

async function judgeAll() {
  const all = draft.line ? [...turns(), draft.record] : turns();
  const answer = await ask(path("attempts"), { said: all });
  showProgress(answer.progress);
  if (answer.value !== null) await load({ said: all, changes: true });
  showVerdict(answer);
}

async function nextHint() {
  const step = Math.min(hints.children.length + 1, puzzle.hints);
  const answer = await ask(path("hints"), { step });
  hints.append(el("li", {}, answer.words));
  hinted = answer.places.length ? answer.places : hinted;
  showHintButton();
  if (hinted.length) await render();
}

function showHintButton() {
  const left = hints.children.length < puzzle.hints;
  hint.textContent = hints.children.length ? (left ? words["next-hint"] : words["no-more-hints"]) : words.hint;
  hint.disabled = !left;
}

/** A solution is told to whoever asks twice, or has found one. */
async function askSolution() {
  if (!puzzle.solved && !reveal.dataset.asked) {
    reveal.dataset.asked = "yes";
    reveal.textContent = words["sure-solution"];
    return;
  }
  const answer = await ask(path("solution"), {});
  delete reveal.dataset.asked;
  reveal.textContent = words["show-solution"];
  showProgress({ ...puzzle, ...answer.progress });
  await load({ said: [], solution: true });
  showSolution(answer);
}

// What is told -----------------------------------------------------------------------------------------

function showProgress(progress) {
  Object.assign(puzzle, progress);
  standing.textContent = [words[puzzle.difficulty], puzzle.standing].join(" · ");
}

const written = (number) => String(number).replace("-", "−");

function numbers(value, best) {
  const one = (label, number) => el("div", {}, el("dt", {}, label), el("dd", {}, written(number)));
  return el("dl", { class: "worths" }, value === null ? null : one(words.worth, value), one(words.best, best));
}

function pad(told) {
  if (!told) return null;
  const line = ([label, before, after]) =>
    el("tr", { class: before === after ? "" : "changed" }, el("th", { scope: "row" }, label), el("td", {}, written(before)), el("td", {}, written(after)));
  const head = ["", words.before, words.after].map((word, at) => (at ? el("th", { scope: "col" }, word) : el("td", {})));
  return el("table", { class: "pad" }, el("caption", {}, told.title), el("thead", {}, el("tr", {}, head)), el("tbody", {}, told.rows.map(line)));
}

function faults(violations) {
  return violations.map((each) => el("div", { class: "rule" }, el("p", {}, el("b", {}, each.rule), " ", each.message), el("p", { class: "second" }, each.citations[0] ?? "")));
}

function tellHere(kind, ...children) {
  verdict.className = `verdict panel ${kind}`;
  verdict.replaceChildren(...children.filter(Boolean));
  verdict.hidden = false;
  verdict.scrollIntoView({ block: "nearest" });
  verdict.focus({ preventScroll: true });
}

function showVerdict(answer) {
  tellHere(
    answer.verdict,
    el("h2", {}, answer.words),
    answer.best === null ? null : numbers(answer.value, answer.best),
    answer.missing ? el("p", {}, answer.missing) : null,
    ...faults(answer.violations),
    answer.why ? el("p", { class: "why" }, answer.why) : null,
    pad(answer.pad),
  );
}

function showSolution(answer) {
  const told = answer.turns.map((turn, at) => el("li", {}, answer.sentences[at], el("code", { class: "second" }, turn)));
  tellHere(
    "solution",
    el("h2", {}, words.solution),
    el("ol", { class: "played" }, told),
    numbers(null, answer.best),
    el("p", { class: "why" }, answer.why),
    pad(answer.pad),
    el("p", { class: "second" }, words["other-optimum"]),
    el("button", { type: "button", onclick: () => attempt(startAgain) }, words.again),
  );
}

async function startAgain() {
  said = [];
  lines = [""];
  await say({});
}

// Keys ---------------------------------------------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !draft || document.querySelector("dialog[open]")) return;
  if (event.target.matches?.("input, textarea, select")) return;
  const onButton = event.target.matches?.("button, a, summary");
  if (/^[1-9]$/.test(event.key)) offers.querySelectorAll("button.offer:not(.extra)")[Number(event.key) - 1]?.click();
  else if (event.key === "Backspace") back.click();
  else if (event.key === "Enter" && !onButton) judge.click();
  else if (KEYS[event.key.toLowerCase()] && !onButton) showTabs(KEYS[event.key.toLowerCase()]);
});

// The page -------------------------------------------------------------------------------------------------

function build() {
  document.title = puzzle.title;
  document.body.replaceChildren(
    el(
      "header",
      { class: "bar" },
      el("a", { class: "icon", href: "/puzzles", "aria-label": pages.puzzles }, "‹"),
      sign(puzzle.player),
      el("div", { class: "grow" }, el("h1", {}, puzzle.title), standing),
      rulesButton(),
    ),
    el(
      "main",
      { class: "recorder" },
      el("div", { class: "board" }, el("div", { class: "asked" }, el("p", {}, puzzle.text), el("p", {}, el("b", {}, puzzle.question)), hints, el("p", { class: "chips" }, hint, reveal)), tabs, picture.frame),
      el(
        "section",
        { class: "turn", "aria-label": words["turn-so-far"] },
        el("div", { class: "choices" }, verdict, question, offers),
        el("div", { class: "foot" }, played, sentence, el("div", { class: "actions" }, back, play, judge)),
      ),
    ),
  );
  showProgress(puzzle);
  showHintButton();
}

addEventListener("resize", () => draft && verdict.hidden && attempt(render));
attempt(async () => {
  puzzle = await ask(path());
  build();
  await say({});
});
