// Answers kept for when there is no network: rules, people, places, the game at the table. Only what a view asks to
// keep; emptied when somebody signs out.
import { clear, one, put } from "./idb.js";
import { lang } from "./i18n.js";

/** @param {string} path */
const key = (path) => `${lang()} ${path}`;

/**
 * @param {string} path
 * @param {unknown} answer
 */
export function keep(path, answer) {
  put("answers", { path: key(path), answer, at: Date.now() }).catch(() => {}); // a convenience: no room is no error
}

/**
 * The last answer, or undefined.
 * @param {string} path
 * @returns {Promise<unknown>}
 */
export async function kept(path) {
  try {
    return (await one("answers", key(path)))?.answer;
  } catch {
    return undefined;
  }
}

/**
 * When it was kept, in milliseconds; 0: nothing is.
 * @param {string} path
 * @returns {Promise<number>}
 */
export async function keptAt(path) {
  try {
    return (await one("answers", key(path)))?.at ?? 0;
  } catch {
    return 0;
  }
}

export const forget = () => clear("answers").catch(() => {});
