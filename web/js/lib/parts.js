// Small pieces that every view uses: names, waiting, trouble, headings. Glyphs are in ../draw/glyphs.js.
import { html, useEffect } from "./html.js";
import { listParts, t } from "./i18n.js";
import { Unreachable } from "./api.js";

/** A name that somebody typed: data, in whatever direction it is written. */
export const Name = ({ children }) => html`<bdi dir="auto">${children}</bdi>`;

export const Waiting = () => html`<p class="wait" role="status">${t("wait")}</p>`;

/** Several names as a sentence has them, each in its own direction. */
export const Names = ({ names }) => listParts(names).map(({ type, value }) => (type === "element" ? html`<${Name}>${value}<//>` : value));

/** What went wrong, in a sentence, and a way to try again. */
export const Trouble = ({ error, retry }) => html`
  <div class="trouble" role="alert">
    <p>${error instanceof Unreachable ? t("trouble.unreachable") : error.message}</p>
    ${retry && html`<button type="button" onClick=${retry}>${t("again")}</button>`}
  </div>
`;

/** The title of the browser's tab, for as long as the view is there. */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Dendro` : "Dendro";
  }, [text]);
}

/** A view's heading; the router gives it the focus when the view is new. */
export const Heading = ({ children, title }) => {
  useTitle(title ?? (typeof children === "string" ? children : ""));
  return html`<h1 tabindex="-1">${children}</h1>`;
};
