// What a module needs is asked for with it, and not when it has come and says so. web/bundle.mjs, which knows, puts
// calls of needAhead() before every import("…").
import { assets } from "./base.js";

/** @type {Set<string>} */
const asked = new Set();

/**
 * Asks for files of js/, each once; nothing waits for them here.
 * @param {...string} names
 */
export function needAhead(...names) {
  for (const name of names) {
    if (asked.has(name)) continue;
    asked.add(name);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = assets(`js/${name}`);
    document.head.append(link);
  }
}
