// A sheet of Ecos on the device: final points, and how often each card was used. What is right and what is not is the
// daemon's to say; this says it while somebody types. The browser tests hold it against the daemon
// (tests/browser/sheets.mjs).

export const CARDS = 105;
export const MOST_POINTS = 999;
const MOST_TIMES = 15; // of a card whose leaves the catalogue does not know

/** How often a card can be used. book: a catalogue (draw/catalogue.js). */
export const mostTimes = (book, card) => book.cards.get(Number(card))?.leaves || MOST_TIMES;

/** Points as they were typed: null while there are none, NaN for what cannot be. */
export function readPoints(text) {
  if (text.trim() === "") return null;
  return /^\d{1,4}$/.test(text.trim()) && Number(text) <= MOST_POINTS ? Number(text) : NaN;
}

// ---- a sheet: { seats, points: ["84", …], used: [{ 17: 3 }, …] } ---------------------------------------------------

/** [{ total, rank, tied }]; all null for a seat without points. */
export function score({ points }) {
  const totals = points.map((text) => readPoints(text) ?? NaN);
  return totals.map((total) => {
    if (Number.isNaN(total)) return { total: null, rank: null, tied: false };
    return {
      total,
      rank: 1 + totals.filter((other) => other > total).length,
      tied: totals.filter((other) => other === total).length > 1,
    };
  });
}

/** What is wrong, and where: [{ rule, seat, card, most }], without `card` for the points of a seat. */
export function faults({ points, used }, book) {
  return [
    ...points.flatMap((text, seat) =>
      Number.isNaN(readPoints(text)) ? [{ rule: "points-range", seat, most: MOST_POINTS }] : [],
    ),
    ...used.flatMap((cards, seat) =>
      Object.entries(cards).flatMap(([card, times]) =>
        times > mostTimes(book, card)
          ? [{ rule: "times-range", seat, card: Number(card), most: mostTimes(book, card) }]
          : [],
      ),
    ),
  ];
}

/** The lines of the record. */
export const sheetLines = ({ points, used }) =>
  points.flatMap((text, i) => [
    ...Object.entries(used[i]).map(([card, times]) => `${i + 1}: used ${card} ${times}`),
    `${i + 1}: total ${readPoints(text)}`,
  ]);
