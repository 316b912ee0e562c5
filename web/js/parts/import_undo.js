/*
 * Past imports, each with a way back. Undoing can itself be undone, by importing again; but it is much at once, so that
 * it says what will happen and is confirmed in another place than where it was asked for.
 */
import { html, useState } from "../lib/html.js";
import { clubMoment, t } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { undoneText } from "../lib/imports.js";
import { Name, Trouble, Waiting } from "../lib/parts.js";
import { may } from "../lib/session.js";
import { useDeed } from "./deed.js";

/** @param {{ number: number, onUndone: (one: Api.ImportUndone) => void }} props */
export function UndoImport({ number, onUndone }) {
  const [asked, setAsked] = useState(false);
  const { run, busy, outcome } = useDeed();
  const n = String(number);
  if (!may("admin")) return html`<span class="muted small">${t("import.undoAdmin")}</span>`;
  const undo = run(async () => onUndone(await call("POST", `/v1/imports/${number}/undo`)));
  if (!asked) {
    return html`
      <button type="button" class="undo" aria-label=${t("import.undoOf", { n })} onClick=${() => setAsked(true)}>
        ${t("import.undo")}
      </button>
    `;
  }
  return html`
    <div class="undo-sure" role="group" aria-label=${t("import.undoOf", { n })}>
      <p>${t("import.undoWhat", { n })}</p>
      <p class="row">
        <button type="button" onClick=${() => setAsked(false)}>${t("import.keep")}</button>
        <button type="button" class="danger" disabled=${busy} onClick=${undo}>${t("import.undoNow", { n })}</button>
      </p>
      ${outcome}
    </div>
  `;
}

/**
 * Who imported it, for people: what a token is called is told to organisers alone, and its id says nothing to anybody.
 * @param {string} author
 * @param {Api.Token[]} tokens
 */
const whoText = (author, tokens) =>
  author === "cli" ? t("import.cli") : (tokens.find(({ id }) => id === author)?.label ?? "");

/**
 * @param {{ past: Page.Asked<Api.Imports>, undone: Api.ImportUndone[],
 *   onUndone: (one: Api.ImportUndone) => void }} props
 */
export function PastImports({ past, undone, onUndone }) {
  const rows = past.data?.imports ?? [];
  const { data: tokens } = useApi(may("admin") && rows.length > 0 ? "/v1/tokens" : null, { all: "tokens" });
  return html`
    <h3>${t("import.past")}</h3>
    ${past.error && !past.data && html`<${Trouble} error=${past.error} retry=${past.reload} />`}
    ${!past.error && !past.data && html`<${Waiting} />`}
    ${past.data && rows.length === 0 && html`<p class="muted">${t("import.noPast")}</p>`}
    <ul class="bare past-imports">
      ${rows.map((row) => {
        const done = undone.find((one) => one.import === row.import);
        const who = whoText(row.author, tokens ?? []);
        return html`
          <li key=${row.import} data-import=${row.import}>
            <span class="past-about">
              <strong>${t("import.number", { n: String(row.import) })}</strong>
              <span class="muted small">${clubMoment(row.at)} · ${t("import.entries", { n: row.entries })}</span>
              ${who && html`<span class="muted small"><${Name}>${who}<//></span>`}
            </span>
            ${
              row.undone
                ? html`<p role="status" class="small undone">${done ? undoneText(done) : t("import.undone")}</p>`
                : html`<${UndoImport} number=${row.import} onUndone=${onUndone} />`
            }
          </li>
        `;
      })}
    </ul>
  `;
}
