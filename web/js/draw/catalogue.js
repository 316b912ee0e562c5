// The catalogue of a game of Ecos: the cards' names, slots and backs, and what species and elements are called. A
// record pins it by its hash; where the daemon does not have the file, the numbers on the cards must do.
import { get } from "../lib/api.js";
import { named } from "../lib/i18n.js";

/** @type {Map<string | number, Promise<Catalogue>>} */
const loaded = new Map();

class Catalogue {
  /** @param {Ecos.CatalogueFile | null} file */
  constructor(file) {
    this.file = file;
    this.cards = new Map((file?.cards ?? []).map((card) => [card.number, card]));
    this.names = new Map([...(file?.species ?? []), ...(file?.elements ?? [])].map((thing) => [thing.id, thing]));
    this.decks = new Map((file?.decks ?? []).map((deck) => [deck.id, deck]));
  }

  /**
   * The card's name in the person's language, or "".
   * @param {number} number
   */
  card(number) {
    return named(this.cards.get(number)?.name);
  }

  /**
   * What a species or an element is called, or "".
   * @param {string} id
   */
  thing(id) {
    return this.names.has(id) ? named(this.names.get(id)) : "";
  }

  /** @param {string} id */
  deck(id) {
    return this.decks.has(id) ? named(this.decks.get(id)) : "";
  }
}

export const NO_CATALOGUE = new Catalogue(null);

/**
 * What `work` brings, once for each key; without a network numbers do, and it is tried again the next time.
 * @param {string | number} key
 * @param {() => Promise<Catalogue>} work
 * @returns {Promise<Catalogue>}
 */
function once(key, work) {
  if (!loaded.has(key)) {
    loaded.set(
      key,
      work().catch(() => {
        loaded.delete(key);
        return NO_CATALOGUE;
      }),
    );
  }
  return loaded.get(key) ?? Promise.resolve(NO_CATALOGUE);
}

/**
 * The catalogue that the record of game `id` names.
 * @param {string | number} id
 */
export const catalogueOf = (id) => once(id, () => load(id));

/**
 * The catalogue of that hash.
 * @param {string} hash
 */
export const catalogueBy = (hash) => once(hash, () => open(hash));

/** @param {string} hash */
const open = async (hash) => new Catalogue(await get(`/v1/catalogues/${hash}`, { keep: true }));

/**
 * The hash of the catalogue that the record of game `id` names.
 * @param {string | number} id
 */
export async function hashOf(id) {
  const record = await get(`/v1/games/${id}/record`, { keep: true });
  return /^option catalogue \S+ sha256:([0-9a-f]{64})/m.exec(record)?.[1];
}

/** @param {string | number} id */
async function load(id) {
  const hash = await hashOf(id);
  return hash ? open(hash) : NO_CATALOGUE;
}
