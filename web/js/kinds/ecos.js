// What the page has for Ecos alone: its drawings, its table, its sheet. One file for the browser.
import { table, frame, sentence, heads, sheet as sheetOf } from "../draw/ecos.js";
import Entry, { lines, sums } from "../views/sheet_ecos.js";

/** @type {Page.Boards} */
export const boards = { table, frame, sentence, heads, sheet: sheetOf };
export const sheet = { default: Entry, lines, sums };
export { default as Live } from "../views/live_ecos.js";
