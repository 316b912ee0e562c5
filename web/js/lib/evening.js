// Tables for tonight, as they are on this device: who is here, what is on the tables, and who sits where. A reload
// loses nothing; after half a day without a tap it is another evening.
import { query } from "./api.js";
import { keepsNames } from "./called_now.js";
import { createKept } from "./store.js";

/** Hours without a change after which who is here is asked anew. */
const HOURS = 12;
export const MOST_PEOPLE = 60;
export const MOST_TABLES = 20;
export const MOST_SEATS = 12;

/** @type {Page.Evening} */
const EMPTY = { at: 0, here: [], tables: [], proposal: null };

const kept = createKept("dendro.evening", /** @type {Page.Evening | null} */ (null));
/** For how many a title is, as somebody said it last: { id: [min, max] }. */
const sizes = createKept("dendro.title-sizes", /** @type {Record<string, [number, number]>} */ ({}));

export const evening = {
  /** The store itself, for those who watch it. */
  store: kept,
  get() {
    const now = kept.get();
    return now && Date.now() - now.at < HOURS * 3_600_000 ? now : EMPTY;
  },
  /** @param {Partial<Page.Evening>} changes */
  change(changes) {
    kept.set({ ...evening.get(), ...changes, at: Date.now() });
  },
  forget: () => kept.set(null),
};
keepsNames((call) => {
  const now = kept.get();
  const here = now && call(now.here);
  // A proposal names them, too, and is about others then.
  if (here && here !== now.here) kept.set({ ...now, here, proposal: null });
});

/** @param {string} id */
export const sizeOf = (id) => sizes.get()[id] ?? [null, null];
/**
 * @param {string} id
 * @param {number} min
 * @param {number} max
 */
export const rememberSize = (id, min, max) => sizes.set({ ...sizes.get(), [id]: [min, max] });

/**
 * Whether a title can be proposed: for how many it is, is known and can be.
 * @param {Page.EveningTable} table
 */
export const sized = ({ min, max }) => min !== null && max !== null && min >= 1 && min <= max && max <= MOST_SEATS;

/**
 * What POST /v1/tables is asked.
 * @param {Page.Evening} now
 */
export const question = ({ here, tables }) => ({
  people: here.map(({ id }) => `@${id}`),
  titles: tables.map(({ title, min, max }) => `${title}:${min}-${max}`),
});

/**
 * The same question has the same mark, in whatever order it is put.
 * @param {Page.Evening} now
 */
export const markOf = (now) => {
  const { people, titles } = question(now);
  return [...people.sort(), ...titles.sort()].join("\n");
};

/**
 * An answer, with the names that the tables have here.
 * @param {Api.TablesProposal} answer
 * @param {Page.Evening} now
 * @returns {Page.EveningProposal}
 */
export const proposalOf = (answer, now) => ({
  asked: markOf(now),
  exact: answer.exact,
  moved: false,
  left: answer.left,
  tables: answer.tables.map((table) => {
    const own = now.tables.find(({ title }) => title === table.title);
    return { ...table, name: own?.name ?? table.title, engine: own?.engine ?? false };
  }),
});

/** The place of those for whom there is no seat. */
export const LEFT = -1;

/**
 * Somebody goes to another table (or to LEFT); what both tables come to is not known any more.
 * @param {Page.EveningProposal} proposal
 * @param {string} handle
 * @param {number} to
 * @returns {Page.EveningProposal}
 */
export function move(proposal, handle, to) {
  const from = placeOf(proposal, handle);
  const person = peopleAt(proposal, from).find((one) => one.handle === handle);
  if (!person || from === to) return proposal;
  /**
   * @param {Api.TablesPerson[]} people
   * @param {number} at
   */
  const changed = (people, at) =>
    at === from ? people.filter((one) => one !== person) : at === to ? [...people, person] : people;
  return {
    ...proposal,
    moved: true,
    left: changed(proposal.left, LEFT),
    tables: proposal.tables.map((table, i) =>
      i === from || i === to ? { ...table, people: changed(table.people, i), together: null, spread: null } : table,
    ),
  };
}

/**
 * @param {Page.EveningProposal} proposal
 * @param {string} handle
 */
export const placeOf = ({ tables }, handle) =>
  tables.findIndex(({ people }) => people.some((one) => one.handle === handle));

/**
 * @param {Page.EveningProposal} proposal
 * @param {number} at
 */
const peopleAt = ({ tables, left }, at) => (at === LEFT ? left : tables[at].people);

/**
 * Where a table opens as a game: the form of a new one, with its title and people filled in.
 * @param {Page.Seating} table
 * @param {string} level
 */
export function addressOf({ title, name, engine, people }, level) {
  const seats = people.map(({ handle }) => handle).join(",");
  return query("/new", { [engine || title !== name ? "game" : "title"]: title, level, seats });
}
