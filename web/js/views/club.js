// The club's settings: its name, its zone, the language of who has not chosen one. Whether it is private is told, and
// decided where the daemon is started.
import { entered, html, useEffect, useState } from "../lib/html.js";
import { LANGUAGES, addWords, lang, t } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { club as clubSays, knowsZone } from "../lib/club.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { useDeed } from "../parts/deed.js";
import { words } from "../words/club.js";

addWords(words);

const LONGEST = 80;

/** For who may not: why, and the way in. */
export const Denied = () => html`
  <div class="trouble"><p>${t("club.denied")} <a href="/signin">${t("menu.signin")}</a></p></div>
`;

export const Back = () => html`
  <p class="back-line no-print"><a class="back" href="/settings">← ${t("club.back")}</a></p>
`;

/**
 * The time of day in a zone, as a wall clock there shows it.
 * @param {string} zone
 */
const clock = (zone) =>
  new Intl.DateTimeFormat(lang() === "fr" ? "fr-FR" : "en-GB", { timeStyle: "short", timeZone: zone }).format();

/** @param {{ says: Api.Club }} props */
function Form({ says }) {
  const [name, setName] = useState(says.name ?? "");
  const [zone, setZone] = useState(says.zone ?? "");
  const [language, setLanguage] = useState(says.language ?? "");
  const [searchable, setSearchable] = useState(says.searchable ?? false);
  const [zones, setZones] = useState(/** @type {string[]} */ ([]));
  const { run, busy, outcome } = useDeed();
  useEffect(() => setZones(Intl.supportedValuesOf?.("timeZone") ?? []), []);
  const wrongName = [...name.trim()].length > LONGEST ? t("club.nameWrong") : null;
  const wrongZone = knowsZone(zone.trim()) ? null : t("club.zoneWrong");
  const save = run(async () => {
    const asked = says.searchable === undefined || says.private ? {} : { searchable }; // a private club has no say
    const body = { name: name.trim() || null, zone: zone.trim(), language: language || null, ...asked };
    const now = await call("PATCH", "/v1/club", { body });
    clubSays.set(now);
    return t("club.saved");
  });
  return html`
    <form class="narrow" onSubmit=${save}>
      <div class="field">
        <label for="club-name">${t("club.name")}</label>
        <input
          id="club-name"
          dir="auto"
          maxlength="200"
          autocomplete="off"
          value=${name}
          aria-invalid=${wrongName ? "true" : undefined}
          aria-describedby="club-name-note"
          onInput=${entered(setName)}
        />
        <span class=${`small ${wrongName ? "error" : "muted"}`} id="club-name-note" role="status">
          ${wrongName ?? t("club.nameHint")}
        </span>
      </div>
      <div class="field">
        <label for="club-zone">${t("club.zone")}</label>
        <input
          id="club-zone"
          list="zones"
          autocomplete="off"
          autocapitalize="none"
          spellcheck=${false}
          value=${zone}
          aria-invalid=${wrongZone ? "true" : undefined}
          aria-describedby="club-zone-note"
          onInput=${entered(setZone)}
        />
        <datalist id="zones">${zones.map((one) => html`<option key=${one} value=${one} />`)}</datalist>
        <span class=${`small ${wrongZone ? "error" : "muted"}`} id="club-zone-note" role="status">
          ${wrongZone ?? t("club.zoneHint", { time: clock(zone.trim()) })}
        </span>
      </div>
      <div class="field">
        <label for="club-language">${t("club.language")}</label>
        <select id="club-language" value=${language} onChange=${entered(setLanguage)}>
          <option value="">${t("club.language.none")}</option>
          ${Object.entries(LANGUAGES).map(([id, text]) => html`<option key=${id} value=${id}>${text}</option>`)}
        </select>
      </div>
      ${
        says.searchable !== undefined &&
        !says.private &&
        html`
          <fieldset class="field searchable">
            <legend>${t("club.search")}</legend>
            <label class="row">
              <input type="checkbox" checked=${searchable} onChange=${() => setSearchable(!searchable)} />
              ${t("club.searchable")}
            </label>
            <span class="small muted">${t("club.searchHint")}</span>
          </fieldset>
        `
      }
      <p><button class="primary" disabled=${busy || Boolean(wrongName || wrongZone)}>${t("club.save")}</button></p>
      ${outcome}
    </form>
    <h2>${t("club.private")}</h2>
    <p>
      ${t(`club.private.${says.private}`)}
      ${" "}<span class="muted">${t("club.privateHow")}</span>
    </p>
  `;
}

export default function View() {
  const { data, error, reload } = useApi("/v1/club");
  useStore(session);
  const older = /** @type {{ status?: number } | null} */ (error)?.status === 404;
  return html`
    <${Back} />
    <${Heading}>${t("club.title")}<//>
    ${
      !may("admin")
        ? html`<${Denied} />`
        : error
          ? html`<${Trouble} error=${older ? new Error(t("club.older")) : error} retry=${older ? undefined : reload} />`
          : data
            ? html`<${Form} says=${data} />`
            : html`<${Waiting} />`
    }
  `;
}
