// The audit section: proofs that the page computes itself, against the daemon's at every size, and against a daemon
// that lies.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as proof from "../../web/js/parts/proof.js";
import { DESKTOP, PHONE, SOURCE, test } from "./harness.mjs";
import { lawful } from "./sight.mjs";

const openGame = (daemon, seats) => daemon.post("/v1/games", { game: "foret", seats, level: "table" });

test("proofs: what the page computes is what the daemon says, at every size, and a changed bit is found", async ({
  club,
}) => {
  const daemon = await club({ demo: true });
  const key = await proof.readKey(await daemon.get("/v1/log/key"));
  const checkpoint = proof.readCheckpoint(await daemon.get("/v1/log/checkpoint"));
  assert.equal(await proof.checkSignature(checkpoint, key), "good");
  const forged = proof.readCheckpoint(
    (await daemon.get("/v1/log/checkpoint")).replace(/^(\d+)$/m, (size) => String(Number(size) + 1)),
  );
  assert.equal(await proof.checkSignature(forged, key), "bad");
  const text = await fetch(`${daemon.url}/v1/log?limit=1000`).then((answer) => answer.text());
  const entries = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { size } = checkpoint;
  assert.equal(entries.length, size);
  const flip = (hashes, i) =>
    hashes.map((hash, at) => (at === i ? hash.map((byte, j) => (j === 5 ? byte ^ 4 : byte)) : hash));
  for (const n of [1, 2, 3, 7, 8, size]) {
    for (let seq = 1; seq <= n; seq++) {
      const given = await daemon.get(`/v1/log/proof/inclusion?seq=${seq}&size=${n}`);
      const leaf = await proof.leafOf(entries[seq - 1]);
      assert.equal(proof.toHex(leaf), given.leaf);
      const hashes = given.hashes.map(proof.fromHex);
      const root = async (list) => {
        const found = await proof.rootOfInclusion(seq, n, leaf, list);
        return found && proof.toHex(found);
      };
      assert.equal(await root(hashes), given.root, `entry ${seq} of ${n}`);
      if (hashes.length > 0) {
        assert.notEqual(await root(flip(hashes, seq % hashes.length)), given.root);
        assert.equal(await root(hashes.slice(1)), null, "a path that is too short");
      }
      assert.equal(await root([...hashes, leaf]), null, "a path that is too long");
    }
    for (let first = 1; first <= n; first++) {
      const given = await daemon.get(`/v1/log/proof/consistency?first=${first}&size=${n}`);
      const hashes = given.hashes.map(proof.fromHex);
      const [older, newer] = [given.first_root, given.root].map(proof.fromHex);
      assert.ok(await proof.isBeginning(first, older, n, newer, hashes), `${first} of ${n}`);
      assert.ok(!(await proof.isBeginning(first, flip([older], 0)[0], n, newer, hashes)), "another root of then");
      assert.ok(!(await proof.isBeginning(first, older, n, flip([newer], 0)[0], hashes)), "another root of now");
      if (hashes.length > 0) {
        assert.ok(
          !(await proof.isBeginning(first, older, n, newer, flip(hashes, first % hashes.length))),
          "another proof",
        );
      }
      assert.ok(!(await proof.isBeginning(first, older, n, newer, [...hashes, newer])), "a proof that is too long");
    }
  }
  // The example of docs/proofs.md, as a mail would mangle it: spaces at the ends of lines, Windows line ends.
  const [, example] = /```text\n(dendro\/ludotheque\n2\n[\s\S]*?)```/.exec(
    readFileSync(join(SOURCE, "docs/proofs.md"), "utf8"),
  );
  const [, exampleKey] = /```text\n(dendro\/ludotheque\+\S+)\n```/.exec(
    readFileSync(join(SOURCE, "docs/proofs.md"), "utf8"),
  );
  const mangled = proof.readCheckpoint(`\n${example.replaceAll("\n", "  \r\n")}\n`);
  assert.equal(await proof.checkSignature(mangled, await proof.readKey(exampleKey)), "good");
  assert.equal(proof.toHex(mangled.root), "ff51c9025b353ce12e9b1395c5992e763c363455d887ae8c49a4ec8861d40902");
  for (const [broken, reason] of [
    ["", "shape"],
    ["a\nb\nc\n\n— d e", "size"],
    [example.replace(/^— .*$/m, "- nobody"), "signature"],
    [example.replace("/1HJ", "/1H"), "base64"],
  ]) {
    assert.throws(
      () => proof.readCheckpoint(broken),
      (error) => error.reason === reason,
      reason,
    );
  }
});

const oldForm = (page) => page.locator("#old");
async function checkOld(page, text) {
  await oldForm(page).locator('textarea[name="checkpoint"]').fill(text);
  await oldForm(page).getByRole("button", { name: "Check" }).click();
  await oldForm(page).locator("[data-verdict], [role=alert]").waitFor();
  return oldForm(page)
    .locator("[data-verdict], [role=alert]")
    .evaluate((said) => said.dataset.verdict ?? "unread");
}

const stepsOf = (place) =>
  place
    .locator("[data-step]")
    .evaluateAll((list) => Object.fromEntries(list.map((item) => [item.dataset.step, item.className])));

test("audit: a checkpoint that was kept is checked in the browser, and a changed log is found out", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { size: DESKTOP, path: "/audit", token: null });
  await page.locator("svg.qr path").waitFor();
  const kept = await daemon.get("/v1/log/checkpoint");
  assert.equal(`${await page.locator("pre.note-text").first().textContent()}\n`, kept);
  await openGame(daemon, ["Ada", "Bo", "Cy"]);
  assert.equal(await checkOld(page, kept), "good");
  assert.deepEqual(await stepsOf(oldForm(page)), {
    "signed-old": "good",
    "signed-now": "good",
    "same-log": "good",
    grown: "good",
    beginning: "good",
  });
  const size = Number(kept.split("\n")[1]);
  await oldForm(page).getByText(`the first ${size} entries of the log are those of your checkpoint`).waitFor();
  await shot(page, "audit desktop");
  await lawful(page);

  // A checkpoint that the club never made.
  const lines = kept.split("\n");
  const forged = [lines[0], String(size - 1), ...lines.slice(2)].join("\n");
  assert.equal(await checkOld(page, forged), "failed");
  assert.equal((await stepsOf(oldForm(page)))["signed-old"], "bad");
  assert.equal(await checkOld(page, "hello"), "unread");
  await oldForm(page).getByText("A checkpoint has five lines").waitFor();

  // A server that sends another proof.
  await page.route("**/v1/log/proof/consistency*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.hashes[0] = body.hashes[0].replace(/^../, (byte) => (byte === "00" ? "01" : "00"));
    await route.fulfill({ response: answer, json: body });
  });
  assert.equal(await checkOld(page, kept), "failed");
  assert.deepEqual(await stepsOf(oldForm(page)), {
    "signed-old": "good",
    "signed-now": "good",
    "same-log": "good",
    grown: "good",
    beginning: "bad",
  });
  await page.unroute("**/v1/log/proof/consistency*");

  // A server whose log has become shorter: the checkpoint of today is older than the one that was kept.
  const longer = await daemon.get("/v1/log/checkpoint");
  await page.route("**/v1/log/checkpoint", (route) => route.fulfill({ contentType: "text/plain", body: kept }));
  assert.equal(await checkOld(page, longer), "failed");
  assert.equal((await stepsOf(oldForm(page))).grown, "bad");
  await page.unroute("**/v1/log/checkpoint");

  // A key of one's own that is another one.
  await oldForm(page)
    .locator('input[name="key"]')
    .fill("dendro/ludotheque+85f792e1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4");
  assert.equal(await checkOld(page, kept), "failed");
  await oldForm(page)
    .locator('input[name="key"]')
    .fill(await daemon.get("/v1/log/key"));
  assert.equal(await checkOld(page, kept), "good");
});

const gameForm = (page) => page.locator("#game");
async function checkGame(page, id) {
  await page.goto(`/audit?game=${id}`);
  await gameForm(page).locator("[data-verdict]").waitFor();
  return gameForm(page).locator("[data-verdict]").getAttribute("data-verdict");
}

test("audit: a game's entries are proved to be in the log, and a changed entry or proof is found out", async ({
  club,
  visit,
  shot,
}) => {
  const daemon = await club({ demo: true });
  const { game } = await openGame(daemon, ["Ada", "Bo", "Cy"]);
  await openGame(daemon, ["Dee", "Eve", "Flo"]); // another game's entries lie between
  await daemon.post(`/v1/games/${game}/moves`, { ply: 0, moves: ["1: bee 0,0", "2: wolf 0,0"] });
  await daemon.post(`/v1/games/${game}/takeback`, { count: 1 });
  const page = await visit(daemon, { size: PHONE, path: "/audit", token: null });
  assert.equal(await checkGame(page, game), "good");
  assert.deepEqual(await stepsOf(gameForm(page)), {
    "signed-now": "good",
    own: "good",
    leaves: "good",
    included: "good",
  });
  await gameForm(page).getByText(`3 entries of game ${game}`).waitFor();
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector("#game [data-verdict]").getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight; // without scrolling: the link was to this game
  });
  await gameForm(page).locator('[data-replayed="good"]').waitFor();
  await gameForm(page).locator("summary", { hasText: "Entries of the game" }).click();
  await gameForm(page).getByText("1: bee 0,0").waitFor();
  await shot(page, "audit game phone");
  await lawful(page);

  const alter = async (pattern, change) => {
    await page.route(pattern, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: change(await answer.text()) });
    });
  };
  await alter("**/v1/log/proof/inclusion*", (text) =>
    text.replace(/"hashes":\["(..)/, (whole, byte) => whole.slice(0, -2) + (byte === "00" ? "01" : "00")),
  );
  assert.equal(await checkGame(page, game), "failed");
  assert.deepEqual(await stepsOf(gameForm(page)), {
    "signed-now": "good",
    own: "good",
    leaves: "good",
    included: "bad",
  });
  await page.unroute("**/v1/log/proof/inclusion*");

  // A move that was changed after it was logged: the fingerprint of what it says is another one.
  await alter("**/v1/log?*", (text) => text.replace("1: bee 0,0", "1: fox 0,0"));
  assert.equal(await checkGame(page, game), "failed");
  assert.deepEqual(await stepsOf(gameForm(page)), {
    "signed-now": "good",
    own: "good",
    leaves: "bad",
    included: "bad",
  });
  await page.unroute("**/v1/log?*");

  // A checkpoint with another root: nobody signed that.
  await alter("**/v1/log/checkpoint", (text) =>
    text.replace(/^(\d+)\n(.)/m, (_all, size, letter) => `${size}\n${letter === "A" ? "B" : "A"}`),
  );
  assert.equal(await checkGame(page, game), "failed");
  assert.equal((await stepsOf(gameForm(page)))["signed-now"], "bad");
  await page.unroute("**/v1/log/checkpoint");

  await page.goto("/audit?game=99999");
  await gameForm(page).locator("[role=alert]").waitFor();
});

test("audit: without the browser's cryptography the page says why, and claims nothing", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const page = await visit(daemon, { path: "/audit", token: null });
  await page.addInitScript(() => Object.defineProperty(globalThis.crypto, "subtle", { value: undefined }));
  await page.goto("/audit?game=1");
  await oldForm(page).getByText("plain http from another machine").waitFor();
  await gameForm(page).getByText("plain http from another machine").waitFor();
  assert.equal(await page.locator(".verdict.good").count(), 0);
  // Hashing without Ed25519: everything else is checked, and the signature is said not to be.
  const half = await visit(daemon, { path: "/audit", token: null });
  await half.addInitScript(() => {
    const { importKey } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
      if (algorithm.name === "Ed25519") return Promise.reject(new DOMException("no", "NotSupportedError"));
      return importKey.call(this, format, key, algorithm, ...rest);
    };
  });
  assert.equal(await checkGame(half, 1), "partly");
  assert.deepEqual(await stepsOf(gameForm(half)), {
    "signed-now": "unknown",
    own: "good",
    leaves: "good",
    included: "good",
  });
  await gameForm(half).getByText("cannot check Ed25519").waitFor();
});

test("audit: whoever administers starts one and reads what it found; others only read", async ({ club, visit }) => {
  const daemon = await club({ demo: true });
  const reader = await visit(daemon, { path: "/audit", token: await daemon.makeToken("read") });
  await reader.getByText("No audit since the server started.").waitFor();
  assert.equal(await reader.getByRole("button", { name: "Start an audit" }).count(), 0);
  const page = await visit(daemon, { size: DESKTOP, path: "/audit" });
  // The progress, as a slow club would show it: under way until the test has seen it.
  let started = false;
  let done = 3;
  await page.route("**/v1/audit", async (route) => {
    if (route.request().method() === "POST") started = true;
    if (route.request().method() !== "GET" || !started || done === null) return route.fallback();
    return route.fulfill({ json: { state: "running", done, total: 28, found: 0, findings: [] } });
  });
  await page.getByRole("button", { name: "Start an audit" }).click();
  await page.getByText("Running: 3 of 28").waitFor();
  assert.equal(await page.locator("progress").getAttribute("value"), "3");
  assert.ok(await page.getByRole("button", { name: "Start an audit" }).isDisabled());
  done = 20;
  await page.getByText("Running: 20 of 28").waitFor();
  done = null;
  const outcome = page.locator("#audit-outcome [data-verdict]");
  await outcome.waitFor();
  const report = await daemon.get("/v1/audit");
  assert.equal(report.state, "done");
  assert.equal(await outcome.getAttribute("data-verdict"), report.summary.findings === 0 ? "good" : "failed");
  await page.getByText(`${report.summary.entries} entries, ${report.summary.games} games`).waitFor();
  assert.equal(await page.locator("#audit-outcome .findings li").count(), report.findings.length);
  assert.ok(report.findings.length > 0, "the demo has a score that was written wrongly");
  for (const { message } of report.findings) {
    await page.locator("#audit-outcome .findings li", { hasText: message }).waitFor();
  }
  assert.equal(await page.locator("#audit-outcome code.hash").textContent(), report.summary.root);
  await page.getByText("the same as in the checkpoint above").waitFor();
  await reader.reload();
  await reader.locator("#audit-outcome [data-verdict]").waitFor();
});
