// Runs the browser tests against $DENDRO (build/release/dendro, or build/dev/dendro), prints each with ok or FAILED.
//
// usage: tests/browser/run            all of them
//        tests/browser/run WORD...    those whose name has one of the words
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
for (const name of readdirSync(here).sort()) {
  if (name.endsWith(".mjs") && name !== "harness.mjs" && name !== "run.mjs") await import(`./${name}`);
}
const { main } = await import("./harness.mjs");
await main(process.argv.slice(2));
