// Seasons as the page tells of them: where one stands today, what its points are, who is in front.
import { day, list, points, t, today } from "./i18n.js";

const DAY = 86_400_000;

/**
 * Where a season stands on a day: its days run, are to come or are over; a closed one is closed whatever the day.
 * @param {Api.Season} season
 * @param {string} [now]
 * @returns {"closed" | "coming" | "running" | "over"}
 */
export function stageOf({ from, to, closed }, now = today()) {
  if (closed !== null) return "closed";
  if (now < from) return "coming";
  return now > to ? "over" : "running";
}

/**
 * The same in words: "43 days left".
 * @param {Api.Season} season
 * @param {string} [now]
 */
export function stageText(season, now = today()) {
  const left = Math.round((Date.parse(season.to) - Date.parse(now)) / DAY);
  switch (stageOf(season, now)) {
    case "closed":
      return t("season.closed");
    case "coming":
      return t("season.begins", { date: day(season.from) });
    case "over":
      return t("season.over");
    default:
      return left === 0 ? t("season.last-day") : t("season.left", { n: left });
  }
}

/**
 * The same of a season's page, which knows the day on which it was closed.
 * @param {Pick<Api.SeasonPage, "season" | "closed_at">} page
 */
export const standsText = ({ season, closed_at }) =>
  closed_at ? t("season.closed-on", { date: day(closed_at.slice(0, 10)) }) : stageText(season);

/** @param {Api.Season} season */
export const pointsText = ({ points: places }) =>
  Array.isArray(places) ? t("season.by-place", { points: places.map(points).join(" ") }) : t("season.by-win");

/**
 * Who won a closed season, by name: of those who share it, all.
 * @param {Api.SeasonPage} page
 */
export const winnersOf = ({ winners, board }) => board.filter(({ handle }) => winners.includes(handle));

/**
 * "Ada won", for whoever has only text to read.
 * @param {Api.SeasonPage} page
 */
export function wonText(page) {
  const names = winnersOf(page).map(({ player }) => player);
  if (names.length === 0) return "";
  return t(names.length === 1 ? "season.won" : "season.shared", { names: list(names) });
}

/** Which field of the form a refusal is about, by the problem's id; what is in no list stands under the form. */
const FIELDS = {
  "person.name": "name",
  "season.taken": "name",
  "range.days": "to",
  "stats.game": "title",
  "season.points": "points",
};

/**
 * @param {unknown} error
 * @returns {string | null}
 */
export function fieldOf(error) {
  const { id = "", message = "" } = /** @type {{ id?: string, message?: string }} */ (error ?? {});
  if (id === "body.type" || id === "body.missing") {
    return ["name", "from", "to", "title", "points"].find((name) => message.includes(`'${name}'`)) ?? null;
  }
  return FIELDS[/** @type {keyof typeof FIELDS} */ (id)] ?? null;
}
