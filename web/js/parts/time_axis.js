/*
 * A time axis in whole days. A night is a date, not a moment: all of this counts in UTC, so that somebody who looks
 * from another part of the world sees the days of the place where people played. The year stands under the first tick
 * and wherever a new one begins.
 */
import { day, month } from "../lib/i18n.js";

const DAY = 86400;
/** Steps in days, and beyond them in months: what calendars count by. */
const DAYS = [1, 2, 7, 14];
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120];
const DAYS_OF_MONTH = 30.4;

/**
 * A day as the API writes it, in seconds: where it is on the axis.
 * @param {string} text
 */
export const secondsOf = (text) => Date.parse(`${text}T00:00:00Z`) / 1000;

/** @param {number} seconds */
const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

/**
 * Where the ticks are, at most `most` of them: on days, Mondays or the first of a month.
 * @param {number} low seconds
 * @param {number} high
 * @param {number} most
 */
export function timeTicks(low, high, most) {
  const days = (high - low) / DAY;
  const step = DAYS.find((one) => days / one <= most);
  if (step) return dayTicks(low, high, step);
  return monthTicks(low, high, MONTHS.find((one) => days / DAYS_OF_MONTH / one <= most) ?? 240);
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} step
 */
function dayTicks(low, high, step) {
  const monday = 4 * DAY; // 1970-01-05 was one
  const ticks = [];
  for (let at = Math.ceil((low - monday) / (step * DAY)) * step * DAY + monday; at <= high; at += step * DAY) {
    ticks.push(at);
  }
  return ticks;
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number} step
 */
function monthTicks(low, high, step) {
  const [year, first] = dayOf(low).split("-").map(Number);
  const ticks = [];
  for (let n = Math.floor((year * 12 + first - 1) / step) * step; ; n += step) {
    const at = Date.UTC(Math.floor(n / 12), n % 12, 1) / 1000;
    if (at > high) return ticks;
    if (at >= low) ticks.push(at);
  }
}

/**
 * What is written at the ticks, in the person's language.
 * @param {number[]} ticks seconds
 */
export function timeLabels(ticks) {
  const days = ticks.map(dayOf);
  const months = days.length > 1 && days.every((text) => text.endsWith("-01"));
  return days.map((text, i) => {
    const year = text.slice(0, 4);
    return `${months ? month(text) : day(text, true)}${days[i - 1]?.slice(0, 4) === year ? "" : `\n${year}`}`;
  });
}
