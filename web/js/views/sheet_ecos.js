// A sheet of Ecos: the final points of everybody, one number each, and, for whoever wants it, which cards were used how
// often. Points and ranks count along; what cannot be is said where it stands.
import { entered, html, useEffect, useMemo, useState } from "../lib/html.js";
import { addWords, number, t } from "../lib/i18n.js";
import { Combo, plain } from "../lib/combo.js";
import { CARDS, faults, mostTimes, score, sheetLines } from "../lib/ecos.js";
import { SeatTabs } from "../lib/foret_parts.js";
import { Name } from "../lib/parts.js";
import { usePop } from "../lib/pop.js";
import { Undo } from "../lib/sheet_parts.js";
import { NO_CATALOGUE, catalogueBy } from "../draw/catalogue.js";
import { cardName } from "../draw/ecos.js";
import { words } from "../words/entry.js";

addWords(words);

export const lines = sheetLines;
/** @param {Page.EcosDraft} draft */
export const sums = (draft) => score(draft).map(({ total }) => total);

const SUGGESTIONS = 6;

/** @typedef {ReturnType<typeof score>[number]} Row */
/** @typedef {ReturnType<typeof faults>[number]} Fault */

/**
 * The catalogue that the sheet is about; numbers only until it is there, or without a network.
 * @param {Page.EcosDraft} draft
 */
function useBook(draft) {
  const [book, setBook] = useState(/** @type {Page.Book} */ (NO_CATALOGUE));
  const hash = /sha256:([0-9a-f]{64})/.exec(draft.extras.catalogue ?? "")?.[1];
  useEffect(() => {
    if (hash) void catalogueBy(hash).then(setBook);
  }, [hash]);
  return book;
}

/**
 * Cards whose number begins with what was typed, or whose name has it.
 * @param {string} text
 * @param {Page.Book} book
 */
function fitting(text, book) {
  const wanted = plain(text);
  if (wanted === "") return [];
  const numbers = Array.from({ length: CARDS }, (_, i) => i + 1);
  const digits = /^\d+$/.test(wanted);
  const found = numbers.filter((card) =>
    digits ? String(card).startsWith(wanted) : plain(book.card(card)).includes(wanted),
  );
  return found.slice(0, SUGGESTIONS);
}

/**
 * Everybody's points: one large field a seat, Enter goes to the next.
 * @param {{ draft: Page.EcosDraft, change: Page.Change<Page.EcosDraft>, rows: Row[], wrong: Fault[] }} props
 */
function Points({ draft, change, rows, wrong }) {
  /**
   * @param {number} seat
   * @param {string} text
   */
  const set = (seat, text) =>
    change((now) => ({ ...now, points: now.points.map((old, i) => (i === seat ? text : old)) }), `points ${seat}`);
  /** @param {KeyboardEvent & { currentTarget: HTMLInputElement }} event */
  const next = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const fields = [...(event.currentTarget.closest(".points-list")?.querySelectorAll("input") ?? [])];
    (fields[fields.indexOf(event.currentTarget) + 1] ?? event.currentTarget).focus();
  };
  return html`
    <ol class="bare points-list">
      ${draft.seats.map(({ name }, i) => {
        const fault = wrong.find(({ seat, card }) => seat === i && card === undefined);
        const { rank, tied } = rows[i];
        return html`
          <li key=${i} class="seat-${i + 1}">
            <label for="points-${i}">
              <span class="seat-number" aria-hidden="true">${i + 1}</span> <${Name}>${name}<//>
            </label>
            <input
              id="points-${i}"
              class="num"
              inputmode="numeric"
              autocomplete="off"
              maxlength="5"
              enterkeyhint=${i + 1 < draft.seats.length ? "next" : "done"}
              aria-invalid=${fault ? "true" : undefined}
              aria-describedby="points-note-${i}"
              value=${draft.points[i]}
              onInput=${entered((text) => set(i, text))}
              onKeyDown=${next}
            />
            <span class="rank num">${rank === null ? "" : `${t("sheet.rankN", { n: rank })}${tied ? ` =` : ""}`}</span>
            <span class="note small" id="points-note-${i}" role="status">
              ${
                fault
                  ? html`<span class="error">${t(`ecos.why.${fault.rule}`, { n: fault.most })}</span>`
                  : tied
                    ? html`<span class="unseen">${t("sheet.tied")}</span>`
                    : ""
              }
            </span>
          </li>
        `;
      })}
    </ol>
  `;
}

/**
 * What a person may want to look at again: a game ends when somebody has the target, and one player leads.
 * @param {Page.EcosDraft} draft
 * @param {Row[]} rows
 */
function doubt(draft, rows) {
  const totals = rows.flatMap(({ total }) => total ?? []);
  if (totals.length < rows.length) return "";
  const best = Math.max(...totals);
  const target = Number(draft.extras.target);
  if (target && best < target) return t("sheet.short", { n: target });
  return totals.filter((total) => total === best).length > 1 ? t("sheet.even") : "";
}

/**
 * The cards of one seat, each with how often it was used.
 * @param {{ draft: Page.EcosDraft, seat: number, book: Page.Book, change: Page.Change<Page.EcosDraft>, wrong: Fault[],
 *   say: Page.Say }} props
 */
function Used({ draft, seat, book, change, wrong, say }) {
  const mine = draft.used[seat];
  /** @param {number} card */
  const holder = (card) => draft.used.findIndex((cards) => card in cards);
  /**
   * @param {number} card
   * @param {number} times
   */
  const set = (card, times) =>
    change((now) => ({ ...now, used: now.used.map((cards, i) => (i === seat ? { ...cards, [card]: times } : cards)) }));
  /** @param {number} card */
  const drop = (card) =>
    change((now) => ({
      ...now,
      used: now.used.map((cards, i) =>
        i === seat ? Object.fromEntries(Object.entries(cards).filter(([id]) => id !== String(card))) : cards,
      ),
    }));
  /** @param {string} text */
  const find = (text) =>
    fitting(text, book).map((card) => ({
      key: card,
      card,
      label: cardName(card, book),
      note: holder(card) >= 0 ? t("sheet.heldBy", { name: draft.seats[holder(card)].name }) : null,
    }));
  /**
   * @param {{ card: number }} props
   * @param {Event} event
   */
  const pick = ({ card }, event) => {
    if (holder(card) >= 0) say(event, t("ecos.why.card-elsewhere"));
    else set(card, 1);
  };
  /**
   * @param {number} card
   * @param {Event} event
   */
  const more = (card, event) => {
    if (mine[card] >= mostTimes(book, card)) say(event, t("ecos.why.times-range", { n: mostTimes(book, card) }));
    else set(card, mine[card] + 1);
  };
  return html`
    <${Combo}
      key=${seat}
      id="add-card"
      label=${t("sheet.addCard")}
      hint=${t("sheet.addCardHint")}
      inputmode=${book.card(1) ? undefined : "numeric"}
      find=${find}
      onPick=${pick}
    />
    <ul class="bare used-list">
      ${Object.keys(mine).map((id) => {
        const card = Number(id);
        const name = cardName(card, book);
        const fault = wrong.find((one) => one.seat === seat && one.card === card);
        return html`
          <li key=${card} data-card=${card}>
            <span class="card-name">${name}</span>
            <span class="steps">
              <button
                type="button"
                aria-label=${t("sheet.less", { name })}
                disabled=${mine[card] === 0}
                onClick=${() => set(card, mine[card] - 1)}
              >
                −
              </button>
              <output class="num" aria-label=${t("sheet.times", { name })}>${number(mine[card])}</output>
              <button
                type="button"
                aria-label=${t("sheet.more", { name })}
                onClick=${(/** @type {Event} */ event) => more(card, event)}
              >
                +
              </button>
              <button
                type="button"
                class="plain"
                data-once
                aria-label=${t("sheet.removeCard", { name })}
                onClick=${() => drop(card)}
              >
                ✕
              </button>
            </span>
            ${
              fault &&
              html`<span class="error small" role="status">${t(`ecos.why.${fault.rule}`, { n: fault.most })}</span>`
            }
          </li>
        `;
      })}
    </ul>
  `;
}

/** @param {Page.SheetProps<Page.EcosDraft>} props */
export default function Entry({ draft, change, Finish, ...ways }) {
  const book = useBook(draft);
  const [seat, setSeat] = useState(0);
  const [say, pop] = usePop();
  const rows = useMemo(() => score(draft), [draft]);
  const wrong = useMemo(() => faults(draft), [draft]);
  const missing = rows.filter(({ total }, i) => total === null && draft.points[i].trim() === "").length;
  const tabs = draft.seats.map(({ name }, i) => ({
    id: i,
    name,
    total: null,
    note: t("sheet.cardsN", { n: Object.keys(draft.used[i]).length }),
    done: false,
  }));
  return html`
    <div class="sheet-layout">
      <section class="sheet-entry" aria-labelledby="points-title">
        <div class="row spread">
          <h2 id="points-title">${t("sheet.points")}</h2>
          <${Undo} ...${ways} />
        </div>
        <${Points} draft=${draft} change=${change} rows=${rows} wrong=${wrong} />
        <p class="hint" role="status">${doubt(draft, rows)}</p>
      </section>
      <section class="sheet-scores" aria-labelledby="used-title">
        <h2 id="used-title">${t("sheet.used")}</h2>
        <p class="muted small">${t("sheet.usedText")}</p>
        <${SeatTabs} tabs=${tabs} chosen=${seat} onChoose=${setSeat} label=${t("sheet.seats")} />
        <div id="seat-panel" role="tabpanel" aria-labelledby="tab-${seat}">
          <${Used} draft=${draft} seat=${seat} book=${book} change=${change} wrong=${wrong} say=${say} />
        </div>
      </section>
    </div>
    <${Finish}
      wrong=${wrong.length > 0 && t("sheet.wrong", { n: wrong.length })}
      missing=${missing > 0 && t("sheet.missingPoints", { n: missing })}
    />
    ${pop}
  `;
}
