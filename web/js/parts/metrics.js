/*
 * The figures of a card, whatever the game: Forêt's types, GrandBois' tiles and clans, Ecos' numbers have the same
 * fields, null where a game has nothing to tell. A table only shows the figures that at least one card has.
 */
import { html } from "../lib/html.js";
import { named, number, percent, signed, t } from "../lib/i18n.js";
import { Glyph } from "../draw/glyphs.js";
import { tile, tileSquares } from "../draw/grandbois.js";
import { alone, share, withError } from "./figures.js";

/** @param {number} value */
const two = (value) => number(value, 2);
/** @param {number} value */
const one = (value) => number(value, 1);
/** @param {number} value */
const short = (value) => number(value, Number.isInteger(value) ? 0 : 1);
/**
 * @param {Page.Figure} figure
 * @param {Page.Format} [format]
 */
const rate = (figure, format = percent) =>
  figure.low === null || figure.high === null ? "" : `${format(figure.low)}–${format(figure.high)}`;

/** @typedef {Page.Column<Api.CardRow> & { of(row: Api.CardRow): Page.Figure | null }} Metric */

/** @type {Omit<Metric, "name">[]} */
const METRICS = [
  { id: "ppc", kind: "figure", format: two, tick: short, of: (row) => withError(row.ppc, row.ppc_se, row.games) },
  {
    id: "ppa",
    kind: "figure",
    format: two,
    tick: short,
    of: (row) => withError(row.ppa ?? null, row.ppa_se, row.games),
  },
  { id: "mpc", kind: "figure", format: two, tick: short, of: (row) => alone(row.mpc, row.games) },
  {
    id: "zero",
    kind: "figure",
    format: percent,
    doubt: (figure) => rate(figure),
    of: (row) => (row.zero_rate === null ? null : counted(share(row.zero_rate * row.copies, row.copies), row)),
  },
  {
    id: "wp-with",
    kind: "figure",
    format: two,
    tick: short,
    par: 1,
    of: (row) => withError(row.wp_with, row.wp_with_se, row.games),
  },
  {
    id: "wp-without",
    kind: "figure",
    format: two,
    tick: short,
    par: 1,
    of: (row) => withError(row.wp_without, row.wp_without_se, row.games),
  },
  {
    id: "iwt",
    kind: "figure",
    format: (value) => signed(value, 2),
    tick: short,
    doubt: (figure) => (figure.low === null || figure.high === null ? "" : `± ${two((figure.high - figure.low) / 2)}`),
    par: 0,
    of: (row) => withError(row.iwt, row.iwt_se, row.games),
  },
  {
    id: "picked",
    kind: "figure",
    format: percent,
    doubt: (figure) => rate(figure),
    of: (row) => (row.seen ? counted(share(row.taken ?? 0, row.seen), row) : null),
  },
  {
    id: "cubes",
    kind: "figure",
    format: two,
    tick: short,
    down: false,
    of: (row) => alone(row.cubes_per_point ?? null, row.games),
  },
  {
    id: "first-round",
    kind: "figure",
    format: one,
    tick: short,
    down: false,
    of: (row) => alone(row.first_round ?? null, row.games),
  },
  { id: "ata", kind: "figure", format: one, tick: short, down: false, of: (row) => alone(row.ata, row.games) },
  { id: "alsa", kind: "figure", format: one, tick: short, down: false, of: (row) => alone(row.alsa, row.games) },
];

/**
 * Faint or not is decided by the games, not by the copies: the cards of one game are not independent.
 * @param {Page.Figure | null} figure
 * @param {Api.CardRow} row
 */
const counted = (figure, row) => figure && { ...figure, n: row.games };

/** @param {Omit<Metric, "name">} metric */
const words = (metric) => ({ ...metric, name: t(`stats.${metric.id}`), why: t(`stats.${metric.id}.why`) });

/**
 * The metrics that these rows tell something about, with their words.
 * @param {Api.CardRow[]} rows
 * @returns {Metric[]}
 */
export const metricsOf = (rows) => METRICS.filter((metric) => rows.some((row) => metric.of(row) !== null)).map(words);

/** @returns {Page.Column<Api.CardRow>} */
const activations = () => ({
  id: "activations",
  kind: "count",
  name: t("stats.activations"),
  why: t("stats.activations.why"),
  of: (row) => row.activations ?? null,
  show: (row) => (row.activations === undefined ? "–" : number(row.activations)),
});

/**
 * Counts of a card, for the tables' last columns.
 * @param {Api.CardRow[]} [rows]
 * @returns {Page.Column<Api.CardRow>[]}
 */
export const countColumns = (rows = []) => [
  ...(rows.some((row) => row.activations !== undefined) ? [activations()] : []),
  { id: "copies", kind: "count", name: t("stats.copies"), why: t("stats.copies.why"), of: (row) => row.copies },
  { id: "games", kind: "count", name: t("stats.games"), why: t("stats.games.why"), of: (row) => row.games },
];

/**
 * A name at the beginning of a line.
 * @param {string} text
 */
export const capital = (text) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

/**
 * A card as rows of statistics tell of it: of a catalogue, with the name that this gives it.
 * @typedef {{ card: string, name?: { en: string, fr: string }, catalogue?: { name: string, hash: string } | null }}
 * CardOf
 */

/**
 * A card's name in the person's language: from the rules, or its number and its name in a catalogue.
 * @param {Api.RulesGame | undefined} game
 * @param {CardOf} row
 */
export function cardName(game, row) {
  const known = game?.cards.find((card) => card.id === row.card);
  if (row.name && row.name.en !== `card ${row.card}`) return `${row.card} ${named(row.name)}`;
  const name = known ? named(known) : /^\d+$/.test(row.card) ? t("stats.card-n", { n: row.card }) : row.card;
  return capital(name);
}

/** Of a hash, as much as people compare. */
const SHORT = 8;

/**
 * A catalogue by name and hash, since two of them may have one name; "" without one.
 * @param {CardOf} row
 */
export const catalogueName = ({ catalogue }) =>
  catalogue ? `${catalogue.name} ${catalogue.hash.slice(0, SHORT)}`.trim() : "";

/**
 * The catalogue in the address, for api.query(); a game without catalogues does not take one.
 * @param {Api.RulesGame | undefined} game
 * @param {URLSearchParams} query
 * @returns {{ catalogue?: string }}
 */
export const catalogueOf = (game, query) => (game?.catalogue ? { catalogue: query.get("catalogue") ?? "" } : {});

/**
 * The catalogue of a row as the API's filter has it.
 * @param {CardOf} row
 */
export const catalogueFilter = ({ catalogue }) => (catalogue ? `sha256:${catalogue.hash}` : "");

/**
 * What a card looks like: all of Forêt's cards, GrandBois' clans and tiles. Ecos' are numbers of a catalogue.
 * @param {{ game: string | undefined, card: string, size: number | string }} props
 */
export function CardGlyph({ game, card, size }) {
  if (game === "foret") return html`<${Glyph} game=${game} id=${card} size=${size} />`;
  if (game !== "grandbois") return null;
  const tileNumber = /^tile-(\d+)$/.exec(card)?.[1];
  return tileNumber
    ? tile({ number: tileNumber, squares: tileSquares(Number(tileNumber)), size: 40 })
    : html`<${Glyph} game=${game} id=${card} size=${size} />`;
}

/** @param {{ game: Api.RulesGame | undefined, row: CardOf, query: URLSearchParams }} props */
export function CardLink({ game, row, query }) {
  const link = new URLSearchParams(query);
  if (row.catalogue) link.set("catalogue", catalogueFilter(row));
  return html`
    <a class="card-name" href=${`/cards/${encodeURIComponent(row.card)}?${link}`}>
      <${CardGlyph} game=${game?.game} card=${row.card} size="28" />${cardName(game, row)}
    </a>
  `;
}
