// One game: the table while it is being played, the replay or the result afterwards.
import { html, useEffect } from "../lib/html.js";
import { addWords, named, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { at } from "../lib/base.js";
import { ended, justEnded } from "../lib/ended.js";
import { KINDS } from "../lib/kinds.js";
import { useLive } from "../lib/live.js";
import { LiveFrame } from "../lib/live_frame.js";
import { useModule } from "../lib/module.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/entry.js";
import Replay from "./replay.js";

addWords(words);

/** The film comes with this file: most games that somebody opens are finished. */
export const Film = { default: Replay };

/** @typedef {() => Promise<{ default: unknown }>} Load */

/**
 * Views of live games, by game; any other game is played by the list of its legal moves.
 * @type {Record<string, Load>}
 */
const LIVE = {
  biotopes: async () => ({ default: (await KINDS.biotopes()).Live }),
  ecos: async () => ({ default: (await KINDS.ecos()).Live }),
  foret: async () => ({ default: (await KINDS.foret()).Live }),
  grandbois: async () => ({ default: (await KINDS.grandbois()).Live }),
};
/** @type {Load} */
const LIST = () => import("./live_list.js");
const REPLAY = async () => Film;
/** @type {Load} */
const RESULT = () => import("./result.js");
/** @type {Load} */
const ENDED = () => import("./ended.js");

/**
 * What shows a game: its table while it is played, the moment after its last move, then its film; its result where that
 * is all there is.
 * @param {Page.LiveInfo} info
 * @param {boolean} fresh
 */
function viewOf({ game, level, status }, fresh) {
  if (status === "live") return LIVE[game] ?? LIST;
  if (fresh) return ENDED;
  return level === "totals" || level === "sheet" ? RESULT : REPLAY;
}

/** @param {Page.View} props */
export default function View({ params, query }) {
  const live = useLive(params.id);
  const { data: rules } = useApi("/v1/rules", { keep: true });
  useStore(session);
  const last = useStore(ended);
  const info = live.data?.info;
  const fresh = info ? may("record") && justEnded(last, info) : false;
  const load = info ? viewOf(info, fresh) : null;
  const { component, error } = useModule(load);
  useEffect(() => {
    // The daemon has numbered a game that was opened here: the address says so, the table stays as it is.
    if (live.number && params.id !== String(live.number)) {
      history.replaceState(history.state, "", at(`/games/${live.number}`));
    }
  }, [live.number, params.id]);
  if (live.error && !info) {
    return html`
      <${Heading}>${t("tonight.game")}<//>
      <${Trouble} error=${live.error} retry=${live.reload} />
      <p><a class="button" href="/games">${t("tonight.allGames")}</a></p>
    `;
  }
  if (error) return html`<${Trouble} error=${new Error(t("trouble.view"))} retry=${() => location.reload()} />`;
  if (!info || !component) return html`<${Waiting} />`;
  const game = rules?.games.find(({ game: id }) => id === info.game);
  if (fresh) return html`<${component} live=${live} rules=${game} />`;
  if (info.status !== "live") return html`<${component} params=${{ id: String(live.number) }} query=${query} />`;
  const canPlay = may("record");
  return html`
    <${LiveFrame} live=${live} canPlay=${canPlay} title=${named(game) || info.game}>
      <${component} live=${live} canPlay=${canPlay} rules=${game} />
    <//>
  `;
}
