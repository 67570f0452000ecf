// The recorder by keys alone: choices by number, parts by letter, and the buttons of the foot.

const PARTS = { m: "map", t: "tracks", c: "cards", k: "books", p: "players", b: "bases", s: "spaces" };
const NUMBERED = "button.offer:not(.other):not(.extra), button.offer[data-kind=action]";

/** Listen to keys, unless somebody writes or a sheet is open. */
export function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const typing = event.target.matches?.("input, textarea, select");
    if (event.key === "/" && !typing) {
      event.preventDefault();
      page.typed.focus();
      page.typed.select();
    } else if (!typing && page.isAsked()) press(page, event);
  });
}

function press({ offers, done, undo, unsure, picture, showPart }, event) {
  const onButton = event.target.matches?.("button, a, summary");
  const part = PARTS[event.key.toLowerCase()];
  if (/^[1-9]$/.test(event.key)) offers.querySelectorAll(NUMBERED)[Number(event.key) - 1]?.click();
  else if (event.key === "Enter" && !onButton && !done.hidden) done.click();
  else if (event.key === "Backspace") undo.click();
  else if (event.key === "?") unsure.click();
  else if (event.key === "+" || event.key === "-") picture.zoomTo(picture.zoom * (event.key === "+" ? 1.5 : 0.67));
  else if (event.key === "i" && event.target.id) picture.tellOf(event.target);
  else if (part && !onButton) showPart(part);
}
