// What the referee can tell besides rules: what follows in a gap, slips of the pen, best turns.

import { ask, el, gamePath, sign, words } from "/static/base.js";
import { sheet } from "/static/sheet.js";

/** Show what must have happened in the gaps, as soon as it follows. */
export async function showFollowing(name, live, attempt, into) {
  const version = live.state.version;
  into.replaceChildren(el("p", { class: "second" }, words["follows-looking"]));
  const found = await ask(gamePath(name, "follows")).catch(() => ({ version, facts: [] }));
  if (live.state.version !== version || found.version !== version) return;
  const facts = found.facts.map((fact) => {
    const entry = live.state.entries.find((each) => each.address === fact.address);
    return el("li", {}, entry?.player ? sign(entry.player) : null, el("span", {}, fact.certain.join("; ")));
  });
  const write = () => attempt(() => live.change("follows", { after: version }));
  into.replaceChildren(
    facts.length ? el("details", { class: "panel good follows", open: facts.length < 3 }, el("summary", {}, el("b", {}, words.follows), ` (${facts.length})`), el("ul", {}, facts), found.certain ? el("p", {}, words["follows-only"], " ", el("button", { type: "button", onclick: write }, words["follows-write"])) : "") : el("p", { class: "second" }, words["follows-nothing"]),
    found.question && !found.certain ? el("p", { class: "second" }, `${words["follows-ask"]}: ${found.question}`) : "",
  );
}

/** A sentence in which what is to be typed stands between backquotes. */
const marked = (said) => said.split("`").map((part, place) => (place % 2 ? el("code", {}, part) : part));

/** Faults that are not decided on, what was judged otherwise after a mend, and what may have been meant. */
export function faultsSheet(name, live, attempt) {
  const looked = el("div", {}, el("p", { class: "second" }, words["repairs-looking"]));
  const { version, entries, faults, changed } = live.state;
  const keep = (address) => attempt(async () => (await live.change("keep", { after: version, address }), made.close()));
  const row = ({ address, messages }) => {
    const entry = entries.find((each) => each.address === address);
    return el("div", { class: "panel fault" }, el("p", {}, entry.sentence), messages.map((each) => el("p", { class: "second" }, each)),
      el("button", { type: "button", onclick: () => keep(address) }, words[entry.verdict === "illegal" ? "keep" : "keep-note"]));
  };
  const made = sheet(words[changed?.length ? "faults-title" : "faults"],
    changed?.length ? el("div", { class: "ruling panel", role: "alert" }, changed.map((each) => el("p", {}, each))) : null,
    faults.map(row),
    el("h3", {}, words.repairs),
    looked,
  );
  const take = (after, changes) => attempt(async () => (await live.change("repairs", { after, changes }), made.close()));
  ask(gamePath(name, "repairs")).then((found) => {
    const rows = found.suggestions.map((each) =>
      el("div", { class: "panel" },
        el("p", {}, marked(each.words)),
        each.changes.map((change) => el("p", {}, change.before ? el("del", {}, el("code", {}, change.before)) : null, " ", change.after ? el("ins", {}, el("code", {}, change.after)) : null)),
        each.settled ? el("p", { class: "second" }, each.settled) : null,
        el("button", { type: "button", onclick: () => take(found.version, each.changes) }, words["repairs-take"])));
    looked.replaceChildren(...(rows.length ? rows : [el("p", { class: "second" }, words["repairs-none"])]));
  }, () => looked.replaceChildren());
  return made;
}

/** The best turn, once everybody at the table has agreed to see it. */
export function bestSheet(name, live, attempt) {
  const into = el("div", { class: "stack" });
  const made = sheet(words["best-turn"], el("p", { class: "second" }, words["best-turn-more"]), into);
  const show = () => {
    const all = live.state.players.every((player) => live.state.agreed.includes(player.colour));
    if (all) return tellBest(name, into);
    into.replaceChildren(...live.state.players.map((player) => {
      const agreed = live.state.agreed.includes(player.colour);
      return el("button", { type: "button", class: "offer", disabled: agreed, onclick: () => attempt(async () => (await live.change("agree", { player: player.colour }), show())) },
        sign(player.colour), el("span", {}, player.name || words[player.colour], el("span", { class: "second" }, agreed ? "✓" : words.agree)));
    }));
  };
  show();
  return made;
}

async function tellBest(name, into) {
  into.replaceChildren(el("p", { class: "second" }, words["best-looking"]));
  try {
    const found = await ask(gamePath(name, "best"));
    into.replaceChildren(el("div", { class: "panel good" }, el("p", { class: "second" }, words["best-is"]), el("p", {}, found.sentence), el("p", {}, `${found.before} → ${found.worth}`), el("p", { class: "second" }, words[found.proven ? "best-proven" : "best-unproven"])));
  } catch (error) {
    into.replaceChildren(el("p", { class: "ruling panel" }, error.message));
  }
}
