// Who won and by how much, in a sentence: the first thing that the page of a finished game says.
import { html } from "../lib/html.js";
import { addWords, points, t } from "../lib/i18n.js";
import { Names, begun, seatName } from "../lib/parts.js";
import { words as gameWords } from "../words/replay.js";
import { words } from "../words/titles.js";

addWords(words);
addWords(gameWords);

/** Of a game against a rival that the rules play. */
const VERDICTS = ["hard", "normal", "easy", "loss"];

/**
 * How far the winners are ahead of the next, when that is what made them win; null: nobody can tell.
 * @param {Api.Game} info
 */
export function lead({ seats, variant }) {
  const [won, rest] = [seats.filter(({ rank }) => rank === 1), seats.filter(({ rank }) => rank !== 1)];
  const sign = variant === "low" ? -1 : 1;
  const best = won.map(({ total }) => total);
  const others = rest.flatMap(({ total }) => (total === null ? [] : [sign * total]));
  if (best.length === 0 || best.includes(null) || others.length === 0 || ["rank", "win"].includes(variant)) return null;
  // In hundredths: 10.1 less 8 is 2.1.
  const by = Math.round(100 * (sign * Number(best[0]) - Math.max(...others))) / 100;
  return by > 0 ? by : null;
}

/**
 * Everybody shares the first place.
 * @param {Api.Game} info
 */
const even = ({ seats }) => seats.length > 1 && seats.every(({ rank }) => rank === 1);

/**
 * What only the record says: comments, the total of all together, that it was played and nothing else.
 * @param {string | null} text
 */
export function saidBy(text) {
  const lines = (text ?? "").split("\n");
  const total = /^\*: (?:won|lost),.*\btotal (\S+)$/m.exec(text ?? "")?.[1];
  return {
    notes: lines.flatMap((line) => (line.startsWith("note ") ? [line.slice("note ".length)] : [])),
    played: lines.includes("*: played"),
    together: total === undefined ? null : Number(total),
  };
}

/** @typedef {{ info: Api.Game, played?: boolean, together?: number | null }} Ended */

/**
 * How it ended: who comes first, if anybody, and what is said after their names. played: that it was, and nothing else,
 * is what is known; together: the total of all, as the record has it.
 * @param {Ended} props
 * @returns {{ names: string[], rest: string }}
 */
export function ending({ info, played = false, together = null }) {
  const { seats, variant, outcome, margin } = info;
  const names = seats.filter(({ rank }) => rank === 1).map(seatName);
  /** @param {string} rest */
  const say = (rest) => ({ names: [], rest });
  if (outcome === "won" || outcome === "lost") {
    const how = t(`result.together.${outcome}`);
    return say(together === null ? how : t("result.with", { how, total: points(together) }));
  }
  if (VERDICTS.includes(outcome ?? "")) {
    const how = t(`outcome.${outcome}`);
    return say(margin == null ? how : t("games.margin", { outcome: how, margin: points(Math.abs(Number(margin))) }));
  }
  if (played) return say(t("result.played"));
  if (names.length === 0) return say(t("result.nobody"));
  if (seats.length === 1) {
    const { total } = seats[0];
    return { names, rest: total === null ? "" : ` · ${t("result.alone", { total: points(total) })}` };
  }
  if (even(info)) return say(t("result.tie", { n: names.length }));
  const won = t("result.won", { n: names.length });
  const by = lead(info);
  const key = variant === "low" ? "result.low" : "result.by";
  return { names, rest: ` ${by === null ? won : t(key, { won, by: points(by) })}` };
}

/** @param {Ended} props */
export function Sentence(props) {
  const { names, rest } = ending(props);
  return html`${names.length > 0 && html`<${Names} names=${[begun(names[0]), ...names.slice(1)]} />`}${rest}`;
}
