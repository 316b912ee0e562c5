// What score sheets share, whatever the game: changes with a way back, the buttons for it, what the players wrote.
import { entered, html, useRef, useState } from "./html.js";
import { named, signed, t } from "./i18n.js";
import { saveDraft } from "./drafts.js";
import { Name, manyOf } from "./parts.js";

const MOST_CLAIMED = 9999; // docs/record.md

/**
 * Changes of one sheet, with a way back. A change is a function of the sheet as it is by then, not as it was drawn.
 * @template {Page.AnyDraft} D
 * @param {D} start
 */
export function useSheet(start) {
  const [draft, setDraft] = useState(start);
  const latest = useRef(start);
  const past = useRef(/** @type {D[]} */ ([]));
  const future = useRef(/** @type {D[]} */ ([]));
  const typing = useRef(/** @type {string | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {Error | null} */ (null));
  /** @param {D} next */
  const keep = (next) => {
    latest.current = next;
    setDraft(next);
    saveDraft(next).then(
      () => setTrouble(null),
      () => setTrouble(new Error(t("trouble.device"))),
    );
  };
  /**
   * @param {{ current: D[] }} from
   * @param {{ current: D[] }} to
   */
  const turn = (from, to) => {
    const back = from.current.pop();
    if (!back) return;
    typing.current = null;
    to.current.push(latest.current);
    keep(back);
  };
  return {
    draft,
    trouble,
    canUndo: past.current.length > 0,
    canRedo: future.current.length > 0,
    /**
     * `field`: changes of one field in a row are one change.
     * @param {(draft: D) => D} step
     * @param {string | null} [field]
     */
    change(step, field = null) {
      const next = step(latest.current);
      if (next === latest.current) return;
      if (!field || typing.current !== field) past.current.push(latest.current);
      typing.current = field;
      future.current = [];
      keep(next);
    },
    /**
     * A change that nobody wants back: where the cursor is.
     * @param {(draft: D) => D} step
     */
    move(step) {
      typing.current = null;
      keep(step(latest.current));
    },
    undo: () => turn(past, future),
    redo: () => turn(future, past),
  };
}

/** @param {Page.Undo} props */
export const Undo = ({ undo, redo, canUndo, canRedo }) => html`
  <span class="row">
    <button type="button" disabled=${!canUndo} onClick=${undo}>${t("sheet.undo")}</button>
    ${canRedo && html`<button type="button" onClick=${redo}>${t("sheet.redo")}</button>`}
  </span>
`;

/**
 * What somebody wrote, as a number; undefined: not one.
 * @param {string} text
 */
const claimed = (text) => {
  const value = Number.parseInt(text.trim(), 10);
  return Number.isInteger(value) && Math.abs(value) <= MOST_CLAIMED ? value : undefined;
};

/**
 * One number that a player wrote. Every stroke is kept: another field's change draws this one anew, in the middle of a
 * word.
 * @param {{ wrote: number | undefined, label: string, onEnter: (value: number | undefined) => void }} props
 */
function Claim({ wrote, label, onEnter }) {
  const [text, setText] = useState(String(wrote ?? ""));
  /** @param {{ currentTarget: { value: string } }} event */
  const enter = entered((now) => {
    setText(now);
    onEnter(claimed(now));
  });
  const shown = claimed(text) === wrote ? text : String(wrote ?? "");
  return html`
    <input
      class="claim num"
      inputmode="numeric"
      pattern="-?[0-9]*"
      size="3"
      maxlength="5"
      aria-label=${label}
      value=${shown}
      onInput=${enter}
    />
  `;
}

/**
 * The totals that players wrote down, and where they differ.
 * @param {{ draft: Page.Claimed, scores: Page.ScoreRow[], categories: Api.Words[], onChange: Page.Change<Page.Claimed>
 * }} props
 */
export function Claims({ draft, scores, categories, onChange }) {
  const [open, setOpen] = useState(draft.claims.some((claims) => Object.keys(claims).some((id) => id !== "total")));
  /**
   * @param {number} seat
   * @param {string} id
   * @param {number | undefined} value
   */
  const set = (seat, id, value) =>
    onChange(
      (now) => ({ ...now, claims: now.claims.map((old, i) => (i === seat ? { ...old, [id]: value } : old)) }),
      `claim ${seat} ${id}`,
    );
  const shown = [...(open ? categories : []), { id: "total", en: t("sheet.total"), fr: t("sheet.total") }];
  return html`
    <h2>${t("sheet.claims")}</h2>
    <p class="muted small">${t("sheet.claimsText")}</p>
    <div class="scroll-x score-place" tabindex="0" role="region" aria-label=${t("sheet.claims")}>
      <table class=${`claims ${draft.seats.length > 3 ? manyOf(draft.seats.length) : ""}`}>
        <thead>
          <tr>
            <td></td>
            ${draft.seats.map(({ name }, i) => html`<th key=${i} scope="col"><${Name}>${name}<//></th>`)}
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            (category) => html`
              <tr key=${category.id}>
                <th scope="row">${named(category)}</th>
                ${draft.seats.map(({ name }, i) => {
                  const wrote = draft.claims[i][category.id];
                  const is = category.id === "total" ? scores[i].total : scores[i].categories[category.id];
                  const off = wrote === undefined || is === null ? null : wrote - is;
                  return html`
                    <td key=${i}>
                      <${Claim}
                        wrote=${wrote}
                        label=${`${t("sheet.claimOf", { name })}, ${named(category)}`}
                        onEnter=${(/** @type {number | undefined} */ value) => set(i, category.id, value)}
                      />
                      <span class="small ${off ? "error" : "muted"}" role="status">
                        ${off === null ? "" : off === 0 ? t("sheet.agrees") : t("sheet.differs", { n: signed(off) })}
                      </span>
                    </td>
                  `;
                })}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
    <p>
      <button type="button" class="plain edge" aria-expanded=${open} onClick=${() => setOpen(!open)}>
        ${t("sheet.byCategory")}
      </button>
    </p>
  `;
}
