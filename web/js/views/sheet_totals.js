// Totals, of a title without rules or of a game that somebody only wrote the results of: a number a seat by a pad under
// the thumb, which goes on to the next seat. What cannot be is said next to its field.
import { entered, html, toggled, useEffect, useRef, useState } from "../lib/html.js";
import { addWords, lang, t } from "../lib/i18n.js";
import { Choices } from "../lib/choices.js";
import { Name } from "../lib/parts.js";
import { Undo } from "../lib/sheet_parts.js";
import { rememberTable, titleId } from "../lib/titles.js";
import * as totals from "../lib/totals.js";
import { style } from "../parts/style.js";
import { words } from "../words/titles.js";

addWords(words);
await style("css/titles.css");

export const lines = totals.lines;

const LETTERS = ["A", "B", "C", "D", "E", "F"];
const DURATIONS = [30, 60, 90, 120];
const LONGEST = 10; // characters of a total: −999999.99
const KEYS = ["1", "2", "3", "erase", "4", "5", "6", "minus", "7", "8", "9", "point", "0"];
const decimal = () => (lang() === "fr" ? "," : ".");

/** @typedef {Page.TotalsDraft} Draft */
/** @typedef {Page.Change<Draft>} Change */
/**
 * A number that is asked for: whose it is, where it stands on the sheet, and what is wrong with it, in a sentence.
 * @typedef {{ key: string, seat: number | null, name: string, label: string, text: string, wrong: string | null,
 *   set: (text: string, now: Draft) => Draft }} Field
 */

/**
 * @template T
 * @param {T[]} list
 * @param {number} at
 * @param {T} value
 */
const put = (list, at, value) => list.map((old, i) => (i === at ? value : old));

/**
 * @param {Draft} draft
 * @param {string | null} rule
 */
function sentence(draft, rule) {
  const [low, high] = totals.rangeOf(draft) ?? [0, 0];
  return rule && t(`totals.why.${rule}`, { low, high, n: totals.sides(draft).length });
}

/**
 * The numbers of the sheet, in the order in which the pad goes through them.
 * @param {Draft} draft
 * @returns {Field[]}
 */
function fieldsOf(draft) {
  const kind = totals.asked(draft);
  /** @type {Field[]} */
  const fields = [];
  if (totals.isPad(draft) && draft.variant === "together" && draft.end !== "played") {
    const wrong = sentence(draft, totals.wrongPoints(draft, draft.total));
    const name = t("totals.total");
    fields.push({
      key: "total",
      seat: null,
      name,
      label: name,
      text: draft.total,
      wrong,
      set: (text, now) => ({ ...now, total: text }),
    });
  }
  if (!kind) return fields;
  for (const seat of totals.sides(draft)) {
    const { name } = draft.seats[seat];
    const text = draft[kind][seat];
    fields.push({
      key: String(seat),
      seat,
      name,
      label: t(kind === "points" ? "totals.totalOf" : "totals.rankOf", { name }),
      text,
      wrong: sentence(draft, (kind === "points" ? totals.wrongPoints : totals.wrongRank)(draft, text)),
      set: (value, now) => ({ ...now, [kind]: put(now[kind], seat, value) }),
    });
  }
  if (kind === "points" && draft.rival !== null) {
    const name = t("sheet.alban");
    fields.push({
      key: "rival",
      seat: null,
      name,
      label: t("totals.totalOf", { name }),
      text: draft.rival,
      wrong: sentence(draft, totals.wrongPoints(draft, draft.rival)),
      set: (text, now) => ({ ...now, rival: text }),
    });
  }
  return fields;
}

/**
 * The text of a field after a key of the pad.
 * @param {string} text
 * @param {string} key
 */
function typed(text, key) {
  if (key === "erase") return text.slice(0, -1);
  if (key === "minus") return /^[-−]/.test(text) ? text.slice(1) : `-${text}`;
  if (text.length >= LONGEST) return text;
  if (key === "point") return /[.,]/.test(text) ? text : `${text || "0"}${decimal()}`;
  return `${text}${key}`;
}

/** @param {string} key */
const face = (key) => ({ minus: "−", point: decimal(), erase: "⌫" })[key] ?? key;

/**
 * The pad: it writes into the field that is chosen. A finger on it leaves the focus where it is.
 * @param {{ press: (key: string) => void, next: string | null, plain: boolean, signs: boolean }} props
 */
function NumberPad({ press, next, plain, signs }) {
  /** @param {Event} event */
  const stay = (event) => event.preventDefault();
  /** @param {string} key */
  const off = (key) => (key === "point" && plain) || (key === "minus" && !signs);
  return html`
    <div class="number-pad" role="group" aria-label=${t("totals.pad")} onPointerDown=${stay} onMouseDown=${stay}>
      ${KEYS.map(
        (key) => html`
          <button
            type="button"
            class="key num"
            key=${key}
            data-key=${key}
            disabled=${off(key)}
            aria-label=${key.length > 1 ? t(`totals.key.${key}`) : key}
            onClick=${() => press(key)}
          >
            ${face(key)}
          </button>
        `,
      )}
      <button type="button" class="key next" data-key="next" disabled=${next === null} onClick=${() => press("next")}>
        ${next === null ? t("totals.key.next") : t("totals.key.nextOf", { name: next })}
      </button>
    </div>
  `;
}

/**
 * One seat: whose it is, and its number, its win, or for whom it speaks.
 * @param {{ draft: Draft, seat: number, field?: Field, rank?: number, on: boolean, change: Change,
 *   onFocus: () => void, onNext: () => void }} props
 */
function Seat({ draft, seat, field, rank, on, change, onFocus, onNext }) {
  const { name } = draft.seats[seat];
  const speaker = totals.speakers(draft)[seat];
  const wins = totals.isPad(draft) && draft.variant === "win" && draft.end !== "played" && speaker === seat;
  return html`
    <li class=${`total-seat${on ? " on" : ""}`}>
      <label for=${field && `total-${field.key}`}>
        <span class=${`seat-number seat-${(seat % 6) + 1}`} aria-hidden="true">${seat + 1}</span> <${Name}>${name}<//>
      </label>
      ${field && html`<${NumberField} field=${field} on=${on} change=${change} onFocus=${onFocus} onNext=${onNext} />`}
      ${
        wins &&
        html`
          <button
            type="button"
            class="win-button"
            aria-pressed=${draft.wins[seat]}
            aria-label=${t("totals.winner", { name })}
            onClick=${() => change((now) => ({ ...now, wins: put(now.wins, seat, !now.wins[seat]) }))}
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
      ${
        field &&
        html`<span class="note small error" id=${`total-${field.key}-note`} role="status">${field.wrong ?? ""}</span>`
      }
    </li>
  `;
}

/** @param {{ field: Field, on: boolean, change: Change, onFocus: () => void, onNext: () => void }} props */
function NumberField({ field, on, change, onFocus, onNext }) {
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

/**
 * Letters beside names: who has the same one plays together.
 * @param {{ draft: Draft, change: Change }} props
 */
function Teams({ draft, change }) {
  const used = new Set(draft.teams.filter(Boolean)).size;
  const letters = LETTERS.slice(0, Math.min(LETTERS.length, Math.max(2, used + 1)));
  return html`
    <fieldset class="team-letters">
      <legend>${t("totals.teams")}</legend>
      <ul class="bare">
        ${draft.seats.map(
          ({ name }, i) => html`
            <li key=${i} class="row spread">
              <${Name}>${name}<//>
              <span class="letters" role="group" aria-label=${t("totals.teamsOf", { name })}>
                ${letters.map(
                  (letter) => html`
                    <button
                      type="button"
                      class="letter"
                      key=${letter}
                      aria-pressed=${draft.teams[i] === letter}
                      aria-label=${t("totals.team", { name, letter })}
                      onClick=${() =>
                        change((now) => ({
                          ...now,
                          teams: put(now.teams, i, now.teams[i] === letter ? "" : letter),
                        }))}
                    >
                      ${letter}
                    </button>
                  `,
                )}
              </span>
            </li>
          `,
        )}
      </ul>
    </fieldset>
  `;
}

/** @param {{ draft: Draft, change: Change }} props */
function Duration({ draft, change }) {
  const wrong = sentence(draft, totals.wrongMinutes(draft.minutes));
  /** @param {string} minutes */
  const set = (minutes) => change((now) => ({ ...now, minutes }), "minutes");
  return html`
    <fieldset>
      <legend>${t("totals.duration")}</legend>
      <div class="option-row">
        ${DURATIONS.map(
          (n) => html`
            <button
              type="button"
              key=${n}
              aria-pressed=${draft.minutes === String(n)}
              onClick=${() => set(draft.minutes === String(n) ? "" : String(n))}
            >
              ${t("totals.minutes", { n })}
            </button>
          `,
        )}
        <input
          id="minutes"
          class="num minutes"
          inputmode="numeric"
          autocomplete="off"
          maxlength="5"
          aria-label=${t("totals.duration")}
          aria-invalid=${wrong ? "true" : undefined}
          aria-describedby="minutes-note"
          value=${draft.minutes}
          onInput=${entered((text) => set(text.trim()))}
        />
      </div>
      <p class="small error" id="minutes-note" role="status">${wrong ?? ""}</p>
    </fieldset>
  `;
}

/**
 * What few need, behind one tap: teams, how long it took, a comment, that it was only played.
 * @param {{ draft: Draft, change: Change }} props
 */
function More({ draft, change }) {
  const pad = totals.isPad(draft);
  const [open, setOpen] = useState(Boolean(draft.minutes || draft.note || draft.teams.some(Boolean)));
  return html`
    <details class="more-totals" open=${open} onToggle=${toggled(setOpen)}>
      <summary>${t(pad ? "totals.more" : "totals.moreGame")}</summary>
      ${
        pad &&
        draft.variant !== "together" &&
        draft.seats.length > 1 &&
        html`<${Teams} draft=${draft} change=${change} />`
      }
      <${Duration} draft=${draft} change=${change} />
      <div class="field">
        <label for="note">${t("totals.note")}</label>
        <textarea
          id="note"
          rows="2"
          maxlength="500"
          dir="auto"
          value=${draft.note}
          onInput=${entered((note) => change((now) => ({ ...now, note }), "note"))}
        ></textarea>
      </div>
      ${
        pad &&
        html`
          <p>
            <label>
              <input
                type="checkbox"
                name="played"
                checked=${draft.end === "played"}
                onChange=${() => change((now) => ({ ...now, end: now.end === "played" ? null : "played" }))}
              />
              ${t("totals.played")}
            </label>
          </p>
        `
      }
    </details>
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
    <${Choices}
      name="counts"
      legend=${t("totals.counts")}
      value=${draft.variant}
      options=${totals.VARIANTS.map((id) => ({ id, label: t(`totals.${id}`) }))}
      onPick=${pick}
    />
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

/** @param {Page.SheetProps<Draft>} props */
export default function Entry({ draft, change, undo, redo, canUndo, canRedo, Finish }) {
  const fields = fieldsOf(draft);
  const [chosen, setChosen] = useState(() => fields.find(({ text }) => text === "")?.key ?? fields[0]?.key ?? "");
  const at = Math.max(
    0,
    fields.findIndex(({ key }) => key === chosen),
  );
  const field = fields[at];
  const after = [...fields.slice(at + 1), ...fields.slice(0, at)];
  const next = after.find(({ text }) => text === "") ?? null;
  const kind = totals.asked(draft);
  /** @param {string} key */
  const press = (key) => {
    if (!field) return;
    if (key === "next") {
      if (next) setChosen(next.key);
      return;
    }
    const text = typed(field.text, key);
    change((now) => field.set(text, now), field.key);
    if (kind === "ranks" && next && key !== "erase" && complete(text, fields.length)) setChosen(next.key);
  };
  const goOn = () => {
    if (!next) return;
    setChosen(next.key);
    document.getElementById(`total-${next.key}`)?.focus();
  };
  const ranks = totals.ranks(draft);
  const { wrong, missing } = totals.state(draft);
  const range = totals.rangeOf(draft);
  const alone = fields.filter(({ seat }) => seat === null);
  const nobody = kind === null && draft.variant === "win" && draft.end !== "played" && !draft.wins.some(Boolean);
  return html`
    <div class="sheet-entry totals-entry">
      ${totals.isPad(draft) && html`<${Kind} draft=${draft} change=${change} />`}
      <div class="row spread">
        <h2>${t("titles.totals")}</h2>
        <${Undo} undo=${undo} redo=${redo} canUndo=${canUndo} canRedo=${canRedo} />
      </div>
      <ol class="bare totals-list">
        ${draft.seats.map((_, seat) => {
          const own = fields.find((one) => one.seat === seat);
          return html`
            <${Seat}
              key=${seat}
              draft=${draft}
              seat=${seat}
              field=${own}
              rank=${ranks.get(seat)}
              on=${own !== undefined && own === field}
              change=${change}
              onFocus=${() => own && setChosen(own.key)}
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
                onFocus=${() => setChosen(own.key)}
                onNext=${goOn}
              />
              <span class="note small error" id=${`total-${own.key}-note`} role="status">${own.wrong ?? ""}</span>
            </li>
          `,
        )}
      </ol>
      ${
        fields.length > 0 &&
        html`
          <${NumberPad}
            press=${press}
            next=${next?.name ?? null}
            plain=${!totals.isPad(draft) || kind === "ranks"}
            signs=${kind !== "ranks" && (!range || range[0] < 0)}
          />
        `
      }
      ${nobody && html`<p class="muted" role="status">${t("totals.nobody")}</p>`}
      <${Finish} wrong=${wrong && t(wrong)} missing=${missing > 0 && t("totals.missing", { n: missing })} />
      <${More} draft=${draft} change=${change} />
    </div>
  `;
}
