// The page's side of the worker: one question at a time of each kind, and of those that wait only the last.

export class Python {
  #worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  #number = 0;
  #asked = null;
  #waiting = new Map();

  /** `onready()` once Python runs; `onfailure(message)` if it cannot start. */
  constructor(onready, onfailure) {
    this.#worker.addEventListener("error", (event) => onfailure(event.message ?? "the worker did not load"));
    this.#worker.addEventListener("message", ({ data }) => {
      if (data.ready) onready();
      else if (data.number === undefined) onfailure(data.failed);
      else this.#settle(data);
    });
  }

  /** Ask a function of `answers.py`; null where a later question of the same kind took this one's place. */
  ask(name, question) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(name)?.resolve(null);
      this.#waiting.delete(name);
      this.#waiting.set(name, { name, question, resolve, reject });
      this.#next();
    });
  }

  #next() {
    if (this.#asked || this.#waiting.size === 0) return;
    const [name, asked] = this.#waiting.entries().next().value;
    this.#waiting.delete(name);
    this.#asked = asked;
    this.#number += 1;
    this.#worker.postMessage([this.#number, name, JSON.stringify(asked.question)]);
  }

  #settle({ answer, failed }) {
    const { resolve, reject } = this.#asked;
    this.#asked = null;
    if (failed === undefined) resolve(JSON.parse(answer));
    else reject(new Error(failed));
    this.#next();
  }
}
