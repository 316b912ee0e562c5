// A host of many clubs as a stranger meets it: a club that is suspended, and one that there is not, are pages that say
// so, in the reader's language; neither says what the club is called.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { DENDRO, NARROW, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";
import { fitsTheScreen, until } from "./steps.mjs";

/**
 * A daemon of many clubs, and `run` for the command line beside it.
 * @param {Test.Tools["after"]} after
 */
async function host(after) {
  const clubs = mkdtempSync(join(tmpdir(), "dendro-host-"));
  const run = (/** @type {string[]} */ ...words) => promisify(execFile)(DENDRO, [...words, "--clubs", clubs]);
  await run("club", "add", "alpha");
  await run("settings", "set", "name", "Les Ormes", "--club", "alpha");
  const daemon = spawn(DENDRO, ["serve", "--clubs", clubs, "--listen", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  after(async () => {
    const ended = new Promise((resolve) => daemon.once("exit", resolve));
    daemon.kill("SIGTERM");
    await ended;
    rmSync(clubs, { recursive: true, force: true });
  });
  let said = "";
  daemon.stdout.on("data", (bytes) => {
    said += bytes;
  });
  const url = await until(() => /^listening on (\S+)$/m.exec(said)?.[1], "the daemon listens");
  return { url, run };
}

test("away: a club that is suspended, or not there, is a page that says so", async ({ club, visit, after, shot }) => {
  const { url, run } = await host(after);
  const one = await club();
  const page = await visit({ ...one, url }, { token: null, path: "/c/alpha/", lang: "fr", size: NARROW });
  await page.locator(".topbar .club").filter({ hasText: "Les Ormes" }).waitFor();
  await run("club", "suspend", "alpha");
  await until(async () => (await fetch(`${url}/c/alpha/games`)).status === 503, "it is suspended");
  const answer = await page.goto(`${url}/c/alpha/games/1`);
  assert.equal(answer?.status(), 503);
  await page.getByRole("heading", { name: "Pas pour l’instant" }).waitFor();
  await page.getByText("ce club est suspendu par qui tient le serveur").waitFor();
  assert.ok(!(await page.content()).includes("Ormes"));
  await lawful(page);
  await fitsTheScreen(page, "a club that is away");
  await shot(page, "away");
  const none = await page.goto(`${url}/c/beta/games/1`);
  assert.equal(none?.status(), 404);
  await page.getByRole("heading", { name: "Pas de club ici" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Réessayer" }).count(), 0);
  // It comes back where somebody waits for it.
  await page.goto(`${url}/c/alpha/games`);
  const again = page.locator(".trouble button");
  await again.waitFor();
  await run("club", "resume", "alpha");
  await until(async () => (await fetch(`${url}/c/alpha/v1/club`)).ok, "it is back");
  await again.click();
  await page.locator(".topbar .club").filter({ hasText: "Les Ormes" }).waitFor();
});
