/* One line before a look-alike becomes a second person: is it her, or somebody else? */
import { html, useEffect, useRef } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { Name } from "../lib/parts.js";

/**
 * `quiet`: it stands in a list and does not take the focus.
 * @param {{ typed: string, person: Page.Person, quiet?: boolean, onSame: () => void, onOther: () => void }} props
 */
export function AskAlike({ typed, person, quiet = false, onSame, onOther }) {
  const first = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!quiet) first.current?.focus();
  }, [typed]);
  return html`
    <div class="alike" role="group" aria-label=${t("alike.mean", { name: person.name })}>
      <p role="status">${t("alike.mean", { name: person.name })}</p>
      <div class="option-row">
        <button type="button" ref=${first} onClick=${onSame}><${Name}>${person.name}<//></button>
        <button type="button" onClick=${onOther}>${t("alike.other", { name: typed })}</button>
      </div>
    </div>
  `;
}
