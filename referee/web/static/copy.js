// The map of a copy: 24 regions and four bases tapped, the cells follow, then the borders.

import { ask, draw, el, once, pages, tell, words } from "/static/base.js";
import { cells, sides } from "/static/voronoi.js";
import { rulesButton } from "/static/rules.js";

const name = decodeURIComponent(location.pathname.split("/")[2]);
const path = (...rest) => ["/api/copies", encodeURIComponent(name), ...rest].join("/");
const [WIDE, HIGH] = [730, 672]; // as the map of a picture
const [COLUMNS, LINES] = [72, 27]; // of the schematic map
const SHORTEST = 12;
const STEP = 12;
const WHATS = { "-1": "unsaid", 0: "none", 1: "single", 2: "double" };

let map = null;
let points = new Map();
let part = "map";
let cross = [WIDE / 2, HIGH / 2];
let questions = [];
let progress = "";
let number = 0; // the question that is shown
let busy = Promise.resolve();

const sheet = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "sheet-map", role: "application", tabindex: "0", "aria-label": words.sheet });
const told = el("h2", { role: "status", "aria-live": "polite" });
const more = el("div", { class: "stack" });
const tabs = el("nav", { class: "chips" });

function attempt(work) {
  busy = busy.then(work).catch((error) => tell(error.message, "fault"));
  return busy;
}

function filled(template, facts) {
  return template.replace(/\{(\w+)\}/g, (_, key) => facts[key]);
}

const asked = () => (part === "questions" ? questions[number % questions.length] : null);
/** The place of the board that a question is about, if it is about one. */
const here = () => asked()?.key.split(".").find((word) => points.has(word));

const order = () => map.places.map((place) => place.id);
const next = () => order().find((id) => !points.has(id));
const called = (id) => map.places.find((place) => place.id === id)?.name ?? words[id] ?? id;

/** Where every place lies that somebody has pointed out. */
function take(found) {
  map = found;
  points = new Map(map.places.filter((place) => place.placed).map((place) => [place.id, [(place.drawn[0] / COLUMNS) * WIDE, (place.drawn[1] / LINES) * HIGH]]));
}

async function put(at) {
  const id = next();
  if (!id || part !== "map") return;
  points.set(id, at); // shown at once, and saved behind the scenes
  show();
  await attempt(async () => {
    const known = points;
    const found = await ask(path("map"), { places: { [id]: [at[0] / WIDE, at[1] / HIGH] } });
    map = found;
    points = known;
  });
}

async function takeBack() {
  const last = order().filter((id) => points.has(id)).at(-1);
  points.delete(last);
  show();
}

// Drawing ------------------------------------------------------------------------------------------

const line = (corners) => `M${corners.map(({ at }) => at.map((part) => part.toFixed(1)).join(" ")).join("L")}Z`;

function label(id, [x, y]) {
  const base = !/^R\d/.test(id);
  const text = draw("text", { x: Math.min(WIDE - 60, Math.max(60, x)), y: y + 7, class: base ? "base" : "" });
  if (!base) text.setAttribute("x", x);
  text.textContent = base ? called(id) : id;
  return base ? [text] : [draw("circle", { cx: x, cy: y, r: 22 }), text];
}

function said(between) {
  const same = (pair) => between.every((id) => pair.includes(id));
  const known = map.borders.find((border) => same(border.between));
  if (known?.lines) return known.lines;
  return map.none.some(same) ? 0 : -1;
}

function borderLine(side) {
  const lines = said(side.between);
  const [[x1, y1], [x2, y2]] = [side.from, side.to];
  const at = { x1, y1, x2, y2 };
  const what = words[`what-${WHATS[lines]}`];
  const name = filled(words.border, { one: called(side.between[0]), other: called(side.between[1]), what });
  const press = () => attempt(() => nextBorder(side));
  const made = draw("g", { class: `border ${WHATS[lines]}`, role: "button", tabindex: "0", "aria-label": name, "data-between": side.between.join(" ") }, draw("line", { ...at, class: "hit" }), draw("line", { ...at, class: "ink" }));
  if (lines === 2) made.append(draw("line", { ...at, class: "gap" }));
  made.addEventListener("click", press);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
  return made;
}

/** Single, double, none, and round again; a place is done when all its sides are said. */
async function nextBorder(side) {
  const now = said(side.between);
  const lines = now === -1 ? 1 : (now + 1) % 3;
  const every = borders();
  const answered = (each) => each.between.join() === side.between.join() || said(each.between) !== -1;
  const whole = order().filter((id) => {
    const own = every.filter((each) => each.between.includes(id));
    return own.length && own.every(answered);
  });
  const focus = side.between.join(" ");
  map = await ask(path("borders"), { between: side.between, lines, whole });
  show();
  sheet.querySelector(`[data-between="${focus}"]`)?.focus();
}

const isBase = (id) => !/^R\d/.test(id);
const borders = () => sides(cells(points, WIDE, HIGH), SHORTEST).filter((side) => !side.between.every(isBase));

function show() {
  const found = cells(points, WIDE, HIGH);
  const all = order().length;
  sheet.replaceChildren(draw("rect", { x: 0, y: 0, width: WIDE, height: HIGH, class: "paper" }));
  if (map.photograph) sheet.append(draw("image", { href: path("photograph"), x: 0, y: 0, width: WIDE, height: HIGH, preserveAspectRatio: "none" }));
  for (const [id, corners] of found) if (points.size > 1 && corners.length) sheet.append(draw("path", { d: line(corners), class: `cell${isBase(id) ? " base" : ""}${id === here() ? " here" : ""}` }));
  if (part === "borders") sheet.append(...borders().map(borderLine));
  for (const [id, at] of points) sheet.append(...label(id, at));
  if (part === "map" && next()) sheet.append(draw("path", { d: `M${cross[0] - 14} ${cross[1]}h28M${cross[0]} ${cross[1] - 14}v28`, class: "cross" }));
  const sayable = borders();
  const id = next();
  if (part === "questions") told.textContent = progress;
  else if (part === "borders") told.textContent = filled(words["borders-said"], { n: sayable.filter((side) => said(side.between) !== -1).length, all: sayable.length });
  else if (!id) told.textContent = words["all-tapped"];
  else if (isBase(id)) told.textContent = filled(words["tap-base"], { base: called(id) });
  else told.textContent = filled(words["tap-region"], { n: order().indexOf(id) + 1, all: all - 4 });
  tabs.replaceChildren(...["map", "borders", "questions"].map((each) => el("button", { type: "button", class: "chip", "aria-pressed": String(each === part), disabled: each === "borders" && Boolean(id), onclick: () => attempt(() => turnTo(each)) }, words[each])));
  const tools = { map: mapTools, borders: () => [el("p", { class: "second" }, words["borders-more"])], questions: questionTools };
  more.replaceChildren(...tools[part]());
}

// Questions ------------------------------------------------------------------------------------------

async function turnTo(wanted) {
  part = wanted;
  if (part === "questions") takeQuestions(await ask(path("questions")));
  show();
}

function takeQuestions(answer) {
  ({ says: progress, questions } = answer);
}

function questionTools() {
  const question = asked();
  if (!question) return [el("p", {}, words["nothing-to-ask"])];
  const text = el("input", { id: "answer", "aria-label": words["your-answer"], "aria-describedby": "form", autocomplete: "off", maxlength: 2000 });
  const send = async () => {
    takeQuestions(await ask(path("questions"), { key: question.key, text: text.value }));
    map = await ask(path("map"));
    show();
    document.getElementById("answer")?.focus();
  };
  const submit = (event) => {
    event.preventDefault();
    attempt(() => once(event.submitter, send));
  };
  return [
    el("p", { class: "asks" }, el("b", {}, question.asks)),
    el("p", { class: "second" }, question.where),
    question.known.length ? el("p", {}, question.known.join(", ")) : null,
    el("form", { class: "stack", onsubmit: submit }, text, el("p", { class: "second", id: "form" }, question.form), el("p", { class: "chips" }, el("button", { class: "main" }, words.answer), el("button", { type: "button", onclick: () => ((number += 1), show()) }, words.later))),
  ].filter(Boolean);
}

function mapTools() {
  const file = el("input", { type: "file", accept: "image/jpeg,image/png", id: "photograph", onchange: (event) => attempt(() => upload(event.target.files[0])) });
  return [
    el("p", { class: "chips" }, el("button", { type: "button", disabled: !points.size, onclick: () => takeBack() }, words.back)),
    el("label", { class: "panel stack", for: "photograph" }, el("b", {}, words.photograph), el("span", { class: "second" }, words["photograph-more"]), file),
    map.photograph ? null : el("p", { class: "second" }, words["empty-sheet"]),
  ].filter(Boolean);
}

async function upload(file) {
  if (!file) return;
  const answer = await fetch(`/upload/copies/${encodeURIComponent(name)}/photograph`, { method: "POST", body: file, credentials: "same-origin" });
  if (!answer.ok) throw new Error((await answer.json()).error?.message ?? String(answer.status));
  map.photograph = true;
  show();
}

// Taps and keys -------------------------------------------------------------------------------------

sheet.addEventListener("click", (event) => {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(sheet.getScreenCTM().inverse());
  if (x >= 0 && y >= 0 && x <= WIDE && y <= HIGH) put([x, y]);
});

sheet.addEventListener("keydown", (event) => {
  const moves = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] };
  if (part !== "map" || event.target !== sheet) return;
  if (moves[event.key]) {
    event.preventDefault();
    cross = [Math.min(WIDE, Math.max(0, cross[0] + moves[event.key][0])), Math.min(HIGH, Math.max(0, cross[1] + moves[event.key][1]))];
    show();
  } else if (event.key === "Enter") put(cross);
  else if (event.key === "Backspace") takeBack();
});

attempt(async () => {
  take(await ask(path("map")));
  document.title = `${pages.copy} · ${name}`;
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("a", { class: "icon", href: "/copies", "aria-label": pages.copies }, "‹"), el("h1", { class: "grow" }, name), rulesButton()),
    el("main", { class: "mapping" }, tabs, el("div", { class: "board" }, sheet), el("section", { class: "side" }, told, more)),
  );
  show();
});
