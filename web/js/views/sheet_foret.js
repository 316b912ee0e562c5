// A Forêt sheet from paper: choose a card, tap or swipe cells, the score counts along for everybody.
import { html, useMemo, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { CATEGORIES, CELLS, COLUMNS, COPIES, TYPES, score } from "../lib/foret.js";
import { Palette, SeatTabs, usePaint } from "../lib/foret_parts.js";
import { usePop } from "../lib/pop.js";
import { ScoreTable } from "../lib/score_table.js";
import { Claims, Undo } from "../lib/sheet_parts.js";
import { cardName, grid } from "../draw/foret.js";
import { words } from "../words/entry.js";

addWords(words);

const BOX = { x: 0, y: 0, width: COLUMNS, height: CELLS / COLUMNS };
const rows = (cards) => [0, 5, 10, 15].map((from) => cards.slice(from, from + COLUMNS).join(" ")).join(" / ");

/** The lines of the record. */
export function lines(draft) {
  const grids = draft.grids.map((cards, i) => `${i + 1}: grid ${rows(cards)}`);
  if (draft.variant === "solo") grids.push(`a: grid ${rows(draft.extra)}`);
  if (draft.variant === "duel") grids.push(`n: cards ${draft.extra.join(" ")}`);
  return grids;
}

/** Grids and the cards besides, in the order of the tabs. */
const boardsOf = (draft) => [...draft.grids, ...(draft.extra ? [draft.extra] : [])];

function scoresOf(draft) {
  return score(
    draft.grids,
    draft.variant === "solo" ? { alban: draft.extra } : draft.variant === "duel" ? { neutral: draft.extra } : null,
  );
}

function leftOf(draft) {
  const left = { ...COPIES };
  for (const card of boardsOf(draft).flat()) if (card) left[card]--;
  return left;
}

function put(draft, board, cell, card) {
  const set = (cards) => cards.map((old, i) => (i === cell ? card : old));
  return board < draft.grids.length
    ? { ...draft, grids: draft.grids.map((cards, i) => (i === board ? set(cards) : cards)) }
    : { ...draft, extra: set(draft.extra) };
}

export default function Entry({ draft, change, rules, Finish, ...ways }) {
  const categories = rules?.categories ?? CATEGORIES.map((id) => ({ id, en: id, fr: id }));
  const [board, setBoard] = useState(0);
  const [card, setCard] = useState(null);
  const [say, pop] = usePop();
  const boards = boardsOf(draft);
  const scores = useMemo(() => scoresOf(draft), [draft]);
  const left = useMemo(() => leftOf(draft), [draft]);
  const extraName = draft.variant === "duel" ? t("sheet.neutral") : t("sheet.alban");
  const nameOf = (i) => (i < draft.seats.length ? draft.seats[i].name : extraName);
  const filled = boards.map((cards) => cards.filter(Boolean).length);
  const missing = boards.length * CELLS - filled.reduce((sum, n) => sum + n, 0);
  const over = TYPES.filter((type) => left[type] < 0);
  const tabs = boards.map((_, i) => ({
    id: i,
    name: nameOf(i),
    total: scores[i]?.total ?? null,
    note: filled[i] === CELLS ? t("sheet.complete") : t("sheet.of", { n: filled[i] }),
    done: filled[i] === CELLS,
  }));
  const marks = {};
  boards[board].forEach((held, cell) => {
    if (held && left[held] < 0) marks[`${cell % COLUMNS},${Math.floor(cell / COLUMNS)}`] = "wrong";
  });

  const tap = (x, y, held, event) => {
    const cell = y * COLUMNS + x;
    if (!card && !held) return say(event, t("live.chooseFirst"));
    const next = card === null || held === card ? null : card;
    change((now) => put(now, board, cell, next));
    if (next && left[next] <= 0) say(event, t("sheet.over", { name: cardName(next), n: COPIES[next] }));
    return undefined;
  };
  const paint = usePaint((x, y) => {
    const cell = y * COLUMNS + x;
    if (card) change((now) => (boardsOf(now)[board][cell] === card ? now : put(now, board, cell, card)));
  });

  return html`
    <div class="sheet-layout">
      <div class="sheet-entry">
        <${SeatTabs} tabs=${tabs} chosen=${board} onChoose=${setBoard} label=${t("sheet.seats")} />
        <div id="seat-panel" role="tabpanel" aria-labelledby="tab-${board}">
          <div class="paint" ...${paint}>
            ${grid({
              cells: boards[board].flatMap((held, cell) =>
                held ? [{ x: cell % COLUMNS, y: Math.floor(cell / COLUMNS), card: held }] : [],
              ),
              box: BOX,
              marks,
              onCell: tap,
              caption: t("sheet.grid", { name: nameOf(board) }),
            })}
          </div>
          <div class="row spread entry-tools">
            <p class="hint" role="status">
              ${
                over.length > 0
                  ? html`
                    <span class="error">
                      ${over.map((type) => t("sheet.overAt", { name: cardName(type), n: COPIES[type] })).join(". ")}
                    </span>
                  `
                  : card
                    ? t("sheet.chosen", { name: cardName(card) })
                    : board >= draft.seats.length && draft.variant === "duel"
                      ? t("sheet.neutralText")
                      : t("sheet.choose")
              }
            </p>
            <${Undo} ...${ways} />
          </div>
          <${Palette} left=${left} chosen=${card} label=${t("sheet.palette")} only=${TYPES} onPick=${setCard} />
        </div>
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
