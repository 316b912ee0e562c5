/*
 * A proposal as it stands on this device: a table each, people as buttons. A tap on somebody and a tap on another table
 * moves them; what the tables come to is then asked anew, table by table, and not guessed.
 */
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { number, t } from "../lib/i18n.js";
import { call } from "../lib/api.js";
import { LEFT, MOST_SEATS, addressOf, evening, move, placeOf } from "../lib/evening.js";
import { Name } from "../lib/parts.js";
import { may } from "../lib/session.js";
import { SHEETS } from "../lib/sheets.js";

/**
 * For how many a table is.
 * @param {Page.EveningTable} table
 */
export const sizesText = ({ min, max }) => (min === max ? t("tables.size", { min }) : t("tables.sizes", { min, max }));

/** @param {Page.Seating} table */
const seatedText = ({ people, min, max }) =>
  t(min === max ? "tables.seated-exact" : "tables.seated", { n: people.length, min, max });

/**
 * What some people at one table come to: a proposal for a single table of just their number says it.
 * @param {Api.TablesPerson[]} people
 */
async function sumsOf(people) {
  const n = people.length;
  if (n === 0) return { together: 0, spread: 0 };
  if (n > MOST_SEATS) return { together: null, spread: null };
  const body = { people: people.map(({ handle }) => `@${handle}`), titles: [`x:${n}-${n}`] };
  const [{ together, spread }] = (await call("POST", "/v1/tables", { body })).tables;
  return { together, spread };
}

/** @param {Page.Seating} table */
const missing = ({ together, people }) => together === null && people.length > 0 && people.length <= MOST_SEATS;

/**
 * Asks for the sums that are not known; without a network they stay so.
 * @param {Page.EveningProposal} proposal
 */
function useSums(proposal) {
  const wanted = proposal.tables.filter(missing).map(({ people }) => people.map(({ handle }) => handle).join());
  useEffect(() => {
    let gone = false;
    for (const { people } of proposal.tables.filter(missing)) {
      sumsOf(people).then(
        (sums) => {
          const now = evening.get().proposal;
          if (gone || !now) return;
          const tables = now.tables.map((one) => (one.people === people ? { ...one, ...sums } : one));
          evening.change({ proposal: { ...now, tables } });
        },
        () => {}, // it says that it was moved by hand
      );
    }
    return () => {
      gone = true;
    };
  }, [wanted.join(" ")]);
}

/**
 * Ways to write a table down: what the page can do with its title.
 * @param {Page.Seating} table
 * @param {Api.Rules} rules
 */
function levelsOf(table, rules) {
  const rule = table.engine && rules.games.find(({ game }) => game === table.title);
  if (!rule) return ["totals"];
  const has = new Set(rule.levels.map(({ id }) => id));
  return ["table", "sheet", "totals"].filter((id) => has.has(id) && (id !== "sheet" || table.title in SHEETS));
}

/** @param {{ table: Page.Seating, index: number, rules: Api.Rules }} props */
const Open = ({ table, index, rules }) => {
  const opened = () => {
    const now = evening.get().proposal;
    if (!now) return;
    evening.change({
      proposal: { ...now, tables: now.tables.map((one, i) => (i === index ? { ...one, opened: true } : one)) },
    });
  };
  return html`
    <p class="open-as">
      <span class="muted">${t("tables.open")}</span>
      ${levelsOf(table, rules).map(
        (level) => html`
          <a
            key=${level}
            class="button"
            href=${addressOf(table, level)}
            aria-label=${t("tables.open-as", { name: table.name, level: t(`tables.level.${level}`) })}
            onClick=${opened}
          >
            ${t(`tables.level.${level}`)}
          </a>
        `,
      )}
      ${table.opened && html`<span class="muted small">✓ ${t("tables.opened")}</span>`}
    </p>
  `;
};

/**
 * People at a place, a button each; pressed: the one who moves.
 * @param {{ people: Api.TablesPerson[], chosen: string | null, onTap: (handle: string) => void, where: string }} props
 */
const People = ({ people, chosen, onTap, where }) => html`
  <ul class="bare option-row seated">
    ${people.map(
      ({ handle, player }) => html`
        <li key=${handle}>
          <button
            type="button"
            data-person=${handle}
            aria-pressed=${chosen === handle}
            aria-label=${t("tables.person-at", { name: player, table: where })}
            onClick=${() => onTap(handle)}
          >
            <${Name}>${player}<//>
          </button>
        </li>
      `,
    )}
  </ul>
`;

/** @param {{ table: Page.Seating }} props */
function Sums({ table }) {
  const { people, min, max, together, spread } = table;
  if (people.length === 0) return html`<p class="muted small">${t("tables.nobody")}</p>`;
  const wrong =
    people.length < (min ?? 1) ? "tables.too-few" : people.length > (max ?? MOST_SEATS) ? "tables.too-many" : "";
  return html`
    ${wrong && html`<p class="error small">${t(wrong, { sizes: sizesText(table) })}</p>`}
    <p class="muted small">
      ${
        together === null || spread === null
          ? t("tables.sums-unknown")
          : t("tables.sums", { together, spread: number(spread) })
      }
    </p>
  `;
}

/** @param {{ name: string, text: string, onMove: () => void }} props */
const Here = ({ name, text, onMove }) => html`
  <button type="button" class="move-here" onClick=${onMove}><span>${t(text, { name })}</span></button>
`;

/** @param {{ proposal: Page.EveningProposal, rules: Api.Rules }} props */
export function Seating({ proposal, rules }) {
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const landed = useRef(/** @type {string | null} */ (null));
  useSums(proposal);
  useEffect(() => {
    // Who moved has the focus, where they sit now.
    const seat = landed.current && box.current?.querySelector(`[data-person="${landed.current}"]`);
    if (seat instanceof HTMLElement) seat.focus();
    landed.current = null;
  }, [proposal]);
  const at = chosen === null ? LEFT : placeOf(proposal, chosen);
  const everybody = [...proposal.tables.flatMap(({ people }) => people), ...proposal.left];
  const name = everybody.find(({ handle }) => handle === chosen)?.player ?? "";
  /** @param {string} handle */
  const tap = (handle) => setChosen(chosen === handle ? null : handle);
  /** @param {number} to */
  const go = (to) => {
    if (chosen === null) return;
    landed.current = chosen;
    evening.change({ proposal: move(proposal, chosen, to) });
    setChosen(null);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === "Escape") setChosen(null);
  };
  return html`
    <div class="seating" ref=${box} onKeyDown=${onKey}>
      <p role="status" class=${chosen === null ? "muted" : "moving"}>
        ${chosen === null ? t("tables.move-how") : t("tables.move-who", { name })}
      </p>
      <div class="evening-tables">
        ${proposal.tables.map(
          (table, i) => html`
            <section class="evening-table" key=${`${table.title} ${i}`} data-table=${i}>
              <h3>
                <${Name}>${table.name}<//>${" "}
                <span class="muted small num">${seatedText(table)}</span>
              </h3>
              <${People} people=${table.people} chosen=${chosen} onTap=${tap} where=${table.name} />
              ${
                chosen !== null &&
                at !== i &&
                html`<${Here} name=${name} text="tables.move-here" onMove=${() => go(i)} />`
              }
              <${Sums} table=${table} />
              ${may("record") && table.people.length > 0 && html`<${Open} table=${table} index=${i} rules=${rules} />`}
            </section>
          `,
        )}
        ${
          (proposal.left.length > 0 || (chosen !== null && at !== LEFT)) &&
          html`
            <section class="evening-table left" data-table="left">
              <h3>${t("tables.left")} <span class="muted small num">${number(proposal.left.length)}</span></h3>
              <${People} people=${proposal.left} chosen=${chosen} onTap=${tap} where=${t("tables.left")} />
              ${
                chosen !== null &&
                at !== LEFT &&
                html`<${Here} name=${name} text="tables.move-out" onMove=${() => go(LEFT)} />`
              }
              ${
                proposal.left.length > 0 &&
                !proposal.moved &&
                html`<p class="muted small">${t("tables.left-text", { n: proposal.left.length })}</p>`
              }
            </section>
          `
        }
      </div>
    </div>
  `;
}
