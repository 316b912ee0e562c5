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
import { words as recordWords } from "../words/records.js";
import { words } from "../words/stats.js";

addWords(words);
addWords(recordWords);

const NAMES = ["game", "variant", "seats", "from", "to", "night", "place", "level"];

/**
 * @typedef {Pick<Api.Record, "game" | "title" | "record" | "category" | "value" | "ties">
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
    const { game, title, record, category, value, ties } = row;
    const group = groups.get(key) ?? { key, game, title, record, category, value, ties, holders: [] };
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

/**
 * What more than so many reached is nobody's: it is said once, behind what few hold, and so is a category in which
 * nobody has a point (docs/statistics.md).
 */
const FEW = 3;
/** @param {Group} group */
const isCommon = ({ record, value, ties }) => ties > FEW || (record === "category" && value === 0);

/** @param {{ rows: Api.Record[] }} props */
const Holders = ({ rows }) => html`
  <ul class="bare">${rows.map((row) => html`<${Holder} key=${`${row.id} ${row.handle}`} row=${row} />`)}</ul>
`;

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

/**
 * @param {{ caption: string, groups: Group[], game?: Api.RulesGame, last: string, held: (group: Group) => Page.Shown }}
 * props
 */
const Table = ({ caption, groups, game, last, held }) => html`
  <table class="records">
    <caption class="unseen">${caption}</caption>
    <thead class="unseen">
      <tr>
        <th scope="col">${t("stats.record")}</th>
        <th scope="col">${t("stats.points")}</th>
        <th scope="col">${last}</th>
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
            <td>${held(group)}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

/** @param {Group} group */
const reached = ({ record, ties }) => t(record === "margin" ? "records.won-by" : "records.reached", { n: ties });

/** @param {{ game?: Api.RulesGame, id: string, groups: Group[] }} props */
const Game = ({ game, id, groups }) => {
  const title = groups[0].title;
  const name = named(game ?? title) || id;
  const rare = groups.filter((group) => !isCommon(group));
  const common = groups.filter(isCommon);
  return html`
    <section>
      <h2>${name}</h2>
      ${
        rare.length > 0 &&
        html`<${Table}
          caption=${`${t("stats.records")}: ${name}`}
          groups=${rare}
          game=${game}
          last=${t("stats.holder")}
          held=${(/** @type {Group} */ group) => html`<${Holders} rows=${group.holders} />`}
        />`
      }
      ${
        common.length > 0 &&
        html`<details class="more common">
          <summary>${t("records.common", { n: common.length })}</summary>
          <p class="muted small">${t("records.common.why")}</p>
          <${Table}
            caption=${`${t("records.common", { n: common.length })}: ${name}`}
            groups=${common}
            game=${game}
            last=${t("records.times")}
            held=${reached}
          />
        </details>`
      }
    </section>
  `;
};

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
