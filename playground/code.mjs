// What the page shows, as code to copy: a question in, a program out; null where the language cannot write the texts.

export const LANGUAGES = { Python: python, shell, SQL: sql };

const OWN = "yours";
/** A character that cannot be seen, but for a space. */
const UNSEEN = /((?! )[\p{C}\p{Z}])/u;

function python({ text, base, edition, grammar, start }) {
  const by = edition === OWN ? "edition" : literal(edition);
  return lines(
    "import uriverse as uv\n",
    edition === OWN && `edition = uv.Edition.from_grammar(${literal(grammar)}, start=${literal(start)})`,
    `text = ${literal(text)}`,
    base && `base = ${literal(base)}`,
    "try:",
    `    print(repr(uv.parse(text, edition=${by})))`,
    base && `    print(repr(uv.resolve(text, base, edition=${by})))`,
    "except uv.URIError as error:",
    "    print(error)",
    `for finding in uv.audit.findings(text, edition=${by}):`,
    "    print(finding.severity, finding.id, finding.message)",
    `print(uv.agreement(text${base && ", base=base"}).verdict)`,
  );
}

function shell({ text, base, edition }) {
  if (edition === OWN || isUnwritable(text + base)) return null;
  const [by, from] = [` --edition ${edition}`, base && ` --base ${word(base)}`];
  return lines(
    `uriverse parse${by} --text -- ${word(text)}`,
    base && `uriverse resolve${by}${from} --text -- ${word(text)}`,
    `uriverse audit --text -- ${word(text)}`,
    `uriverse agree${from} --text -- ${word(text)}`,
  );
}

function sql({ text, base, edition }) {
  if (edition === OWN || isUnwritable(text + base)) return null;
  return lines(
    `-- DuckDB, after uriverse.columns.duckdb.register(connection, edition="${edition}")`,
    `SELECT url, uri_parse(url), uri_error(url), uri_normalize(url)${base && ", uri_resolve(url, base)"}`,
    `FROM (VALUES (${quoted(text)}${base && `, ${quoted(base)}`})) AS given(url${base && ", base"});`,
  );
}

function lines(...each) {
  return `${each.filter(Boolean).join("\n")}\n`;
}

/** No argument of a program and no text of SQL holds U+0000 or half of a pair. */
function isUnwritable(text) {
  return /\0|\p{Cs}/u.test(text);
}

/** A text as Python's literal: JSON's escapes are Python's too. */
function literal(text) {
  return JSON.stringify(text).replace(new RegExp(UNSEEN, "gu"), (character) => {
    const code = character.codePointAt(0);
    return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
  });
}

/** A text as one word of bash and zsh. */
function word(text) {
  if (!UNSEEN.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  const escaped = (byte) => (/[!-&(-[\]-~]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\x${hex(byte, 2)}`);
  return `$'${Array.from(new TextEncoder().encode(text), escaped).join("")}'`;
}

/** A text as an expression of SQL. */
function quoted(text) {
  const piece = (each) => (UNSEEN.test(each) ? `chr(${each.codePointAt(0)})` : `'${each.replaceAll("'", "''")}'`);
  return text.split(UNSEEN).filter(Boolean).map(piece).join(" || ") || "''";
}

function hex(code, digits) {
  return code.toString(16).padStart(digits, "0");
}
