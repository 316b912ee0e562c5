// Signing in and out, and what the token on this device may do.
import { Problem, get, online } from "./api.js";
import { club } from "./club.js";
import { evening } from "./evening.js";
import { forgetTables } from "./last_tables.js";
import { mine } from "./mine.js";
import { session } from "./session.js";
import { forget } from "./shelf.js";
import { createStore } from "./store.js";

/** True when the club shows nothing to strangers and nobody is signed in. */
export const closed = createStore(false);
/** Why the token that was here is gone, or could not be used: a Problem, or null. */
export const refusal = createStore(/** @type {Problem | null} */ (null));

const AGAIN = 2000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let asking;

/** What the token may do could not be asked: it is asked again until there is an answer, whatever else goes through. */
function askAgain() {
  clearTimeout(asking);
  asking = setTimeout(() => session.get()?.scopes === null && check(), AGAIN);
}

/**
 * True when the daemon has said no; one that is busy, or not there, has said nothing.
 * @param {unknown} error
 * @returns {error is Problem}
 */
const refused = (error) => error instanceof Problem && error.status < 500 && error.status !== 429;

/**
 * Signs in: true when the daemon knows the token, or cannot be asked just now. False leaves why in `refusal`.
 * @param {string} text
 */
export async function signIn(text) {
  const token = text.trim();
  const before = session.get();
  session.set({ token, scopes: null }); // on the device at once: a reload, or no network, does not lose it
  try {
    const { scopes } = await get("/v1/access");
    session.set({ token, scopes });
    closed.set(false);
    refusal.set(null);
    return true;
  } catch (error) {
    if (!refused(error)) {
      askAgain();
      return true;
    }
    session.set(before);
    refusal.set(error);
    return false;
  }
}

/**
 * Forgets the token, who said to be whom here, who sat where, and what was kept of the club's data. What waits to be
 * sent stays.
 */
export async function signOut() {
  session.set(null);
  evening.forget();
  club.set(null);
  mine.set(null);
  forgetTables();
  await forget();
  await check();
}

/** Looks whether the token is still good, or whether one is needed. */
export async function check() {
  const now = session.get();
  try {
    // A stranger only wants to know whether the club is open: its name says so, and is asked for anyway.
    const known = await get(now ? "/v1/access" : "/v1/club");
    closed.set(false);
    if (now && "scopes" in known && session.get()?.token === now.token) {
      session.set({ token: now.token, scopes: known.scopes });
    }
  } catch (error) {
    if (!refused(error)) askAgain();
    if (!(error instanceof Problem) || error.status !== 401) return;
    if (now) {
      session.set(null);
      refusal.set(error);
      await check();
    } else {
      closed.set(true);
    }
  }
}

online.watch((on) => on && session.get()?.scopes === null && check());
