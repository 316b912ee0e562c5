/* Games on their way out: which of them, and in which form, each with what it is good for. */
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { named, number, t, today } from "../lib/i18n.js";
import { query as address, useApi } from "../lib/api.js";
import { club } from "../lib/club.js";
import { EXPORT_FILTERS, download, fileName, save } from "../lib/outward.js";
import { Name, Trouble } from "../lib/parts.js";
import { setQuery } from "../lib/router.js";
import { PAD, useTitleChoices } from "../lib/titles.js";
import { Chip, withChosen } from "./filters.js";

/** What the daemon writes, and what such a file is called. */
const FORMATS = [
  { id: "record", end: ".dendro" },
  { id: "bgstats", end: ".json" },
  { id: "csv", end: ".csv" },
  { id: "bgg-csv", end: "-bgg.csv" },
  { id: "ndjson", end: ".ndjson" },
];

/** @param {number} bytes */
function sizeText(bytes) {
  if (bytes < 1000) return `${number(bytes)} B`;
  return bytes < 1_000_000 ? `${number(bytes / 1000)} kB` : `${number(bytes / 1_000_000, 1)} MB`;
}

/** @param {{ values: Record<string, string> }} props */
function Which({ values }) {
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const { data: people } = useApi("/v1/players", { all: "players", keep: true });
  const titles = useTitleChoices();
  const set = EXPORT_FILTERS.some((name) => values[name]);
  /** @param {string} name */
  const date = (name) => html`
    <label class="chip date">
      <span>${t(`export.${name}`)}</span>
      <input
        type="date"
        name=${name}
        value=${values[name]}
        onChange=${entered((text) => setQuery({ [name]: text }))}
      />
    </label>
  `;
  return html`
    <div class="chips" role="group" aria-label=${t("export.filters")}>
      <${Chip}
        name="game"
        label=${t("export.game")}
        any=${t("export.any-game")}
        value=${values.game}
        choices=${[
          ...(rules?.games ?? []).flatMap((one) => (one.game === PAD ? [] : [{ id: one.game, text: named(one) }])),
          ...titles,
        ]}
        onChoose=${(/** @type {string} */ game) => setQuery({ game })}
      />
      <${Chip}
        name="player"
        label=${t("export.player")}
        any=${t("export.any-player")}
        value=${values.player}
        choices=${withChosen(
          (people ?? []).flatMap(({ id, name, merged_into: now }) =>
            name && !now ? [{ id: `@${id}`, text: name }] : [],
          ),
          people ?? [],
          values.player,
        )}
        onChoose=${(/** @type {string} */ player) => setQuery({ player })}
      />
      ${date("since")} ${date("until")}
      ${
        set &&
        html`
          <button
            type="button"
            class="filter-button clear"
            onClick=${() => setQuery(Object.fromEntries(EXPORT_FILTERS.map((name) => [name, ""])))}
          >
            <span aria-hidden="true">×</span> ${t("export.clear")}
          </button>
        `
      }
    </div>
    <p class="muted small">${t(set ? "export.some" : "export.everything")}</p>
  `;
}

/** @param {{ query: URLSearchParams, round: number }} props round: another one has other people and titles */
export function ExportForm({ query, round }) {
  /** @typedef {{ id: string, bytes: number, error?: Error, said?: string } | null} State */
  const [state, setState] = useState(/** @type {State} */ (null));
  const control = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => () => control.current?.abort(), []);
  const values = Object.fromEntries(EXPORT_FILTERS.map((name) => [name, query.get(name) ?? ""]));
  const busy = state && !state.error && state.said === undefined;
  /** @param {{ id: string, end: string }} format */
  const fetchFile = async ({ id, end }) => {
    const mine = new AbortController();
    control.current = mine;
    setState({ id, bytes: 0 });
    try {
      const blob = await download(address("/v1/export", { format: id, ...values }), {
        signal: mine.signal,
        onBytes: (bytes) => mine.signal.aborted || setState({ id, bytes }),
      });
      const name = `${fileName(club.get()?.name || "dendro", values.since || today(), values.until)}${end}`;
      if (blob.size > 0) save(blob, name);
      const said = blob.size > 0 ? t("export.saved", { file: name, size: sizeText(blob.size) }) : t("export.none");
      setState({ id, bytes: blob.size, said });
    } catch (error) {
      setState(mine.signal.aborted ? null : { id, bytes: 0, error: /** @type {Error} */ (error) });
    }
  };
  return html`
    <h2>${t("export.title")}</h2>
    <${Which} key=${round} values=${values} />
    <ul class="bare formats" aria-label=${t("export.formats")}>
      ${FORMATS.map((format) => {
        const { id } = format;
        const mine = state?.id === id ? state : null;
        const name = t(`export.${id}`);
        return html`
          <li key=${id} data-format=${id}>
            <span class="format-about"><strong>${name}</strong> <span>${t(`export.${id}.what`)}</span></span>
            ${
              mine && busy
                ? html`<button type="button" onClick=${() => control.current?.abort()}>${t("export.stop")}</button>`
                : html`
                  <button
                    type="button"
                    disabled=${busy}
                    aria-label=${t("export.getOf", { name })}
                    onClick=${() => void fetchFile(format)}
                  >
                    ${t("export.get")}
                  </button>
                `
            }
            <span class="format-said small" role="status">
              ${mine && busy && t("export.coming", { size: sizeText(mine.bytes) })}
              ${mine?.said && html`<${Name}>${mine.said}<//>`}
            </span>
            ${mine?.error && html`<${Trouble} error=${mine.error} />`}
          </li>
        `;
      })}
    </ul>
  `;
}
