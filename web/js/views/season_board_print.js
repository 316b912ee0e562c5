// A season's board on one sheet of paper, black on white, its winner on top.
import { html } from "../lib/html.js";
import { addWords, day, days, t, today } from "../lib/i18n.js";
import { useClub } from "../lib/club_name.js";
import { useTitleName } from "../lib/titles.js";
import { pointsText, standsText, wonText } from "../lib/seasons.js";
import { Heading, Name } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { boardColumns, ranked } from "../parts/season_board.js";
import { rankColumn } from "../parts/standings.js";
import { Source } from "../parts/why.js";
import { words } from "../words/seasons.js";
import { words as statsWords } from "../words/stats.js";

addWords(words);
addWords(statsWords);

/** Rows that fit on a page at the smallest letters that can be read. */
const MOST = 90;

/** @param {{ page: Api.SeasonPage, url: string }} props */
function Board({ page: { season, board, games, undated, now }, url }) {
  const rows = ranked(board).slice(0, MOST);
  const columns = boardColumns(season);
  const rank = rankColumn(ranked(board));
  return html`
    <table class="season" style=${{ "--rows": String(rows.length) }}>
      <caption class="unseen">${t("season.board")}</caption>
      <thead>
        <tr>
          <th scope="col" class="num">
            <span aria-hidden="true">#</span>
            <span class="unseen">${t("stats.rank")}</span>
          </th>
          <th scope="col">${t("stats.player")}</th>
          ${columns.map(
            ({ id, name, fixed }) => html`<th key=${id} scope="col" class=${fixed ? "num" : "num desk"}>${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) => html`
            <tr key=${row.handle}>
              <td class="num">${rank.show?.(row)}</td>
              <th scope="row"><${Name}>${row.player}<//></th>
              ${columns.map(
                ({ id, text, fixed }) => html`<td key=${id} class=${fixed ? "num" : "num desk"}>${text(row)}</td>`,
              )}
            </tr>
          `,
        )}
      </tbody>
    </table>
    ${board.length > MOST && html`<p class="small">${t("season.and-more", { n: board.length - MOST })}</p>`}
    ${now && html`<p class="small">${t("season.now-text")}</p>`}
    <${Source} url=${url} n=${t("stats.n-games", { n: games })} undated=${undated} />
  `;
}

/** @param {Page.View} props */
export default function SeasonBoardPrint({ params }) {
  const answer = useAnswer(`/v1/seasons/${encodeURIComponent(params.id)}`);
  const page = answer.data;
  const title = useTitleName(page?.season.title ?? null);
  const club = useClub();
  const name = page?.season.name ?? t("season.all");
  const won = page && page.season.closed !== null ? wonText(page) : "";
  return html`
    <div class="no-print">
      <p class="back-line"><a class="back" href=${`/seasons/${params.id}`}>← ${t("season.back")}</a></p>
      <p><button type="button" class="primary" onClick=${() => print()}>${t("stats.print")}</button></p>
    </div>
    <article class="sheet">
      <${Heading} title=${name}><${Name}>${club}<//> · <${Name}>${name}<//><//>
      <${Shown} answer=${answer}>
        ${(/** @type {Api.SeasonPage} */ data) => html`
          ${won && html`<p class="season-won"><span class="star" aria-hidden="true">★</span>${won}</p>`}
          <p class="about">
            <span>${days(data.season.from, data.season.to)}</span>
            <span><${Name}>${title || t("season.any-title")}<//></span>
            <span>${pointsText(data.season)}</span>
            <span>
              ${standsText(data)}
            </span>
          </p>
          ${
            data.board.length === 0
              ? html`<p class="nothing">${t("season.no-games")}</p>`
              : html`<${Board} page=${data} url=${answer.url} />`
          }
          <p class="printed">${t("stats.printed-at", { date: day(today()) })}</p>
        `}
      <//>
    </article>
  `;
}
