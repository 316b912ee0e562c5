// What decisions cost over many reviewed games: one person beside the club, and everybody of a season. Nothing is shown
// where no game has been reviewed.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { query as address } from "../lib/api.js";
import { personName } from "../lib/parts.js";
import { meanOf } from "../lib/reviews.js";
import { words } from "../words/review.js";
import { useAnswer } from "./answer.js";
import { besideIn, share, tick } from "./review_players.js";
import { PersonLink } from "./standings.js";
import { FigureTable, OneOfMany } from "./table.js";
import { Explained, Source } from "./why.js";

addWords(words);

/** @typedef {Api.ReviewFigures} Figures */

const CLUB = { less: "review.own.less", more: "review.own.more", even: "review.own.even" };
/** What the daemon can choose reviewed games by. */
const CHOSEN = ["game", "from", "to"];

/**
 * @param {"loss" | "drafting" | "placing"} id
 * @param {Figures} club
 * @returns {Page.Column<Figures>}
 */
function column(id, club) {
  const par = club[id]?.mean;
  return {
    id,
    name: t(`review.${id}`),
    why: t(`review.${id}.why`),
    kind: "figure",
    sortable: false,
    format: share,
    tick,
    par,
    verdict: par === undefined ? undefined : (figure) => besideIn(figure, par, CLUB),
    of: (one) => meanOf(one[id], one.games),
  };
}

/** @param {Figures} one */
const counted = ({ games, decisions }) => t("review.own.n", { n: games, decisions });

/**
 * @param {{ handle: string, filters: Record<string, string> }} props filters: those of the page; where one is set that
 * reviews are not chosen by, nothing is shown
 */
export function OwnReviews({ handle, filters }) {
  const other = Object.entries(filters).some(([name, value]) => value !== "" && !CHOSEN.includes(name));
  const chosen = Object.fromEntries(CHOSEN.map((name) => [name, filters[name]]));
  const answer = useAnswer(other ? null : address("/v1/reviews", { player: `@${handle}`, ...chosen }));
  const club = answer.data?.club;
  const own = answer.data?.players[0];
  if (!club || !own || own.games === 0) return null;
  return html`
    <section class="own-reviews">
      <h2><${Explained} name=${t("review.own")} text=${t("review.own.why")} /></h2>
      <${OneOfMany} row=${own} all=${[own, club]} columns=${[column("drafting", club), column("placing", club)]} />
      <${Source} url=${answer.url} n=${counted(own)} />
    </section>
  `;
}

/** @param {{ season: number }} props */
export function SeasonReviews({ season }) {
  const answer = useAnswer(`/v1/reviews?season=${season}`);
  const club = answer.data?.club;
  if (!club || !answer.data || club.games === 0) return null;
  const rows = [...answer.data.players].sort((a, b) => (a.loss?.mean ?? 1) - (b.loss?.mean ?? 1));
  /** @type {Page.Column<Figures>[]} */
  const columns = [
    {
      id: "player",
      name: t("review.player"),
      head: true,
      fixed: true,
      sortable: false,
      of: ({ player }) => player,
      show: ({ person, player }) => html`<${PersonLink} handle=${person ?? ""} name=${personName(player)} />`,
    },
    column("loss", club),
    { id: "games", name: t("stats.games"), kind: "count", sortable: false, of: ({ games }) => games },
  ];
  return html`
    <section class="season-reviews">
      <h2><${Explained} name=${t("review.season")} text=${t("review.own.why")} /></h2>
      <${FigureTable}
        caption=${t("review.season")}
        quiet
        columns=${columns}
        rows=${rows}
        keyOf=${(/** @type {Figures} */ { person }) => person ?? ""}
      />
      <${Source} url=${answer.url} n=${counted(club)} />
    </section>
  `;
}
