// What every view must keep to, wherever a test looks at one: axe-core finds nothing, nothing has to be scrolled
// sideways, what can be tapped is large enough.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SOURCE } from "./harness.mjs";

const axe = readFileSync(join(SOURCE, "web/node_modules/axe-core/axe.min.js"), "utf8");

/**
 * axe-core finds nothing; `rules`: by these alone. Of a film strip the first frames will do: the others are alike, and
 * there may be 800.
 * @param {Test.Page} page
 * @param {string[] | null} [rules]
 */
export async function lawful(page, rules = null) {
  await page.evaluate(axe); // through the debugger: the page's policy would refuse a script of somebody else
  const found = await page.evaluate(async (only) => {
    const { violations } = await globalThis.axe.run(
      { exclude: [".strip li:nth-child(n + 20)"] },
      { resultTypes: ["violations"], ...(only && { runOnly: only }) },
    );
    return violations.map(
      (one) =>
        `${one.id}: ${one.help}\n${one.nodes
          .slice(0, 4)
          .map((node) => `  ${node.target.join(" ")} ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`)
          .join("\n")}`,
    );
  }, rules);
  assert.deepEqual(found, [], `axe-core on ${page.url()}`);
}

/**
 * The page is not wider than the window, once what follows the window's size (a plot does, a frame later) has followed.
 * @param {Test.Page} page
 */
export async function sidewaysFree(page) {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= window.innerWidth, null, { timeout: 30_000 })
    .catch(() => {}); // what is wrong is said below
  const [whole, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(whole <= seen, `${page.url()} is ${whole} px wide in a window of ${seen}`);
}
