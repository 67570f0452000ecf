// The group: what its games came to, its records, the rules it breaks most, puzzles of its own.

import { ask, el, once, pages, sign, tell, words } from "/static/base.js";
import { rulesButton } from "/static/rules.js";

const WAIT = 2000;
let group = null;

const part = (title, ...children) => [el("h2", {}, title), ...children];
const head = (...labels) => el("thead", {}, el("tr", {}, labels.map((label) => el("th", { scope: "col" }, label))));

function people() {
  if (!group.people.length) return null;
  const row = (each) => el("tr", {}, el("th", { scope: "row" }, each.name), [each.games, each.won, each.average, each.highest].map((value) => el("td", {}, String(value))));
  return el("table", { class: "figures panel" }, head(words.person, words.games, words.won, words.average, words.highest), el("tbody", {}, group.people.map(row)));
}

function result(game) {
  const seats = game.seats.map((seat) => el("li", {}, sign(seat.colour), el("span", { class: "grow" }, seat.name), seat.won ? el("b", {}, "✓ ", String(seat.total)) : String(seat.total)));
  return el(
    "li",
    { class: "panel" },
    el("a", { href: `/game/${encodeURIComponent(game.name)}` }, el("b", {}, game.title)),
    el("ol", { class: "seats" }, seats),
    el("button", { type: "button", disabled: group.mining.running, onclick: (event) => mine(event.currentTarget, game.name) }, words["mine-here"]),
  );
}

function records() {
  const row = (each) => el("tr", {}, el("th", { scope: "row" }, each.what), el("td", {}, String(each.number)), el("td", { class: "words" }, each.holders.map(({ who, title }) => el("div", {}, who ?? "", el("span", { class: "second" }, title)))));
  return el("table", { class: "figures records panel" }, head(words.record, words.pounds, words.whose), el("tbody", {}, group.records.map(row)));
}

function broken(each) {
  return el("li", { class: "panel" }, el("p", {}, el("b", {}, each.rule), " · ", each.times), el("p", {}, each.holds), el("p", { class: "second" }, each.citations[0] ?? ""));
}

function puzzles() {
  const rows = group.puzzles.map((each) => el("li", {}, el("a", { class: "panel row", href: `/puzzle/${encodeURIComponent(each.id)}` }, el("b", {}, each.title))));
  const running = group.mining.running;
  return [
    el("p", { class: "second", role: "status", "aria-live": "polite" }, group.mining.words || (rows.length ? "" : words["no-puzzles"])),
    running ? el("button", { type: "button", onclick: (event) => mine(event.currentTarget, null) }, words["mine-stop"]) : null,
    el("ul", { class: "rows" }, rows),
  ];
}

function mine(button, game) {
  return once(button, async () => {
    group.mining = await ask("/api/group/mining", { game });
    show();
    document.querySelector("#own").scrollIntoView({ block: "nearest" });
    setTimeout(follow, WAIT);
  });
}

async function follow() {
  try {
    group.mining = await ask("/api/group/mining");
    if (group.mining.running) setTimeout(follow, WAIT);
    else group = await ask("/api/group");
    show();
  } catch (error) {
    tell(error.message, "fault");
  }
}

function show() {
  document.title = pages.group;
  const empty = !group.results.length;
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("a", { class: "icon", href: "/", "aria-label": pages.home }, "‹"), el("h1", { class: "grow" }, pages.group), el("span", { class: "second" }, group.summary), rulesButton()),
    el(
      "main",
      { class: "column" },
      empty ? el("p", { class: "second" }, words["no-results"]) : null,
      group.people.length ? part(words.people, people()) : null,
      empty ? null : part(words.records, records()),
      empty ? null : part(words.results, el("ul", { class: "rows spaced" }, group.results.map(result))),
      group.broken.length ? part(words["broken-most"], el("ul", { class: "rows spaced" }, group.broken.map(broken))) : null,
      el("section", { id: "own" }, part(words["own-puzzles"], ...puzzles().filter(Boolean))),
    ),
  );
}

try {
  group = await ask("/api/group");
  show();
  if (group.mining.running) setTimeout(follow, WAIT);
} catch (error) {
  tell(error.message, "fault");
}
