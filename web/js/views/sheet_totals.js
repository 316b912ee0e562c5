// Totals, of a title without rules or of a game that somebody only wrote the results of: a number a seat by a pad under
// the thumb, which goes on to the next seat; where there are categories, through these. What cannot be is said next to
// its field.
import { html, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { Choices } from "../lib/choices.js";
import { Name } from "../lib/parts.js";
import { Undo } from "../lib/sheet_parts.js";
import { rememberTable } from "../lib/last_tables.js";
import { titleId } from "../lib/titles.js";
import * as totals from "../lib/totals.js";
import { NumberPad, typed } from "../parts/number_pad.js";
import { FieldNote, NumberField, fieldsOf } from "../parts/totals_fields.js";
import { More } from "../parts/totals_more.js";
import { Ties } from "../parts/totals_ties.js";
import { words } from "../words/titles.js";

addWords(words);

export const lines = totals.lines;
/** @param {Page.TotalsDraft} draft */
export const sums = (draft) =>
  draft.seats.map((_, seat) => {
    const text = totals.totalOf(draft, seat).trim().replace(",", ".");
    return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
  });

/** @typedef {Page.TotalsDraft} Draft */
/** @typedef {Page.Change<Draft>} Change */
/** @typedef {import("../parts/totals_fields.js").Field} Field */
/** @typedef {{ field: Field, change: Change, choose: (key: string) => void, onNext: () => void }} Chosen */

/**
 * The categories of the seat that is chosen, each with its sign.
 * @param {Chosen & { fields: Field[] }} props
 */
const Parts = ({ fields, field, change, choose, onNext }) => html`
  <ul class="bare parts">
    ${fields.map(
      (own) => html`
        <li key=${own.key} class=${own === field ? "on" : ""}>
          <label for=${`total-${own.key}`}>${own.name}</label>
          <span class="sign" aria-hidden="true">${own.category?.sign === "-" ? "−" : "+"}</span>
          <${NumberField}
            field=${own}
            on=${own === field}
            change=${change}
            onFocus=${() => choose(own.key)}
            onNext=${onNext}
          />
          <${FieldNote} field=${own}>${own.category?.sign === "-" ? t("totals.takenOff") : ""}<//>
        </li>
      `,
    )}
  </ul>
`;

/**
 * One seat: whose it is, and its number, its win, or for whom it speaks.
 * @param {Chosen & { draft: Draft, seat: number, own?: Field, parts: Field[], rank?: number }} props
 */
function Seat({ draft, seat, own, parts, rank, field, change, choose, onNext }) {
  const { name } = draft.seats[seat];
  const speaker = totals.speakers(draft)[seat];
  const wins = totals.isPad(draft) && draft.variant === "win" && draft.end !== "played" && speaker === seat;
  const on = own !== undefined && field?.seat === seat;
  const sum = totals.sumOf(draft, seat);
  return html`
    <li class=${`total-seat${on ? " on" : ""}`}>
      <label for=${own && `total-${own.key}`}>
        <span class=${`seat-number seat-${(seat % 6) + 1}`} aria-hidden="true">${seat + 1}</span> <${Name}>${name}<//>
      </label>
      ${
        own &&
        html`
          <${NumberField}
            field=${own}
            on=${own === field}
            change=${change}
            onFocus=${() => choose(own.key)}
            onNext=${onNext}
          />
        `
      }
      ${
        wins &&
        html`
          <button
            type="button"
            class="win-button"
            aria-pressed=${draft.wins[seat]}
            aria-label=${t("totals.winner", { name })}
            onClick=${() => change((now) => ({ ...now, wins: totals.put(now.wins, seat, !now.wins[seat]) }))}
          >
            ${draft.wins[seat] ? "★ " : "☆ "}${t("totals.won")}
          </button>
        `
      }
      <span class="rank num small">
        ${
          speaker !== seat
            ? t("totals.with", { name: draft.seats[speaker].name })
            : rank
              ? t("sheet.rankN", { n: rank })
              : ""
        }
      </span>
      ${own && html`<${FieldNote} field=${own}>${sum.typed > 0 && t("totals.partsOf", sum)}<//>`}
      ${
        on &&
        parts.length > 0 &&
        html`<${Parts} fields=${parts} field=${field} change=${change} choose=${choose} onNext=${onNext} />`
      }
    </li>
  `;
}

/** @param {{ draft: Draft, change: Change }} props */
function Kind({ draft, change }) {
  /** @param {string} variant */
  const pick = (variant) => {
    rememberTable(titleId(draft.title ?? ""), { variant, seats: draft.seats });
    change((now) => ({ ...now, variant }));
  };
  return html`
    ${
      draft.pad
        ? html`
          <p class="muted">
            ${t(`totals.${draft.variant}`)} · ${t("totals.byPad", { n: draft.pad.edition })}
          </p>
        `
        : html`
          <${Choices}
            name="counts"
            legend=${t("totals.counts")}
            value=${draft.variant}
            options=${totals.VARIANTS.map((id) => ({ id, label: t(`totals.${id}`) }))}
            onPick=${pick}
          />
        `
    }
    ${
      draft.variant === "together" &&
      draft.end !== "played" &&
      html`
        <${Choices}
          name="end"
          legend=${t("totals.end")}
          value=${draft.end ?? ""}
          options=${["won", "lost"].map((id) => ({ id, label: t(`totals.end.${id}`) }))}
          onPick=${(/** @type {"won" | "lost"} */ end) => change((now) => ({ ...now, end }))}
        />
      `
    }
  `;
}

/**
 * Whether a rank is complete as it is: with so many sides no longer number begins like it.
 * @param {string} text
 * @param {number} sides
 */
const complete = (text, sides) => text !== "" && Number(text) * 10 > sides;

/**
 * Where the pad begins: at the first number that is missing.
 * @param {Field[]} fields
 */
const firstOf = (fields) => (fields.find(({ text, passed }) => text === "" && !passed) ?? fields[0])?.key ?? "";

/**
 * The categories that the sheet could have: of the title's document, or of the game's rules.
 * @param {Draft} draft
 * @param {Api.RulesGame} [rules]
 * @returns {Api.Category[]}
 */
const categoriesOf = (draft, rules) => draft.pad?.categories ?? (totals.isPad(draft) ? [] : (rules?.categories ?? []));

/** @param {Page.SheetProps<Draft>} props */
export default function Entry({ draft, change, undo, redo, canUndo, canRedo, rules, Finish }) {
  const fields = fieldsOf(draft);
  const [chosen, choose] = useState(() => firstOf(fields));
  const at = Math.max(
    0,
    fields.findIndex(({ key }) => key === chosen),
  );
  const field = fields[at];
  const after = [...fields.slice(at + 1), ...fields.slice(0, at)];
  const next = after.find(({ text, passed }) => text === "" && !passed) ?? null;
  const kind = totals.asked(draft);
  const categories = kind === "points" ? categoriesOf(draft, rules) : [];
  /** @param {string} key */
  const press = (key) => {
    if (!field) return;
    if (key === "next") {
      if (next) choose(next.key);
      return;
    }
    const text = typed(field.text, key);
    change((now) => field.set(text, now), field.key);
    if (kind === "ranks" && next && key !== "erase" && complete(text, fields.length)) choose(next.key);
  };
  const goOn = () => {
    if (!next) return;
    choose(next.key);
    requestAnimationFrame(() => document.getElementById(`total-${next.key}`)?.focus());
  };
  const byCategory = () => {
    const now = { ...draft, categories: draft.categories ? null : categories };
    change((old) => ({ ...old, categories: now.categories }));
    choose(firstOf(fieldsOf(now)));
  };
  const ranks = totals.ranks(draft);
  const { wrong, missing } = totals.state(draft);
  const range = field?.category ? totals.partRangeOf(draft) : totals.rangeOf(draft);
  const alone = fields.filter(({ seat }) => seat === null);
  const nobody = kind === null && draft.variant === "win" && draft.end !== "played" && !draft.wins.some(Boolean);
  const nextName = next && (next.category && next.seat !== field?.seat ? draft.seats[next.seat ?? 0].name : next.name);
  return html`
    <div class="sheet-entry totals-entry">
      ${totals.isPad(draft) && html`<${Kind} draft=${draft} change=${change} />`}
      <div class="row spread">
        <h2>${t("titles.totals")}</h2>
        <${Undo} undo=${undo} redo=${redo} canUndo=${canUndo} canRedo=${canRedo} />
      </div>
      ${
        categories.length > 0 &&
        html`
          <button type="button" class="by-category" aria-pressed=${Boolean(draft.categories)} onClick=${byCategory}>
            ${t("totals.byCategory")}
          </button>
        `
      }
      <ol class="bare totals-list">
        ${draft.seats.map((_, seat) => {
          const mine = fields.filter((one) => one.seat === seat);
          return html`
            <${Seat}
              key=${seat}
              draft=${draft}
              seat=${seat}
              own=${mine.find(({ category }) => !category)}
              parts=${mine.filter(({ category }) => category)}
              rank=${ranks.get(seat)}
              field=${field}
              change=${change}
              choose=${choose}
              onNext=${goOn}
            />
          `;
        })}
        ${alone.map(
          (own) => html`
            <li class=${`total-seat${own === field ? " on" : ""}`} key=${own.key}>
              <label for=${`total-${own.key}`}>${own.name}</label>
              <${NumberField}
                field=${own}
                on=${own === field}
                change=${change}
                onFocus=${() => choose(own.key)}
                onNext=${goOn}
              />
              <${FieldNote} field=${own} />
            </li>
          `,
        )}
      </ol>
      ${
        fields.length > 0 &&
        html`
          <${NumberPad}
            press=${press}
            next=${nextName}
            plain=${!totals.isPad(draft) || kind === "ranks"}
            signs=${kind !== "ranks" && (!range || range[0] < 0)}
          />
        `
      }
      ${nobody && html`<p class="muted" role="status">${t("totals.nobody")}</p>`}
      <${Ties} draft=${draft} change=${change} />
      <${Finish} wrong=${wrong && t(wrong)} missing=${missing > 0 && t("totals.missing", { n: missing })} />
      <${More} draft=${draft} change=${change} />
    </div>
  `;
}
