// A driver of the oracle: Go's net/url. go run oracle/drivers/net_url.go
package main

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
	"runtime"
)

func refused(err error) map[string]any {
	return map[string]any{"accepted": false, "error": err.Error()}
}

func answered(question map[string]string) map[string]any {
	parsed, err := url.Parse(question["text"])
	if err != nil {
		return refused(err)
	}
	switch question["operation"] {
	case "version":
		return map[string]any{"version": runtime.Version()}
	case "connect":
		return map[string]any{"accepted": true, "host": parsed.Hostname()}
	case "normalize":
		return map[string]any{}
	case "resolve":
		base, err := url.Parse(question["base"])
		if err != nil {
			return refused(err)
		}
		return map[string]any{"accepted": true, "result": base.ResolveReference(parsed).String()}
	}
	return map[string]any{
		"accepted": true, "scheme": parsed.Scheme, "port": parsed.Port(), "query": parsed.RawQuery,
		"written": parsed.String(),
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var question map[string]string
		if json.Unmarshal(lines.Bytes(), &question) != nil {
			os.Exit(1)
		}
		if out.Encode(answered(question)) != nil {
			os.Exit(1)
		}
	}
}
