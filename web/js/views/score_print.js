// The score sheet on one page, black on white: the categories like the booklet's, the final boards below.
import { html } from "../lib/html.js";
import { addWords, day, named, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { padFor, usePads } from "../lib/pads.js";
import { titleOf } from "../lib/titles.js";
import { words } from "../words/replay.js";
import { words as titleWords } from "../words/titles.js";
import { everybody, namesOf, useBoards } from "../draw/all.js";
import { ScoreTable } from "../draw/scores.js";

addWords(words);
addWords(titleWords);

/** @param {Page.View} props */
export default function View({ params }) {
  const path = /** @type {const} */ (`/v1/games/${params.id}`);
  const game = useApi(path, { keep: true });
  const position = useApi(`${path}/state`, { keep: true });
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const info = game.data;
  const loaded = useBoards(params.id, info?.game);
  const { pads } = usePads(game.data?.level === "totals");
  const error = game.error ?? position.error;
  if (error) return html`<${Heading}>${t("print.title")}<//><${Trouble} error=${error} retry=${game.reload} />`;
  if (!info || !position.data || !loaded || !rules) return html`<${Heading}>${t("print.title")}<//><${Waiting} />`;
  const own = rules.games.find((one) => one.game === info.game);
  const who = namesOf(info);
  const stated = info.level === "totals"; // nothing lies on the table
  const facts = [
    titleOf(info, own),
    named(own?.variants.find((one) => one.id === info.variant)),
    info.day && day(info.day),
    info.place,
    t("games.number", { n: String(info.id) }),
  ];
  const { boards, book } = loaded;
  const document = padFor(pads, { id: info.game, names: [info.title?.en ?? "", info.title?.fr ?? ""] });
  return html`
    <article class="score-sheet">
      <p class="row no-print">
        <button type="button" class="primary" onClick=${() => print()}>
          ${t("print.print")}
        </button> <a class="button plain" href=${`/games/${params.id}${stated ? "" : "/replay"}`}>${t("print.back")}</a>
      </p>
      <${Heading} title=${`${t("games.number", { n: String(info.id) })} · ${t("print.title")}`}>
        <${Name}>${everybody(info)}<//>
      <//>
      <p>${facts.filter(Boolean).join(" · ")}</p>
      ${!position.data.over && html`<p><strong>${t("print.unfinished")}</strong></p>`}
      <${ScoreTable}
        score=${position.data.score}
        who=${who}
        rules=${own ?? document ?? undefined}
        caption=${t("print.title")}
        ranks=${position.data.over}
      />
      ${
        info.outcome &&
        !["won", "lost"].includes(info.outcome) &&
        html`<p>${t("games.margin", { outcome: t(`outcome.${info.outcome}`), margin: info.margin })}</p>`
      }
      ${stated && html`<p class="muted small">${t("result.basis.stated")}</p>`}
      ${
        !stated &&
        html`<div class="sheet-boards">
        ${(boards.sheet ?? boards.table)({
          state: position.data.state,
          who,
          last: null,
          final: position.data.state,
          turn: [],
          book,
        })}
      </div>`
      }
      ${
        info.digest &&
        !stated &&
        html`<p class="small muted">${t("print.by", { n: String(info.id), digest: info.digest.slice(0, 16) })}</p>`
      }
    </article>
  `;
}
