// Biotopes on the device: tiles and where they may lie, what an ecosystem is worth, what is wrong with a sheet and how
// it is written down. The daemon's engine is the one that counts; this one lets a sheet count along without a network.
// The browser tests hold it against the daemon (tests/browser/biotopes.mjs).

export const BIOTOPES = ["mountain", "forest", "meadow", "wetland"];
/** The cubes of these biotopes. */
export const COLOURS = ["grey", "green", "yellow", "blue"];
export const TYPES = ["plant", "invertebrate", "reptile", "mammal", "bird"];
export const ANIMALS = TYPES.slice(1);
export const DECKS = ["herbivore", "insectivore", "carnivore"];
export const MILIEUS = ["preserved", "adapted", "propitious", "plentiful", "populous"];
export const CATEGORIES = ["territory", "biotope", "type", "population", "stars", "bonus", "columns", "fragmentation"];
export const MOST_CUBES = 4;
export const MOST_TOKENS = 12;
export const MOST_BONUS = 40;

/** @param {string} variant */
export const isInitiate = (variant) => variant.endsWith("initiate");
/** @param {string} colour */
export const biotopeOf = (colour) => BIOTOPES[COLOURS.indexOf(colour)];
/** @param {string} biotope */
export const colourOf = (biotope) => COLOURS[BIOTOPES.indexOf(biotope)];

// ---- tiles ------------------------------------------------------------------------------------------------------

/** The seven hexes of a face, rows from the top: mountain M, forest F, meadow P, wetland H. */
const FACE_ROWS = `
A1 FH FPP FP|A2 PM PFF PF|A3 FM MPM HP|A4 PH HFH MF|A5 FF HMM HH
A6 PP MHH MM|A7 MM FHH PP|A8 HH PMM FF|A9 PM MMF HF|A10 FH HHP MP
B1 MF MFF MP|B2 HM MHF PH|B3 PP PPM FF|B4 FH HHP MH|B5 MM MFH FH
B6 FM PPM PP|B7 MP FPF FF|B8 PP HPM HM|B9 HM MHM HF|B10 HM FHH PP`;
/** @type {[number, number][]} */
const HEXES = [
  [0, -1],
  [1, -1],
  [-1, 0],
  [0, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
];
const LETTERS = "MFPH";

/** @type {Map<string, string[]>} */
const FACE_HEXES = new Map(
  FACE_ROWS.trim()
    .split(/[|\n]/)
    .map((text) => {
      const [name, ...rows] = text.split(" ");
      return [name, [...rows.join("")].map((letter) => BIOTOPES[LETTERS.indexOf(letter)])];
    }),
);
export const FACES = [...FACE_HEXES.keys()];

/**
 * The hexes of a face with its middle at q, r, after `turns` sixths of a turn clockwise.
 * @param {string} face
 * @param {number} turns
 * @param {number} q
 * @param {number} r
 * @returns {Biotopes.Hex[]}
 */
export function tileHexes(face, turns, q, r) {
  return HEXES.map(([x, y], i) => {
    let [a, b] = [x, y];
    for (let turn = 0; turn < turns; turn++) [a, b] = [-b, a + b];
    /** @type {Biotopes.Hex} */
    const hex = { q: q + a, r: r + b, biotope: (FACE_HEXES.get(face) ?? [])[i], token: null };
    return hex;
  });
}

/**
 * Where the booklet lays the tiles, by the number of players.
 * @type {[number, number][][]}
 */
const LAYOUTS = [
  [],
  ...["-2,-1 1,-2 -1,1 2,0", "-2,-1 1,-2 -1,1 2,0", "-3,-1 0,-2 3,-3 -2,1 1,0 -1,3"],
  ...["-2,-2 1,-3 4,-4 -1,0 2,-1 -3,3 0,2 3,1", "0,-3 3,-4 -2,0 1,-1 4,-2 -4,3 -1,2 2,1 -3,5 0,4"],
].map((text) =>
  typeof text === "string"
    ? text.split(" ").map((at) => /** @type {[number, number]} */ (at.split(",").map(Number)))
    : [],
);

/**
 * The places of the booklet's layout at which no tile lies yet.
 * @param {number} seats
 * @param {{ q: number, r: number }[]} tiles
 */
export const layoutLeft = (seats, tiles) =>
  (LAYOUTS[seats] ?? []).filter(([q, r]) => !tiles.some((tile) => tile.q === q && tile.r === r));

/** @type {[number, number][]} */
const WAYS = HEXES.filter(([x, y]) => x !== 0 || y !== 0);

/**
 * The neighbours of a hex.
 * @param {{ q: number, r: number }} hex
 */
export const beside = ({ q, r }) => WAYS.map(([x, y]) => ({ q: q + x, r: r + y }));

/**
 * Where the middle of one more tile may be: nothing under it, and two of its hexes beside the landscape.
 * @param {{ q: number, r: number }[]} hexes
 * @returns {[number, number][]}
 */
export function centres(hexes) {
  if (hexes.length === 0) return [[0, 0]];
  const taken = new Set(hexes.map(({ q, r }) => `${q},${r}`));
  /** @param {{ q: number, r: number }} hex */
  const lies = (hex) => taken.has(`${hex.q},${hex.r}`);
  /** @type {[number, number][]} */
  const found = [];
  const qs = hexes.map(({ q }) => q);
  const rs = hexes.map(({ r }) => r);
  for (let q = Math.min(...qs) - 3; q <= Math.max(...qs) + 3; q++) {
    for (let r = Math.min(...rs) - 3; r <= Math.max(...rs) + 3; r++) {
      const mine = HEXES.map(([x, y]) => ({ q: q + x, r: r + y }));
      if (mine.some(lies)) continue;
      if (mine.filter((hex) => beside(hex).some(lies)).length >= 2) found.push([q, r]);
    }
  }
  return found;
}

// ---- a sheet ----------------------------------------------------------------------------------------------------
// { variant, seats, conditions: [biotope, biotope, type, type], players: [{ milieus, rows, tokens, groups, bonus }] }

/** @typedef {Pick<Page.BiotopesDraft, "conditions" | "players" | "variant">} Sheet */
/** @typedef {Pick<Biotopes.Book, "species" | "effects" | "certain">} Facts */

/**
 * Whether points that cards have of their own are said by the players.
 * @param {{ certain: boolean, extras: Record<string, string> }} draft
 */
export const declares = ({ certain, extras }) => !certain && extras.unknown !== "blank";

/** @param {Biotopes.Player} player */
const left = ({ rows }) => rows.map((row) => row.filter(({ cubes }) => cubes > 0));

/**
 * What a player's card of a biotope is called in the catalogue.
 * @param {Biotopes.Player} player
 * @param {number} i
 */
const biotopeCard = ({ milieus }, i) => (milieus[i] ? `${BIOTOPES[i]}-${milieus[i]}` : BIOTOPES[i]);

/**
 * The points of a card's own: what the players said, else what the catalogue knows.
 * @param {Biotopes.Player} player
 * @param {{ card: string, cubes: number, said: string, home?: number }} one
 * @param {Facts} book
 */
function bonusOf(player, { card, cubes, said, home }, book) {
  if (said in player.bonus) return player.bonus[said];
  const ending = book.effects.get(card);
  if (ending?.when !== "end") return 0;
  const rows = left(player);
  /** @param {"type" | "biotope" | "deck"} what */
  const having = (what) => rows.flat().filter((one) => book.species.get(one.card)?.[what] === ending.of).length;
  /** @param {{ cubes: number }[]} row */
  const sum = (row) => row.reduce((all, one) => all + one.cubes, 0);
  /** @type {Record<string, () => number>} */
  const measures = {
    one: () => 1,
    type: () => having("type"),
    biotope: () => having("biotope"),
    deck: () => having("deck"),
    token: () => player.tokens[BIOTOPES.indexOf(ending.of ?? "")] ?? 0,
    cube: () => (home === undefined ? cubes : sum(rows[home])),
  };
  return (ending.points ?? 1) * Math.floor((measures[ending.each ?? "one"]?.() ?? 0) / (ending.per ?? 1));
}

/**
 * The categories of one player, and how many carnivores are left.
 * @param {Biotopes.Conditions} conditions
 * @param {Biotopes.Player} player
 * @param {Facts} book
 */
export function points([land, home, type, crowd], player, book) {
  const rows = left(player);
  const all = rows.flat().map((one) => ({ ...one, is: book.species.get(one.card) }));
  const shortest = Math.min(...rows.map((row) => row.length));
  const bonus =
    all.reduce((sum, { card, cubes }) => sum + bonusOf(player, { card, cubes, said: card }, book), 0) +
    BIOTOPES.reduce(
      (sum, id, i) => sum + bonusOf(player, { card: biotopeCard(player, i), cubes: 0, said: id, home: i }, book),
      0,
    );
  const categories = {
    territory: 2 * (player.tokens[BIOTOPES.indexOf(land ?? "")] ?? 0),
    biotope: 2 * (rows[BIOTOPES.indexOf(home ?? "")]?.length ?? 0),
    type: 2 * all.filter(({ is }) => is?.type === type).length,
    population: all.reduce((sum, { is, cubes }) => sum + (is?.type === crowd ? cubes : 0), 0),
    stars: all.reduce((sum, { is }) => sum + Math.max(0, DECKS.indexOf(is?.deck ?? "")), 0),
    bonus,
    columns: shortest * (shortest + 1),
    fragmentation: player.groups > 1 ? -3 * (player.groups - 1) : 0,
  };
  return { categories, carnivores: all.filter(({ is }) => is?.deck === "carnivore").length };
}

/**
 * [{ categories, total, rank }] as things stand; alone, nobody is compared with.
 * @param {Sheet} sheet
 * @param {Facts} book
 */
export function score({ conditions, players }, book) {
  const rows = players.map((player) => {
    const { categories, carnivores } = points(conditions, player, book);
    return { categories, carnivores, total: Object.values(categories).reduce((sum, part) => sum + part, 0) };
  });
  return rows.map(({ categories, total, carnivores }) => ({
    categories,
    total,
    rank:
      1 +
      rows.filter((other) => other.total > total || (other.total === total && other.carnivores > carnivores)).length,
  }));
}

/**
 * How many cubes there are.
 * @param {number} seats
 */
const supply = (seats) => 4 * (seats < 3 ? 16 : 8 * seats);

/**
 * What cannot be, and where: [{ rule, seat, n }]. What is merely not there yet is `missing`.
 * @param {Sheet} sheet
 * @returns {{ rule: string, seat: number, n?: number }[]}
 */
export function faults({ players }) {
  const cubes = players.flatMap(({ rows }) => rows.flat()).reduce((sum, one) => sum + one.cubes, 0);
  const most = supply(players.length);
  return [
    ...players.flatMap(({ tokens, groups }, seat) => {
      const sum = tokens.reduce((all, n) => all + n, 0);
      if (sum > MOST_TOKENS) return [{ rule: "land-tokens", seat, n: MOST_TOKENS }];
      return groups > sum || (sum > 0 && groups < 1) ? [{ rule: "land-groups", seat, n: sum }] : [];
    }),
    ...(cubes > most ? [{ rule: "cubes-supply", seat: -1, n: most }] : []),
  ];
}

/**
 * What is not on the sheet yet: how many conditions, and whose advanced biotopes, or anything at all.
 * @param {Sheet} sheet
 */
export function missing({ conditions, players, variant }) {
  /** @param {(player: Biotopes.Player) => boolean} lacks */
  const seats = (lacks) => players.flatMap((player, seat) => (lacks(player) ? [seat] : []));
  return {
    conditions: conditions.filter((one) => one === null).length,
    milieus: isInitiate(variant) ? seats(({ milieus }) => milieus.some((one) => one === null)) : [],
    players: seats(({ rows, tokens }) => rows.flat().length === 0 && tokens.every((n) => n === 0)),
  };
}

/**
 * The lines of the record.
 * @param {Sheet & Pick<Page.BiotopesDraft, "certain" | "extras">} sheet
 */
export function sheetLines({ conditions, players, variant, certain, extras }) {
  const said = declares({ certain, extras });
  return [
    `*: conditions ${conditions.join(" ")}`,
    ...players.flatMap(({ milieus, rows, tokens, groups, bonus }, i) =>
      [
        ...(isInitiate(variant) ? BIOTOPES.map((id, b) => `biotope ${id} ${milieus[b]}`) : []),
        ...BIOTOPES.map((id, b) => ["row", id, ...rows[b].map(({ card, cubes }) => `${card} ${cubes}`)].join(" ")),
        `land ${BIOTOPES.map((id, b) => `${id} ${tokens[b]}`).join(" ")} groups ${groups}`,
        ...(said ? [...Object.entries(bonus).map(([card, n]) => `bonus ${card} ${n}`), "done"] : []),
      ].map((line) => `${i + 1}: ${line}`),
    ),
  ];
}
