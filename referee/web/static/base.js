// What every page is made of: words, elements, requests. Nothing here knows the game.

export const { buttons: words, menu, pages, languages } = JSON.parse(
  document.getElementById("words").textContent,
);

/** Return a new element with attributes, listeners (`onclick`) and children. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return made;
}

/** What the server refused to do, in words. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.kind = error.kind;
    this.problems = error.problems ?? [];
    this.value = error.value;
  }
}

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** Send a request; once more if it fails, as the answer may have been lost: by its key it is done once. */
const reach = (path, request) => fetch(path, request).catch(() => fetch(path, request));

/** Ask the server; with a body something is to be done. */
export async function ask(path, body, patience = 60000) {
  const request =
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", "Idempotency-Key": newKey() } };
  let answer, told;
  try {
    answer = await reach(path, { credentials: "same-origin", signal: AbortSignal.timeout(patience), ...request });
    told = await answer.text();
  } catch {
    // Browsers word it each in their own way, and in English.
    throw new Refused(0, { kind: "offline", message: words["no-answer"] });
  }
  if (!answer.ok) {
    let error = { kind: "server", message: `${answer.status}` };
    try {
      error = JSON.parse(told).error ?? error;
    } catch {
      // A refusal at the door has no words.
    }
    throw new Refused(answer.status, error);
  }
  return answer.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(told) : told;
}

const policy = window.trustedTypes?.createPolicy("table", { createHTML: (text) => text });

/** Put a picture that the server drew into an element. */
export function putPicture(into, svg) {
  into.innerHTML = policy ? policy.createHTML(svg) : svg;
  return into.querySelector("svg");
}

const SHAPES = {
  blue: ["circle", { cx: 10, cy: 10, r: 9 }],
  green: ["path", { d: "M10 .6L19.6 18.6H.4z" }],
  red: ["rect", { x: 1.5, y: 1.5, width: 17, height: 17, rx: 1.5 }],
  yellow: ["path", { d: "M10 0l10 10-10 10L0 10z" }],
};

/** Return an element of a drawing. */
export function draw(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Return the sign of a player: a shape and a letter, never a colour alone. */
export function sign(colour) {
  const known = SHAPES[colour] ?? ["circle", { cx: 10, cy: 10, r: 9 }];
  const letter = draw("text", { x: 10, y: colour === "green" ? 16.6 : 14.2, class: "letter" });
  letter.textContent = colour.slice(0, 1).toUpperCase();
  return draw(
    "svg",
    { viewBox: "-1 -1 22 22", class: `sign sign-${SHAPES[colour] ? colour : "stranger"}`, "aria-hidden": "true" },
    draw(...known),
    letter,
  );
}

/** Say something to whoever looks or listens. */
export function tell(message, kind = "note") {
  let box = document.getElementById("told");
  if (!box) {
    box = el("div", { id: "told", role: "status", "aria-live": "polite" });
    document.body.append(box);
  }
  const line = el("p", { class: kind }, message);
  box.replaceChildren(line);
  setTimeout(() => line.remove(), 8000);
}

/**
 * Do what a button asks for. It stays shut while that is under way, and, as the next page is on its
 * way then, after it was done; whoever comes back to this page finds it open.
 */
export async function once(button, work) {
  if (button.disabled) return;
  button.disabled = true;
  addEventListener("pagehide", () => (button.disabled = false), { once: true });
  try {
    await work();
  } catch (error) {
    button.disabled = false;
    tell([error.message, ...(error.problems ?? [])].join(" "), "fault");
  }
}

/** Choose the language of this device, which remembers it. */
export function languageChoice() {
  const choose = (event) => {
    document.cookie = `language=${event.target.value}; path=/; max-age=31536000; samesite=strict`;
    location.reload();
  };
  const here = document.documentElement.lang;
  const options = Object.entries(languages).map(([code, name]) => el("option", { value: code, lang: code, selected: code === here }, name));
  return el("label", { class: "stack language" }, words.language, el("select", { id: "language", onchange: choose }, options));
}

/** Return where a page of a game lies. */
export function gamePath(name, ...rest) {
  return ["/api/games", encodeURIComponent(name), ...rest].join("/");
}
