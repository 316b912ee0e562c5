// Everything that is only on this device: what waits to be sent, in words and with what can be done about it, and the
// sheets that nobody has finished.
import { html, useEffect } from "../lib/html.js";
import { addWords, list, named, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { drafts, loadDrafts } from "../lib/drafts.js";
import { Heading } from "../lib/parts.js";
import { outbox } from "../lib/queue.js";
import { sheetOf } from "../lib/sheets.js";
import { useStore } from "../lib/store.js";
import { WaitingList } from "../lib/waiting.js";
import { Entry } from "../parts/game_entry.js";
import { words } from "../words/entry.js";

addWords(words);

/** Sheets that were begun here; one that was handed over is among what waits. */
function Unfinished() {
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const handed = useStore(outbox).map(({ about }) => about?.draft);
  const open = useStore(drafts).filter(({ id }) => !handed.includes(id));
  useEffect(() => {
    void loadDrafts();
  }, []);
  if (open.length === 0) return null;
  return html`
    <h2>${t("tonight.drafts")}</h2>
    <ul class="bare entries">
      ${open.map(
        (draft) => html`
          <${Entry}
            key=${draft.id}
            href=${`/sheet/${draft.id}`}
            game=${draft.game}
            title=${draft.title ?? (named(rules?.games.find(({ game }) => game === draft.game)) || draft.game)}
            note=${sheetOf(draft)?.progress(draft)}
          >
            <span class="entry-names">${list(draft.seats.map(({ name }) => name))}</span>
          <//>
        `,
      )}
    </ul>
  `;
}

export default function View() {
  const items = useStore(outbox);
  const refused = items.some(({ problem }) => problem);
  return html`
    <${Heading}>${t("queue.title")}<//>
    ${
      items.length === 0
        ? html`<p>${t("queue.none")}</p>`
        : html`${!refused && html`<p class="muted">${t("queue.text")}</p>`}<${WaitingList} items=${items} />`
    }
    <${Unfinished} />
  `;
}
