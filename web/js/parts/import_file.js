/*
 * A file on its way in: chosen, dropped or pasted; looked at without changing anything; confirmed; done. The file
 * itself stays where it is: each look sends it again, and so does the import.
 */
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { percent, t } from "../lib/i18n.js";
import { Unreachable } from "../lib/api.js";
import { fitsAddress, importPath, placeText, tallyText, undoneText } from "../lib/imports.js";
import { Name, Trouble } from "../lib/parts.js";
import { upload } from "../lib/upload.js";
import { tellApartAll } from "./import_names.js";
import { Preview, Problems } from "./import_preview.js";
import { UndoImport } from "./import_undo.js";

/** Milliseconds without another choice after which the file is looked at again. */
const REST = 500;

/**
 * @typedef {{ file: Blob, name: string }} Chosen
 * @typedef {{ step: "choose" } | { step: "look" | "work", sent: number, of: Chosen }
 *   | { step: "preview", of: Chosen, report: Api.ImportReport, busy: boolean, full?: boolean }
 *   | { step: "done", of: Chosen, report: Api.ImportReport }
 *   | { step: "failed", of: Chosen, error: Error, writing: boolean }} State
 * @typedef {{ people: import("../lib/imports.js").Choices, titles: import("../lib/imports.js").Choices }} Said
 */

/** Refusals that are about the file; others are about who asks, or when. */
const ABOUT_THE_FILE = [400, 413, 415, 422];

/** @returns {Said} */
const nothingSaid = () => ({ people: new Map(), titles: new Map() });

/** @param {{ onFile: (chosen: Chosen) => void }} props */
function Choose({ onFile }) {
  const [over, setOver] = useState(false);
  const [text, setText] = useState("");
  /** @param {File | null | undefined} file */
  const take = (file) => file && onFile({ file, name: file.name });
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files[0]);
  };
  /** @param {Event} event */
  const paste = (event) => {
    event.preventDefault();
    onFile({ file: new Blob([text]), name: t("import.pastedName") });
  };
  return html`
    <p>${t("import.text")}</p>
    <div
      class=${over ? "drop over" : "drop"}
      onDragOver=${(/** @type {Event} */ event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave=${() => setOver(false)}
      onDrop=${drop}
    >
      <label class="button primary">
        ${t("import.choose")}
        <input
          class="unseen"
          type="file"
          name="import-file"
          onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ { currentTarget }) => {
            take(currentTarget.files?.[0]);
            currentTarget.value = ""; // the same file again is a choice too
          }}
        />
      </label>
      <span class="muted wide-only">${t("import.drop")}</span>
    </div>
    <details class="else">
      <summary>${t("import.paste")}</summary>
      <form onSubmit=${paste}>
        <label class="field">
          <span>${t("import.pasted")}</span>
          <textarea
            name="import-text"
            rows="6"
            dir="auto"
            spellcheck=${false}
            value=${text}
            onInput=${entered(setText)}
          ></textarea>
        </label>
        <button type="submit" disabled=${!text.trim()}>${t("import.look")}</button>
      </form>
    </details>
  `;
}

/**
 * How far it is; `sent` 1: all of the file is there, and the daemon works on it.
 * @param {{ sent: number, file: string, writing: boolean, onCancel: () => void }} props
 */
const Underway = ({ sent, file, writing, onCancel }) => html`
  <div class="underway">
    <p role="status">
      ${
        sent < 1
          ? t("import.sending", { file, part: percent(sent) })
          : t(writing ? "import.working" : "import.reading", { file })
      }
    </p>
    <progress max="1" value=${sent < 1 ? sent : undefined} aria-label=${t("import.title")}></progress>
    ${!writing && html`<p><button type="button" onClick=${onCancel}>${t("import.cancel")}</button></p>`}
  </div>
`;

/**
 * A file that was refused as a whole, or a connection that was lost: the reason, the place, and nothing else.
 * @param {{ error: Error & { status?: number, line?: number, column?: number }, file: string, writing: boolean }} props
 */
function Failed({ error, file, writing }) {
  if (error instanceof Unreachable) {
    return html`
      <div class="trouble away" role="alert"><p>${t(writing ? "import.lost" : "import.lostLook")}</p></div>
    `;
  }
  if (!ABOUT_THE_FILE.includes(error.status ?? 0)) return html`<${Trouble} error=${error} />`;
  const where = placeText(error);
  return html`
    <div class="trouble refused-file" role="alert">
      <p><strong>${t("import.refused", { file })}</strong></p>
      <p>${where && html`<span class="where">${where}</span> `}<${Name}>${error.message}<//></p>
      ${!writing && html`<p class="small">${t("import.refusedWhy")}</p>`}
    </div>
  `;
}

/**
 * @param {{ report: Api.ImportReport, undone?: Api.ImportUndone,
 *   onUndone: (one: Api.ImportUndone) => void }} props
 */
function Done({ report, undone, onUndone }) {
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const number = report.import;
  return html`
    <div class="import-done">
      <h3 tabindex="-1" ref=${heading}>
        ${number === null ? t("import.doneNone") : t("import.done", { n: String(number) })}
      </h3>
      <p role="status">${tallyText(report, true)}</p>
      <${Problems} report=${report} />
      ${undone && html`<p role="status">${undoneText(undone)}</p>`}
      <p class="row">
        <a class="button" href="/games">${t("import.seeGames")}</a>
        ${number !== null && !undone && html`<${UndoImport} number=${number} onUndone=${onUndone} />`}
      </p>
    </div>
  `;
}

/**
 * @param {{ undone: Api.ImportUndone[], onImported: () => void, onUndone: (one: Api.ImportUndone) => void }} props
 */
export function ImportFile({ undone, onImported, onUndone }) {
  const [state, setState] = useState(/** @type {State} */ ({ step: "choose" }));
  const [said, setSaid] = useState(nothingSaid);
  const control = useRef(/** @type {AbortController | null} */ (null));
  const timer = useRef(0);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      control.current?.abort();
    },
    [],
  );

  /**
   * One request; an earlier one of this file is not waited for any more.
   * @param {Chosen} of
   * @param {Said} choices
   * @param {boolean} dry
   * @param {(sent: number) => void} onSent
   */
  const send = async (of, choices, dry, onSent) => {
    clearTimeout(timer.current);
    control.current?.abort();
    const mine = new AbortController();
    control.current = mine;
    try {
      const path = importPath({ dry, ...choices });
      const report = /** @type {Api.ImportReport} */ (
        await upload(path, of.file, { onSent: (part) => mine.signal.aborted || onSent(part), signal: mine.signal })
      );
      if (dry) setState({ step: "preview", of, report, busy: false });
      else setState({ step: "done", of, report });
      return report;
    } catch (error) {
      if (!mine.signal.aborted) setState({ step: "failed", of, error: /** @type {Error} */ (error), writing: !dry });
      return null;
    }
  };

  /** @param {Chosen} of */
  const look = (of) => {
    const blank = nothingSaid();
    setSaid(blank);
    setState({ step: "look", of, sent: 0 });
    void send(of, blank, true, (sent) => setState({ step: "look", of, sent }));
  };
  /**
   * Something was chosen: what would happen is asked again, once nobody chooses any more.
   * @param {Said} next
   */
  const say = (next) => {
    if (state.step !== "preview") return;
    const { of, report } = state;
    const size = (/** @type {Said} */ { people, titles }) => people.size + titles.size;
    if (size(next) > size(said) && !fitsAddress(next)) {
      setState({ ...state, full: true });
      return;
    }
    setSaid(next);
    setState({ step: "preview", of, report, busy: true });
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void send(of, next, true, () => {}), REST);
  };
  const confirm = async () => {
    if (state.step !== "preview") return;
    const { of, report: looked } = state;
    setState({ step: "work", of, sent: 0 });
    const report = await send(of, said, false, (sent) => setState({ step: "work", of, sent }));
    onImported(); // also when it broke off: a part may be in
    if (report) tellApartAll(looked.people ?? [], said.people);
  };
  const back = () => {
    control.current?.abort();
    setState({ step: "choose" });
  };

  const again = html`<p><button type="button" onClick=${back}>${t("import.another")}</button></p>`;
  switch (state.step) {
    case "choose":
      return html`<${Choose} onFile=${look} />`;
    case "look":
    case "work":
      return html`
        <${Underway} sent=${state.sent} file=${state.of.name} writing=${state.step === "work"} onCancel=${back} />
      `;
    case "preview":
      return html`
        <${Preview}
          report=${state.report}
          file=${state.of.name}
          busy=${state.busy}
          full=${state.full}
          said=${said}
          onSay=${say}
          onConfirm=${confirm}
          onCancel=${back}
        />
      `;
    case "done":
      return html`
        <${Done}
          report=${state.report}
          undone=${undone.find((one) => one.import === state.report.import)}
          onUndone=${onUndone}
        />
        ${again}
      `;
    default:
      return html`<${Failed} error=${state.error} file=${state.of.name} writing=${state.writing} />${again}`;
  }
}
