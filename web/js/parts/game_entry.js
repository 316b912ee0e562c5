// A game as one line of a list, the whole of it a link: its emblem, what was played, who, and how it ended. Tonight and
// the list of all games show the same.
import { html } from "../lib/html.js";
import { day, points, t } from "../lib/i18n.js";
import { Name, Names, seatName } from "../lib/parts.js";
import { titleOf } from "../lib/titles.js";
import { Glyph } from "../draw/glyphs.js";

/**
 * The glyph that stands for a game; a game that nobody has drawn yet has the tree of the page.
 * @type {Record<string, string>}
 */
const EMBLEMS = { foret: "deer", ecos: "lion", grandbois: "raccoon", biotopes: "bird" };

/** @param {{ game: string }} props */
export const Emblem = ({ game }) => html`
  <span class=${`emblem ${game}-${EMBLEMS[game] ?? "none"}`} aria-hidden="true">
    ${
      EMBLEMS[game]
        ? html`<${Glyph} game=${game} id=${EMBLEMS[game]} size=${34} />`
        : html`
          <svg class="glyph" viewBox="0 0 24 24" width="28" height="28">
            <path fill="currentColor" d="M12 2l5 7h-3l4 6h-3l4 5h-6v3h-2v-3H5l4-5H6l4-6H7z" />
          </svg>
        `
    }
  </span>
`;

/**
 * A line of a list. `note`: on the right, in small letters; children: what stands under the title.
 * @param {{ href: string, game: string, title: string, about?: string, note?: Page.Shown, id?: number,
 *   children?: Page.Shown }} props
 */
export const Entry = ({ href, game, title, about, note, id, children }) => html`
  <li data-game=${id}>
    <a class="entry" href=${href}>
      <${Emblem} game=${game} />
      <span class="entry-title">${title} ${about && html`<span class="muted small">${about}</span>`}</span>
      <span class="entry-note num">${note}</span>
      <span class="entry-seats">${children}</span>
    </a>
  </li>
`;

/**
 * @param {Api.GameSeat} a
 * @param {Api.GameSeat} b
 */
const byRank = (a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat;

/**
 * Everybody with their total, the winners first and marked; who plays, as a sentence has it, while there is no result.
 * @param {{ game: Api.Game }} props
 */
const Seats = ({ game }) =>
  game.status === "finished"
    ? [...game.seats].sort(byRank).map((seat) => {
        const won = seat.rank === 1 && game.seats.length > 1;
        return html`
          <span class=${won ? "one-seat won" : "one-seat"} key=${seat.seat}>
            <${Name}>${seatName(seat)}<//> <span class="num">${seat.total === null ? "–" : points(seat.total)}</span>
            ${
              won &&
              html`
                <span class="star" title=${t("game.winner")}>★<span class="unseen"> ${t("game.winner")}</span></span>
              `
            }
          </span>
        `;
      })
    : html`<span class="entry-names"><${Names} names=${game.seats.map(seatName)} /></span>`;

/**
 * A game of GET /v1/games. `rule`: its rules; `dated`: with the day on the right; children: more under the title.
 * @param {{ game: Api.Game, rule?: Api.RulesGame, about?: string, note?: Page.Shown, dated?: boolean,
 *   children?: Page.Shown }} props
 */
export const GameEntry = ({ game, rule, about, note, dated = false, children }) => html`
  <${Entry}
    href=${`/games/${game.id}`}
    game=${game.game}
    id=${game.id}
    title=${titleOf(game, rule)}
    about=${about}
    note=${dated ? html`<time datetime=${game.day}>${game.day ? day(game.day, true) : ""}</time>` : note}
  >
    <${Seats} game=${game} />${children}
  <//>
`;
