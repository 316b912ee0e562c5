// Who said "this is me" on this device: a handle of this club. It signs nobody in and opens nothing; it only puts what
// is theirs within one tap. It goes where that person goes when entries are merged, and is forgotten with the name.
import { Problem, call } from "./api.js";
import { html, useEffect } from "./html.js";
import { addWords, t } from "./i18n.js";
import { createKept, useStore } from "./store.js";
import { words } from "../words/mine.js";

addWords(words);

/** The handle, or null: nobody has said so. */
export const mine = createKept("dendro.mine", /** @type {string | null} */ (null));

/**
 * Whose handle was asked about since the page was loaded.
 * @type {string | null}
 */
let asked = null;

/**
 * Looks whether that person is still called something, and under this handle.
 * @param {string} handle
 */
async function follow(handle) {
  asked = handle;
  try {
    const person = await call("GET", `/v1/players/${encodeURIComponent(handle)}`);
    if (mine.get() !== handle) return;
    if (person.merged_into) mine.set(person.merged_into);
    else if (person.name === null) mine.set(null);
  } catch (error) {
    const gone = error instanceof Problem && error.status === 404;
    if (gone && mine.get() === handle) mine.set(null);
    else asked = null; // no network says nothing: asked again another time
  }
}

/** The handle of who chose a name on this device, or null; looked after once a load. */
export function useMine() {
  const handle = useStore(mine);
  useEffect(() => {
    if (handle && handle !== asked) void follow(handle);
  }, [handle]);
  return handle;
}

/**
 * The way to their page, for whoever has one.
 * @param {{ button?: boolean }} props
 */
export function MyLink({ button = false }) {
  const handle = useStore(mine);
  if (!handle) return null;
  return html`<a class=${button ? "button" : undefined} href=${`/people/${handle}`}>${t("mine.page")}</a>`;
}
