// One night: the evening's standings, its games, and what is said about it.
import { entered, html, useState } from "../lib/html.js";
import { addWords, day, number, t } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { Heading, Name, Trouble } from "../lib/parts.js";
import { Shown, useAnswer, useRules } from "../parts/answer.js";
import { ChangeOf, ChangesNote, byOf, useChanges } from "../parts/changes.js";
import { alone } from "../parts/figures.js";
import { OutwardNight } from "../parts/outward.js";
import { Results } from "../parts/results.js";
import { figureColumns, playerColumn, rankColumn } from "../parts/standings.js";
import { FigureTable, sortRows } from "../parts/table.js";
import { Source } from "../parts/why.js";
import { words } from "../words/stats.js";

addWords(words);

/** @param {{ rows: Api.NightStanding[], at: string }} props */
function Standings({ rows, at }) {
  const changes = useChanges(
    "",
    at,
    rows.map(({ handle }) => handle),
  );
  const [sort, setSort] = useState({ by: "points", down: true });
  /** @type {Page.Column<Api.NightStanding>} */
  const points = {
    id: "points",
    name: t("stats.points-tonight"),
    why: t("stats.points-tonight.why"),
    kind: "figure",
    format: (value) => number(value, 2),
    tick: (value) => number(value),
    of: (row) => alone(row.points, Infinity),
  };
  /** @type {Page.Column<Api.NightStanding>} */
  const change = {
    id: "change",
    name: t("change.name"),
    why: html`<${ChangesNote} why=${t("change.why")} people=${rows} changes=${changes} />`,
    kind: "count",
    fixed: true,
    of: (row) => byOf(changes.get(row.handle)),
    show: (row) => html`<${ChangeOf} change=${changes.get(row.handle)} />`,
  };
  /** @type {Page.Column<Api.NightStanding>[]} */
  const columns = [
    playerColumn(),
    points,
    ...figureColumns().filter(({ id }) => id !== "wins" && id !== "win-points"),
    ...(rows.some(({ handle }) => changes.has(handle)) ? [change] : []),
    { id: "wins", name: t("stats.wins"), kind: "count", of: (row) => row.wins },
  ];
  const ordered = sort.by === "points" && sort.down ? rows : sortRows(rows, columns, sort);
  return html`
    <${FigureTable}
      caption=${t("stats.standings")}
      quiet
      columns=${[rankColumn(rows), ...columns]}
      rows=${ordered}
      keyOf=${(/** @type {Api.NightStanding} */ row) => row.handle}
      sort=${sort}
      onSort=${setSort}
      lead=${sort.by === "points" ? "points" : undefined}
    />
  `;
}

/**
 * Title, place and note, for whoever records.
 * @param {{ night: Api.NightPage, onSaved: () => void }} props
 */
function Edit({ night, onSaved }) {
  const [values, setValues] = useState({ title: night.title ?? "", place: night.place ?? "", note: night.note ?? "" });
  const [state, setState] = useState(/** @type {{ error: unknown, saved: boolean }} */ ({ error: null, saved: false }));
  const { data: places } = useApi("/v1/places", { all: "places" });
  const set = (/** @type {string} */ name) => entered((text) => setValues((old) => ({ ...old, [name]: text })));
  /** @param {Event} event */
  const save = async (event) => {
    event.preventDefault();
    try {
      await call("PATCH", `/v1/nights/${night.day}`, { body: values });
      setState({ error: null, saved: true });
      onSaved();
    } catch (error) {
      setState({ error, saved: false });
    }
  };
  return html`
    <details class="more no-print">
      <summary>${t("stats.edit-night")}</summary>
      <form onSubmit=${save}>
        <label class="field">
          <span>${t("stats.title")}</span>
          <input name="title" dir="auto" maxlength="200" value=${values.title} onInput=${set("title")} />
        </label>
        <label class="field">
          <span>${t("stats.place")}</span>
          <input
            name="place"
            dir="auto"
            maxlength="200"
            list="places-known"
            value=${values.place}
            onInput=${set("place")}
          />
        </label>
        <datalist id="places-known">
          ${(places ?? []).map((place) => html`<option key=${place.name} value=${place.name} />`)}
        </datalist>
        <label class="field">
          <span>${t("stats.note")}</span>
          <textarea name="note" dir="auto" rows="3" value=${values.note} onInput=${set("note")}></textarea>
        </label>
        <button type="submit" class="primary">${t("stats.save")}</button>
        ${state.error && html`<${Trouble} error=${state.error} />`}
        <p role="status">${state.saved && t("stats.saved")}</p>
      </form>
    </details>
  `;
}

/**
 * The night before and the one after.
 * @param {{ at: string }} props
 */
function Neighbours({ at }) {
  const { data } = useApi("/v1/nights", { all: "nights" });
  const days = (data ?? []).map((night) => night.day).sort();
  const earlier = days.filter((one) => one < at).at(-1);
  const later = days.find((one) => one > at);
  return html`
    <div class="row spread no-print">
      ${earlier ? html`<a class="back" href=${`/nights/${earlier}`}>← ${day(earlier, true)}</a>` : html`<span></span>`}
      ${later && html`<a class="back" href=${`/nights/${later}`}>${day(later, true)} →</a>`}
    </div>
  `;
}

/** @param {Page.View} props */
export default function Night({ params }) {
  const rules = useRules();
  useStore(session);
  const answer = useAnswer(`/v1/nights/${encodeURIComponent(params.day)}`);
  const valid = /^\d{4}-\d{2}-\d{2}$/.test(params.day) && !Number.isNaN(Date.parse(params.day));
  const title = valid ? day(params.day) : params.day;
  return html`
    <p class="back-line"><a class="back" href="/nights">← ${t("stats.nights")}</a></p>
    <${Heading} title=${title}>${title}<//>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.NightPage} */ night) => {
        const results = night.results ?? [];
        return html`
          ${
            (night.title || night.place) &&
            html`
              <p class="lead-line">
                ${night.title && html`<strong><${Name}>${night.title}<//></strong> `}
                ${night.place && html`<${Name}>${night.place}<//>`}
              </p>
            `
          }
          ${night.note && html`<p class="note"><${Name}>${night.note}<//></p>`}
          ${
            night.standings?.length > 0 &&
            html`
              <h2>${t("stats.standings")}</h2>
              <${Standings} rows=${night.standings} at=${params.day} />
              <${Source} url=${answer.url} n=${t("stats.n-games", { n: results.length })} />
            `
          }
          <h2>${t("stats.games-of-night")}</h2>
          <${Results} games=${results} rules=${rules} dated=${false} />
          ${
            night.games > results.length &&
            html`<p class="muted">${t("stats.unfinished", { n: night.games - results.length })}</p>`
          }
          ${results.length > 0 && html`<${OutwardNight} night=${night} rules=${rules} />`}
          ${may("record") && html`<${Edit} key=${params.day} night=${night} onSaved=${answer.reload} />`}
        `;
      }}
    <//>
    <${Neighbours} at=${params.day} />
  `;
}
