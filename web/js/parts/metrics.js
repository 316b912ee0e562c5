/*
 * The figures of a card, whatever the game: Forêt's types, GrandBois' tiles and clans, Ecos' numbers have the same
 * fields, null where a game has nothing to tell. A table only shows the figures that at least one card has.
 */
import { html } from "../lib/html.js";
import { named, number, percent, signed, t } from "../lib/i18n.js";
import { Glyph } from "../draw/glyphs.js";
import { tile, tileSquares } from "../draw/grandbois.js";
import { alone, between, doubtOf, sideOf } from "./figures.js";

/** @param {number} value */
const two = (value) => number(value, 2);
/** @param {number} value */
const one = (value) => number(value, 1);
/** @param {number} value */
const short = (value) => number(value, Number.isInteger(value) ? 0 : 1);
/** @param {number} value */
const points = (value) => signed(value);

/** @typedef {Page.Column<Api.CardRow> & { of(row: Api.CardRow): Page.Figure | null }} Metric */

/** Rating points: an interval that stays within so many of 0 says that a card hardly matters. */
const LITTLE = 10;

/**
 * What one can say of a card's worth. Where the interval holds 0, it is called neither good nor bad.
 * @param {Page.Figure} figure
 */
export function worthInWords(figure) {
  const side = sideOf(figure, 0);
  if (side === null || figure.low === null || figure.high === null) return t("stats.too-early");
  if (side !== 0) return t(side > 0 ? "stats.worth.good" : "stats.worth.bad");
  return t(Math.max(-figure.low, figure.high) <= LITTLE ? "stats.worth.little" : "stats.too-early");
}

/** @type {Omit<Metric, "name">[]} */
const METRICS = [
  {
    id: "worth",
    kind: "figure",
    par: 0,
    format: points,
    tick: points,
    doubt: (figure) => doubtOf(figure, (value) => number(value)),
    verdict: worthInWords,
    of: (row) => between(row.worth, row.worth_lo, row.worth_hi, row.games),
  },
  {
    id: "ppc",
    kind: "figure",
    format: two,
    tick: short,
    of: (row) => between(row.ppc, row.ppc_lo, row.ppc_hi, row.games),
  },
  {
    id: "ppa",
    kind: "figure",
    format: two,
    tick: short,
    of: (row) => between(row.ppa, row.ppa_lo, row.ppa_hi, row.games),
  },
  {
    id: "mpc",
    kind: "figure",
    format: two,
    tick: short,
    of: (row) => between(row.mpc, row.mpc_lo, row.mpc_hi, row.games),
  },
  {
    id: "zero",
    kind: "figure",
    format: percent,
    of: (row) => between(row.zero_rate, row.zero_rate_lo, row.zero_rate_hi, row.games),
  },
  {
    id: "wp-with",
    kind: "figure",
    format: two,
    tick: short,
    par: 1,
    of: (row) => between(row.wp_with, row.wp_with_lo, row.wp_with_hi, row.seats),
  },
  {
    id: "wp-without",
    kind: "figure",
    format: two,
    tick: short,
    par: 1,
    of: (row) => between(row.wp_without, row.wp_without_lo, row.wp_without_hi, row.seats_without),
  },
  {
    id: "picked",
    kind: "figure",
    format: percent,
    of: (row) => between(row.taken_rate, row.taken_rate_lo, row.taken_rate_hi, row.games),
  },
  {
    id: "cubes",
    kind: "figure",
    format: two,
    tick: short,
    down: false,
    of: (row) => between(row.cubes_per_point, row.cubes_per_point_lo, row.cubes_per_point_hi, row.games),
  },
  {
    id: "first-round",
    kind: "figure",
    format: one,
    tick: short,
    down: false,
    of: (row) => between(row.first_round, row.first_round_lo, row.first_round_hi, row.games),
  },
  {
    id: "ata",
    kind: "figure",
    format: one,
    tick: short,
    down: false,
    of: (row) => between(row.ata, row.ata_lo, row.ata_hi, row.games),
  },
  {
    id: "alsa",
    kind: "figure",
    format: one,
    tick: short,
    down: false,
    of: (row) => between(row.alsa, row.alsa_lo, row.alsa_hi, row.games),
  },
  {
    // A description: what those who took one had beyond those who left it, and how many they were.
    id: "iwt",
    kind: "figure",
    format: (value) => signed(value, 2),
    tick: short,
    par: 0,
    doubt: (_figure, row) => `${number(row.iwt_took ?? 0)} : ${number(row.iwt_left ?? 0)}`,
    of: (row) => alone(row.iwt, row.games),
  },
];

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
  const own = row.name && row.name.en !== `card ${row.card}` ? named(row.name) : "";
  if (own) return /^\d+$/.test(row.card) ? `${row.card} ${own}` : capital(own);
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
 * What a card looks like: all of Forêt's cards, GrandBois' clans and tiles, Biotopes' biotopes. Ecos' are numbers of a
 * catalogue.
 * @param {{ game: string | undefined, card: string, size: number | string }} props
 */
export function CardGlyph({ game, card, size }) {
  if (game === "foret") return html`<${Glyph} game=${game} id=${card} size=${size} />`;
  const biotope = game === "biotopes" && /^(mountain|forest|meadow|wetland)(?:-|$)/.exec(card)?.[1];
  if (biotope) return html`<${Glyph} game=${game} id=${biotope} size=${size} />`;
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
