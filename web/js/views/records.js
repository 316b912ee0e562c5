// Records: highest scores, margins and categories of each game, and the longest runs of wins.
import { html } from "../lib/html.js";
import { addWords, day, named, points, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { Heading } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { Filters, filtersOf } from "../parts/filters.js";
import { CardGlyph, capital } from "../parts/metrics.js";
import { PersonLink } from "../parts/standings.js";
import { Explained, Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

const NAMES = ["game", "variant", "seats", "from", "to", "night", "place", "level"];

/**
 * @typedef {Pick<Api.Record, "game" | "record" | "category" | "value" | "ties">
 *   & { key: string, holders: Api.Record[] }} Group
 */

/**
 * Rows of one record together: { game, record, category, value, ties, holders }.
 * @param {Api.Record[]} rows
 * @returns {Group[]}
 */
function grouped(rows) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const row of rows) {
    const key = `${row.game} ${row.record} ${row.category ?? ""}`;
    const { game, record, category, value, ties } = row;
    const group = groups.get(key) ?? { key, game, record, category, value, ties, holders: [] };
    group.holders.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** @param {{ row: Api.Record }} props */
const Holder = ({ row }) => html`
  <li>
    <${PersonLink} handle=${row.handle} name=${row.player} />
    <a class="muted" href=${`/games/${row.id}`}>${row.night ? day(row.night) : t("stats.no-date")}</a>
  </li>
`;

const FIRST = 3;

/**
 * The oldest few, the others behind them.
 * @param {{ rows: Api.Record[] }} props
 */
const Holders = ({ rows }) => {
  /** @param {Api.Record[]} some */
  const list = (some) =>
    html`<ul class="bare">${some.map((row) => html`<${Holder} key=${`${row.id} ${row.handle}`} row=${row} />`)}</ul>`;
  const more = rows.length > FIRST + 1 ? rows.slice(FIRST) : [];
  return html`
    ${list(more.length > 0 ? rows.slice(0, FIRST) : rows)}
    ${
      more.length > 0 &&
      html`<details class="more"><summary>${t("stats.n-more", { n: more.length })}</summary>${list(more)}</details>`
    }
  `;
};

/**
 * @param {Group} group
 * @param {Api.RulesGame} [game]
 */
function nameOf(group, game) {
  if (group.record !== "category") return t(`stats.record.${group.record}`);
  const name = named(game?.categories.find(({ id }) => id === group.category)) || (group.category ?? "");
  const card = game?.cards.some(({ id }) => id === group.category);
  return html`${card && html`<${CardGlyph} game=${group.game} card=${group.category} size="24" /> `}${capital(name)}`;
}

/** @param {{ game?: Api.RulesGame, id: string, groups: Group[] }} props */
const Game = ({ game, id, groups }) => html`
  <section>
    <h2>${named(game) || id}</h2>
    <table class="records">
      <caption class="unseen">${t("stats.records")}: ${named(game) || id}</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">${t("stats.record")}</th>
          <th scope="col">${t("stats.points")}</th>
          <th scope="col">${t("stats.holder")}</th>
        </tr>
      </thead>
      <tbody>
        ${groups.map(
          (group) => html`
            <tr key=${group.key}>
              <th scope="row">
                ${
                  group.record === "margin"
                    ? html`<${Explained} name=${nameOf(group, game)} text=${t("stats.record.margin.why")} />`
                    : nameOf(group, game)
                }
              </th>
              <td class="num">${points(group.value)}</td>
              <td>
                <${Holders} rows=${group.holders} />
                ${
                  group.ties > group.holders.length &&
                  html`<p class="muted small">${t("stats.more-holders", { n: group.ties })}</p>`
                }
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  </section>
`;

/**
 * Who won most games in a row, and the game that the run ended with.
 * @param {{ rows: Api.Streak[], url: string }} props
 */
const Streaks = ({ rows, url }) => html`
  <h2><${Explained} name=${t("stats.streaks")} text=${t("stats.streaks.why")} /></h2>
  ${
    rows.length === 0
      ? html`<p class="nothing">${t("stats.nothing")}</p>`
      : html`<ol class="bare runs">
        ${rows.map(
          (row) => html`<li key=${row.handle}>
            <strong class="num">${t("stats.streak-games", { n: row.value })}</strong>
            <${PersonLink} handle=${row.handle} name=${row.player} />
            <a class="muted" href=${`/games/${row.id}`}>${row.night ? day(row.night) : t("stats.no-date")}</a>
            ${row.going_on && html`<span class="muted">${t("stats.streak-now")}</span>`}
          </li>`,
        )}
      </ol>`
  }
  <${Source} url=${url} n=${t("stats.n-people", { n: rows.length })} />
`;

/** @param {Page.View} props */
export default function Records({ query }) {
  const rules = useRules();
  const filters = filtersOf(query, NAMES);
  const answer = useAnswer(address("/v1/records", filters));
  return html`
    <${Heading}>${t("stats.records")}<//>
    <${Filters} query=${query} rules=${rules} names=${NAMES} />
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Answer<"/v1/records">} */ data) => {
        const groups = grouped(data.rows);
        if (groups.length === 0) return html`<p class="nothing">${t("stats.nothing")}</p>`;
        const games = [...new Set(groups.map(({ game }) => game))];
        return html`
          ${games.map(
            (id) => html`
              <${Game}
                key=${id}
                id=${id}
                game=${rules.find(id)}
                groups=${groups.filter((group) => group.game === id)}
              />
            `,
          )}
          <${Source} url=${answer.url} n=${t("stats.n-records", { n: groups.length })} />
          <${Streaks} rows=${data.streaks} url=${answer.url} />
        `;
      }}
    <//>
  `;
}
