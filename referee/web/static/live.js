// A game as the server has it: kept in step, told to whoever shows it.

import { ask, gamePath } from "/static/base.js";

export const BETWEEN_LOOKS = 1000; // milliseconds
const PATIENCE = 10000;

/** Follow a game: `shown` hears every new state and whether it comes from elsewhere, `inStep` whether the page knows the newest, and if not, why. */
export class Live {
  constructor(name, shown, inStep) {
    this.name = name;
    this.shown = shown;
    this.inStep = inStep;
    this.state = null;
    this.following = false;
  }

  async start() {
    await this.refresh();
    if (!this.following) this.follow();
  }

  async follow() {
    this.following = true;
    // A phone that slept, or lost its network, learns at once what it has missed.
    document.addEventListener("visibilitychange", () => this.look());
    for (const change of ["online", "offline"]) addEventListener(change, () => this.look());
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS));
      await this.look();
    }
  }

  /**
   * Ask whether there is anything new. An event stream would hold one of the six connections that a
   * browser opens to a host for all its tabs.
   */
  async look() {
    if (document.hidden) return;
    try {
      const { seen } = await ask(gamePath(this.name, "seen"), undefined, PATIENCE);
      if (this.state.seen === seen) this.inStep(true);
      else await this.refresh();
    } catch (error) {
      this.inStep(false, error.kind);
    }
  }

  async refresh() {
    const before = this.state;
    try {
      const state = await ask(gamePath(this.name));
      // What was recorded from here meanwhile is newer.
      if (this.state === before) this.take(state, true);
    } catch (error) {
      this.inStep(false, error.kind);
      // Without a value of the copy there is no newer state to show.
      if (this.state === null || error.kind === "unread") throw error;
    }
  }

  /** Show a state, unless it is shown already: the answer to a change and its event come in any order. */
  take(state, isForeign = false) {
    const known = this.state?.seen === state.seen;
    this.state = state;
    this.inStep(true);
    if (!known) this.shown(state, isForeign);
  }

  /** Change the game behind the version that this page shows. */
  async change(what, body) {
    try {
      this.take(await ask(gamePath(this.name, what), { after: this.state.version, ...body }));
    } catch (error) {
      if (error.status === 409) await this.refresh();
      throw error;
    }
  }
}
