// The frame of the page: which address is which view, the tabs, the club's menu, the line about the network.
import { html, render, useEffect, useRef, useState } from "./lib/html.js";
import { askFor } from "./asks.js";
import { addWords, language, t } from "./lib/i18n.js";
import { online } from "./lib/api.js";
import { BASE, at } from "./lib/base.js";
import { useClub } from "./lib/club_name.js";
import { followLinks, match, navigate, place, usePlace } from "./lib/router.js";
import { useWhole } from "./lib/busy.js";
import { useModule } from "./lib/module.js";
import { MyLink } from "./lib/mine.js";
import { Clearing, Heading, Name, Trouble, Waiting, WaitingForWhole } from "./lib/parts.js";
import { keepLoaded, restore } from "./lib/places.js";
import "./lib/drafts.js"; // a sheet that arrives is no draft any more, whatever view is open
import { startQueue } from "./lib/queue.js";
import { guardTaps } from "./lib/double_tap.js";
import { may, session, takeTokenFromAddress } from "./lib/session.js";
import { check, closed, signIn, signOut } from "./lib/signin.js";
import { useStore } from "./lib/store.js";
import "./lib/theme.js";
import { WaitingChip } from "./lib/waiting.js";
import { SearchButton, SearchPlace, searching } from "./parts/search_button.js";
import { UndoLine } from "./parts/undo.js";
import { words } from "./words/shell.js";

addWords(words);

// What stands in an address of ours; anything else there is no such place.
/** @param {string} text */
const isNumber = (text) => /^\d{1,15}$/.test(text);
const GAME = { id: (/** @type {string} */ text) => isNumber(text) || text.startsWith("local-") };
const SEASON = { id: isNumber };
const YEAR = { year: (/** @type {string} */ text) => /^\d{1,4}$/.test(text) && Number(text) > 0 };
/** A day of the calendar: there is no 31 February. */
const NIGHT = {
  day: (/** @type {string} */ text) => {
    const when = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
    return !Number.isNaN(when) && new Date(when).toISOString().startsWith(text);
  },
};

/**
 * Every address of the page; src/http/routes.c has their first words. A view's module is loaded when it is first seen.
 * `keeps`: a list, which is as it was for who comes back.
 * @type {Page.Route[]}
 */
const ROUTES = [
  { path: "/", keeps: true, tab: "tonight", view: () => import("./views/tonight.js") },
  { path: "/new", tab: "tonight", view: () => import("./views/new_game.js") },
  { path: "/tables", tab: "tonight", view: () => import("./views/tables.js") },
  { path: "/puzzle", tab: "tonight", view: () => import("./views/puzzle.js") },
  { path: "/sheet/:draft", tab: "tonight", view: () => import("./views/sheet.js") },
  { path: "/games", keeps: true, tab: "games", view: () => import("./views/games.js") },
  { path: "/games/:id", fits: GAME, tab: "games", view: () => import("./views/game.js") },
  {
    path: "/games/:id/replay",
    fits: GAME,
    tab: "games",
    view: () => import("./views/game.js").then(({ Film }) => Film),
  },
  { path: "/games/:id/review", fits: GAME, keeps: true, tab: "games", view: () => import("./views/review.js") },
  { path: "/games/:id/correct", fits: GAME, tab: "games", view: () => import("./views/correct.js") },
  { path: "/games/:id/print", fits: GAME, tab: "games", view: () => import("./views/score_print.js") },
  { path: "/nights", keeps: true, tab: "games", view: () => import("./views/nights.js") },
  { path: "/nights/:day", fits: NIGHT, keeps: true, tab: "games", view: () => import("./views/night.js") },
  { path: "/titles", keeps: true, tab: "games", view: () => import("./views/titles.js") },
  { path: "/titles/:id", tab: "games", view: () => import("./views/title.js") },
  { path: "/years", keeps: true, tab: "games", view: () => import("./views/year.js") },
  { path: "/years/:year", fits: YEAR, keeps: true, tab: "games", view: () => import("./views/year.js") },
  { path: "/people", keeps: true, tab: "people", view: () => import("./views/people.js") },
  { path: "/people/:id", keeps: true, tab: "people", view: () => import("./views/player.js") },
  { path: "/people/:id/vs/:other", tab: "people", view: () => import("./views/versus.js") },
  { path: "/leaderboard", keeps: true, tab: "people", view: () => import("./views/leaderboard.js") },
  { path: "/leaderboard/about", tab: "people", view: () => import("./views/about.js") },
  { path: "/leaderboard/print", tab: "people", view: () => import("./views/season_print.js") },
  { path: "/seasons", keeps: true, tab: "people", view: () => import("./views/seasons.js") },
  { path: "/seasons/:id", fits: SEASON, tab: "people", view: () => import("./views/season.js") },
  { path: "/seasons/:id/print", fits: SEASON, tab: "people", view: () => import("./views/season_board_print.js") },
  { path: "/records", keeps: true, tab: "people", view: () => import("./views/records.js") },
  { path: "/cards", keeps: true, tab: "cards", view: () => import("./views/cards.js") },
  { path: "/cards/:card", tab: "cards", view: () => import("./views/card.js") },
  { path: "/audit", tab: null, view: () => import("./views/audit.js") },
  { path: "/settings", tab: null, view: () => import("./views/settings.js") },
  { path: "/settings/club", tab: null, view: () => import("./views/club.js") },
  { path: "/settings/invite", tab: null, view: () => import("./views/invite.js") },
  { path: "/settings/exchange", tab: null, view: () => import("./views/exchange.js") },
  { path: "/settings/pads", tab: null, view: () => import("./views/pads.js") },
  { path: "/settings/pads/:pad", tab: null, view: () => import("./views/pad_form.js") },
  { path: "/waiting", tab: "tonight", view: () => import("./views/waiting.js") },
  { path: "/signin", tab: null, view: () => import("./views/signin.js") },
];

const TABS = [
  { id: "tonight", to: "/", icon: "M4 18h16M6 18V9l6-5 6 5v9M10 18v-5h4v5" },
  { id: "games", to: "/games", icon: "M4 5h16v14H4zM4 12h16M12 5v14" },
  {
    id: "people",
    to: "/people",
    icon: "M9 11a3 3 0 100-6 3 3 0 000 6zM3 19c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 010 5M18 13c2 1 3 3 3 6",
  },
  { id: "cards", to: "/cards", icon: "M8 4h11v14H8zM5 7v14h11" },
];

/** @param {{ current: string | null | undefined }} props */
const Tabs = ({ current }) => html`
  <nav class="tabs" aria-label=${t("nav.label")}>
    ${TABS.map(
      ({ id, to, icon }) => html`
        <a href=${to} key=${id} aria-current=${id === current ? "page" : undefined}>
          <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${icon} /></svg>
          <span>${t(`tab.${id}`)}</span>
        </a>
      `,
    )}
  </nav>
`;

/** @param {{ club: string }} props */
function Menu({ club }) {
  const [open, setOpen] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const now = useStore(session);
  useEffect(() => {
    if (!open) return undefined;
    /** @param {Event} event */
    const away = (event) => box.current?.contains(/** @type {Node} */ (event.target)) || setOpen(false);
    /** @param {KeyboardEvent} event */
    const key = (event) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      box.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("keydown", key);
    };
  }, [open]);
  const done = () => setOpen(false);
  return html`
    <div ref=${box}>
      <button
        type="button"
        class="club"
        aria-expanded=${open}
        aria-controls="club-menu"
        aria-label=${t("menu.label", { club })}
        title=${club}
        onClick=${() => setOpen(!open)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path fill="currentColor" d="M12 2l5 7h-3l4 6h-3l4 5h-6v3h-2v-3H5l4-5H6l4-6H7z" />
        </svg>
        <span dir="auto">${club}</span>
        <svg class="caret" viewBox="0 0 12 12" aria-hidden="true">
          <path fill="none" stroke="currentColor" stroke-width="1.8" d="M2 4l4 4 4-4" />
        </svg>
      </button>
      <div class="menu" id="club-menu" hidden=${!open} onClick=${done}>
        <p class="menu-name"><${Name}>${club}<//></p>
        <${MyLink} />
        <a href="/audit">${t("menu.audit")}</a>
        ${may("admin") && html`<a href="/settings/invite">${t("menu.invite")}</a>`}
        <a href="/settings/exchange">${t("menu.exchange")}</a>
        <a href="/settings">${t("menu.settings")}</a>
        <button
          type="button"
          onClick=${() => language.set(language.get() === "fr" ? "en" : "fr")}
          lang=${language.get() === "fr" ? "en" : "fr"}
        >
          ${t("menu.language")}
        </button>
        ${
          now
            ? html`<button type="button" onClick=${signOut}>${t("menu.signout")}</button>`
            : html`<a href="/signin">${t("menu.signin")}</a>`
        }
      </div>
    </div>
  `;
}

/**
 * The club's name, the four places (at the lower edge of a phone, where the thumb is), and what waits on the device.
 * Always one line: the club's name gives way first, whole in its menu; tests/browser/header.mjs has all widths.
 * @param {{ route: Page.Route | undefined }} props
 */
function TopBar({ route }) {
  const club = useClub();
  const now = useStore(session);
  const shut = useStore(closed);
  return html`
    <header class="topbar">
      <${Menu} club=${club} />
      <${Tabs} current=${route?.tab} />
      <div class="end">
        <${WaitingChip} />
        ${!shut && html`<${SearchButton} />`}
        ${
          !now &&
          route?.path !== "/signin" &&
          html`
            <a class="button plain sign-in" href="/signin" title=${t("menu.signin")}>
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d="M10 4h9v16h-9M3 12h11M10 8l4 4-4 4" />
              </svg>
              <span>${t("menu.signin")}</span>
            </a>
          `
        }
      </div>
    </header>
  `;
}

const Lost = () => html`
  <${Clearing} />
  <${Heading}>${t("lost.title")}<//>
  <p>${t("lost.text")}</p>
  <p class="row">
    <a class="button" href="/">${t("lost.home")}</a>
    <button type="button" onClick=${() => searching.set(true)}>${t("search.open")}</button>
  </p>
`;

/**
 * Loads the view of a route; shows what was there until it has come.
 * @param {{ found: { route: Page.Route, params: Record<string, string> } | null, query: URLSearchParams }} props
 */
function View({ found, query }) {
  const loaded = useModule(found ? found.route.view : null);
  useEffect(() => {
    if (found) askFor(found, query);
  }, [found?.route, JSON.stringify(found?.params)]);
  const whole = useWhole(!found || loaded.component !== null || loaded.error !== null);
  if (!found) return html`<${Lost} />`;
  if (loaded.error) {
    // No network, or the daemon has a newer page: loading it anew is the way out of both. What was entered is safe.
    return html`<${Trouble} error=${new Error(t("trouble.view"))} retry=${() => location.reload()} />`;
  }
  if (!loaded.component) return html`<${Waiting} />`;
  return html`
    ${!whole && html`<${WaitingForWhole} />`}
    <${loaded.component} params=${found.params} query=${query} key=${JSON.stringify(found.params)} />
  `;
}

function App() {
  const { path, query, entry, back } = usePlace();
  const speak = useStore(language);
  const connected = useStore(online);
  const shut = useStore(closed);
  const who = useStore(session)?.token;
  const found = match(ROUTES, shut ? "/signin" : path);
  keepLoaded(Boolean(found?.route.keeps));
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  useEffect(() => {
    document.documentElement.lang = speak;
  }, [speak]);
  useEffect(() => {
    const again = !first.current;
    first.current = false;
    if (again) main.current?.focus({ preventScroll: true });
    const stop = back ? restore(again) : null;
    if (again && !stop) scrollTo(0, 0);
    return stop ?? undefined;
  }, [path, entry]);
  /** @param {Event} event */
  const skip = (event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return html`
    <div class="shell" key=${`${speak} ${who ?? ""}`}>
      <a class="skip" href="#main" onClick=${skip}>${t("skip")}</a>
      <${TopBar} route=${found?.route} />
      <div role="status">${!connected && html`<p class="notice-line">${t("net.off")}</p>`}</div>
      <main id="main" ref=${main} tabindex="-1"><${View} found=${found} query=${query} /></main>
      <${UndoLine} />
      ${!shut && html`<${SearchPlace} />`}
    </div>
  `;
}

/** A token in the address signs in; one on the device is checked. */
async function begin() {
  const text = takeTokenFromAddress();
  if (text === null) {
    void check();
  } else if (!(await signIn(text))) {
    navigate("/signin", { replace: true });
  }
}

/** The view that somebody begins with, and what it asks for: before anything is drawn. */
function askAtOnce() {
  const { path, query } = place.get();
  const found = match(ROUTES, path);
  if (!found) return;
  askFor(found, query);
  found.route.view().catch(() => {}); // whoever draws it says so
}

function start() {
  if ("serviceWorker" in navigator) {
    const worker = () => navigator.serviceWorker.register(at("/sw.js"), { scope: BASE });
    addEventListener("load", () => worker().catch(() => {})); // a convenience
  }
  followLinks((path) => match(ROUTES, path) !== null);
  guardTaps();
  startQueue();
  void begin();
  askAtOnce();
  const root = document.getElementById("app");
  if (root) render(html`<${App} />`, root);
}

// The first page of a host of many is no club's.
if (document.querySelector("base[data-clubs]")) void import("./views/clubs.js").then((clubs) => clubs.start());
else start();
