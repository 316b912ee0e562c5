/* The way to the search, in the frame: a button, and the key "/" wherever nobody is typing. */
import { html, useEffect } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { useModule } from "../lib/module.js";
import { usePop } from "../lib/pop.js";
import { createStore, useStore } from "../lib/store.js";

const LENS = "M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l5 5";

/** Whether the search is open. */
export const searching = createStore(false);
const load = () => import("./search_dialog.js");

/**
 * @param {EventTarget | null} target
 */
const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  searching.set(true);
}

/** The search itself: it stands behind the view, not in the header. */
export function SearchPlace() {
  const open = useStore(searching);
  const { component, error } = useModule(open ? load : null);
  const [say, said] = usePop();
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    if (!error) return; // no network, or the daemon has a newer page
    searching.set(false);
    say(null, t("trouble.view"));
  }, [error]);
  return html`${said} ${open && component && html`<${component} onClose=${() => searching.set(false)} />`}`;
}

export const SearchButton = () => html`
  <button
    type="button"
    class="plain"
    aria-label=${t("search.open")}
    aria-keyshortcuts="/"
    title=${`${t("search.open")} (/)`}
    onClick=${() => searching.set(true)}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${LENS} /></svg>
  </button>
`;
