// The moment after the last move: who won and by how much, and a way to take that move back before it becomes a film.
import { html, useEffect } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { ended } from "../lib/ended.js";
import { useGameFacts } from "../lib/game_facts.js";
import { Heading, Waiting } from "../lib/parts.js";
import { place } from "../lib/router.js";
import { GameHead } from "../parts/game_head.js";
import { ReviewEntry } from "../parts/review_entry.js";
import { words } from "../words/game_page.js";

addWords(words);

/** @param {{ live: Page.Live, rules?: Api.RulesGame }} props */
export default function Ended({ live, rules }) {
  const { data: info } = useApi(`/v1/games/${live.number}`, { keep: true });
  const facts = useGameFacts(info);
  const done = () => ended.set(null);
  useEffect(() => {
    const { path } = place.get();
    return () => {
      if (place.get().path !== path) done(); // whoever goes elsewhere has seen it
    };
  }, []);
  if (!info || !facts.ready) return html`<${Heading}>${t("ended.over")}<//><${Waiting} />`;
  return html`
    <article class="result ended">
      <p class="muted" role="status">${t("ended.over")}</p>
      <${GameHead} info=${info} rules=${rules} facts=${facts} />
      <p class="row">
        <button type="button" class="primary" data-once onClick=${done}>${t("ended.film")}</button>
        <${ReviewEntry} info=${info} rules=${rules} />
        <button type="button" data-deed="back" onClick=${() => live.back()}>${t("ended.back")}</button>
      </p>
    </article>
  `;
}
