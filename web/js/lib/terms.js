// How long an invitation is good: from tonight to for ever, in days of the club.
import { dayOf, momentAt } from "./club.js";

export const TERMS = ["tonight", "week", "month", "year", "never", "day"];
const MORNING = 6;
const MIDNIGHT = 24;

/**
 * A day so many days, months or years after another; of a month that is too short, its last.
 * @param {string} day
 * @param {{ days?: number, months?: number, years?: number }} more
 */
export function later(day, { days = 0, months = 0, years = 0 }) {
  const [y, m, d] = day.split("-").map(Number);
  const last = new Date(Date.UTC(y + years, m + months, 0)).getUTCDate();
  return new Date(Date.UTC(y + years, m - 1 + months, Math.min(d, last) + days)).toISOString().slice(0, 10);
}

/**
 * When that is over; null: never. Days are good to their end, tonight to the morning.
 * @param {string} term
 * @param {string} day
 * @param {Date} now
 */
export function endOf(term, day, now) {
  const today = dayOf(now);
  if (term === "tonight") {
    const morning = momentAt(today, MORNING);
    return morning > now ? morning : momentAt(later(today, { days: 1 }), MORNING);
  }
  const ends = {
    week: () => later(today, { days: 7 }),
    month: () => later(today, { months: 1 }),
    year: () => later(today, { years: 1 }),
    day: () => day,
  }[term];
  return ends ? new Date(momentAt(ends(), MIDNIGHT).getTime() - 1000) : null;
}
