// The end of a game: the scoring pad, and what the game is taken away as.

import { el, gamePath, sign, words } from "/static/base.js";

const FORMS = ["text", "json", "picture", "replay", "review"];

/** Return the pad of a game that is over, and the files that it becomes. */
export function ending(name, state) {
  const links = FORMS.map((form) => el("a", { class: "button", href: gamePath(name, `export/${form}`), download: true }, words[`export-${form}`]));
  return [pad(state), ...links];
}

function pad({ pad: rows, players }) {
  const head = el("tr", {}, el("th", {}), players.map((player) => el("th", { scope: "col" }, sign(player.colour), el("span", { class: "second" }, player.name || words[player.colour]))));
  const body = rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.label), row.values.map((value) => el("td", {}, String(value)))));
  return el("table", { class: "pad" }, el("thead", {}, head), el("tbody", {}, body));
}
