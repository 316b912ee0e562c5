// What a correction changes, in words: cell by cell, number by number, line by line.
import { named, points, t } from "./i18n.js";
import { cutRecord } from "./from_record.js";
import * as totals from "./totals.js";

/** @typedef {{ who: Page.Who, boards: Page.Boards, book: Page.Book, category: (id: string) => string,
 *   card: (id: string) => string }} Speak */

const COLUMNS = 5;

/**
 * Facts by what they are about: what is in one and not the same in the other, in sentences.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @param {(about: string, before: string, after: string) => string} say
 */
function differences(before, after, say) {
  const none = t("correct.none");
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((about) => {
    const [was, is] = [before.get(about) ?? none, after.get(about) ?? none];
    return was === is ? [] : [say(about, was, is)];
  });
}

/**
 * The cards of Forêt's grids, each by whose it is and where.
 * @param {string[]} moves
 * @param {Speak} speak
 */
function cells(moves, { who, card }) {
  const facts = new Map();
  for (const line of moves) {
    const [, seat, kind, text] = /^(\S+): (grid|cards) (.*)$/.exec(line) ?? [];
    if (!kind) continue;
    const cards = text.split(/[\s/]+/);
    cards.forEach((id, i) => {
      const at = kind === "cards" ? String(i + 1) : `${(i % COLUMNS) + 1},${Math.floor(i / COLUMNS) + 1}`;
      facts.set(`${who(seat)} ${at}`, card(id));
    });
  }
  return facts;
}

/**
 * Lines that went and lines that came, as the film says them.
 * @param {string[]} before
 * @param {string[]} after
 * @param {Speak} speak
 */
function lines(before, after, { who, boards, book }) {
  /** @param {string} line */
  const say = (line) => boards.sentence(line, who, book);
  const [was, is] = [before.map(say), after.map(say)]; // two spellings of one thing are one
  return [...without(was, is).map((text) => `− ${text}`), ...without(is, was).map((text) => `+ ${text}`)];
}

/**
 * What is in the first list oftener than in the second.
 * @param {string[]} list
 * @param {string[]} others
 */
function without(list, others) {
  const rest = [...others];
  return list.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

/**
 * Moves in their order: each that is another now, with its number.
 * @param {string[]} before
 * @param {string[]} after
 * @param {Speak} speak
 */
const inOrder = (before, after, { who, boards, book }) =>
  before.flatMap((line, i) => {
    if (line === after[i]) return [];
    const [was, is] = [line, after[i]].map((one) => boards.sentence(one, who, book));
    return [t("correct.of", { who: t("correct.nth", { n: i + 1 }), before: was, after: is })];
  });

/**
 * Everything on a sheet of totals, by what it is about.
 * @param {string[]} moves
 * @param {string[]} head
 * @param {Speak} speak
 */
function figures(moves, head, { who, category }) {
  const facts = new Map();
  for (const line of moves) {
    const seat = line.slice(0, line.indexOf(":"));
    const text = line.slice(line.indexOf(":") + 2);
    for (const part of text.replace(/ rank (\d+)$/, ", rank $1").split(", ")) {
      const [, id, value] = /^(.+) (-?[\d.]+)$/.exec(part) ?? [];
      if (id === "total") facts.set(`${who(seat)}`, points(Number(value)));
      else if (id === "rank") facts.set(`${who(seat)}, ${t("result.rank")}`, value);
      else if (id) facts.set(`${who(seat)}, ${category(id)}`, points(Number(value)));
      else facts.set(who(seat), part === "wins" ? t("totals.won") : part === "loses" ? "–" : part);
    }
  }
  const names = { variant: t("totals.counts"), duration: t("totals.duration"), note: t("totals.note") };
  for (const [keyword, name] of Object.entries(names)) {
    const values = head.flatMap((line) => (line.startsWith(`${keyword} `) ? [line.slice(keyword.length + 1)] : []));
    const shown =
      keyword === "variant" ? values.map((id) => (totals.VARIANTS.includes(id) ? t(`totals.${id}`) : id)) : values;
    if (values.length > 0) facts.set(name, shown.join(" "));
  }
  const teams = head.filter((line) => line.startsWith("team "));
  for (const team of teams) {
    const seats = team.slice("team ".length).split(" ");
    for (const seat of seats) facts.set(`${who(seat)}, ${t("result.team")}`, seats.map((one) => who(one)).join(" + "));
  }
  return facts;
}

/**
 * What the players wrote, by whose it is.
 * @param {string[]} claims
 * @param {Speak} speak
 */
function wrote(claims, { who, category }) {
  const facts = new Map();
  for (const line of claims) {
    const [, seat, id, value] = /^claim (\S+) (.+) (-?[\d.]+)$/.exec(line) ?? [];
    if (id) facts.set(`${seat} ${id}`, points(Number(value)));
  }
  return {
    facts,
    /**
     * @param {string} about
     * @param {string} before
     * @param {string} after
     */
    say(about, before, after) {
      const [seat, ...id] = about.split(" ");
      return t("correct.claim", { who: who(seat), what: category(id.join(" ")), before, after });
    },
  };
}

/**
 * How the categories of a game are called: by its pad, or by its rules.
 * @param {string} before its record
 * @param {Api.Pad[]} pads
 * @param {Api.RulesGame | undefined} rules
 * @returns {(id: string) => string}
 */
export function categoryBy(before, pads, rules) {
  const pad = pads.find(({ hash }) => before.includes(hash));
  const known = [...(pad?.categories ?? []), ...(rules?.categories ?? [])];
  return (id) => (id === "total" ? t("head.total") : named(known.find((one) => one.id === id)) || id);
}

/**
 * Names that tell the seats apart: two guests, or two people whose names were erased, are called the same.
 * @param {string[]} moves
 * @param {Page.Who} who
 * @returns {Page.Who}
 */
function apart(moves, who) {
  const seats = [...new Set(moves.map((line) => line.slice(0, line.indexOf(":"))))];
  const names = seats.map(who);
  return (seat) => {
    const name = who(seat);
    const alone = names.filter((one) => one === name).length < 2;
    return alone ? name : t("correct.whose", { who: name, seat: t("seat.number", { n: seat }) });
  };
}

/**
 * Between two records of one game.
 * @param {string} before
 * @param {string} after
 * @param {{ game: string, level: string }} info
 * @param {Speak} speak
 * @returns {string[]}
 */
export function changesBetween(before, after, { game, level }, { who, ...words }) {
  const [was, is] = [cutRecord(before), cutRecord(after)];
  const speak = { ...words, who: apart([...was.moves, ...is.moves], who) };
  /**
   * @param {string} about
   * @param {string} old
   * @param {string} now
   */
  const of = (about, old, now) => t("correct.of", { who: about, before: old, after: now });
  const moves =
    level === "totals"
      ? differences(figures(was.moves, was.head, speak), figures(is.moves, is.head, speak), of)
      : level === "sheet" && game === "foret"
        ? differences(cells(was.moves, speak), cells(is.moves, speak), of)
        : level !== "sheet" && was.moves.length === is.moves.length
          ? inOrder(was.moves, is.moves, speak)
          : lines(was.moves, is.moves, speak);
  const claims = wrote(was.claims, speak);
  return [...moves, ...differences(claims.facts, wrote(is.claims, speak).facts, claims.say)];
}
