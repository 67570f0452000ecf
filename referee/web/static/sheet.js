// Something that opens over a page, and closes again.

import { el, words } from "/static/base.js";

/** Open a sheet; it closes with its button, with Escape, or when what it is for is done. */
export function sheet(title, ...content) {
  const made = el("dialog", { class: "sheet", "aria-labelledby": "sheet-title" },
    el("header", { class: "bar" }, el("h2", { id: "sheet-title" }, title), el("button", { type: "button", onclick: () => made.close() }, words.close)),
    el("div", { class: "column" }, content),
  );
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}
