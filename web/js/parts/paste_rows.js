/* Rows that were copied elsewhere, put onto a sheet: with Ctrl+V anywhere on it, or into a field that unfolds. What is
   not understood stays in the field, with the reason beside it. */
import { entered, html, toggled, useEffect, useRef, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";

/** @param {EventTarget | null} target */
const isField = (target) => target instanceof Element && Boolean(target.closest("input, textarea, select"));

/**
 * take(text): puts the rows where they belong; the sentence why not, or null.
 * @param {{ hint: string, take: (text: string) => string | null, children?: Page.Shown }} props what else one can know
 */
export function PasteRows({ hint, take, children }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [why, setWhy] = useState(/** @type {string | null} */ (null));
  /** @param {string} rows */
  const put = (rows) => {
    const reason = take(rows);
    setWhy(reason);
    setText(reason ? rows : "");
    setOpen(Boolean(reason));
  };
  const latest = useRef(put);
  latest.current = put;
  useEffect(() => {
    /** @param {ClipboardEvent} event */
    const onPaste = (event) => {
      const rows = event.clipboardData?.getData("text") ?? "";
      if (isField(event.target) || !rows.trim()) return;
      event.preventDefault();
      latest.current(rows);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
  return html`
    <details
      class="more paste-rows"
      open=${open}
      onToggle=${toggled(setOpen)}
    >
      <summary>${t("paste.title")}</summary>
      ${children}
      <label for="paste-rows">${t("paste.label")}</label>
      <p class="muted small" id="paste-hint">${hint}</p>
      <textarea
        id="paste-rows"
        rows="4"
        spellcheck=${false}
        autocomplete="off"
        autocapitalize="off"
        aria-describedby="paste-hint paste-why"
        aria-invalid=${why ? "true" : undefined}
        value=${text}
        onInput=${entered((now) => {
          setText(now);
          setWhy(null);
        })}
      />
      <p class="error" id="paste-why" role="alert">${why ?? ""}</p>
      <p><button type="button" disabled=${!text.trim()} onClick=${() => put(text)}>${t("paste.put")}</button></p>
    </details>
  `;
}
