/*
 * Making, changing and closing a season. What the daemon refuses stands next to the field it is about, in its own
 * words; what was typed stays. Closing cannot be undone: it asks for the season's name.
 */
import { entered, html, useMemo, useState } from "../lib/html.js";
import { day, named, t, today } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { Choices } from "../lib/choices.js";
import { newKey } from "../lib/queue.js";
import { fieldOf, stageOf } from "../lib/seasons.js";
import { Trouble } from "../lib/parts.js";
import { Sure, isTyped, useDeed } from "./deed.js";

const PLACES = "5 3 2 1";

/** @typedef {{ name: string, from: string, to: string, title: string, count: string, places: string }} Values */

/**
 * @param {Api.Season | null} season
 * @returns {Values}
 */
const valuesOf = (season) => ({
  name: season?.name ?? "",
  from: season?.from ?? today(),
  to: season?.to ?? "",
  title: season?.title ?? "",
  count: Array.isArray(season?.points) ? "place" : "win",
  places: Array.isArray(season?.points) ? season.points.join(" ") : PLACES,
});

/** @param {Values} values */
const bodyOf = ({ name, from, to, title, count, places }) => ({
  name: name.trim(),
  from,
  to,
  title,
  points: count === "win" ? "win" : places,
});

/**
 * A labelled field, and what is wrong with it.
 * @param {{ name: string, label: string, wrong: string, children: Page.Shown }} props
 */
const Field = ({ name, label, wrong, children }) => html`
  <label class="field">
    <span>${label}</span>
    ${children}
    ${wrong && html`<span class="error" role="alert" id=${`wrong-${name}`}>${wrong}</span>`}
  </label>
`;

/**
 * The form of a new season, or of one that is there.
 * @param {{ season?: Api.Season | null, onSaved: (season: Api.Season) => void }} props
 */
export function SeasonForm({ season = null, onSaved }) {
  const [values, setValues] = useState(valuesOf(season));
  const { data } = useApi("/v1/titles", { keep: true });
  const { run, busy, error, outcome } = useDeed();
  const key = useMemo(newKey, [values]); // sent again after a lost answer, it is the same season
  const titles = (data?.titles ?? []).filter(
    ({ merged_into, plays, id }) => !merged_into && (plays || id === values.title),
  );
  const field = fieldOf(error);
  const said = error instanceof Error ? error.message : "";
  /** @param {string} name */
  const wrong = (name) => (field === name ? said.slice(0, 1).toLocaleUpperCase() + said.slice(1) : "");
  const set = (/** @type {keyof Values} */ name) => entered((text) => setValues((old) => ({ ...old, [name]: text })));
  /** @param {string} name */
  const marks = (name) => ({
    "aria-invalid": field === name ? "true" : undefined,
    "aria-describedby": field === name ? `wrong-${name}` : undefined,
  });
  const save = run(async () => {
    const body = bodyOf(values);
    const now = season
      ? await call("PATCH", `/v1/seasons/${season.id}`, { body })
      : await call("POST", "/v1/seasons", { body, key });
    onSaved(now);
    return season ? t("stats.saved") : "";
  });
  return html`
    <form class="season-form" onSubmit=${save}>
      <${Field} name="name" label=${t("season.name")} wrong=${wrong("name")}>
        <input
          name="season-name"
          required
          maxlength="200"
          dir="auto"
          autocomplete="off"
          value=${values.name}
          onInput=${set("name")}
          ...${marks("name")}
        />
      <//>
      <div class="pair">
        <${Field} name="from" label=${t("season.from")} wrong=${wrong("from")}>
          <input type="date" name="from" required value=${values.from} onInput=${set("from")} ...${marks("from")} />
        <//>
        <${Field} name="to" label=${t("season.to")} wrong=${wrong("to")}>
          <input type="date" name="to" required value=${values.to} onInput=${set("to")} ...${marks("to")} />
        <//>
      </div>
      <${Field} name="title" label=${t("season.title")} wrong=${wrong("title")}>
        <select name="title" value=${values.title} onChange=${set("title")} ...${marks("title")}>
          <option value="" selected=${values.title === ""}>${t("season.any-title")}</option>
          ${titles.map(
            ({ id, name }) =>
              html`<option key=${id} value=${id} selected=${id === values.title}>${named(name) || id}</option>`,
          )}
        </select>
      <//>
      <${Choices}
        name="count"
        legend=${t("season.count")}
        value=${values.count}
        options=${["win", "place"].map((id) => ({ id, label: t(`season.count.${id}`) }))}
        onPick=${(/** @type {string} */ count) => setValues((old) => ({ ...old, count }))}
      />
      ${
        values.count === "place" &&
        html`
          <${Field} name="points" label=${t("season.places")} wrong=${wrong("points")}>
            <input
              name="places"
              inputmode="numeric"
              autocomplete="off"
              required
              value=${values.places}
              onInput=${set("places")}
              ...${marks("points")}
            />
          <//>
        `
      }
      <p><button class="primary" disabled=${busy}>${season ? t("stats.save") : t("season.make")}</button></p>
      ${!field && outcome}
    </form>
  `;
}

/** @param {{ season: Api.Season, onClosed: () => void }} props */
export function CloseSeason({ season, onClosed }) {
  const [typed, setTyped] = useState("");
  const { run, busy, error } = useDeed();
  const close = run(async () => {
    await call("PATCH", `/v1/seasons/${season.id}`, { body: { closed: true } });
    onClosed();
  });
  return html`
    <details class="more no-print">
      <summary>${t("season.close")}</summary>
      <form class="season-form" onSubmit=${close}>
        <p>${t("season.close-what")}</p>
        ${
          ["running", "coming"].includes(stageOf(season)) &&
          html`<p><strong>${t("season.close-early", { date: day(season.to) })}</strong></p>`
        }
        <${Sure} name="close-sure" typed=${typed} onType=${setTyped} />
        <button type="submit" class="danger" disabled=${busy || !isTyped(typed, season.name)}>
          ${t("season.close-now")}
        </button>
        ${error && html`<${Trouble} error=${error} />`}
      </form>
    </details>
  `;
}
