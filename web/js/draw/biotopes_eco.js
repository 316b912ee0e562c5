// One player's ecosystem of Biotopes: four rows of species beside their biotope cards, cubes on all of them, bag, board
// and hand. Pure functions of the API's state; `book` is a catalogue (biotopes_book.js). With `taps` cubes and cards
// are buttons.
import { html } from "../lib/html.js";
import { BIOTOPES, COLOURS, DECKS, colourOf } from "../lib/biotopes.js";
import { list, t } from "../lib/i18n.js";
import { NO_BOOK } from "./biotopes_book.js";
import { Cube, Sign, TokenSign, cubesName, wordOf } from "./biotopes_land.js";

/**
 * What may be tapped: cubes by "card colour", cards and cards in hand by id. What is tapped in hand but is not lit says
 * why.
 * @typedef {{ cubes?: Map<string, (event: Event) => unknown>, cards?: Map<string, (event: Event) => unknown>,
 *   hand?: Map<string, (event: Event) => unknown>, other?: (card: string, event: Event) => unknown,
 *   chosen?: string | null }} Taps
 */

/**
 * What a card is called: a species, an advanced biotope, or a biotope.
 * @param {string} id
 * @param {Page.Book} [book]
 */
export const cardName = (id, book = NO_BOOK) => book.thing(id) || (BIOTOPES.includes(id) ? wordOf(id) : id);

/** @param {Page.Book | undefined} book */
export const asBook = (book) => (book && "species" in book ? /** @type {Biotopes.Book} */ (book) : NO_BOOK);

/**
 * Cubes by colour, each one drawn; many of a colour as a number.
 * @param {Biotopes.Counts} cubes
 */
export const cubeRow = (cubes) =>
  COLOURS.filter((colour) => cubes[colour] > 0).map((colour) =>
    cubes[colour] > 4
      ? html`<${Cube} key=${colour} colour=${colour} n=${cubes[colour]} />`
      : Array.from({ length: cubes[colour] }, (_, i) => html`<${Cube} key=${`${colour} ${i}`} colour=${colour} />`),
  );

/** @param {Biotopes.Counts} cubes */
export const cubesText = (cubes) =>
  COLOURS.filter((colour) => cubes[colour] > 0)
    .map((colour) => cubesName(colour, cubes[colour]))
    .join(", ");

/**
 * Counts of cubes with their numbers, in a line; nothing at all is said.
 * @param {{ cubes: Biotopes.Counts, label: string }} props
 */
export const Counts = ({ cubes, label }) => html`
  <span class="bio-counts">
    <span class="muted">${label}</span>
    <span class="unseen">${cubesText(cubes) || t("bio.empty")}</span>
    ${COLOURS.filter((colour) => cubes[colour] > 0).map(
      (colour) => html`<${Cube} key=${colour} colour=${colour} n=${cubes[colour]} />`,
    )}
    ${!COLOURS.some((colour) => cubes[colour] > 0) && html`<span aria-hidden="true">–</span>`}
  </span>
`;

/**
 * The cubes on a card; those that may be tapped are buttons, one a colour.
 * @param {string} card
 * @param {string} name
 * @param {Biotopes.Counts} cubes
 * @param {Taps} taps
 */
function cubesOn(card, name, cubes, { cubes: lit, chosen }) {
  const some = COLOURS.filter((colour) => cubes[colour] > 0);
  if (!lit || !some.some((colour) => lit.has(`${card} ${colour}`))) {
    return html`
      <span class="bio-on">
        ${cubeRow(cubes)}<span class="unseen">${cubesText(cubes) || t("bio.no-cubes")}</span>
      </span>
    `;
  }
  return html`
    <span class="bio-on">
      ${some.map((colour) => {
        const key = `${card} ${colour}`;
        const tap = lit.get(key);
        const drawn = cubeRow({ [colour]: cubes[colour] });
        return tap
          ? html`
            <button
              type="button"
              key=${colour}
              class="bio-pay"
              data-cube=${key}
              aria-pressed=${chosen === key ? "true" : undefined}
              onClick=${tap}
            >
              ${drawn}<span class="unseen">${`${name}, ${cubesName(colour, cubes[colour])}`}</span>
            </button>
          `
          : html`
            <span key=${colour} class="bio-on">
              ${drawn}<span class="unseen">${cubesName(colour, cubes[colour])}</span>
            </span>
          `;
      })}
    </span>
  `;
}

/**
 * A card, a button when it may be tapped.
 * @param {string} id
 * @param {string} kind
 * @param {Taps} taps
 * @param {Page.Shown} inside
 */
function cardBox(id, kind, taps, inside) {
  const tap = taps.cards?.get(id);
  return tap
    ? html`<button type="button" class=${`${kind} lit`} data-card=${id} onClick=${tap}>${inside}</button>`
    : html`<div class=${kind} data-card=${id}>${inside}</div>`;
}

/**
 * The diet of a species as glyphs.
 * @param {{ card: string, book: Biotopes.Book }} props
 */
export function Diet({ card, book }) {
  const diet = book.species.get(card)?.diet ?? [];
  if (diet.length === 0) return null;
  return html`
    <span class="bio-diet">
      <span class="unseen">${t("bio.diet", { what: list(diet.map(wordOf)) })}</span>
      ${diet.map((type, i) => html`<${Sign} key=${i} id=${type} size=${16} />`)}
    </span>
  `;
}

/**
 * A species in a row.
 * @param {Biotopes.Held} held
 * @param {{ seat: Biotopes.Seat, book: Biotopes.Book, taps: Taps, latest?: string | null }} props
 */
function species(held, { seat, book, taps, latest }) {
  const name = cardName(held.card, book);
  const type = held.type ?? book.species.get(held.card)?.type ?? "";
  const bonus = seat.bonus?.find((one) => one.card === held.card);
  const bare = held.count ?? COLOURS.reduce((sum, colour) => sum + (held.cubes?.[colour] ?? 0), 0);
  const inside = html`
    <span class="name"><${Sign} id=${type} size=${20} label=${wordOf(type)} /> ${name}</span>
    ${
      held.count === undefined
        ? cubesOn(held.card, name, held.cubes, taps)
        : html`
          <span class="bio-on">
            ${cubeRow({ [colourOf(book.species.get(held.card)?.biotope ?? "mountain")]: held.count })}
            <span class="unseen">${t("bio.cubes-n", { n: held.count })}</span>
          </span>
        `
    }
    ${
      bonus &&
      html`
        <span class="done">
          <span aria-hidden="true">${t("bio.bonus", { n: bonus.points })}</span>
          <span class="unseen">${t("bio.bonus-said", { n: bonus.points })}</span>
        </span>
      `
    }
  `;
  const kind = `bio-card${bare === 0 ? " bare-card" : ""}${latest === held.card ? " latest" : ""}`;
  return html`<li key=${held.card}>${cardBox(held.card, kind, taps, inside)}</li>`;
}

/**
 * One biotope: its card, then its species from the left.
 * @param {number} i
 * @param {{ seat: Biotopes.Seat, book: Biotopes.Book, taps: Taps, latest?: string | null }} props
 */
function row(i, { seat, book, taps, latest }) {
  const biotope = BIOTOPES[i];
  const home = seat.biotopes?.[i];
  const held = seat.rows[i]?.species ?? [];
  const cubes = { [colourOf(biotope)]: home?.cubes ?? 0 };
  const name = home?.card ? cardName(home.card, book) : wordOf(biotope);
  const inside = html`
    <span class="name"><${Sign} id=${biotope} size=${26} /> ${name}</span>
    ${home?.cubes !== undefined && cubesOn(biotope, name, cubes, taps)}
  `;
  return html`
    <li class="bio-row" key=${biotope} data-row=${biotope}>
      ${cardBox(biotope, `bio-home bio-${biotope}${latest === biotope ? " latest" : ""}`, taps, inside)}
      <ol class="bare bio-species" aria-label=${t("bio.row", { biotope: wordOf(biotope), n: held.length })}>
        ${held.map((one) => species(one, { seat, book, taps, latest }))}
        ${held.length === 0 && html`<li class="muted small none">${t("bio.no-species")}</li>`}
      </ol>
    </li>
  `;
}

/**
 * The cards in hand: by name where they are known, else how many of each deck.
 * @param {{ seat: Biotopes.Seat, book: Biotopes.Book, taps: Taps }} props
 */
export function hand({ seat, book, taps }) {
  if (!seat.hand) return null;
  const counts = DECKS.filter((deck) => seat.hand[deck] > 0)
    .map((deck) => t("bio.hand-of", { deck: wordOf(deck), n: seat.hand[deck] }))
    .join(", ");
  if (!seat.cards || seat.cards.length === 0) {
    return html`<span class="bio-counts"><span class="muted">${t("bio.hand")}</span> ${counts || "–"}</span>`;
  }
  return html`
    <div class="bio-hand">
      <span class="muted small">${t("bio.hand")}</span>
      <ul class="bare bio-species">
        ${seat.cards.map((card) => {
          const is = book.species.get(card);
          const inside = html`
            <span class="name">
              ${is && html`<${Sign} id=${is.biotope} size=${18} label=${wordOf(is.biotope)} />`}
              ${is && html`<${Sign} id=${is.type} size=${18} label=${wordOf(is.type)} />`} ${cardName(card, book)}
            </span>
            <${Diet} card=${card} book=${book} />
          `;
          const tap = taps.hand?.get(card);
          const other = taps.other;
          return html`
            <li key=${card}>
              ${
                tap || other
                  ? html`
                    <button
                      type="button"
                      class=${`bio-card${tap ? " lit" : ""}`}
                      data-hand=${card}
                      aria-disabled=${tap ? undefined : "true"}
                      onClick=${tap ?? ((/** @type {Event} */ event) => other?.(card, event))}
                    >
                      ${inside}
                    </button>
                  `
                  : html`<div class="bio-card" data-hand=${card}>${inside}</div>`
              }
            </li>
          `;
        })}
      </ul>
    </div>
  `;
}

/**
 * Everything of one player.
 * @param {{ seat: Biotopes.Seat, who: Page.Who, turn?: Api.Seat[], book?: Page.Book, taps?: Taps,
 *   latest?: string | null, total?: number | null, open?: boolean, handless?: boolean }} props
 */
export function ecosystem({ seat, who, turn = [], book, taps = {}, latest, total, open = true, handless = false }) {
  const facts = asBook(book);
  const used = seat.used ?? [];
  const waived = seat.waived ?? [];
  return html`
    <details class="tableau bio-eco" open=${open} data-seat=${seat.seat} key=${seat.seat}>
      <summary>
        <${TokenSign} token=${seat.seat} />
        <strong><bdi dir="auto">${who(String(seat.seat))}</bdi></strong>
        ${total !== null && total !== undefined && html`<span class="total">${total}</span>`}
        ${seat.passed && html`<span class="small muted">${t("bio.passed")}</span>`}
        ${turn.includes(seat.seat) && html`<span class="turn">${t("bio.turn")}</span>`}
      </summary>
      <ul class="bare bio-rows">${BIOTOPES.map((_, i) => row(i, { seat, book: facts, taps, latest }))}</ul>
      ${!handless && hand({ seat, book: facts, taps })}
      ${
        seat.bag &&
        html`
          <p class="small bio-line">
            <${Counts} cubes=${seat.bag} label=${t("bio.in-bag")} />
            <${Counts} cubes=${seat.board} label=${t("bio.on-board")} />
            <span class="muted">${t("bio.tokens-left", { n: seat.tokens })}</span>
            ${used.length > 0 && html`<span class="muted">${t("bio.used", { what: list(used.map(wordOf)) })}</span>`}
            ${waived.length > 0 && html`<span>${t("bio.waived", { what: list(waived.map(wordOf)) })}</span>`}
          </p>
        `
      }
      ${
        seat.land &&
        html`
          <p class="small bio-line">
            <span class="muted">${t("bio.tokens-on")}</span>
            ${BIOTOPES.map(
              (id) => html`
                <span key=${id}>
                  <${Sign} id=${id} size=${18} label=${wordOf(id)} /> <span class="num">${seat.land?.[id] ?? 0}</span>
                </span>
              `,
            )}
            <span>${t("bio.groups-n", { n: seat.land.groups })}</span>
          </p>
        `
      }
    </details>
  `;
}
