// Ecos' cards and dials, supplies, and everything on the table; the landscape is in ecos_land.js.
//
// Pure functions of the API's state (docs/ecos.md, "Position"). `book` is a catalogue (catalogue.js): names of cards,
// species and elements in the person's language.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/ecos.js";
import { wordsOf } from "../lib/lines.js";
import { NO_CATALOGUE } from "./catalogue.js";
import { effects } from "./effects.js";
import { DRAWN, ElementSign, TERRAINS, TerrainSign, landscape, thingName } from "./ecos_land.js";
import { Glyph } from "./glyphs.js";

addWords(words);

/**
 * @param {number} number
 * @param {Page.Book} [book]
 * @param {string} [known]
 */
export function cardName(number, book = NO_CATALOGUE, known = "") {
  const name = book.card(number) || known;
  return name && !/^card \d+$/.test(name) ? `${number} ${name}` : t("ecos.card", { n: String(number) });
}

/* ---- cards, dials, supplies ---- */

/**
 * The slots of a card, those that hold a cube first told as filled. Without known slots: the cubes that lie on it.
 * @param {Ecos.Held} holder
 * @param {Page.Book} [book]
 */
function slots(holder, book) {
  const wanted = Object.entries(holder.slots ?? holder.cubes).flatMap(([id, n]) =>
    [...Array(n).keys()].map((i) => ({ id, full: i < (holder.cubes[id] ?? 0) })),
  );
  return html`
    <span class="slots">
      ${wanted.map(
        ({ id, full }, i) => html`
          <span key=${i} class=${full ? "slot full" : "slot"}>
            <${ElementSign}
              id=${id}
              size=${18}
              book=${book}
              label=${t(full ? "ecos.slot.full" : "ecos.slot.free", { what: thingName(id, book) })}
            />
          </span>
        `,
      )}
    </span>
  `;
}

/**
 * What the card does, in words; "" where the catalogue does not know.
 * @param {number} number
 * @param {Page.Book} [book]
 */
export function deedOf(number, book) {
  const known = book?.cards.get(number)?.effects;
  return known
    ? effects(known, (id) => (["cube", "card"].includes(id) ? t(`ecos.gain.${id}`) : thingName(id, book)))
    : "";
}

/**
 * A card in front of a player. With onTap it is a button; with `deeds` it says what it does.
 * @param {Ecos.Held} held
 * @param {{ book?: Page.Book, onTap?: (card: number) => void, lit?: boolean, latest?: boolean, deeds?: boolean }}
 * [props]
 */
export function card(held, { book, onTap, lit, latest, deeds } = {}) {
  const deed = deedOf(held.card, book);
  const inside = html`
    <span class="name">${cardName(held.card, book, held.name)}</span>
    ${slots(held, book)}
    ${
      held.leaves &&
      html`
        <span class="leaves" title=${t("ecos.leaves", { n: held.leaves })}>
          <span class="unseen">${t("ecos.leaves", { n: held.leaves })}</span>
          <span aria-hidden="true">${"❧".repeat(held.leaves)}</span>
        </span>
      `
    }
    ${held.complete && html`<span class="done">${t("ecos.complete")}</span>`}
    ${deeds && deed && html`<span class="deed">${deed}</span>`}
  `;
  const kind = `ecos-card${held.complete ? " complete" : ""}${lit ? " lit" : ""}${latest ? " latest" : ""}`;
  return onTap
    ? html`
      <button type="button" key=${held.card} class=${kind} data-card=${held.card} onClick=${() => onTap(held.card)}>
        ${inside}
      </button>
    `
    : html`
      <div key=${held.card} class=${kind} data-card=${held.card} title=${deeds ? undefined : deed}>${inside}</div>
    `;
}

/** @param {{ turns: number }} props */
export function Dial({ turns }) {
  const label = t("ecos.dial", { n: turns });
  return html`
    <svg class="dial" viewBox="-12 -12 24 24" width="28" height="28" role="img" aria-label=${label}>
      <title>${label}</title>
      <circle class="rim" r="10.5" />
      ${[1, 2, 3].map(
        (n) => html`
          <path
            key=${n}
            class=${n <= turns ? "quarter on" : "quarter"}
            transform=${`rotate(${n * 90 - 90})`}
            d="M0 -2V-9A9 9 0 0 1 9 0H2A2 2 0 0 0 0 -2z"
          />
        `,
      )}
    </svg>
  `;
}

/**
 * One player's things: points, dial, free cubes, cards.
 * @param {{ player: Ecos.Player, who: Page.Who, turn?: Api.Seat[], book?: Page.Book, onCard?: (card: number) => void,
 *   litCards?: Set<number>, latestCard?: number | null, deeds?: boolean, open?: boolean }} props
 */
export function tableau({ player, who, turn = [], book, onCard, litCards, latestCard, deeds, open = true }) {
  const hand = [
    ...player.hand.map((n) => cardName(n, book)),
    ...(player.hidden > 0 ? [t("ecos.hidden", { n: player.hidden })] : []),
  ];
  return html`
    <details class="tableau" open=${open} data-seat=${player.seat} key=${player.seat}>
      <summary>
        <strong><bdi dir="auto">${who(String(player.seat))}</bdi></strong> <span class="total">${player.points}</span>
        <${Dial} turns=${player.dial} />
        <span class="free">
          <${Glyph} game="ecos" id="cube" size=${20} /> ${player.cubes}
          <span class="unseen"> ${t("ecos.cubes", { n: player.cubes })}</span>
        </span>
        ${turn.includes(player.seat) && html`<span class="turn">${t("ecos.turn")}</span>`}
      </summary>
      <div class="cards">${player.active.map((held) =>
        card(held, {
          book,
          deeds,
          onTap: onCard && litCards?.has(held.card) ? onCard : undefined,
          lit: litCards?.has(held.card),
          latest: latestCard === held.card,
        }),
      )}</div>
      ${hand.length > 0 && html`<p class="small muted hand-line">${t("ecos.hand", { cards: hand.join(", ") })}</p>`}
    </details>
  `;
}

/**
 * Round, drawn tokens, what is in the bag.
 * @param {{ state: Ecos.State, who: Page.Who, book?: Page.Book }} props
 */
export function draw({ state, who, book }) {
  return html`
    <div class="draw-line row">
      <strong>${t("ecos.round", { n: state.round })}</strong>
      <span class="muted small">
        ${t("ecos.harbinger", { who: who(String(state.harbinger)) })} · ${t("ecos.target", { n: state.target })}
      </span>
      ${
        state.tokens.length > 0 &&
        html`
          <span class="drawn row">
            ${t(
              "ecos.drawn",
            )} ${state.tokens.map((id, i) => html`<${ElementSign} key=${i} id=${id} size=${30} book=${book} />`)}
          </span>
        `
      }
      ${
        state.resolving &&
        html`<span class="small">${t("ecos.resolving", { card: cardName(state.resolving, book) })}</span>`
      }
    </div>
  `;
}

/** @param {{ state: Ecos.State, book?: Page.Book }} props */
export function supplies({ state, book }) {
  /** @param {Ecos.Counts} object */
  const line = (object) =>
    Object.entries(object).map(
      ([id, n]) => html`
        <li key=${id} class=${n === 0 ? "none" : ""}>
          ${
            DRAWN.has(id)
              ? html`<${Glyph} game="ecos" id=${id} size=${20} label=${thingName(id, book)} />`
              : html`<span>${thingName(id, book)}</span>`
          } ${n}
        </li>
      `,
    );
  return html`
    <details class="supplies">
      <summary>${t("ecos.supply")}</summary>
      <ul class="bare counts">
        ${line(state.supply)}
        <li>
          <${Glyph} game="ecos" id="cube" size=${20} label=${t("ecos.cubes", { n: state.cubes })} /> ${state.cubes}
        </li>
      </ul>
      <p class="small muted">${t("ecos.bag")}</p>
      <ul class="bare counts">${line(state.bag)}</ul>
      <p class="small muted">
        ${t("ecos.decks", { blue: state.decks.blue, brown: state.decks.brown })}
        ${
          state.decks.faceup.length > 0 &&
          html` · ${t("ecos.faceup")}: ${state.decks.faceup.map((n) => cardName(n, book)).join(", ")}`
        }
      </p>
      <p class="small muted">${t("ecos.verified", state.verified)}</p>
    </details>
  `;
}

/* ---- for the replay ---- */

/**
 * A line of the record, taken apart. Places are "q,r", cards numbers.
 * @param {string} line
 * @returns {Ecos.Move}
 */
export function read(line) {
  const {
    seat,
    text,
    words: [kind, ...rest],
  } = wordsOf(line);
  const places = rest.filter((word) => /^-?\d+,-?\d+$/.test(word));
  return { seat, kind, rest, places, text, line };
}

const CARD_VERBS = new Set(["charge", "resolve", "keep", "leave", "faceup", "play"]);
const THING_VERBS = new Set(["place", "take", "pick", "remove", "replace", "move"]);

/**
 * What a line is about, in words: a card, a thing and its place, an element.
 * @param {Ecos.Move} move
 * @param {Page.Book} [book]
 */
export function what(move, book) {
  const { kind, rest, places } = move;
  if (kind === "charge") {
    const from = rest.indexOf("from");
    return (
      `${cardName(Number(rest[0]), book)} (${thingName(rest[1], book)})` +
      (from > 0 ? t("ecos.say.from", { what: cardName(Number(rest[from + 1]), book) }) : "") +
      (rest.includes("eco") ? t("ecos.say.eco") : "")
    );
  }
  if (kind === "deck") return book?.deck(rest[1]) || rest[1];
  if (kind === "used") return t("ecos.times", { card: cardName(Number(rest[0]), book), n: rest[1] });
  if (CARD_VERBS.has(kind)) return cardName(Number(rest[0]), book);
  if (THING_VERBS.has(kind)) return t("ecos.at", { what: thingName(rest[0], book), at: places.join(" → ") });
  if (["deal", "top", "active"].includes(kind)) {
    return rest
      .slice(kind === "deal" ? 1 : 0)
      .map((n) => cardName(Number(n), book))
      .join(", ");
  }
  if (kind === "look") return t(`ecos.look.${rest[0]}`);
  if (kind === "gain") return ["cube", "card"].includes(rest[0]) ? t(`ecos.gain.${rest[0]}`) : thingName(rest[0], book);
  if (kind === "points" || kind === "total") return t("ecos.points", { n: rest[0] });
  if (kind === "token" || kind === "first") return thingName(rest[0], book);
  if (kind === "for" && rest[1] === "play") return t("ecos.gain.play");
  if (kind === "for") return what({ ...move, kind: rest[1], rest: rest.slice(2) }, book);
  return rest.join(" ");
}

/**
 * For whom a declared effect is that is not for who declares it.
 * @param {Ecos.Move} move
 * @param {Page.Who} who
 */
export const forWhom = ({ rest }, who) => (rest[0] === "all" ? t("ecos.everyone") : who(rest[0]));

/**
 * @param {string} line
 * @param {Page.Who} who
 * @param {Page.Book} [book]
 */
export function sentence(line, who, book) {
  const move = read(line);
  const subject = ["deck", "deal"].includes(move.kind) ? who(move.rest[0]) : who(move.seat);
  if (move.kind === "deck" && move.rest[1] === "draft") return t("ecos.say.draft", { who: subject });
  const id = `ecos.say.${move.kind}`;
  const whom = move.kind === "for" ? forWhom(move, who) : "";
  return id in words ? t(id, { who: subject, whom, what: what(move, book) }) : `${subject}: ${move.text}`;
}

/** @type {Record<string, string>} */
const SIGNS = {
  gain: "+ ▤",
  turn: "◔",
  wait: "…",
  done: "✓",
  discard: "✓",
  skip: "⤼",
  decline: "✗",
  withdraw: "↩",
  nothing: "∅",
  deck: "▤",
  deal: "▤",
  top: "▤",
  look: "▤",
  keep: "▤",
  leave: "▤",
  faceup: "▤",
  active: "▤",
};

/**
 * What a line is, small enough for the film strip.
 * @param {string} line
 */
export function frame(line) {
  const { kind, rest } = read(line);
  const thing =
    kind === "charge"
      ? rest[1]
      : kind === "token" || kind === "first" || THING_VERBS.has(kind) || kind === "gain"
        ? rest[0]
        : null;
  if (thing && DRAWN.has(thing) && !(thing === "water" && THING_VERBS.has(kind))) {
    return html`
      <span class=${`stamp ${kind === "token" ? "token" : ""} ecos-${thing}`}>
        <${Glyph} game="ecos" id=${thing} size=${kind === "charge" ? 22 : 30} />
      </span>
    `;
  }
  if (thing && TERRAINS.includes(thing)) return html`<${TerrainSign} id=${thing} />`;
  if (kind === "points" || kind === "total") return html`<span class="sign">+${rest[0]}</span>`;
  if (kind === "choose") return html`<span class="sign">? ${rest[0]}</span>`;
  if (kind === "resolve" || kind === "play" || kind === "used") {
    return html`<span class="sign">${kind === "play" ? "▶" : "★"} ${rest[0]}</span>`;
  }
  return html`<span class="sign" aria-hidden="true">${SIGNS[kind] ?? kind}</span>`;
}

/**
 * What the drawing leaves room for: the landscape of the end, so that it stays where it is; at the beginning, when that
 * would make it tiny, one tile more on each side.
 * @param {Ecos.Tile[]} tiles
 * @param {Ecos.Tile[]} end
 * @returns {{ q: number, r: number }[]}
 */
function room(tiles, end) {
  if (end.length <= 2.5 * tiles.length) return end;
  return tiles.flatMap(({ q, r }) => [
    { q: q + 1, r },
    { q: q - 1, r },
    { q, r: r + 1 },
    { q, r: r - 1 },
  ]);
}

/**
 * Everything on the table.
 * @param {Page.TableOf<Ecos.State>} props
 */
export function table({ state, who, last, final, turn, book }) {
  if (!state.tiles) {
    return html`
      <div class="ecos-sheet">${state.players.map(
        (p) => html`
          <section key=${p.seat}>
            <h2 class="seat-name">
              <bdi dir="auto">${who(String(p.seat))}</bdi> <span class="total">${p.points}</span>
            </h2>
            ${
              p.used.length > 0 &&
              html`
                <p class="small">
                  ${t("ecos.usedCards", {
                    cards: p.used.map((u) => t("ecos.times", { card: cardName(u.card, book), n: u.times })).join(", "),
                  })}
                </p>
              `
            }
          </section>
        `,
      )}</div>
    `;
  }
  const move = last ? read(last) : null;
  const latest = move ? move.places.slice(-1) : [];
  const latestCard = move && CARD_VERBS.has(move.kind) ? Number(move.rest[0]) : null;
  return html`<div class="ecos-table">
    <div>
      ${draw({ state, who, book })}
      ${landscape({ tiles: state.tiles, around: room(state.tiles, final?.tiles ?? []), latest, book })}
      ${supplies({ state, book })}
    </div>
    <div class="tableaux">${state.players.map((player) => tableau({ player, who, turn, book, latestCard }))}</div>
  </div>`;
}

/**
 * For each move the number of the draw that begins with it, or null.
 * @param {string[]} moves
 */
export function heads(moves) {
  let draws = 0;
  return moves.map((line) => (read(line).kind === "token" ? String(++draws) : null));
}

/**
 * For a printed sheet: the landscape, and what each card brought.
 * @param {Page.TableOf<Ecos.State>} props
 */
export function sheet({ state, who, book }) {
  return html`
    <div class="ecos-print">
      ${state.tiles && landscape({ tiles: state.tiles, book })}
      ${state.players.map(
        (p) => html`
          <p class="small" key=${p.seat}>
            <strong><bdi dir="auto">${who(String(p.seat))}</bdi></strong>
            : ${p.used.map((u) => `${cardName(u.card, book)} ${u.times} ×, ${u.points}`).join(" · ")}
          </p>
        `,
      )}
    </div>
  `;
}
