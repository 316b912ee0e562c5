// GrandBois on the device: what a forest is worth, what is wrong with one, and how a sheet is written down. The
// daemon's engine is the one that counts; this one lets a sheet count along without a network. The browser tests hold
// it against the daemon (tests/browser/sheets.mjs).

const LETTERS = { W: "raccoon", F: "fox", L: "lizard", R: "rabbit", T: "toad" };
export const CLANS = Object.values(LETTERS);
export const TOWERS = ["white", "black", "blue", "brown"];
/** Squares of one to four animals, clan by clan. */
export const ANIMALS = [1, 2, 3, 4].map((n) => Object.keys(LETTERS).map((letter) => `${letter}${n}`));
export const LEAST_SQUARES = 8;
export const MOST_SQUARES = 112;
export const SPAN = 38;

/** How many of a square the box has. */
export const copies = (text) => ({ C: 28, B: 5 })[text] ?? [7, 7, 6, 3][Number(text[1]) - 1];

/** What a square shows: "F3" is { kind: "fox", animals: 3 }. */
export function readSquare(text) {
  if (text === "C") return { kind: "clearing", animals: 0 };
  if (text === "B") return { kind: "bear", animals: 0 };
  return { kind: LETTERS[text[0]], animals: Number(text.slice(1)) };
}

const AROUND = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
];
const SIDES = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
];
export const place = (at) => at.split(",").map(Number);
export const step = (at, [dx, dy]) => {
  const [x, y] = place(at);
  return `${x + dx},${y + dy}`;
};

/** Places that touch at their sides, gathered: lists of them, the largest first. */
function parts(places) {
  const left = new Set(places);
  const found = [];
  while (left.size > 0) {
    const part = [left.values().next().value];
    left.delete(part[0]);
    for (const at of part) {
      for (const side of SIDES) if (left.delete(step(at, side))) part.push(step(at, side));
    }
    found.push(part);
  }
  return found.sort((a, b) => b.length - a.length);
}

/** The points of a player with these clans, and towers at these places. forest: a map from "x,y" to what is there. */
export function points(forest, clans, towers) {
  const of = (clan) => [...forest].flatMap(([at, kind]) => (kind === clan ? [at] : []));
  const around = towers.flatMap((at) => AROUND.map((side) => forest.get(step(at, side))));
  return {
    squares: clans.reduce((sum, clan) => sum + of(clan).length, 0),
    set: clans.reduce((sum, clan) => sum + 2 * (parts(of(clan))[0]?.length ?? 0), 0),
    "own-tower": 2 * around.filter((kind) => clans.includes(kind)).length,
    "other-tower": around.filter((kind) => CLANS.includes(kind) && !clans.includes(kind)).length,
  };
}

// ---- a sheet ----------------------------------------------------------------------------------------------------
// { seats, squares: { "x,y": "F3" }, towers: { white: "x,y" }, clans: [["fox"], …] }

/** Clans, and towers, that each player has. */
export const share = (players) => (players === 2 ? 2 : 1);
export const towersOf = (seat, players) => TOWERS.slice(seat * share(players), (seat + 1) * share(players));

/**
 * [{ categories, total, rank }] as things stand; a player whose clans are not all known has no points and no rank yet.
 */
export function score({ seats, squares, towers, clans }) {
  const forest = new Map(Object.entries(squares).map(([at, text]) => [at, readSquare(text).kind]));
  const rows = seats.map((_, i) => {
    const known = clans[i].length === share(seats.length);
    const placed = towersOf(i, seats.length).flatMap((tower) => towers[tower] ?? []);
    const categories = points(forest, known ? clans[i] : [], known ? placed : []);
    const each = Object.values(categories);
    const total = each.reduce((sum, part) => sum + part, 0);
    // The total, then what breaks a tie in its order, as one number.
    return { categories, total, order: known ? each.reduce((sum, part) => sum * 256 + part, total) : null };
  });
  return rows.map(({ order, ...row }) => ({
    ...row,
    rank: order === null ? null : 1 + rows.filter((other) => other.order > order).length,
  }));
}

const extent = (list) => Math.max(...list) - Math.min(...list) + 1;

/**
 * What no game can leave on the table: [{ rule, at, square }], `at` the places, `square` where it is about one kind.
 */
export function faults({ squares }) {
  const places = Object.keys(squares);
  if (places.length === 0) return [];
  const found = [];
  for (const square of new Set(Object.values(squares))) {
    const at = places.filter((one) => squares[one] === square);
    if (at.length > copies(square)) found.push({ rule: "supply", at, square });
  }
  const alone = parts(places).slice(1).flat();
  if (alone.length > 0) found.push({ rule: "square-alone", at: alone });
  if (extent(places.map((at) => place(at)[0])) > SPAN) found.push({ rule: "too-wide", at: [] });
  if (extent(places.map((at) => place(at)[1])) > SPAN) found.push({ rule: "too-high", at: [] });
  if (places.length > MOST_SQUARES) found.push({ rule: "too-many-squares", at: [] });
  return found;
}

/** The pieces of a row without a gap: [{ y, from, to }], from the left. */
function runs(places, y) {
  const columns = places
    .filter(([, row]) => row === y)
    .map(([x]) => x)
    .sort((a, b) => a - b);
  const found = [];
  for (const x of columns) {
    if (found.at(-1)?.to === x - 1) found.at(-1).to = x;
    else found.push({ y, from: x, to: x });
  }
  return found;
}

/**
 * Rows in an order in which each touches what is written before (docs/grandbois.md), the first from 0,0. A forest in
 * pieces has no such order: then one is begun all the same, for the daemon to refuse.
 */
function rowLines(squares, [left, top]) {
  const places = Object.keys(squares).map(place);
  const written = new Set();
  const lines = [];
  const cells = ({ y, from, to }) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i},${y}`);
  const joins = (run) => cells(run).some((at) => written.has(step(at, [0, -1])) || written.has(step(at, [0, 1])));
  const write = (here) => {
    const now = new Set(here.flatMap(cells));
    const whole = cells({ ...here[0], to: here.at(-1).to });
    const said = whole.map((at) => (now.has(at) ? squares[at] : "."));
    lines.push(`*: row ${here[0].from - left},${here[0].y - top} ${said.join(" ")}`);
    for (const at of now) written.add(at);
  };
  let rest = [...new Set(places.map(([, y]) => y))].sort((a, b) => a - b).flatMap((y) => runs(places, y));
  while (rest.length > 0) {
    const { y } = rest.find(joins) ?? rest[0];
    const here = rest.filter((run) => run.y === y && joins(run));
    const next = here.length > 0 ? here : [rest[0]];
    write(next);
    rest = rest.filter((run) => !next.includes(run));
  }
  return lines;
}

/** The lines of the record. */
export function sheetLines({ seats, squares, towers, clans }) {
  const [left, top] = Object.keys(squares)
    .map(place)
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
  const stands = (seat) => towersOf(seat, seats.length).filter((tower) => towers[tower]);
  return [
    ...rowLines(squares, [left, top]),
    ...seats.flatMap((_, i) =>
      stands(i).map((tower) => `${i + 1}: tower ${tower} ${step(towers[tower], [-left, -top])}`),
    ),
    ...clans.map((mine, i) => `${i + 1}: reveal ${mine.join(" ")}`),
  ];
}
