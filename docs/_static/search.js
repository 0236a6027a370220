/* Finds pages and sections of the guides by what people type: by the phrases of docs/search.toml, by titles, and by the
   words of the sections. The other results of Sphinx come after them; if no page has all words, those that have any.

   "urljoin weird result" has three words. No section has "weird", so it counts nothing; many have "result", so it counts
   little; few have "urljoin". The phrase "urljoin" is thus most of what is asked, and its section comes first. */
const NO_RESULT = "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.";
/** What is less like the question is no answer. */
const LEAST = 0.25;
/** A title counts a little less than a phrase, which was written for the search, and the words of a text much less. */
const TITLE = 0.95;
const TEXT = 0.5;
const SAY_NOTHING = new Set("a an and are by can do does for from get how i if in is it its many my of on or the this to url urls uri uris was what why with python".split(" "));
const stemmer = new Stemmer();
let places = null;
/** The number of places that have a stem. */
let spread = null;

Documentation.TRANSLATIONS[NO_RESULT] = "No page has any of these words. Try other words, or the menu.";

/** The stems of the words of a text, without those that say nothing. */
function stems(text) {
  const words = splitQuery(text.toLowerCase()).filter((word) => !SAY_NOTHING.has(word));
  return new Set(words.map((word) => stemmer.stemWord(word)));
}

/** Each page and section of the guides: its phrases, all words that lead to it, and those of its text. */
function allPlaces() {
  const { docnames, alltitles, titles } = Search._index;
  const found = new Map();
  for (const [place, words] of Object.entries(SEARCH_WORDS.sections)) {
    const [name, section] = place.split("#");
    const page = docnames.indexOf(name);
    if (page >= 0) found.set(place, { page, section: section ? `#${section}` : "", title: titles[page], phrases: [], words: stems(titles[page]), text: stems(words) });
  }
  const add = (place, text, share) => {
    if (!found.has(place)) return;
    const phrase = stems(text);
    found.get(place).phrases.push([phrase, share]);
    for (const stem of phrase) found.get(place).words.add(stem);
  };
  for (const [place, list] of Object.entries(SEARCH_WORDS.phrases)) for (const text of list) add(place, text, 1);
  for (const [title, list] of Object.entries(alltitles)) {
    for (const [page, section] of list) {
      const place = section ? `${docnames[page]}#${section}` : docnames[page];
      add(place, title, TITLE);
      if (section && found.has(place)) found.get(place).title = `${titles[page]} > ${title}`;
    }
  }
  return [...found.values()];
}

function learn() {
  places = allPlaces();
  spread = new Map();
  for (const { words, text } of places) for (const stem of words.union(text)) spread.set(stem, (spread.get(stem) ?? 0) + 1);
}

/** What some stems tell together: the fewer places have one, the more; nothing if none has it. */
function total(set) {
  return [...set].reduce((sum, stem) => sum + (spread.has(stem) ? Math.log(1 + places.length / spread.get(stem)) : 0), 0);
}

/** What is asked and a phrase have in common: 1 if they are equal, 0 if they share nothing. */
function likeness(asked, phrase) {
  const shared = total(phrase.intersection(asked));
  return shared && shared / total(phrase.union(asked));
}

/** The places for what is asked, the best last: by the best phrase, all words that lead to the place, and its text. */
function byPlaces(query) {
  if (places === null) learn();
  const asked = stems(query);
  const all = total(asked);
  if (!all) return [];
  const covered = (words) => total(asked.intersection(words)) / all;
  const { docnames, filenames } = Search._index;
  return places
    .map((place) => {
      const best = Math.max(0, ...place.phrases.map(([phrase, share]) => share * likeness(asked, phrase)));
      return { ...place, score: (best + covered(place.words) + TEXT * covered(place.words.union(place.text))) / (2 + TEXT) };
    })
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => one.score - other.score)
    .map(({ page, section, title, score }) => [docnames[page], title, section, null, score, filenames[page], SearchResultKind.title]);
}

/** What Sphinx finds for the words; if nothing, what it finds for each of them, by how much they tell. */
function byWords(search, query, terms, excluded, ...rest) {
  const results = search(query, terms, excluded, ...rest);
  if (results.length) return results;
  const pages = new Map();
  for (const term of terms) {
    for (const result of Search.performTermsSearch(new Set([term]), excluded)) {
      const score = total([term]) + (pages.get(result[0])?.[4] ?? 0);
      pages.set(result[0], [...result.slice(0, 4), score, ...result.slice(5)]);
    }
  }
  return [...pages.values()].sort((one, other) => one[4] - other[4]);
}

const searchOfSphinx = Search._performSearch;
Search._performSearch = (query, ...rest) => {
  const likely = byPlaces(query);
  const known = new Set(likely.map(([name, , section]) => name + section));
  // The last result is shown first.
  return [...byWords(searchOfSphinx, query, ...rest).filter(([name, , section]) => !known.has(name + section)), ...likely];
};
