// The first page of a host of many clubs: those that chose to be listed. It is no club's page: nobody is signed in,
// nothing is kept but the language, and no token that a club at this address once left on the device is sent.
import { html, render, useCallback, useEffect, useState } from "../lib/html.js";
import { addWords, lang, language, t } from "../lib/i18n.js";
import { reach, refusal } from "../lib/api.js";
import { Clearing, Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/clubs.js";

addWords(words);

/** @typedef {{ slug: string, name: string }} Club */

/** @returns {Promise<Club[]>} */
async function listed() {
  const answer = await reach("/v1/clubs", { headers: { "Accept-Language": lang() } });
  const json = /json/.test(answer.headers.get("Content-Type") ?? "");
  const content = json ? await answer.json() : { title: answer.statusText };
  if (!answer.ok) throw refusal(content, answer.status);
  return content.clubs;
}

/**
 * By name, as the reader's language orders them; a club without one is called by its slug.
 * @param {Club[]} clubs
 */
const inOrder = (clubs) =>
  clubs
    .map(({ slug, name }) => ({ slug, name: name || slug }))
    .sort((a, b) => a.name.localeCompare(b.name, lang()) || (a.slug < b.slug ? -1 : 1));

/** @param {{ clubs: Club[] }} props */
const List = ({ clubs }) => html`
  <p class="muted">${t("clubs.what")}</p>
  <ul class="bare entries">
    ${inOrder(clubs).map(
      ({ slug, name }) => html`
        <li key=${slug}>
          <a class="entry" href=${`/c/${encodeURIComponent(slug)}/`}>
            <svg class="emblem" viewBox="-6 -6 36 36" aria-hidden="true">
              <path fill="currentColor" d="M12 2l5 7h-3l4 6h-3l4 5h-6v3h-2v-3H5l4-5H6l4-6H7z" />
            </svg>
            <span class="entry-title"><${Name}>${name}<//></span>
            <span class="entry-seats muted small">/c/${slug}/</span>
          </a>
        </li>
      `,
    )}
  </ul>
`;

const None = () => html`
  <${Clearing} />
  <p class="muted">${t("clubs.none")}</p>
`;

/**
 * Why this address is not answered, as programs are told: a club that is away says so; null: nothing is there.
 * @returns {Promise<Error | null>}
 */
async function whyAway() {
  const headers = { Accept: "application/json", "Accept-Language": lang() };
  const answer = await reach(location.pathname, { headers });
  if (answer.status < 500) return null;
  const json = /json/.test(answer.headers.get("Content-Type") ?? "");
  return refusal(json ? await answer.json() : { title: answer.statusText }, answer.status);
}

/** An address at which nothing is, or a club that nobody is told of: that is the same. One that is away comes back. */
function Lost() {
  const [why, setWhy] = useState(/** @type {Error | null | undefined} */ (undefined));
  useEffect(() => {
    whyAway().then(setWhy, setWhy);
  }, []);
  if (why === undefined) return html`<${Waiting} />`;
  return html`
    <${Clearing} />
    <${Heading}>${t(why ? "clubs.away" : "clubs.lost")}<//>
    ${why ? html`<${Trouble} error=${why} retry=${() => location.reload()} />` : html`<p>${t("clubs.lost.text")}</p>`}
    <p><a class="button" href="/">${t("clubs.home")}</a></p>
  `;
}

function Clubs() {
  const speak = useStore(language);
  const [clubs, setClubs] = useState(/** @type {Club[] | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const load = useCallback(() => {
    setError(null);
    listed().then(setClubs, setError);
  }, []);
  const lost = location.pathname !== "/";
  useEffect(() => {
    if (!lost) load();
  }, []);
  useEffect(() => {
    document.documentElement.lang = speak;
  }, [speak]);
  const other = speak === "fr" ? "en" : "fr";
  return html`
    <div class="shell" key=${speak}>
      <header class="topbar">
        <div class="end">
          <button type="button" class="plain" lang=${other} onClick=${() => language.set(other)}>
            ${t("menu.language")}
          </button>
        </div>
      </header>
      <div></div>
      <main id="main">
        ${lost ? html`<${Lost} />` : html`<${Heading}>${t("clubs.title")}<//>`}
        ${
          !lost &&
          (error
            ? html`<${Trouble} error=${error} retry=${load} />`
            : clubs
              ? html`<${clubs.length > 0 ? List : None} clubs=${clubs} />`
              : html`<${Waiting} />`)
        }
      </main>
    </div>
  `;
}

/** A worker that a club at this address left behind would answer with that club's page when there is no network. */
async function dismissWorker() {
  const left = await navigator.serviceWorker?.getRegistration("/");
  await left?.unregister();
}

export function start() {
  void dismissWorker().catch(() => {}); // a browser that has none, or lends none
  const root = document.getElementById("app");
  if (root) render(html`<${Clubs} />`, root);
}
