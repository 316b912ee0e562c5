/* Who sits at a new table: people as buttons, seats in order, and a field for whoever has no button. It belongs to the
   next empty seat and stays where it is while people sit down, so that a phone's keyboard stays, too. */
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, list, t } from "../lib/i18n.js";
import { lookAlike, settle, tellApart } from "../lib/alike.js";
import { Combo, plain } from "../lib/combo.js";
import { Name } from "../lib/parts.js";
import { visible } from "../lib/visible.js";
import { AskAlike } from "./alike_ask.js";
import { words } from "../words/seats.js";

addWords(words);

const LETTERS = 2;
const SUGGESTIONS = 8;
/** Buttons; others are found by typing. */
const PEOPLE = 12;
export const FIELD = "add-player";

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
 * Who has a button: who came lately, the last first, then who plays most.
 * @param {Page.Person[]} recent
 * @param {Api.Person[]} people
 * @returns {Page.Person[]}
 */
export function frequent(recent, people) {
  const there = new Set(recent.map(({ id }) => id));
  const others = people
    .flatMap(({ id, name, games, merged_into }) =>
      name && !merged_into && !there.has(id) ? [{ id, name, games }] : [],
    )
    .sort((a, b) => b.games - a.games);
  return [...recent, ...others.map(({ id, name }) => ({ id, name }))].slice(0, PEOPLE);
}

/**
 * Who comes often, a button each, pressed while they sit here, and one for a guest, who may come more than once. No
 * button goes away under the finger.
 * @param {{ people: Page.Person[], seats: Page.Person[], full: boolean, onPick: (person: Page.Person) => void,
 *   onLeave: (person: Page.Person) => void }} props
 */
function Lately({ people, seats, full, onPick, onLeave }) {
  return html`
    <div class="option-row lately" role="group" aria-label=${t("titles.lately")}>
      ${people.map((person) => {
        const here = seats.some(({ id }) => id === person.id);
        return html`
          <button
            type="button"
            key=${person.id}
            aria-pressed=${here}
            aria-label=${t("titles.seat", { name: person.name })}
            disabled=${full && !here}
            onClick=${() => (here ? onLeave(person) : onPick(person))}
          >
            <${Name}>${person.name}<//>
          </button>
        `;
      })}
      <button
        type="button"
        class="guest"
        aria-label=${t("titles.seat", { name: t("seat.guest") })}
        disabled=${full}
        onClick=${() => onPick({ id: null, name: t("seat.guest"), guest: true })}
      >
        ${t("titles.addGuest")}
      </button>
    </div>
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
          <li key=${person.id ?? `${person.name} ${i}`}>
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
                data-once
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
 * The next seat's field: two letters, a list; what nobody is called makes a new person, once it is sure that it is not
 * somebody's name in another spelling.
 * @param {{ seat: number, people: Api.Person[], taken: Set<string>, onPick: (person: Page.Person) => void }} props
 */
function PersonField({ seat, people, taken, onPick }) {
  const [asked, setAsked] = useState(/** @type {{ name: string, like: Page.Person } | null} */ (null));
  useEffect(() => {
    void settle(people);
  }, [people]);
  /** @param {Page.Person} person */
  const pick = ({ id, name }) => {
    const like = id ? null : lookAlike(name, people, taken);
    setAsked(like && { name, like });
    if (!like) onPick({ id, name });
  };
  /** @param {Page.Person} person */
  const answer = (person) => {
    if (asked && !person.id) tellApart(asked.name, String(asked.like.id));
    setAsked(null);
    onPick(person);
    document.getElementById(FIELD)?.focus();
  };
  /** @param {string} text */
  const find = (text) => {
    const found = suggest(people, text, taken).map((person) => ({ ...person, key: person.id, label: person.name }));
    const exact = people.some(({ name, merged_into }) => name && !merged_into && plain(name) === plain(text));
    const fresh = plain(text).length >= LETTERS && !exact;
    const name = visible(text);
    return fresh ? [...found, { id: null, key: "new", name, label: t("new.addNew", { name }) }] : found;
  };
  return html`
    <${Combo}
      id=${FIELD}
      label=${t("seats.next", { n: seat })}
      hint=${t("new.addHint")}
      autocapitalize="words"
      enterkeyhint="next"
      find=${find}
      onPick=${pick}
    />
    ${
      asked &&
      html`
        <${AskAlike}
          typed=${asked.name}
          person=${asked.like}
          onSame=${() => answer(asked.like)}
          onOther=${() => answer({ id: null, name: asked.name })}
        />
      `
    }
  `;
}

/**
 * Somebody who sat down before this device knew the club's people, and whose name looks like one of theirs.
 * @param {{ people: Api.Person[], taken: Set<string>, seats: Page.Person[],
 *   setSeats: (seats: Page.Person[]) => void }} props
 */
function Doubt({ people, taken, seats, setSeats }) {
  const found = seats
    .filter(({ id, guest }) => !id && !guest)
    .flatMap(({ name }) => ({ name, like: lookAlike(name, people, taken) }))
    .find(({ like }) => like);
  if (!found?.like) return null;
  const { name, like } = found;
  return html`
    <${AskAlike}
      key=${name}
      typed=${name}
      person=${like}
      onSame=${() => setSeats(seats.map((one) => (!one.id && one.name === name ? like : one)))}
      onOther=${() => {
        tellApart(name, String(like.id));
        setSeats([...seats]);
      }}
    />
  `;
}

/**
 * Nobody is known here yet: a name may double somebody, which can be looked up when there is a network again.
 * @param {{ later: boolean, setLater: (later: boolean) => void }} props
 */
const Unknown = ({ later, setLater }) => html`
  <div class="alike" role="note">
    <p>${t("seats.unknown")}</p>
    <label class="option-pick">
      <input
        type="checkbox"
        id="look-later"
        checked=${later}
        onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => setLater(event.currentTarget.checked)}
      />
      ${t("seats.later")}
    </label>
  </div>
`;

/**
 * people: null when this device knows none; `most`: seats at the table; `last`: who sat there the last time.
 * @param {{ people: Api.Person[] | null, recent: Page.Person[], seats: Page.Person[],
 *   setSeats: (seats: Page.Person[]) => void, most: number, last: Page.Person[], later: boolean,
 *   setLater: (later: boolean) => void }} props
 */
export function WhoPlays({ people, recent, seats, setSeats, most, last, later, setLater }) {
  const known = people ?? [];
  const taken = new Set(seats.flatMap(({ id }) => id || []));
  const full = seats.length >= most;
  /** @param {Page.Person} person */
  const add = (person) => {
    const there = seats.some((seat) => (person.id ? seat.id === person.id : plain(seat.name) === plain(person.name)));
    if ((person.guest || !there) && !full) setSeats([...seats, person]);
  };
  return html`
    <fieldset>
      <legend>${t("new.players")}</legend>
      ${!people && html`<${Unknown} later=${later} setLater=${setLater} />`}
      <${Lately}
        people=${frequent(recent, known)}
        seats=${seats}
        full=${full}
        onPick=${add}
        onLeave=${(/** @type {Page.Person} */ { id }) => setSeats(seats.filter((seat) => seat.id !== id))}
      />
      <${Seats} seats=${seats} setSeats=${setSeats} />
      <${Doubt} people=${known} taken=${taken} seats=${seats} setSeats=${setSeats} />
      ${
        full
          ? html`<p class="muted">${t("new.full")}</p>`
          : html`<${PersonField} seat=${seats.length + 1} people=${known} taken=${taken} onPick=${add} />`
      }
      ${
        seats.length === 0 &&
        last.length > 0 &&
        html`
          <p>
            <button type="button" class="last-table" onClick=${() => setSeats(last)}>
              ${t("new.last")} <span class="muted small">${list(last.map(({ name }) => name))}</span>
            </button>
          </p>
        `
      }
    </fieldset>
  `;
}
