// The recorder: a statement grows by taps on the picture, the list, or by typing, and is recorded.

import { ask, el, gamePath, putPicture, sign, tell, words } from "/static/base.js";
import { faultsSheet, showFollowing } from "/static/advice.js";
import { ending } from "/static/ending.js";
import { owedSheet, padPanel, roundPanel } from "/static/efforts.js";
import { listenToKeys } from "/static/keys.js";
import { BETWEEN_LOOKS, Live } from "/static/live.js";
import { meaningSheet, putWords } from "/static/meaning.js";
import { PARTS, Picture } from "/static/picture.js";
import { rulesSheet } from "/static/rules.js";
import { valueSheet } from "/static/values.js";
import { countSheet, entriesSheet, gameMenu, rulingSheet, undoSheet } from "/static/sheets.js";

const name = decodeURIComponent(location.pathname.split("/")[2]);
const WHERE = {
  item: "players", deck: "players", step: "players", jar: "players", flip: "players", company: "map",
  region: "map", column: "bases", columns: "bases", buy: "cards", track: "tracks", steps: "tracks",
  book: "books", space: "spaces",
};
const FACED = new Set(["card", "book", "tile", "discard"]);
const DRAWN = new Set(["deal-cards", "deal-books", "starting-tile", "rest", "plan", "refill-books", "prepare"]);

let faces = null;
let draft = null;
let lines = [""];
let begun = {};
let everything = false;
let secret = false;
let hand = null; // The colour of the player who asked for the cards to plan with: no hand is shown unasked.
let busy = Promise.resolve();
let working = 0; // So many things are under way,
let tapped = false; // among them what a tap asked for.
let answersTo = ""; // The version in front of which the draft was made, or the fields for what is counted.
let counting = ""; // What these fields are for.
const old = new Set(); // Versions that were there before this page changed anything: undo asks.

const at = { sign: el("span"), title: el("h1", { id: "who" }), moment: el("p", { class: "second" }), step: el("span", { class: "step" }), owed: el("button", { type: "button", class: "owed", hidden: true, onclick: () => owedSheet(live, attempt, start) }), faults: el("button", { type: "button", class: "faults", hidden: true, onclick: () => faultsSheet(name, live, attempt) }) };
const tabs = el("nav", { class: "tabs", "aria-label": words.parts });
const question = el("h2", { class: "question" });
const follows = el("div", { "aria-live": "polite" });
let followed = "";
const opening = el("p", { class: "second", role: "status" }, words.opening);
const notice = el("p", { class: "second" });
const miscounted = el("div", { class: "miscounted ruling panel row", role: "alert", hidden: true });
const read = new Set(); // Notes about wrong counts that were closed on this device.
const mended = el("div", { class: "mended panel row", hidden: true });
const faceGrid = el("div", { class: "faces" });
const offers = el("div", { class: "offers" });
const sentence = el("p", { class: "sentence", role: "status", "aria-live": "polite" });
const typed = el("input", { id: "line", "aria-label": words.type, placeholder: words.type, autocomplete: "off", autocapitalize: "off", spellcheck: "false", list: "completions", oninput: () => typeOn() });
const completions = el("datalist", { id: "completions" });
const undo = el("button", { type: "button", onclick: () => back() }, words.undo);
const unsure = el("button", { type: "button", title: words["not-sure-more"], onclick: () => act({ gap: true }) }, words["not-sure"]);
const done = el("button", { type: "button", class: "main", onclick: () => act({ done: true }) }, words["that-is-all"]);
const picture = new Picture(name, (places) => tapPlaces(places), (title, places) => meaning(title, places));
const zoom = el("button", { type: "button", class: "zoom", "aria-label": words.zoom, title: words.zoom, onclick: () => picture.toggleZoom() }, "⊕");

const STEPS = { offline: "offline", "not-found": "removed" };
const live = new Live(name, (state, isForeign) => show(state, isForeign), (yes, why) => {
  at.step.textContent = words[yes ? "in-step" : (STEPS[why] ?? "not-in-step")];
  at.step.className = `step ${yes ? "good" : "bad"}`;
  document.body.classList.toggle("out-of-step", !yes);
});

/** Tell what a piece, a place or a word is. */
function meaning(title, places) {
  const [called, shows] = title.split(":");
  const id = [called, ...places.map((place) => place.replace(/^(card|book)-/, ""))].find((each) => faces?.[each]);
  // What is printed there is what rules speak of, not the name of a piece.
  const about = (shows ?? title).split(/[,;(]/)[0].replace(/\d+/g, "").trim().split(" ").at(-1);
  meaningSheet(title, about, faces?.[id], { name, live, attempt, line: said });
}

/** Do one thing after the other, and say what went wrong. */
function queue(work, asked = work) {
  working += 1;
  busy = busy.then(work).catch((error) => {
    if (!live.state) {
      opening.textContent = error.message;
      if (error.kind === "offline") return void setTimeout(() => queue(load), BETWEEN_LOOKS);
    }
    if (error.kind === "unread") return valueSheet(name, error, () => queue(() => resume(asked), asked));
    tell([error.message, ...(error.problems ?? [])].join(" "), "fault");
    // What is open over the page speaks of an older version.
    if (error.status === 409) document.querySelectorAll("dialog[open]").forEach((each) => each.close());
  }).finally(() => {
    working -= 1;
    if (!working) showWorking(false);
  });
  return busy;
}

/** Go on with a value that was missing; what was tapped may be recorded already, and only its table not shown. */
async function resume(work) {
  const before = live.state?.version;
  await load();
  if (before === live.state.version) await work();
  else if (before) forget();
}

/** Do what a tap asks for, unless the page still works on an earlier one, whose outcome nobody has seen yet. */
function attempt(work) {
  if (tapped) return busy;
  showWorking(true);
  return queue(work);
}

function showWorking(yes) {
  tapped = yes;
  document.body.classList.toggle("working", yes);
  for (const button of [undo, unsure, done]) button.setAttribute("aria-disabled", String(yes));
}

/** Say something to the server, and show what it answers. */
async function say(body) {
  const hold = Boolean(secret && (draft?.kind === "plan" || live.state.due.phase === "planning"));
  if (hold && body.done) return keepSecret(draft);
  const asked = { after: live.state.version, line: lines.at(-1), everything, hold, ...begun, ...body };
  const answer = await ask(gamePath(name, "say"), asked).catch(async (error) => {
    if (error.status === 409) await live.refresh();
    throw error;
  });
  if (answer.state) {
    forget();
    live.take(answer.state);
    const entry = answer.state.entries.find((each) => each.address === answer.state.recorded);
    const { ruled } = answer.state; // Behind a gap: the rules that it breaks on every table that is possible.
    if (entry && ruled) rulingSheet(name, { ...entry, violations: ruled }, live, attempt);
    else if (entry && entry.verdict === "illegal") rulingSheet(name, entry, live, attempt);
    else if (answer.state.changed?.length && answer.state.standing.faults.length) faultsSheet(name, live, attempt);
    return;
  }
  draft = answer.draft;
  answersTo = asked.after;
  if (hold && draft.complete && draft.line) return keepSecret(draft);
  if (draft.line !== lines.at(-1)) {
    const known = lines.indexOf(draft.line);
    lines = known >= 0 ? lines.slice(0, known + 1) : [...lines, draft.line];
  }
  await render();
}

/** A plan that nobody else sees before all are there. */
async function keepSecret(plan) {
  forget();
  await live.change("plan", { player: plan.player, line: plan.record });
  tell(words["secret-more"]);
}

const act = (body) => {
  const after = answersTo;
  return attempt(() => say({ after, ...body }));
};
const tapPlaces = (places) => {
  if (live.state.due?.finished && !draft) return; // An entry of a finished game is mended by taps, too.
  const offered = draft && places.find((place) => draft.offers.some((offer) => offer.place === place));
  act({ place: offered ?? places[0] });
};
const choose = (offer) => act({ line: offer.line });

/** What was begun here is recorded. */
function forget() {
  hand = null;
  lines = [""];
  begun = {};
}

/** Begin what a tap asks for, unless the page still works on an earlier one. */
const start = (extra) => tapped || begin(extra);

function begin(extra = {}) {
  lines = [""];
  begun = extra;
  everything = Boolean(live.state?.unordered && !extra.at && !extra.within);
  const entering = extra.at || extra.within;
  document.body.dataset.effort = entering ? "turns" : live.state?.effort;
  if (!live.state?.due || (!entering && isOver(live.state))) return over();
  if (live.state.effort !== "turns" && !entering) return queue(panel);
  const waiting = live.state.due.players.filter((colour) => !live.state.planned.includes(colour));
  if (live.state.due.phase === "planning" && live.state.planned.length && !begun.player) begun = { ...begun, player: waiting[0] };
  return queue(() => say({}));
}

/** Whether nothing more is to be said; behind rounds that were counted the pad still is. */
const isOver = (state) => state.over || (state.effort === "turns" ? state.due.finished : state.standing.finished);

const countedFor = ({ effort, round }) => `${effort} ${round}`;

/** Record what was counted. */
function count(what, body) {
  const after = answersTo;
  return attempt(async () => {
    await live.change(what, { after, ...body });
    counting = "";
  });
}

/** Whether numbers were entered that are not recorded. */
const isCounting = () => counting && [...offers.querySelectorAll(".panel-of-counts input")].some((each) => each.value !== each.defaultValue);

/** Leave the numbers that were entered, unless what they are for was counted elsewhere. */
function keepCounts(isForeign) {
  const { state } = live;
  if (state.over || countedFor(state) !== counting) {
    if (isForeign) tell(words["begun-gone"], "fault");
    return void begin();
  }
  answersTo = state.version;
  heading(state.title, words[`effort-${state.effort}`]);
  document.body.dataset.shown = `${state.seen} ${state.effort}`;
}

/** Show what is counted instead of turns. */
async function panel() {
  const state = live.state;
  const shown = state.effort === "pad" ? padPanel(state, count) : await roundPanel(name, state, count);
  draft = null;
  answersTo = state.version;
  counting = countedFor(state);
  if (state.effort === "rounds") {
    await picture.load(state.version, null, width());
    picture.mark([], [], new Map());
    showTabs("tracks", 0);
  }
  heading(state.title, words[`effort-${state.effort}`]);
  question.textContent = "";
  notice.textContent = followed = "";
  follows.replaceChildren();
  faceGrid.replaceChildren();
  offers.replaceChildren(el("div", { class: "panel-of-counts" }, shown));
  sentence.textContent = "";
  unsure.hidden = done.hidden = true;
  document.body.classList.remove("drawing");
  document.body.dataset.shown = `${state.seen} ${state.effort}`;
}

function heading(title, moment) {
  document.body.classList.remove("opening");
  opening.remove();
  at.sign.replaceChildren();
  at.title.textContent = title;
  at.moment.textContent = moment;
  const owed = live.state.owed.length;
  at.owed.hidden = !owed;
  at.owed.textContent = `${owed} ${words.owed}`;
  const { faults } = live.state;
  at.faults.hidden = !faults.length;
  at.faults.textContent = `⚠ ${faults.length}`;
  at.faults.setAttribute("aria-label", `${words.faults}: ${faults.length}`);
  showMiscount();
  const entry = live.state.entries.find((each) => each.address === (begun.at ?? begun.within));
  mended.hidden = !entry;
  mended.replaceChildren(...(entry ? [
    el("span", { class: "grow" }, el("span", { class: "second" }, words["recorded-so-far"]), entry.sentence, " ", el("code", {}, entry.statement)),
    el("button", { type: "button", onclick: () => start() }, words.cancel),
  ] : []));
}

/** The last count that differs from the record, until it is closed here or decided on. */
function showMiscount() {
  const wrong = live.state.entries.filter((each) => each.verdict === "wrong-note").map((each) => each.address);
  const fault = live.state.faults.findLast((each) => wrong.includes(each.address));
  // The same count may be wrong a second time.
  const said = fault && [fault.address, ...fault.messages].join("\n");
  miscounted.hidden = !fault || read.has(said);
  // What is announced is not announced again with every version.
  if (miscounted.hidden || miscounted.dataset.said === said) return;
  miscounted.dataset.said = said;
  const close = () => (read.add(said), (miscounted.hidden = true));
  miscounted.replaceChildren(
    el("div", { class: "grow" }, fault.messages.map((each) => el("p", {}, each))),
    el("button", { type: "button", onclick: close }, words.close),
  );
}

function back() {
  if (tapped) return;
  if (lines.length > 1) {
    lines.pop();
    return act({});
  }
  if (begun.at || begun.within) return begin();
  const { version, entries, over: isOver, due } = live.state;
  const step = async () => {
    const isOld = old.has(version);
    await live.change("steps", { after: version, way: "undo" });
    if (isOld) old.add(live.state.version);
  };
  if (old.has(version) || isOver || due?.finished) return undoSheet(entries.at(-1), () => attempt(step));
  return attempt(step);
}

// Showing ------------------------------------------------------------------------------------------

const width = () => (innerWidth >= 1100 ? "laptop" : "phone");

function show(state, isForeign) {
  if (!old.size) old.add(state.version);
  document.title = `${state.title} · ${state.moment ?? ""}`;
  // Behind a request under way: its answer may still belong to what was begun here.
  queue(() => {
    if (isCounting()) return keepCounts(isForeign);
    return draft && (lines.at(-1) || begun.at || begun.within) ? keep() : void begin();
  });
}

/** Go on with what was begun here, behind what another device has recorded. */
async function keep() {
  const { entries, due, version: after, planned, unordered } = live.state;
  const address = begun.at ?? begun.within;
  const isDue = address ? entries.some((each) => each.address === address) : unordered || !draft.player || (due?.players.includes(draft.player) && !planned.includes(draft.player));
  // Held back, as nobody has tapped anything now.
  const asked = { after, line: lines.at(-1), everything, ...begun, hold: true };
  const answer = isDue && (await ask(gamePath(name, "say"), asked).catch((error) => {
    if (error.status !== 422) throw error;
  }));
  if (!answer || (answer.draft.verdict === "illegal" && draft.verdict !== "illegal")) {
    tell(words["begun-gone"], "fault");
    return void begin();
  }
  draft = answer.draft;
  answersTo = after;
  await render();
}

function called(colour) {
  const player = live.state.players.find((each) => each.colour === colour);
  return player?.name || words[colour] || colour;
}

async function over() {
  draft = null;
  document.body.dataset.effort = "over";
  await picture.load(live.state.version, null, width());
  picture.show(width() === "phone" ? "map" : "", 0);
  heading(live.state.title, live.state.moment ?? "");
  notice.textContent = "";
  question.textContent = live.state.result ?? live.state.trouble ?? "";
  faceGrid.replaceChildren();
  offers.replaceChildren(...(live.state.over ? ending(name, live.state) : []));
  showWhatFollows();
  sentence.textContent = "";
  unsure.hidden = done.hidden = true;
  showTabs("map");
}

/** Behind a gap, once for each version. */
function showWhatFollows() {
  if (!live.state.open) follows.replaceChildren();
  else if (followed !== live.state.version) {
    followed = live.state.version;
    showFollowing(name, live, attempt, follows);
  }
}

async function render() {
  const seat = Math.max(0, live.state.players.findIndex((player) => player.colour === draft.player));
  await picture.load(live.state.version, begun.at ?? begun.within, width());
  const round = live.state.due.turn ? "" : live.state.moment;
  const mending = begun.at || begun.within;
  heading(draft.player ? called(draft.player) : live.state.title, mending ? words.mending : round || live.state.moment);
  at.sign.replaceChildren(draft.player ? sign(draft.player) : "");
  question.textContent = draft.question;
  notice.textContent = live.state.unsaved ?? live.state.open ?? "";
  document.body.classList.toggle("no-hints", !live.state.hints);
  showWhatFollows();
  putWords(sentence, draft.sentence || draft.line, (word) => meaning(faces?.[word]?.title ?? word, [word]));
  typed.value = draft.line;
  unsure.hidden = false;
  done.hidden = draft.line === "" && draft.kind !== "plan";
  done.className = draft.verdict === "illegal" ? "main wrong" : "main";
  done.textContent = mending ? words.mend : draft.verdict === "legal" ? words.record : words["that-is-all"];
  const part = WHERE[draft.asks] ?? (draft.kind === "turn" ? "players" : picture.part || "map");
  document.body.classList.toggle("drawing", DRAWN.has(draft.kind));
  showTabs(part, seat);
  showOffers();
  const offered = draft.offers.filter((offer) => isOffered(offer) && offer.place).sort((a, b) => a.legal - b.legal);
  const names = new Map(offered.map((offer) => [offer.place, labelOf(offer)]));
  const legal = new Set(offered.filter((offer) => offer.legal).map((offer) => offer.place));
  picture.mark(names.keys(), draft.chosen, names, legal);
  document.body.dataset.shown = `${live.state.seen} ${begun.at ?? begun.within ?? ""} ${draft.line}`;
}

function showTabs(part, seat = 0) {
  const shown = PARTS.map((each) =>
    el("button", { type: "button", "aria-pressed": String(each === part), onclick: () => (document.body.classList.remove("drawing"), showTabs(each, seat)) }, words[`part-${each}`]),
  );
  tabs.replaceChildren(...shown);
  picture.show(part, seat);
  if (width() !== "phone") picture.svg?.getElementById(part === "players" ? `seat-${seat}` : part)?.scrollIntoView?.({ block: "nearest", behavior: "auto" });
}

/** Behind a gap what may be legal is offered as well; of everything that can be said it is only marked. */
const isOffered = (offer) => offer.legal || (offer.unsure && !everything);
const labelOf = (offer) => (offer.unsure ? `${offer.label} ?` : offer.label);
const looks = (offer) => (offer.legal ? "" : offer.unsure ? " unsure" : " other");

function face(offer) {
  const drawn = faces?.[offer.values[0]];
  const button = el("button", { type: "button", class: `face${looks(offer)}`, title: drawn?.title, "aria-label": drawn?.title ?? labelOf(offer), "data-line": offer.line, onclick: () => choose(offer) });
  if (drawn) putPicture(button, drawn.svg);
  else button.textContent = labelOf(offer);
  return button;
}

function row(offer, number) {
  const more = offer.place ? picture.title(offer.place) : "";
  return el(
    "button",
    { type: "button", class: `offer${looks(offer)}${offer.extra ? " extra" : ""}`, "data-kind": offer.kind, "data-line": offer.line, onclick: () => choose(offer) },
    number ? el("kbd", {}, String(number)) : null,
    el("span", {}, labelOf(offer), more ? el("span", { class: "second" }, more) : null),
  );
}

function showOffers() {
  if (draft.kind === "plan" && !begun.at && !begun.within && hand !== draft.player) return hush();
  const legal = draft.offers.filter((offer) => isOffered(offer) || offer.kind === "action");
  const others = draft.offers.filter((offer) => !legal.includes(offer));
  const faced = (offer) => FACED.has(offer.kind) && (offer.place === null || offer.place.includes("-hand-"));
  const drawn = legal.filter(faced);
  const listed = legal.filter((offer) => !faced(offer));
  faceGrid.replaceChildren(...drawn.map(face), ...others.filter(faced).map(face));
  const first = draft.kind === "turn";
  const main = listed.filter((offer) => (first ? offer.kind === "action" : !offer.extra || offer.kind === "empty"));
  const extra = listed.filter((offer) => !main.includes(offer));
  const more = el("details", { class: "more" }, el("summary", {}, first ? words["as-list"] : words.more), extra.map((offer) => row(offer)), other(others.filter((offer) => !faced(offer))), el("button", { type: "button", class: "offer other narrow", onclick: () => (document.body.classList.add("types"), typed.focus()) }, words.type));
  offers.replaceChildren(...plans(), ...main.map((offer, index) => row(offer, index < 9 ? index + 1 : 0)), more);
  if (everything) more.open = true;
  completions.replaceChildren();
  complete(draft.offers);
}

/** Show who has planned, and whose plan is still to come, but no cards. */
function hush() {
  question.textContent = words["open-hand"];
  done.hidden = true;
  faceGrid.replaceChildren();
  completions.replaceChildren();
  offers.replaceChildren(...plans());
}

/** Everybody on one screen: whoever is tapped is asked next. */
function plans() {
  if (draft.kind === "turn" && !begun.at) return [players()];
  if (draft.kind !== "plan" && draft.kind !== "rest" && draft.kind !== "starting-tile") return [];
  const waiting = live.state.due.players.filter((colour) => !live.state.planned.includes(colour));
  const quietly = el("input", { type: "checkbox", checked: secret, onchange: () => (secret = quietly.checked) });
  return [
    draft.kind === "plan" ? el("label", { class: "row secret" }, quietly, el("span", {}, words.secret, el("span", { class: "second" }, words["secret-more"]))) : "",
    el("p", { class: "chips", role: "group", "aria-label": words.whose }, live.state.players.map((player) =>
      el("button", { type: "button", class: "chip", "aria-pressed": String(player.colour === draft.player), disabled: !waiting.includes(player.colour), onclick: () => ((hand = player.colour), start({ player: player.colour })) }, sign(player.colour), called(player.colour), waiting.includes(player.colour) ? "" : " ✓"),
    )),
  ];
}

/** Somebody else has played already: the turns before are left out, and owed. */
function players() {
  const upto = (colour) => (live.state.unordered || begun.within ? start({ ...begun, player: colour }) : act({ upto: colour }));
  return el("p", { class: "chips", role: "group", "aria-label": words.whose }, live.state.players.map((player) =>
    el("button", { type: "button", class: "chip", "aria-label": called(player.colour), "aria-pressed": String(player.colour === draft.player), onclick: () => player.colour !== draft.player && upto(player.colour) }, sign(player.colour)),
  ));
}

function other(others) {
  if (!everything) {
    return el("button", { type: "button", class: "offer other", id: "something-else", onclick: () => ((everything = true), act({})) }, el("span", {}, words["something-else"], el("span", { class: "second" }, words["something-else-more"])));
  }
  return others.map((offer) => row(offer));
}

listenToKeys({
  offers, typed, done, undo, unsure, picture,
  isAsked: () => Boolean(draft),
  showPart: (part) => showTabs(part, picture.seat),
});

/** Offer lines to whoever types, besides those that led there. */
function complete(said) {
  const known = new Set([...completions.children].map((each) => each.value));
  const more = said.filter((offer) => isOffered(offer) && !offer.line.endsWith("?") && !known.has(offer.line));
  completions.append(...more.map((offer) => el("option", { value: offer.line })));
}

/** A line that was offered is in the field: what may come behind it is offered as well. */
async function typeOn() {
  const line = typed.value.trim();
  if (![...completions.children].some((each) => each.value === line)) return;
  const { version } = live.state;
  const answer = await ask(gamePath(name, "say"), { after: version, ...begun, line, hold: true }).catch(() => null);
  if (answer?.draft && live.state.version === version) complete(answer.draft.offers);
}

function type(event) {
  event.preventDefault();
  if (typed.value.trim()) act({ line: typed.value, done: true, typed: true });
}

const said = () => draft?.line ?? "";

// The page -----------------------------------------------------------------------------------------

const sheets = { entries: () => entriesSheet(name, live, attempt, start), count: () => attempt(() => countSheet(name, live, attempt)), rules: () => rulesSheet({ name, live, attempt, line: said }), menu: () => gameMenu(name, live, attempt, said) };

document.body.classList.add("opening");
document.body.replaceChildren(
  el("header", { class: "bar" },
    el("a", { class: "icon", href: "/", "aria-label": words.home }, "‹"),
    at.sign,
    el("div", { class: "who" }, at.title, at.moment),
    at.faults,
    at.owed,
    at.step,
    el("button", { type: "button", onclick: sheets.entries }, words.turns),
    el("button", { type: "button", class: "wide", onclick: sheets.count }, words.count),
    el("button", { type: "button", class: "wide always", onclick: sheets.rules }, words.rules),
    el("button", { type: "button", class: "dots", "aria-label": words.menu, onclick: sheets.menu }),
  ),
  el("main", { class: "recorder" },
    el("div", { class: "board" }, tabs, picture.frame, zoom),
    el("section", { class: "turn", "aria-label": words["turn-so-far"] },
      el("div", { class: "choices" }, opening, miscounted, mended, question, notice, follows, faceGrid, offers),
      el("form", { class: "typing", onsubmit: type }, typed, completions),
      el("div", { class: "foot" }, sentence, el("div", { class: "actions" }, undo, unsure, done)),
    ),
  ),
);

addEventListener("resize", () => draft && render());
async function load() {
  faces = await ask(gamePath(name, "faces"));
  await live.start();
}
queue(load);
