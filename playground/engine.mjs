// The engine in WebAssembly: texts in, components, refusals, targets and normal forms out. Runs in browsers and in Node.
//
// `crates/wasm` says how a call goes: write the texts into the module's memory, call, read numbers and a text. The
// engine counts bytes of UTF-8; what stands here counts UTF-16 units, as JavaScript's strings do.

const NONE = 0xffffffff;
const COMPONENTS = ["scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment"];
const KINDS = ["absolute", "opaque", "network-path", "absolute-path", "relative-path", "same-document"];
const LEVELS = ["case", "percent", "path", "syntax", "scheme"];
const EXCESS = { keep: 1, drop: 2, refuse: 3 };

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class Engine {
  #calls;
  #count = 0;

  /** @param {WebAssembly.Instance} instance of `engine.wasm` */
  constructor(instance) {
    this.#calls = instance.exports;
  }

  /** @param {BufferSource} bytes the content of `engine.wasm` */
  static async from(bytes) {
    return new Engine((await WebAssembly.instantiate(bytes, {})).instance);
  }

  /** Load an edition's table; `number` takes the place of an edition that was loaded before. Gives the number. */
  load(table, number = this.#count) {
    this.#write(0, table);
    if (!this.#calls.uri_load(number)) throw new Error(this.#answer());
    this.#count = Math.max(this.#count, number + 1);
    return number;
  }

  /** `{kind, parts}`, a part for each component that is there; null where the edition refuses the text. */
  parse(edition, text) {
    const bytes = this.#put(0, text);
    return this.#calls.uri_parse(edition) ? this.#cut(text, bytes) : null;
  }

  /** The same for any text, valid or not. */
  split(edition, text) {
    const bytes = this.#put(0, text);
    this.#calls.uri_split(edition);
    return this.#cut(text, bytes);
  }

  /** Why the edition refuses a text: the place, the rule, the component and what to do; null where it accepts it. */
  refusal(edition, text) {
    const bytes = this.#put(0, text);
    if (!this.#calls.uri_refusal(edition)) return null;
    const [at, ...lengths] = this.#numbers(5);
    const answer = this.#answerBytes();
    let place = 0;
    const [rule, judge, component, hint] = lengths.map((length) => {
      place += length;
      return decoder.decode(answer.subarray(place - length, place));
    });
    return { at: unitsIn(text, bytes)(at), rule, judge, component: component || null, hint };
  }

  /** Whether a rule, by its name, accepts a text; null where there is no such rule. */
  accepts(edition, rule, text) {
    this.#put(0, text);
    this.#put(1, rule);
    return [false, true, null][this.#calls.uri_accepts(edition)];
  }

  /** `{target}`, `{same: true, fragment}` for the current document, or `{error}`, the reason in a word. */
  resolve(edition, reference, base, { strict = true, newRequest = false, excess = null } = {}) {
    this.#put(0, reference);
    this.#put(1, base);
    const outcome = this.#calls.uri_resolve(edition, Number(strict), Number(newRequest), EXCESS[excess] ?? 0);
    const answer = this.#answer();
    return [{ error: answer }, { target: answer }, { same: true, fragment: null }, { same: true, fragment: answer }][outcome];
  }

  /** The normal form on a level, "case" to "scheme"; null where the edition refuses the text. */
  normalize(edition, text, level) {
    if (level === "string") return text;
    this.#put(0, text);
    return this.#calls.uri_normalize(edition, LEVELS.indexOf(level)) ? this.#answer() : null;
  }

  /** A path without its dot segments (RFC 3986, section 5.2.4). */
  removeDotSegments(path) {
    this.#put(0, path);
    this.#calls.uri_remove_dot_segments();
    return this.#answer();
  }

  #put(which, text) {
    const bytes = encoder.encode(text);
    this.#write(which, bytes);
    return bytes;
  }

  #write(which, bytes) {
    // The call may move the memory, so its buffer is asked for afterwards.
    const address = this.#calls.uri_room(which, bytes.length);
    new Uint8Array(this.#calls.memory.buffer, address, bytes.length).set(bytes);
  }

  #numbers(count) {
    return [...new Uint32Array(this.#calls.memory.buffer, this.#calls.uri_numbers(), count)];
  }

  #answerBytes() {
    return new Uint8Array(this.#calls.memory.buffer, this.#calls.uri_answer(), this.#calls.uri_answer_length());
  }

  #answer() {
    return decoder.decode(this.#answerBytes());
  }

  #cut(text, bytes) {
    const [kind, ...places] = this.#numbers(1 + 2 * COMPONENTS.length);
    const units = unitsIn(text, bytes);
    const parts = [];
    for (const [index, component] of COMPONENTS.entries()) {
      if (places[2 * index] === NONE) continue;
      const [start, end] = [units(places[2 * index]), units(places[2 * index + 1])];
      parts.push({ component, start, end, text: text.slice(start, end) });
    }
    return { kind: KINDS[kind], parts };
  }
}

/** From a place in the bytes of a text to the place in the text. */
function unitsIn(text, bytes) {
  if (bytes.length === text.length) return (place) => place;
  return (place) => decoder.decode(bytes.subarray(0, place)).length;
}
