// Settings of this device: language, colours, who is signed in; for organisers, the way to those of the club.
import { html } from "../lib/html.js";
import { LANGUAGES, addWords, language, t } from "../lib/i18n.js";
import { Heading } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { theme } from "../lib/theme.js";
import { words } from "../words/club.js";
import { Rights, SignOut } from "./signin.js";

addWords(words);

/** @param {{ name: string, legend: string, store: Page.Store<string>, values: Record<string, string> }} props */
const Choice = ({ name, legend, store, values }) => {
  const now = useStore(store);
  return html`
    <fieldset>
      <legend>${legend}</legend>
      ${Object.entries(values).map(
        ([value, label]) => html`
          <label class="row choice" key=${value}>
            <input
              type="radio"
              name=${name}
              value=${value}
              checked=${now === value}
              onChange=${() => store.set(value)}
            />
            ${label}
          </label>
        `,
      )}
    </fieldset>
  `;
};

/**
 * Ways to other views, each with what it is for.
 * @param {{ ids: string[] }} props
 */
const Ways = ({ ids }) => html`
  <ul class="bare ways-list">
    ${ids.map(
      (id) => html`
        <li key=${id}>
          <a href=${`/settings/${id}`}>${t(`settings.${id}`)} <span>${t(`settings.${id}.what`)}</span></a>
        </li>
      `,
    )}
  </ul>
`;

export default function View() {
  const now = useStore(session);
  const colours = Object.fromEntries(["auto", "light", "dark"].map((id) => [id, t(`settings.theme.${id}`)]));
  return html`
    <${Heading}>${t("settings.title")}<//>
    <${Choice} name="language" legend=${t("settings.language")} store=${language} values=${LANGUAGES} />
    <${Choice} name="theme" legend=${t("settings.theme")} store=${theme} values=${colours} />
    <h2>${t("settings.you")}</h2>
    <p><${Rights} /></p>
    ${now ? html`<${SignOut} />` : html`<p><a class="button" href="/signin">${t("menu.signin")}</a></p>`}
    <h2>${t("club.title")}</h2>
    <${Ways} ids=${[...(may("admin") ? ["invite", "club", "pads"] : []), "exchange"]} />
    <p class="small muted"><a href="/openapi.json">${t("settings.api")}</a></p>
  `;
}
