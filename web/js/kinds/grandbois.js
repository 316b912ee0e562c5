// What the page has for GrandBois alone: its drawings, its table, its sheet. One file for the browser.
import { table, frame, sentence, heads, alternatives, sheet as sheetOf } from "../draw/grandbois.js";
import { hindsight } from "../draw/hindsight.js";
import Entry, { lines, sums } from "../views/sheet_grandbois.js";

/** @type {Page.Boards} */
export const boards = { table, frame, sentence, heads, alternatives, sheet: sheetOf, hindsight };
export const sheet = { default: Entry, lines, sums };
export { default as Live } from "../views/live_grandbois.js";
