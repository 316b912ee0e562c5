/*
 * The people and titles that a file names: who is new beside whom they look like, which titles are made, and a way to
 * say that one of them is one of ours.
 */
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { lang, named, t } from "../lib/i18n.js";
import { getAll, useApi } from "../lib/api.js";
import { settle, tellApart } from "../lib/alike.js";
import { fromOf, keyOf } from "../lib/imports.js";
import { Name } from "../lib/parts.js";

/**
 * @typedef {import("../lib/imports.js").Choices} Choices
 * @typedef {{ choices: Choices, row: Api.ImportName, options: Page.Choice[], fixed: boolean,
 *   onChoose: (row: Api.ImportName, to: string | null | undefined) => void }} RowProps
 */

/**
 * Who was said to be somebody new in spite of their name is not asked about another time, here or by the daemon.
 * @param {Api.ImportName[]} rows
 * @param {Choices} choices
 */
export function tellApartAll(rows, choices) {
  const two = rows.filter((row) => row.name && row.alike && choices.get(keyOf(row))?.to === null);
  for (const { name, alike } of two) tellApart(String(name), String(alike).replace(/^@/, ""));
  if (two.length > 0) getAll("/v1/players", "players", {}).then(settle, () => {}); // another time will do
}

/** @param {{ row: Api.ImportName }} props */
const Who = ({ row }) => html`
  <span class="import-name">
    <${Name}>${row.name || row.id || t("import.nameless")}<//>${" "}
    <span class="muted small">${t("import.plays", { n: row.plays })}</span>
  </span>
`;

/**
 * Chooses one of ours; the list is there once somebody wants it.
 * @param {Pick<RowProps, "row" | "options" | "onChoose">} props
 */
function Pick({ row, options, onChoose }) {
  const [open, setOpen] = useState(false);
  const label = t("import.pickOf", { name: row.name ?? row.id ?? "" });
  if (!open) {
    return html`
      <button type="button" class="plain" aria-label=${label} onClick=${() => setOpen(true)}>
        ${t("import.pick")}
      </button>
    `;
  }
  return html`
    <select
      aria-label=${label}
      onChange=${entered((to) => {
        setOpen(false);
        if (to) onChoose(row, to);
      })}
    >
      <option value="">${t("import.pickNone")}</option>
      ${options.map(({ id, text }) => html`<option key=${id} value=${id}>${text}</option>`)}
    </select>
  `;
}

/**
 * @param {RowProps} props
 */
function Row({ choices, row, options, fixed, onChoose }) {
  const said = choices.get(keyOf(row));
  const name = row.name ?? row.id ?? "";
  const back = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => back.current?.focus(), [Boolean(said)]); // where the button was that is gone now
  const asks = !row.ours && row.alike && !said && !fixed;
  const is = said?.to ? (options.find(({ id }) => id === said.to)?.text ?? row.named) : row.named;
  return html`
    <li class=${asks ? "asks" : ""} data-name=${name}>
      <${Who} row=${row} />
      ${
        asks
          ? html`
            <span class="import-ask">
              <span>${t("import.isThat", { name: row.alike_name })}</span>
              <span class="row">
                <button type="button" class="same" onClick=${() => onChoose(row, row.alike)}>
                  ${t("import.same")}
                </button>
                <button type="button" class="other" onClick=${() => onChoose(row, null)}>${t("import.other")}</button>
              </span>
            </span>
          `
          : html`
            <span class="import-is">
              <span>${row.ours || said?.to ? t("import.is", { name: is }) : t("import.new")}</span>
              ${
                said
                  ? html`
                    <span class="muted small">${t("import.chosen")}</span>
                    <button
                      type="button"
                      class="plain"
                      ref=${back}
                      aria-label=${t("import.takeBackOf", { name })}
                      onClick=${() => onChoose(row, undefined)}
                    >
                      ${t("import.takeBack")}
                    </button>
                  `
                  : !fixed && html`<${Pick} row=${row} options=${options} onChoose=${onChoose} />`
              }
            </span>
          `
      }
    </li>
  `;
}

/**
 * Those to look at first, then the new ones, then, folded, those that are here. `fixed`: what the file says is who it
 * is, as in records, of which nobody may say anything else; whom a name there looks like is among what is odd.
 * @param {{ kind: "People" | "Titles", rows: Api.ImportName[], count: number, choices: Choices,
 *   options: Page.Choice[], fixed: boolean, onSay: (choices: Choices) => void }} props
 */
function Names({ kind, rows, count, choices, options, fixed, onSay }) {
  if (rows.length === 0) return null;
  /** @type {RowProps["onChoose"]} */
  const choose = (row, to) => {
    const next = new Map(choices);
    const from = fromOf(row, rows);
    if (to === undefined || from === null) next.delete(keyOf(row));
    else next.set(keyOf(row), { from, to });
    onSay(next);
  };
  /** @param {Api.ImportName} row */
  const asked = (row) => !fixed && (Boolean(row.alike && !row.ours) || choices.has(keyOf(row)));
  const open = rows.filter((row) => asked(row) && !choices.has(keyOf(row))).length;
  const groups = [
    { id: "ask", of: rows.filter(asked), folded: false, key: open > 0 ? "import.ask" : "import.settled", n: open },
    { id: "new", of: rows.filter((row) => !asked(row) && !row.ours), folded: false, key: `import.new${kind}` },
    { id: "known", of: rows.filter((row) => !asked(row) && row.ours), folded: true, key: `import.known${kind}` },
  ];
  return html`
    <section class="import-names" data-kind=${kind}>
      <h4>${t(kind === "People" ? "import.people" : "import.titles")}</h4>
      ${groups.map(
        ({ id, of, folded, key, n }) =>
          of.length > 0 &&
          html`
            <details class="else" key=${id} data-group=${id} open=${!folded && of.length <= 30}>
              <summary>${t(key, { n: n || of.length })}</summary>
              <ul class="bare">
                ${of.map(
                  (row) => html`
                    <${Row}
                      key=${keyOf(row)}
                      choices=${choices}
                      row=${row}
                      options=${options}
                      fixed=${fixed}
                      onChoose=${choose}
                    />
                  `,
                )}
              </ul>
            </details>
          `,
      )}
      ${count > rows.length && html`<p class="small muted">${t("import.rest", { n: count - rows.length })}</p>`}
    </section>
  `;
}

/** @param {Page.Choice[]} options */
const byText = (options) => {
  const collator = new Intl.Collator(lang());
  return options.sort((a, b) => collator.compare(a.text, b.text));
};

/** @typedef {{ report: Api.ImportReport, choices: Choices, onSay: (choices: Choices) => void }} NamesProps */

/** @param {NamesProps} props */
export function People({ report, choices, onSay }) {
  const { data } = useApi("/v1/players", { all: "players" });
  const options = byText(
    (data ?? []).flatMap(({ id, name, merged_into }) => (name && !merged_into ? [{ id: `@${id}`, text: name }] : [])),
  );
  const rows = (report.people ?? []).map((row) => ({ ...row, alike: row.alike && `@${row.alike.replace(/^@/, "")}` }));
  return html`
    <${Names}
      kind="People"
      rows=${rows}
      count=${report.people_count ?? 0}
      choices=${choices}
      options=${options}
      fixed=${report.format === "record"}
      onSay=${onSay}
    />
  `;
}

/** @param {NamesProps} props */
export function Titles({ report, choices, onSay }) {
  const { data } = useApi("/v1/titles");
  const options = byText(
    (data?.titles ?? []).flatMap(({ id, name, merged_into }) => (merged_into ? [] : [{ id, text: named(name) || id }])),
  );
  return html`
    <${Names}
      kind="Titles"
      rows=${report.titles ?? []}
      count=${report.titles_count ?? 0}
      choices=${choices}
      options=${options}
      fixed=${report.format === "record"}
      onSay=${onSay}
    />
  `;
}
