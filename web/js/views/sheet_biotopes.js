// A sheet of Biotopes: the conditions, and for each player the species of each biotope with their cubes, the tokens on
// the landscape, and points that cards have of their own. Points and ranks count along; what cannot be is said where it
// stands.
import { entered, html, useEffect, useMemo, useState } from "../lib/html.js";
import { addWords, number, t } from "../lib/i18n.js";
import {
  BIOTOPES,
  CATEGORIES,
  MILIEUS,
  MOST_BONUS,
  MOST_CUBES,
  MOST_TOKENS,
  colourOf,
  declares,
  faults,
  isInitiate,
  missing,
  score,
  sheetLines,
} from "../lib/biotopes.js";
import { Combo } from "../lib/combo.js";
import { SeatTabs } from "../lib/foret_parts.js";
import { usePop } from "../lib/pop.js";
import { ScoreTable } from "../lib/score_table.js";
import { Claims, Undo } from "../lib/sheet_parts.js";
import { words } from "../words/biotopes.js";
import { words as entry } from "../words/entry.js";
import { NO_BOOK, bookBy } from "../draw/biotopes_book.js";
import { cardName } from "../draw/biotopes_eco.js";
import { Sign, wordOf } from "../draw/biotopes_land.js";
import { ConditionPicks, fitting } from "../parts/biotopes_asks.js";

addWords(words);
addWords(entry);

export const lines = sheetLines;

/** @typedef {Page.BiotopesDraft} Draft */
/** @typedef {{ draft: Draft, seat: number, book: Biotopes.Book, set: (step: (player: Biotopes.Player) =>
 *   Biotopes.Player, field?: string) => void, say: Page.Say }} PartProps */

/**
 * The catalogue that the sheet is about; ids only until it is there, or without a network.
 * @param {Draft} draft
 */
function useBook(draft) {
  const [book, setBook] = useState(NO_BOOK);
  const hash = /sha256:([0-9a-f]{64})/.exec(draft.extras.catalogue ?? "")?.[1];
  useEffect(() => {
    if (hash) void bookBy(hash).then(setBook);
  }, [hash]);
  return book;
}

/**
 * A number with a button on either side. onChange(value, event); what goes beyond `most` is for it to refuse.
 * @param {{ name: string, value: number, most: number, least?: number,
 *   onChange: (value: number, event: Event) => void, id?: string }} props
 */
const Stepper = ({ name, value, most, least = 0, onChange, id }) => html`
  <span class="steps" data-steps=${id}>
    <button
      type="button"
      data-step="less"
      aria-label=${t("bio.less", { what: name })}
      disabled=${value <= least}
      onClick=${(/** @type {Event} */ event) => onChange(value - 1, event)}
    >
      −
    </button>
    <output class="num" aria-label=${name}>${number(value)}</output>
    <button
      type="button"
      data-step="more"
      aria-label=${t("bio.more", { what: name })}
      aria-disabled=${value >= most ? "true" : undefined}
      onClick=${(/** @type {Event} */ event) => onChange(value + 1, event)}
    >
      +
    </button>
  </span>
`;

/**
 * Cubes of a species: the fourth square is four; the last one again is one less.
 * @param {{ name: string, colour: string, cubes: number, onChange: (cubes: number) => void }} props
 */
const Cubes = ({ name, colour, cubes, onChange }) => html`
  <span class="bio-taps" role="group" aria-label=${t("bio.sheet.cubes", { name, n: cubes })}>
    ${Array.from({ length: MOST_CUBES }, (_, i) => i + 1).map(
      (n) => html`
        <button
          type="button"
          key=${n}
          data-n=${n}
          class=${n <= cubes ? `bio-cube bio-${colour}` : "bio-cube"}
          aria-pressed=${n <= cubes ? "true" : "false"}
          aria-label=${t("bio.sheet.cubes", { name, n })}
          onClick=${() => onChange(n === cubes ? n - 1 : n)}
        >
          ${n}
        </button>
      `,
    )}
  </span>
`;

/**
 * A row: its species, found by name, each with its cubes.
 * @param {PartProps & { i: number }} props
 */
function Row({ draft, seat, book, set, say, i }) {
  const biotope = BIOTOPES[i];
  const mine = draft.players[seat].rows[i];
  /** @param {string} card */
  const holder = (card) => draft.players.findIndex(({ rows }) => rows[i].some((one) => one.card === card));
  const all = [...book.species.values()].filter((one) => one.biotope === biotope).map(({ id }) => id);
  /** @param {string} text */
  const find = (text) =>
    fitting(all, text, book).map((card) => ({
      key: card,
      label: cardName(card, book),
      note:
        holder(card) >= 0
          ? t("sheet.heldBy", { name: draft.seats[holder(card)].name })
          : wordOf(book.species.get(card)?.deck ?? ""),
    }));
  /** @param {(row: Biotopes.Player["rows"][number]) => Biotopes.Player["rows"][number]} step */
  const change = (step) =>
    set((player) => ({ ...player, rows: player.rows.map((row, k) => (k === i ? step(row) : row)) }));
  /**
   * @param {{ key: string }} option
   * @param {Event} event
   */
  const pick = ({ key }, event) => {
    if (holder(key) >= 0) say(event, t("bio.why.card-elsewhere", { name: draft.seats[holder(key)].name }));
    else change((row) => [...row, { card: key, cubes: 1 }]);
  };
  return html`
    <section class="bio-part" data-row=${biotope} aria-labelledby="row-${biotope}">
      <h3 id="row-${biotope}" class="row"><${Sign} id=${biotope} size=${26} /> ${wordOf(biotope)}</h3>
      <${Combo}
        key=${seat}
        id="add-${biotope}"
        label=${t("bio.sheet.add")}
        hint=${t("bio.ask.hint")}
        find=${find}
        onPick=${pick}
      />
      <ul class="bare used-list">
        ${mine.map(({ card, cubes }) => {
          const name = cardName(card, book);
          const type = book.species.get(card)?.type ?? "";
          return html`
            <li key=${card} data-card=${card}>
              <span class="card-name"><${Sign} id=${type} size=${20} label=${wordOf(type)} /> ${name}</span>
              <span class="steps">
                <${Cubes}
                  name=${name}
                  colour=${colourOf(biotope)}
                  cubes=${cubes}
                  onChange=${(/** @type {number} */ n) =>
                    change((row) => row.map((one) => (one.card === card ? { card, cubes: n } : one)))}
                />
                <button
                  type="button"
                  class="plain"
                  data-once
                  aria-label=${t("sheet.removeCard", { name })}
                  onClick=${() => change((row) => row.filter((one) => one.card !== card))}
                >
                  ✕
                </button>
              </span>
            </li>
          `;
        })}
      </ul>
    </section>
  `;
}

/**
 * The four advanced biotopes.
 * @param {PartProps} props
 */
function Milieus({ draft, seat, book, set }) {
  const mine = draft.players[seat].milieus;
  return html`
    <section class="bio-part" aria-labelledby="milieus-title">
      <h3 id="milieus-title">${t("bio.sheet.milieus")}</h3>
      <div class="pair">
        ${BIOTOPES.map(
          (biotope, i) => html`
            <div class="field" key=${biotope}>
              <label for="milieu-${biotope}">${wordOf(biotope)}</label>
              <select
                id="milieu-${biotope}"
                value=${mine[i] ?? ""}
                onChange=${entered((id) =>
                  set((player) => ({
                    ...player,
                    milieus: player.milieus.map((old, k) => (k === i ? id || null : old)),
                  })),
                )}
              >
                <option value="">${t("bio.sheet.which")}</option>
                ${MILIEUS.map((id) => {
                  const held = draft.players.findIndex(({ milieus }, k) => k !== seat && milieus[i] === id);
                  const name = cardName(`${biotope}-${id}`, book);
                  return html`
                    <option key=${id} value=${id} disabled=${held >= 0}>
                      ${held >= 0 ? `${name} (${t("sheet.heldBy", { name: draft.seats[held].name })})` : name}
                    </option>
                  `;
                })}
              </select>
            </div>
          `,
        )}
      </div>
    </section>
  `;
}

/**
 * Tokens on the landscape, and in how many groups they lie.
 * @param {PartProps & { wrong: ReturnType<typeof faults> }} props
 */
function Land({ draft, seat, set, say, wrong }) {
  const { tokens, groups } = draft.players[seat];
  const sum = tokens.reduce((all, n) => all + n, 0);
  const fault = wrong.find((one) => one.seat === seat);
  /**
   * @param {number} i
   * @param {number} n
   * @param {Event} event
   */
  const change = (i, n, event) => {
    if (sum - tokens[i] + n > MOST_TOKENS) return say(event, t("bio.why.land-tokens", { n: MOST_TOKENS }));
    return set((player) => {
      const next = player.tokens.map((old, k) => (k === i ? n : old));
      const all = next.reduce((whole, one) => whole + one, 0);
      return { ...player, tokens: next, groups: Math.min(all, Math.max(player.groups, all > 0 ? 1 : 0)) };
    });
  };
  return html`
    <section class="bio-part" aria-labelledby="land-title">
      <h3 id="land-title">${t("bio.sheet.land")}</h3>
      <ul class="bare bio-steps">
        ${BIOTOPES.map(
          (id, i) => html`
            <li key=${id}>
              <span class="row"><${Sign} id=${id} size=${22} /> ${wordOf(id)}</span>
              <${Stepper}
                id=${id}
                name=${t("bio.sheet.tokens", { biotope: wordOf(id) })}
                value=${tokens[i]}
                most=${MOST_TOKENS - sum + tokens[i]}
                onChange=${(/** @type {number} */ n, /** @type {Event} */ event) => change(i, n, event)}
              />
            </li>
          `,
        )}
        <li>
          <span>${t("bio.sheet.groups")}</span>
          <${Stepper}
            id="groups"
            name=${t("bio.sheet.groups")}
            value=${groups}
            least=${sum > 0 ? 1 : 0}
            most=${sum}
            onChange=${(/** @type {number} */ n, /** @type {Event} */ event) =>
              n > sum ? say(event, t("bio.why.land-groups", { n: sum })) : set((player) => ({ ...player, groups: n }))}
          />
        </li>
      </ul>
      ${fault && html`<p class="error small" role="status">${t(`bio.why.${fault.rule}`, { n: fault.n })}</p>`}
    </section>
  `;
}

/**
 * Points that cards have of their own, as the players say them.
 * @param {PartProps} props
 */
function Bonus({ draft, seat, book, set, say }) {
  const { rows, bonus, milieus } = draft.players[seat];
  const cards = [
    ...rows.flat().flatMap(({ card, cubes }) => (cubes > 0 ? [card] : [])),
    ...(isInitiate(draft.variant) ? BIOTOPES.filter((_, i) => milieus[i]) : []),
  ];
  /** @param {string} card */
  const nameOf = (card) =>
    BIOTOPES.includes(card) ? cardName(`${card}-${milieus[BIOTOPES.indexOf(card)]}`, book) : cardName(card, book);
  const open = cards.filter((card) => !(card in bonus));
  return html`
    <section class="bio-part" aria-labelledby="bonus-title">
      <h3 id="bonus-title">${t("bio.sheet.bonus")}</h3>
      <p class="muted small">${t("bio.sheet.bonusText")}</p>
      ${
        open.length > 0 &&
        html`
          <div class="field narrow">
            <label for="bonus-card">${t("bio.sheet.bonusCard")}</label>
            <select
              id="bonus-card"
              value=""
              onChange=${entered(
                (card) => card && set((player) => ({ ...player, bonus: { ...player.bonus, [card]: 1 } })),
              )}
            >
              <option value="">${t("bio.sheet.which")}</option>
              ${open.map((card) => html`<option key=${card} value=${card}>${nameOf(card)}</option>`)}
            </select>
          </div>
        `
      }
      <ul class="bare used-list">
        ${Object.entries(bonus).map(
          ([card, n]) => html`
            <li key=${card} data-bonus=${card}>
              <span class="card-name">${nameOf(card)}</span>
              <span class="steps">
                <${Stepper}
                  name=${t("bio.sheet.bonusOf", { name: nameOf(card) })}
                  value=${n}
                  most=${MOST_BONUS}
                  onChange=${(/** @type {number} */ next, /** @type {Event} */ event) =>
                    next > MOST_BONUS
                      ? say(event, t("bio.why.bonus-range", { n: MOST_BONUS }))
                      : set((player) => ({ ...player, bonus: { ...player.bonus, [card]: next } }))}
                />
                <button
                  type="button"
                  class="plain"
                  data-once
                  aria-label=${t("sheet.removeCard", { name: nameOf(card) })}
                  onClick=${() =>
                    set((player) => ({
                      ...player,
                      bonus: Object.fromEntries(Object.entries(player.bonus).filter(([id]) => id !== card)),
                    }))}
                >
                  ✕
                </button>
              </span>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

/** @param {Draft} draft */
function lacks(draft) {
  const { conditions, milieus, players } = missing(draft);
  if (conditions > 0) return t("bio.sheet.missing-conditions", { n: conditions });
  /** @param {number} seat */
  const name = (seat) => draft.seats[seat].name;
  if (milieus.length > 0) return t("bio.sheet.missing-milieus", { name: name(milieus[0]) });
  return players.length > 0 && t("bio.sheet.missing-player", { name: name(players[0]) });
}

/** @param {Page.SheetProps<Draft>} props */
export default function Entry({ draft, change, move, rules, Finish, ...ways }) {
  const book = useBook(draft);
  const [seat, setSeat] = useState(0);
  const [say, pop] = usePop();
  const rows = useMemo(() => score(draft, book), [draft, book]);
  const wrong = useMemo(() => faults(draft), [draft]);
  useEffect(() => {
    if (book !== NO_BOOK && book.certain !== draft.certain) move((now) => ({ ...now, certain: book.certain }));
  }, [book]);
  /** @type {PartProps["set"]} */
  const set = (step, field) =>
    change((now) => ({ ...now, players: now.players.map((one, i) => (i === seat ? tidy(step(one)) : one)) }), field);
  const tabs = draft.seats.map(({ name }, i) => ({
    id: i,
    name,
    total: rows[i].total,
    note: t("bio.sheet.species", { n: draft.players[i].rows.flat().length }),
    done: false,
  }));
  const part = { draft, seat, book, set, say };
  const everybody = wrong.find((one) => one.seat < 0);
  const categories = rules?.categories ?? CATEGORIES.map((id) => ({ id, en: id, fr: id }));
  return html`
    <div class="sheet-layout">
      <div class="sheet-entry">
        <div class="row spread">
          <h2 id="conditions-title">${t("bio.conditions")}</h2>
          <${Undo} ...${ways} />
        </div>
        <${ConditionPicks}
          chosen=${draft.conditions}
          onChoose=${(/** @type {Biotopes.Conditions} */ conditions) => change((now) => ({ ...now, conditions }))}
        />
        <${SeatTabs} tabs=${tabs} chosen=${seat} onChoose=${setSeat} label=${t("sheet.seats")} />
        <div id="seat-panel" role="tabpanel" aria-labelledby="tab-${seat}">
          ${isInitiate(draft.variant) && html`<${Milieus} ...${part} />`}
          ${BIOTOPES.map((id, i) => html`<${Row} key=${id} ...${part} i=${i} />`)}
          <${Land} ...${part} wrong=${wrong} />
          ${declares(draft) && html`<${Bonus} ...${part} />`}
        </div>
      </div>
      <div class="sheet-scores bio-scores">
        <h2>${t("sheet.scores")}</h2>
        <${ScoreTable}
          rows=${rows.map((row, i) => ({ ...row, name: draft.seats[i].name }))}
          categories=${categories}
          caption=${t("sheet.scores")}
        />
        <${Claims} draft=${draft} scores=${rows} categories=${categories} onChange=${change} />
      </div>
    </div>
    <${Finish}
      wrong=${
        everybody
          ? t("bio.why.cubes-supply", { n: everybody.n })
          : wrong.length > 0 && t("sheet.wrong", { n: wrong.length })
      }
      missing=${lacks(draft)}
    />
    ${pop}
  `;
}

/**
 * A card that has no cubes left, or is gone, has no points.
 * @param {Biotopes.Player} player
 */
function tidy(player) {
  const there = new Set(player.rows.flat().flatMap(({ card, cubes }) => (cubes > 0 ? [card] : [])));
  const bonus = Object.entries(player.bonus).filter(([card]) => there.has(card) || BIOTOPES.includes(card));
  return { ...player, bonus: Object.fromEntries(bonus) };
}
