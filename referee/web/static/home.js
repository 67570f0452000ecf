// The first page: go on with a game, or begin one.

import { ask, el, languageChoice, menu, pages, sign, tell, words } from "/static/base.js";
import { rulesButton } from "/static/rules.js";

const BETWEEN_TRIES = 2000; // milliseconds

function signs(players) {
  return el("span", { class: "signs" }, players.map((player) => sign(player.colour)));
}

function address(game) {
  return `/game/${encodeURIComponent(game.name)}`;
}

function last(game) {
  return el(
    "section",
    { class: "last panel" },
    signs(game.players),
    el("h2", {}, game.title),
    el("p", { class: "second" }, game.moment ?? ""),
    el("a", { class: "main button", href: address(game) }, words["go-on"]),
  );
}

function row(game) {
  if (game.unreadable) {
    return el("li", { class: "panel row" }, el("span", {}, el("b", {}, game.title), el("span", { class: "second" }, words.unreadable, ": ", game.unreadable)));
  }
  const more = el("span", { class: "second" }, game.moment ?? "");
  return el("li", {}, el("a", { class: "panel row", href: address(game) }, signs(game.players), el("span", {}, el("b", {}, game.title), more)));
}

async function show() {
  const games = await ask("/api/games");
  const open = games.find((game) => !game.unreadable && !game.finished);
  const known = games.find((game) => !game.unreadable);
  const earlier = games.filter((game) => game !== open);
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("h1", {}, pages.home), rulesButton()),
    el(
      "main",
      { class: "column" },
      open ? last(open) : null,
      el("a", { class: `panel row${open ? "" : " main"}`, href: "/new" }, el("span", {}, el("b", {}, words["new-game"]), el("span", { class: "second" }, words["new-game-more"]))),
      known ? el("a", { class: "panel row", href: `/new?like=${encodeURIComponent(known.name)}` }, signs(known.players), el("span", {}, el("b", {}, words["same-as-last"]), el("span", { class: "second" }, words["same-as-last-more"]))) : null,
      earlier.length ? el("h2", {}, words.earlier) : null,
      games.length ? el("ul", { class: "rows" }, earlier.map(row)) : el("p", { class: "second" }, words["no-games"]),
      el("nav", { class: "rows", "aria-label": words.menu }, Object.entries(menu).filter(([path]) => path !== "/").map(([path, title]) => el("a", { class: "panel row", href: path }, el("b", {}, title)))),
      languageChoice(),
    ),
  );
}

async function open() {
  try {
    await show();
  } catch (error) {
    tell(error.message, "fault");
    setTimeout(open, BETWEEN_TRIES);
  }
}

open();
