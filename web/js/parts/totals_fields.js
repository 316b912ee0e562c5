/* The numbers of a sheet of totals, in the order in which the pad goes through them, and the field of one. */
import { entered, html, useEffect, useRef } from "../lib/html.js";
import { named, points, t } from "../lib/i18n.js";
import * as totals from "../lib/totals.js";
import { LONGEST } from "./number_pad.js";

/** @typedef {Page.TotalsDraft} Draft */
/**
 * A number that is asked for: whose it is, where it stands on the sheet, what is wrong with it, in a sentence, and
 * whether the pad passes over it.
 * @typedef {{ key: string, seat: number | null, category?: Api.Category, name: string, label: string, text: string,
 *   shown?: string, wrong: string | null, passed?: boolean, set: (text: string, now: Draft) => Draft }} Field
 */

/**
 * @param {Draft} draft
 * @param {string | null} rule
 * @param {{ range?: [number, number] | null, sum?: number | null }} [about]
 */
function sentence(draft, rule, { range = totals.rangeOf(draft), sum = null } = {}) {
  const [low, high] = range ?? [0, 0];
  return rule && t(`totals.why.${rule}`, { low, high, n: totals.sides(draft).length, sum: points(sum ?? 0) });
}

/**
 * The categories of a seat. Who has a total and none of them wants none.
 * @param {Draft} draft
 * @param {number} seat
 * @returns {Field[]}
 */
function partsOf(draft, seat) {
  const { typed } = totals.sumOf(draft, seat);
  const range = totals.partRangeOf(draft);
  return (draft.categories ?? []).map((category) => {
    const text = totals.partOf(draft, seat, category.id);
    return {
      key: `${seat}.${category.id}`,
      seat,
      category,
      name: named(category),
      label: t("totals.partOf", { name: draft.seats[seat].name, category: named(category) }),
      text,
      wrong: sentence(draft, totals.wrongPart(draft, text), { range }),
      passed: typed === 0 && draft.points[seat] !== "",
      set: (value, now) => ({
        ...now,
        parts: now.seats.map((_, i) =>
          i === seat ? { ...now.parts?.[i], [category.id]: value } : (now.parts?.[i] ?? {}),
        ),
      }),
    };
  });
}

/**
 * @param {Draft} draft
 * @param {number} seat
 * @param {"points" | "ranks"} kind
 * @returns {Field}
 */
function ownOf(draft, seat, kind) {
  const { name } = draft.seats[seat];
  const text = draft[kind][seat];
  const { rule, sum } = kind === "points" ? totals.wrongTotal(draft, seat) : { rule: null, sum: null };
  return {
    key: String(seat),
    seat,
    name,
    label: t(kind === "points" ? "totals.totalOf" : "totals.rankOf", { name }),
    text,
    shown: kind === "points" && text === "" ? totals.totalOf(draft, seat) : "",
    wrong: sentence(draft, kind === "points" ? rule : totals.wrongRank(draft, text), { sum }),
    passed: kind === "points" && Boolean(draft.categories),
    set: (value, now) => ({ ...now, [kind]: totals.put(now[kind], seat, value) }),
  };
}

/**
 * A number that is nobody's in particular.
 * @param {Draft} draft
 * @param {"total" | "rival"} key
 * @param {string} name
 * @param {string} label
 * @returns {Field}
 */
function loneOf(draft, key, name, label) {
  const text = draft[key] ?? "";
  const wrong = sentence(draft, totals.wrongPoints(draft, text));
  return { key, seat: null, name, label, text, wrong, set: (value, now) => ({ ...now, [key]: value }) };
}

/**
 * The numbers of the sheet: of each seat its categories, then its total.
 * @param {Draft} draft
 * @returns {Field[]}
 */
export function fieldsOf(draft) {
  const kind = totals.asked(draft);
  /** @type {Field[]} */
  const fields = [];
  if (totals.isPad(draft) && draft.variant === "together" && draft.end !== "played") {
    fields.push(loneOf(draft, "total", t("totals.total"), t("totals.total")));
  }
  if (!kind) return fields;
  for (const seat of totals.sides(draft)) {
    fields.push(...(kind === "points" ? partsOf(draft, seat) : []), ownOf(draft, seat, kind));
  }
  if (kind === "points" && draft.rival !== null) {
    const name = t("sheet.alban");
    fields.push(loneOf(draft, "rival", name, t("totals.totalOf", { name })));
  }
  return fields;
}

/**
 * @param {{ field: Field, on: boolean, change: Page.Change<Draft>, onFocus: () => void, onNext: () => void }} props
 */
export function NumberField({ field, on, change, onFocus, onNext }) {
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onNext();
  };
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (on) place.current?.scrollIntoView({ block: "nearest" });
  }, [on]);
  return html`
    <input
      id=${`total-${field.key}`}
      ref=${place}
      class="num"
      inputmode="none"
      autocomplete="off"
      maxlength=${LONGEST}
      placeholder=${field.shown ? points(Number(field.shown)) : undefined}
      aria-label=${field.label}
      aria-invalid=${field.wrong ? "true" : undefined}
      aria-describedby=${`total-${field.key}-note`}
      value=${field.text}
      onInput=${entered((text) => change((now) => field.set(text, now), field.key))}
      onFocus=${onFocus}
      onKeyDown=${key}
    />
  `;
}

/** @param {{ field: Field, children?: Page.Shown }} props what else there is to say, while nothing is wrong */
export const FieldNote = ({ field, children }) => html`
  <span class=${`note small ${field.wrong ? "error" : "muted"}`} id=${`total-${field.key}-note`} role="status">
    ${field.wrong ?? children ?? ""}
  </span>
`;
