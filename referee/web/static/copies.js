// The copies of the group: begun here, each with a map of its own.

import { ask, el, once, pages, tell, words } from "/static/base.js";
import { rulesButton } from "/static/rules.js";

const title = el("input", { id: "title", maxlength: 60, required: true });

function begin(event) {
  event.preventDefault();
  once(event.submitter, async () => {
    const made = await ask("/api/copies", { title: title.value });
    location.assign(`/copy/${encodeURIComponent(made.name)}`);
  });
}

function row(copy) {
  return el("li", {}, el("a", { class: "panel row", href: `/copy/${encodeURIComponent(copy.name)}` }, el("span", {}, el("b", {}, copy.title), el("span", { class: "second" }, copy.blanks))));
}

try {
  const copies = await ask("/api/copies");
  document.title = pages.copies;
  document.body.replaceChildren(
    el("header", { class: "bar" }, el("a", { class: "icon", href: "/", "aria-label": pages.home }, "‹"), el("h1", { class: "grow" }, pages.copies), rulesButton()),
    el(
      "main",
      { class: "column" },
      el("p", { class: "second" }, words["what-for"]),
      el("h2", {}, words["new-copy"]),
      el("form", { class: "panel row", onsubmit: begin }, el("label", { class: "stack grow", for: "title" }, words["copy-title"], title), el("button", { class: "main" }, words.begin)),
      copies.length ? el("ul", { class: "rows" }, copies.map(row)) : el("p", { class: "second" }, words["no-copies"]),
    ),
  );
} catch (error) {
  tell(error.message, "fault");
}
