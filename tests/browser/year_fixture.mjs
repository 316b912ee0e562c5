// A club's year as GET /v1/years/{year} answers it: large enough to fill a sheet of paper.
const NAMES = [
  "Amélie",
  "Ferdinand",
  "Mana",
  "Ada",
  "Bo",
  "Cy",
  "Élodie",
  "Jocelyn",
  "Katell",
  "Basile",
  "Garance",
  "Odilon",
];
const TITLES = [
  ["foret", "Ecosystem: Forest", "Écosystème Forêt"],
  ["catan", "Catan", "Catan"],
  ["les aventuriers du rail", "Les Aventuriers du Rail", "Les Aventuriers du Rail"],
  ["ecos", "Ecos: First Continent", "Ecos : Continent originel"],
  ["grandbois", "GrandBois", "GrandBois"],
  ["pandemie", "Pandémie", "Pandémie"],
  ["dixit", "Dixit", "Dixit"],
  ["tarot", "Tarot", "Tarot"],
  ["hanabi", "Hanabi", "Hanabi"],
  ["golf de papillons", "Golf de papillons", "Golf de papillons"],
  ["loups", "Loups", "Loups"],
  ["course", "Course", "Course"],
].map(([id, en, fr]) => ({ id, name: { en, fr } }));

/** @param {number} i */
const person = (i) => ({ player: NAMES[i % NAMES.length], handle: `person${i}` });

/** @type {Api.Years} */
export const YEARS = {
  log_size: 400,
  undated: 3,
  years: [
    { year: 2026, games: 214, nights: 43 },
    { year: 2025, games: 180, nights: 40 },
  ],
};

/** @type {Api.Year} */
export const YEAR = {
  log_size: 400,
  year: 2026,
  games: 214,
  nights: 43,
  people: 31,
  titles_count: 27,
  minutes: 9120,
  timed: 120,
  months: [18, 22, 15, 19, 20, 12, 6, 0, 21, 28, 35, 18].map((games, i) => ({
    month: i + 1,
    games,
    nights: Math.ceil(games / 5),
  })),
  titles: TITLES.map(({ id, name }, i) => ({ id, name, games: 60 - 5 * i, new: i % 3 === 2 })),
  people_top: NAMES.map((_, i) => ({
    ...person(i),
    games: 90 - 6 * i,
    nights: 40 - 3 * i,
    wins: 30 - 2 * i,
    new: i === 4,
  })),
  new_people_count: 9,
  new_titles_count: 8,
  new_people: Array.from({ length: 9 }, (_, i) => ({ ...person(i + 3), day: `2026-0${i + 1}-13` })),
  new_titles: TITLES.slice(4).map(({ id, name }, i) => ({ id, name, day: `2026-0${i + 1}-20` })),
  seasons: [
    { id: 12, name: "Spring 2026", winners: [person(0)] },
    { id: 40, name: "Summer 2026", winners: [person(1), person(3)] },
    { id: 88, name: "Autumn 2026", winners: [] },
  ],
  longest_night: { day: "2026-11-13", games: 14 },
  pair: { a: person(0), b: person(2), games: 61 },
  records: TITLES.slice(0, 9).map(({ id, name }, i) => ({
    ...person(i),
    record: "score",
    category: /** @type {string | null} */ (null),
    game: id,
    title: name,
    low: id === "golf de papillons",
    id: 30 + i,
    value: 120.5 - 7 * i,
    night: "2026-11-13",
    ties: 1,
  })),
};
