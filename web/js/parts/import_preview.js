/* What an import would do, in plain words: how many games, which people and titles, what cannot be taken and why. */
import { html, useEffect, useRef } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { deedText, placeText, tallyText } from "../lib/imports.js";
import { Name } from "../lib/parts.js";
import { People, Titles } from "./import_names.js";

/** @typedef {import("./import_file.js").Said} Said */

/**
 * What is wrong, with its place; folded where there is much of it.
 * @param {{ rows: Api.ImportProblem[], heading: string, open: boolean, all: number }} props
 */
const List = ({ rows, heading, open, all }) =>
  rows.length > 0 &&
  html`
    <details class="else import-problems" open=${open}>
      <summary>${heading}</summary>
      <ul>
        ${rows.map(
          (one, i) => html`
            <li key=${i}>
              ${placeText(one) && html`<span class="where">${placeText(one)}</span> `}<${Name}>${one.message}<//>
            </li>
          `,
        )}
      </ul>
      ${all > rows.length && html`<p class="small muted">${t("import.problemsCut", { n: rows.length })}</p>`}
    </details>
  `;

/** @param {{ report: Api.ImportReport }} props */
export function Problems({ report }) {
  const refused = report.problems.filter((one) => one.refused);
  const odd = report.problems.filter((one) => !one.refused);
  return html`
    <${List}
      rows=${refused}
      heading=${t("import.problems", { n: report.refused })}
      open=${refused.length <= 3}
      all=${report.refused}
    />
    <${List} rows=${odd} heading=${t("import.warnings", { n: odd.length })} open=${false} all=${odd.length} />
  `;
}

/**
 * @param {{ report: Api.ImportReport, file: string, busy: boolean, full?: boolean, said: Said,
 *   onSay: (said: Said) => void, onConfirm: () => void, onCancel: () => void }} props
 */
export function Preview({ report, file, busy, full, said, onSay, onConfirm, onCancel }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const deed = deedText(report);
  const format = report.format ? t(`import.format.${report.format}`) : "";
  return html`
    <div class="import-preview" aria-busy=${busy ? "true" : undefined}>
      <p class="muted small"><${Name}>${format ? t("import.format", { file, format }) : file}<//></p>
      <h3 class="sum" tabindex="-1" ref=${heading}>${tallyText(report)}</h3>
      <p role="status" class="small">
        ${busy ? t("import.checking") : deed ? "" : t("import.nothing")}
      </p>
      ${full && html`<p role="alert">${t("import.full")}</p>`}
      ${report.contested > 0 && html`<p class="small">${t("import.contested", { n: report.contested })}</p>`}
      <${Problems} report=${report} />
      <${People} report=${report} choices=${said.people} onSay=${(/** @type {Said["people"]} */ people) =>
        onSay({ ...said, people })} />
      <${Titles} report=${report} choices=${said.titles} onSay=${(/** @type {Said["titles"]} */ titles) =>
        onSay({ ...said, titles })} />
      <p class="row confirm">
        ${deed && html`<button type="button" class="primary" disabled=${busy} onClick=${onConfirm}>${deed}</button>`}
        <button type="button" class=${deed ? "plain" : ""} onClick=${onCancel}>
          ${t(deed ? "import.cancel" : "import.another")}
        </button>
      </p>
    </div>
  `;
}
