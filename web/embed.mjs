// Gathers the files of the page and packs them for the daemon: what is served, under which address, compressed once.
//
// usage: node web/embed.mjs OUTPUT.c [DEPFILE]
//
// All files but the shell (index.html) and the service worker live under /assets/<hash>/, where <hash> is one hash of
// all their contents: relative imports work, and a browser may keep every file for ever. The shell is told the hash.
// Modules are joined into few files by bundle.mjs, sheets of style into one. No address in any of them begins with a
// slash: the daemon serves the same bytes under /c/SLUG/, but for the one line `<base href="/">`.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { transform } from "esbuild";
import { bundle } from "./bundle.mjs";

const web = dirname(fileURLToPath(import.meta.url));

/** @typedef {{ path: string, type: string, bytes: Buffer }} File one that is served */

/** @type {Record<string, string>} */
const TYPES = {
  bin: "application/octet-stream",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json; charset=utf-8",
};

/** @param {string | Uint8Array} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
/** @param {string | Uint8Array} bytes */
const shortHash = (bytes) => sha256(bytes).slice(0, 16);
/** @param {string} path */
const typeOf = (path) => TYPES[path.slice(path.lastIndexOf(".") + 1)];

/** @param {string} folder */
function walk(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && typeOf(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Sheets of style in their order: the first three, then the rest by name, then what says more than those before it. */
const FIRST_STYLES = ["tokens.css", "base.css", "shell.css"];
const LAST_STYLES = [
  "stats.css",
  "people.css",
  "print.css",
  "evenings.css",
  "titles.css",
  "year.css",
  "game_page.css",
  "mine.css",
  "nights.css",
  "search.css",
];
const PLOTS = join(web, "node_modules/uplot/dist/uPlot.min.css");

/** All of them as one: together they are smaller than any view's modules. */
async function styles() {
  const apart = [...FIRST_STYLES, ...LAST_STYLES];
  const rest = readdirSync(join(web, "css")).filter((name) => name.endsWith(".css") && !apart.includes(name));
  const sources = [PLOTS, ...[...FIRST_STYLES, ...rest.sort(), ...LAST_STYLES].map((name) => join(web, "css", name))];
  const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
  const { code } = await transform(text, { loader: "css", minify: true, charset: "utf8", legalComments: "none" });
  return { files: [{ path: "css/page.css", bytes: Buffer.from(code) }], sources };
}

/** What is served as it is on disk. */
function still() {
  const sources = walk(join(web, "static")).sort();
  const files = sources.map((file) => ({
    path: relative(web, file).split(sep).join("/"),
    bytes: readFileSync(file),
  }));
  return { files, sources };
}

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
function fill(text, values) {
  return text.replace(/\{\{([a-z]+)\}\}/g, (whole, key) => {
    if (!(key in values)) throw new Error(`web: nothing is known about ${whole}`);
    return values[key];
  });
}

/**
 * Everything that is served, the hash in the addresses, and the files that were read.
 * @returns {Promise<{ hash: string, files: File[], sources: string[] }>}
 */
export async function gather() {
  const parts = [await styles(), still(), await bundle()];
  const assets = parts.flatMap(({ files }) => files).sort((a, b) => (a.path < b.path ? -1 : 1));
  const shell = readFileSync(join(web, "index.html"), "utf8");
  const worker = readFileSync(join(web, "sw.js"), "utf8");
  const hash = shortHash(assets.map(({ path, bytes }) => `${path} ${sha256(bytes)}\n`).join(""));
  const base = `assets/${hash}`; // seen from the <base> of the shell, and from the worker
  const html = fill(shell, { base });
  const kept = assets.filter(({ path }) => !path.startsWith("static/og/")); // those are for who shows links to the page
  const list = JSON.stringify(kept.map(({ path }) => `${base}/${path}`));
  return {
    hash,
    files: [
      { path: "/", bytes: Buffer.from(html), type: TYPES.html },
      { path: "/sw.js", bytes: Buffer.from(fill(worker, { base, list, shell: shortHash(html) })), type: TYPES.js },
      ...assets.map(({ path, bytes }) => ({ path: `/${base}/${path}`, bytes, type: typeOf(path) })),
    ],
    sources: [
      ...parts.flatMap(({ sources }) => sources),
      ...["index.html", "sw.js", "embed.mjs", "bundle.mjs", "package-lock.json"].map((name) => join(web, name)),
    ],
  };
}

/** @param {Buffer} bytes */
function array(bytes) {
  const lines = [];
  for (let i = 0; i < bytes.length; i += 32) {
    lines.push("    " + Array.from(bytes.subarray(i, i + 32), String).join(",") + ",");
  }
  return lines.join("\n");
}

/** @param {{ files: File[] }} props */
function program({ files }) {
  const packed = files.map(({ bytes }) => gzipSync(bytes, { level: 9 }));
  const arrays = packed.map((bytes, i) => `static const unsigned char FILE_${i}[] = {\n${array(bytes)}\n};\n`);
  const rows = files.map(
    ({ path, type, bytes }, i) =>
      `    {"${path}", "${type}", "${shortHash(bytes)}", FILE_${i}, sizeof(FILE_${i}), ${bytes.length}},`,
  );
  return `/* Made by web/embed.mjs: do not edit. */
#include "http/page.h"

#include "base/banned.h"

${arrays.join("\n")}
const struct page_file PAGE_FILES[] = {
${rows.join("\n")}
};
const size_t PAGE_FILES_COUNT = ${files.length};
`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
  const [, , output, depfile] = process.argv;
  const page = await gather();
  writeFileSync(output, program(page));
  if (depfile) {
    writeFileSync(depfile, `${output}: ${page.sources.map((file) => file.replaceAll(" ", "\\ ")).join(" ")}\n`);
  }
}
