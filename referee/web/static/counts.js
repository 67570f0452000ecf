// What people count on the table: numbers with steps, places with their owners; and the pad.

import { ask, el, gamePath, sign, words } from "/static/base.js";

/** Return a number that is typed or changed step by step. */
export function stepper(label, value, changed = () => {}) {
  const input = el("input", { type: "number", inputmode: "numeric", min: 0, max: 9999, "aria-label": label, value, oninput: () => changed() });
  const by = (step, sign_, word) =>
    el("button", { type: "button", tabindex: "-1", "aria-label": `${label}: ${word}`, onclick: () => ((input.value = Math.max(0, Number(input.value || 0) + step)), changed()) }, sign_);
  return { input, shown: el("span", { class: "stepper" }, by(-1, "−", words.fewer), input, by(1, "+", words["more-of"])) };
}

/** Return the field of something that can be counted, and what its value is. */
function field(thing, title) {
  const label = `${title}: ${thing.label}`;
  if (thing.choices.length) {
    const select = el("select", { "aria-label": label }, thing.choices.map(([value, name]) => el("option", { value, selected: value === thing.value }, name)));
    return { thing, shown: select, value: () => select.value };
  }
  const { input, shown } = stepper(label, thing.value);
  input.max = thing.most;
  return { thing, shown, value: () => (input.value === "" ? "" : Number(input.value)) };
}

const fieldsOf = (group) => group.things.length;

/** Return the groups of what can be counted as fields, and what was counted. */
export function countFields(groups) {
  const fields = [];
  const shown = groups.map((group, number) => {
    const rows = group.things.map((thing) => {
      const made = field(thing, group.title);
      fields.push(made);
      return el("div", { class: "counted" }, el("span", {}, thing.label), made.shown);
    });
    const title = words[group.group] ? sign(group.group) : null;
    if (fieldsOf(group) === 1) return el("div", { class: "panel row" }, title, el("b", { class: "grow" }, group.title), fields.at(-1).shown);
    return el("details", { class: "panel counts", open: group.each_round && number < 9 }, el("summary", {}, title, el("b", {}, group.title)), rows);
  });
  const counted = (wanted = () => true) => Object.fromEntries(fields.filter((each) => each.value() !== "" && wanted(each)).map((each) => [each.thing.phrase, each.value()]));
  return { shown, counted };
}

export const changed = (each) => each.value() !== each.thing.value;

const COMPANIES = ["mombasa", "cape-town", "saint-louis", "cairo"];
const ROWS = ["cash", ...COMPANIES, "diamonds", "books"];

/** The scoring pad to fill in; shares are multiplied with the value of one, if it is given. */
export function padForm(state, record) {
  const worth = Object.fromEntries(COMPANIES.map((company) => [company, el("input", { type: "number", inputmode: "numeric", min: 0, max: 99, "aria-label": `${words["share-value"]}: ${words[company]}`, placeholder: words["share-value-short"], oninput: () => add() })]));
  const cells = state.players.map((player, seat) => Object.fromEntries(ROWS.map((row) => [row, el("input", { type: "number", inputmode: "numeric", min: 0, max: 9999, "aria-label": `${player.name || words[player.colour] || player.colour}: ${words[row] ?? words[`row-${row}`]}`, value: state.filled[seat][row], oninput: () => add() })])));
  const made = state.players.map(() => Object.fromEntries(COMPANIES.map((company) => [company, el("span", { class: "second" })])));
  const totals = state.players.map(() => el("td", { class: "sum" }, "?"));
  // A cell that is left empty is not known, which is something else than 0.
  const value = (seat, row) => (cells[seat][row].value === "" ? null : Number(cells[seat][row].value) * (worth[row]?.value ? Number(worth[row].value) : 1));
  const columns = () => state.players.map((_, seat) => Object.fromEntries(ROWS.map((row) => [row, value(seat, row)])));
  function add() {
    columns().forEach((column, seat) => {
      totals[seat].textContent = ROWS.some((row) => column[row] === null) ? "?" : ROWS.reduce((sum, row) => sum + column[row], 0);
      for (const company of COMPANIES) made[seat][company].textContent = worth[company].value && column[company] !== null ? `= ${column[company]}` : "";
    });
  }
  add();
  const head = el("tr", {}, el("th", {}), state.players.map((player) => el("th", { scope: "col" }, sign(player.colour), el("span", { class: "second" }, player.name || words[player.colour]))));
  const rows = ROWS.map((row) => el("tr", {}, el("th", { scope: "row" }, words[row] ?? words[`row-${row}`], worth[row] ?? null), state.players.map((_, seat) => el("td", {}, cells[seat][row], made[seat][row] ?? null))));
  return [
    el("p", { class: "second" }, words["pad-more"]),
    el("div", { class: "scrolling" }, el("table", { class: "pad filling" }, el("thead", {}, head), el("tbody", {}, rows, el("tr", {}, el("th", { scope: "row" }, words.total), totals)))),
    el("button", { type: "button", class: "main", onclick: () => record(columns()) }, words.record),
  ];
}

/** Return all that can be counted of a game. */
export const countable = (name) => ask(gamePath(name, "counts"));
