// A finished game for BG Stats: a link that opens the app on this phone, and the same as a code for another one.
import { html } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Trouble, Waiting } from "../lib/parts.js";
import { CopyButton } from "./copy.js";
import { DENSE, QrCode, codeBytes, fitsCode } from "./qr.js";

/** @param {{ id: number }} props */
export default function ToPhone({ id }) {
  const { data, error, reload } = useApi(`/v1/games/${id}/bgstats`);
  if (error) return html`<${Trouble} error=${error} retry=${reload} />`;
  if (!data) return html`<${Waiting} />`;
  const { url } = data;
  const fits = fitsCode(url);
  const dense = codeBytes(url) > DENSE;
  return html`
    <div class=${dense ? "to-phone dense" : "to-phone"}>
      <p>${t("out.phone-what")}</p>
      <p class="row">
        ${
          url.startsWith("https://") &&
          html`
            <a class="button primary" href=${url} target="_blank" rel="noopener noreferrer">${t("out.phone-open")}</a>
          `
        }
        <${CopyButton} text=${url} />
      </p>
      ${
        fits
          ? html`
            <p class="small muted">${t(dense ? "out.phone-dense" : "out.phone-scan")}</p>
            <${QrCode} text=${url} label=${t("out.phone-code")} />
          `
          : html`<p class="small muted too-long">${t("out.phone-long")}</p>`
      }
    </div>
  `;
}
