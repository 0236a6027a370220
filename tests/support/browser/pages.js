// What a browser makes of the references of each page.
// Which property gives the URL that an attribute means, and on which elements (HTML Standard, "reflecting").
const REFLECTED = {
  "a href": "href", "area href": "href", "link href": "href", "base href": "href",
  "img src": "src", "img longdesc": "longDesc", "script src": "src", "iframe src": "src", "iframe longdesc": "longDesc",
  "frame src": "src", "frame longdesc": "longDesc", "embed src": "src", "source src": "src", "track src": "src",
  "video src": "src", "video poster": "poster", "audio src": "src", "input src": "src", "object data": "data",
  "object codebase": "codeBase", "form action": "action", "button formaction": "formAction", "input formaction": "formAction",
  "blockquote cite": "cite", "q cite": "cite", "ins cite": "cite", "del cite": "cite",
};
const HTML = "http://www.w3.org/1999/xhtml";

function* elements(root) {
  // Templates have their content in a document of its own; the walk goes through it without recursion.
  const waiting = [root];
  while (waiting.length) {
    const node = waiting.pop();
    if (node.nodeType === 1) yield node;
    const inner = node.localName === "template" && node.namespaceURI === HTML ? node.content : node;
    for (let child = inner.lastChild; child; child = child.previousSibling) waiting.push(child);
  }
}

function seen(page) {
  const found = [], chosen = [];
  for (const element of elements(page)) {
    if (element.namespaceURI !== HTML) continue;
    for (const { name, value } of element.attributes) {
      const property = REFLECTED[`${element.localName} ${name}`];
      if (property) found.push([element.localName, name, value, element[property]]);
    }
    if (element.localName === "img" && element.hasAttribute("srcset")) chosen.push([element.getAttribute("srcset"), element.currentSrc]);
  }
  return { base: page.baseURI, encoding: page.characterSet, found, chosen };
}
