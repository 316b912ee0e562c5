// Invitations: a token as a link and as a code to scan, shown once; and who has access, with a way to take it back.
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { addWords, clubMoment, t, today } from "../lib/i18n.js";
import { call, useApi } from "../lib/api.js";
import { BASE } from "../lib/base.js";
import { club as clubSays } from "../lib/club.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { TERMS, endOf, later } from "../lib/terms.js";
import { CopyButton } from "../parts/copy.js";
import { useDeed } from "../parts/deed.js";
import { QrCode } from "../parts/qr.js";
import { Access, bestOf } from "../parts/access.js";
import { words } from "../words/club.js";
import { Back, Denied } from "./club.js";

addWords(words);

const SCOPES = /** @type {const} */ (["read", "record", "admin"]);
const LONGEST = 100;

/** @typedef {Api.Token & { token: string }} Made */

/**
 * Large choices with a sentence each.
 * @param {{ value: string, onPick: (scope: string) => void }} props
 */
const Scopes = ({ value, onPick }) => html`
  <fieldset>
    <legend>${t("invite.scope")}</legend>
    <div class="scopes">
      ${SCOPES.map(
        (scope) => html`
          <label class=${`scope ${value === scope ? "on" : ""}`} key=${scope}>
            <input
              type="radio"
              name="scope"
              value=${scope}
              checked=${value === scope}
              onChange=${() => onPick(scope)}
            />
            <span><strong>${t(`invite.scope.${scope}`)}</strong> <span>${t(`invite.what.${scope}`)}</span></span>
          </label>
        `,
      )}
    </div>
  </fieldset>
`;

/**
 * @param {{ term: string, setTerm: (term: string) => void, date: string, setDate: (date: string) => void,
 *   wrong: string | null }} props
 */
const Until = ({ term, setTerm, date, setDate, wrong }) => html`
  <fieldset>
    <legend>${t("invite.until")}</legend>
    <div class="option-row">
      ${TERMS.map(
        (id) => html`
          <label class=${`option-pick ${term === id ? "on" : ""}`} key=${id}>
            <input type="radio" name="until" value=${id} checked=${term === id} onChange=${() => setTerm(id)} />
            ${t(`invite.until.${id}`)}
          </label>
        `,
      )}
    </div>
    ${
      term === "day" &&
      html`
        <div class="field until-day">
          <label for="until-day">${t("invite.day")}</label>
          <input
            id="until-day"
            type="date"
            min=${today()}
            value=${date}
            aria-invalid=${wrong ? "true" : undefined}
            aria-describedby="until-note"
            onInput=${entered(setDate)}
          />
          <span class="small error" id="until-note" role="status">${wrong ?? ""}</span>
        </div>
      `
    }
  </fieldset>
`;

/** @param {{ onMade: (made: Made) => void }} props */
function Form({ onMade }) {
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState("record");
  const [term, setTerm] = useState("month");
  const [date, setDate] = useState(() => later(today(), { days: 1 }));
  const [tried, setTried] = useState(false);
  const { run, busy, outcome } = useDeed();
  const long = [...label.trim()].length > LONGEST;
  const wrongLabel = long ? t("invite.labelLong") : tried && !label.trim() ? t("invite.labelMissing") : null;
  const wrongDate = term === "day" && !(date >= today()) ? t("invite.dayWrong") : null;
  const make = run(async () => {
    setTried(true);
    if (!label.trim() || long || wrongDate) {
      document.getElementById(wrongDate ? "until-day" : "label")?.focus();
      return;
    }
    const expires = endOf(term, date, new Date());
    const body = { label: label.trim(), scopes: [scope], ...(expires && { expires: expires.toISOString() }) };
    // Without a key: the secret of a token is in one answer alone, also to whoever asks again. A lost one is listed.
    onMade(/** @type {Made} */ (await call("POST", "/v1/tokens", { body })));
  });
  return html`
    <form class="invite-form no-print" onSubmit=${make}>
      <p>${t("invite.text")}</p>
      <div class="field">
        <label for="label">${t("invite.label")}</label>
        <input
          id="label"
          dir="auto"
          maxlength="200"
          autocomplete="off"
          placeholder=${t("invite.labelHint")}
          value=${label}
          aria-invalid=${wrongLabel ? "true" : undefined}
          aria-describedby="label-note"
          onInput=${entered(setLabel)}
        />
        <span class="small error" id="label-note" role="status">${wrongLabel ?? ""}</span>
      </div>
      <${Scopes} value=${scope} onPick=${setScope} />
      ${scope === "admin" && html`<p class="gives-away" role="status">${t("invite.adminWarns")}</p>`}
      <${Until} term=${term} setTerm=${setTerm} date=${date} setDate=${setDate} wrong=${wrongDate} />
      ${outcome}
      <p><button class="primary wide" disabled=${busy}>${t("invite.make")}</button></p>
    </form>
  `;
}

/**
 * The invitation itself: on the screen with its link and what can be done with it, on paper with the code alone.
 * @param {{ made: Made, club: string, onAgain: () => void }} props
 */
function Invitation({ made, club, onAgain }) {
  const scope = bestOf(made);
  const link = `${location.origin}${BASE}#token=${made.token}`;
  const heading = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => heading.current?.focus(), []);
  const share = () =>
    navigator
      .share({ title: club, text: t("invite.shareText", { club, what: t(`invite.poster.${scope}`) }), url: link })
      .catch(() => {}); // somebody thought better of it
  return html`
    <section class="invitation">
      <h2 class="no-print" tabindex="-1" ref=${heading}>${t("invite.made", { label: made.label })}</h2>
      <p class="no-print">${t("invite.once")}</p>
      <div class="poster-row">
        <div class="poster">
          <p class="poster-club"><${Name}>${club}<//></p>
          <p class="poster-what">${t(`invite.poster.${scope}`)}</p>
          <${QrCode} text=${link} label=${t("invite.qr")} />
          <p class="poster-how">${t("invite.scan")}</p>
          <p class="poster-until">
            ${location.host}${BASE.slice(0, -1)} ·${" "}
            ${made.expires ? t("invite.goodUntil", { date: clubMoment(made.expires) }) : t("invite.goodForEver")}
          </p>
          ${scope === "admin" && html`<p class="gives-away">${t("invite.adminWarns")}</p>`}
        </div>
        <div class="no-print">
          <div class="field">
            <label for="link">${t("invite.link")}</label>
            <input
              id="link"
              class="link"
              readonly
              value=${link}
              onFocus=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => event.currentTarget.select()}
            />
          </div>
          <p class="row">
            <${CopyButton} text=${link} />
            ${
              typeof navigator.share === "function" &&
              html`<button type="button" onClick=${share}>${t("invite.share")}</button>`
            }
            <button type="button" onClick=${() => print()}>
              ${t(scope === "admin" ? "invite.printAdmin" : "invite.print")}
            </button>
          </p>
          <p><button type="button" class="plain edge" onClick=${onAgain}>${t("invite.another")}</button></p>
        </div>
      </div>
    </section>
  `;
}

/** Makes invitations, and lists them. */
function Invite() {
  const [made, setMade] = useState(/** @type {Made | null} */ (null));
  const tokens = useApi("/v1/tokens", { all: "tokens" });
  const me = useApi("/v1/access");
  const club = useStore(clubSays)?.name ?? document.querySelector(".topbar .club")?.textContent?.trim() ?? "Dendro";
  /** @param {Made} token */
  const show = (token) => {
    setMade(token);
    tokens.reload();
  };
  const gone = Boolean(made && tokens.data?.find(({ id }) => id === made.id)?.revoked);
  return html`
    ${
      made && !gone
        ? html`<${Invitation} key=${made.id} made=${made} club=${club} onAgain=${() => setMade(null)} />`
        : html`<${Form} onMade=${show} />`
    }
    <section class="no-print">
      <h2>${t("invite.list")}</h2>
      ${
        tokens.error
          ? html`<${Trouble} error=${tokens.error} retry=${tokens.reload} />`
          : tokens.data
            ? html`<${Access} tokens=${tokens.data} mine=${me.data?.token ?? null} onRevoked=${tokens.reload} />`
            : html`<${Waiting} />`
      }
    </section>
  `;
}

export default function View() {
  useStore(session);
  return html`
    <${Back} />
    <div class="no-print"><${Heading}>${t("invite.title")}<//></div>
    ${may("admin") ? html`<${Invite} />` : html`<${Denied} />`}
  `;
}
