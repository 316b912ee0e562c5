// A live game of GrandBois on its drawing: tap a tile of the River, turn it, tap one of the lit places, lay it; a
// tower on a lit clearing; what came out of the pile; the clans at the end. What is legal, the daemon says.
import { html, useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { CLANS, readSquare } from "../lib/grandbois.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/live.js";
import { LiveBoard } from "../draw/live_board.js";
import { Sign, clanName, forest, players, read, tile, tileSquares, turned } from "../draw/grandbois.js";

addWords(words);

/** @typedef {ReturnType<typeof read>} Move */
/** @typedef {{ state: Grandbois.State, moves: Move[], who: Page.Who, play: Page.Play }} StepProps */

/**
 * Tiles to choose from: those that came out of the pile, or that are in the River.
 * @param {{ numbers: string[], chosen?: string | null, turns?: number, onTap: (tile: string) => void, size?: number,
 *   once?: boolean }} props once: a tap plays it, and another tile lies there then
 */
function Tiles({ numbers, chosen, turns = 0, onTap, size = 66, once = false }) {
  return html`
    <div class="river choices" role="group">
      ${numbers.map(
        (number) => html`
          <button
            type="button"
            key=${number}
            class="tile-button"
            data-tile=${number}
            data-once=${once || undefined}
            aria-pressed=${chosen === number ? "true" : "false"}
            onClick=${() => onTap(number)}
          >
            ${tile({ number, squares: tileSquares(Number(number)), turns: chosen === number ? turns : 0, size })}
            <span class="small" aria-hidden="true">${number}</span>
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {string} number */
const clansOf = (number) => tileSquares(Number(number)).map((text) => readSquare(text).kind);

/**
 * The tiles that may come out of the pile. Two clans tapped leave three or four of them: every tile has exactly two.
 * @param {{ numbers: string[], onTap: (tile: string) => void }} props
 */
function Pile({ numbers, onTap }) {
  const [clans, setClans] = useState(/** @type {string[]} */ ([]));
  /** @param {string} clan */
  const flip = (clan) =>
    setClans(clans.includes(clan) ? clans.filter((one) => one !== clan) : [...clans.slice(-1), clan]);
  const fits = numbers.filter((number) => clans.every((clan) => clansOf(number).includes(clan)));
  return html`
    ${
      numbers.length > 8 &&
      html`
        <div class="row choices" role="group" aria-label=${t("live.gb.filter")}>
          <span class="small">${t("live.gb.filter")}</span>
          ${CLANS.map(
            (clan) => html`
              <button
                type="button"
                key=${clan}
                data-clan=${clan}
                class="clan"
                aria-pressed=${clans.includes(clan) ? "true" : "false"}
                onClick=${() => flip(clan)}
              >
                <${Sign} id=${clan} size=${30} label=${clanName(clan)} />
              </button>
            `,
          )}
        </div>
      `
    }
    <${Tiles} numbers=${fits} size=${60} onTap=${onTap} once />
  `;
}

/**
 * Laying: River tile, rotation, place.
 * @param {StepProps} props
 */
function Lay({ state, moves, who, play }) {
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const [turns, setTurns] = useState(0);
  const [at, setAt] = useState(/** @type {string | null} */ (null));
  const river = (state.river ?? []).map((one) => String(one.tile));
  const ways = useMemo(() => {
    /** @type {Map<string, string>} */
    const byTile = new Map();
    for (const { line, rest } of moves) byTile.set(`${rest[0]} ${rest[1]} ${rest[2]}`, line);
    return byTile;
  }, [moves]);
  const rotation = `r${turns * 90}`;
  const lit = chosen
    ? moves.filter(({ rest }) => rest[0] === chosen && rest[1] === rotation).map(({ rest }) => rest[2])
    : [];
  const line = chosen && at ? ways.get(`${chosen} ${rotation} ${at}`) : undefined;
  /** @param {string} number */
  const pick = (number) => {
    setChosen(number);
    setTurns(0);
    setAt(null);
  };
  const turn = () => setTurns((n) => (n + 1) % 4);
  /** @param {string} place */
  const tap = (place) => (place === at && line ? play(line) : setAt(place));
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (
        event.key.toLowerCase() === "r" &&
        !(event.target instanceof Element && event.target.closest("input, select, textarea")) &&
        chosen
      ) {
        turn();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [chosen]);
  const seat = moves[0].seat;
  return html`
    <p class="question">
      <strong>${t(chosen ? (line ? "live.gb.confirm" : "live.gb.where") : "live.gb.which", { who: who(seat) })}</strong>
    </p>
    <${Tiles} numbers=${river} chosen=${chosen} turns=${turns} onTap=${pick} />
    <p class="row acts">
      <button type="button" data-act="turn" disabled=${!chosen} onClick=${turn}>↻ ${t("live.gb.turn")}</button>
      <button type="button" class="primary" data-act="lay" disabled=${!line} onClick=${() => line && play(line)}>
        ${t("live.gb.lay")}
      </button>
      ${chosen && lit.length === 0 && html`<span class="small error">${t("live.gb.nowhere")}</span>`}
    </p>
    ${forest({
      state,
      lit,
      onTap: tap,
      unit: 44,
      ghost: line && at ? { squares: turned(tileSquares(Number(chosen)), turns), at } : undefined,
    })}
  `;
}

/**
 * A tower, or none. In a duel which one is asked first.
 * @param {StepProps} props
 */
function Tower({ state, moves, who, play }) {
  const [colour, setColour] = useState(/** @type {string | null} */ (null));
  const towers = moves.filter(({ kind }) => kind === "tower");
  const colours = [...new Set(towers.map(({ rest }) => (rest.length > 1 ? rest[0] : "")))];
  const now = colours.find((one) => one === colour) ?? colours[0];
  const mine = towers.filter(({ rest }) => (rest.length > 1 ? rest[0] : "") === now);
  const pass = moves.find(({ kind }) => kind === "pass");
  const tap = (/** @type {string} */ at) => {
    const move = mine.find(({ rest }) => rest.at(-1) === at);
    if (move) play(move.line);
  };
  return html`
    <p class="question"><strong>${t("live.gb.tower", { who: who(moves[0].seat) })}</strong></p>
    <p class="row acts">
      ${
        colours.length > 1 &&
        colours.map(
          (one) => html`
            <button
              type="button"
              key=${one}
              aria-pressed=${one === now ? "true" : "false"}
              onClick=${() => setColour(one)}
            >
              <${Sign} tower=${one} size=${28} /> ${t(`grandbois.tower.${one}`)}
            </button>
          `,
        )
      }
      ${
        pass &&
        html`
          <button type="button" data-act="pass" data-once onClick=${() => play(pass.line)}>
            ${t("live.gb.pass")}
          </button>
        `
      }
    </p>
    ${forest({
      state,
      towers: mine.map(({ rest }) => rest[rest.length - 1]),
      onTap: tap,
      unit: 44,
    })}
  `;
}

/**
 * What the table does: clans dealt, tiles that come into the River.
 * @param {StepProps} props
 */
function Table({ state, moves, who, play }) {
  const river = moves.filter(({ kind }) => kind === "river");
  const clans = moves.filter(({ kind }) => kind === "clan");
  const take = (/** @type {string} */ number) => {
    const move = river.find(({ rest }) => rest[0] === number);
    if (move) play(move.line);
  };
  const seats = [...new Set(clans.map(({ rest }) => rest[0]))];
  return html`
    ${seats.map(
      (seat) => html`
        <div key=${seat}>
          <p class="question"><strong>${t("live.gb.clan", { who: who(seat) })}</strong></p>
          <p class="row acts">
            ${clans
              .filter(({ rest }) => rest[0] === seat)
              .map(
                ({ line, rest }) => html`
                  <button type="button" key=${line} data-once onClick=${() => play(line)}>
                    ${rest.slice(1).map((clan) => html`<${Sign} id=${clan} size=${28} /> ${clanName(clan)} `)}
                  </button>
                `,
              )}
          </p>
        </div>
      `,
    )}
    ${
      river.length > 0 &&
      html`
        <p class="question">
          <strong>${t("live.gb.river", { n: Math.max(1, 4 - (state.river?.length ?? 0)) })}</strong>
        </p>
        <${Pile} numbers=${river.map(({ rest }) => rest[0])} onTap=${take} />
      `
    }
    ${forest({ state })}
  `;
}

/**
 * The clans at the end, seat by seat.
 * @param {StepProps} props
 */
function Reveal({ state, moves, who, play }) {
  const seats = [...new Set(moves.map(({ seat }) => seat))];
  return html`
    ${seats.map(
      (seat) => html`
        <div key=${seat}>
          <p class="question"><strong>${t("live.gb.reveal", { who: who(seat) })}</strong></p>
          <p class="row acts">
            ${moves
              .filter((move) => move.seat === seat)
              .map(
                ({ line, rest }) => html`
                  <button type="button" key=${line} onClick=${() => play(line)}>
                    ${rest.map((clan) => html`<${Sign} id=${clan} size=${28} /> ${clanName(clan)} `)}
                  </button>
                `,
              )}
          </p>
        </div>
      `,
    )}
    ${forest({ state })}
  `;
}

/** @type {Partial<Record<string, (props: StepProps) => Page.Shown>>} */
const STEPS = { lay: Lay, tower: Tower, reveal: Reveal, setup: Table, refill: Table };

/** @param {Page.BoardProps<Grandbois.State>} props */
function Board({ board, legal, who, play }) {
  const state = board.state;
  const moves = useMemo(() => (legal ? legal.lines.map(read) : []), [legal]);
  const Step = moves.length > 0 ? STEPS[state.phase] : null;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    // A forest that does not fit is scrolled to the tile that was laid last.
    const place = box.current?.querySelector(".forest-place");
    const last = place?.querySelector(".latest")?.getBoundingClientRect();
    if (!place || !last) return;
    const seen = place.getBoundingClientRect();
    place.scrollLeft += last.x + last.width / 2 - seen.x - seen.width / 2;
    place.scrollTop += last.y + last.height / 2 - seen.y - seen.height / 2;
  }, [board.ply, Step]);
  return html`
    <div class="live-board live-grandbois" ref=${box}>
      ${
        Step
          ? html`<${Step} key=${board.ply} state=${state} moves=${moves} who=${who} play=${play} />`
          : forest({ state })
      }
      ${players({ state, who, turn: board.turn })}
      ${
        state.river &&
        state.phase !== "lay" &&
        state.river.length > 0 &&
        html`
          <h2 class="seat-name">
            ${t("grandbois.river")} <span class="muted small">${t("grandbois.pile", { n: state.pile })}</span>
          </h2>
          <div class="river">
            ${state.river.map((one) => tile({ number: one.tile, squares: one.squares, size: 60 }))}
          </div>
        `
      }
    </div>
  `;
}

/** @param {Page.LiveProps} props */
export default function LiveGrandbois(props) {
  return html`<${LiveBoard} ...${props} Board=${Board} />`;
}
