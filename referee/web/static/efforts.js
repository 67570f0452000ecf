// How much is written down: chosen at any moment; rounds counted, the pad filled in, what is owed.

import { el, gamePath, ask, sign, tell, words } from "/static/base.js";
import { countFields, countable, padForm } from "/static/counts.js";
import { sheet } from "/static/sheet.js";

export const EFFORTS = ["pad", "rounds", "turns"];

/** Return the efforts to choose from. */
export function effortChips(chosen, choose) {
  return el("div", { class: "efforts", role: "group", "aria-label": words.effort }, EFFORTS.map((effort) =>
    el("button", { type: "button", class: "offer", "aria-pressed": String(effort === chosen), "data-effort": effort, onclick: () => choose(effort) },
      el("span", {}, words[`effort-${effort}`], el("span", { class: "second" }, words[`effort-${effort}-more`])))));
}

/** What is shown instead of a turn while only rounds are counted. */
export async function roundPanel(name, state, count) {
  if (state.round > 7) return padPanel(state, count);
  const groups = (await countable(name)).filter((group) => group.each_round);
  const fields = countFields(groups);
  const record = () => count("counts", { counted: fields.counted(), how: "round" });
  return [
    el("h2", { class: "question" }, `${words["round-title"]} ${state.round}`),
    el("p", { class: "second" }, words["round-more"]),
    fields.shown,
    el("button", { type: "button", class: "main", onclick: record }, words["round-record"]),
  ];
}

/** The scoring pad alone. */
export function padPanel(state, count) {
  return padForm(state, (columns) => count("pad", { columns }));
}

/** All that is not written down yet, each to be entered now. */
export function owedSheet(live, attempt, begin) {
  const after = live.state.version;
  const owed = live.state.entries.filter((entry) => live.state.owed.includes(entry.address));
  const change = (body) => attempt(async () => (await live.change("changes", { after, ...body }), made.close()));
  const row = (entry) => {
    const several = entry.statement.startsWith("...");
    const place = several ? { within: entry.address } : { at: entry.address, player: entry.player ?? undefined };
    return el("li", { class: "panel row" },
      entry.player ? sign(entry.player) : null,
      el("span", { class: "grow" }, entry.sentence, el("span", { class: "second" }, entry.round ? `${entry.round}${entry.turn ? `.${entry.turn}` : ""}` : "")),
      el("button", { type: "button", onclick: () => (made.close(), begin(place)) }, words[several ? "enter-into" : "enter-now"]),
      several ? el("button", { type: "button", onclick: () => change({ what: "delete", address: entry.address }) }, words["that-was-all"]) : null,
    );
  };
  const made = sheet(words["owed-title"],
    el("p", { class: "second" }, owed.length ? words["owed-more"] : words["owed-nothing"]),
    el("ul", { class: "rows" }, owed.map(row)),
  );
}

/** Choose how much is written down from now on. */
export function chooseEffort(name, live, attempt, effort) {
  return attempt(async () => {
    live.take(await ask(gamePath(name, "memory"), { effort }));
    tell(words[`effort-${effort}-more`]);
  });
}
