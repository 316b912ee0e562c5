/*
 * What a player wants first of their own page: what the last evening changed, where they stand, in words before
 * figures, the season that runs, their best cards, their rival, their games. Below it is the page that everybody sees.
 */
import { html } from "../lib/html.js";
import { addWords, day, list, number, points, signed, t, today } from "../lib/i18n.js";
import { query as address, useApi } from "../lib/api.js";
import { mine, useMine } from "../lib/mine.js";
import { Name } from "../lib/parts.js";
import { stageOf } from "../lib/seasons.js";
import { useAnswer } from "./answer.js";
import { doubtOf, sideOf } from "./figures.js";
import { cardName } from "./metrics.js";
import { useOwnCards } from "./own_cards.js";
import { ratingOf } from "./ratings.js";
import { standingOf } from "./standings.js";
import { words } from "../words/mine.js";
import { words as seasonWords } from "../words/seasons.js";

addWords(seasonWords);
addWords(words);

const BEST = 3;

/** @param {{ id: string, name: string, children?: Page.Shown }} props */
const Line = ({ id, name, children }) => html`
  <div data-mine=${id}><dt>${name}</dt><dd>${children}</dd></div>
`;

/** @param {{ rows: Api.History[] }} props */
function Evening({ rows }) {
  const [last, before] = rows.slice(-2).reverse();
  if (!last?.night) return null;
  const now = number(last.rating);
  const text = before
    ? t("mine.evening.text", { by: signed(last.rating - before.rating), now })
    : t("mine.evening.first", { now });
  return html`
    <${Line} id="evening" name=${t("mine.evening")}>
      <a href=${`/nights/${last.night}`}>${day(last.night)}</a> ${text}
    <//>
  `;
}

/**
 * The place is the board's: a person's own figures have none.
 * @param {{ row: Api.PlayerPage["row"], handle: string, club?: Api.LeaderboardRow[] }} props
 */
function Rating({ row, handle, club }) {
  const figure = ratingOf(row);
  const said = figure && standingOf(figure, row);
  const ranked = club?.filter(({ rank }) => rank !== null).length ?? 0;
  const rank = club?.find((one) => one.handle === handle)?.rank ?? null;
  const place = rank === null ? t("mine.no-rank") : t("mine.rank", { rank, n: ranked });
  return html`
    <${Line} id="rating" name=${t("mine.rating")}>
      ${said && html`<strong>${said}</strong> · `}${club && place}
      ${
        figure &&
        html`
          ${" "}<span class="muted small num">
            ${number(figure.value)}${"\u00a0"}${doubtOf(figure, (value) => number(value))}
          </span>
        `
      }
    <//>
  `;
}

/** @param {{ handle: string }} props */
function Season({ handle }) {
  const now = today();
  const { data: seasons } = useApi(`/v1/seasons?day=${now}`, { keep: true });
  const running = seasons?.seasons.find((season) => stageOf(season, now) === "running");
  const { data: page } = useApi(running ? `/v1/seasons/${running.id}` : null, { keep: true });
  if (!running || !page) return null;
  const own = page.board.find((row) => row.handle === handle);
  const first = page.board[0];
  const values = own && { place: own.place, sum: points(own.points), n: own.points };
  return html`
    <${Line} id="season" name=${t("mine.season")}>
      <a href=${`/seasons/${running.id}`}><${Name}>${running.name}<//></a>${" "}
      ${own ? t(own.place === 1 ? "mine.season.lead" : "mine.season.text", values) : t("mine.season.not")}
      ${own && own.place !== 1 && html`, ${t("mine.season.behind", { by: points(first.points - own.points) })}`}
    <//>
  `;
}

/**
 * Cards of which one can say that they do more here than at the club; "too early" where there is none.
 * @param {{ game: Api.RulesGame, handle: string }} props
 */
function Best({ game, handle }) {
  const found = useOwnCards(game.game, handle);
  if (!found) return null;
  const best = found.rows
    .filter(({ figure, club }) => club !== null && sideOf(figure, club) === 1)
    .sort((a, b) => b.figure.value / Number(b.club) - a.figure.value / Number(a.club))
    .slice(0, BEST);
  return html`
    <${Line} id="cards" name=${t("mine.cards")}>
      ${best.length === 0 ? t("mine.cards.none") : list(best.map(({ row }) => cardName(game, row)))}
    <//>
  `;
}

/**
 * @param {{ data: Api.PlayerPage, handle: string, club?: Api.LeaderboardRow[], game?: Api.RulesGame }} props game: the
 * one whose cards are told
 */
export function AtAGlance({ data, handle, club, game }) {
  const me = useMine();
  const history = useAnswer(me === handle ? address("/v1/ratings/history", { player: `@${handle}` }) : null);
  if (me !== handle) return null;
  const { rival } = data;
  return html`
    <section class="at-a-glance" aria-labelledby="glance">
      <h2 id="glance">${t("mine.first")}</h2>
      <dl>
        ${history.data && html`<${Evening} rows=${history.data.rows} />`}
        <${Rating} row=${data.row} handle=${handle} club=${club} />
        <${Season} handle=${handle} />
        ${game && html`<${Best} game=${game} handle=${handle} />`}
        <${Line} id="rival" name=${t("mine.rival")}>
          ${
            rival
              ? html`
                <a href=${`/people/${handle}/vs/${rival.handle}`}><${Name}>${rival.player}<//></a>${" "}
                ${number(rival.won)}:${number(rival.lost)}
              `
              : t("mine.rival.none")
          }
        <//>
        <${Line} id="games" name=${t("mine.games")}>
          <a href=${address("/games", { player: `@${handle}` })}>${number(data.row.games)}</a>
        <//>
      </dl>
    </section>
  `;
}

/**
 * "This is me on this device", and how to take it back.
 * @param {{ handle: string }} props
 */
export function ThisIsMe({ handle }) {
  const me = useMine();
  return me === handle
    ? html`
      <p class="row this-is-me no-print">
        <span class="muted">${t("mine.chosen")}</span>
        <button type="button" class="plain" onClick=${() => mine.set(null)}>${t("mine.forget")}</button>
      </p>
    `
    : html`
      <p class="this-is-me no-print">
        <button type="button" onClick=${() => mine.set(handle)}>${t("mine.choose")}</button>
      </p>
    `;
}
