// The page of a game of which only the result was written down: who won and by how much, then the scores, then what
// they rest on. There is no film.
import { html } from "../lib/html.js";
import { addWords, day, number, points, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading, Name, Trouble, Waiting, seatName } from "../lib/parts.js";
import { titleOf } from "../lib/titles.js";
import { GameChanges } from "../parts/game_changes.js";
import { OutwardGame } from "../parts/outward.js";
import { RecordText } from "../parts/record_text.js";
import { Sentence, saidBy } from "../parts/won.js";
import { words } from "../words/replay.js";
import { words as titleWords } from "../words/titles.js";

addWords(words);
addWords(titleWords);

const LETTERS = "ABCDEF";

/**
 * @param {Api.GameSeat} a
 * @param {Api.GameSeat} b
 */
const byRank = (a, b) => (a.rank ?? 99) - (b.rank ?? 99) || a.seat - b.seat;

/** @param {{ info: Api.Game }} props */
function Scores({ info }) {
  const teams = info.seats.some(({ team }) => team);
  const totals = info.seats.some(({ total }) => total !== null);
  const ranks = info.seats.some(({ rank }) => rank !== null);
  return html`
    <table class="result-table">
      <caption class="unseen">${t("result.scores")}</caption>
      <thead>
        <tr>
          ${ranks && html`<th scope="col">${t("result.rank")}</th>`}
          <th scope="col">${t("result.player")}</th>
          ${teams && html`<th scope="col">${t("result.team")}</th>`}
          ${totals && html`<th scope="col" class="num">${t("result.total")}</th>`}
        </tr>
      </thead>
      <tbody>
        ${[...info.seats].sort(byRank).map(
          (seat) => html`
            <tr key=${seat.seat} class=${seat.rank === 1 ? "first" : ""} data-seat=${seat.seat}>
              ${ranks && html`<td>${seat.rank === null ? "" : number(seat.rank)}</td>`}
              <td>
                ${
                  seat.person
                    ? html`<a href=${`/people/${seat.person}`}><${Name}>${seatName(seat)}<//></a>`
                    : html`<span class="guest">${seatName(seat)}</span>`
                }
              </td>
              ${teams && html`<td>${seat.team ? LETTERS[seat.team - 1] : ""}</td>`}
              ${
                totals &&
                html`<td class="num" data-total=${seat.seat}>${seat.total === null ? "–" : points(seat.total)}</td>`
              }
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** @param {Page.View} props */
export default function View({ params, query }) {
  const path = /** @type {const} */ (`/v1/games/${params.id}`);
  const { data: info, error, reload } = useApi(path, { keep: true });
  const { data: text, loading } = useApi(`${path}/record`, { keep: true });
  const { data: rules } = useApi("/v1/rules", { keep: true });
  const title = `${t("result.number", { n: params.id })}`;
  if (error && !info) return html`<${Heading}>${title}<//><${Trouble} error=${error} retry=${reload} />`;
  if (!info || loading) return html`<${Heading}>${title}<//><${Waiting} />`;
  const own = rules?.games.find(({ game }) => game === info.game);
  const { notes, ...said } = saidBy(text);
  const facts = [
    titleOf(info, own),
    info.day && day(info.day),
    info.place,
    info.duration && t("totals.minutes", { n: info.duration }),
    title,
  ];
  return html`
    <article class="result">
      <p class="muted small">${facts.filter(Boolean).join(" · ")}</p>
      <${Heading} title=${`${titleOf(info, own)} · ${title}`}><${Sentence} info=${info} ...${said} /><//>
      ${info.status !== "finished" && html`<p class="state">${t(`status.${info.status}`)}</p>`}
      <${GameChanges} info=${info} rules=${own} />
      <${Scores} info=${info} />
      ${notes.map((note, i) => html`<p key=${i} class="note"><${Name}>${note}<//></p>`)}
      <p class="muted small basis">${t(`result.basis.${info.basis ?? "stated"}`)}</p>
      <footer class="replay-foot row no-print">
        <a class="button" href=${`/games/${params.id}/print`}>${t("games.print")}</a>
        <a class="button plain" href=${`/audit?game=${params.id}`}>${t("games.audit")}</a>
      </footer>
      ${info.status === "finished" && html`<${OutwardGame} info=${info} rule=${own} />`}
      <${RecordText} id=${params.id} open=${query.get("show") === "record"} last=${info.last} />
    </article>
  `;
}
