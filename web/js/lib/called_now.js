// Names that this device has written down of its own accord, as people are called now: the last tables, who is here
// tonight, and the answers that stand in when there is no network. Whoever was merged is who they are now; a name that
// was erased goes, wherever it stands. Drafts and what waits to be sent are somebody's own words, and stay.
import { all, remove } from "./idb.js";
import { forgetLoaded } from "./places.js";

/** The list by which the device learns of it, whenever it comes: views that name people ask for it. */
export const PEOPLE = "/v1/players";

/** @typedef {<T extends { id: string | null, name: string }>(people: T[]) => T[]} Call the same list: nothing is new */
/** @type {Set<(call: Call) => void>} */
const keepers = new Set();

/**
 * Whoever keeps people with their names says here how that is gone through.
 * @param {(call: Call) => void} keeper
 */
export const keepsNames = (keeper) => void keepers.add(keeper);

/**
 * How people of before are called now. One without an id was new when they were written down; whose name is among
 * `gone` was erased meanwhile.
 * @param {Api.Person[]} people
 * @param {Set<string>} gone
 * @returns {Call}
 */
function callBy(people, gone) {
  const known = new Map(people.map((one) => [one.id, one]));
  return (before) => {
    const now = before.flatMap((one) => {
      const same = one.id ? known.get(one.id) : people.find(({ name }) => name === one.name);
      const person = same?.merged_into ? (known.get(same.merged_into) ?? same) : same;
      if (!person) return gone.has(one.name) ? [] : [one];
      if (person.name === null) return [];
      return person.id === one.id && person.name === one.name ? [one] : [{ ...one, id: person.id, name: person.name }];
    });
    const each = now.filter(({ id }, i) => !id || now.findIndex((other) => other.id === id) === i); // two became one
    return each.length === before.length && each.every((one, i) => one === before[i]) ? before : each;
  };
}

/**
 * Lets go of every answer in which a name stands, and of what lists had loaded.
 * @param {string} name
 */
export async function forgetName(name) {
  forgetLoaded();
  const text = JSON.stringify(name).slice(1, -1);
  try {
    for (const { path, answer } of await all("answers")) {
      if (JSON.stringify(answer).includes(text)) await remove("answers", path);
    }
  } catch {
    // No storage: then nothing was kept.
  }
}

/**
 * The list of people has come; `before` is the one that the device had until now.
 * @param {Api.Person[]} people
 * @param {Promise<unknown>} before
 */
export async function callNow(people, before) {
  for (const keeper of keepers) keeper(callBy(people, new Set()));
  const old = /** @type {{ players?: Api.Person[] } | undefined} */ (await before)?.players ?? [];
  const erased = new Set(people.flatMap(({ id, name, merged_into }) => (name === null && !merged_into ? [id] : [])));
  const gone = new Set(old.flatMap(({ id, name }) => (name !== null && erased.has(id) ? [name] : [])));
  if (gone.size === 0) return;
  for (const keeper of keepers) keeper(callBy(people, gone));
  for (const name of gone) await forgetName(name);
}
