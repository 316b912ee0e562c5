// The header at every width: one line, nothing over anything else, whatever the club is called, in both languages,
// signed in or not, with something waiting or not.
import assert from "node:assert/strict";
import { DESKTOP, NARROW, test } from "./harness.mjs";
import { fitsTheScreen, play, settled, until } from "./steps.mjs";

const MIDDLE = { width: 820, height: 900 };
const NAMES = [
  "Les Amis du Jeu de Société et de la Forêt de Fontainebleau-Avon",
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverein",
  "نادي ألعاب الغابة وأصدقاء الطبيعة في",
];

/**
 * What stands in the header: boxes that share a pixel, the highest thing in it, and words that were cut or broken.
 * @param {Test.Page} page
 */
const measure = (page) =>
  page.evaluate(() => {
    const bar = /** @type {Element} */ (document.querySelector(".topbar"));
    const all = [...bar.querySelectorAll(".club, .tabs, .tabs a, .end > *")].filter((one) => one.checkVisibility());
    const boxes = all.map((one) => ({ one, name: one.textContent?.trim() ?? "", box: one.getBoundingClientRect() }));
    /** @param {DOMRect} a @param {DOMRect} b */
    const meet = (a, b) =>
      a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
    const over = boxes.flatMap(({ one, name, box }, i) =>
      boxes
        .slice(i + 1)
        .filter((other) => !one.contains(other.one) && meet(box, other.box))
        .map((other) => `${name} / ${other.name}`),
    );
    // A text of two lines, or one that is wider than its box; only the club's name may be cut, with an ellipsis.
    const broken = boxes.flatMap(({ one, name }) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ bottom }) => bottom));
      const lines = [...tops].sort((a, b) => a - b);
      const high = lines.length > 0 ? lines[lines.length - 1] - lines[0] : 0;
      return one.matches(".tabs, .tabs a") || high < 20 ? [] : [name];
    });
    const tall = bar.getBoundingClientRect().height;
    const outside = boxes.filter(({ box }) => box.left < -0.5 || box.right > innerWidth + 0.5).map(({ name }) => name);
    const thin = boxes.filter(({ one, box }) => !one.matches(".tabs") && box.height < 44).map(({ name }) => name);
    return { over, broken, tall, outside, thin };
  });

/**
 * The search has its place beside the chip; where it is not built, a button of its size stands in.
 * @param {Test.Page} page
 */
const withSearch = (page) =>
  page.evaluate(() => {
    const end = /** @type {Element} */ (document.querySelector(".topbar .end"));
    if (end.querySelectorAll("svg").length > end.querySelectorAll(".sign-in svg").length) return;
    const button = document.createElement("button");
    button.innerHTML = '<svg viewBox="0 0 24 24"><path d="M4 4h9"/></svg>';
    end.prepend(button);
  });

const SIZES = [NARROW, { width: 768, height: 900 }, MIDDLE, { width: 1024, height: 900 }, DESKTOP];

/**
 * The header under each name and at each width.
 * @param {Test.Page} page
 * @param {(name: string) => Promise<unknown>} rename
 * @param {string} state
 */
async function keepsToOneLine(page, rename, state) {
  for (const name of NAMES) {
    await rename(name);
    await page.reload();
    await settled(page);
    await until(async () => (await page.locator(".topbar .club").textContent())?.trim() === name, name);
    await withSearch(page);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const what = `${name} at ${size.width}, ${state}`;
      const { over, broken, tall, outside, thin } = await measure(page);
      assert.deepEqual({ over, broken, outside, thin }, { over: [], broken: [], outside: [], thin: [] }, what);
      assert.ok(tall <= 60, `${what}: ${tall} px high`);
      await fitsTheScreen(page, what);
    }
  }
}

test("header: what a rabbit asks fits beside its buttons on the smallest phone", async ({ club, visit, shot }) => {
  const daemon = await club();
  const seats = ["Wilhelmine-Charlotte Beaumont", "Bo", "Cy"];
  const moves = ["1: bee 0,0", "2: bee 0,0", "3: bee 0,0"];
  const { game } = await daemon.post("/v1/games", { game: "foret", level: "table", seats, moves });
  for (const lang of /** @type {const} */ (["fr", "en"])) {
    const page = await visit(daemon, { lang, path: `/games/${game}`, size: NARROW });
    await settled(page);
    await play(page, "rabbit", 1, 0);
    const tools = page.locator(".entry-tools");
    const none = tools.getByRole("button", { name: lang === "fr" ? "Sans échange" : "No swap" });
    await none.waitFor();
    const boxes = await tools.locator("> *").evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { left, right, top, bottom, button: one.tagName === "BUTTON", cut: one.scrollWidth > one.clientWidth };
      }),
    );
    const buttons = boxes.filter(({ button }) => button);
    assert.equal(buttons.length, 2);
    for (const one of buttons) {
      assert.ok(!one.cut && one.bottom - one.top < 60, `a button of one line in ${lang}: ${JSON.stringify(boxes)}`);
      assert.ok(one.left >= 0 && one.right <= NARROW.width, `inside the screen in ${lang}`);
    }
    assert.equal(buttons[0].top, buttons[1].top, `side by side in ${lang}`);
    await fitsTheScreen(page, `a rabbit in ${lang}`);
    await shot(page, `rabbit-${lang}`);
  }
});

test("header: one line at every width, in French and English, signed in or not", async ({ club, visit, shot }) => {
  const daemon = await club();
  const { game } = await daemon.post("/v1/games", { game: "foret", level: "table", seats: ["Ada", "Bo", "Cy"] });
  const headers = { Authorization: `Bearer ${daemon.token}`, "Content-Type": "application/json" };
  const rename = async (/** @type {string} */ name) => {
    const body = JSON.stringify({ name });
    assert.ok((await fetch(`${daemon.url}/v1/club`, { method: "PATCH", headers, body })).ok, name);
  };
  for (const lang of /** @type {const} */ (["fr", "en"])) {
    const stranger = await visit(daemon, { lang, token: null, size: DESKTOP });
    await keepsToOneLine(stranger, rename, `${lang}, a stranger`);
    const page = await visit(daemon, { lang, path: `/games/${game}`, size: NARROW });
    await settled(page);
    await keepsToOneLine(page, rename, `${lang}, signed in`);
    // What is entered while moves do not get through waits on the device, also when its owner has signed out.
    await page.setViewportSize(NARROW);
    await page.route("**/v1/games/*/moves", (route) =>
      route.request().method() === "POST" ? route.abort() : route.fallback(),
    );
    await play(page, "bee", 0, 0);
    await page.locator(".topbar .chip-button").waitFor();
    await keepsToOneLine(page, rename, `${lang}, signed in, something waits`);
    await page.setViewportSize(NARROW);
    await shot(page, `header-${lang}-in`);
    // The whole name is on the button and in its menu.
    const [last] = NAMES.slice(-1);
    assert.equal(await page.locator(".topbar .club").getAttribute("title"), last);
    await page.locator(".topbar .club").click();
    assert.equal((await page.locator(".menu-name").textContent())?.trim(), last);
    await shot(page, `header-${lang}-menu`);
    await page.locator(".menu button").last().click();
    await page.locator(".topbar .sign-in").waitFor();
    await keepsToOneLine(page, rename, `${lang}, signed out, something waits`);
    await page.setViewportSize(NARROW);
    await shot(page, `header-${lang}-out`);
  }
});
