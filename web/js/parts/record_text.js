// The record of a game as text, at the foot of its page.
import { html, toggled, useEffect, useRef, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Trouble, Waiting } from "../lib/parts.js";

/**
 * The record as text, asked for when it is opened; `open` from the start when a link says so.
 * @param {{ id: string, open: boolean, last: number }} props
 */
export function RecordText({ id, open: atFirst, last }) {
  const [open, setOpen] = useState(atFirst);
  const { data, error, reload } = useApi(open ? `/v1/games/${id}/record` : null);
  useEffect(() => {
    if (open) reload();
  }, [last]);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (atFirst && data) place.current?.scrollIntoView({ block: "start" });
  }, [data !== null]);
  return html`
    <details
      class="else record-text"
      ref=${place}
      open=${open}
      onToggle=${toggled(setOpen)}
    >
      <summary>${t("games.record")}</summary>
      ${open && error && html`<${Trouble} error=${error} retry=${reload} />`}
      ${open && !error && (data === null ? html`<${Waiting} />` : html`<pre tabindex="0">${data}</pre>`)}
    </details>
  `;
}
