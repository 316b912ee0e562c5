// A Forêt sheet from paper: choose a card, tap or swipe cells, the score counts along for everybody. The sheet is on
// the device from the first tap; when it is finished it goes through the queue like everything else.
import { html, useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { addWords, named, number, signed, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { findDraft, removeDraft, saveDraft } from "../lib/drafts.js";
import { CATEGORIES, CELLS, COLUMNS, COPIES, TYPES, score } from "../lib/foret.js";
import { Palette, SeatTabs, usePaint } from "../lib/foret_parts.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { usePop } from "../lib/pop.js";
import { drop, onSent, outbox, send } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { ScoreTable } from "../lib/score_table.js";
import { useStore } from "../lib/store.js";
import { WaitingList } from "../lib/waiting.js";
import { cardName, grid } from "../draw/foret.js";
import { words } from "../words/entry.js";

addWords(words);

const BOX = { x: 0, y: 0, width: COLUMNS, height: CELLS / COLUMNS };
const groupOf = (id) => `sheet-${id}`;
const rows = (cards) => [0, 5, 10, 15].map((from) => cards.slice(from, from + COLUMNS).join(" ")).join(" / ");

/** The record of a sheet, as docs/record.md wants it. */
export function recordOf(draft) {
  const lines = ["dendro 1", "game foret", `variant ${draft.variant}`, "level sheet"];
  draft.seats.forEach(({ id, name }, i) => lines.push(`seat ${i + 1} ${id ? `@${id}` : name}`));
  if (draft.place?.trim()) lines.push(`place ${draft.place.trim()}`);
  if (draft.night) lines.push(`night ${draft.night}`);
  lines.push("");
  draft.grids.forEach((cards, i) => lines.push(`${i + 1}: grid ${rows(cards)}`));
  if (draft.variant === "solo") lines.push(`a: grid ${rows(draft.extra)}`);
  if (draft.variant === "duel") lines.push(`n: cards ${draft.extra.join(" ")}`);
  draft.claims.forEach((claims, i) => {
    const words = [...CATEGORIES, "total"].filter((id) => Number.isInteger(claims[id])).map((id) => `${id} ${claims[id]}`);
    if (words.length > 0) lines.push(`claim ${i + 1} ${words.join(" ")}`);
  });
  return `${lines.join("\n")}\n`;
}

/** Grids and the cards besides, in the order of the tabs. */
const boardsOf = (draft) => [...draft.grids, ...(draft.extra ? [draft.extra] : [])];

function scoresOf(draft) {
  return score(draft.grids, draft.variant === "solo" ? { alban: draft.extra } : draft.variant === "duel" ? { neutral: draft.extra } : null);
}

function leftOf(draft) {
  const left = { ...COPIES };
  for (const card of boardsOf(draft).flat()) if (card) left[card]--;
  return left;
}

/** Changes of one sheet, with a way back. A change is a function of the sheet as it is by then, not as it was drawn. */
function useSheet(start) {
  const [draft, setDraft] = useState(start);
  const latest = useRef(start);
  const past = useRef([]);
  const future = useRef([]);
  const [trouble, setTrouble] = useState(null);
  const keep = (next) => {
    latest.current = next;
    setDraft(next);
    saveDraft(next).then(
      () => setTrouble(null),
      () => setTrouble(new Error(t("trouble.device"))),
    );
  };
  const turn = (from, to) => {
    if (from.current.length === 0) return;
    to.current.push(latest.current);
    keep(from.current.pop());
  };
  return {
    draft,
    trouble,
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
    change(step) {
      const next = step(latest.current);
      if (next === latest.current) return;
      past.current.push(latest.current);
      future.current = [];
      keep(next);
    },
    undo: () => turn(past, future),
    redo: () => turn(future, past),
  };
}

function put(draft, board, cell, card) {
  const set = (cards) => cards.map((old, i) => (i === cell ? card : old));
  return board < draft.grids.length
    ? { ...draft, grids: draft.grids.map((cards, i) => (i === board ? set(cards) : cards)) }
    : { ...draft, extra: set(draft.extra) };
}

/** The totals that players wrote down, and where they differ. */
function Claims({ draft, scores, categories, onChange }) {
  const [open, setOpen] = useState(draft.claims.some((claims) => Object.keys(claims).some((id) => id !== "total")));
  const set = (seat, id, text) => {
    const value = text.trim() === "" ? undefined : Number.parseInt(text, 10);
    const entered = Number.isInteger(value) ? value : undefined;
    onChange((now) => ({ ...now, claims: now.claims.map((old, i) => (i === seat ? { ...old, [id]: entered } : old)) }));
  };
  const shown = [...(open ? categories : []), { id: "total", en: t("sheet.total"), fr: t("sheet.total") }];
  return html`
    <h2>${t("sheet.claims")}</h2>
    <p class="muted small">${t("sheet.claimsText")}</p>
    <div class="scroll-x" tabindex="0" role="region" aria-label=${t("sheet.claims")}>
      <table class="claims">
        <thead><tr><td></td>${draft.seats.map(({ name }, i) => html`<th key=${i} scope="col"><${Name}>${name}<//></th>`)}</tr></thead>
        <tbody>
          ${shown.map(
            (category) => html`
              <tr key=${category.id}>
                <th scope="row">${named(category)}</th>
                ${draft.seats.map(({ name }, i) => {
                  const wrote = draft.claims[i][category.id];
                  const is = category.id === "total" ? scores[i].total : scores[i].categories[category.id];
                  const off = Number.isInteger(wrote) ? wrote - is : null;
                  return html`
                    <td key=${i}>
                      <input
                        class="claim num"
                        inputmode="numeric"
                        pattern="-?[0-9]*"
                        size="3"
                        aria-label=${`${t("sheet.claimOf", { name })}, ${named(category)}`}
                        value=${wrote ?? ""}
                        onChange=${(event) => set(i, category.id, event.currentTarget.value)}
                      />
                      <span class="small ${off ? "error" : "muted"}" role="status">${off === null ? "" : off === 0 ? t("sheet.agrees") : t("sheet.differs", { n: signed(off) })}</span>
                    </td>
                  `;
                })}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
    <p><button type="button" class="plain" aria-expanded=${open} onClick=${() => setOpen(!open)}>${t("sheet.byCategory")}</button></p>
  `;
}

function Delete({ id }) {
  const [sure, setSure] = useState(false);
  const go = async () => {
    if (!sure) return setSure(true);
    await removeDraft(id);
    return navigate("/");
  };
  return html`<p><button type="button" class=${sure ? "danger" : "plain"} onClick=${go}>${t(sure ? "sheet.deleteSure" : "sheet.delete")}</button></p>`;
}

/** The sheet has been handed to the queue: where it is. */
function Handed({ item }) {
  return html`
    <p>${t("sheet.kept")}</p>
    <${WaitingList} items=${[item]} />
    <p><button type="button" onClick=${() => drop(item)}>${t("sheet.undo")}</button></p>
  `;
}

function Sheet({ start, categories }) {
  const { draft, trouble, change, undo, redo, canUndo, canRedo } = useSheet(start);
  const item = useStore(outbox).find(({ group }) => group === groupOf(draft.id));
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

  const finish = async () => {
    const about = { title: draft.seats.map(({ name }) => name).join(", "), draft: draft.id };
    const id = await send({ group: groupOf(draft.id), kind: "sheet", path: "/v1/games", body: { record: recordOf(draft) }, about });
    const stop = onSent((sent, answer) => {
      if (sent.id !== id) return;
      stop();
      if (location.pathname === `/sheet/${draft.id}`) navigate(`/games/${answer.game}`, { replace: true });
    });
  };

  if (item) return html`<${Heading}>${t("sheet.title")}<//><${Handed} item=${item} />`;
  return html`
    <${Heading}>${t("sheet.title")}<//>
    ${trouble && html`<${Trouble} error=${trouble} />`}
    <div class="sheet-layout">
      <div class="sheet-entry">
        <${SeatTabs} tabs=${tabs} chosen=${board} onChoose=${setBoard} label=${t("sheet.seats")} />
        <div id="seat-panel" role="tabpanel" aria-labelledby="tab-${board}">
          <div class="paint" ...${paint}>
            ${grid({
              cells: boards[board].flatMap((held, cell) => (held ? [{ x: cell % COLUMNS, y: Math.floor(cell / COLUMNS), card: held }] : [])),
              box: BOX,
              marks,
              onCell: tap,
              caption: t("sheet.grid", { name: nameOf(board) }),
            })}
          </div>
          <div class="row spread entry-tools">
            <p class="hint" role="status">
              ${over.length > 0
                ? html`<span class="error">${over.map((type) => t("sheet.overAt", { name: cardName(type), n: COPIES[type] })).join(". ")}</span>`
                : card
                  ? t("sheet.chosen", { name: cardName(card) })
                  : board >= draft.seats.length && draft.variant === "duel"
                    ? t("sheet.neutralText")
                    : t("sheet.choose")}
            </p>
            <span class="row">
              <button type="button" disabled=${!canUndo} onClick=${undo}>${t("sheet.undo")}</button>
              ${canRedo && html`<button type="button" onClick=${redo}>${t("sheet.redo")}</button>`}
            </span>
          </div>
          <${Palette} left=${left} chosen=${card} label=${t("sheet.palette")} only=${TYPES} onPick=${setCard} />
        </div>
      </div>
      <div class="sheet-scores">
        <h2>${t("sheet.scores")}</h2>
        <${ScoreTable} rows=${scores.map((row, i) => ({ ...row, name: nameOf(i) }))} categories=${categories} glyphs="foret" caption=${t("sheet.scores")} />
        <${Claims} draft=${draft} scores=${scores} categories=${categories} onChange=${change} />
      </div>
    </div>
    <p class="finish">
      <button type="button" class="primary wide" disabled=${missing > 0 || over.length > 0} onClick=${finish}>${t("sheet.finish")}</button>
    </p>
    <p class="muted" role="status">${over.length > 0 ? t("sheet.tooMany") : missing > 0 ? t("sheet.missing", { n: missing }) : ""}</p>
    <${Delete} id=${draft.id} />
    ${pop}
  `;
}

export default function View({ params }) {
  const [draft, setDraft] = useState(undefined);
  const { data: rules } = useApi("/v1/rules", { keep: true });
  useEffect(() => {
    findDraft(params.draft).then(
      (found) => setDraft(found ?? null),
      () => setDraft(null),
    );
  }, [params.draft]);
  if (draft === null) {
    return html`<${Heading}>${t("sheet.title")}<//><p>${t("sheet.gone")}</p><p><a class="button" href="/">${t("lost.home")}</a></p>`;
  }
  if (!draft) return html`<${Waiting} />`;
  const known = rules?.games.find(({ game }) => game === "foret")?.categories;
  const categories = known ?? CATEGORIES.map((id) => ({ id, en: id, fr: id }));
  return html`<${Sheet} start=${draft} categories=${categories} key=${draft.id} />`;
}
