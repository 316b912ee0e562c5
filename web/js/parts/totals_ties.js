/*
 * Where totals are equal, a line asks who was ahead: a tap on a name, in order where there are several, and nothing at
 * all where it was a tie. What was said becomes the ranks of the record.
 */
import { html } from "../lib/html.js";
import { points, t } from "../lib/i18n.js";
import { Name, Names } from "../lib/parts.js";
import * as totals from "../lib/totals.js";

/** @typedef {Page.TotalsDraft} Draft */

/**
 * @param {Draft} draft
 * @param {number} seat
 */
const toggle = (draft, seat) => {
  const ahead = draft.ahead ?? [];
  return { ...draft, ahead: ahead.includes(seat) ? ahead.filter((one) => one !== seat) : [...ahead, seat] };
};

/** @param {{ draft: Draft, group: number[], change: Page.Change<Draft> }} props */
function Tie({ draft, group, change }) {
  const said = (draft.ahead ?? []).filter((seat) => group.includes(seat));
  const names = group.map((seat) => draft.seats[seat].name);
  const total = points((totals.hundredths(totals.totalOf(draft, group[0])) ?? 0) / 100);
  return html`
    <div class="who-ahead">
      <p role="status">
        <${Names} names=${names} />${" "}
        ${t("totals.tie", { total })} <strong>${t("totals.ahead")}</strong>
      </p>
      <div class="option-row" role="group" aria-label=${t("totals.ahead")}>
        ${group.map((seat, i) => {
          const place = said.indexOf(seat);
          return html`
            <button
              type="button"
              key=${seat}
              aria-pressed=${place >= 0}
              aria-label=${t("totals.aheadOf", { name: names[i] })}
              onClick=${() => change((now) => toggle(now, seat))}
            >
              ${place >= 0 && group.length > 2 && html`<span class="num">${place + 1}.</span>`} <${Name}>${names[i]}<//>
            </button>
          `;
        })}
        ${said.length === 0 && html`<span class="small muted">${t("totals.tieStays")}</span>`}
      </div>
    </div>
  `;
}

/** @param {{ draft: Draft, change: Page.Change<Draft> }} props */
export const Ties = ({ draft, change }) =>
  totals.ties(draft).map((group) => html`<${Tie} key=${group[0]} draft=${draft} group=${group} change=${change} />`);
