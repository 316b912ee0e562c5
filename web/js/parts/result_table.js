// Who had how many points and which place, the winners first, with teams and guests: the score of a game in one look.
import { html } from "../lib/html.js";
import { addWords, number, points, t } from "../lib/i18n.js";
import { Name, seatName } from "../lib/parts.js";
import { words } from "../words/titles.js";

addWords(words);

const LETTERS = "ABCDEF";

/**
 * @param {Api.GameSeat} a
 * @param {Api.GameSeat} b
 */
const byRank = (a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat;

/** @param {{ info: Api.Game, doubted?: Set<string> }} props doubted: seats whose score the players wrote otherwise */
export function ResultTable({ info, doubted = new Set() }) {
  const teams = info.seats.some(({ team }) => team);
  const totals = info.seats.some(({ total }) => total !== null);
  const ranks = info.seats.some(({ rank }) => rank !== null);
  /** @param {Api.GameSeat} seat */
  const total = (seat) =>
    `${seat.total === null ? "–" : points(seat.total)}${doubted.has(String(seat.seat)) ? " *" : ""}`;
  return html`
    <table class="result-table">
      <caption class="unseen">${t("result.scores")}</caption>
      <thead>
        <tr>
          ${ranks && html`<th scope="col" class="place">${t("result.rank")}</th>`}
          <th scope="col">${t("result.player")}</th>
          ${teams && html`<th scope="col">${t("result.team")}</th>`}
          ${totals && html`<th scope="col" class="num">${t("result.total")}</th>`}
        </tr>
      </thead>
      <tbody>
        ${[...info.seats].sort(byRank).map(
          (seat) => html`
            <tr key=${seat.seat} class=${seat.rank === 1 ? "first" : ""} data-seat=${seat.seat}>
              ${ranks && html`<td class="place">${seat.rank === null ? "" : number(seat.rank)}</td>`}
              <td>
                ${
                  seat.person
                    ? html`<a href=${`/people/${seat.person}`}><${Name}>${seatName(seat)}<//></a>`
                    : html`<span class="guest">${seatName(seat)}</span>`
                }
              </td>
              ${teams && html`<td>${seat.team ? LETTERS[seat.team - 1] : ""}</td>`}
              ${totals && html`<td class="num" data-total=${seat.seat}>${total(seat)}</td>`}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
