// What a picture of a game, a night or a season says. Sums and places are facts of the record; ratings, which are
// estimates, stay on the page, where their doubt is beside them.
import { addWords, day, days, list, number, points, t, today } from "./i18n.js";
import { contested } from "./contested.js";
import { begun, seatName } from "./parts.js";
import { pointsText, stageOf, standsText, winnersOf } from "./seasons.js";
import { titleOf } from "./titles.js";
import { boardColumns } from "../parts/season_board.js";
import { ending, saidBy } from "../parts/won.js";
import { words } from "../words/stats.js";

addWords(words);

/** @typedef {import("./picture.js").Said} Said */

const MOST_ROWS = 20;
const MOST_LINES = 8;
const MOST_CLAIMS = 3;
const LETTERS = "ABCDEF";

/**
 * A name in a sentence keeps its own direction.
 * @param {string} name
 */
const apart = (name) => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Whose name was erased is called so: a handle, which the page links to somebody, means nothing in a picture.
 * @template {{ player?: string | null, person?: string | null, handle?: string | null }} S
 * @param {S} seat
 * @returns {S}
 */
const outside = (seat) => {
  const handle = seat.handle || seat.person;
  return handle && (seat.player ?? `@${handle}`) === `@${handle}` ? { ...seat, player: t("person.erased") } : seat;
};

/** @param {(string | null | undefined | false)[]} texts */
const some = (texts) => texts.flatMap((text) => text || []);

/**
 * @template {{ rank?: number | null, seat?: number }} S
 * @param {S[]} seats
 */
const byRank = (seats) => [...seats].sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99) || (a.seat ?? 0) - (b.seat ?? 0));

/**
 * How it ended, in a sentence.
 * @param {Api.Game} info
 * @param {string} text
 */
function endText(info, text) {
  const { names, rest } = ending({ info, ...saidBy(text) });
  return names.length > 0 ? `${list([begun(names[0]), ...names.slice(1)].map(apart))}${rest}` : rest;
}

/**
 * @param {{ info: Api.Game, rule?: Api.RulesGame, text: string, score: Api.Score, club: string }} props
 * @returns {Said}
 */
export function gamePicture({ info: known, rule, text, score, club }) {
  const info = { ...known, seats: known.seats.map(outside) };
  const claims = contested(text, score);
  const doubted = new Set(claims.map(({ seat }) => seat));
  const totals = info.seats.some(({ total }) => total !== null);
  /** @param {Api.GameSeat} seat */
  const total = (seat) =>
    `${seat.total === null ? "–" : points(seat.total)}${doubted.has(String(seat.seat)) ? " *" : ""}`;
  const wrote = claims
    .filter(({ category }) => category === "total")
    .slice(0, MOST_CLAIMS)
    .flatMap(({ seat, written }) => {
      const one = info.seats.find((line) => String(line.seat) === seat);
      return one ? [t("out.wrote", { name: apart(seatName(one)), total: points(written) })] : [];
    });
  return {
    club,
    title: titleOf(info, rule),
    facts: some([
      info.day && day(info.day),
      info.place && apart(info.place),
      info.duration !== null && info.duration !== undefined && t("totals.minutes", { n: info.duration }),
    ]),
    lead: endText(info, text),
    columns: totals ? [t("result.total")] : [],
    rows: byRank(info.seats).map((seat) => ({
      rank: seat.rank === null ? "" : number(seat.rank),
      name: seat.team ? `${seatName(seat)} (${LETTERS[seat.team - 1]})` : seatName(seat),
      values: totals ? [total(seat)] : [],
      first: seat.rank === 1 && info.seats.length > 1,
    })),
    feet: [
      ...(doubted.size > 0 ? [`* ${t("out.contested")} ${wrote.join(" ")}`] : []),
      `${t(`result.basis.${info.basis ?? "stated"}`)} ${t("result.number", { n: String(info.id) })}.`,
    ],
  };
}

/**
 * Of a list, what there is room for, and how many more there are.
 * @template T
 * @param {T[]} all
 * @param {number} most
 */
function first(all, most) {
  const left = all.length - most;
  return { shown: all.slice(0, most), more: left > 0 ? t("out.more", { n: left }) : null };
}

/**
 * @param {{ night: Api.NightPage, rules: Page.Rules, club: string }} props
 * @returns {Said}
 */
export function nightPicture({ night, rules, club }) {
  const { shown, more } = first((night.standings ?? []).map(outside), MOST_ROWS);
  const games = first(night.results ?? [], MOST_LINES);
  const open = night.games - (night.results ?? []).length;
  return {
    club,
    title: night.title || day(night.day),
    facts: some([night.title && day(night.day), night.place && apart(night.place)]),
    lead: t("stats.n-games", { n: (night.results ?? []).length }),
    columns: [t("stats.points-tonight"), t("stats.wins"), t("stats.games")],
    rows: shown.map((row) => ({
      rank: row.rank === null ? "" : number(row.rank),
      name: row.player,
      values: [row.points === null ? "–" : points(row.points), number(row.wins), number(row.games)],
      first: row.rank === 1,
    })),
    more,
    lines: [
      ...games.shown.map((game) => {
        const seats = byRank(game.seats.map(outside)).map(
          (seat) => `${apart(seatName(seat))}${seat.total === null ? "" : ` ${points(seat.total)}`}`,
        );
        return t("out.line", { title: titleOf(game, rules.find(game.game)), seats: seats.join(", ") });
      }),
      ...some([games.more]),
    ],
    feet: [t("stats.points-tonight.why"), ...(open > 0 ? [t("stats.unfinished", { n: open })] : [])],
  };
}

/**
 * @param {{ page: Api.SeasonPage, title: string, club: string }} props
 * @returns {Said}
 */
export function seasonPicture({ page, title, club }) {
  const { season, undated, games } = page;
  const board = page.board.map(outside);
  const over = season.closed !== null;
  const front = over ? winnersOf({ ...page, board }) : board.filter(({ place }) => place === 1);
  const key = front.length === 1 ? "season.won" : "season.shared";
  const { shown, more } = first(board, MOST_ROWS);
  const columns = boardColumns(season).filter(({ id }) => id !== "win-points");
  return {
    club,
    title: season.name,
    // "12 days left" would be wrong tomorrow: the board of a season that runs has the day on which it stood so.
    facts: [
      days(season.from, season.to),
      title ? apart(title) : t("season.any-title"),
      over || stageOf(season) === "over" ? standsText(page) : t("out.as-of", { date: day(today()) }),
    ],
    lead:
      front.length > 0
        ? t(over ? key : "season.front", {
            names: list(front.map(({ player }) => apart(player))),
            sum: points(front[0].points),
            n: front[0].points,
          })
        : "",
    columns: columns.map(({ name }) => name),
    rows: shown.map((row) => ({
      rank: number(row.place),
      name: row.player,
      values: columns.map(({ text }) => text(row)),
      first: row.place === 1,
    })),
    more,
    feet: some([
      `${t("stats.n-games", { n: games })} · ${pointsText(season)}`,
      undated > 0 && t("stats.undated", { n: undated }),
      page.now && t("season.now-text"),
    ]),
  };
}
