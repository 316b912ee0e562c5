// What the page has for Biotopes alone: its drawings, its table, its sheet. One file for the browser.
import { table, frame, sentence, heads, sheet as sheetOf } from "../draw/biotopes.js";
import Entry, { lines } from "../views/sheet_biotopes.js";

/** @type {Page.Boards} */
export const boards = { table, frame, sentence, heads, sheet: sheetOf };
export const sheet = { default: Entry, lines };
export { default as Live } from "../views/live_biotopes.js";
export { bookOf } from "../draw/biotopes_book.js";
