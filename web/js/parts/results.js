/*
 * Results of games in one line each: date, game, everybody with total and place, the winners first. Shared by a
 * player's page, a head-to-head and a night.
 */
import { html } from "../lib/html.js";
import { day, number, points, t } from "../lib/i18n.js";
import { Name, seatName } from "../lib/parts.js";
import { titleOf } from "../lib/titles.js";

/**
 * @param {Page.ResultSeat} a
 * @param {Page.ResultSeat} b
 */
const byRank = (a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || (a.seat ?? 0) - (b.seat ?? 0);

/**
 * Seats as GET /v1/games (person) and GET /v1/nights/{day} (handle) give them.
 * @param {Page.ResultSeat} seat
 */
const handleOf = (seat) => seat.handle ?? seat.person ?? "";

/**
 * @param {{ games: Page.Result[], rules: Page.Rules, mine?: string[], dated?: boolean }} props mine: handles that stand
 * out; dated: with the day
 */
export const Results = ({ games, rules, mine = [], dated = true }) => html`
  <ul class="results bare">
    ${games.map(
      (game) => html`
        <li key=${game.id}>
          <a class="result-game" href=${`/games/${game.id}`}>
            ${dated && html`<span class="when">${game.day ? day(game.day) : t("stats.no-date")}</span>`}
            <span>${titleOf(game, rules.find(game.game))}</span>
          </a>
          <ol class="bare seats">
            ${[...game.seats].sort(byRank).map(
              (seat) => html`
                <li
                  key=${seat.seat ?? handleOf(seat)}
                  class=${[seat.rank === 1 ? "first" : "", mine.includes(handleOf(seat)) ? "mine" : ""]
                    .join(" ")
                    .trim()}
                >
                  <span class="rank">${seat.rank === null ? "" : number(seat.rank)}</span>
                  ${
                    handleOf(seat)
                      ? html`<a href=${`/people/${handleOf(seat)}`}><${Name}>${seatName(seat)}<//></a>`
                      : html`<span class="guest">${seatName(seat)}</span>`
                  }
                  <span class="num">${seat.total === null ? "–" : points(seat.total)}</span>
                </li>
              `,
            )}
          </ol>
        </li>
      `,
    )}
  </ul>
`;
