/*
 * A figure drawn with its doubt: a dot, its interval as a line, on an axis that the whole column shares, so that a
 * table reads like a forest plot. The drawing repeats what is written beside it; screen readers get the words.
 */
import { html, useLayoutEffect, useRef } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { FEW, sideOf, ticksOf } from "./figures.js";

/**
 * @param {Page.Axis} axis
 * @param {number} value
 */
const place = (axis, value) => Math.min(1, Math.max(0, (value - axis.low) / (axis.high - axis.low)));
/** @param {number} part */
const percent = (part) => `${(part * 100).toFixed(2)}%`;

/**
 * The line, the dot, and an arrow where the interval goes on beyond the axis. A figure without an interval is a dot.
 * Where the interval holds par the dot is a ring, and only there: one cannot tell on which side it is.
 * @param {{ figure: Page.Figure | null, axis: Page.Axis | null, par?: number | null }} props
 */
export function Interval({ figure, axis, par }) {
  if (!figure || !axis) return html`<svg class="interval" aria-hidden="true"></svg>`;
  /** @param {number} value */
  const x = (value) => percent(place(axis, value));
  const unsure = par != null && sideOf(figure, par) === 0;
  const cut = {
    low: figure.low !== null && figure.low < axis.low,
    high: figure.high !== null && figure.high > axis.high,
  };
  return html`
    <svg
      class=${["interval", figure.n < FEW ? "faint" : "", unsure ? "unsure" : ""].filter(Boolean).join(" ")}
      aria-hidden="true"
    >
      ${ticksOf(axis).map((tick) => html`<line class="tick" x1=${x(tick)} x2=${x(tick)} y1="0" y2="100%" />`)}
      ${
        par != null &&
        par > axis.low &&
        par < axis.high &&
        html`<line class="par" x1=${x(par)} x2=${x(par)} y1="0" y2="100%" />`
      }
      ${
        figure.low !== null &&
        figure.high !== null &&
        html`<line class="doubt" x1=${x(figure.low)} x2=${x(figure.high)} y1="50%" y2="50%" />`
      }
      ${cut.low && html`<svg x="0" y="50%" overflow="visible"><path class="cut" d="M5-4 0 0l5 4" /></svg>`}
      ${cut.high && html`<svg x="100%" y="50%" overflow="visible"><path class="cut" d="M-5-4 0 0l-5 4" /></svg>`}
      <circle class="dot" cx=${x(figure.value)} cy="50%" r="4" />
    </svg>
  `;
}

/** Pixels between two numbers of an axis. */
const GAP = 8;

/**
 * Hides the numbers of an axis that would lie on others: the ends come first, then those between.
 * @param {SVGSVGElement} axis
 */
function makeRoom(axis) {
  const [first, ...rest] = axis.querySelectorAll("text");
  /** @type {DOMRect[]} */
  const taken = [];
  for (const text of first ? [first, ...rest.slice(-1), ...rest.slice(0, -1)] : []) {
    const box = text.getBoundingClientRect();
    const free = taken.every(({ left, right }) => box.left >= right + GAP || box.right <= left - GAP);
    text.style.visibility = free ? "" : "hidden";
    if (free) taken.push(box);
  }
}

/**
 * The numbers of an axis, above its column; as many as there is room for.
 * @param {{ axis: Page.Axis | null, format: Page.Format }} props
 */
export function Axis({ axis, format }) {
  const drawing = useRef(/** @type {SVGSVGElement | null} */ (null));
  useLayoutEffect(() => {
    const svg = drawing.current;
    if (!svg) return undefined;
    const sized = new ResizeObserver(() => makeRoom(svg)); // begins with the size it has
    sized.observe(svg);
    return () => sized.disconnect();
  });
  if (!axis) return null;
  const ticks = ticksOf(axis);
  /** @param {number} part */
  const anchor = (part) => (part < 0.12 ? "start" : part > 0.88 ? "end" : "middle");
  return html`
    <svg class="axis" aria-hidden="true" ref=${drawing}>
      ${ticks.map((tick, i) => {
        const part = place(axis, tick);
        const between = i > 0 && i < ticks.length - 1; // a narrow column has no room for it
        return html`
          <text class=${between ? "between" : ""} x=${percent(part)} y="80%" text-anchor=${anchor(part)}>
            ${format(tick)}
          </text>
        `;
      })}
    </svg>
  `;
}

/**
 * What the drawing shows, in words.
 * @param {Page.Figure} figure
 * @param {Page.Format} format
 */
export const spoken = (figure, format) =>
  figure.low === null || figure.high === null
    ? ""
    : t("stats.between", { low: format(figure.low), high: format(figure.high) });
