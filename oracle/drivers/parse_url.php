<?php
// A driver of the oracle: PHP's parse_url. php oracle/drivers/parse_url.php
// It cuts and resolves nothing.

function answered(array $question): array
{
    if ($question["operation"] === "version") {
        return ["version" => PHP_VERSION];
    }
    if ($question["operation"] !== "parse") {
        return [];
    }
    $parts = parse_url($question["text"]);
    if ($parts === false) {
        return ["accepted" => false];
    }
    $told = ["accepted" => true];
    foreach (["scheme", "host", "path", "query", "fragment"] as $name) {
        $told[$name] = $parts[$name] ?? null;
    }
    return [...$told, "port" => isset($parts["port"]) ? (string) $parts["port"] : null];
}

while (($line = fgets(STDIN)) !== false) {
    $answer = answered(json_decode($line, true));
    echo json_encode((object) $answer, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
