// Gathers the files of the page and packs them for the daemon: what is served, under which address, compressed once.
//
// usage: node web/embed.mjs OUTPUT.c [DEPFILE]
//
// All files but the shell (index.html) and the service worker live under /assets/<hash>/, where <hash> is one hash of
// all their contents: relative imports work, and a browser may keep every file for ever. The shell is told the hash,
// the import map gets the hash that the Content-Security-Policy names, and every file of css/ is linked. No address in
// them begins with a slash: the daemon serves the same bytes under /c/SLUG/, but for the one line `<base href="/">`.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const web = dirname(fileURLToPath(import.meta.url));

/** @typedef {{ path: string, type: string, bytes: Buffer }} File one that is served */

/** What comes out of node_modules: the bare name in the import map, the file there, the file here. */
const VENDOR = [
  { name: "preact", from: "preact/dist/preact.mjs", to: "vendor/preact.js" },
  { name: "preact/hooks", from: "preact/hooks/dist/hooks.mjs", to: "vendor/hooks.js" },
  { name: "htm", from: "htm/dist/htm.mjs", to: "vendor/htm.js" },
  { name: "uplot", from: "uplot/dist/uPlot.esm.js", to: "vendor/uplot.js" },
  { name: null, from: "uplot/dist/uPlot.min.css", to: "vendor/uplot.css" },
  { name: "qrcode-generator", from: "qrcode-generator/dist/qrcode.mjs", to: "vendor/qrcode.js" },
];

/** @type {Record<string, string>} */
const TYPES = {
  bin: "application/octet-stream",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json; charset=utf-8",
};

/**
 * @param {string | Uint8Array} bytes
 * @param {import("node:crypto").BinaryToTextEncoding} encoding
 */
const sha256 = (bytes, encoding) => createHash("sha256").update(bytes).digest(encoding);
/** @param {string | Uint8Array} bytes */
const shortHash = (bytes) => sha256(bytes, "hex").slice(0, 16);
/** @param {string} path */
const typeOf = (path) => TYPES[path.slice(path.lastIndexOf(".") + 1)];

/** @param {string} folder */
function walk(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && typeOf(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Stylesheets in their order: the first three, then the rest by name, but for those that a view loads itself. */
const FIRST_STYLES = ["css/tokens.css", "css/base.css", "css/shell.css"];
const LAZY_STYLES = [
  "css/audit.css",
  "css/club.css",
  "css/exchange.css",
  "css/mine.css",
  "css/nights.css",
  "css/people.css",
  "css/print.css",
  "css/search.css",
  "css/stats.css",
  "css/why.css",
];
/**
 * @param {{ path: string }[]} assets
 * @param {string} base
 */
function styles(assets, base) {
  const apart = [...FIRST_STYLES, ...LAZY_STYLES];
  const rest = assets.map(({ path }) => path).filter((path) => /^css\/.*\.css$/.test(path) && !apart.includes(path));
  return [...FIRST_STYLES, ...rest].map((path) => `<link rel="stylesheet" href="${base}/${path}">`).join("\n");
}

/**
 * Everything that is served: [{ path, type, bytes }], the hash in the addresses, the Content-Security-Policy source
 * of the import map, and the files that were read.
 * @returns {{ hash: string, policy: string, files: File[], sources: string[] }}
 */
export function gather() {
  const own = ["css", "glyphs", "js", "static"].flatMap((folder) => walk(join(web, folder))).sort();
  const assets = own.map((file) => ({
    path: relative(web, file).split(sep).join("/"),
    bytes: readFileSync(file),
  }));
  for (const { from, to } of VENDOR) {
    const text = readFileSync(join(web, "node_modules", from), "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");
    assets.push({ path: to, bytes: Buffer.from(text) });
  }
  const shell = readFileSync(join(web, "index.html"), "utf8");
  const worker = readFileSync(join(web, "sw.js"), "utf8");
  const hash = sha256(assets.map(({ path, bytes }) => `${path} ${sha256(bytes, "hex")}\n`).join(""), "hex").slice(
    0,
    16,
  );
  const base = `assets/${hash}`; // seen from the <base> of the shell, and from the worker
  const imports = Object.fromEntries(VENDOR.flatMap(({ name, to }) => (name ? [[name, `./${base}/${to}`]] : [])));
  const map = JSON.stringify({ imports });
  /**
   * @param {string} text
   * @param {Record<string, string>} values
   */
  const fill = (text, values) =>
    text.replace(/\{\{([a-z]+)\}\}/g, (whole, key) => {
      if (!(key in values)) throw new Error(`web: nothing is known about ${whole}`);
      return values[key];
    });
  const html = fill(shell, { base, map, styles: styles(assets, base) });
  const kept = assets.filter(({ path }) => !path.startsWith("static/og/")); // those are for who shows links to the page
  const list = JSON.stringify(kept.map(({ path }) => `${base}/${path}`));
  const shellHash = shortHash(html);
  return {
    hash,
    policy: `'sha256-${sha256(map, "base64")}'`,
    files: [
      { path: "/", bytes: Buffer.from(html), type: TYPES.html },
      { path: "/sw.js", bytes: Buffer.from(fill(worker, { base, list, shell: shellHash })), type: TYPES.js },
      ...assets.map(({ path, bytes }) => ({ path: `/${base}/${path}`, bytes, type: typeOf(path) })),
    ],
    sources: [
      ...own,
      ...["index.html", "sw.js", "embed.mjs", "package-lock.json"].map((name) => join(web, name)),
      ...VENDOR.map(({ from }) => join(web, "node_modules", from)),
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

/** @param {{ files: File[], policy: string }} props */
function program({ files, policy }) {
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
const char PAGE_MAP_HASH[] = "${policy}";
`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === realpathSync(fileURLToPath(import.meta.url))) {
  const [, , output, depfile] = process.argv;
  const page = gather();
  writeFileSync(output, program(page));
  if (depfile) {
    writeFileSync(depfile, `${output}: ${page.sources.map((file) => file.replaceAll(" ", "\\ ")).join(" ")}\n`);
  }
}
