// A driver of the oracle: the Uri classes of PHP 8.5, run by php-wasm. node oracle/drivers/php.mjs rfc3986|whatwg
// The packages of php-wasm are found where NODE_PATH says.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const { PHP } = require("@php-wasm/universal");
const { loadNodeRuntime } = require("@php-wasm/node");
const started = async () => new PHP(await loadNodeRuntime("8.5", { emscriptenOptions: { processId: 1 } }));

const CODE = {
  rfc3986: `
    $uri = new Uri\\Rfc3986\\Uri($operation === "resolve" ? $base : $text);
    if ($operation === "resolve") return ["result" => $uri->resolve($text)->toRawString()];
    if ($operation === "normalize") return ["result" => $uri->toString()];
    return ["scheme" => $uri->getRawScheme(), "userinfo" => $uri->getRawUserInfo(), "host" => $uri->getRawHost(),
      "path" => $uri->getRawPath(), "query" => $uri->getRawQuery(), "fragment" => $uri->getRawFragment(),
      "written" => $uri->toRawString()];`,
  whatwg: `
    $url = new Uri\\WhatWg\\Url($text, $base === null ? null : new Uri\\WhatWg\\Url($base));
    if ($operation !== "parse") return ["result" => $url->toAsciiString()];
    return ["scheme" => $url->getScheme(), "host" => $url->getAsciiHost(), "written" => $url->toAsciiString()];`,
}[process.argv[2]];

const SCRIPT = `<?php
function answered($operation, $text, $base) {
  if ($operation === "version") return ["version" => PHP_VERSION];
  ${CODE}
}
$question = json_decode(getenv("QUESTION"), true);
try {
  $answer = ["accepted" => true, ...answered($question["operation"], $question["text"], $question["base"] ?? null)];
} catch (Throwable $refusal) {
  $answer = ["accepted" => false, "error" => get_class($refusal)];
}
echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE);`;

// php-wasm dies after some 2,000 runs, whatever they are.
const MOST_RUNS = 1000;
let php = await started();
let runs = 0;
for await (const line of createInterface({ input: process.stdin })) {
  if (runs++ === MOST_RUNS) {
    php.exit();
    [php, runs] = [await started(), 1];
  }
  console.log((await php.run({ code: SCRIPT, env: { QUESTION: line } })).text);
}
