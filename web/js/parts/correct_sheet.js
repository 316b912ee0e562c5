// A corrected sheet before it is sent: the game that it is of as it stands, and what the sheet now makes of it.
import { html, useEffect, useState } from "../lib/html.js";
import { get, getAll } from "../lib/api.js";
import { removeDraft } from "../lib/drafts.js";
import { correctedRecord } from "../lib/from_record.js";
import { Trouble, Waiting } from "../lib/parts.js";
import { navigate } from "../lib/router.js";
import { headLines } from "../lib/totals.js";
import { NO_CATALOGUE } from "../draw/catalogue.js";
import { useBoards } from "../draw/all.js";
import { CorrectionReview } from "./correction_review.js";

/**
 * @param {{ draft: Page.AnyDraft, module: Page.SheetModule<any>, rules?: Api.RulesGame, onMore: () => void }} props
 */
export function SheetCorrection({ draft, module, rules, onMore }) {
  const { game, last, text } = draft.correcting ?? { game: 0, last: 0, text: "" };
  const [found, setFound] = useState(/** @type {{ info: Api.Game, pads: Api.Pad[] } | null} */ (null));
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  const loaded = useBoards(game, found?.info.game);
  useEffect(() => {
    Promise.all([
      get(`/v1/games/${game}`, { keep: true }),
      getAll("/v1/pads", "pads", { keep: true }).catch(() => /** @type {Api.Pad[]} */ ([])),
    ]).then(([info, pads]) => setFound({ info, pads }), setError);
  }, [game]);
  if (error) return html`<${Trouble} error=${error} />`;
  if (!found || !loaded) return html`<${Waiting} />`;
  const head = draft.level === "totals" ? headLines(/** @type {Page.TotalsDraft} */ (draft)) : [];
  const again = async () => {
    await removeDraft(draft.id);
    navigate(`/games/${game}/correct`, { replace: true });
  };
  return html`
    <${CorrectionReview}
      standing=${{
        info: { ...found.info, last },
        rules,
        boards: loaded.boards,
        book: loaded.book ?? NO_CATALOGUE,
        before: text,
        pads: found.pads,
      }}
      after=${correctedRecord(draft, module.lines(draft), head)}
      draft=${draft.id}
      onMore=${onMore}
      onSent=${() => navigate(`/games/${game}`, { replace: true })}
      onStale=${again}
    />
  `;
}
