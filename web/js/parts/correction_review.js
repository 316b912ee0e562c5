// The last step of a correction: what changes, in words, then the totals before and after, then why, then it is sent. A
// correction that the rules refuse says where; one of a game that has changed meanwhile begins again.
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, list, named, points, t } from "../lib/i18n.js";
import { Unreachable, call, get } from "../lib/api.js";
import { categoryBy, changesBetween } from "../lib/changes_between.js";
import { Trouble, Waiting, seatName } from "../lib/parts.js";
import { groupOf, send } from "../lib/queue.js";
import { visible } from "../lib/visible.js";
import { cardName } from "../draw/foret.js";
import { isolated, namesOf } from "../draw/all.js";
import { words } from "../words/game_page.js";
import { words as titleWords } from "../words/titles.js";
import { Reason } from "./reason.js";
import { ending, saidBy } from "./won.js";

addWords(words);
addWords(titleWords);

/**
 * @typedef {{ info: Api.Game, rules?: Api.RulesGame, boards: Page.Boards, book: Page.Book, before: string,
 *   pads: Api.Pad[] }} Standing
 * a game as it stands; before: its record, with handles
 */
/** @typedef {{ was: Api.Score | null, is: Api.Score | null, stale: boolean }} Judged */

/**
 * How a score ends, in a sentence.
 * @param {Api.Game} info
 * @param {Api.Score} score
 * @param {string} text
 */
function endText(info, score, text) {
  const lines = new Map(score.seats.map((line) => [line.seat, line]));
  const seats = info.seats.map((seat) => ({
    ...seat,
    total: lines.get(seat.seat)?.total ?? null,
    rank: lines.get(seat.seat)?.rank ?? null,
  }));
  const { names, rest } = ending({
    info: { ...info, seats, outcome: score.outcome ?? null, margin: score.margin ?? null, variant: score.variant },
    ...saidBy(text),
  });
  return `${list(names.map(isolated))}${rest}`;
}

/**
 * Totals before and after, and whether somebody else has won.
 * @param {{ info: Api.Game, judged: Judged, before: string, after: string }} props
 */
function Totals({ info, judged: { was, is }, before, after }) {
  if (!was || !is) return html`<p class="muted">${t("correct.away")}</p>`;
  if (is.finished === false) return html`<p><strong>${t("correct.goesOn")}</strong></p>`;
  const now = new Map(is.seats.map((line) => [line.seat, line.total]));
  const old = new Map(was.seats.map((line) => [line.seat, line.total]));
  const moved = info.seats.filter(({ seat }) => old.get(seat) !== now.get(seat));
  const [then, today] = [endText(info, was, before), endText(info, is, after)];
  /** @param {number | null | undefined} total */
  const shown = (total) => (total == null ? "–" : points(total));
  return html`
    <h3>${t("correct.totals")}</h3>
    ${moved.length === 0 && html`<p>${t("correct.same")}</p>`}
    <ul class="bare totals-change">
      ${moved.map(
        (seat) => html`
          <li key=${seat.seat} data-seat=${seat.seat}>
            ${t("correct.of", {
              who: isolated(seatName(seat)),
              before: shown(old.get(seat.seat)),
              after: shown(now.get(seat.seat)),
            })}
          </li>
        `,
      )}
    </ul>
    ${then !== today && html`<p><strong>${t("correct.winner", { before: then, after: today })}</strong></p>`}
  `;
}

/**
 * What the daemon makes of it: the score as it stands and as it would be. Without a network there is no second one.
 * @param {Api.Game} info
 * @param {string} after
 * @returns {Promise<Judged>}
 */
async function judge(info, after) {
  const path = /** @type {const} */ (`/v1/games/${info.id}`);
  try {
    const [was, now, is] = await Promise.all([
      get(`${path}/score`),
      get(path),
      call("POST", "/v1/score", { body: { record: after } }),
    ]);
    return { was, is, stale: now.last !== info.last };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { was: null, is: null, stale: false };
  }
}

/**
 * @param {{ standing: Standing, after: string, draft?: string, onMore: () => void, onSent: () => void,
 *   onStale: () => void, refused?: (error: import("../lib/api.js").Problem) => Page.Shown }} props after: the corrected
 * record; draft: of the sheet that it comes from; refused: how a refusal is told, where there is more to say than its
 * sentence
 */
export function CorrectionReview({ standing, after, draft, onMore, onSent, onStale, refused }) {
  const { info, rules, boards, book, before } = standing;
  const [judged, setJudged] = useState(/** @type {Judged | null} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const category = categoryBy(before, standing.pads, rules);
  const changes = changesBetween(before, after, info, { who: namesOf(info), boards, book, category, card: cardName });
  useEffect(() => {
    let current = true;
    if (changes.length === 0) return undefined;
    judge(info, after).then(
      (answer) => current && setJudged(answer),
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [after]);
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (busy || visible(reason) === "") return;
    setBusy(true);
    const names = info.seats.map(seatName);
    try {
      await send({
        group: groupOf(info.id),
        kind: "correct",
        path: `/v1/games/${info.id}/correct`,
        body: { record: after, reason: visible(reason), last: info.last }, // refused when somebody was faster
        about: {
          title: names.join(", "),
          names,
          game: info.game,
          called: info.title ? named(info.title) : undefined,
          before,
          draft,
        },
      });
      onSent();
    } catch (problem) {
      setError(new Error(t("trouble.device"), { cause: problem }));
      setBusy(false);
    }
  };
  const more = html`<button type="button" onClick=${onMore}>${t("correct.more")}</button>`;
  if (changes.length === 0) return html`<p role="status">${t("correct.nothing")}</p><p>${more}</p>`;
  if (judged?.stale) {
    return html`
      <div class="trouble" role="alert"><p>${t("correct.gone")}</p></div>
      <p><button type="button" onClick=${onStale}>${t("correct.again")}</button></p>
    `;
  }
  return html`
    <form class="what-changes" onSubmit=${submit}>
      <h2>${t("correct.changes")}</h2>
      <ul class="bare change-list">${changes.map((change, i) => html`<li key=${i}>${change}</li>`)}</ul>
      ${error && (refused?.(error) ?? html`<${Trouble} error=${error} />`)}
      ${!error && !judged && html`<${Waiting} />`}
      ${
        judged &&
        !error &&
        html`
          <${Totals} info=${info} judged=${judged} before=${before} after=${after} />
          <${Reason}
            ready=${["deeds.correct.slip", "deeds.correct.paper", "deeds.correct.counted"].map((key) => t(key))}
            value=${reason}
            onChange=${setReason}
          />
        `
      }
      <p class="row">
        ${
          judged &&
          !error &&
          html`
            <button type="submit" class="primary" data-deed="correct" disabled=${busy || visible(reason) === ""}>
              ${t("correct.send")}
            </button>
          `
        }
        ${more}
      </p>
    </form>
  `;
}
