// A new game: one page, everything has a default.

import { ask, el, gamePath, pages, sign, tell, words } from "/static/base.js";
import { effortChips } from "/static/efforts.js";

const COLOURS = ["blue", "green", "red", "yellow"];
const TRACKS = ["A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"];
const COMPANIES = ["mombasa", "cape-town", "saint-louis", "cairo"];

const chosen = {
  players: COLOURS.map((colour, seat) => ({ colour, name: "", plays: seat < 3 })),
  setup: "variable",
  tracks: ["A1", "B1", "C1", "D1"],
  title: "",
  effort: "turns",
};

function seat(player, number) {
  return el(
    "li",
    { class: "panel row seat" },
    sign(player.colour),
    el("input", {
      "aria-label": `${words.name}: ${player.colour}`,
      placeholder: player.colour,
      maxlength: 60,
      value: player.name,
      oninput: (event) => (player.name = event.target.value),
    }),
    el("button", { type: "button", "aria-label": "↑", disabled: number === 0, onclick: () => up(number) }, "↑"),
    el("input", {
      type: "checkbox",
      "aria-label": player.colour,
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
  return ["first-game", "variable"].map((mode) =>
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

async function start() {
  const players = chosen.players.filter((player) => player.plays);
  try {
    const game = await ask("/api/games", {
      players: players.map(({ colour, name }) => ({ colour, name: name || null })),
      title: chosen.title || null,
      setup: chosen.setup,
      tracks: chosen.setup === "variable" ? chosen.tracks : null,
      rulings: chosen.rulings ?? {},
      effort: chosen.effort,
    });
    location.assign(`/game/${encodeURIComponent(game.name)}`);
  } catch (error) {
    tell(error.message, "fault");
  }
}

function show() {
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("h1", {}, pages.new), el("a", { href: "/" }, words.cancel)),
    el(
      "main",
      { class: "column" },
      el("h2", {}, words.seats),
      el("ul", { class: "rows" }, chosen.players.map(seat)),
      el("h2", {}, words.effort),
      effortChips(chosen.effort, (effort) => ((chosen.effort = effort), show())),
      el("h2", {}, words.setup),
      el("p", { class: "chips" }, setups()),
      chosen.setup === "variable" ? [el("h2", {}, words.tracks), el("div", { class: "pair" }, tracks())] : null,
      el("label", { class: "stack" }, words.title, el("input", { maxlength: 80, value: chosen.title, oninput: (event) => (chosen.title = event.target.value) })),
    ),
    el("footer", { class: "actions" }, el("button", { type: "button", class: "main", onclick: start }, words.start)),
  );
}

/** Take over group, tracks and rulings of another game; the seats move on by one. */
async function sameAs(game) {
  const last = await ask(gamePath(game));
  const played = last.players.map(({ colour, name }) => ({ colour, name: name ?? "", plays: true }));
  const others = COLOURS.filter((colour) => !played.some((player) => player.colour === colour));
  chosen.players = [...played.slice(1), played[0], ...others.map((colour) => ({ colour, name: "", plays: false }))];
  chosen.setup = last.setup;
  chosen.tracks = last.tracks ?? chosen.tracks;
  chosen.rulings = last.rulings;
  chosen.effort = last.effort;
  show();
}

show();
const like = new URLSearchParams(location.search).get("like");
if (like) sameAs(like).catch((error) => tell(error.message, "fault"));
