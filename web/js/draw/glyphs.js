// Glyphs: the drawings of cards, clans, terrains and animals, by name.
//
// Each game has one sprite, web/glyphs/<game>.svg, fetched when its first
// glyph is drawn and put into the document once. Everything that shows a glyph
// is then one <use>, and css/boards.css colours it through CSS variables. A
// glyph drawn before its sprite is there appears when it arrives.

import { assets } from "../lib/base.js";
import { html } from "../lib/html.js";

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/**
 * Loads the sprite of `game`, once; resolves when its glyphs can be seen.
 * @param {string} game
 */
export function needGlyphs(game) {
  if (!asked.has(game)) {
    asked.set(
      game,
      load(game).catch(() => asked.delete(game)),
    );
  }
  return asked.get(game);
}

/** @param {string} game */
async function load(game) {
  const answer = await fetch(assets(`glyphs/${game}.svg`));
  if (!answer.ok) throw new Error(`glyphs of ${game}: ${answer.status}`);
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sprite, true));
}

/**
 * A glyph among HTML. With `label` it is an image of that name, without it is
 * decoration beside a text that says the same.
 * @param {{ game: string, id: string, label?: string, size?: number | string }} props
 */
export function Glyph({ game, id, label, size }) {
  void needGlyphs(game);
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
  void needGlyphs(game);
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
