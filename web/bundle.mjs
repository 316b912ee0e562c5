// Joins the modules of web/js into few files, by esbuild: a browser on a slow line asks for a dozen files at a view,
// not for a hundred.
//
// main.js, with all that it imports, is one file; a module that is loaded when it is needed, `import("…")`, one of its
// own.
// What several of those import lies in files that they share (shared-N.js): modules that the same views need are
// together, and so are such that nearly the same views need, where a request would cost more than bytes for nothing.
// Whoever loads a module asks for the shared files it needs at the same moment (js/lib/ahead.js), not when it has come.
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const MAIN = "js/main.js";
const AHEAD = "js/lib/ahead.js";
/** The view that most people begin with: a byte for nothing counts as so many. */
const HOME = "js/views/tonight.js";
const HOME_COUNTS = 40;
/**
 * What a request less is worth to whoever loads a module, in bytes before they are compressed: most where most is
 * asked of the daemon besides, as in a game, and there in Biotopes and Ecos, which ask for a catalogue too.
 * @type {[RegExp, number][]}
 */
const WORTH = [
  [/^js\/kinds\/(biotopes|ecos)\.js/, 900000],
  [/^js\/(kinds\/|views\/(game|player|correct|new_game)\.js)/, 400000],
];
/** @param {string} user */
const worth = (user) => WORTH.find(([users]) => users.test(user))?.[1] ?? 15000;
/** How a module writes that it loads another when it is needed; the type `import("…").Thing` of a comment is none. */
const LOADS = /\bimport\("(\.{1,2}\/[^"]+|uplot|qrcode-generator)"\)(?!\.[A-Z])/g;
/** Libraries that are loaded when they are needed, and the files that they are. */
const LIBRARIES = /** @type {Record<string, string>} */ ({
  uplot: "node_modules/uplot/dist/uPlot.esm.js",
  "qrcode-generator": "node_modules/qrcode-generator/dist/qrcode.mjs",
});

const OPTIONS = /** @satisfies {import("esbuild").BuildOptions} */ ({
  absWorkingDir: web,
  alias: Object.fromEntries(Object.entries(LIBRARIES).map(([name, file]) => [name, join(web, file)])),
  bundle: true,
  splitting: true,
  format: /** @type {const} */ ("esm"),
  target: "es2022",
  charset: /** @type {const} */ ("utf8"),
  loader: { ".svg": /** @type {const} */ ("text") },
  legalComments: /** @type {const} */ ("none"),
  minify: true,
  metafile: /** @type {const} */ (true),
  write: /** @type {const} */ (false),
  outdir: "out",
  logLevel: /** @type {const} */ ("silent"), // what is wrong is thrown
});

/**
 * Modules that are wanted together.
 * @typedef {{ files: string[], size: number, users: Set<string> }} Group
 */

/**
 * A module and all that it imports.
 * @param {import("esbuild").Metafile["inputs"]} inputs
 * @param {string} file
 * @param {Set<string>} [found]
 */
function closure(inputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of inputs[file].imports) if (kind === "import-statement") closure(inputs, path, found);
  return found;
}

/**
 * What it saves to put two groups together: a request for each who needs both, less what the others did not need.
 * @param {Group} a
 * @param {Group} b
 */
function gain(a, b) {
  const both = [...a.users].filter((user) => b.users.has(user));
  const saved = both.reduce((sum, user) => sum + worth(user), 0);
  /**
   * @param {Group} one
   * @param {Group} more
   */
  const lost = (one, more) => {
    const others = [...one.users].filter((user) => !more.users.has(user));
    return others.reduce((sum, user) => sum + (user === HOME ? HOME_COUNTS : 1) * more.size, 0);
  };
  return saved - lost(a, b) - lost(b, a);
}

/**
 * Who needs a group needs what its files import, in whichever group that is.
 * @param {Group[]} groups
 * @param {import("esbuild").Metafile["inputs"]} inputs
 */
function spread(groups, inputs) {
  for (let more = true; more;) {
    more = false;
    for (const { files, users } of groups) {
      const imports = files.flatMap((file) => inputs[file].imports);
      const imported = imports.flatMap(({ path, kind }) => (kind === "import-statement" ? [path] : []));
      for (const group of groups) {
        // A file of a group may itself be one that is loaded by itself, and need what it needs then.
        const needed =
          group.files.some((file) => imported.includes(file)) || files.some((file) => group.users.has(file));
        if (!needed) continue;
        const before = group.users.size;
        for (const user of users) group.users.add(user);
        more ||= group.users.size > before;
      }
    }
  }
  return groups;
}

/**
 * Puts groups together as long as that is a gain.
 * @param {Group[]} groups
 * @param {import("esbuild").Metafile["inputs"]} inputs
 */
function gather(groups, inputs) {
  for (;;) {
    let best = { gain: 0, a: groups[0], b: groups[0] };
    groups.forEach((a, i) => {
      for (const b of groups.slice(0, i)) if (gain(a, b) > best.gain) best = { gain: gain(a, b), a, b };
    });
    const { a, b } = best;
    if (best.gain === 0) return groups;
    const one = { files: [...a.files, ...b.files], size: a.size + b.size, users: new Set([...a.users, ...b.users]) };
    groups = spread([...groups.filter((group) => group !== a && group !== b), one], inputs);
  }
}

/**
 * Which modules are loaded when they are needed, and which shared files each of those needs.
 * @param {import("esbuild").Metafile} scan
 */
function plan({ inputs, outputs }) {
  const size = new Map(
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).map(([file, { bytesInOutput }]) => /** @type {const} */ ([file, bytesInOutput])),
    ),
  );
  const first = closure(inputs, AHEAD, closure(inputs, MAIN));
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  const lazy = [...new Set(imports.flatMap(({ path, kind }) => (kind === "dynamic-import" ? [path] : [])))].sort();
  /** @type {Map<string, Set<string>>} */
  const users = new Map();
  for (const entry of lazy) {
    for (const file of closure(inputs, entry)) {
      if (!first.has(file)) users.set(file, (users.get(file) ?? new Set()).add(entry));
    }
  }
  /** @type {Map<string, Group>} */
  const alike = new Map();
  for (const file of [...users.keys()].sort()) {
    const its = users.get(file) ?? new Set();
    if (its.size === 1) continue; // a part of the one module that needs it
    const key = [...its].sort().join(" ");
    const group = alike.get(key) ?? { files: [], size: 0, users: its };
    alike.set(key, { files: [...group.files, file], size: group.size + (size.get(file) ?? 0), users: its });
  }
  return { first, lazy, groups: gather([...alike.values()], inputs) };
}

/**
 * Has esbuild make the files that were planned. It puts into one file what the same entries need: so each entry is
 * made to need the whole of a group.
 * @param {ReturnType<typeof plan>} planned
 * @returns {import("esbuild").Plugin}
 */
function layers({ first, lazy, groups }) {
  /** @param {string} entry */
  const needs = (entry) => groups.flatMap(({ users }, i) => (users.has(entry) ? [i + 1] : []));
  /** @param {string} entry */
  const whole = (entry) => [...[...first].sort(), ...needs(entry).flatMap((i) => groups[i - 1].files)];
  /** @param {string} file */
  const contents = (file) => {
    const text = readFileSync(join(web, file), "utf8");
    const own = lazy.includes(file) ? whole(file).filter((one) => one !== file) : [];
    let some = false;
    const loading = text.replace(LOADS, (load, name) => {
      const shared = needs(LIBRARIES[name] ?? posix.join(posix.dirname(file), name));
      if (shared.length === 0) return load;
      some = true;
      return `(needAhead(${shared.map((i) => `"shared-${i}.js"`).join(",")}),${load})`;
    });
    const imports = own.map((one) => `import ${JSON.stringify(join(web, one))};`);
    if (some) imports.push(`import { needAhead } from ${JSON.stringify(join(web, AHEAD))};`);
    return imports.join("") + loading;
  };
  return {
    name: "layers",
    setup(work) {
      work.onLoad({ filter: /\.svg$/ }, ({ path }) => ({
        contents: readFileSync(path, "utf8").replace(/<!--.*?-->|\n/gs, ""),
        loader: "text",
      }));
      work.onLoad({ filter: /\.js$/, namespace: "file" }, ({ path }) => {
        const file = posix.relative(web, path);
        return file.startsWith("js/") ? { contents: contents(file) } : undefined;
      });
    },
  };
}

/**
 * The files that the page's modules become, by the path below /assets/<hash>/, and the sources that they are made of.
 * @returns {Promise<{ files: { path: string, bytes: Buffer }[], sources: string[] }>}
 */
export async function bundle() {
  const scan = await build({ ...OPTIONS, entryPoints: [MAIN, AHEAD] });
  const planned = plan(scan.metafile);
  const entries = [MAIN, ...planned.lazy];
  const made = await build({
    ...OPTIONS,
    entryPoints: entries.map((file) => ({ in: file, out: outOf(file).replace(/\.js$/, "") })),
    chunkNames: "js/[hash]",
    plugins: [layers(planned)],
  });
  return { files: named(made, planned), sources: Object.keys(scan.metafile.inputs).map((file) => join(web, file)) };
}

/**
 * Where a module that is loaded by itself comes to lie.
 * @param {string} file
 */
function outOf(file) {
  const library = Object.keys(LIBRARIES).find((name) => LIBRARIES[name] === file);
  return library ? `vendor/${library}.js` : file;
}

/**
 * The shared files under their names; that of main.js and what it imports is main.js itself.
 * @param {import("esbuild").BuildResult<{ metafile: true, write: false }>} made
 * @param {ReturnType<typeof plan>} planned
 */
function named({ outputFiles, metafile }, { groups }) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const [path, { inputs, entryPoint }] of Object.entries(metafile.outputs)) {
    if (entryPoint) continue;
    const i = groups.findIndex(({ files }) => files.some((file) => file in inputs));
    names.set(posix.basename(path), MAIN in inputs ? "main.js" : `shared-${i + 1}.js`);
  }
  if (new Set(names.values()).size !== groups.length + 1 || names.size !== groups.length + 1) {
    throw new Error("web: the page was not divided as planned");
  }
  const chunk = new RegExp([...names.keys()].map((name) => name.replace(".", "\\.")).join("|"), "g");
  return outputFiles.flatMap(({ path, text }) => {
    const name = posix.relative(join(web, "out"), path);
    const own = names.get(posix.basename(name));
    if (name === MAIN && !own) return []; // it only imported the chunk that is main.js now
    const bytes = Buffer.from(text.replace(chunk, (found) => names.get(found) ?? found));
    return [{ path: own ? `js/${own}` : name, bytes }];
  });
}
