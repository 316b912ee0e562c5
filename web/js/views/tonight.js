// Home: what is going on tonight. Games under way, a new one, the last results, the top of the leaderboard.
import { html, useEffect } from "../lib/html.js";
import { addWords, day, named, number, t, today } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { drafts, loadDrafts } from "../lib/drafts.js";
import { Heading, Name, Names, Trouble, Waiting } from "../lib/parts.js";
import { localGames, onSent, outbox } from "../lib/queue.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/entry.js";

addWords(words);

const gameName = (rules, id) => named(rules?.games.find(({ game }) => game === id)) || id;
const names = (seats) => seats.map(({ player, person }) => player ?? `@${person}`);

const Entry = ({ href, title, detail, note }) => html`
  <li>
    <a class="entry" href=${href}>
      <span class="entry-title">${title}</span>
      <span class="entry-names"><${Names} names=${detail} /></span>
      <span class="entry-note num">${note}</span>
    </a>
  </li>
`;

/** Games that were opened on this device and have not arrived yet. */
const Unsent = ({ rules }) => {
  const items = useStore(outbox).filter(({ kind }) => kind === "open");
  return items.map(
    ({ group, body, about }) =>
      html`<${Entry} key=${group} href="/games/${group}" title=${gameName(rules, body.game)} detail=${about.names} note=${t("tonight.onDevice")} />`,
  );
};

function Live({ rules }) {
  const { data, error, reload } = useApi("/v1/games?status=live&order=newest&limit=12", { keep: true });
  const numbers = useStore(localGames);
  const waiting = useStore(outbox).some(({ kind }) => kind === "open");
  useEffect(() => onSent(reload), [reload, numbers]);
  if (error && !data) return waiting ? html`<ul class="bare entries"><${Unsent} rules=${rules} /></ul>` : html`<${Trouble} error=${error} retry=${reload} />`;
  if (!data) return html`<${Waiting} />`;
  if (data.games.length === 0 && !waiting) return html`<p class="muted">${t("tonight.none")}</p>`;
  return html`
    <ul class="bare entries">
      <${Unsent} rules=${rules} />
      ${data.games.map(
        (game) => html`
          <${Entry} key=${game.id} href="/games/${game.id}" title=${gameName(rules, game.game)} detail=${names(game.seats)} note=${t("tonight.moves", { n: game.plies })} />
        `,
      )}
    </ul>
  `;
}

function Drafts({ rules }) {
  const all = useStore(drafts);
  useEffect(() => {
    loadDrafts();
  }, []);
  if (all.length === 0) return null;
  return html`
    <h2>${t("tonight.drafts")}</h2>
    <ul class="bare entries">
      ${all.map((draft) => {
        const filled = draft.grids.flat().filter(Boolean).length + (draft.extra ?? []).filter(Boolean).length;
        const of = 20 * (draft.grids.length + (draft.extra ? 1 : 0));
        return html`
          <${Entry} key=${draft.id} href="/sheet/${draft.id}" title=${gameName(rules, draft.game)} detail=${draft.seats.map(({ name }) => name)} note=${t("tonight.cards", { n: filled, of })} />
        `;
      })}
    </ul>
  `;
}

const byRank = (a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat;

const Result = ({ game, rules }) => html`
  <li>
    <a class="entry" href="/games/${game.id}">
      <span class="entry-title">${gameName(rules, game.game)}</span>
      <span class="entry-note"><time datetime=${game.day}>${game.day ? day(game.day, true) : ""}</time></span>
      <span class="entry-seats">
        ${[...game.seats].sort(byRank).map(
          ({ seat, player, person, total, rank }) =>
            html`<span class=${rank === 1 ? "won" : ""} key=${seat}><${Name}>${player ?? `@${person}`}<//> <span class="num">${total ?? "–"}</span></span>`,
        )}
      </span>
    </a>
  </li>
`;

function Results({ rules, games }) {
  if (games.length === 0) return html`<p class="muted">${t("tonight.empty")}</p>`;
  return html`
    <ul class="bare entries">
      ${games.map((game) => html`<${Result} key=${game.id} game=${game} rules=${rules} />`)}
    </ul>
    <p class="row"><a href="/games">${t("tonight.allGames")}</a> <a href="/nights">${t("tonight.nights")}</a></p>
  `;
}

function Board({ game, rules }) {
  const { data } = useApi(`/v1/leaderboard?game=${encodeURIComponent(game)}`, { keep: true });
  if (!data || data.rows.length === 0) return null;
  return html`
    <h2>${t("tonight.board")} <span class="muted small">${gameName(rules, game)}</span></h2>
    <ol class="bare board">
      ${data.rows.slice(0, 5).map(
        (row) => html`
          <li key=${row.handle}>
            <span class="rank num">${number(row.rank)}</span>
            <a href="/people/${row.handle}"><${Name}>${row.player}<//></a>
            <span class="num" title=${t("tonight.rating")}>${number(row.rating)} <span class="muted small">± ${number(2 * row.sd)}</span></span>
          </li>
        `,
      )}
    </ol>
    <p><a href="/leaderboard?game=${game}">${t("tonight.boardAll")}</a></p>
  `;
}

export default function View() {
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const results = useApi("/v1/games?status=finished&order=newest&limit=5", { keep: true });
  useStore(session);
  const last = results.data?.games[0];
  return html`
    <div class="tonight">
      <section>
        <${Heading} title=${t("tonight.title")}>${t("tonight.title")} <span class="muted small today">${day(today())}</span><//>
        ${may("record")
          ? html`<p><a class="button primary wide" href="/new">${t("tonight.new")}</a></p>`
          : html`<p><a class="button wide" href="/signin">${t("tonight.signin")}</a></p>`}
        <h2>${t("tonight.live")}</h2>
        <${Live} rules=${rules} />
        <${Drafts} rules=${rules} />
      </section>
      <section>
        <h2>${t("tonight.results")}</h2>
        ${results.data
          ? html`<${Results} rules=${rules} games=${results.data.games} />`
          : results.error
            ? html`<${Trouble} error=${results.error} retry=${results.reload} />`
            : html`<${Waiting} />`}
        ${last && html`<${Board} game=${last.game} rules=${rules} />`}
      </section>
    </div>
  `;
}
