// Club nights, the newest first, month by month, each with who won most; page by page, however long the club has been.
import { html } from "../lib/html.js";
import { addWords, day, longMonth, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { usePages } from "../lib/pages.js";
import { Heading, Name, Trouble, Waiting, begun, personName } from "../lib/parts.js";
import { Source } from "../parts/why.js";
import { words as nightWords } from "../words/nights.js";
import { words } from "../words/stats.js";

addWords(words);
addWords(nightWords);

const PATH = "/v1/nights?winners=1";
const PAGE = 40;

/**
 * Nights by month, in the order they come in.
 * @param {Api.Night[]} nights
 */
function byMonth(nights) {
  /** @type {Map<string, Api.Night[]>} */
  const months = new Map();
  for (const night of nights) {
    const month = night.day.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), night]);
  }
  return [...months];
}

/**
 * Who won most, and how many games each of them; nothing where nobody won.
 * @param {{ night: Api.Night }} props
 */
function Won({ night }) {
  const { winners = [], winners_total: all = 0, wins = 0 } = night;
  if (winners.length === 0) return null;
  const rest = all - winners.length;
  const between = (/** @type {boolean} */ last) => (last ? ` ${t("nights.and")} ` : ", ");
  const said = (/** @type {string | null} */ player, /** @type {number} */ i) =>
    i === 0 ? begun(personName(player)) : personName(player);
  return html`
    <span class="night-won">
      ${winners.map(({ player }, i) => html`${i > 0 && between(i === all - 1)}<${Name}>${said(player, i)}<//>`)}
      ${rest > 0 && ` ${t("nights.others", { n: rest })}`} ${" "}
      <span class="muted">${t(all === 1 ? "nights.won" : "nights.won-each", { n: wins })}</span>
    </span>
  `;
}

/** @param {{ night: Api.Night }} props */
const Night = ({ night }) => html`
  <li>
    <a class="night" href=${`/nights/${night.day}`}>
      <span class="when">${day(night.day)}</span>
      ${night.title && html`<strong><${Name}>${night.title}<//></strong>`}
      ${night.place && html`<span class="muted"><${Name}>${night.place}<//></span>`}
      <span class="muted num">
        ${t("stats.n-games", { n: night.games })}
        ${(night.people ?? 0) > 0 && ` · ${t("stats.n-people", { n: night.people })}`}
      </span>
      <${Won} night=${night} />
    </a>
  </li>
`;

/** The years that have a page of their own. */
function Years() {
  const { data } = useApi("/v1/years", { keep: true });
  if (!data || data.years.length === 0) return null;
  return html`
    <p class="row ways">
      <span class="muted">${t("stats.year")}</span>
      ${data.years.map(({ year }) => html`<a key=${year} href=${`/years/${year}`}>${String(year)}</a>`)}
    </p>
  `;
}

export default function Nights() {
  const pages = /** @type {ReturnType<typeof usePages<Api.Night>>} */ (usePages(PATH, "nights", PAGE));
  return html`
    <${Heading}>${t("stats.nights")}<//>
    <${Years} />
    ${pages.error && html`<${Trouble} error=${pages.error} retry=${pages.again} />`}
    ${!pages.fresh && html`<${Waiting} />`}
    ${pages.fresh && !pages.error && pages.items.length === 0 && html`<p class="nothing">${t("stats.no-nights")}</p>`}
    ${byMonth(pages.items).map(
      ([month, list]) => html`
        <section key=${month}>
          <h2>${longMonth(`${month}-01`)}</h2>
          <ul class="bare nights">${list.map((night) => html`<${Night} key=${night.day} night=${night} />`)}</ul>
        </section>
      `,
    )}
    ${
      pages.fresh &&
      pages.cursor &&
      html`<p><button type="button" disabled=${pages.busy} onClick=${pages.next}>${t("nights.more")}</button></p>`
    }
    ${
      pages.items.length > 0 &&
      html`<${Source} url=${`${PATH}&limit=${PAGE}`} n=${t("stats.n-nights", { n: pages.items.length })} />`
    }
  `;
}
