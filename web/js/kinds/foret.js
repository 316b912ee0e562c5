// What the page has for Forêt alone: its drawings, its table, its sheet. One file for the browser.
import { arranged, table, frame, phrase, sentence, heads, picks, handOf } from "../draw/foret.js";
import { Puzzle } from "../draw/foret_puzzle.js";
import Entry, { lines, sums } from "../views/sheet_foret.js";

/** @type {Page.Boards} */
export const boards = { Puzzle, arranged, table, frame, phrase, sentence, heads, picks, handOf };
export const sheet = { default: Entry, lines, sums };
export { default as Live } from "../views/live_foret.js";
