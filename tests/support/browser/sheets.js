// What a browser makes of the references of each style sheet.
// Computed values have their references resolved (CSS Values Level 4, "computed value" of a URL).
const PROPERTIES = ["background-image", "list-style-image", "border-image-source", "cursor", "filter", "mask-image", "clip-path", "content"];
// A URL is serialized as url() of a string, in which a quote and a backslash are escaped (CSSOM, "serialize a URL").
const URL_VALUE = /url\("((?:[^"\\]|\\.)*)"\)/g;

function add(found, value) {
  for (const [, text] of value.matchAll(URL_VALUE)) {
    found.add(text.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/g, (all, code, it) => code ? String.fromCodePoint(parseInt(code, 16)) : it));
  }
}

function seen(page) {
  const found = new Set();
  for (const element of page.querySelectorAll("p")) {
    for (const pseudo of [null, "::before"]) {
      const style = page.defaultView.getComputedStyle(element, pseudo);
      for (const property of PROPERTIES) add(found, style.getPropertyValue(property));
    }
  }
  for (const sheet of page.styleSheets) {
    for (const rule of sheet.cssRules) {
      // The imported sheet tells its URL; a namespace is a name, which nothing resolves.
      if (rule instanceof page.defaultView.CSSImportRule) found.add(rule.styleSheet ? rule.styleSheet.href : rule.href);
      if (rule instanceof page.defaultView.CSSNamespaceRule) found.add(rule.namespaceURI);
    }
  }
  return [...found];
}
