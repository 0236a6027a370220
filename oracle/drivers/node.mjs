// A driver of the oracle: Node's URL, or its legacy url.parse. node oracle/drivers/node.mjs url|legacy
import { createInterface } from "node:readline";
import legacy from "node:url";

const name = process.argv[2];

function parsed(text, base) {
  if (name === "url") {
    const url = new URL(text, base);
    if (base !== undefined) return { accepted: true, result: url.href };
    return { accepted: true, scheme: url.protocol.slice(0, -1), host: url.hostname };
  }
  if (base !== undefined) return { accepted: true, result: legacy.resolve(base, text) };
  const url = legacy.parse(text);
  return { accepted: true, scheme: url.protocol?.slice(0, -1) ?? null, host: url.hostname };
}

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  let answer;
  try {
    answer = question.operation === "version" ? { version: process.version } : parsed(question.text, question.base);
  } catch (error) {
    answer = { accepted: false, error: error.code ?? error.name };
  }
  console.log(JSON.stringify(answer));
}
