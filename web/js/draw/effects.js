// What a card of Ecos does, in words, from its catalogue (docs/ecos-catalogue.md, "Effects").
import { addWords, list, t } from "../lib/i18n.js";
import { words } from "../words/effects.js";

addWords(words);

const MEASURES = new Set([
  "herd",
  "habitat",
  "territory",
  "adjacent",
  "in-habitat",
  "in-territory",
  "landscape",
  "largest",
]);

/**
 * One effect; `name` names a thing.
 * @param {Ecos.Effect} one
 * @param {(id: string) => string} name
 * @returns {string}
 */
function effect(one, name) {
  const often = one.count && one.count > 1 ? t("effect.times", { n: one.count }) : "";
  const all = one.everyone ? t("effect.everyone") : "";
  if (one.place) {
    return (
      t("effect.place", { what: name(one.place) }) +
      (one.near ? t("effect.near", { what: name(one.near) }) : "") +
      often
    );
  }
  if (one.points !== undefined) {
    const points = Array.isArray(one.points) ? one.points.join("/") : String(one.points);
    const n = Array.isArray(one.points) ? 2 : one.points;
    if (!one.per || !MEASURES.has(one.per)) return t("effect.points", { points, n }) + all;
    const every = one.every && one.every > 1 ? t("effect.every", { n: one.every }) : "";
    const cap = one.cap ? t("effect.cap", { n: one.cap }) : "";
    return (
      t("effect.points", { points, n }) +
      t(`effect.per.${one.per}`, { what: one.of ? name(one.of) : "" }) +
      every +
      cap +
      all
    );
  }
  if (one.gain) return t(one.gain === "play" ? "effect.play" : "effect.gain", { what: name(one.gain) }) + often + all;
  if (one.move) {
    return (
      t("effect.move", { what: name(one.move), n: one.steps }) + often + (one.anywhere ? t("effect.anywhere") : "")
    );
  }
  const then = one.then ? t("effect.then", { what: effects(one.then, name) }) : "";
  if (one.remove) return t("effect.remove", { what: name(one.remove) }) + then;
  if (one.replace) return t("effect.replace", { what: name(one.replace), by: name(one.by ?? "") }) + then;
  if (one.pick) return t("effect.pick", { what: name(one.pick) });
  if (one.optional) return t("effect.optional", { what: effects(one.optional, name) });
  if (one.choose) {
    return t("effect.choose", { what: one.choose.map((branch, i) => `${i + 1}. ${effects(branch, name)}`).join(" ") });
  }
  return "";
}

/**
 * Effects in their order, as one sentence.
 * @param {Ecos.Effect[]} all
 * @param {(id: string) => string} name
 * @returns {string}
 */
export const effects = (all, name) => list(all.map((one) => effect(one, name)).filter(Boolean));

/**
 * The branches of a card's first choice, in words; [] when it has none.
 * @param {Ecos.Effect[] | undefined} all
 * @param {(id: string) => string} name
 * @returns {string[]}
 */
export function branches(all, name) {
  for (const one of all ?? []) {
    if (one.choose) return one.choose.map((branch) => effects(branch, name));
    const inside = branches(one.optional ?? one.then, name);
    if (inside.length > 0) return inside;
  }
  return [];
}
