// What a word finds: asked of the daemon, or, where there is no network, of what this device knows.
import { Unreachable, call, query } from "./api.js";
import { plain } from "./combo.js";
import { drafts, loadDrafts } from "./drafts.js";
import { day, named, t } from "./i18n.js";
import { seatName } from "./parts.js";
import { kept } from "./shelf.js";
import { titleOf } from "./titles.js";

/**
 * One thing that was found, as a line that leads there.
 * @typedef {{ href: string, name: string, about: string }} Found
 * @typedef {{ kind: string, found: Found[] }} Kind
 */

/** @param {...(string | null | undefined | false)} parts */
const about = (...parts) => parts.filter(Boolean).join(" · ");
/** @param {number} n */
const games = (n) => t("search.n-games", { n });

/** How many of each kind; a page has no room for more. */
const LIMIT = 5;

/**
 * @param {Api.Search} answer
 * @param {(game: string) => string} gameName
 * @returns {Kind[]}
 */
function linesOf(answer, gameName) {
  /** @type {Record<string, Found[]>} */
  const lines = {
    people: answer.people.map((one) => ({
      href: `/people/${one.id}`,
      name: one.name ?? `@${one.id}`,
      about: games(one.games),
    })),
    titles: answer.titles.map((one) => ({
      href: `/titles/${encodeURIComponent(one.id)}`,
      name: named(one.name),
      about: games(one.plays),
    })),
    games: answer.games.map((one) => ({
      href: `/games/${one.id}`,
      name: about(titleOf(one), one.day && day(one.day)),
      about: about(t("search.number", { n: String(one.id) }), one.seats.map(seatName).join(", ")),
    })),
    cards: answer.cards.map((one) => ({
      href: query(`/cards/${encodeURIComponent(one.card)}`, { game: one.game }),
      name: named(one.name),
      about: gameName(one.game),
    })),
    nights: answer.nights.map((one) => ({
      href: `/nights/${one.day}`,
      name: about(day(one.day), one.title),
      about: about(one.place, games(one.games)),
    })),
    seasons: answer.seasons.map((one) => ({
      href: `/seasons/${one.id}`,
      name: one.name,
      about: `${day(one.from)} – ${day(one.to)}`,
    })),
    places: answer.places.map((one) => ({
      href: query("/leaderboard", { place: one.name }),
      name: one.name,
      about: "",
    })),
  };
  return Object.entries(lines).flatMap(([kind, found]) => (found.length > 0 ? [{ kind, found }] : []));
}

/**
 * Games are mostly those of what was found: they come last, unless a number was looked for.
 * @param {Kind[]} kinds
 * @param {string} text
 */
function inOrder(kinds, text) {
  const own = kinds.filter(({ kind }) => kind === "games");
  const others = kinds.filter(({ kind }) => kind !== "games");
  return /^#?\d+$/.test(text) ? [...own, ...others] : [...others, ...own];
}

/**
 * Every word that is looked for begins a word of the text, or the whole stands in it.
 * @param {string} text
 * @param {string} wanted
 */
function fits(text, wanted) {
  const own = plain(text);
  const words = plain(wanted).split(/\s+/);
  return own.includes(plain(wanted)) || words.every((word) => own.split(/[\s'-]+/).some((one) => one.startsWith(word)));
}

/**
 * People and sheets of this device.
 * @param {string} text
 * @returns {Promise<Kind[]>}
 */
async function onDevice(text) {
  const answer = /** @type {{ players: Api.Person[] } | undefined} */ (await kept("/v1/players"));
  await loadDrafts();
  const people = (answer?.players ?? [])
    .filter(({ name, merged_into }) => name && !merged_into && fits(name, text))
    .slice(0, 2 * LIMIT)
    .map(({ id, name, games: n }) => ({ href: `/people/${id}`, name: name ?? "", about: games(n) }));
  const sheets = drafts
    .get()
    .map((one) => ({
      href: `/sheet/${one.id}`,
      name: one.title ?? one.game,
      about: one.seats.map(({ name }) => name).join(", "),
    }))
    .filter((one) => fits(`${one.name} ${one.about}`, text));
  return [
    { kind: "people", found: people },
    { kind: "drafts", found: sheets },
  ].filter(({ found }) => found.length > 0);
}

/**
 * @param {string} text
 * @param {(game: string) => string} gameName
 * @param {AbortSignal} signal
 * @returns {Promise<{ kinds: Kind[], away: boolean }>}
 */
export async function search(text, gameName, signal) {
  try {
    const url = query("/v1/search", { q: text, limit: LIMIT });
    return { kinds: inOrder(linesOf(await call("GET", url, { signal }), gameName), text), away: false };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { kinds: await onDevice(text), away: true };
  }
}
