// Settings of this device: language, colours, who is signed in. The club's own settings are the organiser's.
import { html } from "../lib/html.js";
import { LANGUAGES, language, t } from "../lib/i18n.js";
import { Heading } from "../lib/parts.js";
import { session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { theme } from "../lib/theme.js";
import { Rights, SignOut } from "./signin.js";

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
    <p class="small muted"><a href="/openapi.json">${t("settings.api")}</a></p>
  `;
}
