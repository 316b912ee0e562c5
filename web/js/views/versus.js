// Two people: who finished before whom, their ratings over time, and the games they played together.
import { html, useEffect } from "../lib/html.js";
import { addWords, lang, number, percent, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { navigate } from "../lib/router.js";
import { Heading, Name, personName } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { Chip, Filters, filtersOf } from "../parts/filters.js";
import { share } from "../parts/figures.js";
import { History } from "../parts/history.js";
import { Results } from "../parts/results.js";
import { PersonLink, gamesColumn } from "../parts/standings.js";
import { FigureTable } from "../parts/table.js";
import { Explained, Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

/** @typedef {{ handle: string, name: string, won: number, tied: number, games: number }} Side one of the two */

/** @param {{ rows: Side[] }} props */
function Balance({ rows }) {
  /** @type {Page.Column<Side>[]} */
  const columns = [
    {
      id: "player",
      name: t("stats.player"),
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.name,
      show: (row) => html`<${PersonLink} handle=${row.handle} name=${row.name} />`,
    },
    {
      id: "ahead",
      name: t("stats.ahead"),
      why: t("stats.ahead.why"),
      kind: "figure",
      par: 0.5,
      sortable: false,
      format: percent,
      axis: { low: -0.03, high: 1.03 },
      show: (row) => number(row.won),
      doubt: (figure) => percent(figure.value),
      of: (row) => share(row.won + row.tied / 2, row.games),
    },
    { id: "tied", name: t("stats.level-with"), kind: "count", fixed: true, sortable: false, of: (row) => row.tied },
    gamesColumn(),
  ];
  return html`
    <${FigureTable}
      caption=${t("stats.versus")}
      quiet
      columns=${columns}
      rows=${rows}
      keyOf=${(/** @type {Side} */ row) => row.handle}
    />
  `;
}

/**
 * @param {{ data: Api.Versus, answer: Page.Answer<Api.Versus>, one: string, other: string, names: string[], game:
 * string, rules: Page.Rules }} props
 */
function Page({ data, answer, one, other, names, game, rules }) {
  const history = [one, other].map((handle) =>
    useAnswer(address("/v1/ratings/history", { game, player: `@${handle}` })),
  );
  const games = useAnswer(
    data.games > 0
      ? address("/v1/games", { player: `@${one}`, game, status: "finished", order: "newest", limit: 200 })
      : null,
    { all: "games" },
  );
  const past = history.flatMap(({ url, data: known }) => (known ? [{ url, data: known }] : []));
  if (data.games === 0) return html`<p class="nothing">${t("stats.versus-never")}</p>`;
  const rows = [
    { handle: one, name: names[0], won: data.won, tied: data.tied, games: data.games },
    { handle: other, name: names[1], won: data.lost, tied: data.tied, games: data.games },
  ];
  /** @param {Api.Game[]} list */
  const together = (list) => list.filter((played) => played.seats.some((seat) => seat.person === other));
  return html`
    <${Balance} rows=${rows} />
    <${Source} url=${answer.url} n=${t("stats.n-games", { n: data.games })} />
    <h2><${Explained} name=${t("stats.history")} text=${t("stats.history.why")} /></h2>
    ${
      past.length === history.length &&
      html`
        <${History}
          lines=${past.map(({ data: { rows: nights } }, i) => ({ name: personName(names[i]), rows: nights }))}
        />
        <div class="sources">
          ${past.map(({ url, data: { rows: nights } }, i) => {
            const n = t("stats.n-nights", { n: nights.length });
            return html`<${Source} key=${url} url=${url} n=${`${personName(names[i])} · ${n}`} />`;
          })}
        </div>
      `
    }
    <h2>${t("stats.games-together")}</h2>
    <${Shown} answer=${games}>
      ${(/** @type {Api.Game[]} */ list) => html`
        <${Results} games=${together(list)} rules=${rules} mine=${[one, other]} />
        <${Source} url=${games.url} n=${t("stats.n-games", { n: together(list).length })} />
      `}
    <//>
  `;
}

/** @param {Page.View} props */
export default function Versus({ params, query }) {
  const rules = useRules();
  const [one, other] = [params.id, params.other].map((handle) => handle.replace(/^@/, ""));
  const { game } = filtersOf(query, ["game"]);
  const people = useAnswer("/v1/players", { all: "players" });
  const answer = useAnswer(address(`/v1/players/${encodeURIComponent(one)}/vs/${encodeURIComponent(other)}`, { game }));
  /** @param {string} handle */
  const whoIs = (handle) => people.data?.find(({ id }) => id === handle);
  const names = [one, other].map((handle) => (people.data ? (whoIs(handle)?.name ?? `@${handle}`) : "…"));
  const [first, second] = [one, other].map((handle) => whoIs(handle)?.merged_into ?? handle);
  // Somebody who was merged is compared as who they are now.
  useEffect(() => {
    if (first === one && second === other) return;
    navigate(address(`/people/${first}/vs/${second}`, { game }), { replace: true });
  }, [first, second]);
  const said = names.map(personName);
  const collator = new Intl.Collator(lang());
  const choices = (people.data ?? [])
    .filter((person) => person.id !== one && person.merged_into === null && person.name !== null && person.games > 0)
    .map((person) => ({ id: person.id, text: person.name ?? "" }))
    .sort((a, b) => collator.compare(a.text, b.text));
  // Who has no name any more is not offered, but stays chosen.
  if (!choices.some(({ id }) => id === other)) choices.push({ id: other, text: said[1] });
  return html`
    <p class="back-line"><a class="back" href=${`/people/${one}`}>← <${Name}>${names[0]}<//></a></p>
    <${Heading} title=${`${t("stats.versus")}: ${said.join(" – ")}`}>
      <${Name}>${names[0]}<//>${"\u00a0– "}<${Name}>${names[1]}<//>
    <//>
    <${Filters} query=${query} rules=${rules} names=${["game"]}>
      <${Chip}
        name="other"
        label=${t("stats.versus-pick")}
        value=${other}
        choices=${choices}
        onChoose=${(/** @type {string} */ handle) => navigate(address(`/people/${one}/vs/${handle}`, { game }))}
      />
    <//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Versus} */ data) => html`
        <${Page} data=${data} answer=${answer} one=${one} other=${other} names=${names} game=${game} rules=${rules} />
      `}
    <//>
  `;
}
