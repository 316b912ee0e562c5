// A sheet of Ecos on the device: final points, and how often each card was used. What is right and what is not is the
// daemon's to say; this says it while somebody types. The browser tests hold it against the daemon
// (tests/browser/sheets.mjs).

export const CARDS = 105;
export const MOST_POINTS = 999;
const MOST_TIMES = 15; // that can be written down; more than a card has leaves is odd, and not refused

/**
 * How often a card can be used. book: a catalogue (draw/catalogue.js).
 * @param {Page.Book} book
 * @param {number | string} card
 */
export const mostTimes = (book, card) => book.cards.get(Number(card))?.leaves || MOST_TIMES;

/**
 * Points as they were typed: null while there are none, NaN for what cannot be.
 * @param {string} text
 */
export function readPoints(text) {
  if (text.trim() === "") return null;
  return /^\d{1,4}$/.test(text.trim()) && Number(text) <= MOST_POINTS ? Number(text) : NaN;
}

// ---- a sheet: { seats, points: ["84", …], used: [{ 17: 3 }, …] } ---------------------------------------------------

/**
 * [{ total, rank, tied }]; all null for a seat without points.
 * @param {Pick<Page.EcosDraft, "points">} props
 */
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

/**
 * What is wrong, and where: [{ rule, seat, card, most }], without `card` for the points of a seat.
 * @param {Pick<Page.EcosDraft, "points" | "used">} props
 * @returns {{ rule: string, seat: number, card?: number, most: number }[]}
 */
export function faults({ points, used }) {
  return [
    ...points.flatMap((text, seat) =>
      Number.isNaN(readPoints(text)) ? [{ rule: "points-range", seat, most: MOST_POINTS }] : [],
    ),
    ...used.flatMap((cards, seat) =>
      Object.entries(cards).flatMap(([card, times]) =>
        times > MOST_TIMES ? [{ rule: "times-range", seat, card: Number(card), most: MOST_TIMES }] : [],
      ),
    ),
  ];
}

/**
 * The lines of the record.
 * @param {Pick<Page.EcosDraft, "points" | "used">} props
 */
export const sheetLines = ({ points, used }) =>
  points.flatMap((text, i) => [
    ...Object.entries(used[i]).map(([card, times]) => `${i + 1}: used ${card} ${times}`),
    `${i + 1}: total ${readPoints(text)}`,
  ]);
