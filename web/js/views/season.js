// One season: who won it or who leads, the board, what a later correction would change, and its form for an admin.
import { html } from "../lib/html.js";
import { addWords, days, moment, points, t } from "../lib/i18n.js";
import { may, session } from "../lib/session.js";
import { pointsText, stageOf, standsText, winnersOf } from "../lib/seasons.js";
import { useStore } from "../lib/store.js";
import { useTitleName } from "../lib/titles.js";
import { Heading, Name, Names } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { OutwardSeason } from "../parts/outward.js";
import { SeasonReviews } from "../parts/review_figures.js";
import { SeasonBoard } from "../parts/season_board.js";
import { CloseSeason, SeasonForm } from "../parts/season_form.js";
import { Seen } from "../parts/seen.js";
import { PersonLink } from "../parts/standings.js";
import { Source } from "../parts/why.js";
import { words } from "../words/seasons.js";
import { words as statsWords } from "../words/stats.js";

addWords(words);
addWords(statsWords);

/**
 * Days, what counts, how it is counted, and where it stands.
 * @param {{ page: Api.SeasonPage }} props
 */
function Facts({ page: { season, closed_at } }) {
  const title = useTitleName(season.title);
  const stands = standsText({ season, closed_at });
  return html`
    <p class="lead-line facts">
      <span>${days(season.from, season.to)}</span>
      ${
        season.title
          ? html`<a href=${`/titles/${encodeURIComponent(season.title)}`}><${Name}>${title}<//></a>`
          : html`<span>${t("season.any-title")}</span>`
      }
      <span>${pointsText(season)}</span>
      <span title=${closed_at ? moment(closed_at) : undefined}>${stands}</span>
    </p>
  `;
}

/**
 * Who won, once it is closed; before that, who is in front.
 * @param {{ page: Api.SeasonPage }} props
 */
function Front({ page }) {
  const closed = page.season.closed !== null;
  const first = closed ? winnersOf(page) : page.board.filter(({ place }) => place === 1);
  const none = closed ? "season.no-games-closed" : "season.no-games";
  if (first.length === 0) return html`<p class="nothing">${t(none)}</p>`;
  const key = first.length === 1 ? "season.won" : "season.shared";
  const [before, after] = t(closed ? key : "season.front", {
    names: "\u0000",
    sum: points(first[0].points),
    n: first[0].points,
  }).split("\u0000");
  const names = html`
    <${Names}
      names=${first.map(({ player }) => player)}
      links=${first.map(({ handle }) => `/people/${handle}`)}
    />
  `;
  return html`
    <p class=${closed ? "season-won" : "season-front"}>
      ${closed && html`<span class="star" aria-hidden="true">★</span>`}${before}${names}${after}
    </p>
  `;
}

/** @param {{ figures: { place: number, points: number } | null }} props */
const Figures = ({ figures }) =>
  figures
    ? t("season.figures", { place: figures.place, sum: points(figures.points), n: figures.points })
    : t("season.absent");

/**
 * The board of today beside the one that stands: only of those whose line is another one.
 * @param {{ page: Api.SeasonPage }} props
 */
const Corrected = ({ page: { now, games } }) => html`
  <aside class="corrected">
    <h2>${t("season.now")}</h2>
    <p>${t("season.now-text")}</p>
    ${
      now && now.games !== games && html`<p class="muted">${t("season.now-games", { then: games, now: now.games })}</p>`
    }
    <table>
      <caption class="unseen">${t("season.now")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("stats.player")}</th>
          <th scope="col">${t("season.then")}</th>
          <th scope="col">${t("season.today")}</th>
        </tr>
      </thead>
      <tbody>
        ${now?.differences.map(
          (one) => html`
            <tr key=${one.handle}>
              <th scope="row"><${PersonLink} handle=${one.handle} name=${one.player} /></th>
              <td><${Figures} figures=${one.then} /></td>
              <td><${Figures} figures=${one.now} /></td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </aside>
`;

/** @param {{ page: Api.SeasonPage, reload: () => void }} props */
const Manage = ({ page: { season }, reload }) => html`
  <details class="more no-print">
    <summary>${t("season.change")}</summary>
    <${SeasonForm} key=${season.last} season=${season} onSaved=${reload} />
  </details>
  <${CloseSeason} season=${season} onClosed=${reload} />
`;

/** @param {Page.View} props */
export default function Season({ params }) {
  useStore(session);
  const answer = useAnswer(`/v1/seasons/${encodeURIComponent(params.id)}`);
  const season = answer.data?.season;
  return html`
    <p class="back-line"><a class="back" href="/seasons">← ${t("season.all")}</a></p>
    <${Heading} title=${season?.name ?? t("season.all")}>
      ${season ? html`<${Name}>${season.name}<//>` : t("season.all")}
    <//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.SeasonPage} */ page) => html`
        <${Front} page=${page} />
        <${Facts} page=${page} />
        <div class=${page.now ? "two-columns" : undefined}>
          <div>
            ${page.board.length > 0 && html`<${SeasonBoard} season=${page.season} board=${page.board} />`}
            <${Source} url=${answer.url} n=${t("stats.n-games", { n: page.games })} undated=${page.undated} />
            ${
              page.board.length > 0 &&
              html`
                <p class="no-print">
                  <a class="button" href=${`/seasons/${page.season.id}/print`}>${t("season.print")}</a>
                </p>
              `
            }
          </div>
          ${page.now && html`<${Corrected} page=${page} />`}
        </div>
        ${page.board.length > 0 && html`<${Seen}>${() => html`<${SeasonReviews} season=${page.season.id} />`}<//>`}
        ${page.board.length > 0 && html`<${OutwardSeason} page=${page} />`}
        ${may("admin") && stageOf(page.season) !== "closed" && html`<${Manage} page=${page} reload=${answer.reload} />`}
      `}
    <//>
  `;
}
