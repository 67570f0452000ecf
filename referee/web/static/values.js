// A value of the copy that nobody has read: asked for when it first matters.

import { ask, el, gamePath, once, tell, words } from "/static/base.js";
import { sheet } from "/static/sheet.js";

/** Ask for a printed value; what is read is kept in the set, and the game goes on. */
export async function valueSheet(name, error, again) {
  if (document.querySelector("dialog.value")) return;
  const question = await ask(gamePath(name, `value?value=${encodeURIComponent(error.value ?? "")}`)).catch(() => null);
  if (!question) return tell(error.message, "fault");
  const text = el("input", { "aria-label": question.asks, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const keep = (button, said) => once(button, async () => {
    const kept = await ask(gamePath(name, "value"), { value: error.value, key: question.key, text: said }).catch((refused) => {
      // Another device has answered it.
      if (refused.status !== 404) throw refused;
    });
    if (kept) tell(kept.says);
    made.close();
    await again();
  });
  const choices = question.key.startsWith("borders.") ? ["single", "double"] : [];
  const made = sheet(words["value-title"],
    el("p", {}, el("b", {}, question.asks)),
    el("p", { class: "second" }, question.where),
    el("p", { class: "second" }, question.form),
    choices.length ? el("div", { class: "pair" }, choices.map((each) => el("button", { type: "button", onclick: (event) => keep(event.currentTarget, each) }, words[`border-${each}`]))) : el("form", { class: "chips", onsubmit: (event) => (event.preventDefault(), keep(event.submitter, text.value)) }, text, el("button", { class: "main" }, words.save)),
    el("p", { class: "second" }, words["value-more"]),
    el("a", { class: "button", href: `/copy/${encodeURIComponent(question.copy)}` }, words["value-copy"]),
  );
  made.classList.add("value");
}
