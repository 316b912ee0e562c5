// A new game: who plays, what, and how much is written down. Remembers the last table. Works without a network: what
// it needs to know (rules, people, places) is kept from the last time.
import { entered, html, useEffect, useState } from "../lib/html.js";
import { addWords, named, t, today } from "../lib/i18n.js";
import { get, useApi } from "../lib/api.js";
import { Choices } from "../lib/choices.js";
import { Combo, plain } from "../lib/combo.js";
import { newDraft } from "../lib/drafts.js";
import { lastTable, rememberTable } from "../lib/last_tables.js";
import { KINDS } from "../lib/kinds.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { padFor, padTitles, usePads } from "../lib/pads.js";
import { newNames } from "../lib/look_later.js";
import { newLocalGame, send } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { SHEETS, TOTALS, sheetOf } from "../lib/sheets.js";
import { useStore } from "../lib/store.js";
import { PAD, askedTable, cameLately, titleId, useLastTable, useLately, useTitles } from "../lib/titles.js";
import { visible } from "../lib/visible.js";
import { Forecast } from "../parts/forecast.js";
import { FIELD, WhoPlays } from "../parts/who_plays.js";
import { words } from "../words/entry.js";
import { words as titleWords } from "../words/titles.js";

addWords(words);
addWords(titleWords);

const LETTERS = 2;
const SUGGESTIONS = 8;
/** Buttons; the others are found by typing. */
const TITLES = 8;

/**
 * Titles that have no button: found by a part of the name; what nothing is called makes a new one.
 * @param {{ known: Known[], onPick: (title: Known) => void }} props
 */
function TitleField({ known, onPick }) {
  /** @param {string} text */
  const find = (text) => {
    const wanted = plain(text);
    if (wanted.length < LETTERS) return [];
    const found = known.filter(({ names }) => names.some((name) => plain(name).includes(wanted))).slice(0, SUGGESTIONS);
    const exact = known.some(({ names }) => names.some((name) => plain(name) === wanted));
    const name = visible(text);
    const fresh = { id: titleId(name), name, names: [name], label: t("titles.addNew", { name }), key: "new" };
    return [...found.map((one) => ({ ...one, key: one.id, label: one.name })), ...(exact ? [] : [fresh])];
  };
  return html`
    <${Combo}
      id="other-title"
      label=${t("titles.other")}
      hint=${t("titles.otherHint")}
      find=${find}
      onPick=${(/** @type {Known} */ { id, name, names }) => onPick({ id, name, names })}
    />
  `;
}

/** @typedef {{ id: string, name: string, names: string[] }} Known something that can be played */

/** @param {string | null} name */
const newTitle = (name) => (name ? { id: titleId(name), name, names: [name] } : null);

/**
 * Everything that can be played: what has rules, then titles, the one that was played last first.
 * @param {Api.RulesGame[]} games
 * @param {Api.Title[]} titles
 * @returns {{ engines: Known[], others: Known[] }}
 */
const shelfOf = (games, titles) => ({
  engines: games.map((one) => ({ id: one.game, name: named(one), names: [one.game, one.en, one.fr] })),
  others: titles.map(({ id, name }) => ({ id, name: named(name), names: [id, name.en, name.fr] })),
});

/** A field in which something was typed and nothing chosen: it would be lost without a word. */
const unfinished = () =>
  ["other-title", FIELD]
    .map((id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id)))
    .find((input) => input?.value.trim());

/** @param {Page.Person} props */
const seatText = ({ id, name, guest }) => (guest ? "?" : id ? `@${id}` : name);
/**
 * @param {Api.RulesGame} game
 * @param {number} count
 */
const fitting = (game, count) =>
  game.variants.find(({ min_seats, max_seats }) => count >= min_seats && count <= max_seats);
/** Levels from the least to the most that has to be written down. */
const LEVELS = ["totals", "sheet", "table", "full"];

/**
 * people: null when this device knows none; asked: what the address fills in; begun: whether somebody has done
 * something yet
 * @param {{ rules: Api.Rules, people: Api.Person[] | null, places: string[], catalogues: Api.Catalogue[] | null,
 *   lately: Api.Game[], asked: ReturnType<typeof askedTable>, begun: boolean }} props
 */
function Form({ rules, people, places, catalogues, lately, asked, begun }) {
  const last = lastTable.get();
  const engines = rules.games.filter(({ game: id }) => id !== PAD);
  const { pads } = usePads();
  const shelf = shelfOf(engines, useTitles(lately, rules.games));
  const written = padTitles(pads, [...shelf.engines, ...shelf.others]);
  const known = [...shelf.engines, ...shelf.others, ...written];
  const [typed, setTyped] = useState(/** @type {Known | null} */ (newTitle(asked.title)));
  const [chosen, setChosen] = useState(asked.game ?? typed?.id ?? last?.game ?? "");
  const what = [...known, ...(typed ? [typed] : [])].find(({ id }) => id === chosen) ?? known[0];
  const gameId = engines.some(({ game: id }) => id === what.id) ? what.id : PAD;
  const pad = gameId === PAD;
  const game = rules.games.find(({ game: id }) => id === gameId) ?? rules.games[0];
  const table = useLastTable(what.id, lately);
  const [seats, setSeats] = useState(/** @type {Page.Person[]} */ (asked.seats));
  const [variantId, setVariant] = useState(/** @type {string | null} */ (null));
  const [levelId, setLevel] = useState(asked.level ?? last?.level ?? "table");
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ (last?.options ?? {}));
  const [place, setPlace] = useState(last?.place ?? "");
  const [night, setNight] = useState(today());
  const [later, setLater] = useState(true);
  const [trouble, setTrouble] = useState(/** @type {Error | null} */ (null));
  const [busy, setBusy] = useState(false);
  const form = pad ? padFor(pads, what) : null; // the title's document says what counts, and for how many it is
  const wanted = form?.variant ?? variantId ?? (pad ? table?.variant : null);
  const variant = game.variants.find(({ id }) => id === wanted) ?? fitting(game, seats.length) ?? game.variants[0];
  const levels = LEVELS.flatMap((id) => game.levels.find((one) => one.id === id) ?? []).filter(
    ({ id }) => id !== "sheet" || gameId in SHEETS,
  );
  const level = levels.find(({ id }) => id === levelId) ?? levels.find(({ id }) => id !== "totals") ?? levels[0];
  const most = form?.seats.most ?? Math.max(...game.variants.map(({ max_seats }) => max_seats));
  const least = form?.seats.least ?? variant.min_seats;
  const fits = seats.length >= least && seats.length <= (form ? most : variant.max_seats);
  // Of an earlier edition of a shipped catalogue, which is listed behind the latest, the latest stands here.
  // A pad is of any title: its documents are no choice here.
  const all = (catalogues ?? []).filter((one) => one.game === gameId && gameId !== "pad");
  const editions = all.filter(
    (one) => !one.shipped || all.find((other) => other.shipped && other.name === one.name) === one,
  );
  const before = all.find(({ hash }) => hash === options.catalogue);
  const catalogue =
    editions.find((one) => one === before) ?? editions.find(({ name }) => name === before?.name) ?? editions[0];
  useEffect(() => {
    // The next step is loaded now, so that it is there when the network is not.
    if (!begun) return;
    Promise.all([
      SHEETS[gameId]?.view(),
      TOTALS.view(),
      catalogue && get(`/v1/catalogues/${catalogue.hash}`, { keep: true }),
    ]).catch(() => {});
  }, [begun, gameId, catalogue?.hash]);
  /**
   * A guest is called so in whatever language is spoken now.
   * @param {Page.Person} person
   */
  const seated = (person) => (person.guest ? { ...person, name: t("seat.guest") } : person);
  const picked = Object.fromEntries(
    game.options.map((one) => [
      one.id,
      one.values.some(({ id }) => id === options[one.id]) ? options[one.id] : one.values[0].id,
    ]),
  );
  /** @param {Event} event */
  const start = async (event) => {
    event.preventDefault();
    if (!fits || busy) return;
    const left = unfinished();
    if (left) {
      setTrouble(new Error(t("new.unfinished", { text: left.value.trim() })));
      left.focus();
      return;
    }
    setBusy(true);
    const look = people || !later ? [] : newNames(seats);
    const setting = { game: gameId, variant: variant.id, level: level.id, options, seats, place };
    // What was written down of a title says nothing of what is wanted of a game with rules.
    lastTable.set({ ...setting, game: what.id, level: pad ? levelId : level.id });
    rememberTable(what.id, { variant: variant.id, seats });
    try {
      const extras = {
        ...picked,
        ...(game.catalogue && catalogue && { catalogue: `${catalogue.name} sha256:${catalogue.hash}` }),
        ...(form && { pad: `${form.name.id} sha256:${form.hash}` }),
      };
      const sheet = ["sheet", "totals"].includes(level.id) && sheetOf(setting);
      if (sheet) {
        const title = pad ? { title: what.name } : {};
        const draft = {
          ...setting,
          ...title,
          night,
          extras,
          look: look.length > 0,
          ...sheet.blank({ seats, variant, pad: form }),
        };
        navigate(`/sheet/${await newDraft(draft)}`);
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
        ...(visible(place) && { place: visible(place) }),
      };
      if (Object.keys(extras).length > 0) body.options = extras;
      const names = seats.map(({ name }) => name);
      await send({ group, kind: "open", path: "/v1/games", body, about: { title: names.join(", "), names }, look });
      navigate(`/games/${group}`);
    } catch (error) {
      setBusy(false);
      setTrouble(new Error(t("trouble.device"), { cause: error }));
    }
  };
  /** @param {string} id */
  const play = (id) => {
    setChosen(id);
    setVariant(null);
  };
  const first = [...shelf.engines, ...[...shelf.others, ...written.filter(({ own }) => own)].slice(0, TITLES)];
  const buttons = first.some(({ id }) => id === what.id) ? first : [...first, what];
  const lastSeats = (table ?? last)?.seats.slice(0, most).map(seated) ?? [];
  const say = variant.min_seats === variant.max_seats ? "new.seatsExact" : "new.seats";
  return html`
    <form class="new-game" onSubmit=${start}>
      <${Choices}
        name="game"
        legend=${t("new.game")}
        value=${what.id}
        options=${buttons.map(({ id, name }) => ({ id, label: name }))}
        onPick=${play}
      >
        <${TitleField}
          known=${known}
          onPick=${(/** @type {Known} */ one) => {
            setTyped(one);
            play(one.id);
          }}
        />
      <//>
      <${WhoPlays}
        people=${people}
        recent=${cameLately(lately, people ?? [])}
        seats=${seats}
        setSeats=${setSeats}
        most=${most}
        last=${lastSeats}
        later=${later}
        setLater=${setLater}
      />
      ${
        !pad &&
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
        ${
          pad
            ? t(least === most ? "titles.seatsExact" : "titles.seatsOf", {
                game: what.name,
                min: least,
                max: most,
                n: most,
              })
            : t(say, { game: named(game), variant: named(variant), min: variant.min_seats, max: variant.max_seats })
        }
      </p>
      <${Forecast} game=${what.id} seats=${seats} />
      ${
        !pad &&
        html`
          <${Choices}
            name="level"
            legend=${t("new.level")}
            value=${level.id}
            options=${levels.map(({ id }) => ({ id, label: t(`new.level.${id}`) }))}
            onPick=${setLevel}
          />
        `
      }
      ${game.options.map(
        (one) => html`
          <${Choices}
            key=${one.id}
            name=${one.id}
            legend=${named(one)}
            value=${picked[one.id]}
            options=${one.values.map((value) => ({ id: value.id, label: named(value) }))}
            onPick=${(/** @type {string} */ id) => setOptions({ ...options, [one.id]: id })}
          />
        `,
      )}
      ${
        game.catalogue &&
        editions.length > 1 &&
        html`
          <${Choices}
            name="catalogue"
            legend=${t("new.catalogue")}
            value=${catalogue.hash}
            options=${editions.map(({ hash, name }) => ({ id: hash, label: name }))}
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

/** @param {Page.View} props */
export default function View({ query }) {
  const rules = useApi("/v1/rules", { keep: true });
  const people = useApi("/v1/players", { keep: true, all: "players" });
  const [begun, setBegun] = useState(false);
  const places = useApi(begun ? "/v1/places" : null, { keep: true, all: "places" });
  const catalogues = useApi("/v1/catalogues", { keep: true, all: "catalogues" });
  const lately = useLately();
  useStore(session);
  useEffect(() => {
    // Not before somebody does something: until then the form itself has the line.
    const begin = new AbortController();
    for (const kind of ["pointerdown", "keydown", "focusin"]) {
      addEventListener(kind, () => setBegun(true), { once: true, signal: begin.signal });
    }
    return () => begin.abort();
  }, []);
  useEffect(() => {
    // What every game needs next, and Forêt, which can be played without a network.
    if (begun) Promise.all([import("./sheet.js"), import("./game.js"), KINDS.foret()]).catch(() => {});
  }, [begun]);
  return html`
    <${Heading}>${t("new.title")}<//>
    ${
      !may("record") &&
      html`<div class="trouble"><p>${t("new.denied")} <a href="/signin">${t("menu.signin")}</a></p></div>`
    }
    ${
      rules.error
        ? html`<${Trouble} error=${rules.error} retry=${rules.reload} />`
        : !rules.data || people.loading || lately.loading
          ? html`<${Waiting} />`
          : html`
            <${Form}
              begun=${begun}
              rules=${rules.data}
              people=${people.data}
              places=${(places.data ?? []).map(({ name }) => name)}
              catalogues=${catalogues.data}
              lately=${lately.games}
              asked=${askedTable(query, people.data ?? [])}
            />
          `
    }
  `;
}
