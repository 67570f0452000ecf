// A new game: one page, everything has a default.

import { ask, el, gamePath, once, pages, sign, tell, words } from "/static/base.js";
import { effortChips } from "/static/efforts.js";
import { rulesButton } from "/static/rules.js";

const COLOURS = ["blue", "green", "red", "yellow"];
const TRACKS = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"];
const COMPANIES = ["mombasa", "cape-town", "saint-louis", "cairo"];
const SETUPS = ["first-game", "variable", "first-game-tracks", "first-game-tiles"];
const OWN_TRACKS = new Set(["variable", "first-game-tiles"]);

const chosen = {
  players: COLOURS.map((colour, seat) => ({ colour, name: "", plays: seat < 3 })),
  setup: "variable",
  tracks: ["A1", "B1", "C1", "D1"],
  title: "",
  effort: "turns",
  components: "",
  rulings: {},
};
let offered = { copies: [], rulings: [], decided: {} };

function seat(player, number) {
  const called = words[player.colour];
  return el(
    "li",
    { class: "panel row seat" },
    sign(player.colour),
    el("input", {
      "aria-label": `${words.name}: ${called}`,
      placeholder: called,
      maxlength: 60,
      value: player.name,
      oninput: (event) => (player.name = event.target.value),
    }),
    el("button", { type: "button", "aria-label": `${words["seat-up"]}: ${called}`, disabled: number === 0, onclick: () => up(number) }, "↑"),
    el("input", {
      type: "checkbox",
      "aria-label": `${words.plays}: ${called}`,
      checked: player.plays,
      onchange: (event) => ((player.plays = event.target.checked), show()),
    }),
  );
}

function up(number) {
  const [moved] = chosen.players.splice(number, 1);
  chosen.players.splice(number - 1, 0, moved);
  show();
}

function setups() {
  return SETUPS.map((mode) =>
    el(
      "button",
      { type: "button", class: "chip", "aria-pressed": String(chosen.setup === mode), onclick: () => ((chosen.setup = mode), show()) },
      words[`setup-${mode}`],
    ),
  );
}

function tracks() {
  return COMPANIES.map((company, at) =>
    el(
      "label",
      { class: "panel row" },
      el("span", {}, words[company]),
      el(
        "select",
        { "aria-label": words[company], onchange: (event) => (chosen.tracks[at] = event.target.value) },
        TRACKS.map((track) => el("option", { value: track, selected: chosen.tracks[at] === track }, track)),
      ),
    ),
  );
}

/** The copy that lies on the table; the shipped set unless the folder has others. */
function copies() {
  if (!offered.copies.length) return null;
  const names = [["", words["set-reference"]], ...offered.copies.map((name) => [name, name])];
  return [
    el("h2", {}, words.copy),
    el("p", { class: "chips" }, names.map(([name, label]) =>
      el("button", { type: "button", class: "chip", "aria-pressed": String(chosen.components === name), onclick: () => ((chosen.components = name), show()) }, label))),
  ];
}

/** Questions that the rulebooks leave open, answered as this group does. */
function rulings() {
  const answered = (page) => chosen.rulings[page.id] ?? page.default;
  const asked = offered.rulings.filter((page) => page.answers.length > 1);
  const differing = asked.filter((page) => answered(page) !== page.default).length;
  return el(
    "details",
    { class: "panel apart" },
    el("summary", {}, el("b", {}, words.rulings), el("span", { class: "second" }, differing ? `${differing} ${words["rulings-other"]}` : words["rulings-usual"])),
    asked.map((page) =>
      el("label", { class: "stack" }, page.question,
        el("select", { onchange: (event) => (chosen.rulings[page.id] = event.target.value) },
          page.answers.map((each) => el("option", { value: each.answer, selected: each.answer === answered(page) }, each.text))))),
  );
}

async function start() {
  const players = chosen.players.filter((player) => player.plays);
  const usual = Object.fromEntries(offered.rulings.map((page) => [page.id, page.default]));
  const game = await ask("/api/games", {
    players: players.map(({ colour, name }) => ({ colour, name: name || null })),
    title: chosen.title || null,
    setup: chosen.setup,
    tracks: OWN_TRACKS.has(chosen.setup) ? chosen.tracks : null,
    rulings: Object.fromEntries(Object.entries(chosen.rulings).filter(([id, answer]) => usual[id] !== answer)),
    effort: chosen.effort,
    components: chosen.components || null,
  });
  location.assign(`/game/${encodeURIComponent(game.name)}`);
}

function show() {
  const pad = chosen.effort === "pad";
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("h1", { class: "grow" }, pages.new), rulesButton(), el("a", { class: "button", href: "/" }, words.cancel)),
    el(
      "main",
      { class: "column" },
      el("h2", {}, words.seats),
      el("ul", { class: "rows" }, chosen.players.map(seat)),
      el("h2", {}, words.effort),
      effortChips(chosen.effort, (effort) => ((chosen.effort = effort), show())),
      pad ? null : [
        el("h2", {}, words.setup),
        el("p", { class: "chips" }, setups()),
        OWN_TRACKS.has(chosen.setup) ? [el("h2", {}, words.tracks), el("div", { class: "pair" }, tracks())] : null,
        copies(),
        rulings(),
      ],
      el("label", { class: "stack" }, words.title, el("input", { maxlength: 80, value: chosen.title, oninput: (event) => (chosen.title = event.target.value) })),
    ),
    el("footer", { class: "actions" }, el("button", { type: "button", class: "main", onclick: (event) => once(event.currentTarget, start) }, words.start)),
  );
}

/** Take over group, copy, tracks, rulings and effort of another game; the seats move on by one. */
async function sameAs(game) {
  const last = await ask(gamePath(game));
  const played = last.players.map(({ colour, name }) => ({ colour, name: name ?? "", plays: true }));
  const others = COLOURS.filter((colour) => !played.some((player) => player.colour === colour));
  chosen.players = [...played.slice(1), played[0], ...others.map((colour) => ({ colour, name: "", plays: false }))];
  chosen.setup = last.setup;
  chosen.tracks = last.tracks ?? chosen.tracks;
  chosen.rulings = { ...last.rulings, ...offered.decided };
  chosen.effort = last.effort;
  chosen.components = offered.copies.includes(last.components) ? last.components : "";
}

async function open() {
  offered = await ask("/api/choices");
  chosen.rulings = { ...offered.decided };
  const like = new URLSearchParams(location.search).get("like");
  if (like) await sameAs(like);
  show();
}

show();
open().catch((error) => tell(error.message, "fault"));
