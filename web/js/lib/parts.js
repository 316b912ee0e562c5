// Small pieces that every view uses: names, waiting, trouble, headings. Glyphs are in ../draw/glyphs.js.
import { html, useEffect, useRef } from "./html.js";
import { curled, listParts, t } from "./i18n.js";
import { Unreachable, online } from "./api.js";

/** What the API calls somebody who has no name any more; no name that was typed begins like it. */
const HANDLE = /^@[a-z][a-z0-9]{11}$/;

/**
 * Somebody's name as people say it: whose name was erased is told so, not by a handle.
 * @param {string | null | undefined} name
 */
export const personName = (name) =>
  name === null || name === undefined || HANDLE.test(name) ? t("person.erased") : name;

/**
 * A name that somebody typed: data, in whatever direction it is written.
 * @param {{ children?: Page.Shown }} props
 */
export const Name = ({ children }) =>
  html`<bdi dir="auto">${typeof children === "string" ? personName(children) : children}</bdi>`;

/**
 * Who sits there: by name, somebody whose name was erased, or a guest, who is nobody in particular.
 * @param {{ player: string | null, person?: string | null, handle?: string | null }} seat
 */
export const seatName = ({ player, person, handle }) =>
  player === null && !person && !handle ? t("seat.guest") : personName(player);

/**
 * A name that begins a sentence: what stands for one is a word of ours, and begins as sentences do.
 * @param {string} name
 */
export const begun = (name) =>
  name === t("person.erased") || name === t("seat.guest") ? name[0].toUpperCase() + name.slice(1) : name;

/**
 * The classes of a table with a column for each of `n` seats: names stand on end where they have no room side by side.
 * @param {number} n
 */
export const manyOf = (n) => (n > 4 ? "many crowd" : n > 3 ? "many four" : n > 2 ? "many" : "");

/** Where a view that is not whole yet stands after it, it is there and not seen: see useWhole() of busy.js. */
export const WaitingForWhole = () => html`<p class="wait for-whole" role="status">${t("wait")}</p>`;
export const Waiting = () => html`<p class="wait" role="status">${t("wait")}</p>`;

/**
 * Several names as a sentence has them, each in its own direction; `links`: where each of them leads, if they do.
 * @param {{ names: string[], links?: (string | undefined)[] }} props
 */
export const Names = ({ names, links }) => {
  let n = 0;
  return listParts(names.map(personName)).map(({ type, value }) => {
    if (type !== "element") return value;
    const to = links?.[n++];
    return to ? html`<a href=${to}><${Name}>${value}<//></a>` : html`<${Name}>${value}<//>`;
  });
};

/**
 * What went wrong, in a sentence, and a way to try again, unless trying again cannot help: what is not there (404) does
 * not come. A daemon that cannot be reached is no error: it is asked again by itself when the network is back.
 * @param {{ error: Error & { status?: number }, retry?: () => unknown }} props
 */
export function Trouble({ error, retry }) {
  const away = error instanceof Unreachable;
  const again = useRef(retry);
  again.current = retry;
  useEffect(() => (away ? online.watch((on) => on && again.current?.()) : undefined), [away]);
  return html`
    <div class=${away ? "trouble away" : "trouble"} role="alert">
      <p>${away ? t("trouble.unreachable") : curled(error.message)}</p>
      ${retry && error.status !== 404 && html`<button type="button" onClick=${retry}>${t("again")}</button>`}
    </div>
  `;
}

/**
 * The title of the browser's tab, for as long as the view is there.
 * @param {string} text
 */
export function useTitle(text) {
  useEffect(() => {
    document.title = text ? `${text} · Dendro` : "Dendro";
  }, [text]);
}

/**
 * A view's heading; the router gives it the focus when the view is new.
 * @param {{ children?: Page.Shown, title?: string }} props
 */
export const Heading = ({ children, title }) => {
  useTitle(title ?? (typeof children === "string" ? children : ""));
  return html`<h1 tabindex="-1">${children}</h1>`;
};

const TREES =
  "M58 30l17 24h-8l14 20h-9l13 19H31l13-19h-9l14-20h-8zM104 48l12 17h-6l10 14h-6l9 14H85l9-14h-6l10-14h-6z" +
  "M274 40l14 20h-7l12 17h-8l11 16h-44l11-16h-8l12-17h-7z";

/** The edge of a forest, for a view that has nothing else to show yet. It says nothing: the words beside it do. */
export const Clearing = () => html`
  <svg class="clearing" viewBox="0 0 320 120" aria-hidden="true">
    <circle class="sun" cx="236" cy="32" r="18" />
    <path class="far" d="M0 92c40-34 78-34 118-12 44-38 96-38 134-6 22-16 46-16 68-4v50H0z" />
    <path class="trees" d=${TREES} />
    <path class="near" d="M0 106c70-24 130-20 190-10 50 8 90 4 130-4v28H0z" />
  </svg>
`;
