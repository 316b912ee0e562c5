// Every game of the club, the newest first: filters in the address, page by page. A line leads to the table of a game
// under way, to the replay of any other; score sheet, record and audit are there.
import { entered, html, useState } from "../lib/html.js";
import { addWords, day, named, t } from "../lib/i18n.js";
import { query as address, useApi } from "../lib/api.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { exportOf } from "../lib/outward.js";
import { usePages } from "../lib/pages.js";
import { setQuery } from "../lib/router.js";
import { PAD, useTitleChoices } from "../lib/titles.js";
import { words } from "../words/replay.js";
import { words as outWords } from "../words/out.js";
import { words as titleWords } from "../words/titles.js";
import { Chip, withChosen } from "../parts/filters.js";
import { GameEntry } from "../parts/game_entry.js";

addWords(words);
addWords(titleWords);
addWords(outWords);

const NAMES = ["game", "status", "player", "since", "until"];
const STATUSES = ["live", "finished", "abandoned", "void"];
const PAGE = 30;

/**
 * What a list of all games says beside its name: its number, the variant where it matters, how long it was.
 * @param {Api.Game} game
 * @param {Api.RulesGame} [rule]
 */
function about(game, rule) {
  const variant = game.seats.length > 2 ? "" : named(rule?.variants.find(({ id }) => id === game.variant));
  const plies = game.level === "totals" ? "" : t("games.plies", { n: game.plies });
  return [t("games.number", { n: String(game.id) }), variant, plies].filter(Boolean).join(" · ");
}

/** @param {{ game: Api.Game, rule?: Api.RulesGame }} props */
const Row = ({ game, rule }) => html`
  <${GameEntry}
    game=${game}
    rule=${rule}
    about=${about(game, rule)}
    note=${
      game.status !== "finished" && html`<span class=${`state ${game.status}`}>${t(`status.${game.status}`)}</span>`
    }
  >
    ${
      game.outcome &&
      html`
        <span class="muted">
          ${
            game.variant === "together"
              ? t(`result.together.${game.outcome}`)
              : t("games.margin", { outcome: t(`outcome.${game.outcome}`), margin: game.margin })
          }
        </span>
      `
    }
  <//>
`;

/**
 * Games under the heading of their day, in the order in which they come.
 * @param {Api.Game[]} games
 */
function byDay(games) {
  /** @type {{ day: string | null, games: Api.Game[] }[]} */
  const days = [];
  for (const game of games) {
    const last = days.at(-1);
    if (last?.day === game.day) last.games.push(game);
    else days.push({ day: game.day, games: [game] });
  }
  return days;
}

/** @param {Page.View} props */
export default function View({ query }) {
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const { data: people } = useApi("/v1/players", { all: "players", keep: true });
  const titles = useTitleChoices();
  const [more, setMore] = useState(false);
  const values = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""]));
  const path = address("/v1/games", { ...values, order: "newest" });
  const pages = /** @type {ReturnType<typeof usePages<Api.Game>>} */ (usePages(path, "games", PAGE));
  const games = new Map((rules?.games ?? []).map((game) => [game.game, game]));
  const set = NAMES.some((name) => values[name]);
  const none = pages.fresh && !pages.error && pages.items.length === 0;
  /**
   * @param {string} name
   * @param {string} label
   * @param {string} any
   * @param {Page.Choice[]} choices
   */
  const chip = (name, label, any, choices) => html`
    <${Chip}
      name=${name}
      label=${label}
      any=${any}
      value=${values[name]}
      choices=${choices}
      onChoose=${(/** @type {string} */ picked) => setQuery({ [name]: picked })}
    />
  `;
  /** @param {string} name */
  const date = (name) => html`
    <label class="chip date">
      <span>${t(`games.${name}`)}</span>
      <input
        type="date"
        name=${name}
        value=${values[name]}
        onChange=${entered((text) => setQuery({ [name]: text }))}
      />
    </label>
  `;
  return html`
    <div class="row spread">
      <${Heading}>${t("games.title")}<//> <span class="row">
        <a class="button plain" href="/titles">${t("games.titles")}</a>
        <a class="button plain" href="/nights">${t("games.nights")}</a>
      </span>
    </div>
    <div class="chips no-print" role="group" aria-label=${t("games.filters")}>
      ${chip("game", t("games.game"), t("games.any-game"), [
        ...[...games.values()].flatMap((game) => (game.game === PAD ? [] : [{ id: game.game, text: named(game) }])),
        ...titles,
      ])}
      ${chip(
        "status",
        t("games.status"),
        t("games.any-status"),
        STATUSES.map((id) => ({ id, text: t(`status.${id}`) })),
      )}
      ${chip(
        "player",
        t("games.player"),
        t("games.any-player"),
        withChosen(
          (people ?? []).flatMap((one) => (one.name && !one.merged_into ? [{ id: `@${one.id}`, text: one.name }] : [])),
          people ?? [],
          values.player,
        ),
      )}
      ${
        more || values.since || values.until
          ? html`${date("since")} ${date("until")}`
          : html`
            <button type="button" class="filter-button" onClick=${() => setMore(true)}>${t("games.dates")}</button>
          `
      }
      ${
        set &&
        html`
          <button
            type="button"
            class="filter-button clear"
            onClick=${() => setQuery(Object.fromEntries(NAMES.map((name) => [name, ""])))}
          >
            ${t("games.clear")}
          </button>
        `
      }
    </div>
    ${pages.error && html`<${Trouble} error=${pages.error} retry=${pages.again} />`}
    ${!pages.fresh && html`<${Waiting} />`}
    ${none && html`<p>${t(set ? "games.none" : "games.noneYet")}</p>`}
    ${byDay(pages.items).map(
      ({ day: when, games: list }, i) => html`
        <section key=${`${when} ${i}`}>
          <h2>${when ? html`<a href=${`/nights/${when}`}>${day(when)}</a>` : t("games.undated")}</h2>
          <ul class="bare entries">
            ${list.map((game) => html`<${Row} key=${game.id} game=${game} rule=${games.get(game.game)} />`)}
          </ul>
        </section>
      `,
    )}
    ${
      pages.fresh &&
      pages.cursor &&
      html`<p><button type="button" disabled=${pages.busy} onClick=${pages.next}>${t("games.more")}</button></p>`
    }
    <p class="muted small row">
      ${
        pages.items.length > 0 &&
        ["", "finished"].includes(values.status) &&
        html`<a href=${exportOf(values)}>${t(set ? "out.shown" : "out.all")}</a>`
      }
    </p>
  `;
}
