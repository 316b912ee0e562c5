// What a view asks for first, by its address: main.js asks for it together with the view's module, so that the answers
// are under way while the module still is. The view finds them as any answer of a moment ago (lib/api.js). Only what
// the view asks for in any case stands here: anything else would be asked for nothing.
import { askAhead } from "./lib/api.js";
import { today } from "./lib/i18n.js";
import { KINDS } from "./lib/kinds.js";
import { countBefore } from "./lib/places.js";

/** @typedef {{ params: Record<string, string>, query: URLSearchParams }} Seen */

const RULES = "/v1/rules";
const PLAYERS = "/v1/players";
const TITLES = "/v1/titles";
const NIGHTS = "/v1/nights";
const LATELY = "/v1/games?order=newest&limit=50";
/** What the chips of filters are made of. */
const CHIPS = [RULES, TITLES, NIGHTS];

/** @param {Seen} seen */
const bare = ({ query }) => query.size === 0;
/**
 * What is asked for where no filter is set.
 * @param {string[]} always
 * @param {string} path
 * @returns {(seen: Seen) => string[]}
 */
const unfiltered = (always, path) => (seen) => (bare(seen) ? [...always, path] : always);
/** @param {Seen} seen */
const handleOf = ({ params }) => encodeURIComponent(params.id.replace(/^@/, ""));

/**
 * A game that the daemon has numbered, and so many of the answers about it.
 * @param {string} id
 * @param {string[]} tails
 */
const game = (id, tails) => (/^\d+$/.test(id) ? ["", ...tails].map((tail) => `/v1/games/${id}${tail}`) : []);

/** @type {Record<string, (seen: Seen) => string[]>} */
const ASKS = {
  "/": () => [
    RULES,
    "/v1/games?status=live&order=newest&limit=12",
    "/v1/games?status=finished&order=newest&limit=5",
    `/v1/seasons?day=${today()}`,
  ],
  "/new": () => [RULES, PLAYERS, "/v1/catalogues", LATELY, "/v1/pads", TITLES],
  "/tables": () => [RULES, PLAYERS, LATELY, TITLES],
  "/games": (seen) => {
    const path = "/v1/games?order=newest";
    const same = bare(seen) && countBefore(path) === 0; // who comes back may have loaded more
    return [RULES, PLAYERS, TITLES, ...(same ? [`${path}&limit=30`] : [])];
  },
  "/games/:id": ({ params }) => [...game(params.id, ["/moves", "/state"]), RULES],
  "/games/:id/replay": ({ params }) => [...game(params.id, ["/moves", "/state"]), RULES],
  "/games/:id/review": ({ params }) => [...game(params.id, []), RULES], // whether it has one is asked after it
  "/games/:id/correct": ({ params }) => [...game(params.id, []), RULES], // what stands is asked for after it
  "/games/:id/print": ({ params }) => [...game(params.id, ["/state"]), RULES],
  "/nights": () => ["/v1/years"],
  "/nights/:day": ({ params }) => [RULES, NIGHTS, `/v1/nights/${params.day}`],
  "/titles": () => [TITLES],
  "/titles/:id": ({ params }) => [RULES, `/v1/titles/${encodeURIComponent(params.id)}`],
  "/years": () => ["/v1/years"],
  "/years/:year": ({ params }) => ["/v1/years", `/v1/years/${params.year}`],
  "/people": () => [PLAYERS],
  "/people/:id": (seen) =>
    unfiltered([...CHIPS, `/v1/players/${handleOf(seen)}`], `/v1/players/${handleOf(seen)}/stats`)(seen),
  "/people/:id/vs/:other": () => [RULES, TITLES, PLAYERS],
  "/leaderboard": unfiltered(CHIPS, "/v1/leaderboard"),
  "/leaderboard/print": unfiltered([...CHIPS, "/v1/log/checkpoint"], "/v1/leaderboard"),
  "/seasons": () => ["/v1/seasons"],
  "/seasons/:id": ({ params }) => [`/v1/seasons/${params.id}`],
  "/seasons/:id/print": ({ params }) => [`/v1/seasons/${params.id}`],
  "/records": unfiltered(CHIPS, "/v1/records"),
  "/cards": () => CHIPS,
  "/cards/:card": () => CHIPS,
  "/audit": () => ["/v1/log/checkpoint", "/v1/log/key", "/v1/audit"],
};

/**
 * Asks for what this view needs first; of a game, for what the page has for its kind as soon as that is known.
 * @param {{ route: { path: string }, params: Record<string, string> }} found
 * @param {URLSearchParams} query
 */
export function askFor({ route, params }, query) {
  const paths = ASKS[route.path]?.({ params, query }) ?? [];
  const answers = paths.map(askAhead);
  if (!/^\/games\/:id(\/replay)?$/.test(route.path)) return;
  void answers[0]?.then((info) => {
    const kind = /** @type {{ game?: string, level?: string } | null} */ (info);
    if (kind?.level === "totals") return; // a result has no board
    void KINDS[/** @type {keyof typeof KINDS} */ (kind?.game)]?.().catch(() => {});
  });
}
