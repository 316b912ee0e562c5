// A live game of Biotopes on its drawing: hexes, cubes and cards are tapped where they lie, the rest are buttons. What
// is legal, the daemon says: whatever is lit is a legal line, and a tap on something else says why it is not.
import { html, useMemo, useState } from "../lib/html.js";
import { COLOURS } from "../lib/biotopes.js";
import { whyAct, whyHex } from "../lib/biotopes_why.js";
import { addWords, t } from "../lib/i18n.js";
import { usePop } from "../lib/pop.js";
import { words } from "../words/biotopes.js";
import { head, read, readPay, supplies } from "../draw/biotopes.js";
import { asBook, cardName, ecosystem, hand } from "../draw/biotopes_eco.js";
import { Cube, Sign, hexName, landscape, wordOf } from "../draw/biotopes_land.js";
import { LiveBoard } from "../draw/live_board.js";
import { AskCard, AskConditions, AskCubes, AskTile } from "../parts/biotopes_asks.js";
import { Cascade, Declare, OpenEffect } from "../parts/biotopes_declare.js";
import { questionOf, tapsOf } from "../parts/biotopes_taps.js";

addWords(words);

/** @typedef {Biotopes.Move} Move */
/**
 * What is being chosen in the position after `ply` moves: a token that migrates, a cube ("card colour").
 * @typedef {{ ply: number, from: string | null, cube: string | null }} Chosen
 */

const ON_HEX = ["token", "expand", "compete", "migrate", "retreat"];
const ONCE = ["reproduce", "transfer", "evolve"];
const BUTTONS = ["biotope", "use", "draw", "skip", "done", "pass"];
/** Steps in which the cards are what is tapped. */
const OF_CARDS = ["pay", "put", "shift", "prey", "discard"];

/**
 * @template T
 * @param {T[]} all
 */
const unique = (all) => [...new Set(all)];

/**
 * Whose moves are shown.
 * @param {{ seats: string[], chosen: string | null, who: Page.Who, onChoose: (seat: string) => void }} props
 */
function Seats({ seats, chosen, who, onChoose }) {
  if (seats.length < 2) return null;
  return html`
    <div class="row choices" role="group" aria-label=${t("live.bio.seat")}>
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
 * The action that is under way, and what it still costs.
 * @param {{ action: Biotopes.Action, book: Page.Book, asksCost: boolean }} props
 */
function UnderWay({ action, book, asksCost }) {
  const cost = asksCost ? (action.cost ?? []) : [];
  const colour = asksCost && action.colour && COLOURS.includes(action.colour) ? action.colour : null;
  const what = [wordOf(action.action), ...(action.card ? [cardName(action.card, book)] : [])].join(", ");
  return html`
    <p class="small row under-way">
      <span>${t("bio.action", { what })}</span>
      ${
        cost.length > 0 &&
        html`
          <span class="row">
            ${t("bio.left-to-pay")}
            ${cost.map((type, i) => html`<${Sign} key=${i} id=${type} size=${22} label=${wordOf(type)} />`)}
          </span>
        `
      }
      ${
        colour &&
        html`<span class="row"><${Cube} colour=${colour} /> ${t("bio.only-colour", { colour: wordOf(colour) })}</span>`
      }
    </p>
  `;
}

/**
 * Lines that the buttons stand for.
 * @param {{ moves: Move[], player: Biotopes.Seat | undefined, book: Page.Book, play: Page.Play, say: Page.Say }} props
 */
function Acts({ moves, player, book, play, say }) {
  const turn = moves.some(({ kind }) => kind === "pass");
  /** @param {Move} move */
  const label = ({ kind, rest }) => {
    if (kind === "biotope") return cardName(`${rest[0]}-${rest[1]}`, book);
    return t(`live.bio.act.${kind}`, { what: kind === "draw" ? wordOf(rest[0]) : cardName(rest[0] ?? "", book) });
  };
  return html`
    <div class="row choices acts">
      ${
        turn &&
        player &&
        ONCE.map((action) => {
          const move = moves.find(({ kind }) => kind === action);
          return html`
            <button
              type="button"
              key=${action}
              data-act=${action}
              aria-disabled=${move ? undefined : "true"}
              onClick=${(/** @type {Event} */ event) => {
                if (move) play(move.line);
                else say(event, reason(whyAct(player, action)));
              }}
            >
              ${t(`live.bio.act.${action}`)}
            </button>
          `;
        })
      }
      ${moves
        .filter(({ kind }) => BUTTONS.includes(kind))
        .map(
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
              ${move.kind === "biotope" && html`<${Sign} id=${move.rest[0]} size=${24} />`} ${label(move)}
            </button>
          `,
        )}
    </div>
  `;
}

/**
 * @param {import("../lib/biotopes_why.js").Reason} why
 * @param {Page.Who} [who]
 */
const reason = ({ key, biotope, colour, what, who: seat }, who = (one) => one) =>
  t(`bio.why.${key}`, {
    who: who(seat ?? ""),
    biotope: wordOf(biotope ?? ""),
    colour: wordOf(colour ?? ""),
    what: wordOf(what ?? ""),
  });

/**
 * The ways in which the chosen cube pays.
 * @param {{ ways: Move[], play: Page.Play, onCancel: () => void }} props
 */
const Ways = ({ ways, play, onCancel }) => html`
  <div class="row choices ways" role="group" aria-label=${t("live.bio.as", { type: "…" })}>
    ${ways.map((move) => {
      const { type } = readPay(move.rest);
      return html`
        <button type="button" key=${move.line} data-line=${move.line} onClick=${() => play(move.line)}>
          <${Sign} id=${type ?? ""} size=${24} /> ${t("live.bio.as", { type: wordOf(type ?? "") })}
        </button>
      `;
    })}
    <button type="button" class="plain" onClick=${onCancel}>${t("live.bio.cancel")}</button>
  </div>
`;

/**
 * What the table says.
 * @param {{ moves: Move[], state: Biotopes.State, ply: number, who: Page.Who, book: Page.Book, play: Page.Play }} props
 */
function Table({ moves, state, ply, who, book, play }) {
  const [{ kind, rest }] = moves;
  if (kind === "conditions") return html`<${AskConditions} play=${play} />`;
  if (kind === "cubes") return html`<${AskCubes} key=${ply} moves=${moves} state=${state} who=${who} play=${play} />`;
  const label = t(`bio.ask.${kind}`, { who: who(kind === "deal" ? rest[0] : String(state.action?.seat ?? "")) });
  return html`
    <p class="question"><strong>${label}</strong></p>
    <${AskCard} key=${ply} id=${`ask-${kind}`} label=${label} moves=${moves} book=${book} play=${play} />
  `;
}

/** @param {Page.BoardProps<Biotopes.State>} props */
function Board({ board, legal, who, book, play }) {
  const { state, ply } = board;
  const moves = useMemo(() => (legal ? legal.lines.map(read) : []), [legal]);
  const [wanted, setWanted] = useState(/** @type {string | null} */ (null));
  const [at, setAt] = useState(/** @type {Chosen} */ ({ ply: -1, from: null, cube: null }));
  const [say, pop] = usePop();
  const now = at.ply === ply ? at : { ply, from: null, cube: null };
  const effects = moves.filter(({ kind }) => kind === "effect");
  const acts = moves.filter(({ kind }) => kind !== "effect");
  const seats = unique(acts.map(({ seat }) => seat));
  const seat = seats.find((one) => one === wanted) ?? seats[0] ?? null;
  const own = acts.filter((move) => move.seat === seat);
  const kinds = new Set(own.map(({ kind }) => kind));
  const hexes = state.hexes ?? [];
  const player = state.seats.find((one) => String(one.seat) === seat);
  if (!state.hexes) return null;
  if (kinds.has("tile") && seat) {
    return html`
      <div class="live-board live-biotopes" data-ply=${ply}>
        ${head({ state, who })}<${AskTile} key=${ply} state=${state} seat=${seat} who=${who} play=${play} />
      </div>
    `;
  }
  const declared = state.step === "declared";
  const onHex = declared ? [] : own.filter(({ kind }) => ON_HEX.includes(kind));
  const froms = onHex.filter(({ kind }) => kind === "migrate");
  const lit = now.from
    ? froms.filter(({ places }) => places[0] === now.from).map(({ places }) => places[1])
    : unique(onHex.map(({ places }) => places[0]));
  /** @param {string} place */
  const tapHex = (place) => {
    if (place === now.from) return setAt({ ...now, from: null });
    const move = now.from
      ? froms.find(({ places }) => places[0] === now.from && places[1] === place)
      : onHex.find(({ places }) => places[0] === place);
    if (move && (move.kind !== "migrate" || now.from)) return play(move.line);
    return setAt({ ...now, from: place });
  };
  /**
   * @param {string} place
   * @param {Event} event
   */
  const whyNot = (place, event) => {
    const hex = hexes.find(({ q, r }) => `${q},${r}` === place);
    if (now.from) return say(event, t("bio.why.not-here"));
    return hex && player && say(event, reason(whyHex(state, player.seat, hex, kinds), who));
  };
  /** @param {string} place */
  const spotName = (place) => {
    const hex = hexes.find(({ q, r }) => `${q},${r}` === place);
    const move = now.from ? froms[0] : onHex.find(({ places }) => places[0] === place);
    const what = move && ["expand", "migrate", "compete"].includes(move.kind) ? `${wordOf(move.kind)}: ` : "";
    return `${what}${hex ? hexName(hex, who) : place}`;
  };
  const ways = own.filter(({ kind, rest }) => {
    const { colour, card } = readPay(rest);
    return kind === "pay" && now.cube === `${card} ${colour}`;
  });
  const taps = tapsOf({
    own: declared ? [] : own,
    seat: seat ?? "",
    cube: now.cube,
    play,
    pick: (cube) => setAt({ ...now, cube }),
    other: (_, event) => say(event, t(kinds.has("pass") ? "bio.why.diet" : "bio.why.not-now")),
  });
  const asks = questionOf(kinds, state.step);
  const cardsFirst = !declared && (asks === "evolve" || OF_CARDS.some((kind) => kinds.has(kind)));
  const byName = own.filter(({ kind }) => kind === "adapt" || kind === "discard");
  // Where a card in hand may be tapped, the hand is up here.
  const handed = !declared && (byName.length > 0 || kinds.has("pass")) && Boolean(player?.cards);
  const question = now.from
    ? t("live.bio.to", { who: who(seat ?? "") })
    : t(`live.bio.${asks}`, { who: who(seat ?? ""), card: cardName(state.action?.card ?? "", book) });
  const ordered = [...state.seats].sort((a, b) => Number(b === player) - Number(a === player));
  return html`
    <div class="live-board live-biotopes" data-ply=${ply}>
      ${head({ state, who })}
      <${Seats} seats=${seats} chosen=${seat} who=${who} onChoose=${setWanted} />
      ${seat === "*" && html`<${Table} moves=${own} state=${state} ply=${ply} who=${who} book=${book} play=${play} />`}
      ${
        seat !== "*" &&
        own.length > 0 &&
        html`
          <p class="question"><strong>${question}</strong></p>
          ${asks === "turn" && !now.from && html`<p class="small muted">${t("live.bio.turn-hint")}</p>`}
          ${state.action && html`<${UnderWay} action=${state.action} book=${book} asksCost=${kinds.has("pay")} />`}
          ${
            now.cube && ways.length > 0
              ? html`<${Ways} ways=${ways} play=${play} onCancel=${() => setAt({ ...now, cube: null })} />`
              : (now.from || now.cube) &&
                html`
                  <p>
                    <button type="button" data-act="cancel" onClick=${() => setAt({ ...now, from: null, cube: null })}>
                      ${t("live.bio.cancel")}
                    </button>
                  </p>
                `
          }
          ${
            declared && html`<${Declare} key=${ply} moves=${own} state=${state} who=${who} book=${book} play=${play} />`
          }
          ${
            kinds.has("bonus") &&
            html`
              <${Cascade}
                key=${ply}
                moves=${own.filter(({ kind }) => kind === "bonus")}
                label=${t("bio.declare.card")}
                act="bonus"
                name=${(/** @type {string} */ word, /** @type {number} */ i) => (i === 0 ? cardName(word, book) : word)}
                play=${play}
              />
            `
          }
          ${
            !declared &&
            byName.length > 0 &&
            !player?.cards &&
            html`
              <${AskCard}
                key=${`card ${ply}`}
                id="ask-hand"
                label=${t(`bio.ask.${byName[0].kind}`)}
                moves=${byName}
                book=${book}
                play=${play}
              />
            `
          }
          ${handed && player && hand({ seat: player, book: asBook(book), taps: taps(player.seat) })}
          <${Acts} moves=${own} player=${player} book=${book} play=${play} say=${say} />
        `
      }
      <div class=${`bio-table${cardsFirst ? " cards-first" : ""}`}>
        <div>
          ${
            hexes.length > 0 &&
            landscape({
              hexes,
              who,
              lit,
              chosen: now.from,
              onTap: legal ? tapHex : undefined,
              onOther: legal && player ? whyNot : undefined,
              name: spotName,
            })
          }
          ${supplies({ state })}
        </div>
        <div class="tableaux">
          ${ordered.map((one) =>
            ecosystem({
              seat: one,
              who,
              book,
              turn: board.turn.length < state.seats.length ? board.turn : [],
              taps: taps(one.seat),
              handless: handed && one === player,
              open: one === player || kinds.has("prey") || !player,
            }),
          )}
        </div>
      </div>
      <${OpenEffect} key=${`effect ${ply}`} moves=${effects} who=${who} book=${book} play=${play} />
      ${pop}
    </div>
  `;
}

/** @param {Page.LiveProps} props */
export default function LiveBiotopes(props) {
  return html`<${LiveBoard} ...${props} Board=${Board} />`;
}
