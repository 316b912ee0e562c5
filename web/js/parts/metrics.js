/*
 * The figures of a card, whatever the game: Forêt's types, GrandBois' tiles and clans, Ecos' numbers have the same
 * fields, null where a game has nothing to tell. A table only shows the figures that at least one card has.
 */
import { html } from "../lib/html.js";
import { named, number, percent, signed, t } from "../lib/i18n.js";
import { Glyph } from "../draw/glyphs.js";
import { tile, tileSquares } from "../draw/grandbois.js";
import { alone, share, withError } from "./figures.js";

const two = (value) => number(value, 2);
const one = (value) => number(value, 1);
const short = (value) => number(value, Number.isInteger(value) ? 0 : 1);
const rate = (figure, format = percent) => (figure.low === null ? "" : `${format(figure.low)}–${format(figure.high)}`);

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
    doubt: (figure) => (figure.low === null ? "" : `± ${two((figure.high - figure.low) / 2)}`),
    par: 0,
    of: (row) => withError(row.iwt, row.iwt_se, row.games),
  },
  {
    id: "picked",
    kind: "figure",
    format: percent,
    doubt: (figure) => rate(figure),
    of: (row) => (row.seen > 0 ? counted(share(row.taken, row.seen), row) : null),
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

/** Faint or not is decided by the games, not by the copies: the cards of one game are not independent. */
const counted = (figure, row) => figure && { ...figure, n: row.games };

const words = (metric) => ({ ...metric, name: t(`stats.${metric.id}`), why: t(`stats.${metric.id}.why`) });

/** The metrics that these rows tell something about, with their words. */
export const metricsOf = (rows) => METRICS.filter((metric) => rows.some((row) => metric.of(row) !== null)).map(words);

/** Counts of a card, for the tables' last columns. */
export const countColumns = (rows = []) => [
  ...(rows.some((row) => row.activations !== undefined)
    ? [
        {
          id: "activations",
          kind: "count",
          name: t("stats.activations"),
          why: t("stats.activations.why"),
          of: (row) => row.activations ?? null,
          show: (row) => (row.activations === undefined ? "–" : number(row.activations)),
        },
      ]
    : []),
  { id: "copies", kind: "count", name: t("stats.copies"), why: t("stats.copies.why"), of: (row) => row.copies },
  { id: "games", kind: "count", name: t("stats.games"), why: t("stats.games.why"), of: (row) => row.games },
];

/** A name at the beginning of a line. */
export const capital = (text) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1);

/** A card's name in the person's language: from the rules, or a number of a catalogue. */
export function cardName(game, row) {
  const known = game?.cards.find((card) => card.id === row.card);
  const name = known ? named(known) : /^\d+$/.test(row.card) ? t("stats.card-n", { n: row.card }) : row.card;
  return capital(name);
}

/** What a card looks like: all of Forêt's cards, GrandBois' clans and tiles. Ecos' are numbers of a catalogue. */
export function CardGlyph({ game, card, size }) {
  if (game === "foret") return html`<${Glyph} game=${game} id=${card} size=${size} />`;
  if (game !== "grandbois") return null;
  const tileNumber = /^tile-(\d+)$/.exec(card)?.[1];
  return tileNumber
    ? tile({ number: tileNumber, squares: tileSquares(Number(tileNumber)), size: 40 })
    : html`<${Glyph} game=${game} id=${card} size=${size} />`;
}

export const CardLink = ({ game, row, query }) => html`
  <a class="card-name" href=${`/cards/${encodeURIComponent(row.card)}?${query}`}>
    <${CardGlyph} game=${game?.game} card=${row.card} size="28" />${cardName(game, row)}
  </a>
`;
