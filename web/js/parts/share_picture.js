// A picture on its way out: seen first, then shared where the device can, or saved as PNG or SVG.
import { html, useEffect, useRef, useState } from "../lib/html.js";
import { lang, t } from "../lib/i18n.js";
import { layOut, measureHere, pngOf, svgOf } from "../lib/picture.js";
import { save, sharesFiles } from "../lib/outward.js";
import { Trouble, Waiting } from "../lib/parts.js";

/**
 * The very file, shown as it is: parsed as a document of its own, in which names are text.
 * @param {{ svg: string }} props
 */
function Preview({ svg }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const { documentElement } = new DOMParser().parseFromString(svg, "image/svg+xml");
    place.current?.replaceChildren(document.importNode(documentElement, true));
  }, [svg]);
  return html`<div class="shown-picture" ref=${place}></div>`;
}

/**
 * @param {{ compose: () => Promise<import("../lib/picture.js").Said>, file: string, of: string }} props
 */
export default function SharePicture({ compose, file, of }) {
  const [made, setMade] = useState(/** @type {{ svg: string, png: File | null, title: string } | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    const make = async () => {
      const picture = layOut(await compose(), measureHere());
      const png = await pngOf(picture); // now: a device shares only what is there when it is tapped
      if (!current) return;
      const { title } = picture;
      setError(null);
      setMade({ svg: svgOf(picture), png: png && new File([png], `${file}.png`, { type: "image/png" }), title });
    };
    make().catch((problem) => current && setError(problem));
    return () => {
      current = false;
    };
  }, [of, lang(), round]);
  if (error) return html`<${Trouble} error=${error} retry=${() => setRound((n) => n + 1)} />`;
  if (!made) return html`<${Waiting} />`;
  const { svg, png, title } = made;
  const share = () => png && navigator.share({ files: [png], title }).catch(() => {}); // somebody thought better of it
  return html`
    <div class="share-picture">
      <${Preview} svg=${svg} />
      <p class="row">
        ${
          png &&
          sharesFiles(png) &&
          html`<button type="button" class="primary" onClick=${share}>${t("out.share")}</button>`
        }
        ${png && html`<button type="button" onClick=${() => save(png, png.name)}>${t("out.png")}</button>`}
        <button
          type="button"
          onClick=${() => save(new Blob([svg], { type: "image/svg+xml" }), `${file}.svg`)}
        >
          ${t("out.svg")}
        </button>
      </p>
    </div>
  `;
}
