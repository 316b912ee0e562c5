// The page of a game without a film: only its result was written down, or its end on a score sheet. Who won and by how
// much, the scores, and, of a sheet, what lay on the table in the end.
import { html } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { useGameFacts, useSent } from "../lib/game_facts.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { namesOf, useBoards } from "../draw/all.js";
import { ScoreTable } from "../draw/scores.js";
import { GameDeeds } from "../parts/game_deeds.js";
import { GameHead } from "../parts/game_head.js";
import { OutwardGame } from "../parts/outward.js";
import { RecordText } from "../parts/record_text.js";
import { words } from "../words/replay.js";
import { words as titleWords } from "../words/titles.js";

addWords(words);
addWords(titleWords);

/**
 * What lay on the table in the end, and its points by category.
 * @param {{ info: Api.Game, rules?: Api.RulesGame }} props
 */
function End({ info, rules }) {
  const { data, error, reload } = useApi(`/v1/games/${info.id}/state`, { keep: true });
  const loaded = useBoards(info.id, info.game);
  const who = namesOf(info);
  useSent(info.id, reload);
  if (error && !data) return html`<${Trouble} error=${error} retry=${reload} />`;
  if (!data || !loaded) return html`<${Waiting} />`;
  const { boards, book } = loaded;
  return html`
    <section class="final-score">
      <h2>${t("replay.scores")}</h2>
      <${ScoreTable} score=${data.score} who=${who} rules=${rules} caption=${t("replay.scores")} />
    </section>
    <div class="board" data-at=${data.ply}>
      ${boards.table({ state: data.state, who, last: null, final: data.state, turn: [], book })}
    </div>
  `;
}

/** @param {Page.View} props */
export default function View({ params, query }) {
  const { data: info, error, reload } = useApi(`/v1/games/${params.id}`, { keep: true });
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const facts = useGameFacts(info);
  useSent(params.id, reload);
  const title = `${t("result.number", { n: params.id })}`;
  if (error && !info) return html`<${Heading}>${title}<//><${Trouble} error=${error} retry=${reload} />`;
  if (!info || !facts.ready) return html`<${Heading}>${title}<//><${Waiting} />`;
  const own = rules?.games.find(({ game }) => game === info.game);
  return html`
    <article class="result">
      <${GameHead} info=${info} rules=${own} facts=${facts} />
      ${info.level === "sheet" && html`<${End} info=${info} rules=${own} />`}
      <footer class="replay-foot row no-print">
        <a class="button" href=${`/games/${params.id}/print`}>${t("games.print")}</a>
        <a class="button plain" href=${`/audit?game=${params.id}`}>${t("games.audit")}</a>
      </footer>
      ${info.status === "finished" && html`<${OutwardGame} info=${info} rule=${own} />`}
      <${GameDeeds} info=${info} />
      <${RecordText} id=${params.id} open=${query.get("show") === "record"} last=${info.last} />
    </article>
  `;
}
