// A score sheet of any game (lib/sheets.js): on the device from the first tap; when it is finished it goes through the
// queue like everything else. What is on it is the game's own view.
import { html, useCallback, useEffect, useRef, useState } from "../lib/html.js";
import { addWords, named, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { arrivedSheets, findDraft, gameOfSheet, removeDraft, saveDraft } from "../lib/drafts.js";
import { newNames } from "../lib/look_later.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { drop, outbox, send } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { useSheet } from "../lib/sheet_parts.js";
import { recordOf, sheetOf } from "../lib/sheets.js";
import { useStore } from "../lib/store.js";
import { WaitingList } from "../lib/waiting.js";
import { SheetCorrection } from "../parts/correct_sheet.js";
import { offerUndo } from "../parts/undo.js";
import { words } from "../words/entry.js";
import { words as gameWords } from "../words/game_page.js";

addWords(words);
addWords(gameWords);

/** @param {string} id */
const groupOf = (id) => `sheet-${id}`;

/** @param {{ draft: Page.AnyDraft }} props */
function Delete({ draft }) {
  const go = async () => {
    await removeDraft(draft.id);
    offerUndo(t("undo.sheet"), async () => {
      await saveDraft(draft);
      navigate(`/sheet/${draft.id}`);
    });
    navigate(draft.correcting ? `/games/${draft.correcting.game}` : "/");
  };
  return html`
    <p><button type="button" class="plain edge" data-deed="delete" onClick=${go}>${t("sheet.delete")}</button></p>
  `;
}

/**
 * The sheet has been handed to the queue: where it is.
 * @param {{ item: Page.Item }} props
 */
function Handed({ item }) {
  return html`
    <p>${t("sheet.kept")}</p>
    <${WaitingList} items=${[item]} />
    <p><button type="button" data-once onClick=${() => drop(item)}>${t("sheet.undo")}</button></p>
  `;
}

/**
 * Hands a sheet to the queue.
 * @param {Page.AnyDraft} draft
 * @param {Page.SheetModule<any>} module
 */
async function hand(draft, module) {
  const names = draft.seats.map(({ name }) => name);
  const sums = module.sums?.(draft) ?? [];
  const about = { title: names.join(", "), names, draft: draft.id, game: draft.game, called: draft.title, sums };
  await send({
    group: groupOf(draft.id),
    kind: "sheet",
    path: "/v1/games",
    body: { record: recordOf(draft, module.lines(draft)) },
    about,
    ...(draft.look && { look: newNames(draft.seats) }),
  });
}

/** @param {{ start: Page.AnyDraft, module: Page.SheetModule<any>, rules?: Api.RulesGame }} props */
function Sheet({ start, module, rules }) {
  const { trouble, ...sheet } = useSheet(start);
  const [failed, setFailed] = useState(/** @type {Error | null} */ (null));
  const now = useRef(sheet.draft);
  const busy = useRef(false);
  now.current = sheet.draft;
  const item = useStore(outbox).find(({ about }) => about.draft === start.id);
  const [review, setReview] = useState(false);
  const finish = useCallback(async () => {
    if (busy.current) return; // two quick taps are one sheet
    busy.current = true;
    /** @type {unknown} */
    try {
      await hand(now.current, module);
      setFailed(null);
    } catch (error) {
      setFailed(new Error(t("trouble.device"), { cause: error }));
    }
    busy.current = false;
  }, [module]);
  const Finish = useCallback(
    (/** @type {{ wrong?: string | false, missing?: string | false }} */ { wrong, missing }) => html`
      <p class="finish">
        <button
          type="button"
          class="primary wide"
          disabled=${Boolean(wrong || missing)}
          onClick=${start.correcting ? () => setReview(true) : finish}
        >
          ${t(start.correcting ? "correct.look" : "sheet.finish")}
        </button>
      </p>
      <p class="muted" role="status">${wrong || missing || ""}</p>
    `,
    [finish, start.correcting],
  );
  const game = start.title ?? named(rules);
  const heading = start.level === "totals" && game ? game : game ? t("sheet.of-game", { game }) : t("sheet.title");
  const about = start.correcting ? t("correct.title", { n: String(start.correcting.game) }) : heading;
  if (item) return html`<${Heading}>${about}<//><${Handed} item=${item} />`;
  if (review) {
    return html`
      <${Heading}>${about}<//>
      <${SheetCorrection} draft=${sheet.draft} module=${module} rules=${rules} onMore=${() => setReview(false)} />
    `;
  }
  return html`
    <${Heading}>${about}<//>
    ${start.correcting && html`<p class="muted">${t("correct.intro")}</p>`}
    ${(trouble || failed) && html`<${Trouble} error=${trouble ?? failed} />`}
    <${module.default} ...${sheet} rules=${rules} Finish=${Finish} />
    <${Delete} draft=${sheet.draft} />
  `;
}

const Gone = () => html`
  <${Heading}>${t("sheet.title")}<//>
  <p>${t("sheet.gone")}</p>
  <p><a class="button" href="/">${t("lost.home")}</a></p>
`;

/**
 * The draft of that id and the view of its game; null when the device does not have it.
 * @param {string} id
 */
async function find(id) {
  const draft = await findDraft(id).catch(() => undefined);
  const kind = draft && sheetOf(draft);
  return kind ? { draft, module: await kind.view() } : null;
}

/** @param {Page.View} props */
export default function View({ params }) {
  const [found, setFound] = useState(/** @type {Awaited<ReturnType<typeof find>> | undefined} */ (undefined));
  const [error, setError] = useState(null);
  const { data: rules } = useApi("/v1/rules", { keep: true });
  useStore(arrivedSheets);
  const game = gameOfSheet(params.draft);
  useEffect(() => {
    find(params.draft).then(setFound, setError);
  }, [params.draft]);
  useEffect(() => {
    // Once it has arrived the game is shown to whoever still looks at it; there is nothing to finish any more.
    if (game !== null) navigate(`/games/${game}`, { replace: true });
  }, [game]);
  if (game !== null) return html`<${Waiting} />`;
  if (error) return html`<${Trouble} error=${new Error(t("trouble.view"))} retry=${() => location.reload()} />`;
  if (found === null) return html`<${Gone} />`;
  if (!found) return html`<${Waiting} />`;
  const own = rules?.games.find((one) => one.game === found.draft.game);
  return html`<${Sheet} start=${found.draft} module=${found.module} rules=${own} key=${found.draft.id} />`;
}
