// What entry by drawing shares, whatever the game: the legal moves of the position, the catalogue, the moment in which
// a move is on its way, and the list of all legal moves for whatever the drawing does not reach.
import { html, useRef, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { online } from "../lib/api.js";
import { useInSight } from "../lib/in_sight.js";
import { Trouble, Waiting } from "../lib/parts.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/live.js";
import { History, MoveList, WriteMove } from "../views/live_list.js";
import { namesOf, useBoards } from "./all.js";
import { useLegal } from "./legal.js";

addWords(words);

/**
 * All legal moves as a list, asked for when it is opened.
 * @param {Page.LiveProps} props
 */
function Fallback(props) {
  const [open, setOpen] = useState(false);
  return html`
    <details
      class="else all-moves"
      onToggle=${(/** @type {{ target: unknown, currentTarget: HTMLDetailsElement }} */ event) =>
        event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary>${t("live.all-moves")}</summary>
      ${open && html`<${MoveList} ...${props} />`}
    </details>
  `;
}

/**
 * `Board` gets { board, legal, who, book, play }: the API's position, what useLegal gives, names, catalogue, and how to
 * enter a line.
 * @param {Page.LiveProps & { Board(props: Page.BoardProps<Api.State>): Page.Shown }} props
 */
export function LiveBoard({ live, canPlay, rules, Board }) {
  const { info, board } = live.data;
  const { legal, error, settled } = useLegal(live, canPlay);
  const loaded = useBoards(live.number, info.game);
  const who = namesOf(info);
  const tapped = useRef(-1); // the ply that stands once what was played here has arrived
  const play = (/** @type {string} */ line) => {
    tapped.current = live.moves.length + 1;
    return live.play([line]);
  };
  const sight = useInSight(board?.ply, "", () => !canPlay || board?.ply === tapped.current);
  const drawn = board !== null && !["sheet", "totals"].includes(info.level);
  // The daemon knows the rules of this game, the device does not.
  const alone = useStore(online) === false && canPlay && drawn && !legal;
  if (drawn && !loaded) return html`<${Waiting} />`;
  return html`
    ${error && !alone && html`<${Trouble} error=${error} retry=${live.reload} />`}
    ${drawn && !settled && !alone && html`<p class="small muted" role="status">${t("live.on-its-way")}</p>`}
    ${
      alone &&
      html`
        <div class="trouble away" role="status"><p>${t("live.needs-network")}</p></div>
        <${WriteMove} onPlay=${play} notation=${rules?.notation} />
      `
    }
    ${
      drawn &&
      html`
        <div ref=${sight}>
          <${Board}
            board=${board}
            legal=${canPlay ? legal : null}
            who=${who}
            book=${loaded?.book}
            play=${play}
          />
        </div>
      `
    }
    ${
      canPlay &&
      !alone &&
      (drawn
        ? html`<${Fallback} ...${{ live, canPlay, rules }} />`
        : html`<${MoveList} live=${live} canPlay=${canPlay} rules=${rules} />`)
    }
    <${History} moves=${
      loaded ? live.moves.map((line) => loaded.boards.sentence(line, who, loaded.book)) : live.moves
    } />
  `;
}
