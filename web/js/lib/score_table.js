// The score of everybody by category, as it stands: what counts along while a sheet is filled in or a game is played.
import { html } from "./html.js";
import { named, number, signed, t } from "./i18n.js";
import { Name, manyOf } from "./parts.js";
import { Glyph } from "../draw/glyphs.js";

/** @param {string | undefined} glyphs */
const indent = (glyphs) => glyphs && html`<span class="no-glyph"></span>`;

/**
 * rows: [{ name, categories, total, rank, gaps }]; categories: the rules' ({ id, en, fr }); `glyphs`: the game whose
 * glyphs stand before the categories, if any.
 * @param {{ rows: (Page.ScoreRow & { name: string })[], categories: Api.Words[], glyphs?: string, caption: string }}
 * props
 */
export const ScoreTable = ({ rows, categories, glyphs, caption }) => html`
  <div class="scroll-x score-place" tabindex="0" role="region" aria-label=${caption}>
    <table class=${`running-score ${manyOf(rows.length)}`}>
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>
          <td></td>
          ${rows.map(
            ({ name }, i) => html`<th key=${i} scope="col" class="num seat-${i + 1}"><${Name}>${name}<//></th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${categories.map(
          (category) => html`
            <tr key=${category.id}>
              <th scope="row">
                ${
                  glyphs && category.id !== "biodiversity"
                    ? html`<${Glyph} game=${glyphs} id=${category.id} size=${20} />`
                    : indent(glyphs)
                }
                ${named(category)}
              </th>
              ${rows.map(({ categories: points, gaps }, i) => {
                const value = points[category.id];
                const about =
                  category.id === "biodiversity" && gaps !== undefined ? `${gaps} ${t("sheet.gaps")}` : undefined;
                return html`
                  <td key=${i} class="num ${value ? "" : "nought"}" title=${about}>
                    ${value === undefined ? "" : category.id === "biodiversity" ? signed(value) : number(value)}
                  </td>
                `;
              })}
            </tr>
          `,
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${indent(glyphs)}${t("sheet.total")}</th>
          ${rows.map(
            ({ total }, i) => html`<td key=${i} class="num total">${total === null ? "–" : number(total)}</td>`,
          )}
        </tr>
        <tr>
          <th scope="row">${indent(glyphs)}${t("sheet.rank")}</th>
          ${rows.map(({ rank }, i) => html`<td key=${i} class="num">${rank === null ? "–" : number(rank)}</td>`)}
        </tr>
      </tfoot>
    </table>
  </div>
`;
