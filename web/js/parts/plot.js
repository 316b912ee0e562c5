/*
 * Plots by uPlot, which is only loaded when the first of them comes into sight. Colours are those of the page, drawn
 * anew when the theme changes; what a plot shows is also somewhere in words, so the canvas is one image with a label.
 */
import { html, useEffect, useRef } from "../lib/html.js";
import { online } from "../lib/api.js";

/** @type {Promise<typeof import("uplot")> | null} */
let loading = null;
/** uPlot, once; what could not be loaded is asked for again the next time. */
const load = () =>
  (loading ??= import("uplot").then(
    (module) => module.default,
    (error) => {
      loading = null;
      throw error;
    },
  ));

/** Without a network a plot may not come: what it shows is in words beside it, and it is drawn when there is one. */
const missing = () => {};

/**
 * A colour of tokens.css as the canvas wants it; `name` as "--green", `alpha` from 0 to 1.
 * @param {string} name
 * @param {number} [alpha]
 */
export function ink(name, alpha = 1) {
  const probe = document.createElement("span");
  probe.style.color = alpha === 1 ? `var(${name})` : `color-mix(in srgb, var(${name}) ${alpha * 100}%, transparent)`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/**
 * What every axis of the page looks like.
 * @param {uPlot.Axis} [more]
 * @returns {uPlot.Axis}
 */
export const axisStyle = (more) => ({
  stroke: ink("--ink-2"),
  grid: { stroke: ink("--line"), width: 1 },
  ticks: { stroke: ink("--line"), width: 1 },
  font: "12px system-ui, sans-serif",
  ...more,
});

/**
 * A plot that fills the width of its place.
 * @param {{ label: string, height?: number, data: uPlot.AlignedData, options: () => Page.PlotOptions }} props options
 * gives uPlot's, without sizes; it is called again when the theme changes.
 */
export function Plot({ label, height = 240, data, options }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef({ data, options });
  latest.current = { data, options };
  const draw = useRef(() => {});
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    /** @type {uPlot | null} */
    let plot = null;
    let gone = false;
    let inSight = false;
    draw.current = () => {
      if (gone || !inSight) return;
      load().then((UPlot) => {
        if (gone) return;
        plot?.destroy();
        plot = new UPlot(
          { width: place.clientWidth, height, legend: { show: false }, ...latest.current.options() },
          latest.current.data,
          place,
        );
        place.dataset.drawn = "true";
      }, missing);
    };
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      inSight = true;
      draw.current();
    });
    const sized = new ResizeObserver(
      () => plot && plot.width !== place.clientWidth && plot.setSize({ width: place.clientWidth, height }),
    );
    const back = online.watch((on) => on && !plot && draw.current());
    const themed = new MutationObserver(() => draw.current());
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => draw.current();
    seen.observe(place);
    sized.observe(place);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    dark.addEventListener("change", redraw);
    return () => {
      gone = true;
      seen.disconnect();
      sized.disconnect();
      back();
      themed.disconnect();
      dark.removeEventListener("change", redraw);
      plot?.destroy();
    };
  }, [height]);
  useEffect(() => draw.current(), [data]);
  return html`<div class="plot" ref=${box} role="img" aria-label=${label} style=${{ minHeight: `${height}px` }}></div>`;
}
