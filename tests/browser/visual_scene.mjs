// The club that the pictures are taken of: the same people, games and evenings each time, on a day that stands still.
// What is left to chance (handles, keys, hashes) and the moments at which it was made are covered by the camera.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SOURCE } from "./harness.mjs";
import { until } from "./steps.mjs";

/** The club's day, and the moment that devices show. */
export const TODAY = "2026-11-14";
export const NOW = `${TODAY}T20:30:00Z`;
const NIGHT = "2026-11-13";

const PEOPLE = ["Élodie", "Basile", "Garance", "Odilon", "Maëlle", "Firmin"];
/** Of the demo club's people, with a mark behind their names. @param {number} n */
const seats = (n) => PEOPLE.slice(0, n).map((name) => (name === "Odilon" ? name : `${name} (demo)`));

/**
 * A golden record as this club would have played it: with its own people, and on one of its nights.
 * @param {string} name
 * @param {string} [night]
 */
function golden(name, night = NIGHT) {
  const text = readFileSync(join(SOURCE, "replays", `${name}.dendro`), "utf8");
  const heads = [...text.matchAll(/^seat \d+ .*$/gm)].length;
  const names = seats(heads);
  return text
    .replace(/^(played|night|place|digest) .*\n/gm, "")
    .replace(/^seat (\d+) .*$/gm, (_all, seat) => `seat ${seat} ${names[seat - 1]}`)
    .replace(new RegExp(`^seat ${heads} .*$`, "m"), `$&\nnight ${night}`);
}

/**
 * The first moves of a golden record, for a table where it is still being played.
 * @param {string} name
 * @param {number} count
 */
function opening(name, count) {
  const text = golden(name);
  /** @param {string} word */
  const said = (word) => text.match(new RegExp(`^${word} (.*)$`, "m"))?.[1];
  const options = [...text.matchAll(/^option (\S+) (.*)$/gm)].map(([, key, value]) => [key, value]);
  return {
    game: said("game"),
    rules: Number(said("rules")),
    variant: said("variant"),
    level: said("level"),
    seats: [...text.matchAll(/^seat \d+ (.*)$/gm)].map(([, who]) => who),
    ...(options.length > 0 && { options: Object.fromEntries(options) }),
    night: TODAY,
    place: "Cave à jeux",
    moves: text
      .split("\n")
      .filter((line) => /^(\*|\d+): /.test(line))
      .slice(0, count),
  };
}

/**
 * The result of a title without rules.
 * @param {string} title
 * @param {Record<string, number>} totals
 * @param {string} day
 */
const result = (title, totals, day) =>
  [
    "dendro 1",
    "game pad",
    `title ${title}`,
    ...Object.keys(totals).map((name, i) => `seat ${i + 1} ${name}`),
    `night ${day}`,
    "",
    ...Object.values(totals).map((total, i) => `${i + 1}: total ${total}`),
    "",
  ].join("\n");

/** Games that are over, by the name that views know them under. */
const OVER = /** @type {const} */ ({
  foret: "foret/full-draft-four",
  foretSheet: "foret/booklet-three-players",
  grandbois: "grandbois/three-full",
  ecos: "ecos/rules-2-full-3-players",
  biotopes: "biotopes/simulated-discovery-3",
  teams: "pad/teams",
  paper: "foret/booklet-drawings",
  contested: "foret/contested/written-scores",
});
/** Games that are being played, and after how many moves. */
const LIVE = /** @type {const} */ ({
  liveForet: ["foret/full-draft-four", 21],
  liveGrandbois: ["grandbois/three-full", 40],
  liveEcos: ["ecos/rules-2-full-3-players", 60],
  liveBiotopes: ["biotopes/simulated-discovery-3", 60],
});

/**
 * A club of three months with everything in it that views show.
 * @param {Test.Tools["club"]} club
 */
export async function fullScene(club) {
  const daemon = await club({ demo: true, today: TODAY });
  /** @type {Record<string, number | string>} */
  const at = {};
  for (const [name, file] of Object.entries(OVER)) {
    at[name] = (await daemon.post("/v1/games", golden(file))).game;
  }
  const [a, b, c, d] = seats(4);
  for (const [title, totals, day] of /** @type {[string, Record<string, number>, string][]} */ ([
    ["Catan", { [a]: 10, [b]: 8, [d]: 7 }, "2026-10-30"],
    ["Les Aventuriers du Rail", { [b]: 104, [c]: 96, [a]: 81 }, "2026-11-06"],
    ["Catan", { [b]: 10, [a]: 9, [c]: 9, [d]: 6 }, NIGHT],
  ])) {
    at.result = (await daemon.post("/v1/games", result(title, totals, day))).game;
  }
  await daemon.post(`/v1/games/${at.foret}/review`, { budget: 256 });
  const review = await until(async () => {
    const { status, decisions } = await daemon.get(`/v1/games/${at.foret}/review`);
    return status === "done" && decisions;
  }, "it is reviewed");
  at.blunder = 1 + (review.find(({ grade }) => grade === "blunder")?.ply ?? 0);
  const { games } = await daemon.get("/v1/games?status=finished&game=foret&order=oldest&limit=100");
  at.unasked = games.find(({ level }) => level === "table")?.id ?? 0;
  const slips = { [a]: 8, [b]: 9, [c]: 10 };
  at.corrected = (await daemon.post("/v1/games", result("Catan", { ...slips, [a]: 10 }, "2026-10-23"))).game;
  await daemon.post(`/v1/games/${at.corrected}/correct?reason=misread`, result("Catan", slips, "2026-10-23"));
  at.void = (await daemon.post("/v1/games", result("Catan", slips, "2026-10-23"))).game;
  await daemon.post(`/v1/games/${at.void}/void`, { reason: "entered twice" });
  for (const [name, [file, count]] of Object.entries(LIVE)) {
    at[name] = (await daemon.post("/v1/games", opening(file, count))).game;
  }
  at.abandoned = (await daemon.post("/v1/games", opening("foret/full-draft-four", 12))).game;
  await daemon.post(`/v1/games/${at.abandoned}/abandon`, { reason: "the last train" });
  at.season = (
    await daemon.post("/v1/seasons", { name: "Automne 2026", from: "2026-09-01", to: "2026-12-31", title: "foret" })
  ).id;
  await daemon.post("/v1/seasons", { name: "Été 2026", from: "2026-06-01", to: "2026-08-31", title: "foret" });
  const { players } = await daemon.get("/v1/players");
  for (const name of PEOPLE) at[name] = players.find((one) => one.name?.startsWith(name))?.id ?? name;
  return { daemon, at };
}

/**
 * A club that strangers see nothing of.
 * @param {Test.Tools["club"]} club
 */
export const privateScene = async (club) => ({
  daemon: await club({ today: TODAY, options: ["--private"] }),
  at: {},
});

/**
 * A club on its first evening.
 * @param {Test.Tools["club"]} club
 */
export const emptyScene = async (club) => ({ daemon: await club({ today: TODAY }), at: {} });

/** @typedef {Awaited<ReturnType<typeof fullScene>> | Awaited<ReturnType<typeof emptyScene>>} Scene */
