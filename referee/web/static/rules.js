// The rules, looked for in everyday words; what may be done now; what the group decides.

import { ask, el, gamePath, tell, words } from "/static/base.js";
import { sheet } from "/static/sheet.js";

/** A rule with where the edition of this language states it; all editions where it does not. */
export function cited(each) {
  const own = each.citations.filter((citation) => citation.startsWith(`${document.documentElement.lang} `));
  return el("p", { class: "second", title: each.citations.join(" · ") }, `${words.rule} ${each.rule} · ${(own.length ? own : each.citations).join(" · ")}`);
}

/** Return a button that opens the rules, for the header of any page. */
export function rulesButton() {
  return el("button", { type: "button", onclick: () => rulesSheet() }, words.rules);
}

/** Open the rules; beside a game they also tell what may be done there now. */
export function rulesSheet(game, about = "") {
  const found = el("div", {});
  const now = el("div", { "aria-live": "polite" });
  let looking = 0;
  if (game) game.after = game.live.state?.version;
  const look = async (about) => {
    const asked = ++looking;
    const answer = await ask(`/api/rules?about=${encodeURIComponent(about)}`);
    if (asked !== looking) return; // Somebody went on writing, and a later answer was faster.
    const none = !answer.rulings.length && !answer.rules.length;
    const told = none ? words["search-none"] : answer.partly ? words["search-partly"] : "";
    found.replaceChildren(
      told && el("p", { class: "second", role: "status" }, told),
      ...answer.rulings.map((ruling) => rulingRow(ruling, game)),
      ...answer.rules.map((rule) => el("div", { class: "panel" }, el("p", { class: "second" }, rule.id), el("p", {}, rule.holds), el("p", { class: "second" }, rule.citations.join(" · ")))),
    );
  };
  const input = el("input", { type: "search", placeholder: words["search-more"], "aria-label": words.search, value: about, oninput: () => look(input.value) });
  const asking = game ? el("button", { type: "button", class: "wide-button", onclick: () => may(game, now) }, words["may-i"]) : null;
  const made = sheet(words.rules, asking, now, input, found);
  look(about);
  input.focus();
  return made;
}

function rulingRow(ruling, game) {
  const answers = ruling.answers.map((each) => {
    const chosen = each.answer === ruling.chosen;
    const choose = el("button", { type: "button", "aria-pressed": String(chosen), class: "chip", onclick: () => decide(ruling, each.answer, game) }, words[chosen ? "we-play-so" : "we-decide"]);
    return el("div", { class: "answer" }, el("p", {}, each.text), ruling.answers.length > 1 ? choose : null);
  });
  return el("details", { class: "panel" }, el("summary", {}, el("b", {}, ruling.question)), el("p", { class: "second" }, ruling.says), answers);
}

/** What is decided holds from now on in the game, and is remembered for the next ones. */
async function decide(ruling, answer, game) {
  if (game) {
    return game.attempt(async () => {
      await game.live.change("changes", { after: game.after, what: "append", line: `ruling ${ruling.id}=${answer}` });
      game.after = game.live.state.version;
      tell(words.decided);
    });
  }
  try {
    await ask("/api/rulings", { ruling: ruling.id, answer });
    tell(words["decided-for-all"]);
  } catch (error) {
    tell(error.message, "fault");
  }
}

/** Tell what may be done now, and which rule forbids the rest. */
async function may(game, into) {
  const line = game.line?.() ?? "";
  const found = await ask(gamePath(game.name, `may?line=${encodeURIComponent(line)}`));
  const reasons = (broken) => broken.map((each) => [el("p", {}, each.message), cited(each)]);
  into.replaceChildren(
    el("p", { class: "second" }, found.moment),
    found.turn ? el("div", { class: `panel ${found.turn.verdict === "illegal" ? "ruling" : "good"}` }, el("p", {}, found.turn.sentence), el("p", {}, el("b", {}, found.turn.words)), reasons(found.turn.violations)) : "",
    ...found.actions.map((each) =>
      el("div", { class: `panel ${each.may ? "good" : ""}` },
        el("p", {}, el("b", {}, each.label), ": ", each.words),
        each.example ? el("p", { class: "second" }, each.example) : null,
        reasons(each.violations))),
  );
}
