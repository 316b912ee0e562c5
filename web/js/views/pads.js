// Score pads: every title that has a document, by its newest edition, and the way to a new one.
import { html } from "../lib/html.js";
import { addWords, lang, named, t } from "../lib/i18n.js";
import { newest, usePads } from "../lib/pads.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/club.js";
import { words as titleWords } from "../words/titles.js";
import { Back, Denied } from "./club.js";

addWords(words);
addWords(titleWords);

/** @param {{ least: number, most: number }} seats */
export const sizes = ({ least, most }) =>
  least === most ? t("pads.playersExact", { n: least }) : t("pads.players", { min: least, max: most });

/** @param {{ pads: Api.Pad[] }} props */
function List({ pads }) {
  const collator = new Intl.Collator(lang());
  const all = newest(pads).sort((a, b) => collator.compare(named(a.name), named(b.name)));
  if (all.length === 0) return html`<p class="muted">${t("pads.none")}</p>`;
  return html`
    <ul class="bare pads">
      ${all.map(
        (pad) => html`
          <li key=${pad.hash}>
            <div>
              <strong><${Name}>${named(pad.name)}<//></strong>
              <p class="small muted">
                ${[
                  t(`totals.${pad.variant}`),
                  sizes(pad.seats),
                  t("pads.categories", { n: pad.categories.length }),
                  pad.shipped ? t("pads.example") : t("pads.edition", { n: pad.edition }),
                ].join(" · ")}
              </p>
            </div>
            <a
              class="button"
              href=${`/settings/pads/${pad.hash}`}
              aria-label=${t("pads.edit", { title: named(pad.name) })}
            >
              ${t("pads.change")}
            </a>
          </li>
        `,
      )}
    </ul>
  `;
}

export default function View() {
  const { pads, error, loading, reload } = usePads();
  useStore(session);
  return html`
    <${Back} />
    <${Heading}>${t("pads.title")}<//>
    <p>${t("pads.text")}</p>
    ${
      may("admin")
        ? html`<p><a class="button primary" href="/settings/pads/new">${t("pads.new")}</a></p>`
        : html`<${Denied} />`
    }
    ${
      error
        ? html`<${Trouble} error=${error} retry=${reload} />`
        : loading
          ? html`<${Waiting} />`
          : html`<${List} pads=${pads} />`
    }
  `;
}
