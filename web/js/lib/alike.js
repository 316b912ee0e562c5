// Names that look alike, asked about before one becomes a second person. The rule is the daemon's (titles.md,
// src/service/alike_names.c), over the people that this device knows, so that it works without a network. That two are
// two people is remembered here, and by the daemon once the new one has an id.
import { Problem, call, getAll } from "./api.js";
import { plain } from "./combo.js";
import { onSent } from "./queue.js";
import { createKept } from "./store.js";

const ONE_SLIP = 4; // letters from which on one is forgiven
const TWO_SLIPS = 8;
const MOST_LETTERS = 40;

/**
 * Slips between two words: a letter too much, missing, wrong, or two in each other's place.
 * @param {string[]} one
 * @param {string[]} other
 */
export function slips(one, other) {
  const rows = [other.map((_, j) => j).concat(other.length)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      row[j] = Math.min(rows[i - 1][j - 1] + same, rows[i - 1][j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
      }
    }
    rows.push(row);
  }
  return rows[one.length][other.length];
}

/**
 * Letters that have no accent to lose, and are written plainly all the same: src/base/utf8.c.
 * @type {Record<string, string>}
 */
const PLAIN = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", ſ: "s" };
/** @param {string} name */
const folded = (name) =>
  plain(name)
    .replace(/\s+/g, " ")
    .replace(/[øłđðħŧıſ]/g, (letter) => PLAIN[letter]);
/** @param {string} name */
const letters = (name) => [...folded(name).replace(/œ/g, "oe").replace(/æ/g, "ae")];
/** @param {string} text */
const digits = (text) => text.replace(/[^0-9]/g, "");

/**
 * How many slips two names are apart when they look alike; null: they do not, or are the same.
 * @param {string} name
 * @param {string} other
 */
export function near(name, other) {
  if (folded(name) === folded(other)) return null;
  const [one, two] = [letters(name), letters(other)];
  const [short, long] = [Math.min(one.length, two.length), Math.max(one.length, two.length)];
  const forgiven = short >= TWO_SLIPS ? 2 : 1;
  if (short < ONE_SLIP || long > MOST_LETTERS || long - short > forgiven) return null;
  if (digits(one.join("")) !== digits(two.join(""))) return null;
  const apart = slips(one, two);
  return apart <= forgiven ? apart : null;
}

/** Names of which somebody said here that they are nobody of that id: [{ name, other }]; `told`: the daemon knows. */
const two = createKept("dendro.two", /** @type {{ name: string, other: string, told: boolean }[]} */ ([]));

/**
 * The person whom a new name looks most like; null: nobody, or it was said that they are two.
 * @param {string} name
 * @param {Api.Person[]} people
 * @param {Set<string>} taken who sits there already
 * @returns {Page.Person | null}
 */
export function lookAlike(name, people, taken) {
  const said = new Set(two.get().flatMap((one) => (one.name === folded(name) ? [one.other] : [])));
  let best = null;
  for (const { id, name: known, merged_into } of people) {
    const apart = known && !merged_into && !taken.has(id) && !said.has(id) ? near(name, known) : null;
    if (known && apart !== null && (!best || apart < best.apart)) best = { id, name: known, apart };
  }
  return best && { id: best.id, name: best.name };
}

/**
 * Somebody says that a new name is not that person.
 * @param {string} name
 * @param {string} other
 */
export const tellApart = (name, other) => two.set([...two.get(), { name: folded(name), other, told: false }]);

/**
 * Tells the daemon of those who have an id by now. What it refuses (they sat in one game, they were merged) is settled
 * too; without a network it is tried again another time.
 * @param {Api.Person[]} people
 */
export async function settle(people) {
  for (const pair of two.get().filter(({ told }) => !told)) {
    const person = people.find(({ name, merged_into }) => name && !merged_into && folded(name) === pair.name);
    if (!person || person.id === pair.other) continue;
    try {
      await call("POST", `/v1/players/${person.id}/two`, { body: { other: pair.other } });
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500 || error.status === 401 || error.status === 403) return;
    }
    two.set(
      two.get().map((one) => (one.name === pair.name && one.other === pair.other ? { ...one, told: true } : one)),
    );
  }
}

onSent(({ kind }) => {
  const some = ["open", "sheet"].includes(kind) && two.get().some(({ told }) => !told);
  if (some) getAll("/v1/players", "players", {}).then(settle, () => {}); // a convenience: another time will do
});
