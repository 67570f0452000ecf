// The recorder: the table as a picture, and what was recorded.

import { ask, el, gamePath, putPicture, tell, words } from "/static/base.js";
import { Live } from "/static/live.js";

const name = decodeURIComponent(location.pathname.split("/")[2]);
const step = el("span", { class: "step" });
const stage = el("div", { class: "stage" });
const list = el("ol", { class: "entries" });
const title = el("h1", {});
const moment = el("p", { class: "second" });
const line = el("input", { id: "line", "aria-label": words.type, autocomplete: "off", spellcheck: "false" });

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    tell([error.message, ...(error.problems ?? [])].join(" "), "fault");
  }
}

const live = new Live(
  name,
  async (state) => {
    title.textContent = state.title;
    moment.textContent = state.moment ?? "";
    list.replaceChildren(...state.entries.map((entry) => el("li", { class: entry.verdict }, entry.statement)));
    const wide = innerWidth >= 1100 ? "laptop" : innerWidth >= 700 ? "tablet" : "phone";
    putPicture(stage, await ask(gamePath(name, `picture?width=${wide}`)));
  },
  (yes) => {
    step.textContent = yes ? words["in-step"] : words["not-in-step"];
    step.className = `step ${yes ? "good" : "bad"}`;
  },
);

function record(event) {
  event.preventDefault();
  attempt(async () => {
    await live.change("entries", { line: line.value });
    line.value = "";
  });
}

document.body.replaceChildren(
  el("header", { class: "bar" }, el("a", { href: "/" }, "‹"), el("div", {}, title, moment), step),
  el("main", {}, stage, list),
  el(
    "form",
    { class: "actions", onsubmit: record },
    el("button", { type: "button", onclick: () => attempt(() => live.change("steps", { way: "undo" })) }, words.undo),
    line,
    el("button", { class: "main" }, words.record),
  ),
);
attempt(() => live.start());
