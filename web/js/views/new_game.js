// A new game: who plays, what, and how much is written down. Remembers the last table. Works without a network: what
// it needs to know (rules, people, places) is kept from the last time.
import { entered, html, useEffect, useMemo, useState } from "../lib/html.js";
import { addWords, named, t, today } from "../lib/i18n.js";
import { get, useApi } from "../lib/api.js";
import { Combo, plain } from "../lib/combo.js";
import { lastTable, newDraft } from "../lib/drafts.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { newLocalGame, send } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { SHEETS } from "../lib/sheets.js";
import { useStore } from "../lib/store.js";
import { needGlyphs } from "../draw/glyphs.js";
import { Forecast } from "../parts/forecast.js";
import { words } from "../words/entry.js";

addWords(words);

const LETTERS = 2;
const SUGGESTIONS = 8;

/**
 * People whose name has a word that begins with what was typed; those who play much first.
 * @param {Api.Person[]} people
 * @param {string} letters
 * @param {Set<string>} taken
 */
export function suggest(people, letters, taken) {
  const wanted = plain(letters);
  if (wanted.length < LETTERS) return [];
  /** @param {string} name */
  const begins = (name) => plain(name).startsWith(wanted);
  /** @param {string} name */
  const within = (name) =>
    begins(name) ||
    [...plain(name).matchAll(/[\s'’-]+/g)].some(({ 0: gap, index }) =>
      plain(name).startsWith(wanted, index + gap.length),
    );
  return people
    .flatMap(({ name, ...person }) => (name === null ? [] : [{ name, ...person }]))
    .filter(({ id, name, merged_into }) => !merged_into && !taken.has(id) && within(name))
    .sort((a, b) => Number(begins(b.name)) - Number(begins(a.name)) || b.games - a.games)
    .slice(0, SUGGESTIONS);
}

/**
 * Two letters, a list; what nobody is called makes a new person.
 * @param {{ people: Api.Person[], taken: Set<string>, onPick: (person: Page.Person) => void }} props
 */
function PersonField({ people, taken, onPick }) {
  /** @param {string} text */
  const find = (text) => {
    const found = suggest(people, text, taken).map((person) => ({ ...person, key: person.id, label: person.name }));
    const exact = people.some(({ name, merged_into }) => name && !merged_into && plain(name) === plain(text));
    const fresh = plain(text).length >= LETTERS && !exact;
    return fresh
      ? [...found, { id: null, key: "new", name: text.trim(), label: t("new.addNew", { name: text.trim() }) }]
      : found;
  };
  return html`
    <${Combo}
      id="add-player"
      label=${t("new.add")}
      hint=${t("new.addHint")}
      autocapitalize="words"
      find=${find}
      onPick=${(/** @type {Page.Person} */ { id, name }) => onPick({ id, name })}
    />
  `;
}

/** @param {{ seats: Page.Person[], setSeats: (seats: Page.Person[]) => void }} props */
function Seats({ seats, setSeats }) {
  /** @param {number} i */
  const move = (i) => setSeats(seats.map((_, j) => seats[j === i - 1 ? i : j === i ? i - 1 : j]));
  if (seats.length === 0) return html`<p class="muted">${t("new.none")}</p>`;
  return html`
    <ol class="bare seat-list">
      ${seats.map(
        (person, i) => html`
          <li key=${person.id ?? person.name}>
            <span class="seat-number seat-${i + 1}" aria-label=${t("new.seatN", { n: i + 1 })}>${i + 1}</span>
            <${Name}>${person.name}<//>
            <span class="end">
              <button
                type="button"
                class="plain"
                disabled=${i === 0}
                aria-label=${t("new.up", { name: person.name })}
                onClick=${() => move(i)}
              >
                ↑
              </button>
              <button
                type="button"
                class="plain"
                aria-label=${t("new.remove", { name: person.name })}
                onClick=${() => setSeats(seats.filter((_, j) => j !== i))}
              >
                ✕
              </button>
            </span>
          </li>
        `,
      )}
    </ol>
  `;
}

/**
 * @param {{ name: string, legend: string, value: string, options: { id: string, label: string }[],
 *   onPick: (id: string) => void }} props
 */
const Choices = ({ name, legend, value, options, onPick }) => html`
  <fieldset>
    <legend>${legend}</legend>
    <div class="option-row">
      ${options.map(
        ({ id, label }) => html`
          <label class="option-pick ${value === id ? "on" : ""}" key=${id}>
            <input type="radio" name=${name} value=${id} checked=${value === id} onChange=${() => onPick(id)} />
            <span>${label}</span>
          </label>
        `,
      )}
    </div>
  </fieldset>
`;

/** @param {Page.Person} props */
const seatText = ({ id, name }) => (id ? `@${id}` : name);
/**
 * @param {Api.RulesGame} game
 * @param {number} count
 */
const fitting = (game, count) =>
  game.variants.find(({ min_seats, max_seats }) => count >= min_seats && count <= max_seats);
/** Levels from the least to the most that has to be written down. */
const LEVELS = ["sheet", "table", "full"];

/** @param {{ rules: Api.Rules, people: Api.Person[], places: string[], catalogues: Api.Catalogue[] | null }} props */
function Form({ rules, people, places, catalogues }) {
  const last = lastTable.get();
  const [gameId, setGame] = useState((rules.games.find(({ game }) => game === last?.game) ?? rules.games[0]).game);
  const game = rules.games.find(({ game: id }) => id === gameId) ?? rules.games[0];
  const [seats, setSeats] = useState(/** @type {Page.Person[]} */ ([]));
  const [variantId, setVariant] = useState(/** @type {string | null} */ (null));
  const [levelId, setLevel] = useState(last?.level ?? "table");
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ (last?.options ?? {}));
  const [place, setPlace] = useState(last?.place ?? "");
  const [night, setNight] = useState(today());
  const [trouble, setTrouble] = useState(/** @type {Error | null} */ (null));
  const [busy, setBusy] = useState(false);
  const variant = game.variants.find(({ id }) => id === variantId) ?? fitting(game, seats.length) ?? game.variants[0];
  const levels = LEVELS.flatMap((id) => game.levels.find((one) => one.id === id) ?? []).filter(
    ({ id }) => id !== "sheet" || gameId in SHEETS,
  );
  const level = levels.find(({ id }) => id === levelId) ?? levels[0];
  const most = Math.max(...game.variants.map(({ max_seats }) => max_seats));
  const fits = seats.length >= variant.min_seats && seats.length <= variant.max_seats;
  const taken = useMemo(() => new Set(seats.map(({ id }) => id).filter(Boolean)), [seats]);
  // Of an earlier edition of a shipped catalogue, which is listed behind the latest, the latest stands here.
  const all = (catalogues ?? []).filter((one) => one.game === gameId);
  const shelf = all.filter(
    (one) => !one.shipped || all.find((other) => other.shipped && other.name === one.name) === one,
  );
  const before = all.find(({ hash }) => hash === options.catalogue);
  const catalogue = shelf.find((one) => one === before) ?? shelf.find(({ name }) => name === before?.name) ?? shelf[0];
  useEffect(() => {
    // The next step is loaded now, so that it is there when the network is not.
    Promise.all([
      SHEETS[gameId]?.view(),
      needGlyphs(gameId),
      catalogue && get(`/v1/catalogues/${catalogue.hash}`, { keep: true }),
    ]).catch(() => {});
  }, [gameId, catalogue?.hash]);
  /** @param {Page.Person} person */
  const add = (person) => {
    const there = seats.some((seat) => (person.id ? seat.id === person.id : plain(seat.name) === plain(person.name)));
    if (!there && seats.length < most) setSeats([...seats, person]);
  };
  const chosen = Object.fromEntries(
    game.options.map((one) => [
      one.id,
      one.values.some(({ id }) => id === options[one.id]) ? options[one.id] : one.values[0].id,
    ]),
  );
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    if (!fits || busy) return;
    setBusy(true);
    const table = { game: gameId, variant: variant.id, level: level.id, options, seats, place };
    lastTable.set(table);
    try {
      const extras = {
        ...chosen,
        ...(game.catalogue && catalogue && { catalogue: `${catalogue.name} sha256:${catalogue.hash}` }),
      };
      if (level.id === "sheet") {
        navigate(`/sheet/${await newDraft({ ...table, night, extras, ...SHEETS[gameId].blank({ seats, variant }) })}`);
        return;
      }
      const group = newLocalGame();
      /** @type {Page.ItemBody} */
      const body = {
        game: gameId,
        variant: variant.id,
        level: level.id,
        seats: seats.map(seatText),
        ...(night && { night }),
        ...(place.trim() && { place: place.trim() }),
      };
      if (Object.keys(extras).length > 0) body.options = extras;
      const names = seats.map(({ name }) => name);
      await send({ group, kind: "open", path: "/v1/games", body, about: { title: names.join(", "), names } });
      navigate(`/games/${group}`);
    } catch (error) {
      setBusy(false);
      setTrouble(new Error(t("trouble.device"), { cause: error }));
    }
  };
  const say = variant.min_seats === variant.max_seats ? "new.seatsExact" : "new.seats";
  return html`
    <form class="new-game" onSubmit=${start}>
      <${Choices}
        name="game"
        legend=${t("new.game")}
        value=${gameId}
        options=${rules.games.map((one) => ({ id: one.game, label: named(one) }))}
        onPick=${(/** @type {string} */ id) => {
          setGame(id);
          setVariant(null);
        }}
      />
      <fieldset>
        <legend>${t("new.players")}</legend>
        <${Seats} seats=${seats} setSeats=${setSeats} />
        ${
          seats.length < most
            ? html`<${PersonField} people=${people} taken=${taken} onPick=${add} />`
            : html`<p class="muted">${t("new.full")}</p>`
        }
        ${
          seats.length === 0 &&
          last &&
          last.seats.length > 0 &&
          html`
            <p><button type="button" onClick=${() => setSeats(last.seats.slice(0, most))}>${t("new.last")}</button></p>
          `
        }
      </fieldset>
      ${
        game.variants.length > 1 &&
        html`
          <${Choices}
            name="variant"
            legend=${t("new.variant")}
            value=${variant.id}
            options=${game.variants.map((one) => ({ id: one.id, label: named(one) }))}
            onPick=${setVariant}
          />
        `
      }
      <p class=${seats.length > 0 && !fits ? "error" : "muted"} role="status">
        ${t(say, { game: named(game), variant: named(variant), min: variant.min_seats, max: variant.max_seats })}
      </p>
      <${Forecast} game=${gameId} seats=${seats} />
      <${Choices}
        name="level"
        legend=${t("new.level")}
        value=${level.id}
        options=${levels.map(({ id }) => ({ id, label: t(`new.level.${id}`) }))}
        onPick=${setLevel}
      />
      ${game.options.map(
        (one) => html`
          <${Choices}
            key=${one.id}
            name=${one.id}
            legend=${named(one)}
            value=${chosen[one.id]}
            options=${one.values.map((value) => ({ id: value.id, label: named(value) }))}
            onPick=${(/** @type {string} */ id) => setOptions({ ...options, [one.id]: id })}
          />
        `,
      )}
      ${
        game.catalogue &&
        shelf.length > 1 &&
        html`
          <${Choices}
            name="catalogue"
            legend=${t("new.catalogue")}
            value=${catalogue.hash}
            options=${shelf.map(({ hash, name }) => ({ id: hash, label: name }))}
            onPick=${(/** @type {string} */ id) => setOptions({ ...options, catalogue: id })}
          />
        `
      }
      <fieldset>
        <legend>${t("new.when")}</legend>
        <div class="pair">
          <div class="field">
            <label for="place">${t("new.place")}</label>
            <input
              id="place"
              list="places"
              dir="auto"
              maxlength="200"
              autocomplete="off"
              value=${place}
              onInput=${entered(setPlace)}
            />
            <datalist id="places">${places.map((name) => html`<option key=${name} value=${name} />`)}</datalist>
          </div>
          <div class="field">
            <label for="night">${t("new.night")}</label>
            <input id="night" type="date" value=${night} onInput=${entered(setNight)} />
          </div>
        </div>
      </fieldset>
      ${trouble && html`<${Trouble} error=${trouble} />`}
      <p><button class="primary wide" disabled=${!fits || busy}>${t("new.start")}</button></p>
    </form>
  `;
}

export default function View() {
  const rules = useApi("/v1/rules", { keep: true });
  const people = useApi("/v1/players", { keep: true, all: "players" });
  const places = useApi("/v1/places", { keep: true, all: "places" });
  const catalogues = useApi("/v1/catalogues", { keep: true, all: "catalogues" });
  useStore(session);
  useEffect(() => {
    // What every game needs next, and Forêt, which can be played without a network.
    Promise.all([
      import("./sheet.js"),
      import("./sheet_foret.js"),
      import("./game.js"),
      import("./live_foret.js"),
      needGlyphs("foret"),
    ]).catch(() => {});
  }, []);
  return html`
    <${Heading}>${t("new.title")}<//>
    ${
      !may("record") &&
      html`<div class="trouble"><p>${t("new.denied")} <a href="/signin">${t("menu.signin")}</a></p></div>`
    }
    ${
      rules.error
        ? html`<${Trouble} error=${rules.error} retry=${rules.reload} />`
        : !rules.data || people.loading
          ? html`<${Waiting} />`
          : html`
            <${Form}
              rules=${rules.data}
              people=${people.data ?? []}
              places=${(places.data ?? []).map(({ name }) => name)}
              catalogues=${catalogues.data}
            />
          `
    }
  `;
}
