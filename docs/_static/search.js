/* Finds pages and sections of the guides by what people type. Each has a title, the paragraph that begins it, its words,
   and phrases by which people look for it (docs/search.toml). The other results of Sphinx come after them; if no page has
   all words, those that have any.

   "urljoin weird result" has three words. No section has "weird", so it counts nothing; many have "result", so it counts
   little; few have "urljoin". A section with it in its title comes before one that has it in its text. */
const NO_RESULT = "Your search did not match any documents. Please make sure that all words are spelled correctly and that you've selected enough categories.";
/** What is less like the question is no answer. */
const LEAST = 0.25;
/** How much a word counts in the title of the page, in the place's own title, in a phrase, in the first paragraph, and
    in a text of usual length, which is this many words. */
const PAGE = 1, TITLE = 3, PHRASE = 3, LEAD = 1, TEXT = 1, LENGTH = 100;
/** With so many fields, weighed as above, a word counts half. */
const HALF = 1;
/** How much it counts that a phrase or a title is like the whole question, beside the words. */
const LIKENESS = 0.5;
/** What a word tells at most: one that a single place has may be there by chance. */
const MOST = 3.5;
const SAY_NOTHING = new Set("a all am an and any are as at be been best but by can could do does for from given has have how i if in into is it its just library like many me module my non not of on one or our out package program proper properly python should so some such than that the their them then there these they this to uri uris url urls use used using was way we what when where which while who whole whose why will with without would you your".split(" "));
const stemmer = new Stemmer();
const groups = new Map();
let places = null;
/** The number of places that have a word. */
let spread = null;

Documentation.TRANSLATIONS[NO_RESULT] = "No page has any of these words. Try other words, or the menu.";
for (const group of SEARCH.synonyms) {
  const [first, ...others] = group.split(" ").map((word) => stemmer.stemWord(word));
  for (const stem of others) groups.set(stem, first);
}

/** The words of a text that say something: stems, the first of a group of synonyms for each of the group. */
function stems(text) {
  const parts = splitQuery(text.toLowerCase()).flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : [word]));
  const words = parts.filter((word) => word && !SAY_NOTHING.has(word));
  return new Set(words.map((word) => stemmer.stemWord(word)).map((stem) => groups.get(stem) ?? stem));
}

function learn() {
  const titles = new Map(SEARCH.places.filter(([, anchor]) => !anchor).map(([page, , title]) => [page, title]));
  places = SEARCH.places.map(([page, anchor, title, lead, words, phrases]) => {
    const written = [title, ...phrases].map(stems);
    const fields = [[TITLE, written[0]], [PHRASE, new Set(written.slice(1).flatMap((phrase) => [...phrase]))], [LEAD, stems(lead)], [(2 * TEXT) / (1 + words.split(" ").length / LENGTH), stems(words)]];
    if (anchor) fields.push([PAGE, stems(titles.get(page))]);
    return { page, anchor, title: anchor ? `${titles.get(page)} > ${title}` : title, written, fields };
  });
  spread = new Map();
  for (const { fields } of places) {
    const all = new Set(fields.flatMap(([, words]) => [...words]));
    for (const stem of all) spread.set(stem, (spread.get(stem) ?? 0) + 1);
  }
}

/** What a word tells: the more, the fewer places have it; nothing if none has it. */
const weight = (stem) => (spread.has(stem) ? Math.min(MOST, Math.log(1 + places.length / spread.get(stem))) : 0);
const total = (words) => [...words].reduce((sum, stem) => sum + weight(stem), 0);

/** What is asked and a phrase have in common: 1 if they are equal, 0 if they share nothing. */
function likeness(asked, phrase) {
  const shared = total(phrase.intersection(asked));
  return shared && shared / total(phrase.union(asked));
}

/** How much of what is asked a place has, and where: 1 if it has all words in its title and elsewhere. */
function share(asked, fields) {
  return [...asked].reduce((sum, stem) => {
    const count = fields.reduce((most, [worth, words]) => most + (words.has(stem) ? worth : 0), 0);
    return sum + (weight(stem) * count) / (count + HALF);
  }, 0) / total(asked);
}

/** The places for what is asked, the best last. */
function byPlaces(query) {
  if (places === null) learn();
  const asked = stems(query);
  if (!total(asked)) return [];
  const { docnames, filenames } = Search._index;
  return places
    .map(({ written, fields, ...place }) => {
      const best = Math.max(...written.map((phrase) => likeness(asked, phrase)));
      return { ...place, score: (share(asked, fields) + LIKENESS * best) / (1 + LIKENESS) };
    })
    .filter(({ score }) => score >= LEAST)
    .sort((one, other) => one.score - other.score)
    .map(({ page, anchor, title, score }) => [page, title, anchor, null, score, filenames[docnames.indexOf(page)], SearchResultKind.title]);
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
