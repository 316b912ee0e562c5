// What waits on the device, for people: the chip in the frame, the list behind it, and what can be done about a
// refusal. Every entry is said in words, which needs no network: what it is about was written down when it was entered.
import { html, useEffect, useRef, useState } from "./html.js";
import { lang, list, moment, named, points, t } from "./i18n.js";
import { useApi } from "./api.js";
import { Name, personName } from "./parts.js";
import { findDraft, removeDraft, saveDraft } from "./drafts.js";
import { drop, outbox, putBack, realGame, retry } from "./queue.js";
import { navigate } from "./router.js";
import { useStore } from "./store.js";
import { offerUndo } from "../parts/undo.js";

const KINDS = ["open", "sheet", "moves", "back", "abandon", "correct", "void", "unvoid"];
/** As many moves of one entry as a line has room for. */
const MOVES = 6;

/**
 * The game that an entry belongs to, if the daemon has numbered it.
 * @param {Page.Item} item
 */
const numberOf = (item) =>
  Number(/^\/v1\/games\/(\d+)\//.exec(item.path)?.[1]) || realGame(item.group.replace(/^game-/, "")) || null;

/**
 * Where an entry can be looked at: its game, here or at the daemon's, or its sheet.
 * @param {Page.Item} item
 */
const placeOf = (item) =>
  item.kind === "sheet"
    ? item.about?.draft && `/sheet/${item.about.draft}`
    : /^(local|game)-/.test(item.group) && `/games/${numberOf(item) ?? item.group}`;

/**
 * The lines of an entry, or what a correction changes, as sentences in the reader's language; as they were written
 * until the game's words are there, or where they cannot come.
 * @param {Page.Item} item
 */
function useSentences(item) {
  const { body, about } = item;
  const lines = body.moves ?? about?.moves ?? [];
  const speak = lang();
  const [said, setSaid] = useState(/** @type {string[] | null} */ (null));
  useEffect(() => {
    let current = true;
    const game = about?.game;
    const tell = async () => {
      if (about?.before) return (await import("../views/correct.js")).correctionSaid(item, numberOf(item));
      if (!game || lines.length === 0) return null;
      const { boardsOf, namesOf } = await import("../draw/all.js");
      const { boards, book } = await boardsOf(numberOf(item), game);
      const who = namesOf({ seats: (about.names ?? []).map((player, i) => ({ seat: i + 1, player })) });
      return lines.slice(0, MOVES).map((line) => boards.sentence(line, who, book));
    };
    tell().then(
      (sentences) => current && setSaid(sentences),
      () => {}, // the written lines will do
    );
    return () => {
      current = false;
    };
  }, [lines.join("\n"), about?.game, item.id, speak]);
  const all = said ?? lines;
  const count = Math.max(all.length, lines.length);
  const shown = all.slice(0, MOVES);
  return count > MOVES ? [...shown, t("queue.more", { n: count - MOVES })] : shown;
}

/**
 * What an entry is, in a line or two.
 * @param {{ item: Page.Item }} props
 */
function Title({ item }) {
  const { about, body, kind } = item;
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const said = useSentences(item).join(" · ");
  const id = about?.game ?? body.game;
  const game = about?.called ?? named(rules?.games.find((one) => one.game === id));
  const names = (about?.names ?? []).map(personName);
  const people = names.length > 0 ? names.join(", ") : (about?.title ?? "");
  const known = KINDS.includes(kind) ? kind : "other";
  const sums = (about?.sums ?? []).slice(0, names.length);
  const totals = names.map((name, i) => (sums[i] == null ? name : `${name} ${points(sums[i])}`));
  const whose = known === "sheet" && names.length > 0 ? list(totals) : people;
  // What was done comes first, the game and who plays it below, then what a correction changes, and why.
  const done = ["moves", "back"].includes(known);
  const line = known === "moves" ? said : t(`queue.${known}`, { title: game || whose, lines: said });
  const more = [known === "correct" && said, body.reason];
  const below = [done && game, (done || game) && whose, ...more].filter(Boolean).join(" · ");
  const to = placeOf(item);
  return html`
    ${to ? html`<a href=${to}><${Name}>${line}<//></a>` : html`<${Name}>${line}<//>`}
    ${below && html`<span class="small muted about"><${Name}>${below}<//></span>`}
  `;
}

/**
 * Why it was refused, and what a person can do.
 * @param {{ item: Page.Item & { problem: Page.ItemProblem }, behind: number }} props
 */
function Refusal({ item, behind }) {
  const { problem } = item;
  const conflict = problem.id === "game.ply";
  const changed = problem.id === "game.changed";
  const denied = problem.status === 401 || problem.status === 403;
  const discard = async () => {
    const items = await drop(item, { following: true });
    if (items.length > 0) offerUndo(t("undo.dropped", { n: items.length }), () => putBack(items));
  };
  const game = numberOf(item);
  const why = conflict ? "queue.conflict" : changed ? "queue.changed" : denied ? "queue.denied" : null;
  /** Sending it again would be refused again: what stands now is corrected, and this can be had back. */
  const anew = async () => {
    const id = item.about.draft;
    const draft = id ? await findDraft(id) : undefined;
    const items = await drop(item);
    if (draft) await removeDraft(draft.id);
    offerUndo(t("undo.dropped", { n: items.length }), async () => {
      if (draft) await saveDraft(draft);
      await putBack(items);
    });
    navigate(`/games/${game}/correct`);
  };
  return html`
    <p class="error">${why ? t(why) : problem.detail}</p>
    <p class="row">
      ${game ? html`<a class="button" href="/games/${game}">${t("queue.look")}</a>` : null}
      ${
        denied
          ? html`<a class="button primary" href="/signin">${t("menu.signin")}</a>`
          : changed
            ? html`<button type="button" onClick=${anew}>${t("queue.anew")}</button>`
            : html`
              <button type="button" onClick=${() => retry(item)}>
                ${t(conflict ? "queue.after" : "queue.retry")}
              </button>
            `
      }
      <button type="button" class="danger" onClick=${discard}>
        ${behind > 0 ? t("queue.dropAll", { n: behind + 1 }) : t("queue.drop")}
      </button>
    </p>
  `;
}

/**
 * Asks what an entry waits for; seldom there, so it is loaded when it is.
 * @param {{ item: Page.Item, like: { typed: string, person: Page.Person } }} props
 */
function Question(props) {
  const [part, setPart] = useState(/** @type {typeof import("../parts/look_ask.js") | null} */ (null));
  useEffect(() => {
    import("../parts/look_ask.js").then(setPart, () => {});
  }, []);
  return part && html`<${part.LookAsk} ...${props} />`;
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
        const state = item.problem?.like ? "asks" : item.problem ? "refused" : blocked ? "behind" : "waiting";
        return html`
          <li key=${item.id}>
            <p class="row spread">
              <span><${Title} item=${item} /></span>
              ${" "}
              <span class="sent-state ${state}">${t(`queue.state.${state}`)}</span>
            </p>
            <p class="small muted">${moment(item.created)}</p>
            ${
              item.problem?.like
                ? html`<${Question} item=${item} like=${item.problem.like} />`
                : item.problem && html`<${Refusal} item=${item} behind=${behind} />`
            }
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
  const refused = items.filter(({ problem }) => problem && !problem.like).length;
  const asks = items.filter(({ problem }) => problem?.like).length;
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
      ${
        refused
          ? t("queue.refused", { n: refused })
          : asks
            ? t("queue.asks", { n: asks })
            : t("queue.waiting", { n: items.length })
      }
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
            <p class="row">
              ${items.length > 0 && html`<a class="button" href="/waiting">${t("queue.all")}</a>`}
              <button type="button" onClick=${() => dialog.current?.close()}>${t("close")}</button>
            </p>
          </div>
        </dialog>
      `
    }
  `;
}

const FIRST = 3;

/** On Tonight: what waits, the first of it in words, and the way to the rest; nothing while nothing waits. */
export function WaitingHere() {
  const items = useStore(outbox);
  if (items.length === 0) return null;
  return html`
    <section class="waiting-here" aria-labelledby="waiting-here">
      <h2 id="waiting-here">${t("queue.title")}</h2>
      <${WaitingList} items=${items.slice(0, FIRST)} />
      <p class="row ways">
        <a href="/waiting">
          ${t("queue.all")}${items.length > FIRST && html` <span class="num">(${items.length})</span>`}
        </a>
      </p>
    </section>
  `;
}
