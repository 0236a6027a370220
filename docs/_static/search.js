/* Finds pages and sections by what people type: by the phrases of docs/search.toml and by the titles of the guides. The other
   results of Sphinx come after them; if no page has all words, those that have any of them.

   "urljoin weird result" has three words. No page has "weird", so it counts nothing; many pages have "result", so it
   counts little; few have "urljoin". The phrase "urljoin" is thus most of what is asked, and its page comes first. */
const NO_RESULT = "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.";
const LEAST = 0.35;
/** Titles of the reference and of maintainers' pages, such as "Functions", are no tasks. */
const NOT_GUIDES = /^(reference|project|state-of-uri-parsers)\//;
/** A title counts a little less than a phrase, which was written for the search. */
const TITLE = 0.95;
const SAY_NOTHING = new Set("a an and by can do does for from get how i if in is it my of on or the this to url urls uri uris what why with python".split(" "));
const stemmer = new Stemmer();
/** Each phrase as [page, section, stems, how much it counts]. */
let phrases = null;

Documentation.TRANSLATIONS[NO_RESULT] = "No page has any of these words. Try other words, or the menu.";

/** The stems of the words of a text, without those that say nothing. */
function stems(text) {
  const words = splitQuery(text.toLowerCase()).filter((word) => !SAY_NOTHING.has(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
}

/** What a stem tells: the fewer pages or phrases have it, the more; nothing if none has it. */
function weight(stem) {
  const { terms, titleterms, docnames } = Search._index;
  const pages = new Set([terms[stem] ?? [], titleterms[stem] ?? []].flat()).size;
  const count = Math.max(pages, phrases.filter(([, , phrase]) => phrase.has(stem)).length);
  return count && Math.log(1 + docnames.length / count);
}

function total(words) {
  return [...words].reduce((sum, stem) => sum + weight(stem), 0);
}

/** What is asked and a phrase have in common: 1 if they are equal, 0 if they share nothing. */
function likeness(asked, phrase) {
  const shared = [...phrase].filter((stem) => asked.has(stem));
  return shared.length && total(shared) / total(new Set([...asked, ...phrase]));
}

function allPhrases() {
  const { docnames, alltitles } = Search._index;
  const written = Object.entries(SEARCH_WORDS).flatMap(([place, list]) => {
    const [name, section] = place.split("#");
    return list.map((text) => [docnames.indexOf(name), section ? `#${section}` : "", stems(text), 1]);
  });
  const titles = Object.entries(alltitles).flatMap(([title, places]) =>
    places.filter(([page]) => !NOT_GUIDES.test(docnames[page])).map(([page, section]) => [page, section ? `#${section}` : "", stems(title), TITLE]),
  );
  return [...written, ...titles];
}

function titleOf(page, section) {
  const { alltitles, titles } = Search._index;
  const inner = Object.entries(alltitles).find(([, places]) => places.some(([at, id]) => at === page && section === `#${id}`));
  return section && inner ? `${titles[page]} > ${inner[0]}` : titles[page];
}

/** The places of the phrases that are like what is asked, the best last. */
function byPhrases(query) {
  phrases ??= allPhrases();
  const asked = stems(query);
  const best = new Map();
  for (const [page, section, phrase, share] of phrases) {
    const like = share * likeness(asked, phrase);
    const place = `${page}${section}`;
    if (like >= LEAST && like > (best.get(place)?.like ?? 0)) best.set(place, { page, section, like });
  }
  const { docnames, filenames } = Search._index;
  return [...best.values()]
    .sort((one, other) => one.like - other.like)
    .map(({ page, section, like }) => [docnames[page], titleOf(page, section), section, null, like, filenames[page], SearchResultKind.title]);
}

/** What Sphinx finds for the words; if nothing, what it finds for each of them, by how much they tell. */
function byWords(search, query, terms, excluded, ...rest) {
  const results = search(query, terms, excluded, ...rest);
  if (results.length) return results;
  const pages = new Map();
  for (const term of terms) {
    for (const result of Search.performTermsSearch(new Set([term]), excluded)) {
      const score = weight(term) + (pages.get(result[0])?.[4] ?? 0);
      pages.set(result[0], [...result.slice(0, 4), score, ...result.slice(5)]);
    }
  }
  return [...pages.values()].sort((one, other) => one[4] - other[4]);
}

const searchOfSphinx = Search._performSearch;
Search._performSearch = (query, ...rest) => {
  const likely = byPhrases(query);
  const places = new Set(likely.map(([name, , section]) => name + section));
  // The last result is shown first.
  return [...byWords(searchOfSphinx, query, ...rest).filter(([name, , section]) => !places.has(name + section)), ...likely];
};
