// Tables for tonight: who is here, what is on the tables, a proposal who sits where, and from there into the games.
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { addWords, named, t, today } from "../lib/i18n.js";
import { Unreachable, call, useApi } from "../lib/api.js";
import { Combo, plain } from "../lib/combo.js";
import {
  MOST_PEOPLE,
  MOST_TABLES,
  evening,
  markOf,
  proposalOf,
  question,
  rememberSize,
  sizeOf,
  sized,
} from "../lib/evening.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { PAD, cameLately, titleId, useLately, useTitles } from "../lib/titles.js";
import { Seating, sizesText } from "../parts/seating.js";
import { suggest } from "../parts/who_plays.js";
import { words } from "../words/tables.js";

addWords(words);

/** Buttons for who came lately and for titles; the others are found by typing. */
const PEOPLE = 24;
const TITLES = 8;
const LETTERS = 2;
const SUGGESTIONS = 8;

/** @typedef {{ id: string, name: string }} Here */
/** @typedef {number | null} Size null: not said yet */

/**
 * Who came lately and who was typed, a button each; pressed: here.
 * @param {{ people: Api.Person[], lately: Api.Game[], here: Here[] }} props
 */
function WhoIsHere({ people, lately, here }) {
  const came = cameLately(lately, people)
    .slice(0, PEOPLE)
    .flatMap(({ id, name }) => (id ? [{ id, name }] : []));
  const typed = here.filter(({ id }) => !came.some((one) => one.id === id));
  const chosen = new Set(here.map(({ id }) => id));
  /** @param {Here} one */
  const tap = (one) => {
    const without = here.filter(({ id }) => id !== one.id);
    const full = here.length >= MOST_PEOPLE;
    if (chosen.has(one.id)) evening.change({ here: without });
    else if (!full) evening.change({ here: [...here, one] });
  };
  /** @param {string} text */
  const find = (text) => suggest(people, text, chosen).map(({ id, name }) => ({ id, name, key: id, label: name }));
  return html`
    <fieldset>
      <legend>
        ${t("tables.here")}${" "}
        <span class="muted small" role="status">${here.length > 0 ? t("tables.n-here", { n: here.length }) : ""}</span>
      </legend>
      <div class="option-row who">
        ${[...came, ...typed].map(
          (one) => html`
            <button type="button" key=${one.id} aria-pressed=${chosen.has(one.id)} onClick=${() => tap(one)}>
              <${Name}>${one.name}<//>
            </button>
          `,
        )}
      </div>
      <${Combo}
        id="find-person"
        label=${t("tables.find")}
        hint=${t("tables.find-hint")}
        find=${find}
        onPick=${(/** @type {Here} */ { id, name }) => tap({ id, name })}
      />
      <p class="muted small">${t("tables.newcomer")} <a href="/people">${t("tables.people")}</a></p>
    </fieldset>
  `;
}

/**
 * For how many a title is that has no rules here: asked, and remembered.
 * @param {{ table: Page.EveningTable, onSize: (min: number | null, max: number | null) => void, index: number }} props
 */
function Sizes({ table, onSize, index }) {
  /** @param {string} text */
  const read = (text) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : null);
  /**
   * @param {"min" | "max"} end
   * @param {string} text
   */
  const set = (end, text) => (end === "min" ? onSize(read(text), table.max) : onSize(table.min, read(text)));
  const id = `seats-${index}`;
  return html`
    <span class="sizes" role="group" aria-label=${t("tables.seats-of", { name: table.name })}>
      <span class="muted small">${t("tables.seats")}</span>
      ${
        /** @type {const} */ (["min", "max"]).map(
          (end) => html`
          ${end === "max" && html`<span class="muted small">${t("tables.seats-to")}</span>`}
          <input
            key=${end}
            id=${`${id}-${end}`}
            inputmode="numeric"
            maxlength="2"
            autocomplete="off"
            aria-label=${`${table.name}, ${t(`tables.${end}`)}`}
            aria-invalid=${sized(table) ? undefined : "true"}
            value=${table[end] ?? ""}
            onInput=${entered((text) => set(end, text))}
          />
        `,
        )
      }
    </span>
  `;
}

/**
 * Titles on the tables, one a table; the same one twice is two boxes of it.
 * @param {{ rules: Api.Rules, lately: Api.Game[], tables: Page.EveningTable[] }} props
 */
function OnTheTables({ rules, lately, tables }) {
  const engines = rules.games
    .filter(({ game }) => game !== PAD)
    .map((game) => ({
      title: game.game,
      name: named(game),
      min: Math.min(...game.variants.map(({ min_seats }) => min_seats).filter((n) => n > 1)),
      max: Math.max(...game.variants.map(({ max_seats }) => max_seats)),
      engine: true,
    }));
  /**
   * @param {string} id
   * @param {string} name
   * @returns {Page.EveningTable}
   */
  const title = (id, name) => ({ title: id, name, min: sizeOf(id)[0], max: sizeOf(id)[1], engine: false });
  const others = useTitles(lately, rules.games).map(({ id, name }) => title(id, named(name)));
  const known = [...engines, ...others];
  const full = tables.length >= MOST_TABLES;
  /** @param {Page.EveningTable} one */
  const add = ({ title: id, name, min, max, engine }) =>
    full || evening.change({ tables: [...tables, { title: id, name, min, max, engine }] });
  /** @param {number} i */
  const remove = (i) => evening.change({ tables: tables.filter((_, j) => j !== i) });
  /**
   * @param {number} i
   * @param {number | null} min
   * @param {number | null} max
   */
  const size = (i, min, max) => {
    const now = { ...tables[i], min, max };
    evening.change({ tables: tables.map((one, j) => (j === i ? now : one)) });
    if (sized(now)) rememberSize(now.title, Number(min), Number(max));
  };
  /** @param {string} text */
  const find = (text) => {
    const wanted = plain(text);
    if (wanted.length < LETTERS) return [];
    const name = text.trim();
    const fresh = { ...title(titleId(name), name), title: name, key: "new", label: t("tables.new-title", { name }) };
    const found = known.filter((one) => plain(one.name).includes(wanted) || one.title.includes(wanted));
    const exact = found.some((one) => plain(one.name) === wanted || one.title === wanted);
    return [
      ...found.slice(0, SUGGESTIONS).map((one) => ({ ...one, key: one.title, label: one.name })),
      ...(exact ? [] : [fresh]),
    ];
  };
  return html`
    <fieldset>
      <legend>${t("tables.titles")}</legend>
      ${tables.length === 0 && html`<p class="muted">${t("tables.no-titles")}</p>`}
      <ol class="bare on-tables">
        ${tables.map(
          (table, i) => html`
            <li key=${`${table.title} ${i}`}>
              <${Name}>${table.name}<//>
              ${
                table.engine
                  ? html`<span class="muted small">${sizesText(table)}</span>`
                  : html`
                    <${Sizes}
                      table=${table}
                      index=${i}
                      onSize=${(/** @type {Size} */ min, /** @type {Size} */ max) => size(i, min, max)}
                    />
                  `
              }
              <button
                type="button"
                class="plain"
                data-once
                aria-label=${t("tables.remove", { name: table.name })}
                onClick=${() => remove(i)}
              >
                ✕
              </button>
              ${!table.engine && !sized(table) && html`<p class="error small">${t("tables.ask-sizes")}</p>`}
            </li>
          `,
        )}
      </ol>
      <div class="option-row add-title">
        ${[...engines, ...others.slice(0, TITLES)].map(
          (one) => html`
            <button
              type="button"
              key=${one.title}
              disabled=${full}
              aria-label=${t("tables.add", { name: one.name })}
              onClick=${() => add(one)}
            >
              + <${Name}>${one.name}<//>
            </button>
          `,
        )}
      </div>
      <${Combo}
        id="find-title"
        label=${t("tables.other")}
        hint=${t("tables.other-hint")}
        find=${find}
        onPick=${(/** @type {Page.EveningTable} */ one) => add(one)}
      />
    </fieldset>
  `;
}

/**
 * What is still missing before tables can be proposed, in a sentence; "" when nothing is.
 * @param {Page.Evening} now
 */
function missingOf({ here, tables }) {
  if (here.length === 0) return t("tables.need-people");
  if (tables.length === 0) return t("tables.need-titles");
  const unsized = tables.find((table) => !sized(table));
  return unsized ? t("tables.need-sizes", { name: unsized.name }) : "";
}

/** @param {{ proposal: Page.EveningProposal, changed: boolean }} props */
const About = ({ proposal, changed }) => html`
  <p>
    ${proposal.moved ? t("tables.moved") : t(proposal.exact ? "tables.exact" : "tables.found")}
    ${changed && html` <strong>${t("tables.changed")}</strong>`}
  </p>
`;

/** @param {{ rules: Api.Rules, people: Api.Person[], lately: Api.Game[] }} props */
function Form({ rules, people, lately }) {
  useStore(evening.store);
  const now = evening.get();
  const [trouble, setTrouble] = useState(/** @type {Error | null} */ (null));
  const [busy, setBusy] = useState(false);
  const [before, setBefore] = useState(/** @type {Page.Evening | null} */ (null));
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  const missing = missingOf(now);
  const some = now.here.length > 0 || now.tables.length > 0;
  const { proposal } = now;
  useEffect(() => setTrouble(null), [markOf(now)]);
  /** @param {Event} event */
  const propose = async (event) => {
    event.preventDefault();
    if (missing || busy) return;
    setBusy(true);
    setTrouble(null);
    try {
      const answer = await call("POST", "/v1/tables", { body: { ...question(now), day: today() } });
      evening.change({ proposal: proposalOf(answer, evening.get()) });
      setBusy(false);
      requestAnimationFrame(() => heading.current?.focus()); // a phone shows it further down
      return;
    } catch (error) {
      setTrouble(error instanceof Unreachable ? new Error(t("tables.away")) : /** @type {Error} */ (error));
    }
    setBusy(false);
  };
  const clear = () => {
    setBefore(now);
    evening.forget();
  };
  return html`
    <div class="tables-view">
      <form class="new-game" onSubmit=${propose}>
        <${WhoIsHere} people=${people} lately=${lately} here=${now.here} />
        <${OnTheTables} rules=${rules} lately=${lately} tables=${now.tables} />
        <p role="status" class="muted">${missing}</p>
        ${trouble && html`<${Trouble} error=${trouble} />`}
        <p class="row">
          <button class="primary" disabled=${Boolean(missing) || busy}>
            ${t(proposal ? "tables.again" : "tables.propose")}
          </button>
          ${some && html`<button type="button" class="plain" onClick=${clear}>${t("tables.clear")}</button>`}
          ${
            before &&
            !some &&
            html`<button type="button" onClick=${() => evening.change(before)}>${t("tables.undo")}</button>`
          }
        </p>
      </form>
      ${
        proposal &&
        html`
          <section class="proposal">
            <h2 tabindex="-1" ref=${heading}>${t("tables.proposal")}</h2>
            <${About} proposal=${proposal} changed=${proposal.asked !== markOf(now)} />
            <${Seating} proposal=${proposal} rules=${rules} />
          </section>
        `
      }
    </div>
  `;
}

export default function Tables() {
  const rules = useApi("/v1/rules", { keep: true });
  const people = useApi("/v1/players", { keep: true, all: "players" });
  const lately = useLately();
  useStore(session);
  return html`
    <${Heading}>${t("tables.title")}<//>
    ${
      rules.error
        ? html`<${Trouble} error=${rules.error} retry=${rules.reload} />`
        : !rules.data || people.loading || lately.loading
          ? html`<${Waiting} />`
          : html`<${Form} rules=${rules.data} people=${people.data ?? []} lately=${lately.games} />`
    }
  `;
}
