// The sections of the page: each function draws one of them from what the engine or Python found.

import { changed, coloured, element, refused, table, visible } from "./drawing.mjs";

const COMPONENTS = ["scheme", "authority", "userinfo", "host", "port", "path", "params", "query", "fragment"];
const AUTHORITY = ["scheme", "userinfo", "host", "port", "path"];
/** A list ends after so many. */
const LONGEST = 100;
const STEPS = {
  "triplet-case": "digits of escapes in upper case",
  "scheme-case": "the scheme in lower case",
  "host-case": "the host in lower case",
  "unreserved-triplets": "no needless escapes",
  "dot-segments": "no dot segments",
  "default-port": "no default port",
  "empty-port": "no empty port",
  "empty-path": "a path that is not empty",
};

/** The place in UTF-16 units of a place in characters, which is what Python counts. */
export function unitsOf(text, characters) {
  return [...text].slice(0, characters).join("").length;
}

const FAILURES = {
  "base-refused": "the base is refused",
  "reference-refused": "the reference is refused",
  "base-not-absolute": "the base has no scheme",
  "opaque-base": "the base is opaque",
  "excess-parents": 'more ".." than there are levels',
  "result-refused": "what comes out is refused",
};

const byId = (id) => document.getElementById(id);
const body = (id) => document.querySelector(`#${id} .body`);
const code = (text) => element("code", {}, ...visible(text));
const soft = (...children) => element("span", { class: "soft" }, ...children);

/** The components under the text, or the place at which it is refused. */
export function drawPicture(text, facts, found, refusal) {
  const isEmpty = text === "";
  byId("drawing").replaceChildren(
    ...(refusal ? refused(text, refusal.at) : isEmpty ? [soft("the empty text")] : coloured(text, found.parts)),
  );
  byId("picture").classList.toggle("refused", refusal !== null);
  if (refusal) {
    const where = refusal.at < text.length ? `at ${[...text.slice(0, refusal.at)].length}` : "at its end";
    byId("verdict").replaceChildren(element("span", { class: "no" }, "Refused"), ` by ${facts.document}, ${where}`);
    byId("parts").replaceChildren();
    return;
  }
  byId("verdict").replaceChildren(element("span", { class: "yes" }, "Valid"), ` by ${facts.document}: ${found.kind}`);
  const places = (part) => [part.start, part.end].map((at) => [...text.slice(0, at)].length).join("–");
  const rows = found.parts.map((part) => [
    element("span", { class: `name c-${part.component}` }, part.component),
    part.text === "" ? soft("there, and empty") : code(part.text),
    soft(places(part)),
  ]);
  const there = new Set(found.parts.map((part) => part.component));
  const missing = COMPONENTS.filter((component) => !there.has(component) && component !== "params");
  byId("parts").replaceChildren(
    table(["component", "text", "place"], rows),
    missing.length ? element("p", { class: "soft" }, `Not there: ${missing.join(", ")}.`) : "",
  );
}

/** Why the text is refused, and what stays open: what the engine knows at once, and Python's words when they come. */
export function drawWhy(facts, refusal, said) {
  const rows = [];
  if (refusal) {
    const clause = facts.clauses[refusal.rule];
    rows.push(["rule", element("code", {}, refusal.rule), clause ? soft(` ${clause}`) : ""]);
    if (refusal.component) rows.push(["in", `the ${refusal.component}`]);
    if (said?.refusal) rows.push(["expected", said.refusal.expected.join(" or ") || "nothing more"]);
    if (refusal.hint) rows.push(["to mend it", refusal.hint]);
  }
  for (const { sentence, clause } of said?.open ?? []) rows.push(["open", sentence, soft(` ${clause}`)]);
  for (const note of said?.notes ?? []) rows.push(["note", note]);
  const list = rows.flatMap(([name, ...content]) => [element("dt", {}, name), element("dd", {}, ...content)]);
  byId("why").replaceChildren(
    rows.length ? element("dl", {}, ...list) : "",
    element("div", { id: "repair" }),
    said?.refusal
      ? element("details", {}, element("summary", {}, "The error in Python"), element("pre", { tabindex: "0" }, said.refusal.message))
      : "",
  );
}

/** Below the reasons: what the text most likely means, where a browser goes, and last the shortest edit, each to take. */
export function drawRepair({ mended, why, nearest }, webURL, take) {
  const changes = webURL?.changes.map((change) => change.sentence) ?? [];
  const offers = [
    ["Most likely meant", mended, why],
    ["One text for every parser", webURL?.url ?? null, [...new Set(changes)]],
    ["The shortest edit", nearest, ["it may be another resource"]],
  ];
  const first = new Map(offers.toReversed().map(([name, text, reasons]) => [text, [name, reasons]]));
  const drawn = offers
    .filter(([name, text]) => text !== null && first.get(text)[0] === name)
    .map(([name, text, reasons]) => element("p", {}, `${name}: `, code(text), " ", taking(text, take), soft(` ${reasons.join("; ")}`)));
  byId("repair").replaceChildren(...drawn);
}

function taking(text, take) {
  return element("button", { type: "button", onclick: () => take(text) }, "Use it");
}

/** A text such as example.com that is a path and looks like a host. */
const LIKE_A_HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u;

/** What needs no Python: whether the text has two hosts, `split` being its components, and whether it lacks a scheme. */
export function drawHints(text, base, split, take) {
  const hints = [];
  const here = base === "" && URL.canParse(text) ? new URL(text).hostname : "";
  const host = split.parts.find((part) => part.component === "host")?.text ?? "";
  if (here && here !== asBrowsersWrite(host)) {
    hints.push(
      element("p", { class: "no" }, "Two hosts: a check and a fetch may go to different places."),
      table(["split at its delimiters", "this browser"], [[host ? code(host) : "none", code(here)]]),
    );
  }
  if (base === "" && split.kind === "relative-path" && LIKE_A_HOST.test(text)) {
    const meant = `https://${text}`;
    hints.push(element("p", {}, "No scheme: it is a path. Do you mean ", code(meant), "? ", taking(meant, take)));
  }
  byId("hints").replaceChildren(...hints);
}

function asBrowsersWrite(host) {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host.toLowerCase();
}

/** What each edition makes of the text; those that agree stand together. `each` has {facts, found, refusal}. */
export function drawEditions(text, each, chosen, choose) {
  const groups = grouped(each, ({ found, refusal, facts }) =>
    JSON.stringify(refusal ? [refusal.at, facts.clauses[refusal.rule] ? refusal.rule : ""] : [found.kind, found.parts]),
  );
  const drawn = groups.map((group) => {
    const { found, refusal } = group[0];
    const verdict = refusal
      ? [element("span", { class: "no" }, "refused"), " by ", element("code", {}, refusal.rule)]
      : [element("span", { class: "yes" }, found.kind)];
    return element(
      "div",
      { class: "group" },
      element("p", {}, ...names(group, chosen, choose), " ", ...verdict),
      element("div", { class: "text" }, ...(refusal ? refused(text, refusal.at) : coloured(text, found.parts))),
    );
  });
  body("editions").replaceChildren(...drawn);
}

/** The target by each edition, and the chosen one's steps when Python has told them. */
export function drawResolution(base, each, chosen, choose, steps) {
  byId("resolution").hidden = base === "";
  if (base === "") {
    body("resolution").replaceChildren();
    return;
  }
  const groups = grouped(each, ({ outcome }) => JSON.stringify(outcome));
  const drawn = groups.map((group) => {
    const { outcome, parts } = group[0];
    const target = outcome.target === undefined ? [] : coloured(outcome.target, parts);
    const said = outcome.error
      ? [element("span", { class: "no" }, FAILURES[outcome.error] ?? outcome.error)]
      : outcome.same
        ? [element("span", { class: "yes" }, "the current document"), outcome.fragment === null ? "" : ` #${outcome.fragment}`]
        : [];
    return element(
      "div",
      { class: "group" },
      element("p", {}, ...names(group, chosen, choose), " ", ...said),
      target.length ? element("div", { class: "text" }, ...target) : "",
    );
  });
  // Why a reference is refused stands above already.
  const isTold = each.find(({ facts }) => facts.id === chosen)?.outcome.error === "reference-refused";
  body("resolution").replaceChildren(...drawn, element("div", { id: "steps" }, ...(isTold ? [] : stepsOf(steps))));
}

function stepsOf(steps) {
  if (!steps) return [];
  if (steps.error) return [element("pre", { tabindex: "0" }, steps.error)];
  if (steps.same_document) return [element("p", {}, "It means the current document. ", soft(steps.clause))];
  const rows = steps.steps.map((step) => [
    element("span", { class: `name c-${step.component}` }, step.component),
    step.text === null ? soft("not there") : code(step.text),
    { base: "the base", reference: "the reference", both: "both", rule: "a rule" }[step.source],
    [step.why, soft(` ${step.clause}`)],
  ]);
  return [element("h3", {}, `Step by step, by ${steps.edition}`), table(["component", "text", "from", "because"], rows)];
}

/** The normal forms rung by rung; what a rung changes is marked. `forms` has [level, text] in order. */
export function drawForms(facts, forms) {
  if (forms === null) {
    body("forms").replaceChildren(soft(`What ${facts.document} refuses has no normal form.`));
    return;
  }
  const written = forms[0][1];
  const drawn = forms.slice(1).map(([level, form]) => {
    const steps = (facts.steps[level] ?? []).map(([step, section]) => `${STEPS[step]} (${section})`);
    const all = level === "syntax" ? ["all of these"] : level === "scheme" ? ["syntax", ...steps] : steps;
    return element(
      "div",
      { class: "group", "data-level": level },
      element("p", {}, element("span", { class: "name" }, level), soft(all.join("; "))),
      element("div", { class: "text" }, ...(form === written ? [soft("as it is written")] : changed(written, form))),
    );
  });
  body("forms").replaceChildren(...drawn);
}

/** What the audit finds. */
export function drawFindings(text, every) {
  const [found, more] = shortened(every);
  body("findings").classList.remove("soft");
  if (found.length === 0) {
    body("findings").replaceChildren("Nothing to say about it.");
    return;
  }
  const drawn = found.map((each) => {
    const place = text.slice(unitsOf(text, each.start), unitsOf(text, each.end));
    const instead = each.replacement === null ? [] : [" ", code(each.replacement)];
    return element(
      "li",
      { class: each.severity },
      element("p", {}, element("b", {}, each.severity), " ", element("code", { class: "id" }, each.id), " ", soft(each.clause)),
      element("p", {}, place ? code(place) : "", place ? ": " : "", each.message),
      each.fix ? element("p", {}, soft("to mend it: "), each.fix, ...instead) : "",
    );
  });
  body("findings").replaceChildren(element("ul", { class: "plain" }, ...drawn, ...more));
}

/** The first of a list, and an item that counts the others. */
function shortened(each) {
  const left = each.length - LONGEST;
  return [each.slice(0, LONGEST), left > 0 ? [element("li", { class: "soft" }, `and ${left} more`)] : []];
}

/** What stands in the places of Python's answers before it is loaded: a button that loads it. */
export function drawUnloaded(load) {
  for (const id of ["findings", "readers"]) {
    body(id).replaceChildren(
      element("button", { type: "button", onclick: load }, "Load Python for this"),
      soft(" 8 MB, compressed; a phone may take some seconds"),
    );
  }
}

/**
 * Where the URL Standard, this browser, Python and the editions go; equal answers are one row, the rarest host first.
 * Without a base also the text that all of them read alike, and what makes it.
 */
export function drawReaders(text, base, standard, agreement, webURL) {
  const here = hereOf(text, base);
  const url = standard.href === null ? element("pre", { tabindex: "0" }, standard.error) : code(standard.href);
  const [first, more] = shortened(standard.errors ?? []);
  const errors = first.map((each) => element("li", {}, each.message));
  const browser =
    here !== standard.href
      ? `this browser: ${here ?? "refuses it"}`
      : `this browser ${here === null ? "refuses it" : "goes there"} too`;
  const called = ({ parsers }) => element("span", { class: "name" }, parsers.join(", "));
  const rows = [
    ...agreement.cuts.map((cut) => [
      called(cut),
      ...AUTHORITY.map((name) => shown(cut[name], agreement.differing.includes(name))),
    ]),
    ...agreement.refusals.map((each) => [called(each), soft(each.reason)]),
  ];
  const causes = agreement.confusions.map((each) =>
    element("li", {}, element("b", {}, each.title), `: ${each.sentence} `, soft(each.clauses.join("; "))),
  );
  body("readers").replaceChildren(
    element(
      "div",
      { class: "standard" },
      base === "" ? "URL Standard: " : "URL Standard, from the base: ",
      url,
      " ",
      soft(`(${browser})`),
    ),
    errors.length ? element("ul", {}, ...errors, ...more) : "",
    element("p", { class: agreement.agrees ? null : "no" }, agreement.verdict),
    causes.length ? element("ul", {}, ...causes) : "",
    table(["parsers", ...AUTHORITY], rows),
    ...(webURL ? changesOf(webURL) : []),
  );
  body("readers").classList.remove("soft");
}

/** The text of `uv.URL` with its changes, each at its place; or why there is none. */
function changesOf({ url, error, changes }) {
  const [first, more] = shortened(changes);
  const rows = first.map((each) => [soft(String(each.at)), code(each.before), code(each.after), each.sentence]);
  const text = url === null ? element("pre", { tabindex: "0" }, error) : code(url);
  return [
    element("h3", {}, "As a URL that all read alike"),
    element("div", { class: "url" }, "uv.URL: ", text, url !== null && !rows.length ? soft(" (as it is written)") : ""),
    rows.length ? element("div", { class: "changes" }, table(["place", "text", "instead", "because"], rows)) : "",
    more.length ? element("ul", { class: "plain" }, ...more) : "",
  ];
}

function hereOf(text, base) {
  try {
    return base === "" ? new URL(text).href : new URL(text, base).href;
  } catch {
    return null;
  }
}

function shown(value, isDifferent) {
  if (value === null) return soft("–");
  return element("code", { class: isDifferent ? "differs" : null }, ...visible(String(value)));
}

function grouped(each, keyOf) {
  const groups = new Map();
  for (const one of each) {
    const key = keyOf(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return [...groups.values()];
}

function names(group, chosen, choose) {
  return group.map(({ facts }) =>
    element(
      "button",
      {
        type: "button",
        class: "name",
        title: `${facts.title}, ${facts.date}`,
        "aria-pressed": String(facts.id === chosen),
        onclick: () => choose(facts.id),
      },
      facts.id,
    ),
  );
}
