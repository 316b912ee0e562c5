// Seasons: what runs, what is to come, what is closed; an admin makes one.
import { html } from "../lib/html.js";
import { addWords, days, t } from "../lib/i18n.js";
import { navigate } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { stageText } from "../lib/seasons.js";
import { useStore } from "../lib/store.js";
import { useTitleName } from "../lib/titles.js";
import { Heading, Name } from "../lib/parts.js";
import { Shown, useAnswer } from "../parts/answer.js";
import { SeasonForm } from "../parts/season_form.js";
import { words } from "../words/seasons.js";
import { words as statsWords } from "../words/stats.js";

addWords(words);
addWords(statsWords);

/** @param {{ season: Api.Season }} props */
function Line({ season }) {
  const title = useTitleName(season.title);
  return html`
    <li>
      <a class="night" href=${`/seasons/${season.id}`} data-season=${season.id}>
        <strong><${Name}>${season.name}<//></strong>
        <span class="muted">${days(season.from, season.to)}</span>
        ${title && html`<span class="muted"><${Name}>${title}<//></span>`}
        <span class="muted num">${stageText(season)}</span>
      </a>
    </li>
  `;
}

export default function Seasons() {
  const answer = useAnswer("/v1/seasons");
  useStore(session);
  return html`
    <${Heading}>${t("season.all")}<//>
    <p class="muted">${t("season.what")}</p>
    <${Shown} answer=${answer}>
      ${(/** @type {Api.Answer<"/v1/seasons">} */ { seasons }) =>
        seasons.length === 0
          ? html`<p class="nothing">${t("season.none")}</p>`
          : html`
            <ul class="bare nights season-list">
              ${seasons.map((season) => html`<${Line} key=${season.id} season=${season} />`)}
            </ul>
          `}
    <//>
    ${
      may("admin") &&
      html`
        <details class="more no-print">
          <summary>${t("season.new")}</summary>
          <${SeasonForm} onSaved=${(/** @type {Api.Season} */ { id }) => navigate(`/seasons/${id}`)} />
        </details>
      `
    }
  `;
}
