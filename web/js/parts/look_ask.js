/* An entry that waits for an answer: whether a name that was typed without a network is somebody the club knows. */
import { html } from "../lib/html.js";
import { addWords } from "../lib/i18n.js";
import { answered } from "../lib/look_later.js";
import { retry } from "../lib/queue.js";
import { words } from "../words/entry.js";
import { AskAlike } from "./alike_ask.js";

addWords(words);

/** @param {{ item: Page.Item, like: { typed: string, person: Page.Person } }} props */
export function LookAsk({ item, like }) {
  const answer = (/** @type {boolean} */ same) => retry(item, answered(item, like, same));
  return html`
    <${AskAlike}
      typed=${like.typed}
      person=${like.person}
      quiet
      onSame=${() => answer(true)}
      onOther=${() => answer(false)}
    />
  `;
}
