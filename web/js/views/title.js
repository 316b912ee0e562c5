// One title: how often and when, who plays it and how well, the best total, how the club's totals lie, the last games.
import { html } from "../lib/html.js";
import { addWords, day, named, points, t } from "../lib/i18n.js";
import { query as address, useApi } from "../lib/api.js";
import { exportOf } from "../lib/outward.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { Heading, Name } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { ManageTitle } from "../parts/manage_title.js";
import { Results } from "../parts/results.js";
import { Spreads } from "../parts/spread.js";
import { PersonLink, figureColumns, playerColumn } from "../parts/standings.js";
import { FigureTable } from "../parts/table.js";
import { Source } from "../parts/why.js";
import { words as outWords } from "../words/out.js";
import { words as statsWords } from "../words/stats.js";
import { words } from "../words/title_pages.js";

addWords(outWords);
addWords(statsWords);
addWords(words);

const LAST = 5;

/** @param {{ page: Api.TitlePage }} props */
const Facts = ({ page: { plays, first, last, minutes, timed, engine } }) => html`
  <p class="lead-line facts">
    ${
      plays === 0
        ? html`<span>${t("title.never-text")}</span>`
        : html`
          <span>${t("title.played", { times: t("title.times", { n: plays }) })}</span>
          ${first && first !== last && html`<span>${t("title.since", { date: day(first) })}</span>`}
          ${last && html`<span>${t("title.last-on", { date: day(last) })}</span>`}
          ${minutes && timed > 0 && html`<span>${t("title.takes", { n: Math.round(minutes / timed) })}</span>`}
        `
    }
    ${engine && html`<span>${t("title.judged")}</span>`}
  </p>
`;

/**
 * The best total and who holds it, the oldest holder first.
 * @param {{ records: Api.Record[] }} props
 */
function Best({ records }) {
  const kinds = [...new Set(records.map(({ low }) => low))];
  return kinds.map((low) => {
    const rows = records.filter((row) => row.low === low);
    return html`
      <div class="best" key=${String(low)}>
        <span class="muted">${t(low ? "title.best-low" : "title.best")}</span>
        <strong class="num">${points(rows[0].value)}</strong>
        ${rows.map(
          (row) => html`
            <span key=${`${row.id} ${row.handle}`}>
              <${PersonLink} handle=${row.handle} name=${row.player} />${" "}
              <a class="muted" href=${`/games/${row.id}`}>${row.night ? day(row.night) : t("stats.no-date")}</a>
            </span>
          `,
        )}
        ${rows[0].ties > rows.length && html`<span class="muted small">${t("title.ties", { n: rows[0].ties })}</span>`}
      </div>
    `;
  });
}

/** @param {{ id: string }} props */
const Ways = ({ id }) => html`
  <p class="row no-print">
    <a class="button" href=${address("/leaderboard", { game: id })}>${t("title.board")}</a>
    <a class="button" href=${address("/records", { game: id })}>${t("title.records")}</a>
    <a class="button" href=${address("/games", { game: id })}>${t("title.all-games")}</a>
    <a class="button plain" href=${exportOf({ game: id })}>${t("out.these")}</a>
  </p>
`;

/** @param {{ id: string, rules: Page.Rules }} props */
function LastGames({ id, rules }) {
  const { data } = useApi(address("/v1/games", { game: id, status: "finished", order: "newest", limit: LAST }));
  const games = /** @type {Api.Answer<"/v1/games"> | null} */ (data)?.games ?? [];
  if (games.length === 0) return null;
  return html`<h2>${t("title.games")}</h2><${Results} games=${games} rules=${rules} />`;
}

/** @param {Page.View} props */
export default function Title({ params }) {
  useStore(session);
  const rules = useRules();
  const answer = useAnswer(`/v1/titles/${encodeURIComponent(params.id)}`);
  const name = named(answer.data?.name) || params.id;
  /** @type {Page.Column<Api.LeaderboardRow>[]} */
  const columns = [playerColumn(), ...figureColumns({ game: params.id })].map((one) => ({ ...one, sortable: false }));
  return html`
    <p class="back-line"><a class="back" href="/titles">← ${t("title.all")}</a></p>
    <${Heading} title=${name}><${Name}>${name}<//><//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.TitlePage} */ page) => html`
        <${Facts} page=${page} />
        <${Best} records=${page.records} />
        <${Ways} id=${page.id} />
        <${Spreads} page=${page} />
        ${
          page.players.length > 0 &&
          html`
            <h2>${t("title.who")}</h2>
            <${FigureTable}
              caption=${t("title.who")}
              quiet
              columns=${columns}
              rows=${page.players}
              keyOf=${(/** @type {Api.LeaderboardRow} */ { handle }) => handle}
              lead="rating"
            />
            <${Source} url=${answer.url} n=${t("stats.n-games", { n: page.plays })} />
          `
        }
        <${LastGames} id=${page.id} rules=${rules} />
        ${
          may("admin") &&
          !page.engine &&
          html`<${ManageTitle} key=${page.id} title=${page} onChanged=${answer.reload} />`
        }
      `}
    <//>
  `;
}
