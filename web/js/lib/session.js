// Who is at the device: a token, kept in localStorage. What it may do is asked of the server, once a token.
import { createKept } from "./store.js";

/** { token, scopes: ["read", "record", "admin"] | null } or null: nobody. */
export const session = createKept("dendro.session", /** @type {Page.Session} */ (null));

export const token = () => session.get()?.token ?? null;
/**
 * Scopes include those below them; without an answer from the server yet, nothing is taken for granted.
 * @param {Page.Scope} scope
 */
export const may = (scope) => (session.get()?.scopes ?? []).includes(scope);

/** Takes `#token=…` out of the address, before anything else can see it. Returns it, or null. */
export function takeTokenFromAddress() {
  const match = /[#&]token=([^&]+)/.exec(location.hash);
  if (!match) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return null;
  }
}
