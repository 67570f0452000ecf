// The picture of the table as input: parts of it shown, places marked, taps told. It knows no rule.

import { ask, draw, gamePath, putPicture } from "/static/base.js";

export const PARTS = ["map", "bases", "tracks", "cards", "books", "spaces", "players"];
const MARGIN = 6;

/** What a tap may have hit: the innermost place first. */
function* placesAt(element, within) {
  for (let at = element; at && at !== within; at = at.parentElement) if (at.id) yield at.id;
}

export class Picture {
  constructor(name, tapped) {
    this.name = name;
    this.tapped = tapped;
    this.frame = document.createElement("div");
    this.frame.className = "stage";
    this.frame.addEventListener("click", (event) => this.tap(event.target));
    this.frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        if (!event.target.id) return;
        event.preventDefault();
        event.stopPropagation();
        this.tap(event.target);
      }
    });
    this.svg = null;
    this.key = "";
    this.part = "";
  }

  /** Load the picture of a version, unless it is shown already. */
  async load(version, at, wide) {
    const key = `${version}|${at ?? ""}|${wide}`;
    if (key === this.key) return;
    const address = gamePath(this.name, `picture?width=${wide}${at ? `&at=${at}` : ""}&v=${version}`);
    this.put(await ask(address), wide);
    this.key = key;
  }

  /** Show a picture that the server drew for a width. */
  put(svg, wide) {
    this.svg = putPicture(this.frame, svg);
    // What can be chosen in it are buttons, which a mere image may not hold.
    this.svg.setAttribute("role", "group");
    this.svg.removeAttribute("width");
    this.svg.removeAttribute("height");
    this.whole = this.svg.getAttribute("viewBox");
    this.wide = wide;
    this.show(this.part, this.seat);
  }

  tap(target) {
    const places = [...placesAt(target, this.svg)];
    if (places.length) this.tapped(places);
  }

  /** Show one part at the full width, or with no part the whole table. */
  show(part, seat) {
    this.part = part;
    this.seat = seat;
    if (!this.svg) return;
    const found = part && this.svg.getElementById(part === "players" ? `seat-${seat}` : part);
    if (!found || this.wide !== "phone") {
      this.svg.setAttribute("viewBox", this.whole);
      return;
    }
    const box = found.getBBox();
    const [, , width] = this.whole.split(" ").map(Number);
    this.svg.setAttribute("viewBox", `0 ${box.y - MARGIN} ${width} ${box.height + 2 * MARGIN}`);
  }

  /** Mark what can be chosen and what was; both are ids of places. */
  mark(legal, chosen, names) {
    if (!this.svg) return;
    for (const mark of this.svg.querySelectorAll(".mark")) mark.remove();
    for (const old of this.svg.querySelectorAll(".legal, .chosen")) {
      old.classList.remove("legal", "chosen");
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
      old.removeAttribute("aria-label");
    }
    for (const place of legal) for (const element of this.elements(place)) this.point(element, "legal", names.get(place));
    for (const place of chosen) for (const element of this.elements(place)) this.point(element, "chosen");
  }

  /** The elements of a place; a column of a base is all of its spaces. */
  elements(place) {
    const exact = this.svg.getElementById(place);
    if (exact) return [exact];
    return [...this.svg.querySelectorAll(`[id^="${CSS.escape(place)}-"]`)];
  }

  point(element, kind, name) {
    element.classList.add(kind);
    if (kind === "legal") {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      const title = element.querySelector("title")?.textContent;
      element.setAttribute("aria-label", [name, title].filter(Boolean).join(": "));
    }
    if (element.tagName !== "g") return;
    const box = element.getBBox();
    element.append(
      draw("rect", {
        class: `mark mark-${kind}`,
        x: box.x - 2,
        y: box.y - 2,
        width: box.width + 4,
        height: box.height + 4,
        rx: 7,
      }),
    );
  }

  /** What the picture says of a place. */
  title(place) {
    return this.svg?.getElementById(place)?.querySelector("title")?.textContent ?? "";
  }
}
