// Holds the answers of the API tests against schema/openapi.yaml: the operation knows the status and the media type,
// and the body fits the schema, to the last member. Every operation must have been answered well at least once.
//
// usage: node answers.mjs DOCUMENT TRACE      TRACE as tests/support/http_client.c writes it
import { readFileSync } from "node:fs";
import addFormats from "ajv-formats";
import Ajv2020 from "ajv/dist/2020.js";

const [documentPath, tracePath] = process.argv.slice(2);
const document = JSON.parse(readFileSync(documentPath, "utf8"));
const ajv = new Ajv2020({ strict: true, strictRequired: true, allowUnionTypes: true, allErrors: true });
addFormats(ajv);
ajv.addVocabulary(Object.keys(document)); // the document is no schema, only its parts are
ajv.addSchema(document, "api", undefined, false);

/** @type {Map<string, number>} */
const wrong = new Map(); // sentence -> how often
/** @param {string} sentence */
const complain = (sentence) => wrong.set(sentence, (wrong.get(sentence) ?? 0) + 1);

// An object that does not say what else may be in it would let anything pass.
(function explicit(value, where) {
  if (value === null || typeof value !== "object") return;
  const object = [value.type].flat().includes("object");
  if (object && value.additionalProperties === undefined) complain(`${where}: says nothing about additionalProperties`);
  for (const [key, part] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") explicit(part, `${where}/${key}`);
  }
})(document, "");

/** @param {string} text */
const escaped = (text) => text.replaceAll("~", "~0").replaceAll("/", "~1");
/**
 * @param {{ $ref?: string } | undefined} part
 * @param {string} pointer
 * @returns {{ part: any, pointer: string }}
 */
const resolve = (part, pointer) =>
  part?.$ref
    ? {
        part: part.$ref
          .slice(2)
          .split("/")
          .reduce((/** @type {any} */ at, key) => at[key], document),
        pointer: part.$ref.slice(1),
      }
    : { part, pointer };

// {id} is one segment, {rest} all that are left; a segment that is named comes before one that is not.
const paths = Object.keys(document.paths)
  .sort((a, b) => a.split("{").length - b.split("{").length)
  .map((pattern) => ({
    pattern,
    regex: new RegExp(
      `^${pattern
        .replace(/[.*]/g, "\\$&")
        .replace(/\{rest\}/g, ".+")
        .replace(/\{[^}]+\}/g, "[^/]+")}$`,
    ),
  }));

/** @type {Map<string, import("ajv").ValidateFunction>} */
const compiled = new Map();
/**
 * @param {string} pointer
 * @returns {import("ajv").ValidateFunction}
 */
function validator(pointer) {
  if (!compiled.has(pointer)) compiled.set(pointer, ajv.compile({ $ref: `api#${pointer}` }));
  return /** @type {import("ajv").ValidateFunction} */ (compiled.get(pointer));
}

/** @param {string} text */
function parse(text) {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error };
  }
}

/**
 * One document against the schema at `pointer`.
 * @param {string} text
 * @param {string} pointer
 * @param {string} about
 * @returns {void}
 */
function check(text, pointer, about) {
  const { value, error } = parse(text);
  if (error) {
    complain(`${about}: no JSON: ${text.slice(0, 200)}`);
    return;
  }
  const fits = validator(pointer);
  if (fits(value)) return;
  for (const { instancePath, message, params } of (fits.errors ?? []).slice(0, 4)) {
    complain(`${about}: ${instancePath.replace(/\/\d+(?=\/|$)/g, "/N") || "/"} ${message} ${JSON.stringify(params)}`);
  }
}

const PROBLEM = "/components/schemas/Problem";

/**
 * What is refused before there is an operation is a problem, too.
 * @param {{ status: number, head?: boolean, type: string, body: string | null }} answer
 * @param {string} about
 * @returns {void}
 */
function checkRefusal(answer, about) {
  if (answer.status < 400 || answer.head) return;
  if (!answer.type.startsWith("application/problem+json")) {
    complain(`${about}: ${answer.status} of the type '${answer.type}'`);
  } else if (answer.body !== null) check(answer.body, PROBLEM, `${about} ${answer.status}`);
}

/**
 * The page, for a browser at an address where nothing is, or that cannot be answered: the document says so once, for
 * all of them.
 * @param {{ status: number, type: string, body: string | null }} answer
 * @param {string} path
 */
function isLost({ status, type, body }, path) {
  const page = [400, 404, 503].includes(status) && type.startsWith("text/html") && !/^\/v1(\/|$)/.test(path);
  return page && /^(<!doctype html>|$)/.test(body ?? "");
}

const covered = new Set();
let count = 0;
for (const line of readFileSync(tracePath, "utf8").split("\n")) {
  if (!line) continue;
  const answer = JSON.parse(line);
  count++;
  // A request may name its host, and a host of many clubs has each below /c/SLUG.
  const whole = answer.path?.split("?")[0].replace(/^https?:\/\/[^/]*/, "");
  if (answer.status === 308 && /^\/c\/[a-z0-9-]+$/.test(whole)) continue; // to the same with a slash
  const path = whole?.replace(/^\/c\/[a-z0-9-]+(?=\/|$)/, "") || whole;
  if (path !== whole && answer.status === 404 && answer.body?.includes("/problems/http.no-route")) {
    checkRefusal(answer, `${answer.method} ${whole}`); // no such club, or what only the host has
    continue;
  }
  if (isLost(answer, path)) continue;
  const pattern = path && paths.find(({ regex }) => regex.test(path))?.pattern;
  const method = answer.method === "HEAD" ? "get" : answer.method?.toLowerCase();
  const operation = pattern && document.paths[pattern][method];
  if (!operation) {
    if (method && method !== "options" && ![400, 404, 405, 414, 431, 503].includes(answer.status)) {
      complain(`${answer.method} ${path}: ${answer.status}, and it is not described`);
    }
    checkRefusal(answer, answer.method ? `${answer.method} ${path}` : "a message");
    continue;
  }
  const about = `${method.toUpperCase()} ${pattern}`;
  if (answer.status === 500 && answer.body?.includes("/problems/store.damaged")) {
    checkRefusal(answer, about); // a test has damaged the database
    continue;
  }
  if (answer.status < 300) covered.add(about);
  const { part: response, pointer } = resolve(
    operation.responses[answer.status],
    `/paths/${escaped(pattern)}/${method}/responses/${answer.status}`,
  );
  if (!response) {
    complain(`${about}: the status ${answer.status} is not described (${answer.body?.slice(0, 160)})`);
    continue;
  }
  const type = answer.type.split(";")[0].trim().toLowerCase();
  if (!response.content || answer.status === 204 || answer.status === 304) {
    if (answer.body) complain(`${about}: ${answer.status} has a body, and none is described`);
    continue;
  }
  const media = response.content[type];
  if (!media) {
    complain(`${about}: ${answer.status} of the type '${answer.type}' is not described`);
    continue;
  }
  if (answer.head || answer.body === null || !media.schema) continue;
  const schema = `${pointer}/content/${escaped(type)}/schema`;
  if (type === "application/x-ndjson") {
    for (const one of answer.body.split("\n").filter(Boolean)) check(one, schema, about);
  } else if (type.endsWith("json")) check(answer.body, schema, `${about} ${answer.status}`);
}

for (const [pattern, methods] of Object.entries(document.paths)) {
  for (const method of Object.keys(methods)) {
    const about = `${method.toUpperCase()} ${pattern}`;
    if (!covered.has(about)) complain(`${about}: no test gets a good answer`);
  }
}

for (const [sentence, times] of [...wrong].sort()) console.log(times > 1 ? `${sentence} (${times} times)` : sentence);
console.log(`${count} answers, ${covered.size} operations, ${wrong.size} complaints`);
process.exit(wrong.size === 0 && count > 0 ? 0 : 1);
