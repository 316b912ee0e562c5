// Ecos' boards: the landscape of hexagons, what stands on it, dials, cards with their cubes, supplies.
//
// Pure functions of the API's state (docs/ecos.md, "Position"). Hexagons stand on a corner; q runs to the right, r
// down and to the right, so the neighbours are those of docs/ecos.md. `book` is a catalogue (catalogue.js): names of
// cards, species and elements in the person's language.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/ecos.js";
import { NO_CATALOGUE } from "./catalogue.js";
import { effects } from "./effects.js";
import { Glyph, glyphAt } from "./glyphs.js";

addWords(words);

const SIDE = 1;
const WIDE = Math.sqrt(3) * SIDE;
export const ELEMENTS = ["sun", "water", "grass", "plant", "stone", "animal", "egg", "wild"];
const DRAWN = new Set([
  ...ELEMENTS,
  ...[
    "rhinoceros",
    "fish",
    "gorilla",
    "leopard",
    "lion",
    "elephant",
    "antelope",
    "zebra",
    "camel",
    "crocodile",
    "flamingo",
    "vulture",
    "turtle",
  ],
  ...["mountain", "forest", "cube"],
]);

/** What a terrain, a piece, a species or an element is called. */
export function thingName(id, book = NO_CATALOGUE) {
  return book.thing(id) || (`ecos.${id}` in words ? t(`ecos.${id}`) : id);
}

export function cardName(number, book = NO_CATALOGUE, known = "") {
  const name = book.card(number) || known;
  return name && !/^card \d+$/.test(name) ? `${number} ${name}` : t("ecos.card", { n: String(number) });
}

/* ---- the landscape ---- */

const middle = (q, r) => [WIDE * (q + r / 2), 1.5 * SIDE * r];
const corners = (x, y, size = SIDE) =>
  [...Array(6).keys()]
    .map((i) => {
      const angle = (Math.PI / 3) * i - Math.PI / 6;
      return `${(x + size * Math.cos(angle)).toFixed(3)},${(y + size * Math.sin(angle)).toFixed(3)}`;
    })
    .join(" ");

/** Where `count` pieces stand on a tile, around its middle. */
function spread(count) {
  if (count <= 1) return [[0, 0]];
  if (count === 2) {
    return [
      [-0.36, 0],
      [0.36, 0],
    ];
  }
  if (count === 3) {
    return [
      [-0.38, -0.28],
      [0.38, -0.28],
      [0, 0.36],
    ];
  }
  if (count === 4) {
    return [
      [-0.36, -0.34],
      [0.36, -0.34],
      [-0.36, 0.34],
      [0.36, 0.34],
    ];
  }
  return [...Array(count).keys()].map((i) => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    return [0.5 * Math.cos(angle), 0.5 * Math.sin(angle)];
  });
}

function pieces(tile) {
  return [
    ...(tile.mountain ? [{ id: "mountain", n: 1 }] : []),
    ...(tile.forests > 0 ? [{ id: "forest", n: tile.forests }] : []),
    ...Object.entries(tile.animals).map(([id, n]) => ({ id, n })),
  ];
}

export function tileName(tile, book) {
  return [
    thingName(tile.terrain, book),
    ...pieces(tile).map(({ id, n }) => (n > 1 ? `${n} ${thingName(id, book)}` : thingName(id, book))),
  ].join(", ");
}

const PATTERNS = {
  desert: "M-.5 -.1h.01M-.2 .25h.01M.3 -.3h.01M.5 .15h.01M.1 .55h.01M-.15 -.5h.01",
  grassland:
    "M-.5 .05l.06 -.16l.06 .16M.35 -.35l.06 -.16l.06 .16M.05 .55l.06 -.16l.06 .16" +
    "M-.2 -.5l.06 -.16l.06 .16M.5 .25l.06 -.16l.06 .16",
  water: "M-.6 -.2q.1 -.1 .2 0t.2 0M.2 -.45q.1 -.1 .2 0t.2 0M.15 .3q.1 -.1 .2 0t.2 0M-.45 .45q.1 -.1 .2 0t.2 0",
};

function hex(tile, { latest, chosen, book }) {
  const [x, y] = middle(tile.q, tile.r);
  const on = pieces(tile);
  const spots = spread(on.length);
  const size = on.length <= 1 ? 1.05 : on.length === 2 ? 0.72 : on.length <= 4 ? 0.6 : 0.5;
  return html`
    <g
      class=${`hex ecos-${tile.terrain}-tile${latest ? " latest" : ""}${chosen ? " chosen" : ""}`}
      key=${`${tile.q},${tile.r}`}
    >
      <title>${tileName(tile, book)}</title>
      <polygon points=${corners(x, y, SIDE * 0.97)} />
      <path class="pattern" d=${PATTERNS[tile.terrain]} transform=${`translate(${x.toFixed(3)} ${y.toFixed(3)})`} />
      <text class="letters" x=${x} y=${y + 0.9} text-anchor="middle">${t(`ecos.tag.${tile.terrain}`)}</text>
      ${on.map(({ id, n }, i) => {
        const [dx, dy] = spots[i];
        return html`
          <g key=${id}>
            ${
              DRAWN.has(id)
                ? glyphAt({ game: "ecos", id, x: x + dx, y: y + dy, size })
                : html`
                  <text class="unknown" x=${x + dx} y=${y + dy + 0.1} text-anchor="middle">
                    ${thingName(id, book).slice(0, 3)}
                  </text>
                `
            }
            ${
              n > 1 &&
              html`<text class="count" x=${x + dx + size / 2} y=${y + dy + size / 2} text-anchor="middle">${n}</text>`
            }
          </g>
        `;
      })}
    </g>
  `;
}

/** The tiles around a landscape that share an edge with it, and its own: where something could go. */
const key = (q, r) => `${q},${r}`;
const read2 = (at) => at.split(",").map(Number);

/**
 * The landscape.
 *
 *   tiles    of the API's state
 *   around   more tiles that must fit into the drawing, so that it stays
 *   latest   ["q,r"] what has just changed
 *   lit      ["q,r"] what may be tapped
 *   chosen   "q,r"
 *   onTap    called with "q,r"
 *   name     names a lit place for a screen reader
 */
export function landscape({ tiles, around = [], latest = [], lit = [], chosen, onTap, name, book }) {
  const points = [...tiles, ...around, ...lit.map(read2).map(([q, r]) => ({ q, r }))].map(({ q, r }) => middle(q, r));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs) - WIDE / 2 - 0.05;
  const top = Math.min(...ys) - SIDE - 0.05;
  const width = Math.max(...xs) + WIDE / 2 + 0.05 - left;
  const height = Math.max(...ys) + SIDE + 0.05 - top;
  const tap = (at) => (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onTap(at);
  };
  return html`
    <div class="landscape-place">
      <svg
        class="landscape"
        viewBox=${`${left} ${top} ${width} ${height}`}
        style=${{ "--least": `${Math.round(width * (onTap ? 27 : 0))}px`, "--most": `${Math.round(width * 46)}px` }}
        role=${onTap ? "group" : "img"}
        aria-label=${t("ecos.landscape", { n: tiles.length })}
      >
        ${tiles.map((tile) =>
          hex(tile, { latest: latest.includes(key(tile.q, tile.r)), chosen: chosen === key(tile.q, tile.r), book }),
        )}
        ${lit.map((at) => {
          const [q, r] = read2(at);
          const [x, y] = middle(q, r);
          return html`
            <polygon
              class=${`spot${chosen === at ? " chosen" : ""}`}
              key=${`lit ${at}`}
              data-at=${at}
              points=${corners(x, y, SIDE * 0.9)}
              role="button"
              tabindex="0"
              aria-label=${name ? name(at) : at}
              onClick=${tap(at)}
              onKeyDown=${tap(at)}
            />
          `;
        })}
      </svg>
    </div>
  `;
}

/* ---- cards, dials, supplies ---- */

export const ElementSign = ({ id, size = 22, book, label }) =>
  DRAWN.has(id)
    ? html`
      <span class=${`element ecos-${id}`}>
        <${Glyph} game="ecos" id=${id} size=${size} label=${label ?? thingName(id, book)} />
      </span>
    `
    : html`<span class="element">${thingName(id, book)}</span>`;

const TERRAINS = ["desert", "grassland", "water"];

/** A terrain as a small hexagon. */
export const TerrainSign = ({ id, size = 30 }) => html`
  <svg class="terrain" viewBox="-1 -1 2 2" width=${size} height=${size} aria-hidden="true">
    <g class=${`hex ecos-${id}-tile`}>
      <polygon points=${corners(0, 0, 0.95)} />
      <path class="pattern" d=${PATTERNS[id]} />
    </g>
  </svg>
`;

/** What is placed, moved or removed: a terrain, a piece or an animal, beside its name. */
export const ThingSign = ({ id, size = 24, book }) =>
  TERRAINS.includes(id)
    ? html`<${TerrainSign} id=${id} size=${size} />`
    : DRAWN.has(id)
      ? html`<${ElementSign} id=${id} size=${size} book=${book} label="" />`
      : null;

/** The slots of a card, those that hold a cube first told as filled. Without known slots: the cubes that lie on it. */
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

/** What the card does, in words; "" where the catalogue does not know. */
export function deedOf(number, book) {
  const known = book?.cards.get(number)?.effects;
  return known
    ? effects(known, (id) => (["cube", "card"].includes(id) ? t(`ecos.gain.${id}`) : thingName(id, book)))
    : "";
}

/** A card in front of a player. With onTap it is a button; with `deeds` it says what it does. */
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

/** One player's things: points, dial, free cubes, cards. */
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

/** Round, drawn tokens, what is in the bag. */
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

export function supplies({ state, book }) {
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

/** A line of the record, taken apart. Places are "q,r", cards numbers. */
export function read(line) {
  const [, seat, text] = /^(\S+): (.*)$/.exec(line);
  const [kind, ...rest] = text.split(" ");
  const places = rest.filter((word) => /^-?\d+,-?\d+$/.test(word));
  return { seat, kind, rest, places, text, line };
}

const CARD_VERBS = new Set(["charge", "resolve", "keep", "leave", "faceup", "play"]);
const THING_VERBS = new Set(["place", "take", "pick", "remove", "replace", "move"]);

/** What a line is about, in words: a card, a thing and its place, an element. */
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
  return rest.join(" ");
}

export function sentence(line, who, book) {
  const move = read(line);
  const subject = ["deck", "deal"].includes(move.kind) ? who(move.rest[0]) : who(move.seat);
  if (move.kind === "deck" && move.rest[1] === "draft") return t("ecos.say.draft", { who: subject });
  const id = `ecos.say.${move.kind}`;
  return id in words ? t(id, { who: subject, what: what(move, book) }) : `${subject}: ${move.text}`;
}

const SIGNS = {
  gain: "+ ▤",
  turn: "◔",
  wait: "…",
  done: "✓",
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

/** What a line is, small enough for the film strip. */
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
  if (TERRAINS.includes(thing)) return html`<${TerrainSign} id=${thing} />`;
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

/** Everything on the table. */
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
  const move = last && read(last);
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

/** For each move the number of the draw that begins with it, or null. */
export function heads(moves) {
  let draws = 0;
  return moves.map((line) => (read(line).kind === "token" ? String(++draws) : null));
}

/** For a printed sheet: the landscape, and what each card brought. */
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
