// What the club says of itself (GET /v1/club): its name, its zone, the language of who has not chosen one. Kept on the
// device, so that the day is the club's from the first moment and without a network.
import { createKept } from "./store.js";

/** What the daemon said last; null: it has not been asked, or is older than that. */
export const club = createKept("dendro.club", /** @type {Api.Club | null} */ (null));

/**
 * The parts of a moment in a zone; in the device's own where the browser does not know that zone.
 * @param {Date} date
 * @param {string | null | undefined} zone
 */
function partsOf(date, zone) {
  /** @param {string | undefined} timeZone */
  const format = (timeZone) =>
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  let written;
  try {
    written = format(zone ?? undefined);
  } catch {
    written = format(undefined);
  }
  return Object.fromEntries(written.formatToParts(date).map(({ type, value }) => [type, value]));
}

/**
 * The day that a moment belongs to, "2026-11-13", in the club's zone.
 * @param {Date} date
 */
export function dayOf(date) {
  const { year, month, day } = partsOf(date, club.get()?.zone);
  return `${year.padStart(4, "0")}-${month}-${day}`;
}

/**
 * The moment at which the club's clocks show that hour of that day.
 * @param {string} day
 * @param {number} hour
 */
export function momentAt(day, hour) {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  /** @param {number} at */
  const offset = (at) => {
    const { year, month, day: date, hour: h, minute, second } = partsOf(new Date(at), club.get()?.zone);
    return Date.UTC(Number(year), Number(month) - 1, Number(date), Number(h), Number(minute), Number(second)) - at;
  };
  const guess = wanted - offset(wanted);
  return new Date(wanted - offset(guess)); // twice: the first guess may lie beyond a change of clocks
}

/**
 * Whether the browser knows a zone by that name.
 * @param {string} zone
 */
export function knowsZone(zone) {
  try {
    return Boolean(new Intl.DateTimeFormat("en-GB", { timeZone: zone }));
  } catch {
    return false;
  }
}
