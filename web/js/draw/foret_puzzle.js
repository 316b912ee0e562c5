// A puzzle of Forêt: the hand, of which a card is taken, and the own board, where it goes.
import { html, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/puzzle.js";
import { Face, cardName, grid, phrase } from "./foret.js";

addWords(words);

/** @param {string} choice "bee 1,0 swap 0,0 1,0" */
const partsOf = (choice) => {
  const [card, at = ""] = choice.split(" ");
  return { card, at };
};

/**
 * @param {Page.PuzzleOf} props
 */
export function Puzzle({ state, seat, hand, choices, asks, who, picked, onPick }) {
  const [card, setCard] = useState(/** @type {string | null} */ (null));
  const [cell, setCell] = useState(/** @type {string | null} */ (null));
  const own = /** @type {Foret.State} */ (state).seats.find((one) => one.seat === seat);
  const all = choices.map(partsOf);
  const known = hand ?? own?.hand ?? [];
  const cards = known.length > 0 ? known : [...new Set(all.map((one) => one.card))];
  const done = picked !== null;
  const taken = done ? all[picked].card : card;
  const here = all.filter((one) => one.card === taken);
  const cells = asks === "move" && taken && !done ? [...new Set(here.map(({ at }) => at))] : [];
  const lit = cells.map((at) => ({ x: Number(at.split(",")[0]), y: Number(at.split(",")[1]) }));
  /** @param {string} one */
  const take = (one) => {
    const first = all.findIndex((choice) => choice.card === one);
    setCell(null);
    if (asks === "take" && first >= 0) onPick(first);
    else setCard(one);
  };
  /**
   * @param {string} at
   */
  const put = (at) => {
    const fits = all.flatMap((one, i) => (one.card === taken && one.at === at ? [i] : []));
    if (fits.length === 1) onPick(fits[0]);
    else if (fits.length > 1) setCell(at);
  };
  const several = choices.flatMap((choice, i) => (cell && all[i].card === taken && all[i].at === cell ? [choice] : []));
  /** @type {Record<string, string>} */
  const marks =
    done && asks === "move" && all[picked].at ? { [all[picked].at]: "new" } : cell ? { [cell]: "chosen" } : {};
  return html`
    <h2>${t("puzzle.hand")}</h2>
    <ul class="puzzle-hand bare">
      ${cards.map(
        (one, i) => html`
          <li key=${i}>
            <button
              type="button"
              data-card=${one}
              aria-pressed=${one === taken}
              disabled=${done || all.every((choice) => choice.card !== one)}
              onClick=${() => take(one)}
            >
              <${Face} card=${one} size=${48} />
            </button>
          </li>
        `,
      )}
    </ul>
    <h2>${taken && cells.length > 0 ? t("puzzle.where", { card: cardName(taken) }) : t("puzzle.own", { who })}</h2>
    <div class="puzzle-board">
      ${grid({
        cells: own?.cells ?? [],
        lit: cells.length > 0 ? lit : (own?.open ?? []),
        marks,
        size: 52,
        caption: t("puzzle.own", { who }),
        onCell: cells.length > 0 ? (x, y) => put(`${x},${y}`) : undefined,
      })}
    </div>
    ${
      several.length > 0 &&
      !done &&
      html`
        <p>${t("puzzle.which")}</p>
        <p class="row">
          ${several.map(
            (choice) => html`
              <button key=${choice} type="button" onClick=${() => onPick(choices.indexOf(choice))}>
                ${phrase(`${seat}: ${choice}`)}
              </button>
            `,
          )}
        </p>
      `
    }
  `;
}
