// GrandBois on the device: what a forest is worth, what is wrong with one, and how a sheet is written down. The
// daemon's engine is the one that counts; this one lets a sheet count along without a network. The browser tests hold
// it against the daemon (tests/browser/sheets.mjs).

/** @type {Record<string, string>} */
const LETTERS = { W: "raccoon", F: "fox", L: "lizard", R: "rabbit", T: "toad" };
export const CLANS = Object.values(LETTERS);
export const TOWERS = ["white", "black", "blue", "brown"];
/** The 36 tiles, clockwise from the top left, as docs/grandbois.md lists them. */
export const TILES = `
B W3 T1 T1|T3 B R1 R1|R1 L2 B R2|F1 L1 L2 B|B F3 F1 W2|C W3 W1 F3|C W3 R3 W1|C T4 F2 F2|C T2 L4 T2
C R2 F1 F4|C R4 W2 W2|W4 C T1 T2|R2 C L2 R4|T3 C F3 F1|W1 C F4 W2|F2 C F1 R4|T3 C L1 L3|W4 L1 L3 C
R2 R1 T4 C|L4 L1 F2 C|W2 W3 L3 C|F3 R3 R2 C|R2 W2 R3 C|T3 T1 W3 C|F1 F3 C L3|L1 L4 C W2|T4 T1 C R2
F2 T3 C F2|T2 L3 C L2|W4 W1 L1 L2|R3 L2 L2 R1|F4 F2 T1 T1|R1 T2 T3 R1|T2 T2 W1 W3|W1 R3 R3 W1|F3 F1 L3 L1`
  .trim()
  .split(/[|\n]/)
  .map((text) => text.split(" "));
/** Squares of one to four animals, clan by clan. */
export const ANIMALS = [1, 2, 3, 4].map((n) => Object.keys(LETTERS).map((letter) => `${letter}${n}`));
export const LEAST_SQUARES = 8;
export const MOST_SQUARES = 112;
export const SPAN = 38;

/**
 * How many of a square the box has.
 * @param {string} text
 */
export const copies = (text) =>
  /** @type {Record<string, number>} */ ({ C: 28, B: 5 })[text] ?? [7, 7, 6, 3][Number(text[1]) - 1];

/**
 * What a square shows: "F3" is { kind: "fox", animals: 3 }.
 * @param {string} text
 */
export function readSquare(text) {
  if (text === "C") return { kind: "clearing", animals: 0 };
  if (text === "B") return { kind: "bear", animals: 0 };
  return { kind: LETTERS[text[0]], animals: Number(text.slice(1)) };
}

/** @type {[number, number][]} */
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
/** @type {[number, number][]} */
const SIDES = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
];
/**
 * @param {string} at
 * @returns {[number, number]}
 */
export const place = (at) => {
  const [x, y] = at.split(",").map(Number);
  return [x, y];
};
/**
 * @param {string} at
 * @param {[number, number]} props
 */
export const step = (at, [dx, dy]) => {
  const [x, y] = place(at);
  return `${x + dx},${y + dy}`;
};

/**
 * Places that touch at their sides, gathered: lists of them, the largest first.
 * @param {Iterable<string>} places
 */
function parts(places) {
  const left = new Set(places);
  /** @type {string[][]} */
  const found = [];
  while (left.size > 0) {
    const [first] = left;
    const part = [first];
    left.delete(first);
    for (const at of part) {
      for (const side of SIDES) if (left.delete(step(at, side))) part.push(step(at, side));
    }
    found.push(part);
  }
  return found.sort((a, b) => b.length - a.length);
}

/**
 * The points of a player with these clans, and towers at these places. forest: a map from "x,y" to what is there.
 * @param {Map<string, string>} forest
 * @param {string[]} clans
 * @param {string[]} towers
 */
export function points(forest, clans, towers) {
  /** @param {string} clan */
  const of = (clan) => [...forest].flatMap(([at, kind]) => (kind === clan ? [at] : []));
  const around = towers.flatMap((at) => AROUND.map((side) => forest.get(step(at, side)) ?? ""));
  return {
    squares: clans.reduce((sum, clan) => sum + of(clan).length, 0),
    set: clans.reduce((sum, clan) => sum + 2 * (parts(of(clan))[0]?.length ?? 0), 0),
    "own-tower": 2 * around.filter((kind) => clans.includes(kind)).length,
    "other-tower": around.filter((kind) => CLANS.includes(kind) && !clans.includes(kind)).length,
  };
}

// ---- a sheet ----------------------------------------------------------------------------------------------------
// { seats, squares: { "x,y": "F3" }, towers: { white: "x,y" }, clans: [["fox"], …] }

/** @typedef {Pick<Page.GrandboisDraft, "squares" | "towers" | "clans"> & { seats: unknown[] }} Sheet */
/** @typedef {{ y: number, from: number, to: number }} Run squares beside one another */

/**
 * Clans, and towers, that each player has.
 * @param {number} players
 */
export const share = (players) => (players === 2 ? 2 : 1);
/**
 * @param {number} seat
 * @param {number} players
 */
export const towersOf = (seat, players) => TOWERS.slice(seat * share(players), (seat + 1) * share(players));

/**
 * [{ categories, total, rank }] as things stand; a player whose clans are not all known has no points and no rank yet.
 * @param {Sheet} props
 */
export function score({ seats, squares, towers, clans }) {
  const forest = new Map(Object.entries(squares).map(([at, text]) => [at, readSquare(text).kind]));
  const rows = seats.map((_, i) => {
    const known = clans[i].length === share(seats.length);
    const placed = towersOf(i, seats.length)
      .filter((tower) => towers[tower])
      .map((tower) => towers[tower]);
    const categories = points(forest, known ? clans[i] : [], known ? placed : []);
    const each = Object.values(categories);
    const total = each.reduce((sum, part) => sum + part, 0);
    // The total, then what breaks a tie in its order, as one number.
    return { categories, total, order: known ? each.reduce((sum, part) => sum * 256 + part, total) : null };
  });
  return rows.map(({ order, ...row }) => ({
    ...row,
    rank: order === null ? null : 1 + rows.filter((other) => other.order !== null && other.order > order).length,
  }));
}

/** @param {number[]} list */
const extent = (list) => Math.max(...list) - Math.min(...list) + 1;

/**
 * What no game can leave on the table: [{ rule, at, square }], `at` the places, `square` where it is about one kind.
 * @param {{ squares: Record<string, string> }} props
 * @returns {{ rule: string, at: string[], square?: string }[]}
 */
export function faults({ squares }) {
  const places = Object.keys(squares);
  if (places.length === 0) return [];
  /** @type {{ rule: string, at: string[], square?: string }[]} */
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

/**
 * From the top left square of a block to its four, clockwise.
 * @type {[number, number][]}
 */
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * True when what is seen can lie where a tile's square was laid: it is that square, or covers it.
 * @param {string} seen
 * @param {string} laid
 */
const liesOn = (seen, laid) =>
  seen === laid ||
  laid === "C" ||
  (laid !== "B" && seen !== "C" && (seen === "B" || Number(seen[1]) > Number(laid[1])));

/**
 * What is wrong with a forest that is written to its end, as docs/grandbois.md has it for the first tower or clan:
 * squares that are in no block of 2 x 2, squares that no tile has there, no tile that is seen whole. Whether the game
 * was over, and whether a tile can carry each tower, the daemon says.
 * @param {{ squares: Record<string, string> }} props
 * @returns {{ rule: string, at: string[] }[]}
 */
export function unmade({ squares }) {
  const places = Object.keys(squares);
  /** @type {Set<string>} */
  const inBlock = new Set();
  /** @type {Set<string>} */
  const onTile = new Set();
  let whole = false;
  for (const corner of places) {
    const block = CORNERS.map((side) => step(corner, side));
    if (!block.every((at) => at in squares)) continue;
    for (const at of block) inBlock.add(at);
    for (const tile of TILES) {
      for (let turn = 0; turn < 4; turn++) {
        const laid = block.map((_, i) => tile[(i + turn) % 4]);
        if (!block.every((at, i) => liesOn(squares[at], laid[i]))) continue;
        const seen = block.filter((at, i) => squares[at] === laid[i]);
        for (const at of seen) onTile.add(at);
        whole ||= seen.length === 4;
      }
    }
  }
  const loose = places.filter((at) => !inBlock.has(at));
  if (loose.length > 0) return [{ rule: "no-block", at: loose }];
  const strange = places.filter((at) => squares[at] !== "C" && !onTile.has(at));
  if (strange.length > 0) return [{ rule: "no-tile", at: strange }];
  return whole ? [] : [{ rule: "no-last-tile", at: [] }];
}

/**
 * The pieces of a row without a gap: [{ y, from, to }], from the left.
 * @param {[number, number][]} places
 * @param {number} y
 */
function runs(places, y) {
  const columns = places
    .filter(([, row]) => row === y)
    .map(([x]) => x)
    .sort((a, b) => a - b);
  /** @type {Run[]} */
  const found = [];
  for (const x of columns) {
    const last = found.at(-1);
    if (last?.to === x - 1) last.to = x;
    else found.push({ y, from: x, to: x });
  }
  return found;
}

/**
 * Rows in an order in which each touches what is written before (docs/grandbois.md), the first from 0,0. A forest in
 * pieces has no such order: then one is begun all the same, for the daemon to refuse.
 * @param {Record<string, string>} squares
 * @param {[number, number]} props
 */
function rowLines(squares, [left, top]) {
  const places = Object.keys(squares).map(place);
  /** @type {Set<string>} */
  const written = new Set();
  /** @type {string[]} */
  const lines = [];
  /** @param {Run} props */
  const cells = ({ y, from, to }) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i},${y}`);
  /** @param {Run} run */
  const joins = (run) => cells(run).some((at) => written.has(step(at, [0, -1])) || written.has(step(at, [0, 1])));
  /** @param {Run[]} here */
  const write = (here) => {
    const now = new Set(here.flatMap(cells));
    const whole = cells({ ...here[0], to: here[here.length - 1].to });
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

/**
 * The lines of the record.
 * @param {Sheet} props
 */
export function sheetLines({ seats, squares, towers, clans }) {
  const [left, top] = Object.keys(squares)
    .map(place)
    .sort((a, b) => a[1] - b[1] || a[0] - b[0])[0];
  /** @param {number} seat */
  const stands = (seat) => towersOf(seat, seats.length).filter((tower) => towers[tower]);
  return [
    ...rowLines(squares, [left, top]),
    ...seats.flatMap((_, i) =>
      stands(i).map((tower) => `${i + 1}: tower ${tower} ${step(towers[tower], [-left, -top])}`),
    ),
    ...clans.map((mine, i) => `${i + 1}: reveal ${mine.join(" ")}`),
  ];
}
