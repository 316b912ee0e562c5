/*
 * Tables of figures: one row a thing, one column a figure with its interval on the column's own axis. Headings sort
 * (pressed with the keyboard too) and explain themselves. The column that the table is sorted by leads: it has the wide
 * drawing, and on a phone it is the only figure beside the name.
 *
 * A column is { id, name, why, kind, of, show, format, doubt, par, verdict, fixed }:
 *   kind    "text" (default), "count" (a number), "figure" (of() gives { value, low, high, n }: figures.js)
 *   of      what it sorts by; `show` what is seen of it, when that is not just format(of(row))
 *   format  number to text; `tick` the same for the axis; `doubt` text behind the value, figures.js' by default
 *   par     what the figure is held against, of all rows or of each; drawn as a line
 *   verdict the same in words: what one can say of a figure, and that one cannot
 *   fixed   seen on a phone, whatever leads; `sortable: false` has no button
 */
import { html, useState } from "../lib/html.js";
import { lang, number, t } from "../lib/i18n.js";
import { FEW, alone, axisOf, compare, doubtOf } from "./figures.js";
import { Axis, Interval, spoken } from "./interval.js";
import { Explained, Why } from "./why.js";

/** @param {number} value */
const plainFormat = (value) => number(value);

/**
 * Rows in the order of a column; what has no value comes last either way.
 * @template R
 * @param {R[]} rows
 * @param {Page.Column<R>[]} columns
 * @param {Page.Sort} sort
 * @returns {R[]}
 */
export function sortRows(rows, columns, { by, down }) {
  const column = columns.find(({ id }) => id === by);
  if (!column) return rows;
  const collator = new Intl.Collator(lang(), { numeric: true, sensitivity: "base" });
  /** @param {R} row */
  const value = (row) => {
    const is = column.of(row);
    return typeof is === "object" ? is?.value : is;
  };
  return rows
    .map((row, i) => ({ row, i }))
    .sort((a, b) => compare(value(a.row), value(b.row), down, collator) || a.i - b.i)
    .map(({ row }) => row);
}

/**
 * The figures of a column of them.
 * @template R
 * @param {Page.Column<R>} column
 * @param {R[]} rows
 */
const figuresOf = (column, rows) => rows.map((row) => /** @type {Page.Figure | null} */ (column.of(row)));

/**
 * @template R
 * @param {Page.Column<R>} column
 * @param {R} row
 */
const parOf = (column, row) => (typeof column.par === "function" ? column.par(row) : column.par);

/**
 * The axis that a column shares, with every row's own par on it.
 * @template R
 * @param {Page.Column<R>} column
 * @param {R[]} rows
 */
function axisFor(column, rows) {
  if (column.axis) return column.axis;
  const { par } = column;
  const pars = typeof par === "function" ? rows.map((row) => alone(par(row), Infinity)) : [];
  return axisOf([...figuresOf(column, rows), ...pars]);
}

/** @param {Page.Column<any>} column */
const startsDown = (column) => column.down ?? (column.kind === "figure" || column.kind === "count");

/**
 * The order that pressing a heading asks for: the column's own direction first, then the other one.
 * @param {Page.Sort | undefined} sort
 * @param {Page.Column<any>} column
 * @returns {Page.Sort}
 */
const nextSort = (sort, column) => ({ by: column.id, down: sort?.by === column.id ? !sort.down : startsDown(column) });

/**
 * @param {{ column: Page.Column<any>, axis?: Page.Axis | null, sort?: Page.Sort, onSort?: (sort: Page.Sort) => void,
 *   lead?: string }} props
 */
function Head({ column, axis, sort, onSort, lead }) {
  const sorted = sort?.by === column.id ? sort : null;
  const label = html`<span class="label">${column.name}</span>`;
  return html`
    <th
      scope="col"
      class=${classes(column, lead)}
      aria-sort=${sorted ? (sorted.down ? "descending" : "ascending") : undefined}
    >
      <span class="head">
        ${
          onSort && column.sortable !== false
            ? html`<button type="button" class="sort" onClick=${() => onSort(nextSort(sort, column))}>
              ${label}<span class="arrow" aria-hidden="true">${sorted ? (sorted.down ? "▾" : "▴") : ""}</span>
            </button>`
            : html`<span class="unsorted">${label}</span>`
        }
        ${column.why && html`<${Why} name=${column.name} text=${column.why} />`}
      </span>
      ${axis && html`<${Axis} axis=${axis} format=${column.tick ?? column.format ?? plainFormat} />`}
    </th>
  `;
}

/**
 * @param {Page.Column<any>} column
 * @param {string} [lead]
 */
const classes = (column, lead) =>
  [column.kind ?? "text", column.id === lead ? "lead" : (column.room ?? "")].filter(Boolean).join(" ");

/**
 * Columns that a narrow window has no room for say how wide it must be: what the table is sorted by comes first, then
 * the number of games, then the others in their order; beyond the fifth there is no room in any window, and they come
 * in when they are chosen.
 * @template R
 * @param {Page.Column<R>[]} columns
 * @param {string | undefined} lead
 * @param {string | undefined} by
 * @returns {Page.Column<R>[]}
 */
function withRoom(columns, lead, by) {
  const rest = columns.filter(({ id, fixed }) => !fixed && id !== lead);
  /** @param {{ id: string }} props */
  const weight = ({ id }) => (id === by ? 0 : id === "games" ? 1 : 2);
  const order = [...rest].sort((a, b) => weight(a) - weight(b));
  return columns.map((column) =>
    order.includes(column) ? { ...column, room: `desk desk-${Math.min(order.indexOf(column), 5)}` } : column,
  );
}

/**
 * A figure's number, what is behind it, and its drawing; `own`: with the axis' numbers, where no heading has them.
 * @param {{ figure: Page.Figure | null, column: Page.Column<any>, row: unknown, axis: Page.Axis | null, own?: boolean
 * }} props
 */
function Figure({ figure, column, row, axis, own = false }) {
  const format = column.format ?? plainFormat;
  if (!figure) return html`<span class="figure-box"><span class="value muted">–</span></span>`;
  const behind = column.doubt ? column.doubt(figure, row) : doubtOf(figure, format);
  const par = parOf(column, row);
  const verdict = column.verdict?.(figure, row);
  const said = [spoken(figure, format), figure.n < FEW && t("stats.few")].filter(Boolean).join(", ");
  return html`
    <span class=${figure.n < FEW ? "figure-box faint" : "figure-box"}>
      <span class="value">${column.show ? column.show(row) : format(figure.value)}</span>
      <span class="pm">${behind}</span>
      <${Interval} figure=${figure} axis=${axis} par=${par} />
      ${own && html`<${Axis} axis=${axis} format=${column.tick ?? format} />`}
      ${verdict && html`<span class="verdict">${verdict}</span>`}
      <span class="unseen">${said}</span>
    </span>
  `;
}

/** @param {{ column: Page.Column<any>, row: unknown, axis?: Page.Axis | null, lead?: string }} props */
function Cell({ column, row, axis, lead }) {
  const name = classes(column, lead);
  if (column.kind === "figure") {
    return html`<td class=${name}><${Figure} figure=${column.of(row)} column=${column} row=${row} axis=${axis} /></td>`;
  }
  const content = column.show
    ? column.show(row)
    : column.kind === "count"
      ? (column.format ?? plainFormat)(Number(column.of(row)))
      : column.of(row);
  return column.head ? html`<th scope="row" class=${name}>${content}</th>` : html`<td class=${name}>${content}</td>`;
}

/**
 * All figures of one thing, a line each, against the axis of all things of its kind: what is much and what is little
 * shows by itself.
 * @template R
 * @param {{ row: R, all?: R[], columns: Page.Column<R>[] }} props
 */
export const OneOfMany = ({ row, all, columns }) => html`
  <table class="figures one">
    <caption class="unseen">${t("stats.figures")}</caption>
    <thead class="unseen">
      <tr><th scope="col">${t("stats.figure")}</th><th scope="col">${t("stats.value")}</th></tr>
    </thead>
    <tbody>
      ${columns.map(
        (column) => html`
          <tr key=${column.id}>
            <th scope="row"><${Explained} name=${column.name} text=${column.why} /></th>
            <td class="figure lead">
              <${Figure}
                figure=${column.of(row)}
                column=${column}
                row=${row}
                axis=${axisFor(column, all ?? [row])}
                own
              />
            </td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

/**
 * Rows that a phone draws without a pause; the others come when they are asked for. Axes and orders are always those of
 * all.
 */
const AT_FIRST = 200;

/**
 * @template R
 * @param {{ caption: string, columns: Page.Column<R>[], rows: R[], keyOf: (row: R) => string | number, sort?:
 * Page.Sort, onSort?: (sort: Page.Sort) => void, lead?: string, quiet?: boolean }} props
 */
export function FigureTable({ caption, columns: all, rows, keyOf, sort, onSort, lead, quiet }) {
  const first =
    lead ??
    (all.find(({ id, kind }) => id === sort?.by && kind === "figure") ?? all.find(({ kind }) => kind === "figure"))?.id;
  const [whole, setWhole] = useState(false);
  const drawn = whole ? rows : rows.slice(0, AT_FIRST);
  const columns = withRoom(all, first, sort?.by);
  const axes = new Map(
    columns.filter(({ kind }) => kind === "figure").map((column) => [column.id, axisFor(column, rows)]),
  );
  const leading = columns.find(({ id }) => id === first);
  const figure = (/** @type {R} */ row) => /** @type {Page.Figure | null} */ (leading?.of(row) ?? null);
  const exact = !leading?.doubt && rows.every((row) => figure(row)?.low == null); // there is no doubt to make room for
  return html`
    <table class=${[
      "figures",
      exact ? "exact" : "",
      columns.length <= 4 ? "few" : "",
      columns.filter(({ fixed }) => fixed).length > 2 ? "tight" : "",
    ].join(" ")}>
      <caption class=${quiet ? "unseen" : undefined}>${caption}</caption>
      <thead>
        <tr>
          ${columns.map(
            (column) => html`
              <${Head}
                key=${column.id}
                column=${column}
                axis=${axes.get(column.id)}
                sort=${sort}
                onSort=${onSort}
                lead=${first}
              />
            `,
          )}
        </tr>
      </thead>
      <tbody>
        ${drawn.map(
          (row) => html`
            <tr key=${keyOf(row)}>
              ${columns.map(
                (column) => html`
                  <${Cell} key=${column.id} column=${column} row=${row} axis=${axes.get(column.id)} lead=${first} />
                `,
              )}
            </tr>
          `,
        )}
      </tbody>
    </table>
    ${
      drawn.length < rows.length &&
      html`
        <p class="no-print">
          <button type="button" onClick=${() => setWhole(true)}>${t("stats.show-all", { n: rows.length })}</button>
        </p>
      `
    }
  `;
}
