// Home: what is going on tonight. Games under way, a new one, the last results, the top of the leaderboard.
import { html, useEffect } from "../lib/html.js";
import { addWords, day, named, number, t, today } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { drafts, loadDrafts } from "../lib/drafts.js";
import { MyLink, useMine } from "../lib/mine.js";
import { Clearing, Heading, Name, Names, Trouble, Waiting } from "../lib/parts.js";
import { localGames, onSent, outbox } from "../lib/queue.js";
import { may, session } from "../lib/session.js";
import { sheetOf } from "../lib/sheets.js";
import { useStore } from "../lib/store.js";
import { titleOf } from "../lib/titles.js";
import { WaitingHere } from "../lib/waiting.js";
import { axisOf, doubtOf } from "../parts/figures.js";
import { Entry, GameEntry } from "../parts/game_entry.js";
import { Interval } from "../parts/interval.js";
import { MIDDLE, ratingOf } from "../parts/ratings.js";
import { SeasonNow } from "../parts/season_now.js";
import { PuzzleCard } from "../parts/puzzle_card.js";
import { Seen } from "../parts/seen.js";
import { words } from "../words/entry.js";

addWords(words);

/** @typedef {Api.Rules | null} Rules null until they have come */

/**
 * @param {Rules} rules
 * @param {string} id
 */
const ruleOf = (rules, id) => rules?.games.find(({ game }) => game === id);
/**
 * @param {Rules} rules
 * @param {string} id
 */
const gameName = (rules, id) => named(ruleOf(rules, id)) || id;

/**
 * What waits on this device: a line with the names of those who play.
 * @param {{ rules: Rules, href: string, game: string, title?: string, names: string[], note: string }} props
 */
const Waits = ({ rules, href, game, title, names, note }) => html`
  <${Entry} href=${href} game=${game} title=${title ?? gameName(rules, game)} note=${note}>
    <span class="entry-names"><${Names} names=${names} /></span>
  <//>
`;

/**
 * Games that were opened on this device and have not arrived yet.
 * @param {{ rules: Rules }} props
 */
const Unsent = ({ rules }) => {
  const items = useStore(outbox).filter(({ kind }) => kind === "open");
  return items.map(
    ({ group, body, about }) => html`
      <${Waits}
        key=${group}
        rules=${rules}
        href="/games/${group}"
        game=${body.game}
        names=${about.names}
        note=${t("tonight.onDevice")}
      />
    `,
  );
};

/** @param {{ rules: Rules, live: Page.Asked<Api.Answer<"/v1/games">> }} props */
function Live({ rules, live }) {
  const { data, error, reload } = live;
  const waiting = useStore(outbox).some(({ kind }) => kind === "open");
  if (error && !data) {
    return waiting
      ? html`<ul class="bare entries"><${Unsent} rules=${rules} /></ul>`
      : html`<${Trouble} error=${error} retry=${reload} />`;
  }
  if (!data) return html`<${Waiting} />`;
  if (data.games.length === 0 && !waiting) return html`<p class="muted">${t("tonight.none")}</p>`;
  return html`
    <ul class="bare entries">
      <${Unsent} rules=${rules} />
      ${data.games.map(
        (game) => html`
          <${GameEntry}
            key=${game.id}
            game=${game}
            rule=${ruleOf(rules, game.game)}
            note=${t("tonight.moves", { n: game.plies })}
          />
        `,
      )}
    </ul>
  `;
}

/** @param {{ rules: Rules, all: Page.AnyDraft[] }} props */
function Drafts({ rules, all }) {
  if (all.length === 0) return null;
  return html`
    <h2>${t("tonight.drafts")}</h2>
    <ul class="bare entries">
      ${all.map(
        (draft) => html`
          <${Waits}
            key=${draft.id}
            rules=${rules}
            href="/sheet/${draft.id}"
            game=${draft.game}
            title=${draft.title}
            names=${draft.seats.map(({ name }) => name)}
            note=${sheetOf(draft)?.progress(draft)}
          />
        `,
      )}
    </ul>
  `;
}

/** @param {{ rules: Rules, games: Api.Game[] }} props */
function Results({ rules, games }) {
  if (games.length === 0) return html`<p class="muted">${t("tonight.empty")}</p>`;
  return html`
    <ul class="bare entries">
      ${games.map((game) => html`<${GameEntry} key=${game.id} game=${game} rule=${ruleOf(rules, game.game)} dated />`)}
    </ul>
    <p class="row ways"><a href="/games">${t("tonight.allGames")}</a> <a href="/nights">${t("tonight.nights")}</a></p>
  `;
}

/**
 * The first five, each rating with its doubt on the axis that they share; who is provisional comes after who is not.
 * @param {{ game: string, title: string }} props
 */
function Board({ game, title }) {
  const me = useMine();
  const { data } = useApi(`/v1/leaderboard?game=${encodeURIComponent(game)}`, { keep: true });
  if (!data || data.rows.length === 0) return null;
  const rows = [...data.rows]
    .sort((a, b) => Number(a.rank === null) - Number(b.rank === null))
    .slice(0, 5)
    .map((row) => ({ ...row, figure: ratingOf(row) }));
  const axis = axisOf(rows.map(({ figure }) => figure));
  return html`
    <h2>${t("tonight.board")} <span class="muted small"><${Name}>${title}<//></span></h2>
    <ol class="bare top">
      ${rows.map(
        (row) => html`
          <li key=${row.handle} class=${row.handle === me ? "me" : undefined}>
            <span class="rank num">${row.rank === null ? "–" : number(row.rank)}</span>
            <a href="/people/${row.handle}"><${Name}>${row.player}<//></a>
            <${Interval} figure=${row.figure} axis=${axis} par=${MIDDLE} />
            <span class="num" title=${t("tonight.rating")}>
              ${row.rating === null ? "–" : number(row.rating)}
              ${row.figure && html` <span class="muted small">${doubtOf(row.figure, (value) => number(value))}</span>`}
            </span>
          </li>
        `,
      )}
    </ol>
    <p class="row ways"><a href="/leaderboard?game=${encodeURIComponent(game)}">${t("tonight.boardAll")}</a></p>
  `;
}

/** A club with nothing in it: what this is, and how a first evening goes. */
const Welcome = () => html`
  <${Clearing} />
  <h2>${t("welcome.title")}</h2>
  <ol class="welcome">
    ${["one", "two", "three"].map((step) => html`<li key=${step}>${t(`welcome.${step}`)}</li>`)}
  </ol>
`;

export default function View() {
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const live = useApi("/v1/games?status=live&order=newest&limit=12", { keep: true });
  const results = useApi("/v1/games?status=finished&order=newest&limit=5", { keep: true });
  const numbers = useStore(localGames);
  const unsent = useStore(outbox).some(({ kind }) => kind === "open");
  const sheets = useStore(drafts);
  useStore(session);
  useEffect(() => {
    void loadDrafts();
  }, []);
  useEffect(() => onSent(live.reload), [live.reload, numbers]);
  const last = results.data?.games[0];
  const nothing = live.data?.games.length === 0 && results.data?.games.length === 0 && !unsent && sheets.length === 0;
  return html`
    <div class="tonight">
      <section>
        <${Heading} title=${t("tonight.title")}>
          ${t("tonight.title")} <span class="muted small today">${day(today())}</span>
        <//>
        <${SeasonNow} />
        <${WaitingHere} />
        ${
          may("record")
            ? html`
              <p class="row begin">
                <a class="button primary" href="/new">${t("tonight.new")}</a>
                <a class="button" href="/tables">${t("tonight.tables")}</a>
                <${MyLink} button />
              </p>
            `
            : html`
              <p><a class="button wide" href="/signin">${t("tonight.signin")}</a></p>
              <p><${MyLink} button /></p>
            `
        }
        ${
          nothing
            ? html`<${Welcome} />`
            : html`
              <h2>${t("tonight.live")}</h2>
              <${Live} rules=${rules} live=${live} />
              <${Drafts} rules=${rules} all=${sheets} />
            `
        }
      </section>
      ${
        !nothing &&
        html`<section>
        <h2>${t("tonight.results")}</h2>
        ${
          results.data
            ? html`<${Results} rules=${rules} games=${results.data.games} />`
            : results.error
              ? html`<${Trouble} error=${results.error} retry=${results.reload} />`
              : html`<${Waiting} />`
        }
        <${Seen}>${() => html`<${PuzzleCard} />`}<//>
        ${last && html`<${Board} game=${last.game} title=${titleOf(last, ruleOf(rules, last.game))} />`}
      </section>`
      }
    </div>
  `;
}
