// Replays the documents' vectors through the engine in WebAssembly: node vectors.mjs FOLDER VECTORS
// Writes one JSON object: how many cases each operation has, and those that fail.

import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, vectors] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(join(folder, "engine.mjs")));

const engine = await Engine.from(await readFile(join(folder, "engine.wasm")));
const tables = await readFile(join(folder, "editions.bin"));
const listed = JSON.parse(await readFile(join(folder, "editions.json"), "utf-8"));
const numbers = {};
let from = 0;
for (const { id, table } of listed) {
  numbers[id] = engine.load(tables.subarray(from, (from += table)));
}
const resolving = Object.fromEntries(listed.map(({ id, resolves }) => [id, numbers[resolves]]));

const COMPONENTS = ["scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment"];

function sameParts(found, wanted) {
  if (found === null) return false;
  const texts = Object.fromEntries(found.parts.map((part) => [part.component, part.text]));
  const same = COMPONENTS.every((name) => !(name in wanted) || (texts[name] ?? null) === wanted[name]);
  return same && (!("kind" in wanted) || wanted.kind === found.kind);
}

function resolved(id, { base, reference, strict, excess_parents: excess, new_request: newRequest }) {
  return engine.resolve(resolving[id], reference, base, { strict: strict ?? true, excess, newRequest: newRequest ?? false });
}

const CHECKS = {
  parse: (id, wanted) => sameParts(engine.parse(numbers[id], wanted.text), wanted),
  split: (id, wanted) => sameParts(engine.split(numbers[id], wanted.text), wanted),
  valid: (id, { rule, text, valid }) =>
    valid === (rule ? engine.accepts(numbers[id], rule, text) : engine.parse(numbers[id], text) !== null) &&
    (rule !== undefined && rule !== null) || valid === (engine.refusal(numbers[id], text) === null),
  resolve: (id, wanted) => {
    const { target, same, fragment, error } = resolved(id, wanted);
    if (wanted.error) return error === wanted.error;
    if (wanted.same_document) return same === true && fragment === (wanted.fragment ?? null);
    return target === wanted.result;
  },
  normalize: (id, { text, level, result }) => engine.normalize(numbers[id], text, level) === result,
  equivalent: (id, { a, b, level, equivalent }) =>
    equivalent === (engine.normalize(numbers[id], a, level) === engine.normalize(numbers[id], b, level)),
  remove_dot_segments: (id, { path, result }) => engine.removeDotSegments(path) === result,
};

const counts = {};
const failures = [];
for (const [operation, check] of Object.entries(CHECKS)) {
  counts[operation] = 0;
  for (const name of await readdir(join(vectors, operation))) {
    const { edition, cases } = JSON.parse(await readFile(join(vectors, operation, name), "utf-8"));
    if (!(edition in numbers)) continue;
    for (const wanted of cases) {
      counts[operation] += 1;
      if (!check(edition, wanted)) failures.push([operation, edition, wanted]);
    }
  }
}
console.log(JSON.stringify({ counts, failures }));
