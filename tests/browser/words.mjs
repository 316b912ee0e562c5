// Both languages are complete: every word has both, no placeholder is lost in translation, and no area takes a key of
// another for something else.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SOURCE, test } from "./harness.mjs";

const holes = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

test("every word is there in French and in English", async () => {
  const folder = join(SOURCE, "web/js/words");
  const seen = new Map();
  let count = 0;
  for (const name of readdirSync(folder)) {
    const { words } = await import(pathToFileURL(join(folder, name)));
    for (const [key, value] of Object.entries(words)) {
      assert.deepEqual(Object.keys(value).sort(), ["en", "fr"], `${name}: ${key}`);
      for (const [lang, text] of Object.entries(value)) {
        assert.ok(text.trim().length > 0, `${name}: ${key} (${lang}) is empty`);
      }
      assert.deepEqual(holes(value.fr), holes(value.en), `${name}: ${key} has other holes in French`);
      assert.ok(!seen.has(key), `${key} is in ${seen.get(key)} and in ${name}`);
      seen.set(key, name);
      count++;
    }
  }
  assert.ok(count > 200);
});
