// A game as the server has it: kept in step, told to whoever shows it.

import { ask, gamePath } from "/static/base.js";

/** Follow a game: `shown` hears every new state, `inStep` whether the page knows the newest. */
export class Live {
  constructor(name, shown, inStep) {
    this.name = name;
    this.shown = shown;
    this.inStep = inStep;
    this.state = null;
    this.asking = null;
  }

  start() {
    this.source = new EventSource(gamePath(this.name, "events"));
    this.source.onmessage = (event) => this.hear(event.data);
    this.source.onerror = () => this.inStep(false);
    // A phone that slept may believe that it is still connected.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.refresh();
    });
    return this.refresh();
  }

  async hear(seen) {
    if (this.state?.seen === seen) this.inStep(true);
    else await this.refresh();
  }

  async refresh() {
    try {
      this.take(await ask(gamePath(this.name)));
    } catch (error) {
      this.inStep(false);
      if (this.state === null) throw error;
    }
  }

  /** Show a state, unless it is shown already: the answer to a change and its event come in any order. */
  take(state) {
    const known = this.state?.seen === state.seen;
    this.state = state;
    this.inStep(true);
    if (!known) this.shown(state);
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
