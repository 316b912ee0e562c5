// What can be done about a game that is over, by who may: correct it, take it out of the count, bring it back. Taking
// it out happens at once and offers to undo; what is undone before it has left the device was never sent.
import { html, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { seatName } from "../lib/parts.js";
import { drop, groupOf, outbox, send, waitingFor } from "../lib/queue.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { visible } from "../lib/visible.js";
import { words } from "../words/game_page.js";
import { Reason } from "./reason.js";
import { offerUndo } from "./undo.js";

addWords(words);

/** @typedef {"void" | "unvoid"} Verb */
/** @type {Record<Verb, string[]>} */
const READY = {
  void: ["deeds.void.twice", "deeds.void.test", "deeds.void.rules"],
  unvoid: ["deeds.unvoid.counts", "deeds.unvoid.mistake"],
};
/** @type {Record<Verb, Verb>} */
const BACK = { void: "unvoid", unvoid: "void" };

/**
 * @param {Api.Game} info
 * @param {Verb} verb
 * @param {string} reason
 */
const tell = (info, verb, reason) =>
  send({
    group: groupOf(info.id),
    kind: verb,
    path: `/v1/games/${info.id}/${verb}`,
    body: { reason },
    about: { title: info.seats.map(seatName).join(", ") },
  });

/**
 * Does it, and offers the way back.
 * @param {Api.Game} info
 * @param {Verb} verb
 * @param {string} reason
 */
async function decide(info, verb, reason) {
  const id = await tell(info, verb, reason);
  offerUndo(t(`deeds.${verb}ed`, { n: String(info.id) }), async () => {
    const kept = await drop({ id, group: groupOf(info.id) }, { unsent: true });
    // It has left, or may have: a lost answer does not say.
    if (kept.length === 0) await tell(info, BACK[verb], t("deeds.undone"));
  });
}

/** @param {{ info: Api.Game, verb: Verb }} props */
function Decide({ info, verb }) {
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  /** @param {Event} event */
  const go = async (event) => {
    event.preventDefault();
    if (busy || visible(reason) === "") return;
    setBusy(true);
    await decide(info, verb, visible(reason)).finally(() => setBusy(false));
    setReason("");
  };
  return html`
    <form onSubmit=${go}>
      ${verb === "void" && html`<p class="small">${t("deeds.voidText")}</p>`}
      <${Reason} ready=${READY[verb].map((key) => t(key))} value=${reason} onChange=${setReason} />
      <button type="submit" data-deed=${verb} disabled=${busy || visible(reason) === ""}>
        ${t(verb === "void" ? "deeds.voidNow" : "deeds.unvoid")}
      </button>
    </form>
  `;
}

/** @param {{ info: Api.Game, at?: number }} props at: the move that is looked at */
export function GameDeeds({ info, at }) {
  useStore(session);
  const waits = waitingFor(useStore(outbox), info.id).length > 0;
  const correct = may("record") && info.status === "finished";
  const count = may("admin") && info.status !== "live";
  if (waits || !(correct || count)) return null;
  const from = at && info.level !== "sheet" && info.level !== "totals" ? `?at=${at}` : "";
  return html`
    <section class="game-deeds no-print">
      <h2>${t("deeds.title")}</h2>
      ${correct && html`<p><a class="button" href=${`/games/${info.id}/correct${from}`}>${t("deeds.correct")}</a></p>`}
      ${
        count &&
        (info.status === "void"
          ? html`<${Decide} info=${info} verb="unvoid" key="unvoid" />`
          : html`
            <details class="more">
              <summary>${t("deeds.void")}</summary>
              <${Decide} info=${info} verb="void" key="void" />
            </details>
          `)
      }
    </section>
  `;
}
