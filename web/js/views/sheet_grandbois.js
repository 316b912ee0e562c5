// A sheet of GrandBois: the forest as it lies on the table, square by square, then who had which clan. A cursor stands
// on one place; a tap on a square of the palette puts it there and goes on to the right, so a row is as many taps as it
// has squares. Towers are put like squares. Points count along by the clans as they are chosen.
import { html, useLayoutEffect, useMemo, useRef } from "../lib/html.js";
import { addWords, number, t } from "../lib/i18n.js";
import {
  ANIMALS,
  CLANS,
  LEAST_SQUARES,
  copies,
  faults,
  place,
  readSquare,
  score,
  share,
  sheetLines,
  towersOf,
  unmade,
} from "../lib/grandbois.js";
import { Name } from "../lib/parts.js";
import { usePop } from "../lib/pop.js";
import { ScoreTable } from "../lib/score_table.js";
import { Claims, Undo } from "../lib/sheet_parts.js";
import { Sign, clanName, square, squareName } from "../draw/grandbois.js";
import { words } from "../words/entry.js";

addWords(words);

const UNIT = 46; // pixels of a square at the least: it is tapped
const ROOM = 7; // columns that are shown at the least, and with rows of their like fill a phone
const LETTERS = "WFLRT";
/** @type {Partial<Record<string, [number, number]>>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CATEGORIES = ["squares", "set", "own-tower", "other-tower"];

export const lines = sheetLines;
/** @param {Page.GrandboisDraft} draft */
export const sums = (draft) => score(draft).map(({ total }) => total);

/** @param {Cell} props */
const key = ({ x, y }) => `${x},${y}`;

/**
 * A sheet with `text` (null: nothing) where the cursor is, and with `tower` on it; the cursor goes on to the right.
 * @param {Page.GrandboisDraft} draft
 * @param {string | null} text
 * @param {string | null} [tower]
 * @returns {Page.GrandboisDraft}
 */
function put(draft, text, tower = null) {
  const at = key(draft.cursor);
  const squares = Object.fromEntries(Object.entries(draft.squares).filter(([other]) => other !== at));
  if (text) squares[at] = text;
  const towers = Object.fromEntries(
    Object.entries(draft.towers).filter(([name, where]) => where !== at && name !== tower),
  );
  if (tower) towers[tower] = at;
  return { ...draft, squares, towers, cursor: { ...draft.cursor, x: draft.cursor.x + 1 } };
}

/**
 * Takes away what is left of the cursor, and goes there.
 * @param {Page.GrandboisDraft} draft
 * @returns {Page.GrandboisDraft}
 */
function erase(draft) {
  const cursor = { ...draft.cursor, x: draft.cursor.x - 1 };
  return { ...put({ ...draft, cursor }, null), cursor };
}

/**
 * @param {Page.GrandboisDraft} draft
 * @param {number} x
 * @param {number} y
 * @param {number} [from]
 * @returns {Page.GrandboisDraft}
 */
const goTo = (draft, x, y, from = x) => ({ ...draft, cursor: { x, y, from } });

/**
 * What is drawn: the forest and the cursor with a rim to grow into, and never less than a phone shows.
 * @param {Page.GrandboisDraft} props
 * @returns {Box}
 */
function boxOf({ squares, cursor }) {
  const places = [...Object.keys(squares).map(place), [cursor.x, cursor.y]];
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  /**
   * @param {number} from
   * @param {number} to
   */
  const grow = (from, to) => {
    const spare = Math.max(0, ROOM - (to - from + 3));
    return { from: from - 1 - Math.floor(spare / 2), size: to - from + 3 + spare };
  };
  const across = grow(Math.min(...xs), Math.max(...xs));
  const down = grow(Math.min(...ys), Math.max(...ys));
  return { x: across.from, y: down.from, width: across.size, height: down.size };
}

/**
 * @param {number} from
 * @param {number} size
 */
const range = (from, size) => Array.from({ length: size }, (_, i) => from + i);

/**
 * What lies at a place, in words.
 * @param {Page.GrandboisDraft} props
 * @param {string} at
 */
function nameAt({ squares, towers }, at) {
  const tower = Object.keys(towers).find((name) => towers[name] === at);
  return [
    squares[at] ? squareName(readSquare(squares[at])) : t("sheet.nothing"),
    ...(tower ? [t(`grandbois.tower.${tower}`)] : []),
  ].join(", ");
}

/**
 * The forest: every place a button, the cursor the one that takes the focus.
 * @param {{ draft: Page.GrandboisDraft, wrong: Set<string>, onTap: (x: number, y: number) => void,
 *   onKey: (event: KeyboardEvent) => void }} props
 */
function Forest({ draft, wrong, onTap, onKey }) {
  const box = boxOf(draft);
  const holder = useRef(/** @type {HTMLElement | null} */ (null));
  const cursor = key(draft.cursor);
  useLayoutEffect(() => {
    // The cursor stays in sight; the page itself does not move.
    const pane = holder.current;
    if (!pane?.firstElementChild) return;
    const unit = pane.firstElementChild.getBoundingClientRect().width / box.width;
    /**
     * @param {number} now
     * @param {number} seen
     * @param {number} at
     */
    const keep = (now, seen, at) => Math.min(Math.max(now, (at + 2) * unit - seen), (at - 1) * unit);
    pane.scrollLeft = keep(pane.scrollLeft, pane.clientWidth, draft.cursor.x - box.x);
    pane.scrollTop = keep(pane.scrollTop, pane.clientHeight, draft.cursor.y - box.y);
    /** @type {HTMLElement | null} */
    const current = pane.querySelector('[tabindex="0"]');
    if (pane.contains(document.activeElement)) current?.focus({ preventScroll: true });
  }, [cursor, box.x, box.y, box.width, box.height]);
  const towerAt = Object.fromEntries(Object.entries(draft.towers).map(([tower, at]) => [at, tower]));
  return html`
    <div class="forest-place sheet-forest" ref=${holder}>
      <svg
        class="forest taps"
        viewBox=${`${box.x} ${box.y} ${box.width} ${box.height}`}
        style=${{ "--least": `${box.width * UNIT}px`, "--most": `${box.width * 64}px` }}
        role="group"
        aria-label=${t("sheet.forest")}
        onKeyDown=${onKey}
      >
        <g aria-hidden="true">
          ${Object.entries(draft.squares).map(
            ([at, text]) =>
              html`<g key=${at}>${square({ text, x: place(at)[0], y: place(at)[1], tower: towerAt[at] })}</g>`,
          )}
        </g>
        ${range(box.y, box.height).flatMap((y) =>
          range(box.x, box.width).map((x) => {
            const at = key({ x, y });
            const kind = `place${draft.squares[at] ? "" : " empty"}${wrong.has(at) ? " wrong" : ""}`;
            return html`
              <g
                key=${at}
                class=${kind}
                role="button"
                data-at=${at}
                tabindex=${at === cursor ? 0 : -1}
                aria-current=${at === cursor ? "true" : undefined}
                aria-label=${`${nameAt(draft, at)} (${at})`}
                onClick=${() => onTap(x, y)}
              >
                <rect class="ground" x=${x} y=${y} width="1" height="1" />
                ${
                  (at === cursor || wrong.has(at)) &&
                  html`<rect class="ring" x=${x + 0.05} y=${y + 0.05} width="0.9" height="0.9" rx="0.1" />`
                }
              </g>
            `;
          }),
        )}
      </svg>
    </div>
  `;
}

/** @param {{ text: string }} props */
const Square = ({ text }) =>
  html`<svg class="tile" viewBox="0 0 1 1" aria-hidden="true">${square({ text, x: 0, y: 0 })}</svg>`;

/**
 * Squares with how many the box still has, a gap, the next row; then the towers by their players.
 * @param {{ draft: Page.GrandboisDraft, left: (text: string) => number, onPut: (text: string | null, event?: Event) =>
 * void, onTower: (tower: string) => void, onRow: () => void }} props
 */
function Palette({ draft, left, onPut, onTower, onRow }) {
  /** @param {string} text */
  const swatch = (text) => html`
    <button
      type="button"
      key=${text}
      data-square=${text}
      class="swatch ${left(text) < 0 ? "over" : ""} ${left(text) > 0 ? "" : "spent"}"
      title=${squareName(readSquare(text))}
      onClick=${(/** @type {Event} */ event) => onPut(text, event)}
    >
      <${Square} text=${text} />
      <span class="left num" aria-hidden="true">${left(text)}</span>
      <span class="unseen">${t("sheet.left", { name: squareName(readSquare(text)), n: left(text) })}</span>
    </button>
  `;
  const sides = [
    swatch("C"),
    swatch("B"),
    html`
      <button
        type="button"
        key="gap"
        class="swatch"
        data-square="."
        aria-label=${t("sheet.gap")}
        title=${t("sheet.gap")}
        onClick=${() => onPut(null)}
      >
        <span class="gap" aria-hidden="true"></span>
      </button>
    `,
    html`
      <button
        type="button"
        key="row"
        class="swatch"
        data-act="row"
        aria-label=${t("sheet.nextRow")}
        title=${t("sheet.nextRow")}
        onClick=${onRow}
      >
        <span class="next-row" aria-hidden="true">↵</span>
      </button>
    `,
  ];
  /**
   * @param {string} name
   * @param {string} tower
   */
  const label = (name, tower) =>
    `${t("sheet.towerOf", { name })}, ${t(`grandbois.tower.${tower}`)}` +
    (draft.towers[tower] ? "" : `, ${t("grandbois.waits")}`);
  return html`
    <div class="palette" role="group" aria-label=${t("sheet.squares")}>
      ${ANIMALS.map((row, i) => [...row.map(swatch), sides[i]])}
    </div>
    <div class="tower-row" role="group" aria-label=${t("sheet.towers")}>
      ${draft.seats.flatMap(({ name }, i) =>
        towersOf(i, draft.seats.length).map(
          (tower) => html`
            <button
              type="button"
              key=${tower}
              data-tower=${tower}
              class=${draft.towers[tower] ? "placed" : ""}
              aria-label=${label(name, tower)}
              onClick=${() => onTower(tower)}
            >
              <${Sign} tower=${tower} size=${30} /> <${Name}>${name}<//>
            </button>
          `,
        ),
      )}
    </div>
  `;
}

/**
 * Who had which clan.
 * @param {{ draft: Page.GrandboisDraft, rows: Page.ScoreRow[], change: Page.Change<Page.GrandboisDraft>, say: Page.Say
 * }} props
 */
function Clans({ draft, rows, change, say }) {
  const size = share(draft.seats.length);
  /**
   * @param {number} seat
   * @param {string} clan
   * @param {Event} event
   */
  const tap = (seat, clan, event) => {
    const holder = draft.clans.findIndex((mine) => mine.includes(clan));
    if (holder >= 0 && holder !== seat) return say(event, t("grandbois.why.clan-taken", { clan: clanName(clan) }));
    /** @param {string[]} mine */
    const flip = (mine) =>
      mine.includes(clan) ? mine.filter((one) => one !== clan) : [...mine.slice(mine.length < size ? 0 : 1), clan];
    return change((now) => ({ ...now, clans: now.clans.map((mine, i) => (i === seat ? flip(mine) : mine)) }));
  };
  return html`
    <h2>${t(size > 1 ? "sheet.clansDuel" : "sheet.clans")}</h2>
    ${draft.seats.map(
      ({ name }, i) => html`
        <div
          key=${i}
          class="clan-pick seat-${i + 1}"
          role="group"
          aria-label=${t("sheet.clanOf", { name })}
          data-seat=${i + 1}
        >
          <p class="row spread">
            <span>
              <span class="seat-number" aria-hidden="true">${i + 1}</span> <${Name}>${name}<//>
            </span> ${draft.clans[i].length === size && html`<span class="total">${number(rows[i].total ?? 0)}</span>`}
          </p>
          <div class="choices">
            ${CLANS.map(
              (clan) => html`
                <button
                  type="button"
                  key=${clan}
                  class="clan"
                  data-clan=${clan}
                  title=${clanName(clan)}
                  aria-label=${clanName(clan)}
                  aria-pressed=${draft.clans[i].includes(clan) ? "true" : "false"}
                  onClick=${(/** @type {Event} */ event) => tap(i, clan, event)}
                >
                  <${Sign} id=${clan} size=${34} />
                </button>
              `,
            )}
          </div>
        </div>
      `,
    )}
  `;
}

/**
 * Letters of the record for whoever has keys: W F L R T and a number, C, B; arrows walk, Enter begins a row.
 * @param {{ onPut: (text: string | null) => void, onRow: () => void, onErase: () => void,
 *   go: (dx: number, dy: number) => void }} props
 */
function useKeys({ onPut, onRow, onErase, go }) {
  const letter = useRef(/** @type {string | null} */ (null));
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = event.key.toUpperCase();
    const clan = letter.current;
    letter.current = null;
    const step = ARROWS[event.key];
    if (step) go(...step);
    else if (event.key === "Enter") onRow();
    else if (event.key === "Delete" || pressed === ".") onPut(null);
    else if (event.key === "Backspace") onErase();
    else if (pressed === "C" || pressed === "B") onPut(pressed);
    else if (LETTERS.includes(pressed)) letter.current = pressed;
    else if (clan && "1234".includes(pressed)) onPut(clan + pressed);
    else return;
    event.preventDefault();
  };
}

/** @param {{ rule: string, square?: string }} props */
const why = ({ rule, square: text }) =>
  t(`grandbois.why.${rule}`, text ? { square: squareName(readSquare(text)), n: copies(text) } : {});

/** @param {Page.SheetProps<Page.GrandboisDraft>} props */
export default function Entry({ draft, change, move, rules, Finish, ...ways }) {
  const categories = rules?.categories ?? CATEGORIES.map((id) => ({ id, en: id, fr: id }));
  const [say, pop] = usePop();
  const rows = useMemo(() => score(draft), [draft]);
  const wrong = useMemo(() => faults(draft), [draft.squares]);
  // What only a whole forest can be asked is said where the sheet is finished, not while it is written.
  const shape = useMemo(() => unmade(draft)[0], [draft.squares]);
  const marked = useMemo(() => new Set(wrong.flatMap(({ at }) => at)), [wrong]);
  const held = Object.values(draft.squares);
  /** @param {string} text */
  const left = (text) => copies(text) - held.filter((one) => one === text).length;
  /**
   * @param {string | null} text
   * @param {Event} [event]
   */
  const onPut = (text, event) => {
    if (text && event && left(text) <= 0 && draft.squares[key(draft.cursor)] !== text) {
      say(event, why({ rule: "supply", square: text }));
    }
    change((now) => put(now, text));
  };
  const onRow = () => move((now) => goTo(now, now.cursor.from, now.cursor.y + 1));
  /**
   * @param {number} dx
   * @param {number} dy
   */
  const go = (dx, dy) =>
    move((now) => goTo(now, now.cursor.x + dx, now.cursor.y + dy, dx > 0 ? now.cursor.from : now.cursor.x + dx));
  const onKey = useKeys({ onPut, onRow, onErase: () => change(erase), go });
  const without = draft.seats
    .filter((_, i) => draft.clans[i].length < share(draft.seats.length))
    .map(({ name }) => name);
  const missing =
    held.length < LEAST_SQUARES
      ? t("sheet.fewSquares", { n: LEAST_SQUARES - held.length })
      : shape
        ? t(`grandbois.why.${shape.rule}`, { at: shape.at[0] ?? "" })
        : without.length > 0 && t("sheet.missingClans", { n: without.length });
  return html`
    <div class="sheet-layout forest-layout">
      <div class="sheet-entry">
        <${Forest}
          draft=${draft}
          wrong=${marked}
          onKey=${onKey}
          onTap=${(/** @type {number} */ x, /** @type {number} */ y) => move((now) => goTo(now, x, y))}
        />
        <div class="row spread entry-tools">
          <p class="hint" role="status">
            ${
              wrong.length > 0
                ? html`<span class="error">${wrong.map(why).join(" ")}</span>`
                : held.length === 0
                  ? t("sheet.forestText")
                  : t("sheet.squaresN", { n: held.length })
            }
          </p>
          <${Undo} ...${ways} />
        </div>
        <${Palette}
          draft=${draft}
          left=${left}
          onPut=${onPut}
          onTower=${(/** @type {string} */ tower) => change((now) => put(now, "C", tower))}
          onRow=${onRow}
        />
      </div>
      <div class="sheet-scores">
        <${Clans} draft=${draft} rows=${rows} change=${change} say=${say} />
        <h2>${t("sheet.scores")}</h2>
        <${ScoreTable}
          rows=${rows.map((row, i) => ({ ...row, name: draft.seats[i].name }))}
          categories=${categories}
          caption=${t("sheet.scores")}
        />
        <${Claims} draft=${draft} scores=${rows} categories=${categories} onChange=${change} />
      </div>
    </div>
    <${Finish} wrong=${wrong.length > 0 && t("sheet.wrongForest")} missing=${missing} />
    ${pop}
  `;
}
