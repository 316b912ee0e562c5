// The decisions of a game: what was made, what was better, what that cost. The costliest first, or in their order; of
// everybody, or of one player. Order and player are in the address.
import { useChosen } from "../lib/chosen.js";
import { html } from "../lib/html.js";
import { addWords, percent, t } from "../lib/i18n.js";
import { costOf, isFault } from "../lib/reviews.js";
import { setQuery } from "../lib/router.js";
import { said } from "../draw/all.js";
import { words } from "../words/review.js";
import { axisOf, doubtOf } from "./figures.js";
import { Chip } from "./filters.js";
import { GradeMark, gradeName } from "./grade.js";
import { Interval, spoken } from "./interval.js";
import { Explained } from "./why.js";

addWords(words);

/** As many are shown before somebody asks for all. */
const AT_FIRST = 12;

/** @typedef {import("../draw/all.js").Drawn} Drawn */

/** @param {{ label: string, seat: number, text: string, drawn: Drawn }} props */
const Choice = ({ label, seat, text, drawn }) => html`
  <span class="choice">
    <span class="choice-label muted">${label}</span>
    <span class="choice-picture" aria-hidden="true">${drawn.boards.frame(`${seat}: ${text}`)}</span>
    <span class="choice-said"><span class="unseen">${" : "}</span>${said(drawn, seat, text)}</span>
  </span>
`;

/**
 * Where drafting and placing both cost something, each of them.
 * @param {Api.Decision} decision
 */
function partsOf({ drafting, placing }) {
  if (!drafting || !placing || Math.abs(drafting) < 0.005 || Math.abs(placing) < 0.005) return "";
  const parts = [
    t("review.cost.drafting", { loss: percent(drafting) }),
    t("review.cost.placing", { loss: percent(placing) }),
  ];
  return parts.join(", ");
}

/** @param {{ decision: Api.Decision, id: number, drawn: Drawn, axis: Page.Axis | null }} props */
function Decision({ decision, id, drawn, axis }) {
  const { ply, seat, made, best, best_placing: placed, grade } = decision;
  const cost = costOf(decision);
  const parts = partsOf(decision);
  return html`
    <li>
      <a class="decision" href=${`/games/${id}/replay?at=${ply + 1}`} data-ply=${ply} data-grade=${grade}>
        <${GradeMark} grade=${grade} />
        <span class="decision-head">
          <strong>${gradeName(decision)}</strong>${" "}
          <span class="muted">
            <bdi dir="auto">${drawn.who(String(seat))}</bdi> · ${t("review.move", { n: ply + 1 })}
          </span>
        </span>
        <span class="choices-made">
          <${Choice} label=${t("review.made")} seat=${seat} text=${made} drawn=${drawn} />
          ${
            best !== made &&
            html`
              <${Choice}
                label=${t(cost ? "review.better" : "review.maybe")}
                seat=${seat}
                text=${best}
                drawn=${drawn}
              />
            `
          }
          ${
            placed !== best &&
            placed !== made &&
            html`<${Choice} label=${t("review.same-card")} seat=${seat} text=${placed} drawn=${drawn} />`
          }
        </span>
        ${
          cost &&
          html`
            <span class="decision-cost">
              <span class="num">
                <strong>${t("review.cost", { loss: percent(cost.value) })}</strong>${" "}
                <span class="muted small">${doubtOf(cost, percent)}</span>
                <span class="unseen"> ${spoken(cost, percent)}</span>
              </span>
              <${Interval} figure=${cost} axis=${axis} par=${0} />
              ${parts && html`<span class="muted small">${parts}</span>`}
            </span>
          `
        }
      </a>
    </li>
  `;
}

/** @param {Api.Decision} decision */
const weight = ({ loss }) => loss ?? -1;

/**
 * @param {{ review: Api.Reviewed, info: Api.Game, query: URLSearchParams } & Drawn} props
 */
export function Decisions({ review, info, query, ...drawn }) {
  const [whole, setWhole] = useChosen("review whole", false);
  const order = query.get("order") === "game" ? "game" : "";
  const seat = query.get("seat") ?? "";
  const own = review.decisions.filter((one) => seat === "" || String(one.seat) === seat);
  const sorted = order === "game" ? own : [...own].sort((a, b) => weight(b) - weight(a) || a.ply - b.ply);
  // The costliest are what somebody looks for: what cost nothing that one can tell comes when all are asked for.
  const first = order === "game" ? sorted : sorted.filter(({ grade }) => isFault(grade));
  const shown = whole ? sorted : first.slice(0, AT_FIRST);
  const axis = axisOf([...review.decisions.map(costOf), { value: 0, low: null, high: null, n: Infinity }]);
  return html`
    <section class="decisions">
      <h2><${Explained} name=${t("review.decisions")} text=${t("review.decisions.why")} /></h2>
      <div class="chips no-print">
        <${Chip}
          name="order"
          label=${t("review.order")}
          value=${order}
          any=${t("review.order.cost")}
          choices=${[{ id: "game", text: t("review.order.game") }]}
          onChoose=${(/** @type {string} */ id) => setQuery({ order: id })}
        />
        <${Chip}
          name="seat"
          label=${t("review.player")}
          value=${seat}
          any=${t("review.everybody")}
          choices=${review.players.map((one) => ({ id: String(one.seat), text: drawn.who(String(one.seat)) }))}
          onChoose=${(/** @type {string} */ id) => setQuery({ seat: id })}
        />
      </div>
      ${shown.length === 0 && html`<p class="nothing">${t("review.clean")}</p>`}
      <ol class="decision-list bare">
        ${shown.map(
          (one) => html`<${Decision} key=${one.ply} decision=${one} id=${info.id} drawn=${drawn} axis=${axis} />`,
        )}
      </ol>
      ${
        shown.length < sorted.length &&
        html`
          <p class="no-print">
            <button type="button" onClick=${() => setWhole(true)}>${t("review.all", { n: sorted.length })}</button>
          </p>
        `
      }
    </section>
  `;
}
