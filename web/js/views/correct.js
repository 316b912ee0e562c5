// Correcting a finished game: a sheet or totals reopen in their form, filled in with what stands; what was written down
// move by move is corrected move by move here.
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { Unreachable, get, getAll, online, useApi } from "../lib/api.js";
import { findDraft, saveDraft } from "../lib/drafts.js";
import { draftFrom } from "../lib/from_record.js";
import { Heading, Trouble, Waiting, seatName } from "../lib/parts.js";
import { outbox, waitingFor } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { keptAt } from "../lib/shelf.js";
import { useStore } from "../lib/store.js";
import { WaitingList } from "../lib/waiting.js";
import { NO_CATALOGUE } from "../draw/catalogue.js";
import { useBoards } from "../draw/all.js";
import { CorrectMoves } from "../parts/correct_moves.js";
import { words } from "../words/game_page.js";
import { words as gameWords } from "../words/replay.js";

/** For the list of what waits: who corrects without a network has this file. */
export { correctionSaid } from "../lib/correction_said.js";

addWords(words);
addWords(gameWords);

/**
 * The record with people by their handles: a name is somebody else's tomorrow. The one that the API gives with handles
 * has no comments and no place, which a correction would then take away.
 * @param {string} text
 * @param {Api.Game} info
 */
const seatedBy = (text, { seats }) =>
  text.replace(/^seat (\d+) .*$/gm, (line, n) => {
    const person = seats.find(({ seat }) => seat === Number(n))?.person;
    return person ? `seat ${n} @${person}` : line;
  });

/** Has no film: what was written down is its form. @param {{ level: string }} info */
const isSheet = ({ level }) => level === "sheet" || level === "totals";

/** By how much later the game may have been kept than its record, when both came in one go. */
const ONE_GO = 5000;

/**
 * The game as it stands: itself, its record with handles, its moves, and the pads that sheets may be pinned to.
 * The correction will name the game's last entry, so the record must not be older than the game: it is asked for after
 * it, and without a network both must have been kept in that order. Otherwise somebody would undo unseen what another
 * has corrected.
 * @param {string} id
 */
async function stand(id) {
  const path = /** @type {const} */ (`/v1/games/${id}`);
  let old = false;
  const keep = { keep: true, onOld: () => void (old = true) };
  const info = await get(path, keep);
  const [text, moves, pads] = await Promise.all([
    get(`${path}/record`, keep),
    isSheet(info) ? [] : get(`${path}/moves`, keep).then((all) => all.moves),
    getAll("/v1/pads", "pads", { keep: true }).catch(() => /** @type {Api.Pad[]} */ ([])),
  ]);
  if (old) {
    const [game, ...rest] = await Promise.all(
      [path, `${path}/record`, ...(isSheet(info) ? [] : [`${path}/moves`])].map(keptAt),
    );
    if (rest.some((at) => at < game - ONE_GO)) throw new Unreachable("the record is older than the game");
  }
  return { info, before: seatedBy(String(text), info), moves, pads };
}

/**
 * Goes to the form of a sheet, with what stands, or with what was changed there before.
 * @param {Awaited<ReturnType<typeof stand>>} found
 * @param {Api.RulesGame | undefined} rules
 */
async function openSheet({ info, before, pads }, rules) {
  const draft = draftFrom({ info, text: before, rules, pads, names: info.seats.map(seatName) });
  if (!draft) return false;
  if (!(await findDraft(draft.id))) await saveDraft(draft);
  navigate(`/sheet/${draft.id}`, { replace: true });
  return true;
}

/**
 * Why this game cannot be corrected here; null: it can.
 * @param {Api.Game} info
 */
function whyNot(info) {
  if (!may("record")) return t("correct.may");
  if (info.status === "void") return t("correct.cannot");
  return info.status === "live" ? t("correct.live") : null;
}

/** @param {Page.View} props */
export default function View({ params, query }) {
  const [found, setFound] = useState(/** @type {Awaited<ReturnType<typeof stand>> | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const [round, setRound] = useState(0);
  const { data: allRules } = useApi("/v1/rules", { keep: true });
  const loaded = useBoards(params.id, found?.info.game);
  useStore(session);
  const items = waitingFor(useStore(outbox), params.id);
  const waits = items.length > 0;
  useEffect(() => {
    let current = true;
    if (waits) return undefined; // what stands is known when it has arrived
    stand(params.id).then(
      (now) => {
        if (!current) return;
        setFound(now);
        setError(null);
      },
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [params.id, round, waits]);
  useEffect(() => online.watch((on) => on && error instanceof Unreachable && setRound((n) => n + 1)), [error]);
  const info = found?.info;
  const rules = allRules?.games.find(({ game }) => game === info?.game);
  const sheet = Boolean(info && isSheet(info));
  const not = info ? whyNot(info) : null;
  useEffect(() => {
    if (found && allRules && sheet && !not && !waits) openSheet(found, rules).catch(setError);
  }, [found, allRules, sheet, not, waits]);
  const title = t("correct.title", { n: params.id });
  const heading = html`<${Heading}>${title}<//>`;
  const back = html`<p><a class="button" href=${`/games/${params.id}`}>${t("print.back")}</a></p>`;
  if (waits) {
    return html`
      ${heading}
      <p>${t("deeds.waits")}</p>
      <${WaitingList} items=${items} />
      ${back}
    `;
  }
  if (error) return html`${heading}<${Trouble} error=${error} />${back}`;
  if (not) return html`${heading}<p>${not}</p>${back}`;
  if (!found || !info || !loaded || !allRules || sheet) return html`${heading}<${Waiting} />`;
  return html`
    <article class="correct">
      ${heading}
      <p class="muted">${t("correct.intro")}</p>
      <${CorrectMoves}
        key=${info.last}
        standing=${{ ...found, rules, boards: loaded.boards, book: loaded.book ?? NO_CATALOGUE }}
        moves=${found.moves}
        query=${query}
        onSent=${() => navigate(`/games/${params.id}`, { replace: true })}
        onStale=${() => setRound((n) => n + 1)}
      />
      ${back}
    </article>
  `;
}
