// Forêt on the device: where cards lie, where the next may go, what grids are worth. The daemon's engine is the one
// that counts; this one lets a table go on without a network and shows the score while cards are being tapped. The
// browser tests hold it against the daemon (tests/browser/foret.mjs).

/** @typedef {(string | null)[]} Grid 20 cards or nulls, row by row */
/** @typedef {Map<string, string>} Cells a seat's cards, by "x,y" */
/**
 * A line of the record, in its parts.
 * @typedef {{ seat: string, card: string, cards: string[], deal?: string, draw?: boolean, x?: number, y?: number,
 *   swap?: [number, number][], give?: string }} Play
 */

export const TYPES = [
  "bee",
  "bear",
  "trout",
  "fox",
  "eagle",
  "dragonfly",
  "deer",
  "rabbit",
  "meadow",
  "stream",
  "wolf",
];
/** @type {Record<string, number>} */
export const COPIES = {
  bee: 8,
  bear: 12,
  trout: 10,
  fox: 12,
  eagle: 8,
  dragonfly: 8,
  deer: 12,
  rabbit: 8,
  meadow: 20,
  stream: 20,
  wolf: 12,
};
export const CATEGORIES = [...TYPES, "biodiversity"];
export const ROWS = 4;
export const COLUMNS = 5;
export const CELLS = ROWS * COLUMNS;
const HAND = 10;

// ---- what a grid is worth -------------------------------------------------------------------------------------

/** @param {number} cell */
const near = (cell) => {
  const found = [];
  if (cell % COLUMNS > 0) found.push(cell - 1);
  if (cell % COLUMNS < COLUMNS - 1) found.push(cell + 1);
  if (cell >= COLUMNS) found.push(cell - COLUMNS);
  if (cell < CELLS - COLUMNS) found.push(cell + COLUMNS);
  return found;
};
const NEAR = Array.from({ length: CELLS }, (_, cell) => near(cell));
const REACH = Array.from({ length: CELLS }, (_, from) =>
  [...Array(CELLS).keys()].filter((to) => {
    const far =
      Math.abs((from % COLUMNS) - (to % COLUMNS)) + Math.abs(Math.floor(from / COLUMNS) - Math.floor(to / COLUMNS));
    return far === 1 || far === 2;
  }),
);

/**
 * Connected areas of a type, as lists of cells.
 * @param {Grid} grid
 * @param {string} type
 */
function areas(grid, type) {
  /** @type {Set<number>} */
  const seen = new Set();
  const found = [];
  for (let start = 0; start < CELLS; start++) {
    if (grid[start] !== type || seen.has(start)) continue;
    const area = [start];
    seen.add(start);
    for (let i = 0; i < area.length; i++) {
      for (const cell of NEAR[area[i]]) {
        if (grid[cell] === type && !seen.has(cell)) {
          seen.add(cell);
          area.push(cell);
        }
      }
    }
    found.push(area);
  }
  return found;
}

/**
 * What one grid (20 cards or nulls, row by row) brings by itself, and what it brings to the two comparisons.
 * @param {Grid} grid
 */
function board(grid) {
  /** @param {string} type */
  const cells = (type) => grid.flatMap((card, cell) => (card === type ? [cell] : []));
  /**
   * @param {string} type
   * @param {string[]} others
   * @param {number} points
   */
  const beside = (type, others, points) =>
    cells(type).reduce(
      (sum, cell) => sum + points * NEAR[cell].filter((other) => others.includes(grid[other] ?? "")).length,
      0,
    );
  const streams = areas(grid, "stream");
  const deer = cells("deer");
  return {
    bee: beside("bee", ["meadow"], 3),
    bear: beside("bear", ["bee", "trout"], 2),
    trout: beside("trout", ["stream", "dragonfly"], 2),
    fox:
      3 *
      cells("fox").filter((cell) => !NEAR[cell].some((other) => ["wolf", "bear"].includes(grid[other] ?? ""))).length,
    eagle: cells("eagle").reduce(
      (sum, cell) => sum + 2 * REACH[cell].filter((other) => ["rabbit", "trout"].includes(grid[other] ?? "")).length,
      0,
    ),
    dragonfly: cells("dragonfly").reduce(
      (sum, cell) =>
        sum +
        streams
          .filter((area) => area.some((other) => NEAR[cell].includes(other)))
          .reduce((n, area) => n + area.length, 0),
      0,
    ),
    deer:
      2 *
      (new Set(deer.map((cell) => cell % COLUMNS)).size + new Set(deer.map((cell) => Math.floor(cell / COLUMNS))).size),
    rabbit: cells("rabbit").length,
    meadow: areas(grid, "meadow").reduce((sum, area) => sum + [0, 0, 3, 6, 10, 15][Math.min(area.length, 5)], 0),
    longest: Math.max(0, ...streams.map((area) => area.length)),
    wolves: cells("wolf").length,
  };
}

/**
 * @param {number[]} points
 * @param {number} mine
 * @param {number[]} all
 */
const byRank = (points, mine, all) => (mine === 0 ? 0 : (points[all.filter((other) => other > mine).length] ?? 0));

/**
 * Scores of all seats: [{ categories, total, rank }]. `extra` is null, { neutral: cards } of a duel, or { alban: grid }
 * of a solo game, who is then the last of the list and has no rank.
 * @param {Grid[]} grids
 * @param {{ neutral?: Grid, alban?: Grid } | null} [extra]
 */
export function score(grids, extra = null) {
  const boards = [...grids, ...(extra?.alban ? [extra.alban] : [])].map(board);
  const longest = boards.map((one) => one.longest);
  const wolves = boards.map((one) => one.wolves);
  if (extra?.neutral) {
    longest.push(extra.neutral.filter((card) => card === "stream").length);
    wolves.push(extra.neutral.filter((card) => card === "wolf").length);
  }
  const rows = boards.map((one, i) => {
    /** @type {Record<string, number>} */
    const categories = {};
    for (const type of TYPES) categories[type] = /** @type {Record<string, number>} */ (one)[type] ?? 0;
    categories.stream = byRank([8, 5], one.longest, longest);
    categories.wolf = byRank([12, 8, 4], one.wolves, wolves);
    const gaps = TYPES.filter((type) => categories[type] === 0).length;
    if (i < grids.length) categories.biodiversity = [12, 12, 12, 7, 3, 0, -5][Math.min(gaps, 6)];
    const total = Object.values(categories).reduce((sum, points) => sum + points, 0);
    return { categories, total, gaps };
  });
  return rows.map((row, i) => ({
    ...row,
    rank: i < grids.length ? 1 + rows.slice(0, grids.length).filter((other) => other.total > row.total).length : null,
  }));
}

// ---- a game in play -------------------------------------------------------------------------------------------

/**
 * @param {number} x
 * @param {number} y
 */
const cellKey = (x, y) => `${x},${y}`;

/**
 * "1: rabbit 1,0 swap 0,0 1,0 give wolf" in its parts; null when it is not a play or a deal.
 * @param {string} line
 * @returns {Play | null}
 */
export function parse(line) {
  const [, seat, rest] = /^\s*(\S+?)\s*:\s*(.*)$/.exec(line) ?? [];
  if (!seat) return null;
  const words = rest.split(/\s+/);
  if (words[0] === "deal") return { seat, card: "", deal: words[1], cards: words.slice(2) };
  if (words[0] === "draw") return { seat, card: "", draw: true, cards: words.slice(1) };
  /**
   * @param {string} word
   * @returns {[number, number]}
   */
  const at = (word) => {
    const [x, y] = word.split(",").map(Number);
    return [x, y];
  };
  /** @type {Play} */
  const play = { seat, card: words[0], cards: [] };
  if (words[1]?.includes(",")) [play.x, play.y] = at(words[1]);
  const swap = words.indexOf("swap");
  if (swap > 0) play.swap = [at(words[swap + 1]), at(words[swap + 2])];
  const give = words.indexOf("give");
  if (give > 0) play.give = words[give + 1];
  return play;
}

/**
 * A seat's cards, each with its place.
 * @param {Cells} cells
 * @returns {Foret.Held[]}
 */
export const cellsOf = (cells) =>
  [...cells].map(([key, card]) => {
    const [x, y] = key.split(",").map(Number);
    return { x, y, card };
  });

/**
 * The smallest box around places, of which there is at least one.
 * @param {Cell[]} places
 * @returns {Box}
 */
export function boxAround(places) {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
}

/**
 * The smallest box around the cells of a seat; null when there are none.
 * @param {Cells} cells
 */
const boxOf = (cells) => (cells.size === 0 ? null : boxAround(cellsOf(cells)));

/**
 * Why a card may not go there, as the rule's id; null when it may.
 * @param {Cells} cells
 * @param {number} x
 * @param {number} y
 */
export function whyNot(cells, x, y) {
  if (cells.has(cellKey(x, y))) return "cell-taken";
  const box = boxOf(cells);
  if (!box) return x === 0 && y === 0 ? null : "first-card";
  if (
    ![
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].some(([dx, dy]) => cells.has(cellKey(x + dx, y + dy)))
  ) {
    return "not-adjacent";
  }
  if (Math.max(box.x + box.width - 1, x) - Math.min(box.x, x) + 1 > COLUMNS) return "too-wide";
  if (Math.max(box.y + box.height - 1, y) - Math.min(box.y, y) + 1 > ROWS) return "too-high";
  return null;
}

/**
 * Every cell where the next card may go.
 * @param {Cells} cells
 * @returns {Cell[]}
 */
export function openCells(cells) {
  const box = boxOf(cells);
  if (!box) return [{ x: 0, y: 0 }];
  const found = [];
  for (let y = box.y - 1; y <= box.y + box.height; y++) {
    for (let x = box.x - 1; x <= box.x + box.width; x++) {
      if (!whyNot(cells, x, y)) found.push({ x, y });
    }
  }
  return found;
}

/**
 * A seat's cards as a grid of 20, pushed into its top left corner.
 * @param {Cells} cells
 * @returns {Grid}
 */
export function asGrid(cells) {
  /** @type {Grid} */
  const grid = Array(CELLS).fill(null);
  const box = boxOf(cells);
  if (!box) return grid;
  for (const [key, card] of cells) {
    const [x, y] = key.split(",").map(Number);
    grid[(y - box.y) * COLUMNS + (x - box.x)] = card;
  }
  return grid;
}

/**
 * How many cards a solo player has drawn after so many turns: one each, five after turns 5, 10 and 15, none after 20.
 * @param {number} turns
 */
const toDraw = (turns) => {
  const drawing = Math.min(turns, CELLS - 1);
  return drawing + 4 * Math.floor(drawing / 5);
};

/**
 * The table after `moves`: { seats: [{ seat, cells, open, moved, hand }], neutral, alban, supply, turn, round, over,
 * dealing, drawing }. `hand` is null unless the level is full; `dealing` lists the hands that are still to be dealt
 * ("1", "n"), `drawing` says how many cards a solo player has to draw first.
 * @param {{ variant: string, level: string, seats: number }} props
 * @param {string[]} moves
 */
export function table({ variant, level, seats: count }, moves) {
  const seats = Array.from({ length: count }, () => ({ cells: /** @type {Cells} */ (new Map()), plays: 0 }));
  const neutral = variant === "duel" ? { cards: /** @type {string[]} */ ([]) } : null;
  /** @type {Grid | null} */
  const alban = variant === "solo" ? Array(CELLS).fill(null) : null;
  const supply = { ...COPIES };
  /** @type {Map<string, string[]>} */
  const hands = new Map(); // by the seat it was dealt to
  const full = level === "full";
  /**
   * A card shows up when it is played, or, where hands are known, when it is dealt.
   * @param {string} card
   * @param {string[] | undefined} [hand]
   */
  const spend = (card, hand) => {
    if (!full) supply[card]--;
    const at = hand?.indexOf(card) ?? -1;
    if (hand && at >= 0) hand.splice(at, 1);
  };
  /** @param {string[]} cards */
  const show = (cards) => {
    for (const card of cards) supply[card]--;
    return [...cards];
  };
  const players = [...seats.keys()].map((i) => String(i + 1)).concat(neutral ? ["n"] : []);
  /** @param {string} name */
  const playsOf = (name) => (name === "n" ? (neutral?.cards.length ?? 0) : seats[Number(name) - 1].plays);
  const turnNow = () => Math.min(...players.map(playsOf));
  /**
   * The hand that a player holds in turn t.
   * @param {string} name
   * @param {number} t
   */
  const held = (name, t) => {
    if (variant === "solo") return hands.get("1");
    const k = players.length;
    const pick = t % HAND;
    const from = t < HAND ? players.indexOf(name) - pick : players.indexOf(name) + pick;
    return hands.get(players[((from % k) + k) % k]);
  };
  let given = 0;
  let drawn = 0;
  for (const line of moves) {
    const play = parse(line);
    if (!play) continue;
    if (play.deal) hands.set(play.deal, show(play.cards));
    else if (play.draw) {
      hands.set("1", [...(hands.get("1") ?? []), ...show(play.cards)]);
      drawn += play.cards.length;
    } else if (play.seat === "n") {
      if (!neutral) continue;
      spend(play.card, held("n", neutral.cards.length));
      neutral.cards.push(play.card);
    } else {
      const seat = seats[Number(play.seat) - 1];
      if (!seat || play.x === undefined || play.y === undefined) continue;
      const hand = held(play.seat, seat.plays);
      spend(play.card, hand);
      seat.cells.set(cellKey(play.x, play.y), play.card);
      if (play.swap) {
        const [a, b] = play.swap.map(([x, y]) => cellKey(x, y));
        const first = seat.cells.get(a) ?? "";
        seat.cells.set(a, seat.cells.get(b) ?? "");
        seat.cells.set(b, first);
      }
      if (play.give && alban) {
        spend(play.give, hand);
        alban[given++] = play.give;
      }
      seat.plays++;
    }
  }
  const turn = turnNow();
  const over = turn >= CELLS;
  const fresh =
    full && !over && variant !== "solo" && turn % HAND === 0 && players.every((name) => playsOf(name) === turn);
  const dealing =
    !full || over
      ? []
      : variant === "solo"
        ? hands.has("1")
          ? []
          : ["1"]
        : fresh
          ? players.filter((name) => (hands.get(name)?.length ?? 0) === 0)
          : [];
  return {
    seats: seats.map((seat, i) => ({
      seat: i + 1,
      cells: seat.cells,
      box: boxOf(seat.cells),
      open: over ? [] : openCells(seat.cells),
      moved: seat.plays > turn,
      hand: full ? (held(String(i + 1), turn) ?? []) : null,
    })),
    neutral: neutral && { ...neutral, moved: neutral.cards.length > turn, hand: full ? (held("n", turn) ?? []) : null },
    alban,
    supply,
    turn: turn + 1,
    round: variant === "solo" ? null : turn < HAND ? 1 : 2,
    over,
    dealing,
    drawing: full && variant === "solo" && !over ? toDraw(turn) - drawn : 0,
  };
}

/** @typedef {ReturnType<typeof table>} Table */

/**
 * The score of a table as it stands.
 * @param {Pick<Table, "seats" | "neutral" | "alban">} props
 */
export function scoreTable({ seats, neutral, alban }) {
  return score(
    seats.map(({ cells }) => asGrid(cells)),
    neutral ? { neutral: neutral.cards } : alban ? { alban } : null,
  );
}

/**
 * The line of a play.
 * @param {{ seat: string, card: string, x?: number, y?: number, swap?: [number, number][], give?: string }} props
 */
export function playLine({ seat, card, x, y, swap, give }) {
  /** @param {[number, number]} props */
  const at = ([column, row]) => `${column},${row}`;
  let line = `${seat}: ${card}`;
  if (x !== undefined) line += ` ${x},${y}`;
  if (swap) {
    const ordered = [...swap].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    line += ` swap ${ordered.map(at).join(" ")}`;
  }
  if (give) line += ` give ${give}`;
  return line;
}
