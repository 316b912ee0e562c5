// Glyphs: the drawings of cards, clans, terrains and animals, by name.
//
// The sprites, web/glyphs/<game>.svg, come with this file as texts, and are
// put into the document when the first glyph is drawn. Everything that shows a
// glyph is then one <use>, and css/boards.css colours it through CSS variables.

import biotopes from "../../glyphs/biotopes.svg";
import ecos from "../../glyphs/ecos.svg";
import foret from "../../glyphs/foret.svg";
import grandbois from "../../glyphs/grandbois.svg";
import { html } from "../lib/html.js";

let there = false;

/** Puts the sprites into the document, once. */
export function needGlyphs() {
  if (there) return;
  there = true;
  for (const text of [biotopes, ecos, foret, grandbois]) {
    const sprite = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    sprite.setAttribute("class", "sprite");
    sprite.setAttribute("aria-hidden", "true");
    document.body.append(document.importNode(sprite, true));
  }
}

/**
 * A glyph among HTML. With `label` it is an image of that name, without it is
 * decoration beside a text that says the same.
 * @param {{ game: string, id: string, label?: string, size?: number | string }} props
 */
export function Glyph({ game, id, label, size }) {
  needGlyphs();
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return html`
    <svg class=${`glyph ${game}-${id}`} viewBox="0 0 48 48" width=${size ?? 24} height=${size ?? 24} ...${named}>
      ${label && html`<title>${label}</title>`}
      <use href=${`#${game}-${id}`} />
    </svg>
  `;
}

/**
 * A glyph inside a drawing, its middle at x, y.
 * @param {{ game: string, id: string, x: number, y: number, size: number }} props
 */
export function glyphAt({ game, id, x, y, size }) {
  needGlyphs();
  return html`
    <use
      class=${`${game}-${id}`}
      href=${`#${game}-${id}`}
      x=${x - size / 2}
      y=${y - size / 2}
      width=${size}
      height=${size}
    />
  `;
}
