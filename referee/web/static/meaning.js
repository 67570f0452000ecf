// What is this? A long press on the picture, or a tap on a word of the sentence.

import { el, putPicture, words } from "/static/base.js";
import { rulesSheet } from "/static/rules.js";
import { sheet } from "/static/sheet.js";

/** Tell what a piece or a place is, with a way to the rules about it. */
export function meaningSheet(title, about, face, game) {
  const drawn = el("div", { class: "face-large" });
  const made = sheet(title,
    face ? drawn : null,
    el("button", { type: "button", class: "wide-button", onclick: () => (made.close(), rulesSheet(game, about)) }, `${words.rules}: ${about}`),
  );
  if (face) putPicture(drawn, face.svg);
  return made;
}

/** Put a sentence whose words can be tapped into an element. */
export function putWords(into, text, tapped) {
  const parts = text.split(/(\s+)/).map((part) => (part.trim() ? el("span", { class: "word", onclick: () => tapped(part.replace(/[.,;:()]/g, "")) }, part) : part));
  into.replaceChildren(...parts);
}
