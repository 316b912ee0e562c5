// Who won and by how much, in a sentence: the first thing that the page of a finished game says.
import { html } from "../lib/html.js";
import { addWords, points, t } from "../lib/i18n.js";
import { Names, seatName } from "../lib/parts.js";
import { words } from "../words/titles.js";

addWords(words);

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
 * played: that it was, and nothing else, is what is known; together: the total of all, as the record has it.
 * @param {{ info: Api.Game, played?: boolean, together?: number | null }} props
 */
export function Sentence({ info, played = false, together = null }) {
  const { seats, variant, outcome } = info;
  const winners = seats.filter(({ rank }) => rank === 1);
  if (outcome === "won" || outcome === "lost") {
    const how = t(`result.together.${outcome}`);
    return together === null ? how : t("result.with", { how, total: points(together) });
  }
  if (played) return t("result.played");
  if (winners.length === 0) return t("result.nobody");
  const names = winners.map(seatName);
  if (seats.length === 1) {
    const { total } = seats[0];
    return html`<${Names} names=${names} />${total !== null && ` · ${t("result.alone", { total: points(total) })}`}`;
  }
  if (even(info)) return t("result.tie", { n: names.length });
  const won = t("result.won", { n: names.length });
  const by = lead(info);
  const say = variant === "low" ? "result.low" : "result.by";
  return html`<${Names} names=${names} /> ${by === null ? won : t(say, { won, by: points(by) })}`;
}

/**
 * The sentence under the heading of a film; a solo game has a verdict of its own.
 * @param {{ info: Api.Game }} props
 */
export const Won = ({ info }) =>
  info.status === "finished" && !info.outcome && info.seats.length > 1
    ? html`<p class="won-line"><strong><${Sentence} info=${info} /></strong></p>`
    : null;
