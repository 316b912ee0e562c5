// What the club says of itself (GET /v1/club): its name, its zone, the language of who has not chosen one. Kept on the
// device, so that the day is the club's from the first moment and without a network.
import { createKept } from "./store.js";

/** What the daemon said last; null: it has not been asked, or is older than that. */
export const club = createKept("dendro.club", /** @type {Api.Club | null} */ (null));

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

/** The club's zone; undefined, which is the device's own, where there is none or the browser does not know it. */
export function clubZone() {
  const zone = club.get()?.zone;
  return zone && knowsZone(zone) ? zone : undefined;
}

/**
 * The parts of a moment on the club's clocks.
 * @param {Date} date
 */
function partsOf(date) {
  const written = new Intl.DateTimeFormat("en-GB", {
    timeZone: clubZone(),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  return Object.fromEntries(written.formatToParts(date).map(({ type, value }) => [type, value]));
}

/**
 * The day that a moment belongs to, "2026-11-13", in the club's zone.
 * @param {Date} date
 */
export function dayOf(date) {
  const { year, month, day } = partsOf(date);
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
    const { year, month, day: date, hour: h, minute, second } = partsOf(new Date(at));
    return Date.UTC(Number(year), Number(month) - 1, Number(date), Number(h), Number(minute), Number(second)) - at;
  };
  const guess = wanted - offset(wanted);
  return new Date(wanted - offset(guess)); // twice: the first guess may lie beyond a change of clocks
}
