// What a game's evening changed for those who played it: a line of ratings.
import { html } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { Name } from "../lib/parts.js";
import { titleOf } from "../lib/titles.js";
import { ChangeOf, ChangesNote, useChanges } from "./changes.js";
import { Why } from "./why.js";

/**
 * What the game's evening changed for those who played it, in the ratings of this game.
 * @param {{ info: Api.Game, rules?: Api.RulesGame }} props
 */
export function GameChanges({ info, rules }) {
  const people = info.seats.flatMap(({ person, player }) =>
    person ? [{ handle: person, player: player ?? `@${person}` }] : [],
  );
  const changes = useChanges(
    info.game,
    info.status === "finished" ? info.day : null,
    people.map(({ handle }) => handle),
  );
  if (!people.some(({ handle }) => changes.has(handle))) return null;
  const game = titleOf(info, rules);
  const note = html`<${ChangesNote} why=${t("change.why-game", { game })} people=${people} changes=${changes} />`;
  return html`
    <p class="changes small">
      <span class="explained muted">
        ${t("change.of-evening", { game })}<${Why} name=${t("change.of-game", { game })} text=${note} />
      </span>
      ${people.map(
        ({ handle, player }) =>
          html`<span key=${handle}><${Name}>${player}<//> <${ChangeOf} change=${changes.get(handle)} /></span>`,
      )}
    </p>
  `;
}
