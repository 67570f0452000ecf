// What opens over the recorder: a ruling, the turns, counts, the rules, the rest.

import { ask, el, gamePath, languageChoice, sign, tell, words } from "/static/base.js";
import { bestSheet, faultsSheet } from "/static/advice.js";
import { changed, countFields, countable } from "/static/counts.js";
import { chooseEffort, effortChips } from "/static/efforts.js";
import { cited, rulesSheet } from "/static/rules.js";
import { sheet } from "/static/sheet.js";

/** Change the game that a sheet was opened in front of. */
function changing(live, attempt, body, made) {
  return attempt(async () => {
    await live.change("changes", { after: made.after, ...body });
    made.close();
    if (live.state.changed?.length && live.state.standing.faults.length) faultsSheet(live.name, live, attempt);
  });
}

const button = (label, onclick, kind = "") => el("button", { type: "button", class: kind, onclick }, label);

/** A ruling on what was played: people decide what becomes of it. */
export function rulingSheet(name, entry, live, attempt) {
  const nearest = el("div", { class: "panel good" }, el("p", { class: "second" }, words.looking));
  const rules = entry.violations.map((each) =>
    el("div", { class: "panel" },
      el("p", {}, each.message),
      cited(each),
    ),
  );
  const first = entry.violations[0]?.message ?? "";
  const made = sheet(first,
    el("p", { class: "ruling panel", role: "alert" }, entry.sentence),
    rules,
    nearest,
    el("div", { class: "stack" },
      button(words["take-back"], () => changing(live, attempt, { what: "take-back", address: entry.address }, made), "main"),
      el("div", { class: "pair" },
        button(words.keep, () => attempt(async () => (await live.change("keep", { after: made.after, address: entry.address }), tell(words.kept), made.close()))),
        button(words["leave-gap"], () => changing(live, attempt, { what: "mend", address: entry.address, line: entry.player ? `${entry.player} ?` : "..." }, made)),
      ),
      button(words.repairs, () => (made.close(), faultsSheet(name, live, attempt))),
      button(words.drop, () => changing(live, attempt, { what: "delete", address: entry.address }, made)),
    ),
  );
  made.after = live.state.version;
  made.classList.add("fault");
  ask(gamePath(name, `why/${entry.address}`)).then(
    (found) => {
      if (!found.nearest) return nearest.remove();
      nearest.replaceChildren(
        el("p", { class: "second" }, words.nearest),
        el("p", {}, el("code", {}, found.nearest)),
        button(words["use-instead"], () => changing(live, attempt, { what: "mend", address: entry.address, line: found.nearest }, made)),
      );
    },
    () => nearest.remove(),
  );
}

/** All that was recorded: an earlier entry is looked at, mended, noted, taken out. */
export function entriesSheet(name, live, attempt, begin) {
  const list = el("ol", { class: "entries" });
  const made = sheet(words.turns, list);
  made.after = live.state.version;
  let round = null;
  for (const entry of live.state.entries) {
    if (entry.round !== round && entry.round) {
      round = entry.round;
      list.append(el("li", { class: "heading" }, `${words.round} ${round}`));
    }
    if (entry.statement.startsWith("round ")) continue;
    list.append(entryRow(entry, live, attempt, begin, made));
  }
  list.lastElementChild?.scrollIntoView();
}

function entryRow(entry, live, attempt, begin, made) {
  const note = el("input", { "aria-label": words["note-entry"], placeholder: words["note-entry"], maxlength: 300, value: entry.comment });
  const change = (body) => changing(live, attempt, { address: entry.address, ...body }, made);
  return el("li", { class: entry.verdict },
    el("details", {},
      el("summary", {}, entry.player ? sign(entry.player) : null, el("span", {}, entry.sentence, entry.taken_back ? " ↶" : "", el("span", { class: "second" }, entry.violations.map((each) => `${each.rule}: ${each.message}`).join(" ")), entry.comment ? el("span", { class: "second comment" }, `# ${entry.comment}`) : null)),
      el("p", {}, el("code", {}, entry.statement)),
      el("div", { class: "chips" },
        button(words["mend-entry"], () => (made.close(), begin({ at: entry.address, player: entry.player ?? undefined }))),
        button(words["leave-gap"], () => change({ what: "mend", line: entry.player ? `${entry.player} ?` : "..." })),
        button(words["delete-entry"], () => change({ what: "delete" })),
        el("details", { class: "guard" }, el("summary", { class: "button" }, words["drop-from"]), button(words["drop-from-sure"], () => change({ what: "drop-from" }), "wrong")),
      ),
      el("form", { class: "chips", onsubmit: (event) => (event.preventDefault(), change({ what: "note", line: note.value })) }, note, el("button", {}, words.save)),
    ),
  );
}

/** Ask before something is undone that was not recorded just now. */
export function undoSheet(entry, undo) {
  const made = sheet(words["undo-sure"],
    entry ? el("p", { class: "panel" }, words["last-entry"], ": ", entry.sentence) : null,
    button(words["undo-yes"], () => (made.close(), undo()), "wrong"),
  );
}

/** What people counted: a claim, which the record is held against, or the table as it lies. */
export async function countSheet(name, live, attempt) {
  const after = live.state.version;
  const groups = await countable(name);
  const players = live.state.players.map((player) => player.colour);
  const money = groups.filter((group) => players.includes(group.group)).map((group) => ({ ...group, things: group.things.slice(0, 1) }));
  const rest = groups.map((group) => ({ ...group, each_round: false, things: players.includes(group.group) ? group.things.slice(1) : group.things }));
  // Whoever counts looks at the board, not at what the record expects.
  const blank = money.map((group) => ({ ...group, things: group.things.map((thing) => ({ ...thing, value: "" })) }));
  const counted = countFields(blank);
  const everything = countFields(rest);
  const skipped = el("input", { type: "checkbox" });
  const record = (how) => {
    const known = Object.fromEntries(money.flatMap((group) => group.things).map((thing) => [thing.phrase, thing.value]));
    const said = { ...(how === "table" ? known : {}), ...counted.counted(), ...everything.counted(changed) };
    attempt(async () => {
      await live.change("counts", { after, counted: said, how, skipped: skipped.checked });
      made.close();
    });
  };
  const made = sheet(words["count-title"],
    el("p", { class: "second" }, words["count-more"]),
    counted.shown,
    el("details", { class: "everything" }, el("summary", { class: "button" }, words["count-everything"]), everything.shown),
    el("label", { class: "row" }, skipped, words["skipped-turns"]),
    el("div", { class: "stack" },
      button(words.record, () => record("claim"), "main"),
      button(words["as-it-lies"], () => record("table")),
      el("p", { class: "second" }, words["as-it-lies-more"]),
    ),
  );
}

/** Whether the picture marks what the rules allow next. */
function toggle(name, live, attempt) {
  const box = el("input", { type: "checkbox", checked: live.state.hints, onchange: () => attempt(async () => live.take(await ask(gamePath(name, "memory"), { hints: box.checked }))) });
  return el("label", { class: "row" }, box, el("span", {}, words.hints, el("span", { class: "second" }, words["hints-more"])));
}

/** The rest: effort, hints, redo, exports, language. */
export function gameMenu(name, live, attempt, line) {
  const forms = [["text", "export-text"], ["json", "export-json"], ["picture", "export-picture"], ["replay", "export-replay"]];
  const append = (line) => changing(live, attempt, { what: "append", line }, made);
  const unordered = live.state.unordered;
  const made = sheet(words.menu,
    el("h3", {}, words.effort),
    effortChips(live.state.effort, (effort) => (made.close(), chooseEffort(name, live, attempt, effort))),
    el("h3", {}, words.more),
    el("div", { class: "stack" },
      live.state.effort === "turns" && live.state.due?.phase === "actions" ? [
        button(words["skip-round"], () => append("... round")),
        button(words[unordered ? "in-order" : "no-order"], () => append(unordered ? "ordered" : "unordered")),
        el("p", { class: "second" }, words["no-order-more"]),
      ] : null,
      toggle(name, live, attempt),
      live.state.due?.phase === "actions" && live.state.effort === "turns" ? button(words["best-turn"], () => (made.close(), bestSheet(name, live, attempt))) : null,
      button(words.redo, () => attempt(async () => (await live.change("steps", { after: made.after, way: "redo" }), made.close()))),
      button(words.count, () => (made.close(), attempt(() => countSheet(name, live, attempt)))),
      button(words.rules, () => (made.close(), rulesSheet({ name, live, attempt, line }))),
    ),
    el("h3", {}, words.exports),
    el("div", { class: "stack" }, forms.map(([form, word]) => el("a", { class: "button", href: gamePath(name, `export/${form}`), download: true }, words[word]))),
    el("details", { class: "guard" }, el("summary", { class: "button" }, words["remove-game"]), button(words["remove-game-sure"], () => attempt(async () => (await ask(gamePath(name, "remove"), { after: made.after }), location.assign("/"))), "wrong")),
    languageChoice(),
  );
  made.after = live.state.version;
}
