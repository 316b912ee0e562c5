// Holds catalogues against schema/catalogue.schema.json.
//
// usage: node catalogues.mjs SCHEMA FILE...     prints what does not fit; the exit code is how many files do not
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";

const [schema, ...files] = process.argv.slice(2);
const fits = new Ajv2020({ strict: true, strictRequired: "log", allErrors: true }).compile(
  JSON.parse(readFileSync(schema, "utf8")),
);
const bad = files.filter((file) => !fits(JSON.parse(readFileSync(file, "utf8"))));
for (const file of bad) console.log(`${file}: does not fit the schema`);
process.exit(bad.length);
