// What a table of Biotopes is asked: the conditions, the tiles of the landscape, cubes out of a bag, cards out of a
// deck. Every answer is a line of the record.
import { html, useEffect, useState } from "../lib/html.js";
import { ANIMALS, BIOTOPES, COLOURS, FACES, centres, layoutLeft, tileHexes } from "../lib/biotopes.js";
import { Combo, plain } from "../lib/combo.js";
import { t } from "../lib/i18n.js";
import { Cube, Sign, cubesName, landscape, tileSign, wordOf } from "../draw/biotopes_land.js";
import { cardName } from "../draw/biotopes_eco.js";
import { at, hexOf } from "../draw/hexes.js";

const SUGGESTIONS = 8;
const FEW = 6;
const TURNS = 6; // a tile has six sides

/**
 * Four tokens: two biotopes, two types of animals; each once.
 * @param {{ chosen: (string | null)[], onChoose: (chosen: (string | null)[]) => void }} props
 */
export const ConditionPicks = ({ chosen, onChoose }) => html`
  ${[0, 1, 2, 3].map((i) => {
    const label = t(`bio.ask.condition.${i}`);
    const twin = chosen[i ^ 1]; // of the same kind
    return html`
      <div key=${i} class="bio-condition" role="group" aria-label=${label}>
        <p class="small">${label}</p>
        <div class="row choices">
          ${(i < 2 ? BIOTOPES : ANIMALS).map(
            (id) => html`
              <button
                type="button"
                key=${id}
                data-condition=${`${i} ${id}`}
                aria-pressed=${chosen[i] === id ? "true" : "false"}
                disabled=${twin === id}
                onClick=${() => onChoose(chosen.map((old, k) => (k === i ? (old === id ? null : id) : old)))}
              >
                <${Sign} id=${id} size=${28} /> ${wordOf(id)}
              </button>
            `,
          )}
        </div>
      </div>
    `;
  })}
`;

/** @param {{ play: Page.Play }} props */
export function AskConditions({ play }) {
  const [chosen, setChosen] = useState(/** @type {(string | null)[]} */ ([null, null, null, null]));
  const whole = chosen.every(Boolean);
  return html`
    <p class="question"><strong>${t("bio.ask.conditions")}</strong></p>
    <${ConditionPicks} chosen=${chosen} onChoose=${setChosen} />
    <p>
      <button
        type="button"
        class="primary"
        data-act="conditions"
        disabled=${!whole}
        onClick=${() => play(`*: conditions ${chosen.join(" ")}`)}
      >
        ${t("bio.ask.so")}
      </button>
    </p>
  `;
}

/**
 * The tile that is laid next: its face, its rotation, and where; in a landscape by chance the booklet's places come by
 * themselves.
 * @param {{ state: Biotopes.State, seat: string, who: Page.Who, play: Page.Play }} props
 */
export function AskTile({ state, seat, who, play }) {
  const hexes = state.hexes ?? [];
  const tiles = state.tiles ?? [];
  const layout = seat === "*" ? layoutLeft(state.seats.length, tiles) : [];
  const free = centres(hexes).map(([q, r]) => at(q, r));
  const next = layout.map(([q, r]) => at(q, r)).find((place) => hexes.length === 0 || free.includes(place));
  const [face, setFace] = useState(/** @type {string | null} */ (null));
  const [turns, setTurns] = useState(0);
  const [picked, setPicked] = useState(/** @type {string | null} */ (null));
  const [anywhere, setAnywhere] = useState(false);
  const chooses = !next || anywhere;
  const place = picked ?? next ?? (hexes.length === 0 ? "0,0" : null);
  const taken = new Set(tiles.map(({ tile }) => tile.slice(1)));
  const turn = () => setTurns((n) => (n + 1) % TURNS);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
      if (event.key.toLowerCase() === "r" && !typing) turn();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const [q, r] = hexOf(place ?? "0,0");
  const ghost = face && place ? tileHexes(face, turns, q, r) : [];
  const line = face && place ? `${seat}: tile ${face}${turns > 0 ? ` r${turns}` : ""} ${place}` : null;
  const outline = layout.flatMap(([a, b]) => tileHexes(FACES[0], 0, a, b));
  return html`
    <p class="question">
      <strong>
        ${t(seat === "*" ? "bio.ask.tile" : "bio.ask.tile-of", { who: who(seat), n: tiles.length + 1, at: place })}
      </strong>
    </p>
    ${chooses && hexes.length > 0 && html`<p class="small muted">${t("bio.ask.where")}</p>`}
    ${landscape({
      hexes,
      outline,
      ghost,
      who,
      lit: chooses && hexes.length > 0 ? free : [],
      chosen: picked,
      onTap: setPicked,
      name: (spot) => t("bio.ask.centre", { at: spot }),
    })}
    <p class="row acts">
      <button type="button" data-act="turn" disabled=${!face} onClick=${turn}>↻ ${t("bio.ask.turn")}</button>
      <button type="button" class="primary" data-act="lay" disabled=${!line} onClick=${() => line && play(line)}>
        ${t("bio.ask.lay")}
      </button>
      ${
        next &&
        hexes.length > 0 &&
        html`
          <button
            type="button"
            data-act="elsewhere"
            aria-pressed=${anywhere ? "true" : "false"}
            onClick=${() => {
              setAnywhere(!anywhere);
              setPicked(null);
            }}
          >
            ${t("bio.ask.elsewhere")}
          </button>
        `
      }
    </p>
    <div class="bio-faces choices" role="group" aria-label=${t("bio.ask.face")}>
      ${FACES.filter((one) => !taken.has(one.slice(1))).map(
        (one) => html`
          <button
            type="button"
            key=${one}
            class="tile-button"
            data-face=${one}
            aria-pressed=${face === one ? "true" : "false"}
            onClick=${() => setFace(one)}
          >
            ${tileSign({ face: one, turns: face === one ? turns : 0, size: 52 })}
            <span class="small">${one}</span>
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * Cubes that came out of a bag: a counter for each colour.
 * @param {{ moves: Biotopes.Move[], state: Biotopes.State, who: Page.Who, play: Page.Play }} props
 */
export function AskCubes({ moves, state, who, play }) {
  const [seat] = moves[0].rest;
  const wanted = moves[0].rest.length - 1;
  const bag = state.seats[Number(seat) - 1]?.bag ?? {};
  const whole = COLOURS.map((colour) => bag[colour] ?? 0);
  const [counts, setCounts] = useState(() => (moves.length === 1 ? whole : COLOURS.map(() => 0)));
  const sum = counts.reduce((all, n) => all + n, 0);
  const said = COLOURS.flatMap((colour, i) => Array(counts[i]).fill(colour));
  const line = moves.find(({ rest }) => rest.slice(1).join(" ") === said.join(" "))?.line;
  if (wanted === 1) {
    return html`
      <p class="question"><strong>${t("bio.ask.cube", { who: who(seat) })}</strong></p>
      <p class="row choices">
        ${moves.map(
          (move) => html`
            <button type="button" key=${move.line} data-colour=${move.rest[1]} onClick=${() => play(move.line)}>
              <${Cube} colour=${move.rest[1]} /> ${wordOf(move.rest[1])}
            </button>
          `,
        )}
      </p>
    `;
  }
  /**
   * @param {number} i
   * @param {number} step
   */
  const change = (i, step) => setCounts(counts.map((n, k) => (k === i ? n + step : n)));
  return html`
    <p class="question"><strong>${t("bio.ask.cubes", { who: who(seat), n: wanted })}</strong></p>
    <ul class="bare bio-steps">
      ${COLOURS.map(
        (colour, i) =>
          whole[i] > 0 &&
          html`
            <li key=${colour} data-colour=${colour}>
              <span class="row"><${Cube} colour=${colour} /> ${wordOf(colour)}</span>
              <span class="steps">
                <button
                  type="button"
                  data-step="less"
                  aria-label=${t("bio.less", { what: wordOf(colour) })}
                  disabled=${counts[i] === 0}
                  onClick=${() => change(i, -1)}
                >
                  −
                </button>
                <output class="num" aria-label=${cubesName(colour, counts[i])}>${counts[i]}</output>
                <button
                  type="button"
                  data-step="more"
                  aria-label=${t("bio.more", { what: wordOf(colour) })}
                  disabled=${counts[i] >= whole[i] || sum >= wanted}
                  onClick=${() => change(i, 1)}
                >
                  +
                </button>
              </span>
            </li>
          `,
      )}
    </ul>
    <p class="row">
      <button type="button" class="primary" data-act="cubes" disabled=${!line} onClick=${() => line && play(line)}>
        ${t("bio.ask.so")}
      </button>
      <span class="small muted" role="status">${t("bio.ask.count", { n: sum, of: wanted })}</span>
    </p>
  `;
}

/**
 * Cards whose name, in the person's language or as the record has it, holds what was typed.
 * @param {string[]} cards
 * @param {string} text
 * @param {Page.Book} book
 */
export function fitting(cards, text, book) {
  const wanted = plain(text);
  if (wanted === "") return [];
  return cards
    .filter((card) => plain(cardName(card, book)).includes(wanted) || card.replaceAll("-", " ").includes(wanted))
    .slice(0, SUGGESTIONS);
}

/**
 * One card out of many, by a field that finds; a few are buttons.
 * @param {{ id: string, label: string, moves: Biotopes.Move[], book: Page.Book, play: Page.Play }} props
 */
export function AskCard({ id, label, moves, book, play }) {
  /** @param {Biotopes.Move} move */
  const cardOf = ({ kind, rest }) => (kind === "deal" ? rest[1] : rest[0]);
  if (moves.length <= FEW) {
    return html`
      <div class="row choices" role="group" aria-label=${label}>
        <span class="small">${label}</span>
        ${moves.map(
          (move) => html`
            <button type="button" key=${move.line} data-line=${move.line} onClick=${() => play(move.line)}>
              ${cardName(cardOf(move), book)}
            </button>
          `,
        )}
      </div>
    `;
  }
  /** @param {string} text */
  const find = (text) =>
    fitting(moves.map(cardOf), text, book).map((card) => ({ key: card, label: cardName(card, book) }));
  /** @param {{ key: string }} option */
  const pick = ({ key }) => {
    const move = moves.find((one) => cardOf(one) === key);
    if (move) play(move.line);
  };
  return html`<${Combo} id=${id} label=${label} hint=${t("bio.ask.hint")} find=${find} onPick=${pick} />`;
}
