/* A text for the clipboard, by one tap. */
import { html, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { words } from "../words/copy.js";

addWords(words);

/** @param {{ text: string }} props */
export function CopyButton({ text }) {
  const [said, setSaid] = useState("");
  const copy = () =>
    navigator.clipboard
      ? navigator.clipboard.writeText(text).then(
          () => setSaid(t("copy.done")),
          () => setSaid(t("copy.not")),
        )
      : setSaid(t("copy.not"));
  return html`
    <button type="button" onClick=${copy}>${t("copy.copy")}</button>
    <span role="status" class="small">${said}</span>
  `;
}
