// A driver of the oracle: JavaScript's readers. node oracle/drivers/node.mjs url|legacy|whatwg-url|uri-js|fast-uri
// The last three are packages, found where NODE_PATH says.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import http from "node:http";
import https from "node:https";
import legacy from "node:url";

const name = process.argv[2];
const library = name.includes("-") ? createRequire(import.meta.url)(name) : {};
const version = name.includes("-") ? createRequire(import.meta.url)(`${name}/package.json`).version : process.version;

function standard(URL, operation, text, base) {
  const url = new URL(text, base);
  if (operation !== "parse") return { result: url.href };
  return { scheme: url.protocol.slice(0, -1), host: url.hostname, written: url.href };
}

const READERS = {
  "url": (...asked) => standard(URL, ...asked),
  "whatwg-url": (...asked) => standard(library.URL, ...asked),
  "legacy": (operation, text, base) => {
    if (operation === "resolve") return { result: legacy.resolve(base, text) };
    const url = legacy.parse(text);
    if (operation === "normalize") return { result: url.href };
    return { scheme: url.protocol?.slice(0, -1) ?? null, host: url.hostname, written: url.href };
  },
  "uri-js": parts,
  "fast-uri": parts,
};

// The host to which Node's client would connect; nothing is sent.
function connected(text) {
  let host;
  const createConnection = (options) => {
    host = options.host;
    throw new Error("not connected");
  };
  try {
    (text.toLowerCase().startsWith("https") ? https : http).get(text, { createConnection }).on("error", () => {});
  } catch (error) {
    if (host === undefined) throw error;
  }
  return { host };
}

// Two packages of one interface, each of which tells an error in a member of what it gives.
function parts(operation, text, base) {
  if (operation === "resolve") return { result: library.resolve(base, text) };
  if (operation === "normalize") return { result: library.normalize(text) };
  const { error, scheme, userinfo, host, path, query, fragment } = library.parse(text);
  if (error) throw new Error(error);
  return { scheme, userinfo, host, path, query, fragment, written: library.serialize(library.parse(text)) };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { operation, text, base } = JSON.parse(line);
  let answer;
  try {
    const read = operation === "connect" ? connected : READERS[name].bind(null, operation);
    answer = operation === "version" ? { version } : { accepted: true, ...read(text, base) };
  } catch (error) {
    answer = { accepted: false, error: error.code ?? error.name };
  }
  console.log(JSON.stringify(answer));
}
