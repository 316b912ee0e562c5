// A move looked at closely: the hand that player was looking at, what was taken and what was left, where else it could
// go, what else could be played.
import { html, useEffect, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { get } from "../lib/api.js";
import { Trouble, Waiting } from "../lib/parts.js";

const SHOWN = 60;

/** Every legal move of the seat, in words; a game may draw them better. */
function Lines({ lines, count, who, boards, book }) {
  return html`
    <ul class="else-list">
      ${lines.slice(0, SHOWN).map((line) => html`<li key=${line}>${boards.sentence(line, who, book)}</li>`)}
    </ul>
    ${
      count > SHOWN &&
      html`<p class="muted small">${t("replay.else-more", { n: count - Math.min(SHOWN, lines.length) })}</p>`
    }
  `;
}

/** What could be played instead of move number `at`; asked for when it is opened. */
function Else({ id, at, seat, who, boards, book }) {
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState(null);
  useEffect(() => {
    let current = true;
    setAnswer(null);
    if (!open) return undefined;
    get(`/v1/games/${id}/legal?at=${at - 1}&seat=${encodeURIComponent(seat)}&limit=1000`).then(
      (data) => current && setAnswer({ of: data.seats[0] ?? { count: 0, moves: [] } }),
      (error) => current && setAnswer({ error }),
    );
    return () => {
      current = false;
    };
  }, [id, at, seat, open]);
  const body = () => {
    if (!answer) return html`<${Waiting} />`;
    if (answer.error) return html`<${Trouble} error=${answer.error} />`;
    const { count, moves } = answer.of;
    return html`
      <p class="muted small">${t("replay.else-n", { n: count })}</p>
      ${
        boards.alternatives?.({ lines: moves, who, book }) ??
        html`<${Lines} lines=${moves} count=${count} who=${who} boards=${boards} book=${book} />`
      }
    `;
  };
  return html`<details class="else" onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>${t("replay.else")}</summary>
    ${open && body()}
  </details>`;
}

/**
 * `pick` is { seat, round, pick, taken } for a game with hands, `looks` what GET …/hands tells, `before` the state
 * before the move.
 */
export function Look({ id, at, line, pick, looks, before, level, who, boards, book }) {
  const seat = line.slice(0, line.indexOf(":"));
  const look =
    pick && looks.find((one) => one.seat === pick.seat && one.round === pick.round && one.pick === pick.pick);
  const held = pick && before?.seats?.find((one) => one.seat === pick.seat);
  const cards = look?.cards ?? (held?.hand?.length > 0 ? held.hand : null);
  return html`
    <section class="look">
      <h2>${t("replay.this")}</h2>
      <p class="said"><strong>${boards.sentence(line, who, book)}</strong></p>
      ${pick && boards.handOf?.({ pick, look, cards, before: held, who, level, line })}
      ${
        seat !== "*" &&
        !cards &&
        html`<${Else} key=${at} id=${id} at=${at} seat=${seat} who=${who} boards=${boards} book=${book} />`
      }
    </section>
  `;
}
