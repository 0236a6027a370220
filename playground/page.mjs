// The page: what the visitor asks, kept in the address unless it may have a secret; the engine answers at once, Python
// once it was needed.

import { LANGUAGES } from "./code.mjs";
import { Engine } from "./engine.mjs";
import { Python } from "./python.mjs";
import { LONGEST } from "./drawing.mjs";
import { mayHaveSecret } from "./secrets.mjs";
import * as sections from "./sections.mjs";

const EXAMPLES = [
  "http://user@example.com:8080/over/there?name=ferret#nose",
  "HTTP://EXAMPLE.com:80/%7euser/../x",
  "http://h/a b",
  "//a_b/",
  "http://[::1",
  "http://127.0.0.1\\@1.1.1.1/",
  "mailto:a?b",
];
const SAMPLE = { grammar: 'doi = "doi:10." 4*9DIGIT "/" path-rootless', start: "doi", text: "doi:10.1000/182" };
const FIRST = { text: EXAMPLES[0], base: "", edition: "rfc3986", grammar: "", start: "" };
const OWN = "yours";
const PAUSE = 250;
/** How long Python waits for the service worker, which keeps its files. */
const PATIENCE = 3000;

const byId = (id) => document.getElementById(id);
const fields = Object.fromEntries(Object.keys(FIRST).map((name) => [name, byId(name)]));

let engine = null;
/** Facts of each edition, in the order of their numbers in the engine; the visitor's own comes last. */
const editions = [];
let python = null;
let isPythonReady = false;
/** What Python said last, with the question that it answers. */
let said = null;
let pause = null;

const state = { ...FIRST, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) };

function number(id) {
  return editions.findIndex((facts) => facts.id === id);
}

function facts() {
  return editions[number(state.edition)] ?? editions[number(FIRST.edition)];
}

/** Take new texts: draw what the engine says, keep them in the address, ask Python. */
function take(changes) {
  Object.assign(state, changes);
  keep();
  draw();
  if (maySpend()) loadPython();
  ask();
}

/** Whether megabytes may be loaded before somebody asks for them: not by a phone, and not where data are saved. */
function maySpend() {
  return !matchMedia("(pointer: coarse)").matches && !navigator.connection?.saveData;
}

async function loadPython() {
  if (python !== null) return;
  python = "loading";
  byId("status").textContent = "Loading Python for explanations, findings and parsers …";
  for (const id of ["findings", "readers"]) document.querySelector(`#${id} .body`).textContent = "…";
  await keeper();
  python = new Python(async () => {
    isPythonReady = true;
    await compile();
    await ask();
    byId("status").textContent = "";
    document.body.dataset.python = "ready";
  }, fail);
}

/** Wait for the service worker, so that it keeps what Python loads for the next visit. */
async function keeper() {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return;
  const isThere = new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
  await Promise.race([isThere, new Promise((done) => setTimeout(done, PATIENCE))]);
}

function keep() {
  const isKept = ([name, value]) => !["text", "base"].includes(name) || !mayHaveSecret(value);
  const different = Object.entries(state).filter(([name, value]) => name in FIRST && value !== FIRST[name]);
  history.replaceState(null, "", `#${new URLSearchParams(different.filter(isKept))}`);
  for (const [name, field] of Object.entries(fields)) if (field.value !== state[name]) field.value = state[name];
  for (const area of [fields.text, fields.grammar]) {
    area.style.height = "auto";
    // To measure a long text is to lay it out once more.
    area.style.height = area.value.length > LONGEST ? "40vh" : `${area.scrollHeight + 2}px`;
  }
}

function draw() {
  const { text, base } = state;
  const chosen = facts();
  const each = editions.map((edition, at) => {
    const found = engine.parse(at, text);
    return { facts: edition, found, refusal: found ? null : engine.refusal(at, text) };
  });
  const { found, refusal } = each[editions.indexOf(chosen)];
  const choose = (edition) => take({ edition });
  sections.drawPicture(text, chosen, found, refusal);
  sections.drawHints(text, base, engine.split(number(FIRST.edition), text), (meant) => take({ text: meant }));
  sections.drawWhy(chosen, refusal, isCurrent() ? said.answer : null);
  sections.drawEditions(text, each, chosen.id, choose);
  sections.drawForms(chosen, found ? chosen.levels.map((level) => [level, engine.normalize(number(chosen.id), text, level)]) : null);
  const resolving = editions.filter((edition) => edition.resolves !== null);
  const outcomes = resolving.map((edition) => {
    const by = number(edition.resolves);
    const outcome = engine.resolve(by, text, base);
    const parts = outcome.target === undefined ? [] : engine.split(by, outcome.target).parts;
    return { facts: edition, outcome, parts };
  });
  sections.drawResolution(base, outcomes, chosen.id, choose, isCurrent() ? said.answer.resolution : null);
}

function question() {
  return { text: state.text, base: state.base, edition: facts().id };
}

function isCurrent() {
  return said !== null && JSON.stringify(said.question) === JSON.stringify(question());
}

async function ask() {
  clearTimeout(pause);
  if (!isPythonReady) return;
  const asked = question();
  document.body.setAttribute("aria-busy", "true");
  try {
    const answer = await python.ask("answer", asked);
    if (answer === null || JSON.stringify(asked) !== JSON.stringify(question())) return;
    said = { question: asked, answer };
    draw();
    sections.drawFindings(state.text, answer.findings);
    sections.drawReaders(state.text, state.base, answer.url_standard, answer.agreement, answer.web_url);
    if (answer.refusal) pause = setTimeout(mend, PAUSE, asked);
    document.body.setAttribute("aria-busy", "false");
  } catch (error) {
    fail(error.message);
  }
}

async function mend(asked) {
  const repair = await python.ask("mend", asked);
  if (repair !== null && JSON.stringify(asked) === JSON.stringify(question())) {
    sections.drawRepair(repair, said.answer.web_url, (text) => take({ text }));
  }
}

/** Compile the visitor's grammar; it becomes the last edition, or is taken away. Then an edition is chosen. */
async function compile(chosen = state.edition) {
  const place = document.querySelector("#own .body");
  const { grammar } = state;
  if (grammar.trim() === "") {
    place.replaceChildren();
    if (number(OWN) >= 0) forget();
    return;
  }
  if (!isPythonReady) {
    place.textContent = "It is compiled as soon as Python is loaded.";
    loadPython();
    return;
  }
  const start = startRule();
  const compiled = await python.ask("compile_grammar", { grammar, start });
  if (compiled === null) return;
  if (compiled.error) {
    const message = document.createElement("pre");
    message.textContent = compiled.error;
    place.replaceChildren(message);
    return;
  }
  const at = number(OWN) < 0 ? editions.length : number(OWN);
  engine.load(Uint8Array.from(atob(compiled.table), (letter) => letter.charCodeAt(0)), at);
  editions[at] = compiled.facts;
  said = null;
  place.textContent = `Compiled: rule ${start} judges the whole text.`;
  choices();
  take({ edition: chosen });
}

/** The rule that judges the whole text: the one named, or the grammar's first. */
function startRule() {
  return state.start || (/^\s*([A-Za-z][A-Za-z0-9-]*)\s*=/m.exec(state.grammar)?.[1] ?? "");
}

function forget() {
  editions.splice(number(OWN), 1);
  choices();
  take({ edition: state.edition === OWN ? FIRST.edition : state.edition });
}

function choices() {
  const options = editions.map(({ id, document: name, date }) => new Option(id === OWN ? "yours" : `${name}, ${date.slice(0, 4)}`, id));
  fields.edition.replaceChildren(...options);
  fields.edition.value = facts().id;
}

function fail(message) {
  document.body.setAttribute("aria-busy", "false");
  byId("status").textContent = `Something went wrong: ${message}`;
  byId("status").classList.add("no");
}

async function start() {
  const at = (name) => fetch(new URL(name, import.meta.url));
  const [wasm, list, tables] = await Promise.all([
    at("engine.wasm").then((response) => response.arrayBuffer()),
    at("editions.json").then((response) => response.json()),
    at("editions.bin").then((response) => response.arrayBuffer()),
  ]);
  engine = await Engine.from(wasm);
  let from = 0;
  for (const { table, ...rest } of list) {
    engine.load(new Uint8Array(tables, from, table));
    editions.push(rest);
    from += table;
  }
  // A link may name an edition that is not here.
  if (number(state.edition) < 0 && state.edition !== OWN) state.edition = FIRST.edition;
  choices();
  keep();
  draw();
  byId("status").textContent = "";
  sections.drawUnloaded(loadPython);
  document.body.dataset.engine = "ready";
  navigator.serviceWorker?.register("offline.js");
  // A link that holds a question asks for all of the answer.
  if (location.hash.length > 1 && maySpend()) loadPython();
}

let compiling = null;
for (const [name, field] of Object.entries(fields)) {
  field.addEventListener("input", () => {
    if (engine === null) return;
    take({ [name]: field.value });
    if (name === "grammar" || name === "start") {
      clearTimeout(compiling);
      compiling = setTimeout(compile, PAUSE, number(OWN) < 0 ? OWN : state.edition);
    }
  });
}
fields.text.addEventListener("keydown", (event) => {
  // Enter asks nothing that is not answered already; a line break is typed with Shift.
  if (event.key === "Enter" && !event.shiftKey) event.preventDefault();
});
byId("question").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => {
  take({ ...FIRST, ...Object.fromEntries(new URLSearchParams(location.hash.slice(1))) });
  compile();
});
for (const text of EXAMPLES) {
  const example = document.createElement("button");
  example.type = "button";
  example.className = "name";
  example.textContent = text;
  example.addEventListener("click", () => take({ text }));
  byId("examples").append(" ", example);
}
byId("sample").addEventListener("click", () => {
  take(SAMPLE);
  compile(OWN);
});
byId("copy").addEventListener("click", () => copy(location.href, "The link is copied."));
for (const [language, codeOf] of Object.entries(LANGUAGES)) {
  byId(`copy-${language}`).addEventListener("click", () => {
    const code = codeOf({ ...state, edition: facts().id, start: startRule() });
    copy(code ?? "", code === null ? `No ${language} for this: it cannot write the text.` : `Copied as ${language}.`);
  });
}

async function copy(text, message) {
  if (text !== "") await navigator.clipboard.writeText(text);
  byId("status").textContent = message;
}

start().catch((error) => fail(error.message));
