/* Something that is folded away, and comes with its module when it is first unfolded. */
import { html, toggled, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { useModule } from "../lib/module.js";
import { Trouble, Waiting } from "../lib/parts.js";

/**
 * `load`: the same function each time; further properties are the component's.
 * @param {{ summary: string, name: string, load: () => Promise<{ default: unknown }>, [property: string]: unknown }}
 * props
 */
export function Later({ summary, name, load, ...rest }) {
  const [open, setOpen] = useState(false);
  const { component, error } = useModule(open ? load : null);
  return html`
    <details class="else no-print" data-later=${name} onToggle=${toggled(setOpen)}>
      <summary>${summary}</summary>
      ${open && error && html`<${Trouble} error=${new Error(t("trouble.view"))} />`}
      ${open && !error && (component ? html`<${component} ...${rest} />` : html`<${Waiting} />`)}
    </details>
  `;
}
