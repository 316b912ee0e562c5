// A live game of Ecos on its drawing: tap the element that was drawn, then for each seat a lit card or the dial; what
// a card does is tapped on the lit tiles of the landscape, and asked for where the catalogue does not know it. What
// is legal, the daemon says: every button here is a legal line, so nothing illegal can be entered. Where there is no
// choice the rules have decided already, and that is told.
import { entered, html, useMemo, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/live.js";
import { LiveBoard } from "../draw/live_board.js";
import { branches } from "../draw/effects.js";
import { cardName, draw, forWhom, read, sentence, supplies, tableau, what } from "../draw/ecos.js";
import { ElementSign, ThingSign, landscape, thingName } from "../draw/ecos_land.js";

addWords(words);

/**
 * What is being chosen, in the position after `ply` moves.
 * @typedef {{ ply: number, verb: string | null, thing: string | null, from: string | null, card: number | null }}
 * Chosen
 */

const ON_LAND = ["place", "take", "pick", "move", "remove", "replace"];
const OF_CARD = ["charge", "resolve"];
/** Kinds with so many choices that they are picked from a list. */
const LISTED = ["points", "for", "active", "keep", "deal", "top", "deck", "leave", "play", "used", "total"];
/**
 * @template T
 * @param {T[]} list
 */
const unique = (list) => [...new Set(list)];

/**
 * Whose moves are shown: the one chosen, else the first who may.
 * @param {{ seats: string[], chosen: string | null, who: Page.Who, onChoose: (seat: string) => void }} props
 */
function Seats({ seats, chosen, who, onChoose }) {
  if (seats.length < 2) return null;
  return html`
    <div class="row choices" role="group" aria-label=${t("live.ecos.seat")}>
      ${seats.map(
        (seat) => html`
          <button
            type="button"
            key=${seat}
            data-choose=${seat}
            aria-pressed=${seat === chosen ? "true" : "false"}
            onClick=${() => onChoose(seat)}
          >
            <bdi dir="auto">${who(seat)}</bdi>
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * A list to pick from, for what has many values: points, card numbers, decks.
 * @param {{ kind: string, moves: Ecos.Move[], label?: string, said?: string, name: (move: Ecos.Move) => string,
 *   play: Page.Play }} props
 */
function Pick({ kind, moves, label, said, name, play }) {
  const [chosen, setChosen] = useState("");
  const line = moves.some((move) => move.line === chosen) ? chosen : moves[0].line;
  return html`
    <span class="row pick" data-kind=${kind}>
      <label>
        <span class="small">${label}</span> <select
          aria-label=${said}
          value=${line}
          onChange=${entered(setChosen)}
        >
          ${moves.map((move) => html`<option key=${move.line} value=${move.line}>${name(move)}</option>`)}
        </select>
      </label>
      <button type="button" data-once onClick=${() => play(line)}>
        ${t(kind === "points" ? "live.ecos.score" : kind === "for" ? "live.ecos.so" : "live.ecos.take-card")}
      </button>
    </span>
  `;
}

/**
 * One button a legal line: the dial, gains, looks, choices.
 * @param {{ moves: Ecos.Move[], book: Page.Book, card: number | null, play: Page.Play }} props
 */
function Acts({ moves, book, card, play }) {
  const texts = branches(card === null ? undefined : book.cards.get(card)?.effects, (id) => thingName(id, book));
  /** @param {Ecos.Move} move */
  const label = (move) => {
    const branch = move.kind === "choose" ? texts[Number(move.rest[0]) - 1] : undefined;
    return branch ? `${move.rest[0]}. ${branch}` : t(`live.ecos.act.${move.kind}`, { what: what(move, book) });
  };
  return moves.map(
    (move) => html`
      <button
        type="button"
        key=${move.line}
        data-act=${move.kind}
        data-once=${["done", "pass"].includes(move.kind) || undefined}
        data-line=${move.line}
        class=${move.kind === "done" ? "primary" : ""}
        onClick=${() => play(move.line)}
      >
        ${
          ["gain", "first"].includes(move.kind) &&
          !["cube", "card"].includes(move.rest[0]) &&
          html`<${ElementSign} id=${move.rest[0]} book=${book} size=${22} label="" />`
        } ${label(move)}
      </button>
    `,
  );
}

/**
 * What the table says: the token drawn, the decks that the seats start with.
 * @param {{ moves: Ecos.Move[], who: Page.Who, book: Page.Book, play: Page.Play }} props
 */
function Table({ moves, who, book, play }) {
  const tokens = moves.filter(({ kind }) => kind === "token");
  const decks = moves.filter(({ kind }) => kind === "deck");
  const rest = moves.filter(({ kind }) => kind !== "token" && kind !== "deck");
  /** @param {Ecos.Move} move */
  const deckName = (move) => (move.rest[1] === "draft" ? t("live.ecos.draft") : what(move, book));
  return html`
    ${
      tokens.length > 0 &&
      html`
        <p class="question"><strong>${t("live.ecos.token")}</strong></p>
        <div class="row choices elements">
          ${tokens.map(
            (move) => html`
              <button type="button" key=${move.line} data-element=${move.rest[0]} onClick=${() => play(move.line)}>
                <${ElementSign} id=${move.rest[0]} book=${book} size=${34} label="" />
                <span>${thingName(move.rest[0], book)}</span>
              </button>
            `,
          )}
        </div>
      `
    }
    ${unique(decks.map(({ rest: [seat] }) => seat)).map(
      (seat) => html`
        <p class="question" key=${seat}><strong>${t("live.ecos.deck", { who: who(seat) })}</strong></p>
        <${Pick}
          key=${`pick ${seat}`}
          kind="deck"
          said=${t("live.ecos.deck", { who: who(seat) })}
          moves=${decks.filter((move) => move.rest[0] === seat)}
          name=${deckName}
          play=${play}
        />
      `,
    )}
    ${unique(rest.map(({ kind }) => kind)).map(
      (kind) => html`
        <${Pick}
          key=${kind}
          kind=${kind}
          label=${t(`live.ecos.act.${kind}`, { what: "" })}
          moves=${rest.filter((move) => move.kind === kind)}
          name=${(/** @type {Ecos.Move} */ move) => what(move, book)}
          play=${play}
        />
      `,
    )}
  `;
}

/**
 * How a cube goes on the chosen card, when there is more than one way: which element, from where, complete or not.
 * @param {{ ways: Ecos.Move[], book: Page.Book, play: Page.Play, onCancel: () => void }} props
 */
function Ways({ ways, book, play, onCancel }) {
  /** @param {Ecos.Move} props */
  const label = ({ rest }) => {
    const element = thingName(rest[1], book);
    const from = rest.indexOf("from");
    if (from > 0) {
      return t("live.ecos.way.from", {
        element,
        card: cardName(Number(rest[from + 1]), book),
        what: thingName(rest[from + 2], book),
      });
    }
    return t(rest.includes("eco") ? "live.ecos.way.eco" : "live.ecos.way.plain", { element });
  };
  return html`
    <div class="ways" role="group" aria-label=${t("live.ecos.which")}>
      <p class="small">${cardName(Number(ways[0].rest[0]), book)}</p>
      <div class="row choices">
        ${ways.map(
          (move) => html`
            <button type="button" key=${move.line} data-line=${move.line} onClick=${() => play(move.line)}>
              <${ElementSign} id=${move.rest[1]} size=${22} book=${book} label="" /> ${label(move)}
            </button>
          `,
        )}
        <button type="button" class="plain" onClick=${onCancel}>${t("live.ecos.cancel")}</button>
      </div>
    </div>
  `;
}

/** @param {Page.BoardProps<Ecos.State>} props */
function Board({ board, legal, who, book, play }) {
  const state = board.state;
  const moves = useMemo(() => (legal ? legal.lines.map(read) : []), [legal]);
  const [wanted, setWanted] = useState(/** @type {string | null} */ (null));
  const [at, setAt] = useState(/** @type {Chosen} */ ({ ply: -1, verb: null, thing: null, from: null, card: null }));
  /** @type {Chosen} */
  const mine = at.ply === board.ply ? at : { ply: board.ply, verb: null, thing: null, from: null, card: null };
  /** @param {Partial<Chosen>} change */
  const set = (change) => setAt({ ...mine, ...change });

  const seats = unique(moves.map(({ seat }) => seat));
  const seat = seats.find((one) => one === wanted) ?? seats[0] ?? null;
  const own = moves.filter((move) => move.seat === seat);
  if (!state.tiles) return null;

  const onLand = own.filter(({ kind }) => ON_LAND.includes(kind));
  const verbs = unique(onLand.map(({ kind }) => kind));
  const verb = verbs.find((one) => one === mine.verb) ?? verbs[0];
  const things = unique(onLand.filter(({ kind }) => kind === verb).map(({ rest }) => rest[0]));
  const thing = things.find((one) => one === mine.thing) ?? things[0];
  const targets = onLand.filter((move) => move.kind === verb && move.rest[0] === thing);
  const froms = verb === "move" ? unique(targets.map(({ places }) => places[0])) : [];
  const from = froms.find((one) => one === mine.from) ?? (froms.length === 1 ? froms[0] : null);
  const lit =
    verb === "move"
      ? from
        ? targets.filter(({ places }) => places[0] === from).map(({ places }) => places[1])
        : froms
      : targets.map(({ places }) => places[0]);
  /** @param {string} place */
  const tapTile = (place) => {
    if (verb === "move" && !from) return set({ verb, thing, from: place });
    const move = targets.find(({ places }) =>
      verb === "move" ? places[0] === from && places[1] === place : places[0] === place,
    );
    return move && play(move.line);
  };

  const ofCard = own.filter(({ kind }) => OF_CARD.includes(kind));
  const litCards = new Set(ofCard.map(({ rest }) => Number(rest[0])));
  const ways = mine.card ? ofCard.filter(({ rest }) => Number(rest[0]) === mine.card) : [];
  /** @param {number} number */
  const tapCard = (number) => {
    const here = ofCard.filter(({ rest }) => Number(rest[0]) === number);
    if (here.length === 1) play(here[0].line);
    else set({ card: number });
  };

  // What a declared card gives to others is a list for each of them.
  const others = unique(own.filter(({ kind }) => kind === "for").map(({ rest }) => rest[0]));
  const listed = LISTED.flatMap((kind) =>
    (kind === "for" ? others : [null]).map((whom) => ({
      kind,
      whom,
      list: own.filter((move) => move.kind === kind && (whom === null || move.rest[0] === whom)),
    })),
  ).filter(({ kind, list }) => list.length > (kind === "points" || kind === "for" ? 0 : 6));
  const elements = own.filter(({ kind, rest }) => kind === "gain" && !["cube", "card"].includes(rest[0]));
  const gains = elements.length > 2 ? elements : [];
  const asButtons = own.filter(
    (move) =>
      !gains.includes(move) &&
      !ON_LAND.includes(move.kind) &&
      !OF_CARD.includes(move.kind) &&
      !listed.some(({ kind }) => kind === move.kind),
  );
  const declares = own.some(({ kind }) => kind === "done" || kind === "discard");
  const question = () => {
    if (own.length === 0 || seat === null || seat === "*") return null;
    if (declares) {
      const card = state.resolving ?? 0;
      return t("live.ecos.declare", { who: who(seat), card: `${card || ""} ${book.card(card)}`.trim() });
    }
    if (onLand.length > 0) {
      return verb === "move" && from ? t("live.ecos.from") : t("live.ecos.place", { who: who(seat) });
    }
    return t(state.phase === "choose" ? "live.ecos.choose" : "live.ecos.resolve", { who: who(seat) });
  };
  const asks = question();
  return html`
    <div class="live-board live-ecos">
      ${draw({ state, who, book })}
      ${
        state.forced &&
        state.forced.length > 0 &&
        html`
          <p class="small muted forced">
            ${t("live.ecos.forced", { what: state.forced.map((line) => sentence(line, who, book)).join(" · ") })}
          </p>
        `
      }
      <${Seats} seats=${seats} chosen=${seat} who=${who} onChoose=${setWanted} />
      ${asks && html`<p class="question"><strong>${asks}</strong></p>`}
      ${seat === "*" && html`<${Table} moves=${own} who=${who} book=${book} play=${play} />`}
      ${
        seat !== "*" &&
        html`
          ${
            verbs.length > 1 &&
            html`
              <div class="row choices" role="group" aria-label=${t("live.ecos.what")}>
                ${verbs.map(
                  (one) => html`
                    <button
                      type="button"
                      key=${one}
                      data-verb=${one}
                      aria-pressed=${one === verb ? "true" : "false"}
                      onClick=${() => set({ verb: one, thing: null, from: null })}
                    >
                      ${t(`live.ecos.verb.${one}`)}
                    </button>
                  `,
                )}
              </div>
            `
          }
          ${
            things.length > 0 &&
            (things.length > 1 || verbs.length > 1) &&
            html`
              <div class="choices compact" role="group" aria-label=${t("live.ecos.what")}>
                ${things.map(
                  (one) => html`
                    <button
                      type="button"
                      key=${one}
                      data-thing=${one}
                      aria-pressed=${one === thing ? "true" : "false"}
                      onClick=${() => set({ verb, thing: one, from: null })}
                    >
                      <${ThingSign} id=${one} book=${book} /> ${thingName(one, book)}
                    </button>
                  `,
                )}
              </div>
            `
          }
          ${
            things.length === 1 &&
            verbs.length === 1 &&
            html`
              <p class="small row">
                <${ThingSign}
                  id=${things[0]}
                  book=${book}
                  size=${28}
                /> ${t(`live.ecos.verb.${verb}`)} ${thingName(things[0], book)}
              </p>
            `
          }
          ${
            gains.length > 0 &&
            html`
              <div class="choices compact">
                ${gains.map(
                  (move) => html`
                    <button
                      type="button"
                      key=${move.line}
                      data-act="gain"
                      data-line=${move.line}
                      onClick=${() => play(move.line)}
                    >
                      <${ElementSign}
                        id=${move.rest[0]}
                        book=${book}
                        size=${22}
                        label=""
                      /> ${t("live.ecos.act.gain", { what: what(move, book) })}
                    </button>
                  `,
                )}
              </div>
            `
          }
          <div class="row choices">
            <${Acts} moves=${asButtons} book=${book} card=${state.resolving} play=${play} />
            ${listed.map(
              ({ kind, whom, list }) => html`
                <${Pick}
                  key=${`${kind} ${whom ?? ""}`}
                  kind=${kind}
                  label=${
                    kind === "points"
                      ? t("live.ecos.points")
                      : t(`live.ecos.act.${kind}`, { what: whom === null ? "" : forWhom(list[0], who) })
                  }
                  moves=${list}
                  name=${(/** @type {Ecos.Move} */ move) => (kind === "points" ? move.rest[0] : what(move, book))}
                  play=${play}
                />
              `,
            )}
          </div>
          ${
            ways.length > 1 &&
            html`<${Ways} ways=${ways} book=${book} play=${play} onCancel=${() => set({ card: null })} />`
          }
        `
      }
      <div class=${litCards.size > 0 && lit.length === 0 ? "ecos-table cards-first" : "ecos-table"}>
        <div>
          ${landscape({
            tiles: state.tiles,
            lit,
            chosen: from,
            onTap: lit.length > 0 ? tapTile : undefined,
            name: (place) =>
              `${verb ? t(`live.ecos.verb.${verb}`) : ""} ${thing ? thingName(thing, book) : ""} ${place}`,
            book,
          })}
          ${supplies({ state, book })}
        </div>
        <div class="tableaux">
          ${state.players.map((player) =>
            tableau({
              player,
              who,
              turn: board.turn,
              book,
              deeds: true,
              onCard: tapCard,
              litCards: String(player.seat) === seat ? litCards : undefined,
              open: String(player.seat) === seat || state.players.length < 3,
            }),
          )}
        </div>
      </div>
    </div>
  `;
}

/** @param {Page.LiveProps} props */
export default function LiveEcos(props) {
  return html`<${LiveBoard} ...${props} Board=${Board} />`;
}
