// The catalogue of a game of Biotopes: what each species is (deck, biotope, type, diet) and what cards do, from the
// document that the record pins; what cards are called, from the rules. Where neither is at hand, ids must do.
import { get } from "../lib/api.js";
import { TYPES } from "../lib/biotopes.js";
import { named } from "../lib/i18n.js";
import { hashOf } from "./catalogue.js";

/** @implements {Biotopes.Book} */
class Book {
  /**
   * @param {Biotopes.CatalogueFile | null} file
   * @param {Api.Words[]} words
   */
  constructor(file, words) {
    /** @type {Map<number, Ecos.CatalogueCard>} */
    this.cards = new Map(); // Ecos' cards have numbers, these have not
    this.words = new Map(words.map((one) => [one.id, one]));
    this.certain = file?.certain ?? false;
    /** @type {Map<string, Biotopes.Species>} */
    this.species = new Map(
      (file?.species ?? []).map(({ id, deck, biotope, type, cost }) => [
        id,
        { id, deck, biotope, type, diet: TYPES.flatMap((one) => Array(cost[one] ?? 0).fill(one)) },
      ]),
    );
    /** @type {Map<string, Biotopes.Effect>} */
    this.effects = new Map();
    for (const { id, effect } of file?.species ?? []) if (effect) this.effects.set(id, effect);
    for (const { biotope, milieu, effect } of file?.biotopes ?? []) {
      if (effect) this.effects.set(`${biotope}-${milieu}`, effect);
    }
  }

  card() {
    return "";
  }

  /**
   * What a card is called, or "".
   * @param {string} id
   */
  thing(id) {
    return named(this.words.get(id));
  }

  deck() {
    return "";
  }
}

/** @type {Biotopes.Book} */
export const NO_BOOK = new Book(null, []);

/** @type {Map<string | number, Promise<Biotopes.Book>>} */
const loaded = new Map();

/** @param {string | undefined} hash */
async function open(hash) {
  const [file, rules] = await Promise.all([
    hash ? get(`/v1/catalogues/${hash}`, { keep: true }) : null,
    get("/v1/rules", { keep: true }),
  ]);
  const words = rules.games.find(({ game }) => game === "biotopes")?.cards ?? [];
  return new Book(/** @type {Biotopes.CatalogueFile | null} */ (/** @type {unknown} */ (file)), words);
}

/**
 * What `work` brings, once for each key; without a network ids do, and it is tried again the next time.
 * @param {string | number} key
 * @param {() => Promise<Biotopes.Book>} work
 * @returns {Promise<Biotopes.Book>}
 */
function once(key, work) {
  if (!loaded.has(key)) {
    loaded.set(
      key,
      work().catch(() => {
        loaded.delete(key);
        return NO_BOOK;
      }),
    );
  }
  return loaded.get(key) ?? Promise.resolve(NO_BOOK);
}

/**
 * The catalogue that the record of game `id` names.
 * @param {string | number} id
 */
export const bookOf = (id) => once(id, async () => open(await hashOf(id)));

/**
 * The catalogue of that hash.
 * @param {string} hash
 */
export const bookBy = (hash) => once(hash, () => open(hash));
