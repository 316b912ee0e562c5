/* The season that runs, first on Tonight and compact: who leads, the first three, how long it goes on. */
import { html } from "../lib/html.js";
import { addWords, points, t, today } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { stageOf, stageText } from "../lib/seasons.js";
import { createKept } from "../lib/store.js";
import { Name } from "../lib/parts.js";
import { words } from "../words/seasons.js";

addWords(words);

const FIRST = 3;

/** The last day of the season that was shown last: until its board has come its room is kept, so that nothing jumps. */
const until = createKept("dendro.season-until", "");

/**
 * Those in front: each with place and points, the leader in a sentence.
 * @param {{ board: Api.SeasonRow[] }} props
 */
function Leaders({ board }) {
  if (board.length === 0) return html`<p class="muted">${t("season.no-games")}</p>`;
  const shared = board.filter(({ place }) => place === 1).length > 1;
  return html`
    <ol class="bare leaders">
      ${board.slice(0, FIRST).map(
        ({ handle, player, place, points: sum }, i) => html`
          <li key=${handle} class=${i === 0 ? "first" : ""}>
            ${i > 0 && html`<span class="rank num">${points(place)}</span>${" "}`}
            <a href=${`/people/${handle}`}><${Name}>${player}<//></a>${" "}
            ${
              i === 0
                ? html`<span>${t(shared ? "season.lead-shared" : "season.leads", { sum: points(sum), n: sum })}</span>`
                : html`<span class="num muted">${points(sum)}</span>`
            }
          </li>
        `,
      )}
    </ol>
  `;
}

export function SeasonNow() {
  const now = today();
  const { data: list, error } = useApi(`/v1/seasons?day=${now}`, { keep: true });
  const running = (list?.seasons ?? []).filter((season) => stageOf(season, now) === "running");
  const [season, ...others] = running;
  const { data: page } = useApi(season ? `/v1/seasons/${season.id}` : null, { keep: true });
  if (list && until.get() !== (season?.to ?? "")) until.set(season?.to ?? "");
  if (list ? !season : error || until.get() < now) return null;
  return html`
    <section class="season-now" aria-label=${season?.name}>
      ${
        season &&
        html`
          <h2>
            <a href=${`/seasons/${season.id}`}><${Name}>${season.name}<//></a>
            ${" "}<span class="muted small">${stageText(season, now)}</span>
          </h2>
          ${page && html`<${Leaders} board=${page.board} />`}
          ${
            others.length > 0 &&
            html`
              <p class="small muted others">
                ${t("season.others")}${" "}
                ${others.map(
                  ({ id, name }) => html`<a key=${id} href=${`/seasons/${id}`}><${Name}>${name}<//></a>${" "}`,
                )}
              </p>
            `
          }
        `
      }
    </section>
  `;
}
