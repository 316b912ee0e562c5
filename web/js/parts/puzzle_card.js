// The puzzle of the day on Tonight: one line that leads to it; nothing at all where the club has none.
import { html } from "../lib/html.js";
import { addWords, named, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { words } from "../words/puzzle.js";

addWords(words);

export function PuzzleCard() {
  const { data } = useApi("/v1/puzzle");
  if (!data) return null;
  const title = named(/** @type {Page.Named | null} */ (data.title)) || data.title_id;
  return html`
    <section class="puzzle-card">
      <h2>${t("puzzle.title")}</h2>
      <p><a href="/puzzle">${t("puzzle.card", { title })}</a></p>
    </section>
  `;
}
