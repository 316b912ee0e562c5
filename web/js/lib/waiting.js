// What waits on the device, for people: the chip in the frame, the list behind it, and what can be done about a
// refusal.
import { html, useEffect, useRef, useState } from "./html.js";
import { moment, t } from "./i18n.js";
import { Name } from "./parts.js";
import { drop, outbox, putBack, realGame, retry } from "./queue.js";
import { useStore } from "./store.js";
import { offerUndo } from "../parts/undo.js";

const KINDS = ["open", "sheet", "moves", "back", "abandon", "correct", "void", "unvoid"];

/**
 * What an entry is, in a line.
 * @param {{ item: Page.Item }} props
 */
function Title({ item }) {
  const kind = KINDS.includes(item.kind) ? item.kind : "other";
  return html`<${Name}>${t(`queue.${kind}`, { title: item.about?.title ?? "", lines: item.about?.lines ?? "" })}<//>`;
}

/**
 * Why it was refused, and what a person can do.
 * @param {{ item: Page.Item & { problem: Page.ItemProblem }, behind: number }} props
 */
function Refusal({ item, behind }) {
  const { problem } = item;
  const conflict = problem.id === "game.ply";
  const denied = problem.status === 401 || problem.status === 403;
  const discard = async () => {
    const items = await drop(item, { following: true });
    if (items.length > 0) offerUndo(t("undo.dropped", { n: items.length }), () => putBack(items));
  };
  const game = /^\/v1\/games\/(\d+)\//.exec(item.path)?.[1] ?? realGame(item.group.replace(/^game-/, ""));
  return html`
    <p class="error">${conflict ? t("queue.conflict") : denied ? t("queue.denied") : problem.detail}</p>
    <p class="row">
      ${game ? html`<a class="button" href="/games/${game}">${t("queue.look")}</a>` : null}
      ${
        denied
          ? html`<a class="button primary" href="/signin">${t("menu.signin")}</a>`
          : html`
            <button type="button" onClick=${() => retry(item)}>${t(conflict ? "queue.after" : "queue.retry")}</button>
          `
      }
      <button type="button" class="danger" onClick=${discard}>
        ${behind > 0 ? t("queue.dropAll", { n: behind + 1 }) : t("queue.drop")}
      </button>
    </p>
  `;
}

/**
 * A list of entries that wait.
 * @param {{ items: Page.Item[] }} props
 */
export function WaitingList({ items }) {
  return html`
    <ul class="bare waiting-list">
      ${items.map((item) => {
        const blocked =
          !item.problem && items.some((other) => other.group === item.group && other.problem && other.id < item.id);
        const behind = items.filter((other) => other.group === item.group && other.id > item.id).length;
        const state = item.problem ? "refused" : blocked ? "behind" : "waiting";
        return html`
          <li key=${item.id}>
            <p class="row spread">
              <span><${Title} item=${item} /></span>
              ${" "}
              <span class="sent-state ${state}">${t(`queue.state.${state}`)}</span>
            </p>
            <p class="small muted">${moment(item.created)}</p>
            ${item.problem && html`<${Refusal} item=${item} behind=${behind} />`}
          </li>
        `;
      })}
    </ul>
  `;
}

/** The chip in the frame: nothing while nothing waits. */
export function WaitingChip() {
  const items = useStore(outbox);
  const [open, setOpen] = useState(false);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const refused = items.filter((item) => item.problem).length;
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  /** A tap beside the dialog, or on a link in it. */
  const leave = (/** @type {Event} */ { target }) => {
    if (target === dialog.current || (target instanceof Element && target.closest("a"))) dialog.current?.close();
  };
  if (items.length === 0 && !open) return null;
  return html`
    <button type="button" class="chip-button ${refused ? "danger" : ""}" onClick=${() => setOpen(true)}>
      ${refused ? t("queue.refused", { n: refused }) : t("queue.waiting", { n: items.length })}
    </button>
    ${
      open &&
      html`
        <dialog
          ref=${dialog}
          aria-labelledby="waiting-title"
          onClose=${() => setOpen(false)}
          onClick=${leave}
        >
          <div class="dialog-body">
            <h2 id="waiting-title">${t("queue.title")}</h2>
            ${
              items.length === 0
                ? html`<p>${t("queue.none")}</p>`
                : refused < items.length
                  ? html`<p class="muted">${t("queue.text")}</p>`
                  : null
            }
            <${WaitingList} items=${items} />
            <p><button type="button" onClick=${() => dialog.current?.close()}>${t("close")}</button></p>
          </div>
        </dialog>
      `
    }
  `;
}
