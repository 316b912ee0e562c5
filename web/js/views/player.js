// One person: figures with their doubt, rating over time, last games, tables, categories beside the club's, and
// everybody they met.
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, day, named, number, percent, signed, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { exportOfFigures } from "../lib/outward.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { Heading, Name, begun, personName } from "../lib/parts.js";
import { navigate } from "../lib/router.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { Company } from "../parts/company.js";
import { Filters, filtersOf } from "../parts/filters.js";
import { between, share } from "../parts/figures.js";
import { History } from "../parts/history.js";
import { Seen } from "../parts/seen.js";
import { spoken } from "../parts/interval.js";
import { ManagePerson } from "../parts/manage.js";
import { capital } from "../parts/metrics.js";
import { AtAGlance, ThisIsMe } from "../parts/my_page.js";
import { OwnCards } from "../parts/own_cards.js";
import { OwnReviews } from "../parts/review_figures.js";
import { Results } from "../parts/results.js";
import { PersonLink, figureColumns, gamesColumn, nightColumn, winPointsColumn } from "../parts/standings.js";
import { FigureTable, OneOfMany, sortRows } from "../parts/table.js";
import { Explained, Source } from "../parts/why.js";
import { words as outWords } from "../words/out.js";
import { words } from "../words/stats.js";

addWords(outWords);
addWords(words);

const NAMES = ["game", "variant", "seats", "from", "to", "night", "place", "level"];
const RECENT = 10;
/** Games of whose cards statistics are kept. */
const CARDED = ["foret", "grandbois", "ecos", "biotopes"];

/** @typedef {Api.PlayerPage["categories"][number]} Category */

/** @param {{ data: Api.PlayerPage }} props */
const Streaks = ({ data }) => html`
  <dl class="streaks">
    ${
      /** @type {[string, number][]} */ ([
        ["stats.games", data.row.games],
        ["stats.streak", data.streak],
        ["stats.best-streak", data.best_streak],
        ["stats.drought", data.drought],
      ]).map(([key, value]) => html`<div key=${key}><dt>${t(key)}</dt><dd>${number(value)}</dd></div>`)
    }
  </dl>
`;

/**
 * The places of the last games, the newest on the right, and the games themselves.
 * @param {{ games: Api.Game[], rules: Page.Rules, handle: string }} props
 */
function Form({ games, rules, handle }) {
  /** @param {Api.Game} game */
  const seatOf = (game) => game.seats.find((seat) => seat.person === handle);
  return html`
    <h2><${Explained} name=${t("stats.form")} text=${t("stats.form.why")} /></h2>
    <ol class="form bare">
      ${[...games].reverse().map((game) => {
        const seat = seatOf(game);
        return html`
          <li key=${game.id} class=${seat?.rank === 1 ? "first" : ""}>
            <a href=${`/games/${game.id}`}>
              ${seat?.rank ?? "–"}
              <span class="unseen"> ${t("stats.place-of", { rank: seat?.rank ?? "–", n: game.seats.length })}
                , ${game.day ? day(game.day) : t("stats.no-date")}
              </span>
            </a>
          </li>
        `;
      })}
    </ol>
    <${Results} games=${games} rules=${rules} mine=${[handle]} />
  `;
}

/** @typedef {Api.PlayerPage["sizes"][number]} Size */

/**
 * Those of a row's figures that are known of each size of table.
 * @param {string} game
 */
const figuresOfSizes = (game) =>
  /** @type {Page.Column<Size>[]} */ (
    /** @type {unknown} */ (
      figureColumns({ game }).filter(({ id }) => ["win-points", "wins", "mean-score"].includes(id))
    )
  );

/** @param {{ rows: Size[], game: string }} props */
function Sizes({ rows, game }) {
  /** @type {Page.Column<Size>[]} */
  const columns = [
    {
      id: "seats",
      name: t("stats.seats"),
      head: true,
      fixed: true,
      sortable: false,
      of: (row) => row.seats,
      show: (row) => (row.seats === 1 ? t("stats.seats-1") : t("stats.seats-n", { n: row.seats })),
    },
    ...figuresOfSizes(game).map((column) => ({ ...column, sortable: false })),
    gamesColumn(),
  ];
  return html`
    <h2>${t("stats.by-size")}</h2>
    <${FigureTable}
      caption=${t("stats.by-size")}
      quiet
      columns=${columns}
      rows=${rows}
      keyOf=${(/** @type {Size} */ row) => row.seats}
      lead="win-points"
    />
  `;
}

/** @param {{ rows: Category[], game: Api.RulesGame | undefined, games: number }} props */
function Categories({ rows, game, games }) {
  const [sort, setSort] = useState({ by: "order", down: false });
  /** @param {Category} row */
  const nameOf = (row) => capital(named(game?.categories.find(({ id }) => id === row.category)) || row.category);
  /** @param {number} value */
  const one = (value) => number(value, 1);
  /** @param {Category} row */
  const difference = (row) => (row.mean === null || row.club === null ? null : row.mean - row.club);
  /** @param {Category} row */
  const sureOf = (row) => {
    const club = between(row.club, row.club_lo, row.club_hi, games);
    return (club && spoken(club, one)) || undefined;
  };
  /** @type {Page.Column<Category>[]} */
  const columns = [
    { id: "name", name: t("stats.category"), head: true, fixed: true, of: nameOf, show: nameOf },
    {
      id: "mean",
      name: t("stats.this-player"),
      kind: "figure",
      par: (row) => row.club,
      format: one,
      tick: (value) => number(value),
      of: (row) => between(row.mean, row.mean_lo, row.mean_hi, games),
    },
    {
      id: "club",
      name: t("stats.club"),
      kind: "count",
      fixed: true,
      of: (row) => row.club,
      show: (row) => (row.club === null ? "–" : html`<span title=${sureOf(row)}>${one(row.club)}</span>`),
    },
    {
      id: "difference",
      name: t("stats.difference"),
      kind: "count",
      of: difference,
      show: (row) => (difference(row) === null ? "–" : signed(difference(row) ?? 0, 1)),
    },
  ];
  return html`
    <h2><${Explained} name=${t("stats.by-category")} text=${t("stats.by-category.why")} /></h2>
    ${
      rows.length === 0
        ? html`<p class="nothing">${t("stats.choose-game")}</p>`
        : html`
          <${FigureTable}
            caption=${t("stats.by-category")}
            quiet
            columns=${columns}
            rows=${sortRows(rows, columns, sort)}
            keyOf=${(/** @type {Category} */ row) => row.category}
            sort=${sort}
            onSort=${setSort}
          />
        `
    }
  `;
}

/** @param {{ rows: Api.PlayerPage["versus"], handle: string, search: string }} props */
function Met({ rows, handle, search }) {
  const [sort, setSort] = useState({ by: "games", down: true });
  /** @type {Page.Column<Api.PlayerPage["versus"][number]>[]} */
  const columns = [
    {
      id: "player",
      name: t("stats.player"),
      head: true,
      fixed: true,
      of: (row) => row.player,
      show: (row) => html`
        <${PersonLink} handle=${row.handle} name=${row.player} />
        <a class="n versus-link" href=${`/people/${handle}/vs/${row.handle}${search}`}>${t("stats.versus")}</a>
      `,
    },
    {
      id: "ahead",
      name: t("stats.ahead"),
      why: t("stats.ahead.why"),
      kind: "figure",
      par: 0.5,
      format: percent,
      axis: { low: -0.03, high: 1.03 },
      show: (row) => `${number(row.won)}:${number(row.lost)}`,
      doubt: (_figure, row) => (row.tied > 0 ? `${number(row.tied)} =` : ""),
      of: (row) => share(row.won + row.tied / 2, row.games),
    },
    { id: "games", name: t("stats.games"), kind: "count", fixed: true, of: (row) => row.games },
  ];
  return html`
    <h2><${Explained} name=${t("stats.met")} text=${t("stats.met.why")} /></h2>
    <${FigureTable}
      caption=${t("stats.met")}
      quiet
      columns=${columns}
      rows=${sortRows(rows, columns, sort)}
      keyOf=${(/** @type {{ handle: string }} */ row) => row.handle}
      sort=${sort}
      onSort=${setSort}
    />
  `;
}

/** @typedef {Api.PlayerPage["nights"][number]} PastNight */

/** @returns {Page.Column<PastNight>[]} */
const nightColumns = () => [
  nightColumn(),
  winPointsColumn((row) => between(row.win_points, row.win_points_lo, row.win_points_hi, row.games)),
  { id: "wins", name: t("stats.wins"), kind: "count", sortable: false, of: (row) => row.wins },
  gamesColumn(),
];

/** @param {{ rows: Api.PlayerPage["nights"] }} props */
const Nights = ({ rows }) => html`
  <details class="more">
    <summary>${t("stats.n-nights", { n: rows.length })}</summary>
    <${FigureTable}
      caption=${t("stats.nights")}
      quiet
      columns=${nightColumns()}
      rows=${[...rows].reverse()}
      keyOf=${(/** @type {PastNight} */ row) => row.night}
    />
  </details>
`;

/** @param {{ handle: string, game: string | undefined, name: string }} props */
function Past({ handle, game, name }) {
  const history = useAnswer(address("/v1/ratings/history", { game, player: `@${handle}` }));
  return html`
    <${Shown} answer=${history}>
      ${(/** @type {Api.Answer<"/v1/ratings/history">} */ past) => html`
        <${History} lines=${[{ name, rows: past.rows }]} />
        <${Source} url=${history.url} n=${t("stats.n-nights", { n: past.rows.length })} />
      `}
    <//>
  `;
}

/**
 * @param {string} handle
 * @param {string} [game]
 */
const latest = (handle, game) =>
  address("/v1/games", { player: `@${handle}`, game, status: "finished", order: "newest", limit: RECENT });

/** @param {{ handle: string, filters: Record<string, string>, rules: Page.Rules }} props */
function Lately({ handle, filters, rules }) {
  const { game } = filters;
  const out = exportOfFigures({ ...filters, player: `@${handle}` });
  return html`
    <${Shown} answer=${useAnswer(latest(handle, game))}>
      ${(/** @type {Api.Answer<"/v1/games">} */ list) => html`
        <${Form} games=${list.games} rules=${rules} handle=${handle} />
        <p class="row">
          <a class="back" href=${address("/games", { player: `@${handle}` })}>${t("stats.all-games")}</a>
          ${out && html`<a class="back" href=${out}>${t("out.theirs")}</a>`}
          <a class="back" href=${address("/cards", { game, player: `@${handle}` })}>${t("stats.their-cards")}</a>
        </p>
      `}
    <//>
  `;
}

/**
 * @param {{ data: Api.PlayerPage, answer: Page.Answer<Api.PlayerPage>, handle: string, query: URLSearchParams,
 *   rules: Page.Rules }} props
 */
function Page({ data, answer, handle, query, rules }) {
  const filters = filtersOf(query, NAMES);
  const club = useAnswer(address("/v1/leaderboard", filters));
  const search = filters.game ? `?game=${encodeURIComponent(filters.game)}` : "";
  const games = useAnswer(latest(handle, filters.game));
  // Cards are of one game: the one that is chosen, or the one with cards that was played last.
  const lately = games.data?.games.map(({ game }) => game) ?? [];
  const carded = rules.find(filters.game || lately.find((id) => CARDED.includes(id)) || "");
  const cards = () => html`<${OwnCards} game=${carded} handle=${handle} />`;
  if (data.row.games === 0) return html`<p class="nothing">${t("stats.nothing")}</p>`;
  return html`
    <${AtAGlance} data=${data} handle=${handle} club=${club.data?.rows} game=${carded} />
    <div class="two-columns">
      <div>
        <${OneOfMany}
          row=${data.row}
          all=${club.data?.rows}
          columns=${figureColumns({ game: filters.game, words: true }).filter(({ kind }) => kind === "figure")}
        />
        <${Streaks} data=${data} />
        <${Source} url=${answer.url} n=${t("stats.n-games", { n: data.row.games })} undated=${data.undated} />
      </div>
      <div>
        <h2><${Explained} name=${t("stats.history")} text=${t("stats.history.why")} /></h2>
        <${Seen}>${() => html`<${Past} handle=${handle} game=${filters.game} name=${data.player} />`}<//>
      </div>
    </div>
    <${Seen}>${() => html`<${Lately} handle=${handle} filters=${filters} rules=${rules} />`}<//>
    <${Sizes} rows=${data.sizes} game=${filters.game} />
    <${Categories} rows=${data.categories} game=${rules.find(filters.game)} games=${data.row.games} />
    <${Seen}>${() => html`<${OwnReviews} handle=${handle} filters=${filters} />`}<//>
    ${carded && CARDED.includes(carded.game) && html`<${Seen}>${cards}<//>`}
    <${Company} data=${data} handle=${handle} search=${search} />
    <${Met} rows=${data.versus} handle=${handle} search=${search} />
    <${Nights} rows=${data.nights} />
    <${Source} url=${answer.url} n=${t("stats.n-games", { n: data.row.games })} undated=${data.undated} />
  `;
}

/** @param {Page.View} props */
export default function Player({ params, query }) {
  const rules = useRules();
  useStore(session);
  const handle = params.id.replace(/^@/, "");
  const person = useAnswer(`/v1/players/${encodeURIComponent(handle)}`);
  const answer = useAnswer(address(`/v1/players/${encodeURIComponent(handle)}/stats`, filtersOf(query, NAMES)));
  const reload = () => {
    person.reload();
    answer.reload();
  };
  const other = person.data?.merged_into;
  // Somebody who was merged is on the page of who they are now.
  useEffect(() => {
    if (other) navigate(address(`/people/${other}`, Object.fromEntries(query)), { replace: true });
  }, [other]);
  const name = person.data ? begun(personName(person.data.name)) : "…";
  return html`
    <p class="back-line"><a class="back" href="/people">← ${t("stats.people")}</a></p>
    <${Heading} title=${name}><${Name}>${name}<//><//>
    ${person.data && person.data.name !== null && !other && html`<${ThisIsMe} handle=${handle} />`}
    <${Filters} query=${query} rules=${rules} names=${NAMES} />
    <${Shown} answer=${answer}>
      ${(/** @type {Api.PlayerPage} */ data) =>
        html`<${Page} data=${data} answer=${answer} handle=${handle} query=${query} rules=${rules} />`}
    <//>
    ${
      person.data &&
      (may("record") || may("admin")) &&
      html`<${ManagePerson} person=${person.data} onChanged=${reload} />`
    }
  `;
}
