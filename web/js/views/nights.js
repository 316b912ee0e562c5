// Club nights, the newest first, a season at a time.
import { html } from "../lib/html.js";
import { addWords, day, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading, Name } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { seasonOf } from "../parts/filters.js";
import { Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

/**
 * Nights by season, in the order they come in.
 * @param {Api.Night[]} nights
 */
function bySeason(nights) {
  /** @type {Map<string, Api.Night[]>} */
  const seasons = new Map();
  for (const night of nights) {
    const { years } = seasonOf(night.day);
    seasons.set(years, [...(seasons.get(years) ?? []), night]);
  }
  return [...seasons];
}

/** @param {{ night: Api.Night }} props */
const Night = ({ night }) => html`
  <li>
    <a class="night" href=${`/nights/${night.day}`}>
      <span class="when">${day(night.day)}</span>
      ${night.title && html`<strong><${Name}>${night.title}<//></strong>`}
      ${night.place && html`<span class="muted"><${Name}>${night.place}<//></span>`}
      <span class="muted num">${t("stats.n-games", { n: night.games })}</span>
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
  const answer = useAnswer("/v1/nights", { all: "nights" });
  return html`
    <${Heading}>${t("stats.nights")}<//>
    <${Years} />
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Night[]} */ nights) =>
        nights.length === 0
          ? html`<p class="nothing">${t("stats.no-nights")}</p>`
          : html`
            ${bySeason(nights).map(
              ([years, list]) => html`
                <section key=${years}>
                  <h2>${t("stats.season-of", { years })}</h2>
                  <ul class="bare nights">
                    ${list.map((night) => html`<${Night} key=${night.day} night=${night} />`)}
                  </ul>
                </section>
              `,
            )}
            <${Source} url=${answer.url} n=${t("stats.n-nights", { n: nights.length })} />
          `}
    <//>
  `;
}
