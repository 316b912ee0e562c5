// A Forêt sheet from paper. A ring stands on one cell; a touch on the pad puts that card there and goes on to the next
// cell in reading order, then to the next seat: a sheet is as many touches as it has cards (lib/foret_entry.js).
// The score counts along for everybody.
import { html, useLayoutEffect, useMemo, useRef, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { CATEGORIES, CELLS, COLUMNS, COPIES, TYPES, score } from "../lib/foret.js";
import {
  begin,
  boardsOf,
  cardReader,
  difference,
  erase,
  fill,
  goOn,
  leftOf,
  paste,
  put,
  rowBelow,
} from "../lib/foret_entry.js";
import { Palette, SeatTabs, usePaint } from "../lib/foret_parts.js";
import { usePadInSight } from "../lib/in_sight.js";
import { usePop } from "../lib/pop.js";
import { ScoreTable } from "../lib/score_table.js";
import { Claims, Undo } from "../lib/sheet_parts.js";
import { cardName, grid } from "../draw/foret.js";
import { PasteRows } from "../parts/paste_rows.js";
import { words } from "../words/entry.js";
import { words as names } from "../words/foret.js";
import { words as own } from "../words/foret_sheet.js";

addWords(words);
addWords(own);

/** @typedef {import("../lib/foret_entry.js").Place} Place */
/** @typedef {import("../lib/foret_entry.js").Filled} Filled */
/** @typedef {Page.SheetProps<Page.ForetDraft>} Props */

const BOX = { x: 0, y: 0, width: COLUMNS, height: CELLS / COLUMNS };
/** Steps of the arrow keys: columns, rows. @type {Partial<Record<string, [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @param {(string | null)[]} cards */
const rows = (cards) => [0, 5, 10, 15].map((from) => cards.slice(from, from + COLUMNS).join(" ")).join(" / ");
/** @param {number} cell */
const nameOfCell = (cell) => `${cell % COLUMNS},${Math.floor(cell / COLUMNS)}`;
/** The letter that puts a card. @param {string} card */
const keyOf = (card) => t(`foret.key.${card}`);

/** @type {Record<string, { en: string, fr: string }>} */
const called = names;
/** What a card may be called where rows are pasted: in both languages, by its two letters, by its key. */
const readerOf = () =>
  cardReader((card) => [
    card,
    ...Object.values(called[`foret.${card}`]),
    ...Object.values(called[`foret.tag.${card}`]),
    keyOf(card),
    ...(card === "wolf" ? ["wolves"] : []),
  ]);

/**
 * The lines of the record.
 * @param {Page.ForetDraft} draft
 */
export function lines(draft) {
  const grids = draft.grids.map((cards, i) => `${i + 1}: grid ${rows(cards)}`);
  if (draft.extra && draft.variant === "solo") grids.push(`a: grid ${rows(draft.extra)}`);
  if (draft.extra && draft.variant === "duel") grids.push(`n: cards ${draft.extra.join(" ")}`);
  return grids;
}

/** @param {Page.ForetDraft} draft */
function scoresOf(draft) {
  const extra = draft.extra ?? undefined;
  return score(
    draft.grids,
    draft.variant === "solo" ? { alban: extra } : draft.variant === "duel" ? { neutral: extra } : null,
  );
}

/** @param {Page.ForetDraft} draft */
export const sums = (draft) => scoresOf(draft).map(({ total }) => total);

/**
 * Where the ring is: a change moves it, and whoever takes one back is shown where.
 * @param {Pick<Props, "draft" | "change" | "undo" | "redo">} props
 */
function useRing({ draft, change, undo, redo }) {
  const [at, setAt] = useState(() => begin(draft));
  const latest = useRef({ at, draft }); // for what comes before this is drawn again
  const turned = useRef(false);
  const before = useRef(draft);
  latest.current.draft = draft;
  /** @param {Place} place */
  const go = (place) => {
    latest.current.at = place;
    setAt(place);
  };
  useLayoutEffect(() => {
    const where = turned.current && difference(before.current, draft);
    turned.current = false;
    before.current = draft;
    if (where) go(where);
  }, [draft]);
  /** @param {() => void} turn */
  const back = (turn) => () => {
    turned.current = true;
    turn();
  };
  return {
    at,
    go,
    now: () => latest.current,
    undo: back(undo),
    redo: back(redo),
    /**
     * @param {(now: Page.ForetDraft, at: Place) => Filled} step
     * @param {string | null} [field]
     */
    act: (step, field = null) =>
      change((now) => {
        const filled = step(now, latest.current.at);
        go(filled.at);
        latest.current.draft = filled.draft;
        return filled.draft;
      }, field),
  };
}

/**
 * The sheet under the ring: what a touch, a swipe, a key and pasted rows do to it.
 * @param {Pick<Props, "draft" | "change" | "undo" | "redo">} props
 * @param {Page.Say} say
 */
function useFilling(props, say) {
  const { at, go, now: latest, act, undo, redo } = useRing(props);
  const [last, setLast] = useState(/** @type {string | null} */ (null));
  /**
   * @param {string} card
   * @param {Event | null} event
   */
  const refuse = (card, event) => say(event, t("pad.none", { name: cardName(card), n: COPIES[card] }));
  return {
    at,
    last,
    go,
    undo,
    redo,
    erase: () => act(erase),
    clear: () => act((now, place) => ({ draft: put(now, place, null), at: place })),
    /** @param {[number, number]} step */
    walk([dx, dy]) {
      const { board, cell } = latest().at;
      const [x, y] = [(cell % COLUMNS) + dx, Math.floor(cell / COLUMNS) + dy];
      if (x >= 0 && x < COLUMNS && y >= 0 && y < BOX.height) go({ board, cell: y * COLUMNS + x });
    },
    rowBelow: () => go(rowBelow(latest().draft, latest().at)),
    /**
     * @param {string} card
     * @param {Event | null} event
     */
    fill(card, event) {
      setLast(card);
      act((now, place) => {
        const filled = fill(now, place, card);
        if (!filled) refuse(card, event);
        return filled ?? { draft: now, at: place };
      });
    },
    /**
     * A run of the last card, taken back as one.
     * @param {number} cell
     * @param {number} run
     * @param {Event} event
     */
    paint(cell, run, event) {
      if (!last) return say(event, t("pad.choose"));
      return act((now, { board }) => {
        const filled = fill(now, { board, cell }, last);
        if (!filled) refuse(last, event);
        return filled ? { ...filled, at: { board, cell } } : { draft: now, at: { board, cell } };
      }, `paint ${run}`);
    },
    /** After a run: on behind it. */
    painted: () => go(goOn(latest().draft, latest().at)),
    /**
     * @param {string} text
     * @returns {string | null} why nothing was done
     */
    paste(text) {
      const done = paste(latest().draft, latest().at, text, readerOf());
      if ("why" in done) {
        const card = done.card && cardName(done.card);
        const n = done.card ? COPIES[done.card] : done.n;
        return t(`paste.why.${done.why}`, { word: done.word, card, n });
      }
      act(() => done);
      return null;
    },
  };
}

/**
 * Letters put cards, wherever on the sheet the focus is; on the grid arrows walk and Enter goes to the next row.
 * @param {ReturnType<typeof useFilling>} sheet
 */
const keysOf = (sheet) => (/** @type {KeyboardEvent & { target: Element }} */ event) => {
  if (event.altKey || event.target.closest("input, textarea, summary")) return;
  const pressed = event.key.toUpperCase();
  const onGrid = Boolean(event.target.closest("[data-cell]"));
  const step = onGrid && ARROWS[event.key];
  const card = TYPES.find((one) => keyOf(one) === pressed);
  if (event.ctrlKey || event.metaKey) {
    if (pressed === "Z" && !event.shiftKey) sheet.undo();
    else if (pressed === "Y" || pressed === "Z") sheet.redo();
    else return;
  } else if (step) sheet.walk(step);
  else if (onGrid && event.key === "Enter") sheet.rowBelow();
  else if (event.key === "Backspace") sheet.erase();
  else if (onGrid && event.key === "Delete") sheet.clear();
  else if (card) sheet.fill(card, null);
  else return;
  event.preventDefault();
  event.stopPropagation();
};

/**
 * One seat's cells, with the ring on the one that comes next.
 * @param {{ cards: (string | null)[], left: Record<string, number>, sheet: ReturnType<typeof useFilling>,
 *   name: string }} props
 */
function Cells({ cards, left, sheet, name }) {
  const { board, cell: current } = sheet.at;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    // Whoever walks with keys goes along with the ring.
    const cells = place.current;
    if (!cells?.contains(document.activeElement)) return;
    /** @type {HTMLElement | null} */ (cells.querySelector('[tabindex="0"]'))?.focus();
  }, [board, current]);
  const paint = usePaint(
    (x, y, run, event) => sheet.paint(y * COLUMNS + x, run, event),
    () => sheet.painted(),
  );
  /** @type {Record<string, string>} */
  const marks = { [nameOfCell(current)]: "cursor" };
  // No touch puts more than the box holds; a sheet that was begun before the page knew may have it.
  for (const [cell, held] of cards.entries()) if (held && left[held] < 0) marks[nameOfCell(cell)] = "wrong";
  /**
   * @param {number} x
   * @param {number} y
   * @param {string | null} held
   */
  const tap = (x, y, held) => {
    const cell = y * COLUMNS + x;
    if (held && cell === current) sheet.clear();
    else sheet.go({ board, cell });
  };
  return html`
    <div class="paint" ref=${place} ...${paint}>
      ${grid({
        cells: cards.flatMap((held, cell) =>
          held ? [{ x: cell % COLUMNS, y: Math.floor(cell / COLUMNS), card: held }] : [],
        ),
        box: BOX,
        marks,
        cursor: nameOfCell(current),
        onCell: tap,
        caption: t("sheet.grid", { name }),
      })}
    </div>
  `;
}

/**
 * What comes next, or what is wrong.
 * @param {{ draft: Page.ForetDraft, at: Place, over: string[], missing: number }} props
 */
function Hint({ draft, at, over, missing }) {
  if (over.length > 0) {
    const said = over.map((type) => t("sheet.overAt", { name: cardName(type), n: COPIES[type] })).join(". ");
    return html`<span class="error">${said}</span>`;
  }
  if (missing === 0) return t("pad.full");
  const begun = boardsOf(draft)[at.board].some(Boolean);
  if (!begun && at.board >= draft.seats.length && draft.variant === "duel") return t("sheet.neutralText");
  if (!begun) return t("pad.how");
  return t("pad.at", { row: Math.floor(at.cell / COLUMNS) + 1, column: (at.cell % COLUMNS) + 1 });
}

/** @param {Props} props */
export default function Entry({ draft, change, undo, redo, canUndo, canRedo, rules, Finish }) {
  const categories = rules?.categories ?? CATEGORIES.map((id) => ({ id, en: id, fr: id }));
  const [say, pop] = usePop();
  const pad = usePadInSight(Boolean(rules));
  const sheet = useFilling({ draft, change, undo, redo }, say);
  const boards = boardsOf(draft);
  const scores = useMemo(() => scoresOf(draft), [draft]);
  const left = useMemo(() => leftOf(draft), [draft]);
  const extraName = draft.variant === "duel" ? t("sheet.neutral") : t("sheet.alban");
  /** @param {number} i */
  const nameOf = (i) => (i < draft.seats.length ? draft.seats[i].name : extraName);
  const filled = boards.map((cards) => cards.filter(Boolean).length);
  const missing = boards.length * CELLS - filled.reduce((sum, n) => sum + n, 0);
  const over = TYPES.filter((type) => left[type] < 0);
  const { board } = sheet.at;
  const tabs = boards.map((_, i) => ({
    id: i,
    name: nameOf(i),
    total: scores[i]?.total ?? null,
    note: filled[i] === CELLS ? t("sheet.complete") : t("sheet.of", { n: filled[i] }),
    done: filled[i] === CELLS,
  }));
  /** @param {number} i */
  const choose = (i) => sheet.go({ board: i, cell: Math.max(0, boards[i].indexOf(null)) });
  return html`
    <div class="sheet-layout" ref=${pad}>
      <div class="sheet-entry" onKeyDownCapture=${keysOf(sheet)}>
        <${SeatTabs} tabs=${tabs} chosen=${board} onChoose=${choose} label=${t("sheet.seats")} />
        <div id="seat-panel" role="tabpanel" aria-labelledby="tab-${board}">
          <${Cells} cards=${boards[board]} left=${left} sheet=${sheet} name=${nameOf(board)} />
          <div class="row spread entry-tools">
            <p class="hint" role="status">
              <${Hint} draft=${draft} at=${sheet.at} over=${over} missing=${missing} />
            </p>
            <${Undo} undo=${sheet.undo} redo=${sheet.redo} canUndo=${canUndo} canRedo=${canRedo} />
          </div>
          <${Palette}
            left=${left}
            chosen=${sheet.last}
            label=${t("sheet.palette")}
            keyOf=${keyOf}
            onPick=${sheet.fill}
          >
            <button
              type="button"
              class="swatch"
              data-act="erase"
              aria-label=${t("pad.erase")}
              title=${t("pad.erase")}
              onClick=${sheet.erase}
            >
              <span class="erase" aria-hidden="true">⌫</span>
            </button>
          <//>
        </div>
        <${PasteRows} hint=${t("paste.hint")} take=${sheet.paste}>
          <p class="muted small">${t("pad.byTouch")} ${t("pad.byKey")}</p>
        <//>
      </div>
      <div class="sheet-scores">
        <h2>${t("sheet.scores")}</h2>
        <${ScoreTable}
          rows=${scores.map((row, i) => ({ ...row, name: nameOf(i) }))}
          categories=${categories}
          glyphs="foret"
          caption=${t("sheet.scores")}
        />
        <${Claims} draft=${draft} scores=${scores} categories=${categories} onChange=${change} />
      </div>
    </div>
    <${Finish}
      wrong=${over.length > 0 && t("sheet.tooMany")}
      missing=${missing > 0 && t("sheet.missing", { n: missing })}
    />
    ${pop}
  `;
}
