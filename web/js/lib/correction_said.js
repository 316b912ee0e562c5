// What a correction that waits on the device changes, in the reader's language. Both records were written down when it
// was entered; what only rules and pads name is called as far as the device has those.
import { addWords } from "./i18n.js";
import { get, getAll } from "./api.js";
import { categoryBy, changesBetween } from "./changes_between.js";
import { boardsOf, namesOf } from "../draw/all.js";
import { cardName } from "../draw/foret.js";
import { words } from "../words/game_page.js";
import { words as titleWords } from "../words/titles.js";

addWords(words);
addWords(titleWords);

/**
 * @param {Page.Item} item
 * @param {number | null} number of the game
 * @returns {Promise<string[]>}
 */
export async function correctionSaid({ about, body }, number) {
  const { before = "", game = "", names = [] } = about;
  const [{ boards, book }, rules, pads] = await Promise.all([
    boardsOf(number, game),
    get("/v1/rules", { keep: true }).catch(() => null),
    getAll("/v1/pads", "pads", { keep: true }).catch(() => /** @type {Api.Pad[]} */ ([])),
  ]);
  const own = rules?.games.find((one) => one.game === game);
  const level = /^level (.*)$/m.exec(before)?.[1] ?? "";
  const who = namesOf({ seats: names.map((player, i) => ({ seat: i + 1, player })) });
  const category = categoryBy(before, pads, own);
  return changesBetween(before, body.record ?? "", { game, level }, { who, boards, book, category, card: cardName });
}
