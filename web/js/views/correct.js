// Correcting a finished game: a sheet or totals reopen in their form, filled in with what stands; what was written down
// move by move is corrected move by move here.
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { get, getAll, useApi } from "../lib/api.js";
import { findDraft, saveDraft } from "../lib/drafts.js";
import { draftFrom } from "../lib/from_record.js";
import { Heading, Trouble, Waiting, seatName } from "../lib/parts.js";
import { navigate } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { NO_CATALOGUE } from "../draw/catalogue.js";
import { useBoards } from "../draw/all.js";
import { CorrectMoves } from "../parts/correct_moves.js";
import { words } from "../words/game_page.js";
import { words as gameWords } from "../words/replay.js";

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

/**
 * The game as it stands: itself, its record with handles, its moves, and the pads that sheets may be pinned to.
 * @param {string} id
 */
async function stand(id) {
  const path = /** @type {const} */ (`/v1/games/${id}`);
  const [info, text, { moves }, pads] = await Promise.all([
    get(path, { keep: true }),
    get(`${path}/record`, { keep: true }),
    get(`${path}/moves`, { keep: true }),
    getAll("/v1/pads", "pads", { keep: true }).catch(() => /** @type {Api.Pad[]} */ ([])),
  ]);
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
  useEffect(() => {
    let current = true;
    stand(params.id).then(
      (now) => current && setFound(now),
      (problem) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [params.id, round]);
  const info = found?.info;
  const rules = allRules?.games.find(({ game }) => game === info?.game);
  const sheet = info?.level === "sheet" || info?.level === "totals";
  const not = info ? whyNot(info) : null;
  useEffect(() => {
    if (found && allRules && sheet && !not) openSheet(found, rules).catch(setError);
  }, [found, allRules, sheet, not]);
  const title = t("correct.title", { n: params.id });
  const heading = html`<${Heading}>${title}<//>`;
  const back = html`<p><a class="button" href=${`/games/${params.id}`}>${t("print.back")}</a></p>`;
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
