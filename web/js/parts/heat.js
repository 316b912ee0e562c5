/*
 * Cells of a grid, coloured by how much they hold: a table, so that it can be read without seeing it. The depth of the
 * colour is a CSS variable from 0 to 1; the number is always written in the cell.
 */
import { html } from "../lib/html.js";
import { number, t } from "../lib/i18n.js";
import { between } from "./figures.js";
import { spoken } from "./interval.js";

/**
 * @param {{ cells: Page.HeatCell[], by: "points" | "copies",
 * caption: string }} props
 */
export function Heat({ cells, by, caption }) {
  const rows = Math.max(...cells.map(({ row }) => row)) + 1;
  const columns = Math.max(...cells.map(({ column }) => column)) + 1;
  const known = cells.flatMap((cell) => (cell.copies > 0 ? (cell[by] ?? []) : []));
  const low = Math.min(...known, by === "copies" ? 0 : Infinity);
  const high = Math.max(...known);
  /** @param {Page.HeatCell} cell */
  const depth = (cell) => {
    const value = cell[by];
    if (value === null || cell.copies === 0) return 0;
    return high > low ? (value - low) / (high - low) : 0.5;
  };
  /**
   * @param {number} row
   * @param {number} column
   */
  const at = (row, column) => cells.find((cell) => cell.row === row && cell.column === column);
  /** @param {number} n */
  const range = (n) => Array.from({ length: n }, (_, i) => i);
  return html`
    <table class="heat">
      <caption class="unseen">${caption}</caption>
      <thead>
        <tr>
          <td></td>
          ${range(columns).map(
            (column) => html`<th scope="col"><span class="unseen">${t("stats.column", { n: column + 1 })}</span></th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${range(rows).map(
          (row) => html`
            <tr>
              <th scope="row"><span class="unseen">${t("stats.row", { n: row + 1 })}</span></th>
              ${range(columns).map((column) => {
                const cell = at(row, column) ?? {
                  row,
                  column,
                  copies: 0,
                  points: null,
                  points_lo: null,
                  points_hi: null,
                };
                const sure = between(cell.points, cell.points_lo, cell.points_hi, cell.copies);
                const said = sure && spoken(sure, (value) => number(value, 1));
                return html`
                  <td
                    title=${said || undefined}
                    style=${{ "--depth": `${Math.round(depth(cell) * 100)}%` }}
                    class=${cell.copies < 5 ? "faint" : ""}
                  >
                    <span class="value">${cell.points === null ? "–" : number(cell.points, 1)}</span>
                    <span class="n">×${number(cell.copies)}</span>
                    ${said && html`<span class="unseen"> ${said}</span>`}
                  </td>
                `;
              })}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
