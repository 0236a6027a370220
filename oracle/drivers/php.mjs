// A driver of the oracle: the Uri classes of PHP 8.5, run by php-wasm. node oracle/drivers/php.mjs rfc3986|whatwg
// The packages of php-wasm are found where NODE_PATH says.
import { createRequire } from "node:module";

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
ini_set("memory_limit", -1);
foreach (file("/questions") as $line) {
  $question = json_decode($line, true);
  try {
    $answer = ["accepted" => true, ...answered($question["operation"], $question["text"], $question["base"] ?? null)];
  } catch (Throwable $refusal) {
    $answer = ["accepted" => false, "error" => get_class($refusal)];
  }
  echo json_encode($answer, JSON_INVALID_UTF8_SUBSTITUTE), "\\n";
}`;

// A run takes milliseconds, so it answers all questions that have come. php-wasm dies after some 2,000 runs.
const MOST_RUNS = 1000;
let php = await started();
let runs = 0;
let rest = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  if (lines.length === 0) continue;
  if (runs++ === MOST_RUNS) {
    php.exit();
    [php, runs] = [await started(), 1];
  }
  php.writeFile("/questions", lines.join("\n"));
  process.stdout.write((await php.run({ code: SCRIPT })).text);
}
process.exit();
