// The frame of a table in play, whatever the game: is everything sent, what was refused, take back, end it.
import { online } from "./api.js";
import { html } from "./html.js";
import { t } from "./i18n.js";
import { Heading } from "./parts.js";
import { useStore } from "./store.js";
import { WaitingList } from "./waiting.js";

/**
 * Where the last entry is: sent, on the device, or refused; and whether the others' entries come in.
 * @param {{ live: Page.Live, canPlay: boolean }} props
 */
function State({ live, canPlay }) {
  const there = useStore(online) && (live.connected || !live.number);
  const refused = live.waiting.some(({ problem }) => problem && !problem.like);
  const asks = live.waiting.some(({ problem }) => problem?.like);
  const state = refused ? "refused" : asks ? "asks" : live.waiting.length > 0 ? "waiting" : "sent";
  const mine = t(`live.state.${state}`, { n: live.waiting.length });
  return html`
    <span class="sent-state ${state}" role="status">
      ${canPlay && html`<span>${mine}<span class="wide-only"> ·</span></span>${" "}`}
      <span>${t(there ? "live.connected" : "live.disconnected")}</span>
    </span>
  `;
}

/** @param {{ live: Page.Live }} props */
function Abandon({ live }) {
  return html`
    <button type="button" data-deed="abandon" onClick=${() => live.abandon()}>${t("live.abandon")}</button>
  `;
}

/** @param {{ live: Page.Live, canPlay: boolean, title: string, children?: Page.Shown }} props */
export function LiveFrame({ live, canPlay, title, children }) {
  const refused = live.waiting.filter(({ problem }) => problem);
  const wrong = refused.some(({ problem }) => !problem?.like); // a question is no error
  const first = refused[0];
  const last = live.moves[live.moves.length - 1];
  const ending = live.waiting.some(({ kind, problem }) => kind === "abandon" && !problem);
  return html`
    <div class="live">
      <${Heading}>${title}<//>
      <p class="row spread live-state">
        <${State} live=${live} canPlay=${canPlay} />
        ${
          canPlay &&
          html`
            <button
              type="button"
              data-once
              disabled=${!last}
              aria-label=${last ? t("live.takebackOf", { move: last }) : undefined}
              onClick=${() => live.back()}
            >
              ${t("live.takeback")}
            </button>
          `
        }
      </p>
      ${!canPlay && html`<p class="muted">${t("live.watch")}</p>`}
      ${
        first &&
        html`
          <div class=${wrong ? "trouble" : ""}>
            <${WaitingList} items=${live.waiting.filter(({ id }) => id >= first.id)} />
          </div>
        `
      }
      ${ending ? html`<p role="status">${t("undo.abandon")}</p>` : children}
      <details class="more">
        <summary>${t("live.more")}</summary>
        <p class="row">
          ${live.number && html`<a class="button" href="/games/${live.number}/replay">${t("live.replay")}</a>`}
          ${canPlay && !ending && html`<${Abandon} live=${live} />`}
        </p>
      </details>
    </div>
  `;
}
