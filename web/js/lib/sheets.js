// Which games have a score sheet on the page: where its view is, what an empty one holds, how far one is. A game
// without a line here is entered move by move. The view's module, views/sheet_<game>.js, has
//   lines(draft)          the lines of the record behind its head
//   sums(draft)           what each side has in the end, for the list of what waits: afterwards there is nothing but
//                         the record. Biotopes has none: its cards are the catalogue's to count
//   default Entry({ draft, change, move, undo, redo, canUndo, canRedo, rules, Finish })
// and Entry ends with <${Finish} wrong missing />: two sentences, or nothing when the sheet can be sent.
import { t } from "./i18n.js";
import { KINDS } from "./kinds.js";
import * as totals from "./totals.js";
import { visible } from "./visible.js";

/**
 * @template T
 * @param {unknown[]} seats
 * @param {() => T} make
 */
const each = (seats, make) => seats.map(() => make());
const CELLS = 20; // of a grid of Forêt
const BIOTOPES = 4; // rows of an ecosystem

/** @type {Record<string, Page.SheetKind>} */
export const SHEETS = {
  foret: {
    view: async () => (await KINDS.foret()).sheet,
    blank: ({ seats, variant }) => ({
      grids: each(seats, () => Array(CELLS).fill(null)),
      extra: variant.extra.length > 0 ? Array(CELLS).fill(null) : null,
      claims: each(seats, () => ({})),
    }),
    progress(/** @type {Page.ForetDraft} */ { grids, extra }) {
      const cards = [...grids, ...(extra ? [extra] : [])].flat();
      return t("tonight.cards", { n: cards.filter(Boolean).length, of: cards.length });
    },
  },
  ecos: {
    view: async () => (await KINDS.ecos()).sheet,
    blank: ({ seats }) => ({ points: each(seats, () => ""), used: each(seats, () => ({})) }),
    progress: (/** @type {Page.EcosDraft} */ { points }) =>
      t("tonight.totals", { n: points.filter(Boolean).length, of: points.length }),
  },
  grandbois: {
    view: async () => (await KINDS.grandbois()).sheet,
    blank: ({ seats }) => ({
      squares: {},
      towers: {},
      clans: each(seats, () => []),
      claims: each(seats, () => ({})),
      cursor: { x: 0, y: 0, from: 0 },
    }),
    progress: (/** @type {Page.GrandboisDraft} */ { squares }) =>
      t("tonight.squares", { n: Object.keys(squares).length }),
  },
  biotopes: {
    view: async () => (await KINDS.biotopes()).sheet,
    blank: ({ seats }) => ({
      conditions: [null, null, null, null],
      players: each(seats, () => ({
        milieus: Array(BIOTOPES).fill(null),
        rows: Array.from({ length: BIOTOPES }, () => []),
        tokens: Array(BIOTOPES).fill(0),
        groups: 0,
        bonus: {},
      })),
      certain: false,
      claims: each(seats, () => ({})),
    }),
    progress: (/** @type {Page.BiotopesDraft} */ { players }) =>
      t("tonight.species", { n: players.flatMap(({ rows }) => rows.flat()).length }),
  },
};

/**
 * Of any game, and of titles without rules: nothing but the totals.
 * @type {Page.SheetKind}
 */
export const TOTALS = {
  view: () => import("../views/sheet_totals.js"),
  blank: totals.blank,
  progress(/** @type {Page.TotalsDraft} */ draft) {
    const of = totals.sides(draft).length;
    return totals.asked(draft) ? t("tonight.totals", { n: of - totals.state(draft).missing, of }) : "";
  },
};

/**
 * @param {{ game: string, level: string }} table
 * @returns {Page.SheetKind | undefined}
 */
export const sheetOf = ({ game, level }) => (level === "totals" ? TOTALS : SHEETS[game]);

/**
 * The record of a sheet, as docs/record.md wants it.
 * @param {Page.AnyDraft} draft
 * @param {string[]} lines
 */
export function recordOf(draft, lines) {
  const { game, title, variant, level, seats, extras = {}, place, night } = draft;
  const claims = "claims" in draft ? draft.claims : [];
  const head = ["dendro 1", `game ${game}`, `variant ${variant}`, `level ${level}`];
  if (title) head.splice(2, 0, `title ${title}`);
  seats.forEach(({ id, name, guest }, i) => head.push(`seat ${i + 1} ${guest ? "?" : id ? `@${id}` : name}`));
  for (const [id, value] of Object.entries(extras)) head.push(`option ${id} ${value}`);
  const where = visible(place ?? "");
  if (where) head.push(`place ${where}`);
  if (night) head.push(`night ${night}`);
  if (level === "totals") head.push(...totals.headLines(/** @type {Page.TotalsDraft} */ (draft)));
  const wrote = claims.flatMap((points, i) => {
    const words = Object.entries(points)
      .filter(([, value]) => Number.isInteger(value))
      .map(([id, value]) => `${id} ${value}`);
    return words.length > 0 ? [`claim ${i + 1} ${words.join(" ")}`] : [];
  });
  return `${[...head, "", ...lines, ...wrote].join("\n")}\n`;
}
