/*
 * Filters as chips, kept in the address: what is seen can be shared as a link and survives a reload. A chip is a
 * select; the ones that are rarely needed are behind "more filters" until they are set. Seasons go from September to
 * August and are those that have a night.
 */
import { entered, html, useState } from "../lib/html.js";
import { day, lang, named, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { personName } from "../lib/parts.js";
import { setQuery } from "../lib/router.js";
import { PAD, useTitleChoices } from "../lib/titles.js";

/** What the API's statistics can be filtered by, under the same names. */
const FILTERS = ["game", "variant", "seats", "from", "to", "night", "place", "level", "player"];

/**
 * The filters in an address, as an object for api.query().
 * @param {URLSearchParams} query
 * @param {string[]} [names]
 * @returns {Record<string, string>}
 */
export const filtersOf = (query, names = FILTERS) =>
  Object.fromEntries(names.map((name) => [name, query.get(name) ?? ""]));

/**
 * The season that a day belongs to: { from, to, years }.
 * @param {string} text
 */
export function seasonOf(text) {
  const [year, month] = text.split("-").map(Number);
  const first = month >= 9 ? year : year - 1;
  return { from: `${first}-09-01`, to: `${first + 1}-08-31`, years: `${first}–${String(first + 1).slice(2)}` };
}

/**
 * The seasons of a list of nights, newest first, each once.
 * @param {{ day: string }[]} nights
 */
export function seasonsOf(nights) {
  const seasons = new Map();
  for (const night of nights) {
    const season = seasonOf(night.day);
    seasons.set(season.from, season);
  }
  return [...seasons.values()].sort((a, b) => (a.from < b.from ? 1 : -1));
}

/**
 * A chip: a select whose first choice means "all".
 * @param {{ name: string, label: string, value: string, any?: string, choices: Page.Choice[],
 *   onChoose: (id: string) => unknown }} props
 */
export function Chip({ name, label, value, any, choices, onChoose }) {
  const known = value === "" || choices.some((choice) => choice.id === value);
  return html`
    <label class=${value ? "chip set" : "chip"}>
      <span class="unseen">${label}</span>
      <select name=${name} value=${value} onChange=${entered(onChoose)}>
        ${any !== undefined && html`<option value="" selected=${value === ""}>${any}</option>`}
        ${!known && html`<option value=${value} selected>${value}</option>`}
        ${choices.map(
          (choice) =>
            html`<option key=${choice.id} value=${choice.id} selected=${choice.id === value}>${choice.text}</option>`,
        )}
      </select>
    </label>
  `;
}

/**
 * @param {number} low
 * @param {number} high
 */
const range = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);

/**
 * Everybody who has played, by name; a filter names people by handle, which stays when a name changes.
 * @param {Api.Person[]} people
 * @returns {Page.Choice[]}
 */
function playersOf(people) {
  const collator = new Intl.Collator(lang());
  return people
    .filter((person) => person.name !== null && person.merged_into === null && person.games > 0)
    .map((person) => ({ id: `@${person.id}`, text: person.name ?? "" }))
    .sort((a, b) => collator.compare(a.text, b.text));
}

/**
 * These choices, and who is asked for in the address though nobody would choose them: who was merged is called as they
 * are now, whose name was erased so.
 * @param {Page.Choice[]} choices
 * @param {Api.Person[]} people
 * @param {string} chosen
 */
export function withChosen(choices, people, chosen) {
  const person = people.find(({ id }) => `@${id}` === chosen);
  if (!person || choices.some(({ id }) => id === chosen)) return choices;
  const now = people.find(({ id }) => id === person.merged_into) ?? person;
  return [...choices, { id: chosen, text: personName(now.name) }];
}

/**
 * Table sizes of a variant, a game, or of all games.
 * @param {Api.RulesGame[]} games
 * @param {string} variant
 */
function sizesOf(games, variant) {
  const variants = games.flatMap((game) => game.variants).filter((one) => !variant || one.id === variant);
  if (variants.length === 0) return [];
  return range(Math.min(...variants.map((one) => one.min_seats)), Math.max(...variants.map((one) => one.max_seats)));
}

/** @param {number} n */
const sizeName = (n) => (n === 1 ? t("stats.seats-1") : t("stats.seats-n", { n }));

/** @param {{ query: URLSearchParams, nights: Api.Night[] }} props */
function Period({ query, nights }) {
  const [open, setOpen] = useState(false);
  const from = query.get("from") ?? "";
  const to = query.get("to") ?? "";
  const seasons = seasonsOf(nights);
  const season = seasons.find((one) => one.from === from && one.to === to);
  const own = open || ((from || to) && !season);
  /** @param {string} value */
  const choose = (value) => {
    setOpen(value === "own");
    if (value === "own") return;
    const chosen = seasons.find((one) => one.from === value);
    setQuery({ from: chosen?.from, to: chosen?.to, night: "" });
  };
  const choices = [
    ...seasons.map((one) => ({ id: one.from, text: t("stats.season-of", { years: one.years }) })),
    { id: "own", text: t("stats.some-period") },
  ];
  return html`
    <${Chip}
      name="period"
      label=${t("stats.period")}
      any=${t("stats.any-period")}
      value=${own ? "own" : (season?.from ?? "")}
      choices=${choices}
      onChoose=${choose}
    />
    ${
      own &&
      html`
        <label class="chip date">
          <span>${t("stats.from")}</span>
          <input type="date" name="from" value=${from} onChange=${entered((text) => setQuery({ from: text }))} />
        </label>
        <label class="chip date">
          <span>${t("stats.to")}</span>
          <input type="date" name="to" value=${to} onChange=${entered((text) => setQuery({ to: text }))} />
        </label>
      `
    }
  `;
}

/**
 * The row of chips of a view.
 * @param {{ query: URLSearchParams, rules: Page.Rules, names?: string[], game?: string, children?: Page.Shown }} props
 * names: which filters; game: the one that is shown when the address names none (then there is no "all games")
 */
export function Filters({ query, rules, names = FILTERS, game: standing, children }) {
  const [more, setMore] = useState(false);
  /** @param {string} name */
  const value = (name) => query.get(name) ?? "";
  /** @param {string} name */
  const has = (name) => names.includes(name);
  /** @param {string} name */
  const wanted = (name) => has(name) && (more || value(name) !== "");
  const dated = has("from") || wanted("night");
  const { data: nights } = useApi(dated ? "/v1/nights" : null, { all: "nights", keep: true });
  const { data: places } = useApi(wanted("place") ? "/v1/places" : null, { all: "places", keep: true });
  const { data: people } = useApi(wanted("player") ? "/v1/players" : null, { all: "players", keep: true });
  const chosen = value("game") || standing || "";
  const titles = useTitleChoices();
  // A title without rules has the sizes and variants of the pad.
  const game = rules.find(chosen) ?? (chosen ? rules.find(PAD) : undefined);
  const games = game ? [game] : rules.list;
  const set = FILTERS.filter((name) => has(name) && value(name) && !(name === "game" && standing));
  const choose = (/** @type {string} */ name) => (/** @type {string} */ picked) => setQuery({ [name]: picked });
  /**
   * @type {Record<string, { any: string, choices: Page.Choice[], onChoose?: (id: string) => void } | false |
   * undefined>}
   */
  const rare = {
    variant: game &&
      game.variants.length > 1 && {
        any: t("stats.any-variant"),
        choices: game.variants.map((one) => ({ id: one.id, text: named(one) })),
        onChoose: (picked) => setQuery({ variant: picked, seats: "" }),
      },
    night: {
      any: t("stats.any-night"),
      choices: (nights ?? []).map((one) => ({
        id: one.day,
        text: one.title ? `${day(one.day)} · ${one.title}` : day(one.day),
      })),
    },
    place: { any: t("stats.any-place"), choices: (places ?? []).map((one) => ({ id: one.name, text: one.name })) },
    player: {
      any: t("stats.any-player"),
      choices: withChosen(playersOf(people ?? []), people ?? [], value("player")),
    },
    level: {
      any: t("stats.any-level"),
      choices: (games[0]?.levels ?? []).map((one) => ({ id: one.id, text: named(one) })),
    },
  };
  const shown = Object.keys(rare).filter((name) => has(name) && rare[name] && (more || value(name)));
  const hidden = Object.keys(rare).some((name) => has(name) && rare[name] && !value(name));
  return html`
    <div class="chips no-print" role="group" aria-label=${t("stats.filters")}>
      ${
        has("game") &&
        html`<${Chip}
        name="game"
        label=${t("stats.game")}
        any=${standing ? undefined : t("stats.any-game")}
        value=${chosen}
        choices=${[...rules.list.map((one) => ({ id: one.game, text: named(one) })), ...(standing ? [] : titles)]}
        onChoose=${(/** @type {string} */ picked) => setQuery({ game: picked, variant: "", seats: "", metric: "" })}
      />`
      }
      ${
        has("seats") &&
        html`<${Chip}
        name="seats"
        label=${t("stats.seats")}
        any=${t("stats.any-seats")}
        value=${value("seats")}
        choices=${sizesOf(games, value("variant")).map((n) => ({ id: String(n), text: sizeName(n) }))}
        onChoose=${choose("seats")}
      />`
      }
      ${has("from") && html`<${Period} query=${query} nights=${nights ?? []} />`}
      ${shown.map(
        (name) => html`
          <${Chip}
            key=${name}
            name=${name}
            label=${t(`stats.${name}`)}
            value=${value(name)}
            onChoose=${choose(name)}
            ...${rare[name]}
          />
        `,
      )}
      ${
        hidden &&
        !more &&
        html`
          <button type="button" class="filter-button" onClick=${() => setMore(true)}>${t("stats.more-filters")}</button>
        `
      }
      ${children}
      ${
        set.length > 0 &&
        html`
          <button
            type="button"
            class="filter-button clear"
            onClick=${() => setQuery(Object.fromEntries(set.map((name) => [name, ""])))}
          >
            <span aria-hidden="true">×</span> ${t("stats.fewer-filters")}
          </button>
        `
      }
    </div>
  `;
}

/**
 * The chip that says what a table is sorted by: on a phone the headings of hidden columns cannot be pressed.
 * @param {{ columns: Page.Column<never>[], sort: Page.Sort, onSort: (sort: Page.Sort) => void }} props
 */
export function OrderChip({ columns, sort, onSort }) {
  const choices = columns
    .filter((column) => column.sortable !== false)
    .map((column) => ({ id: column.id, text: column.name }));
  const choose = (/** @type {string} */ id) => {
    const column = columns.find((one) => one.id === id);
    onSort({ by: id, down: column?.down ?? column?.kind !== undefined });
  };
  return html`
    <label class="chip order">
      <span class="before">${t("stats.order")}</span>
      <select name="order" value=${sort.by} onChange=${entered(choose)}>
        ${choices.map(
          (choice) =>
            html`<option key=${choice.id} value=${choice.id} selected=${choice.id === sort.by}>${choice.text}</option>`,
        )}
      </select>
    </label>
  `;
}
