"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const ids = data.editions.map((edition) => edition.id);
  const byId = new Map(data.editions.map((edition) => [edition.id, edition]));
  const SIGNS = { equal: "=", narrower: "⊂", wider: "⊃", different: "≠", removed: "−", added: "+", absent: "·" };
  const MIRROR = { narrower: "wider", wider: "narrower", removed: "added", added: "removed" };
  const WORDS = {
    equal: "accepts exactly the same",
    narrower: "accepts less, and nothing new",
    wider: "accepts all of it, and more",
    different: "refuses some of it and accepts other",
    removed: "no longer has the rule",
    added: "is the first to have the rule",
    absent: "not a rule of both",
  };
  const state = { line: 0, cell: null };

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const code = (text) => make("code", {}, text);
  // The clauses in a text are links. Of two that begin alike, the longer one is meant.
  const clauses = Object.keys(data.links).sort((a, b) => b.length - a.length).map((clause) => clause.replace(/[.#]/g, "\\$&"));
  const linked = (text) => make("span", {}, ...(clauses.length ? text.split(new RegExp(`(${clauses.join("|")})`)) : [text])
    .map((piece) => (data.links[piece] ? make("a", { href: data.links[piece] }, piece) : piece)));

  // One comparison, seen from the old edition to the new, whichever way it was made.
  const pairs = new Map();
  for (const pair of data.pairs) {
    pairs.set(pair.old + " " + pair.new, pair);
    pairs.set(pair.new + " " + pair.old, mirrored(pair));
  }
  function mirrored(pair) {
    const rules = pair.rules.map(([line, oldRule, newRule, relation, rewritten, onlyOld, onlyNew]) => [
      line, newRule, oldRule, MIRROR[relation] || relation, rewritten, onlyNew, onlyOld,
    ]);
    const behaviour = pair.behaviour.map((choice) => ({
      ...choice, old: choice.new, new: choice.old, old_clause: choice.new_clause, new_clause: choice.old_clause,
      examples: choice.examples.map((example) => ({ ...example, old: example.new, new: example.old })),
    }));
    return { ...pair, old: pair.new, new: pair.old, rules, behaviour };
  }

  // The row of a line in a comparison: of several with one line, the one that kept its name.
  function rowOf(pair, line) {
    const rows = pair.rules.filter((row) => row[0] === line);
    const same = rows.find(([, a, b]) => a !== null && b !== null && a.toLowerCase() === b.toLowerCase());
    return same || rows.find(([, a, b]) => a !== null && b !== null) || rows[0] || null;
  }

  const matrix = document.getElementById("matrix");
  function drawMatrix() {
    const head = make("tr", {}, make("td"));
    for (const id of ids) head.append(make("th", { scope: "col" }, short(id), make("small", {}, byId.get(id).date)));
    const body = make("tbody");
    ids.forEach((oldId, row) => {
      const line = make("tr", {}, make("th", { scope: "row" }, short(oldId), make("small", {}, byId.get(oldId).date)));
      ids.forEach((newId, column) => line.append(cell(oldId, newId, row, column)));
      body.append(line);
    });
    head.firstChild.className = "corner";
    matrix.replaceChildren(make("thead", {}, head), body);
    markOpen();
  }

  function cell(oldId, newId, row, column) {
    const attributes = { "data-row": row, "data-column": column, tabindex: "-1", role: "gridcell" };
    if (oldId === newId) return make("td", { ...attributes, class: "self", "aria-label": "the same edition" }, "");
    const pair = pairs.get(oldId + " " + newId);
    const found = rowOf(pair, state.line);
    const relation = found ? found[3] : "absent";
    const changed = pair.rules.filter((each) => each[3] !== "equal").length;
    const label = `${byId.get(oldId).document} to ${byId.get(newId).document}: ${relation}; ${changed} rules differ`;
    return make(
      "td",
      { ...attributes, class: relation, "data-old": oldId, "data-new": newId, "aria-label": label, title: label },
      make("b", { "aria-hidden": "true" }, SIGNS[relation]),
      make("small", {}, relation),
    );
  }
  const short = (id) => id.replace("rfc2396bis", "2396bis").replace(/^rfc/, "RFC ");

  function markOpen() {
    const open = state.cell && state.cell.join(" ");
    let focusable = null;
    for (const td of matrix.querySelectorAll("td[role=gridcell]")) {
      const here = open !== null && td.dataset.old + " " + td.dataset.new === open;
      td.setAttribute("aria-selected", here);
      if (here) focusable = td;
    }
    (focusable || matrix.querySelector("td[data-old]")).tabIndex = 0;
  }

  // Where the rule that stops a text is the one that was asked, it goes without saying.
  function witnessList(witnesses, asked) {
    const list = make("ul", { class: "witnesses" });
    for (const [text, at, rule, component] of witnesses) {
      const shown = make("code", { class: "text" });
      if (text === "") shown.append("the empty string");
      else shown.append(visible(text.slice(0, at)), make("mark", {}, visible(text.slice(at))));
      const where = at >= text.length ? "at its end" : `at ${at}`;
      const by = rule === asked ? [] : [" by ", code(rule)];
      list.append(make("li", {}, shown, ` stopped ${where}`, ...by, component && by.length ? ` (${component})` : ""));
    }
    return list;
  }
  const visible = (text) => text.replace(/[^\x21-\x7e]/gu, (c) => `\\u{${c.codePointAt(0).toString(16)}}`);

  function sides(pair, onlyOld, onlyNew) {
    const parts = [];
    for (const [id, witnesses] of [[pair.old, onlyOld], [pair.new, onlyNew]]) {
      if (witnesses.length) {
        parts.push(make("div", {}, make("h3", {}, `Only ${byId.get(id).document} accepts`), witnessList(witnesses, null)));
      }
    }
    return make("div", { class: "sides" }, ...parts);
  }

  const tag = (relation) => make("span", { class: `tag ${relation}` }, `${SIGNS[relation]} ${relation}`);

  function table(headings, rows, kind = "") {
    const head = make("tr", {}, ...headings.map((heading) => make("th", { scope: "col" }, heading)));
    const cells = rows.map((row) => make("tr", {}, ...row.map((each) => make("td", {}, each))));
    return make("div", { class: "wrap" }, make("table", { class: `list ${kind}` }, make("thead", {}, head), make("tbody", {}, ...cells)));
  }

  const details = document.getElementById("details");
  function drawDetails() {
    details.hidden = state.cell === null;
    if (state.cell === null) return;
    const pair = pairs.get(state.cell.join(" "));
    const [oldOne, newOne] = [byId.get(pair.old), byId.get(pair.new)];
    const close = make("button", { type: "button" }, "Close");
    close.addEventListener("click", closeCell);
    const parts = [make("div", { class: "title" }, make("h2", {}, `${oldOne.document} → ${newOne.document}`), close)];
    const found = rowOf(pair, state.line);
    const name = data.lines[state.line].name;
    const relation = found ? found[3] : "absent";
    parts.push(make("p", {}, code(found ? found[2] || found[1] : name), " ", tag(relation), ` ${newOne.document} ${WORDS[relation]}.`));
    if (found) parts.push(sides(pair, found[5], found[6]));
    parts.push(...ruleParts(pair, found), ...behaviourParts(pair), ...noteParts(pair), 
      ...amendments(pair.errata, "What errata change", "Corrected, it is", "Only as corrected"),
      ...amendments(pair.departures, "Read in another way than printed", "As read, it is", "Only as read"));
    details.replaceChildren(...parts);
  }

  function ruleParts(pair, shown) {
    const changed = pair.rules.filter((row) => row !== shown && !["equal", "removed", "added"].includes(row[3]));
    const parts = [make("h3", {}, changed.length ? `Rules that accept something else (${changed.length})` : "No other rule accepts anything else")];
    if (changed.length) {
      const headings = ["Rule", "Relation", `Only ${byId.get(pair.old).document}`, `Only ${byId.get(pair.new).document}`];
      parts.push(table(headings, changed.map((row) => [
        names(row), relationCell(row), witnessList(row[5], row[2]), witnessList(row[6], row[1]),
      ]), "rules"));
    }
    const renamed = pair.rules.filter(([, a, b, relation]) => relation === "equal" && a.toLowerCase() !== b.toLowerCase());
    for (const [title, rows] of [
      ["Renamed, the same language: ", renamed.map(([, a, b]) => `${a} → ${b}`)],
      ["Only the old one has: ", pair.rules.filter((row) => row[3] === "removed").map((row) => row[1])],
      ["Only the new one has: ", pair.rules.filter((row) => row[3] === "added").map((row) => row[2])],
    ]) {
      if (rows.length) parts.push(make("p", { class: "more" }, title, ...rows.flatMap((row, i) => (i ? [", ", code(row)] : [code(row)]))));
    }
    return parts;
  }
  const names = ([, a, b]) => make("span", {}, code(a), ...(a === b ? [] : [" → ", code(b)]));
  const relationCell = (row) => make("span", {}, tag(row[3]), make("small", { class: "quiet own" }, row[4] ? "" : "through what it refers to"));

  function behaviourParts(pair) {
    if (!pair.behaviour.length) return [make("h3", {}, "No choice of resolution differs")];
    const rows = pair.behaviour.flatMap((choice) => choice.examples.map((example, i) => [
      i ? "" : make("span", {}, code(choice.choice), make("small", { class: "quiet" }, ` ${choice.old} → ${choice.new} (`, linked(`${choice.old_clause} → ${choice.new_clause}`), ")")),
      make("span", {}, code(example.reference || "(empty)"), " against ", code(example.base), (example.strict ? "" : " (lenient)") + (example.guards ? "" : " (as printed)")),
      code(example.old), code(example.new),
    ]));
    return [make("h3", {}, `Choices of resolution that differ (${pair.behaviour.length})`),
      table(["Choice", "Example", byId.get(pair.old).document, byId.get(pair.new).document], rows)];
  }

  // What a document says of resolution that the engine does not do, and where its results depart from the print.
  function noteParts(pair) {
    if (!pair.notes.length) return [];
    return [make("h3", {}, "Notes on resolution"), table(
      ["Edition", "Choice", "Note"],
      pair.notes.map((row) => [byId.get(row.edition).document, code(row.choice), linked(row.note)]),
    )];
  }

  function amendments(rows, title, relation, other) {
    if (!rows.length) return [];
    const list = (texts) => make("span", {}, ...texts.flatMap((text, i) => (i ? [", ", code(text)] : [code(text)])));
    return [make("h3", {}, title), table(
      ["Rule", relation, "Only as printed", other],
      rows.map((row) => [
        make("span", {}, code(row.rule), make("small", { class: "quiet" }, ` ${byId.get(row.edition).document}. `, linked(row.note))),
        tag(row.relation), list(row.onlyPrinted), list(row.onlyOther),
      ]),
    )];
  }

  function openCell(oldId, newId, move = true) {
    state.cell = [oldId, newId];
    history.replaceState(null, "", `#${oldId}..${newId}`);
    markOpen();
    drawDetails();
    if (move) details.scrollIntoView({ block: "nearest" });
  }
  function closeCell() {
    const td = state.cell && matrix.querySelector(`td[data-old="${state.cell[0]}"][data-new="${state.cell[1]}"]`);
    state.cell = null;
    history.replaceState(null, "", "#");
    markOpen();
    drawDetails();
    if (td) focusOn(td);
  }
  function focusOn(td) {
    for (const other of matrix.querySelectorAll("td[tabindex='0']")) other.tabIndex = -1;
    td.tabIndex = 0;
    td.focus();
  }

  matrix.addEventListener("click", (event) => {
    const td = event.target.closest("td[data-old]");
    if (!td) return;
    focusOn(td);
    openCell(td.dataset.old, td.dataset.new);
  });
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  matrix.addEventListener("keydown", (event) => {
    const td = event.target.closest("td[role=gridcell]");
    if (!td) return;
    let row = Number(td.dataset.row);
    let column = Number(td.dataset.column);
    if (event.key in STEPS) {
      row += STEPS[event.key][0];
      column += STEPS[event.key][1];
    } else if (event.key === "Home") column = 0;
    else if (event.key === "End") column = ids.length - 1;
    else if ((event.key === "Enter" || event.key === " ") && td.dataset.old) {
      event.preventDefault();
      openCell(td.dataset.old, td.dataset.new);
      return;
    } else return;
    event.preventDefault();
    const next = matrix.querySelector(`td[data-row="${row}"][data-column="${column}"]`);
    if (next) focusOn(next);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && state.cell) closeCell();
  });

  const chooser = document.getElementById("line");
  data.lines.forEach((line, index) => {
    const count = Object.keys(line.names).length;
    if (count > 1) chooser.append(make("option", { value: index }, index === 0 ? `start rule (${line.name})` : `${line.name} (${count})`));
  });
  chooser.addEventListener("change", () => {
    state.line = Number(chooser.value);
    drawMatrix();
    drawDetails();
  });
  for (const relation of ["equal", "narrower", "wider", "different", "absent"]) {
    document.getElementById("legend").append(make("li", { class: relation, title: `the new one ${WORDS[relation]}` }, `${SIGNS[relation]} ${relation}`));
  }

  const theme = document.getElementById("theme");
  const dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  };
  const nameTheme = () => {
    theme.textContent = dark() ? "Light" : "Dark";
    theme.setAttribute("aria-pressed", dark());
  };
  theme.addEventListener("click", () => {
    document.documentElement.dataset.theme = dark() ? "light" : "dark";
    nameTheme();
  });
  nameTheme();

  const wanted = decodeURIComponent(location.hash.slice(1)).split("..");
  drawMatrix();
  if (pairs.has(wanted.join(" "))) openCell(...wanted, false);
  else if (data.opened && pairs.has(data.opened.join(" "))) openCell(...data.opened, false);
})();
