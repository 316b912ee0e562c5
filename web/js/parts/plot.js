/*
 * Plots by uPlot, which is only loaded when the first of them comes into sight. Colours are those of the page, drawn
 * anew when the theme changes; what a plot shows is also somewhere in words, so the canvas is one image with a label.
 */
import { html, useEffect, useRef } from "../lib/html.js";
import { style } from "./style.js";

let loading = null;
const load = () =>
  (loading ??= Promise.all([import("uplot"), style("vendor/uplot.css")]).then(([module]) => module.default));

/** A colour of tokens.css as the canvas wants it; `name` as "--green", `alpha` from 0 to 1. */
export function ink(name, alpha = 1) {
  const probe = document.createElement("span");
  probe.style.color = alpha === 1 ? `var(${name})` : `color-mix(in srgb, var(${name}) ${alpha * 100}%, transparent)`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/** What every axis of the page looks like. */
export const axisStyle = (more) => ({
  stroke: ink("--ink-2"),
  grid: { stroke: ink("--line"), width: 1 },
  ticks: { stroke: ink("--line"), width: 1 },
  font: "12px system-ui, sans-serif",
  ...more,
});

/**
 * A plot that fills the width of its place.
 * @param {{ label: string, height?: number, data: any[], options: (uPlot: any) => object }} props options gives
 * uPlot's, without sizes; it is called again when the theme changes.
 */
export function Plot({ label, height = 240, data, options }) {
  const box = useRef(null);
  const latest = useRef({ data, options });
  latest.current = { data, options };
  const draw = useRef(() => {});
  useEffect(() => {
    const place = box.current;
    let plot = null;
    let gone = false;
    draw.current = () => {
      if (gone || !loading) return;
      load().then((UPlot) => {
        if (gone) return;
        plot?.destroy();
        plot = new UPlot(
          { width: place.clientWidth, height, legend: { show: false }, ...latest.current.options(UPlot) },
          latest.current.data,
          place,
        );
        place.dataset.drawn = "true";
      });
    };
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      seen.disconnect();
      load();
      draw.current();
    });
    const sized = new ResizeObserver(
      () => plot && plot.width !== place.clientWidth && plot.setSize({ width: place.clientWidth, height }),
    );
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
      themed.disconnect();
      dark.removeEventListener("change", redraw);
      plot?.destroy();
    };
  }, [height]);
  useEffect(() => draw.current(), [data]);
  return html`<div class="plot" ref=${box} role="img" aria-label=${label} style=${{ minHeight: `${height}px` }}></div>`;
}
