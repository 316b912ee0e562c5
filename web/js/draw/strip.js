// The film strip: every move as a small picture, in turns, and the controls of the film. The pictures are made once;
// stepping only moves the mark. Of a long game those around the mark are made, so that one of 1600 moves opens as
// quickly as one of 60.
import { entered, html, useEffect, useMemo, useRef } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/game_page.js";

addWords(words);

/** Frames are made in blocks of so many moves: that of the mark, and one on either side. */
const BLOCK = 100;
/** @typedef {{ name: string, signs: string, grade: string }} Fault what a review says against a move */
/** @type {Map<number, Fault>} */
const NO_FAULTS = new Map();
/** @param {string} line */
const seatOf = (line) => line.slice(0, line.indexOf(":"));

/**
 * The pictures. `onGo(at)` is called with the number of moves made once the tapped one has been; `faults` are those of
 * a review, by the same number.
 * @param {{ moves: string[], seats: number, boards: Page.Boards, book: Page.Book, who: Page.Who, at: number,
 *   faults?: Map<number, Fault>, onGo: (at: number) => void }} props
 */
export function Strip({ moves, seats, boards, book, who, at, faults = NO_FAULTS, onGo }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const go = useRef(onGo);
  go.current = onGo;
  const first = Math.max(0, (Math.floor(at / BLOCK) - 1) * BLOCK);
  const last = Math.min(moves.length, first + 3 * BLOCK);
  const frames = useMemo(() => {
    const heads = boards.heads(moves, seats);
    return moves.slice(first, last).map((line, n) => {
      const i = first + n;
      const fault = faults.get(i + 1);
      const sentence = boards.sentence(line, who, book); // a small picture has room for a card's number only
      const said = fault ? `${sentence} (${fault.name})` : sentence;
      return html`
        <li key=${i} class=${heads[i] ? "head" : ""}>
          ${heads[i] && html`<span class="turn-number" aria-hidden="true">${heads[i]}</span>`}
          <button
            type="button"
            class="frame"
            data-ply=${i + 1}
            data-seat=${seatOf(line)}
            tabindex="-1"
            title=${said}
            onClick=${() => go.current(i + 1)}
          >
            <span class="picture" aria-hidden="true">${boards.frame(line)}</span>
            ${fault && html`<span class=${`fault fault-${fault.grade}`} aria-hidden="true">${fault.signs}</span>`}
            <span class="unseen">${`${i + 1}. ${said}`}</span>
          </button>
        </li>
      `;
    });
  }, [moves, boards, book, first, faults]);
  /** @param {number} to */
  const beyond = (to) => html`
    <li key=${`to ${to}`}>
      <button type="button" class="frame plain" tabindex="-1" onClick=${() => go.current(to)}>
        <span aria-hidden="true">…</span>
        <span class="unseen">${t("replay.of", { at: to, plies: moves.length })}</span>
      </button>
    </li>
  `;
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    box.querySelector("[aria-current]")?.removeAttribute("aria-current");
    box.querySelectorAll('[tabindex="0"]').forEach((frame) => frame.setAttribute("tabindex", "-1"));
    const now = box.querySelector(`[data-ply="${Math.max(at, 1)}"]`);
    if (!now) return;
    if (at > 0) now.setAttribute("aria-current", "step");
    now.setAttribute("tabindex", "0");
    const frame = now.closest("li");
    if (frame) box.scrollLeft = frame.offsetLeft - (box.clientWidth - frame.offsetWidth) / 2;
  }, [at, frames]);
  return html`
    <ol class="strip bare" ref=${list} aria-label=${t("replay.strip")}>
      ${first > 0 && beyond(first)}
      ${frames}
      ${last < moves.length && beyond(last + 1)}
    </ol>
  `;
}

/** @param {{ d: string }} props */
const Icon = ({ d }) =>
  html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d=${d} fill="currentColor" /></svg>`;
/** @type {Record<string, string>} */
const ICONS = {
  first: "M6 5h2.500v14H6zM19 5v14L9.500 12z",
  previous: "M17 5v14L7 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4.500v16H6zM13.500 4H18v16h-4.500z",
  next: "M7 5v14l10-7z",
  last: "M15.500 5H18v14h-2.500zM5 5v14l9.500-7z",
};

export const SPEEDS = [1, 2, 4];

/**
 * The way to a turn, of twenty or of sixty.
 * @param {{ rounds: Page.Round[], round: number, onRound: (n: number) => void }} props
 */
const Rounds = ({ rounds, round, onRound }) => html`
  <select
    class="round-jump"
    aria-label=${t("round.jump")}
    value=${String(round)}
    onChange=${entered((n) => onRound(Number(n)))}
  >
    ${round === 0 && html`<option value="0">${t("round.before")}</option>`}
    ${rounds.map(
      (one, i) => html`
      <option key=${i} value=${String(i + 1)}>${t("round.of", { n: one.label, of: rounds.length })}</option>
    `,
    )}
  </select>
`;

/**
 * Buttons and slider.
 * @param {{ at: number, plies: number, playing: boolean, speed: number, said: string, rounds: Page.Round[],
 *   round: number, onRound: (n: number) => void, onGo: (at: number) => void, onPlay: () => void,
 *   onSpeed: () => void }} props
 */
export function Controls({ at, plies, playing, speed, said, rounds, round, onRound, onGo, onPlay, onSpeed }) {
  /**
   * @param {string} name
   * @param {number} to
   * @param {boolean} off
   */
  const button = (name, to, off) => html`
    <button
      type="button"
      class="plain"
      data-act=${name}
      aria-label=${t(`replay.${name}`)}
      title=${t(`replay.${name}`)}
      disabled=${off}
      onClick=${() => onGo(to)}
    >
      <${Icon} d=${ICONS[name]} />
    </button>
  `;
  const act = playing ? "pause" : "play";
  return html`
    <div class="film-controls">
      <div class="buttons">
        ${button("first", 0, at === 0)} ${button("previous", at - 1, at === 0)}
        <button
          type="button"
          class="primary"
          data-act="play"
          aria-label=${t(`replay.${act}`)}
          title=${t(`replay.${act}`)}
          disabled=${plies === 0}
          onClick=${onPlay}
        >
          <${Icon} d=${ICONS[act]} />
        </button>
        ${button("next", at + 1, at === plies)} ${button("last", plies, at === plies)}
        <button type="button" class="plain speed" aria-label=${`${t("replay.speed")}: ${speed}×`} onClick=${onSpeed}>
          ${speed}
          ×
        </button>
      </div>
      <div class="slide">
      <input
        type="range"
        min="0"
        max=${plies}
        step="1"
        value=${at}
        aria-label=${t("replay.slider")}
        aria-valuetext=${said}
        onInput=${entered((to) => onGo(Number(to)))}
      />
      ${rounds.length > 1 && html`<${Rounds} rounds=${rounds} round=${round} onRound=${onRound} />`}
      </div>
    </div>
  `;
}
