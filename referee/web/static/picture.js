// The picture of the table as input: parts of it shown, places marked, taps told. It knows no rule.

import { ask, draw, gamePath, putPicture, words } from "/static/base.js";

export const PARTS = ["map", "bases", "tracks", "cards", "books", "spaces", "players"];
const MARGIN = 6;
const LONG = 550;
const NEAR = 2.2;
const FARTHEST = 1;
const NEAREST = 4;

/** What a tap may have hit: the innermost place first. */
function* placesAt(element, within) {
  for (let at = element; at && at !== within; at = at.parentElement) if (at.id) yield at.id;
}

export class Picture {
  constructor(name, tapped, pressed = () => {}) {
    this.name = name;
    this.tapped = tapped;
    this.pressed = pressed;
    this.zoom = 1;
    this.touches = new Map();
    this.frame = document.createElement("div");
    this.frame.className = "stage";
    this.frame.tabIndex = 0;
    this.frame.setAttribute("role", "group");
    this.frame.setAttribute("aria-label", words.parts);
    this.frame.addEventListener("click", (event) => (this.held ? (this.held = false) : this.tap(event.target)));
    this.frame.addEventListener("contextmenu", (event) => (event.preventDefault(), this.tellOf(event.target)));
    this.frame.addEventListener("pointerdown", (event) => this.touch(event));
    this.frame.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) this.frame.addEventListener(end, (event) => this.leave(event));
    this.frame.addEventListener("wheel", (event) => event.ctrlKey && (event.preventDefault(), this.zoomTo(this.zoom * (event.deltaY < 0 ? 1.15 : 0.87), event)), { passive: false });
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
    this.resize();
    this.wide = wide;
    this.show(this.part, this.seat);
  }

  // A finger that stays asks what this is; two fingers bring the picture nearer or farther.

  touch(event) {
    this.touches.set(event.pointerId, event);
    this.held = false;
    clearTimeout(this.timer);
    if (this.touches.size === 1 && event.pointerType !== "mouse") this.timer = setTimeout(() => ((this.held = true), this.tellOf(event.target)), LONG);
    this.apart = this.distance();
    this.before = this.zoom;
  }

  move(event) {
    const begun = this.touches.get(event.pointerId);
    if (!begun) return;
    if (Math.hypot(event.clientX - begun.clientX, event.clientY - begun.clientY) > 10) clearTimeout(this.timer);
    if (this.touches.size !== 2) return;
    this.touches.set(event.pointerId, event);
    if (this.apart) this.zoomTo((this.before * this.distance()) / this.apart, event);
  }

  leave(event) {
    this.touches.delete(event.pointerId);
    clearTimeout(this.timer);
  }

  distance() {
    const [one, two] = [...this.touches.values()];
    return two ? Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY) : 0;
  }

  /** Show the picture larger or smaller; what lies under a point stays there. */
  zoomTo(zoom, at) {
    const before = this.zoom;
    this.zoom = Math.min(NEAREST, Math.max(FARTHEST, zoom));
    if (!this.svg || this.zoom === before) return;
    const from = this.drawn();
    if (before === 1) this.fitting = from.width;
    const point = at ? [at.clientX, at.clientY] : this.middle();
    const part = [(point[0] - from.left) / from.width, (point[1] - from.top) / from.height];
    this.frame.classList.toggle("near", this.zoom > 1);
    this.resize();
    // The frame scrolls on a phone and a tablet, what is around it on a laptop.
    for (const scrolled of [this.frame, this.frame.parentElement]) {
      const to = this.drawn();
      scrolled?.scrollBy({ left: to.left + part[0] * to.width - point[0], top: to.top + part[1] * to.height - point[1], behavior: "instant" });
    }
  }

  resize() {
    this.svg.style.width = this.zoom > 1 ? `${this.fitting * this.zoom}px` : "100%";
  }

  /** Where the drawing lies in the window, without the empty sides of a picture that is not as high. */
  drawn() {
    const box = this.svg.getBoundingClientRect();
    const [, , width, height] = this.svg.getAttribute("viewBox").split(" ").map(Number);
    const scale = Math.min(box.width / width, box.height / height);
    return { left: box.left + (box.width - scale * width) / 2, top: box.top + (box.height - scale * height) / 2, width: scale * width, height: scale * height };
  }

  /** The middle of what can be seen of the frame. */
  middle() {
    const [inner, outer] = [this.frame, this.frame.parentElement ?? this.frame].map((each) => each.getBoundingClientRect());
    const between = (low, high) => (Math.max(inner[low], outer[low]) + Math.min(inner[high], outer[high])) / 2;
    return [between("left", "right"), between("top", "bottom")];
  }

  /** Switch between far and near. */
  toggleZoom() {
    this.zoomTo(this.zoom > 1 ? 1 : NEAR);
  }

  tellOf(target) {
    const title = target.closest?.("[id]") && [...placesAt(target, this.svg)].map((place) => this.title(place)).find(Boolean);
    if (title) this.pressed(title, [...placesAt(target, this.svg)]);
  }

  tap(target) {
    const places = [...placesAt(target, this.svg)];
    if (places.length) this.tapped(places);
  }

  /** Show one part at the full width, or with no part the whole table. */
  show(part, seat) {
    if (part !== this.part) this.zoomTo(1);
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

  /** Mark what can be chosen and what was, both ids of places; what is not known to be legal with fewer dots. */
  mark(offered, chosen, names, legal = null) {
    if (!this.svg) return;
    for (const mark of this.svg.querySelectorAll(".mark")) mark.remove();
    for (const old of this.svg.querySelectorAll(".legal, .chosen")) {
      old.classList.remove("legal", "chosen", "unsure");
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
      old.removeAttribute("aria-label");
    }
    for (const place of offered) {
      for (const element of this.elements(place)) {
        element.classList.toggle("unsure", Boolean(legal && !legal.has(place)));
        this.point(element, "legal", names.get(place));
      }
    }
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
