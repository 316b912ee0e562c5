/*
 * With whom somebody plays: the favourite companions, the rival with whom it is close, the nemesis who is mostly ahead;
 * in words, with their figures.
 */
import { html } from "../lib/html.js";
import { percent, t } from "../lib/i18n.js";
import { Name } from "../lib/parts.js";
import { Explained } from "./why.js";

/** @param {{ who: { player: string, handle: string }, to: string }} props */
const Who = ({ who, to }) => html`<a href=${to}><${Name}>${who.player}<//></a>`;

/**
 * @param {{ kind: "rival" | "nemesis", who: Api.Opponent, handle: string, search: string }} props
 */
const Opponent = ({ kind, who, handle, search }) => html`
  <div data-company=${kind}>
    <dt><${Explained} name=${t(`company.${kind}`)} text=${t(`company.${kind}.why`)} /></dt>
    <dd>
      <${Who} who=${who} to=${`/people/${handle}/vs/${who.handle}${search}`} />${" "}
      <span class="how-many">
        ${t("company.record", { won: who.won, lost: who.lost, n: who.games })}
        ${who.tied > 0 && html`, ${t("company.tied", { n: who.tied })}`}
      </span>
      <span class="small muted">
        ${t("company.share", { share: percent(who.share) })}
        ${
          who.share_lo !== null &&
          who.share_hi !== null &&
          html`, ${t("company.between", { low: percent(who.share_lo), high: percent(who.share_hi) })}`
        }
      </span>
    </dd>
  </div>
`;

/** @param {{ data: Api.PlayerPage, handle: string, search: string }} props */
export function Company({ data, handle, search }) {
  const { companions } = data;
  if (companions.length === 0 && !data.rival && !data.nemesis) return null;
  return html`
    <h2>${t("company.title")}</h2>
    <dl class="company">
      ${
        companions.length > 0 &&
        html`
          <div data-company="companions">
            <dt><${Explained} name=${t("company.companions")} text=${t("company.companions.why")} /></dt>
            <dd>
              <ul class="bare">
                ${companions.map(
                  (who) => html`
                    <li key=${who.handle}>
                      <${Who} who=${who} to=${`/people/${who.handle}${search}`} />${" "}
                      <span class="how-many">${t("company.games", { n: who.games })}</span>
                    </li>
                  `,
                )}
              </ul>
            </dd>
          </div>
        `
      }
      ${data.rival && html`<${Opponent} kind="rival" who=${data.rival} handle=${handle} search=${search} />`}
      ${data.nemesis && html`<${Opponent} kind="nemesis" who=${data.nemesis} handle=${handle} search=${search} />`}
    </dl>
  `;
}
