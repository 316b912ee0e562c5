// How the figures are worked out: the one place where methods, algorithms and the size of the log are named, so that no
// table has to. Behind every table is a link to here that says which call of the API it was.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading } from "../lib/parts.js";
import { cameFrom } from "../lib/router.js";
import { words } from "../words/about.js";

addWords(words);

/** Each has a heading and as many paragraphs as said. */
const PARTS = /** @type {const} */ ([
  ["sure", 2],
  ["rating", 3],
  ["chance", 1],
  ["points", 1],
  ["worth", 2],
  ["reviews", 2],
  ["methods", 1],
]);

/**
 * The call in the address as a path of this club; "" for what would not stay in its API.
 * @param {string} text
 */
function callOf(text) {
  if (!URL.canParse(text, location.origin)) return "";
  const url = new URL(text, location.origin);
  return url.origin === location.origin && url.pathname.startsWith("/v1/") ? url.pathname + url.search : "";
}

/** Back to where somebody came from, scrolled as it was; who begins here goes to the leaderboard. */
function Back() {
  const from = cameFrom();
  if (!from) return html`<a class="back" href="/leaderboard">← ${t("about.leaderboard")}</a>`;
  /** @param {Event} event */
  const back = (event) => {
    event.preventDefault();
    history.back();
  };
  return html`<a class="back" href=${from} onClick=${back}>← ${t("about.back")}</a>`;
}

/**
 * What the table was made with. Only calls of this daemon's own API are followed.
 * @param {{ call: string }} props
 */
function This({ call }) {
  const { data } = useApi(call);
  const {
    algorithm,
    approximate,
    log_size: size,
  } = /** @type {{ algorithm?: string, approximate?: boolean, log_size?: number }} */ (data ?? {});
  const said = [
    algorithm && t("about.algorithm", { name: algorithm }),
    size !== undefined && t("about.size", { n: size }),
    approximate && t("about.approximate"),
  ].filter(Boolean);
  return html`
    <h2 id="this">${t("about.this")}</h2>
    <p>
      ${said.length > 0 && `${said.join(", ")}. `}
      <a class="call" href=${call} target="_blank" rel="noopener">${t("about.call")}</a>
    </p>
  `;
}

/** @param {Page.View} props */
export default function About({ query }) {
  const call = callOf(query.get("of") ?? "");
  return html`
    <p class="back-line"><${Back} /></p>
    <${Heading}>${t("about.title")}<//>
    <div class="told">
      ${PARTS.map(
        ([id, count]) => html`
          <h2 id=${id}>${t(`about.${id}`)}</h2>
          ${Array.from({ length: count }, (_, i) => html`<p>${t(`about.${id}.${i + 1}`)}</p>`)}
        `,
      )}
      ${call && html`<${This} call=${call} />`}
    </div>
  `;
}
