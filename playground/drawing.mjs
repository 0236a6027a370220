// Small pieces of the page: elements, texts with their components coloured, what differs between two texts.

/** Of a longer text only the ends are drawn. */
export const LONGEST = 4000;
const KEPT = 1000;

/** An element: `element("p", {class: "soft"}, "text", child)`. An attribute that is null is left out. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A table: a head of names, and rows of cells, each a text or nodes. The last cell of a short row fills it. */
export function table(head, rows) {
  const cell = (content, index, row) => {
    const span = index === row.length - 1 ? head.length - index : 1;
    // A narrow window shows the head beside the cell; the first cell is the row's own name.
    const name = index > 0 && span === 1 ? head[index] : null;
    return element("td", { colspan: span > 1 ? span : null, "data-head": name }, ...[content].flat());
  };
  const heads = head.map((each) => element("th", { scope: "col" }, each));
  return element(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": head.join(", ") },
    element(
      "table",
      {},
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))),
    ),
  );
}

/** A text whose components are coloured, an authority by its parts; one without a character is a thin bar. */
export function coloured(text, parts) {
  const inner = new Set(["userinfo", "host", "port"]);
  const divided = parts.some((part) => inner.has(part.component));
  const leaves = parts.filter((part) => !(divided && part.component === "authority"));
  leaves.sort((a, b) => a.start - b.start || a.end - b.end);
  const shown = [];
  let at = 0;
  for (const { component, start, end } of leaves) {
    if (start < at) continue;
    if (start > at) shown.push(element("span", { class: "mark" }, ...visible(text.slice(at, start))));
    const content = end > start ? visible(text.slice(start, end)) : [];
    shown.push(element("span", { class: `c-${component}${end > start ? "" : " empty"}`, title: component }, ...content));
    at = end;
  }
  if (at < text.length) shown.push(element("span", { class: "mark" }, ...visible(text.slice(at))));
  return shown;
}

/** A text with the character marked at which it is refused, or its end. */
export function refused(text, at) {
  const end = at + (text.codePointAt(at) > 0xffff ? 2 : 1);
  return [
    ...visible(text.slice(0, at)),
    element("mark", { class: at < text.length ? null : "empty" }, ...visible(text.slice(at, end))),
    ...visible(text.slice(end)),
  ];
}

/** The middle in which a text differs from an earlier one, marked. */
export function changed(before, after) {
  if (before === after) return visible(after);
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const end = after.length - tail;
  return [
    ...visible(after.slice(0, head)),
    element("ins", { class: end > head ? null : "empty" }, ...visible(after.slice(head, end))),
    ...visible(after.slice(end)),
  ];
}

/**
 * A text as nodes in which every character can be seen: controls and bidirectional marks by name, a space as a bar. Of a
 * long text the beginning and the end: a browser takes a second to lay out 100,000 characters in ten places.
 */
export function visible(text) {
  if (text.length > LONGEST) {
    const left = element("span", { class: "soft" }, ` … ${text.length - 2 * KEPT} more … `);
    return [...visible(text.slice(0, KEPT)), left, ...visible(text.slice(-KEPT))];
  }
  const nodes = [];
  let plain = "";
  for (const character of text) {
    const name = nameOf(character);
    if (name === null) {
      plain += character;
      continue;
    }
    if (plain) nodes.push(plain);
    plain = "";
    nodes.push(element("span", { class: "unseen" }, name));
  }
  if (plain) nodes.push(plain);
  return nodes;
}

function nameOf(character) {
  const code = character.codePointAt(0);
  if (code === 0x20) return "\u2423";
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (/[\p{C}\p{Z}]/u.test(character)) return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return null;
}
