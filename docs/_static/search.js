/* Finds pages by the words that people type, which docs/search.toml has; the other results of Sphinx come after them. */
const COMMON = new Set("url uri rfc python do get how my what why can use".split(" "));
const stemmer = new Stemmer();

/** The stems of the words of a text, without those that say little if there are others. */
function stems(text) {
  const words = splitQuery(text.toLowerCase()).map((word) => [word, stemmer.stemWord(word)]);
  const telling = words.filter(([word, stem]) => !stopwords.has(word) && !COMMON.has(stem));
  return new Set((telling.length ? telling : words).map(([, stem]) => stem));
}

/** What two sets have in common: 1 if they are equal, 0 if they share nothing. */
function likeness(first, second) {
  const both = [...first].filter((word) => second.has(word)).length;
  return both && both / (first.size + second.size - both);
}

const searchOfSphinx = Search._performSearch;
Search._performSearch = (query, ...rest) => {
  const { docnames, filenames, titles } = Search._index;
  const asked = stems(query);
  const found = Object.entries(SEARCH_WORDS)
    .map(([name, phrases]) => [Math.max(...phrases.map((phrase) => likeness(asked, stems(phrase)))), docnames.indexOf(name)])
    .filter(([like]) => like >= 0.5)
    .sort(([one], [other]) => one - other)
    .map(([like, at]) => [docnames[at], titles[at], "", null, like, filenames[at], SearchResultKind.index]);
  const names = new Set(found.map(([name]) => name));
  // The last result is shown first.
  return [...searchOfSphinx(query, ...rest).filter(([name, , anchor]) => anchor || !names.has(name)), ...found];
};
