// What the club plays: games that have rules, and titles of which only results are written down. Names of titles, what
// was played lately, by whom, and the last table of each, for a new game and for filters.
import { useApi } from "./api.js";
import { tableOf } from "./last_tables.js";
import { named } from "./i18n.js";
import { plain } from "./combo.js";

/** The rules that every title without rules of its own is kept by: docs/pad.md. */
export const PAD = "pad";
/** Seats of a pad. */
export const PAD_SEATS = 12;
const LATELY = "/v1/games?order=newest&limit=50";

/**
 * The id of a title that this device only knows by name, near enough to find it again here.
 * @param {string} title
 */
export const titleId = (title) => plain(title);

/**
 * What a game is called: by its title, its rules, or its id.
 * @param {{ game: string, title?: Page.Named | null }} game
 * @param {Api.RulesGame | null} [rule]
 */
export const titleOf = (game, rule) => named(game.title ?? rule) || game.game;

/** @param {Api.Game[]} games the newest first */
const fromGames = (games) => {
  /** @type {Map<string, Api.Title>} */
  const found = new Map();
  for (const { game, title, day } of games) {
    const name = title ?? { en: game, fr: game };
    if (!found.has(game)) found.set(game, { id: game, name, engine: false, plays: 0, last: day, merged_into: null });
  }
  return [...found.values()];
};

/** Finished games, the newest first, and what they say; kept for when there is no network. */
export function useLately() {
  const { data, loading } = useApi(LATELY, { keep: true });
  return { games: data?.games ?? [], loading };
}

/**
 * Titles without rules, the one that was played last first.
 * @param {Api.Game[]} lately
 * @param {Api.RulesGame[]} rules
 * @returns {Api.Title[]}
 */
export function useTitles(lately, rules) {
  const { data } = useApi("/v1/titles", { keep: true });
  const own = new Set(rules.map(({ game }) => game));
  const all = (data?.titles ?? fromGames(lately)).filter(
    ({ id, engine, merged_into }) => !engine && !merged_into && !own.has(id),
  );
  const place = new Map(lately.map(({ game }, i) => [game, lately.length - i]));
  /** @param {Api.Title} one */
  const when = (one) => place.get(one.id) ?? 0;
  return all.sort((a, b) => when(b) - when(a) || (b.last ?? "").localeCompare(a.last ?? "") || b.plays - a.plays);
}

/**
 * Names of titles by id, for filters: those with rules are the rules' own.
 * @returns {Page.Choice[]}
 */
export function useTitleChoices() {
  const { data } = useApi("/v1/titles", { keep: true });
  return (data?.titles ?? [])
    .filter(({ engine, merged_into }) => !engine && !merged_into)
    .map(({ id, name }) => ({ id, text: named(name) || id }));
}

/**
 * What a title or a game is called, by its id; "" for none, the id until names have come.
 * @param {string | null} id
 */
export function useTitleName(id) {
  const { data } = useApi(id ? "/v1/titles" : null, { keep: true });
  return id ? named(data?.titles.find((one) => one.id === id)?.name) || id : "";
}

/**
 * The table that an address asks for, such as /new?game=catan&level=totals&seats=HANDLE,HANDLE: tables for tonight lead
 * there. `title` is the name of a title that nobody has played yet.
 * @param {URLSearchParams} query
 * @param {Api.Person[]} people
 */
export function askedTable(query, people) {
  const names = new Map(people.flatMap(({ id, name, merged_into }) => (name && !merged_into ? [[id, name]] : [])));
  const seats = (query.get("seats") ?? "")
    .split(",")
    .flatMap((id) => (names.has(id) ? [{ id, name: String(names.get(id)) }] : []));
  return { game: query.get("game"), title: query.get("title"), level: query.get("level"), seats };
}

/**
 * People who came lately, the last first, each once.
 * @param {Api.Game[]} lately
 * @param {Api.Person[]} people
 * @returns {Page.Person[]}
 */
export function cameLately(lately, people) {
  const names = new Map(people.flatMap(({ id, name, merged_into }) => (name && !merged_into ? [[id, name]] : [])));
  const ids = new Set(lately.flatMap(({ seats }) => seats.flatMap(({ person }) => person || [])));
  return [...ids].flatMap((id) => (names.has(id) ? [{ id, name: String(names.get(id)) }] : []));
}

/**
 * The last table of a title: as this device remembers it, or as its last game had it.
 * @param {string} id
 * @param {Api.Game[]} lately
 * @returns {Page.TitleTable | null}
 */
export function useLastTable(id, lately) {
  const mine = tableOf(id);
  const near = lately.find(({ game }) => game === id);
  const path = mine || near || !id ? null : `/v1/games?game=${encodeURIComponent(id)}&order=newest&limit=1`;
  const { data } = useApi(path, { keep: true });
  const last = near ?? /** @type {Api.Answer<"/v1/games"> | null} */ (data)?.games[0];
  if (mine) return mine;
  if (!last) return null;
  const seats = last.seats.map(({ person, player }) =>
    person ? { id: person, name: player ?? `@${person}` } : { id: null, name: "", guest: true },
  );
  return { variant: last.variant, seats };
}
