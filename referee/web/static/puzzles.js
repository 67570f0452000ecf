// All puzzles: chosen by what they are about and how hard they are, with what was reached.

import { ask, el, pages, sign, tell, words } from "/static/base.js";
import { rulesButton } from "/static/rules.js";

const LEVELS = ["easy", "medium", "hard"];
const chosen = { difficulty: "", theme: "" };
let known = { puzzles: [], solved: "" };

const fits = (puzzle) =>
  (!chosen.difficulty || puzzle.difficulty === chosen.difficulty) && (!chosen.theme || puzzle.themes.includes(chosen.theme));

function chip(label, field, value) {
  const press = () => {
    chosen[field] = value;
    show();
  };
  return el("button", { type: "button", class: "chip", "data-of": field, "aria-pressed": String(chosen[field] === value), onclick: press }, label);
}

// A theme of ours has a name in every language; a track and whatever somebody else wrote is its own.
const called = (theme) => words[`theme-${theme}`] ?? theme;

function themes() {
  const every = [...new Set(known.puzzles.flatMap((puzzle) => puzzle.themes))].sort((a, b) => called(a).localeCompare(called(b)));
  return el(
    "label",
    { class: "panel row" },
    el("span", {}, words.about),
    el(
      "select",
      { id: "theme", onchange: (event) => ((chosen.theme = event.target.value), show()) },
      el("option", { value: "" }, words.all),
      every.map((theme) => el("option", { value: theme, selected: theme === chosen.theme }, called(theme))),
    ),
  );
}

function row(puzzle) {
  const more = [words[puzzle.difficulty], ...puzzle.themes.map(called)].join(" · ");
  return el(
    "li",
    {},
    el(
      "a",
      { class: "panel row", href: `/puzzle/${encodeURIComponent(puzzle.id)}` },
      sign(puzzle.player),
      el("span", { class: "grow" }, el("b", {}, puzzle.title), el("span", { class: "second" }, more)),
      el("span", { class: `standing${puzzle.solved ? " good" : ""}` }, puzzle.solved ? "✓ " : "", puzzle.standing),
    ),
  );
}

function show() {
  const focus = document.activeElement?.id || (document.activeElement?.dataset?.of && "level");
  const shown = known.puzzles.filter(fits);
  document.title = pages.puzzles;
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("a", { class: "icon", href: "/", "aria-label": pages.home }, "‹"), el("h1", { class: "grow" }, pages.puzzles), el("span", { class: "second" }, known.solved), rulesButton()),
    el(
      "main",
      { class: "column" },
      el("p", { class: "chips", role: "group", "aria-label": words["how-hard"] }, chip(words.all, "difficulty", ""), LEVELS.map((level) => chip(words[level], "difficulty", level))),
      themes(),
      shown.length ? el("ul", { class: "rows" }, shown.map(row)) : el("p", { class: "second" }, words.none),
    ),
  );
  if (focus === "theme") document.getElementById("theme").focus();
  if (focus === "level") document.querySelector(".chip[aria-pressed=true]").focus();
}

try {
  known = await ask("/api/puzzles");
} catch (error) {
  tell(error.message, "fault");
}
show();
