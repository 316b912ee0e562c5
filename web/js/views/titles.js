// What the club plays: games that have rules and titles that have none, how often, and when last.
import { entered, html } from "../lib/html.js";
import { useChosen } from "../lib/chosen.js";
import { addWords, days, named, number, t } from "../lib/i18n.js";
import { plain } from "../lib/combo.js";
import { Heading, Name } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { FigureTable, sortRows } from "../parts/table.js";
import { Source } from "../parts/why.js";
import { words as statsWords } from "../words/stats.js";
import { words } from "../words/title_pages.js";

addWords(statsWords);
addWords(words);

/** @type {() => Page.Column<Api.Title>[]} */
const columns = () => [
  {
    id: "name",
    name: t("title.name"),
    head: true,
    fixed: true,
    of: ({ id, name }) => named(name) || id,
    show: ({ id, name }) => html`
      <a class="person" href=${`/titles/${encodeURIComponent(id)}`}><${Name}>${named(name) || id}<//></a>
    `,
  },
  {
    id: "plays",
    name: t("title.plays"),
    kind: "count",
    fixed: true,
    of: ({ plays }) => plays,
    show: ({ plays }) => number(plays),
  },
  {
    id: "last",
    name: t("title.last"),
    kind: "count",
    fixed: true,
    of: ({ last }) => last,
    show: ({ last, plays }) => (last ? days(last) : plays > 0 ? t("stats.no-date") : t("title.never")),
  },
];

/** @param {{ titles: Api.Title[], answer: Page.Answer<Api.Title[]> }} props */
function List({ titles, answer }) {
  const [search, setSearch] = useChosen("titles search", "");
  const [sort, setSort] = useChosen("titles sort", { by: "last", down: true });
  const wanted = plain(search);
  const known = titles.filter(({ merged_into }) => merged_into === null);
  const found = known.filter(({ id, name }) => [id, name.en, name.fr].some((text) => plain(text).includes(wanted)));
  return html`
    <label class="field search no-print">
      <span>${t("title.search")}</span>
      <input
        type="search"
        name="search"
        value=${search}
        onInput=${entered(setSearch)}
        autocomplete="off"
        dir="auto"
      />
    </label>
    ${
      found.length === 0
        ? html`<p class="nothing">${t("title.none")}</p>`
        : html`
          <div class="narrow-table">
            <${FigureTable}
              caption=${t("title.all")}
              quiet
              columns=${columns()}
              rows=${sortRows(found, columns(), sort)}
              keyOf=${(/** @type {Api.Title} */ { id }) => id}
              sort=${sort}
              onSort=${setSort}
            />
          </div>
        `
    }
    <${Source} url=${answer.url} n=${t("title.n", { n: found.length })} />
  `;
}

export default function Titles() {
  const answer = useAnswer("/v1/titles", { all: "titles" });
  return html`
    <${Heading}>${t("title.all")}<//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Title[]} */ titles) => html`<${List} titles=${titles} answer=${answer} />`}
    <//>
  `;
}
