// Biotopes for the replay: everything on the table, a line as a small picture and in words. The landscape is in
// biotopes_land.js, a player's ecosystem in biotopes_eco.js.
import { html } from "../lib/html.js";
import { BIOTOPES, CATEGORIES, COLOURS, TYPES } from "../lib/biotopes.js";
import { list, t } from "../lib/i18n.js";
import { wordsOf } from "../lib/lines.js";
import { words } from "../words/biotopes.js";
import { Counts, cardName, ecosystem } from "./biotopes_eco.js";
import { Cube, Sign, TokenSign, landscape, tileSign, wordOf } from "./biotopes_land.js";

/* ---- lines ---- */

/**
 * A line of the record, taken apart. `places` are its hexes, "q,r".
 * @param {string} line
 * @returns {Biotopes.Move}
 */
export function read(line) {
  const {
    seat,
    text,
    words: [kind, ...rest],
  } = wordsOf(line);
  return { seat, kind, rest, places: rest.filter((word) => /^-?\d+,-?\d+$/.test(word)), text, line };
}

/**
 * "plant yellow meadow": as what, which colour, from which card; the type may be left out.
 * @param {string[]} rest
 */
export function readPay(rest) {
  const type = TYPES.includes(rest[0]) ? rest[0] : null;
  const [colour, card] = type ? rest.slice(1) : rest;
  return { type, colour, card };
}

/**
 * What a line says besides who, for the sentence of its kind.
 * @param {Biotopes.Move} move
 * @param {Page.Who} who
 * @param {Page.Book} [book]
 * @returns {[string, Record<string, string>]}
 */
function parts({ seat, kind, rest, places }, who, book) {
  /** @param {string[]} ids */
  const cards = (ids) => list(ids.map((id) => cardName(id, book)));
  /** @param {string | undefined} place */
  const where = (place) => (!place || place === "-" ? t("bio.board") : place);
  switch (kind) {
    case "conditions":
      return [kind, { what: list(rest.map(wordOf)) }];
    case "tile":
      return [seat === "*" ? kind : "tile-by", { what: rest[0], at: places[0] ?? "" }];
    case "token":
      return rest.length > 1 ? ["token-moves", { from: where(rest[0]), at: where(rest[1]) }] : [kind, { at: rest[0] }];
    case "biotope":
      return [kind, { what: cardName(`${rest[0]}-${rest[1]}`, book) }];
    case "deal":
      return [kind, { what: cards(rest.slice(1)) }];
    case "cubes":
      return [kind, { what: list(rest.slice(1).map(wordOf)) }];
    case "pay": {
      const { type, colour, card } = readPay(rest);
      const said = { colour: wordOf(colour), what: cardName(card, book) };
      return type ? [kind, { ...said, type: wordOf(type) }] : ["pay-plain", said];
    }
    case "migrate":
      return [kind, { from: places[0] ?? "", at: places[1] ?? "" }];
    case "draw":
      return rest[0] === "bag" ? ["draw-bag", {}] : [kind, { what: wordOf(rest[0]) }];
    case "shift":
      return [kind, { colour: wordOf(rest[0]), what: cardName(rest[1], book), to: cardName(rest[2], book) }];
    case "prey":
      return [kind, { whom: who(rest[0]), colour: wordOf(rest[1]), what: cardName(rest[2], book) }];
    case "gain":
      if (rest[0] === "card") return ["gain-card", { what: wordOf(rest[1]) }];
      if (rest[0] === "cube") return ["gain-cube", {}];
      return [
        "gain-colour",
        { colour: wordOf(rest[0]), what: rest[1] === "bag" ? wordOf("bag") : cardName(rest[1], book) },
      ];
    case "recycle":
      return [kind, { colour: wordOf(rest[0]), what: cardName(rest[1], book) }];
    case "again":
    case "waive":
      return [kind, { what: wordOf(rest[0]) }];
    case "bonus":
      return [kind, { what: cardName(rest[0], book), n: rest[1] }];
    case "row": {
      const held = rest.slice(1).map((word) => (/^\d+$/.test(word) ? word : cardName(word, book)));
      return [kind, { what: [wordOf(rest[0]), ...held].join(" ") }];
    }
    case "land":
      return [kind, { what: rest.map(wordOf).join(" ") }];
    case "total":
      return [kind, { n: rest[0].replace(",", "") }];
    default:
      return [kind, { what: cardName(rest[0] ?? "", book), at: places[0] ?? "" }];
  }
}

/**
 * @param {string} line
 * @param {Page.Who} who
 * @param {Page.Book} [book]
 * @returns {string}
 */
export function sentence(line, who, book) {
  const move = read(line);
  if (move.kind === "for") {
    const said = sentence(`${move.rest[0]}: ${move.rest.slice(1).join(" ")}`, who, book);
    return t("bio.say.for", { said, who: who(move.seat) });
  }
  const [kind, values] = parts(move, who, book);
  const subject = ["deal", "cubes"].includes(kind) ? who(move.rest[0]) : who(move.seat);
  const id = `bio.say.${kind}`;
  const said = id in words ? t(id, { who: subject, ...values }) : `${subject}: ${move.text}`;
  const paid = paidWith(move.text).map(({ colour, card }) =>
    t("bio.say.cube", { colour: wordOf(colour), what: cardName(card, book) }),
  );
  return paid.length > 0 ? t("bio.say.with", { said, what: list(paid) }) : said;
}

/**
 * What an action and its payment in one line pays with.
 * @param {string} text
 */
const paidWith = (text) =>
  (/ with (.*)$/.exec(text)?.[1].split(", ") ?? []).map((payment) => readPay(payment.split(" ")));

/** @type {Record<string, string>} */
const SIGNS = {
  reproduce: "×2",
  transfer: "⇉",
  evolve: "✦",
  pass: "⏸",
  skip: "⤼",
  done: "✓",
  draw: "▤",
  card: "▤",
  deal: "▤",
  discard: "▤−",
  use: "★",
  effect: "✎",
  gain: "+",
  again: "↻",
  waive: "−",
  land: "⬡",
  adapt: "▤+",
};
/** @type {Record<string, string>} */
const ON_HEX = { token: "", expand: "+", migrate: "→", compete: "⚔", retreat: "↩" };

/**
 * What a line is, small enough for the film strip.
 * @param {string} line
 */
export function frame(line) {
  const { seat, kind, rest, text } = read(line);
  if (kind === "conditions") return html`<${Sign} id=${rest[0]} size=${30} />`;
  if (kind === "tile") return tileSign({ face: rest[0], turns: Number(/^r(\d)$/.exec(rest[1])?.[1] ?? 0), size: 38 });
  if (kind === "biotope" || kind === "row") return html`<${Sign} id=${rest[0]} size=${30} />`;
  if (kind in ON_HEX && /^\d$/.test(seat)) {
    return html`
      <span class="bio-stamp"><${TokenSign} token=${Number(seat)} size=${26} /><b>${ON_HEX[kind]}</b></span>
    `;
  }
  const colour = rest.find((word) => COLOURS.includes(word));
  if (colour && ["pay", "shift", "prey", "recycle", "gain", "cubes"].includes(kind)) {
    const n = kind === "cubes" && rest.length > 2 ? rest.length - 1 : undefined;
    return html`<${Cube} colour=${colour} n=${n} />`;
  }
  if (kind === "put") {
    return BIOTOPES.includes(rest[0])
      ? html`<${Sign} id=${rest[0]} size=${28} />`
      : html`<span class="sign" aria-hidden="true">■</span>`;
  }
  if (kind === "bonus") return html`<span class="sign">+${rest[1]}</span>`;
  if (kind === "total" || CATEGORIES.includes(kind)) {
    return html`<span class="sign">${/\btotal (\S+)/.exec(text)?.[1] ?? rest[0]}</span>`;
  }
  return html`<span class="sign" aria-hidden="true">${SIGNS[kind] ?? kind.slice(0, 6)}</span>`;
}

const ACTIONS = ["adapt", "reproduce", "transfer", "evolve", "expand", "migrate", "compete", "use", "pass"];

/**
 * For each move the number of the action that begins with it, or null.
 * @param {string[]} moves
 */
export function heads(moves) {
  let turns = 0;
  return moves.map((line) => (ACTIONS.includes(read(line).kind) ? String(++turns) : null));
}

/* ---- the table ---- */

/**
 * What counts at the end.
 * @param {{ conditions: (string | null)[] }} props
 */
export const Conditions = ({ conditions }) => html`
  <ul class="bare bio-conditions" aria-label=${t("bio.conditions")}>
    ${conditions.map(
      (id, i) =>
        id &&
        html`
          <li key=${i}>
            <${Sign} id=${id} size=${24} />
            <span class="small">${t(`bio.condition.${i}`, { what: wordOf(id) })}</span>
          </li>
        `,
    )}
  </ul>
`;

/**
 * The cycle, who has the initiative, the conditions.
 * @param {{ state: Biotopes.State, who: Page.Who }} props
 */
export function head({ state, who }) {
  const begun = !["conditions", "tile", "token", "biotope", "deal"].includes(state.step);
  return html`
    <div class="bio-head">
      <p class="row">
        <strong>${begun ? t("bio.cycle", { n: state.cycle, of: state.cycles }) : t("bio.setup")}</strong>
        <span class="muted small">${begun && t("bio.initiative", { who: who(String(state.initiative)) })}</span>
      </p>
      ${state.conditions && html`<${Conditions} conditions=${state.conditions} />`}
    </div>
  `;
}

/**
 * The reserve and the decks.
 * @param {{ state: Biotopes.State }} props
 */
export function supplies({ state }) {
  if (!state.reserve) return null;
  return html`
    <details class="supplies">
      <summary>${t("bio.supplies")}</summary>
      <p class="small"><${Counts} cubes=${state.reserve} label=${t("bio.reserve")} /></p>
      <ul class="bare small">
        ${(state.decks ?? []).map(
          ({ deck, cards, discarded }) => html`
            <li key=${deck}>${t("bio.deck", { deck: wordOf(deck), n: cards, of: discarded.length })}</li>
          `,
        )}
      </ul>
    </details>
  `;
}

/**
 * The card that a line is about, if any.
 * @param {Biotopes.Move} move
 */
function latestCard({ kind, rest }) {
  if (["adapt", "use", "effect", "put", "bonus"].includes(kind)) return rest[0];
  if (kind === "pay") return readPay(rest).card;
  if (kind === "shift") return rest[2];
  return null;
}

/**
 * Everything on the table. Of a sheet there are rows and tokens, of totals what was stated.
 * @param {Page.TableOf<Biotopes.State>} props
 */
export function table({ state, who, last, final, turn, book }) {
  const move = last ? read(last) : null;
  const latest = move ? move.places.slice(-1) : [];
  const card = move ? latestCard(move) : null;
  if (!state.hexes) {
    const rows = state.seats.some((seat) => seat.rows);
    return html`
      <div class="bio-sheet-table">
        ${state.conditions && html`<${Conditions} conditions=${state.conditions} />`}
        ${
          rows
            ? state.seats.map((seat) => ecosystem({ seat, who, turn, book, latest: card }))
            : html`
              <ul class="bare">
                ${state.seats.map(
                  (seat) => html`
                    <li key=${seat.seat} class="row">
                      <${TokenSign} token=${seat.seat} />
                      <strong><bdi dir="auto">${who(String(seat.seat))}</bdi></strong>
                      <span class="total">${seat.total ?? "–"}</span>
                    </li>
                  `,
                )}
              </ul>
            `
        }
      </div>
    `;
  }
  return html`
    <div class="bio-table">
      <div>
        ${head({ state, who })}
        ${
          (state.hexes.length > 0 || (final?.hexes?.length ?? 0) > 0) &&
          landscape({ hexes: state.hexes, around: final?.hexes ?? [], latest, who })
        }
        ${supplies({ state })}
      </div>
      <div class="tableaux">
        ${state.seats.map((seat) => ecosystem({ seat, who, turn, book, latest: card }))}
      </div>
    </div>
  `;
}

/**
 * For a printed sheet: the landscape, and every row as words.
 * @param {Page.TableOf<Biotopes.State>} props
 */
export function sheet({ state, who, book }) {
  return html`
    <div class="bio-print">
      ${state.conditions && html`<${Conditions} conditions=${state.conditions} />`}
      ${state.hexes && state.hexes.length > 0 && landscape({ hexes: state.hexes, who })}
      ${state.seats.map(
        (seat) => html`
          <p class="small" key=${seat.seat}>
            <strong>${seat.seat}. <bdi dir="auto">${who(String(seat.seat))}</bdi></strong>
            ${(seat.rows ?? []).map(({ biotope, species }) => {
              const said = species.map((one) => {
                const n = one.count ?? COLOURS.reduce((sum, colour) => sum + (one.cubes[colour] ?? 0), 0);
                return `${cardName(one.card, book)} ${n}`;
              });
              return html`<br />${wordOf(biotope)}: ${said.join(", ") || "–"}`;
            })}
          </p>
        `,
      )}
    </div>
  `;
}
