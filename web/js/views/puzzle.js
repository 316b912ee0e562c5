// The puzzle of the day: a position of a club's game in which one choice is clearly the best, as its player saw it:
// whoever looks chooses, and is told how good that was. The answer comes with the question: nothing is asked twice.
import { html, useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { addWords, day, list, percent, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { Heading, Trouble, Waiting, seatName } from "../lib/parts.js";
import { titleOf } from "../lib/titles.js";
import { isolated, namesOf, said, useBoards } from "../draw/all.js";
import { words as gameWords } from "../words/replay.js";
import { words } from "../words/puzzle.js";

addWords(gameWords);
addWords(words);

/** @typedef {import("../draw/all.js").Drawn} Drawn */

/**
 * For a game that draws no puzzle of its own: the choices in words.
 * @param {Page.PuzzleOf & { drawn: Drawn }} props
 */
const Choices = ({ seat, choices, picked, onPick, drawn }) => html`
  <h2>${t("puzzle.choices")}</h2>
  <ul class="puzzle-choices bare">
    ${choices.map(
      (choice, i) => html`
        <li key=${i}>
          <button
            type="button"
            aria-pressed=${picked === i}
            disabled=${picked !== null}
            onClick=${() => onPick(i)}
          >
            ${said(drawn, seat, choice)}
          </button>
        </li>
      `,
    )}
  </ul>
`;

/**
 * How good it was.
 * @param {{ puzzle: Api.Puzzle, picked: number, drawn: Drawn, onAgain: () => void }} props
 */
function Answer({ puzzle, picked, drawn, onAgain }) {
  const { seat, choices, kinds, asks, answer, game, made_ply: made } = puzzle;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => place.current?.focus(), []); // what was tapped is no button any more, and may be further down
  const who = drawn.who(String(seat));
  // Where it is asked what to take, where it goes is no part of the answer.
  const taking = asks === "take";
  /** @param {string} text */
  const say = (text) => said(drawn, seat, taking && drawn.boards.phrase ? text.split(" ")[0] : text);
  /** @param {string} text */
  const kindOf = (text) => kinds[choices.findIndex((one) => (taking ? say(one) === say(text) : one === text))];
  const kind = kindOf(answer.best);
  const right = taking ? kinds[picked] === kind : choices[picked] === answer.best;
  const near = answer.behind.filter((_, i) => (taking ? kinds[i] === kinds[picked] : i === picked));
  const behind = near.filter((one) => one !== null).sort((a, b) => a.mean - b.mean)[0];
  const values = { who, made: say(answer.made), loss: percent(answer.loss ?? 0) };
  const found = taking ? kindOf(answer.made) === kind : answer.made === answer.best;
  // A game without phrases says who it was in every sentence.
  const whole = drawn.boards.phrase ? "" : "-said";
  const key = found ? "made-best" : `${answer.loss === null ? "made" : "made-loss"}${whole}`;
  return html`
    <section class="puzzle-answer" data-right=${right} role="status" tabindex="-1" ref=${place}>
      <p>
        <strong>
          ${
            right
              ? t("puzzle.right", { best: say(answer.best) })
              : t(`puzzle.wrong${whole}`, { choice: say(choices[picked]), best: say(answer.best) })
          }
        </strong>
      </p>
      <p>
        ${
          right
            ? t("puzzle.margin", { margin: percent(answer.margin) })
            : behind
              ? t("puzzle.behind", { loss: percent(behind.mean) })
              : t("puzzle.far")
        }
        ${" "}${t(`puzzle.${key}`, values)}
      </p>
      <p class="row">
        <a class="button" href=${`/games/${game}/replay?at=${made + 1}`}>${t("puzzle.film")}</a>
        <a class="button plain" href=${`/games/${game}/review`}>${t("puzzle.review")}</a>
        ${!right && html`<button type="button" class="plain" onClick=${onAgain}>${t("puzzle.again")}</button>`}
      </p>
    </section>
  `;
}

/** @param {{ puzzle: Api.Puzzle }} props */
function Position({ puzzle }) {
  const path = /** @type {const} */ (`/v1/games/${puzzle.game}`);
  const game = useApi(path, { keep: true });
  const made = useApi(`${path}/moves`, { keep: true });
  const before = useApi(`${path}/state?at=${puzzle.ply}`, { keep: true });
  const looked = useApi(`${path}/hands`, { keep: true });
  const [info, moves, position, hands] = [game.data, made.data, before.data, looked.data];
  const missing = [game, made, before, looked].find(({ data, error }) => error && !data);
  const loaded = useBoards(puzzle.game, info?.game);
  const [picked, setPicked] = useState(/** @type {number | null} */ (null));
  const who = useMemo(() => namesOf(info ?? { seats: [] }), [info]);
  if (missing) return html`<${Trouble} error=${missing.error} retry=${missing.reload} />`;
  if (!info || !moves || !position || !hands || !loaded) return html`<${Waiting} />`;
  const { boards, book } = loaded;
  const { seat, choices, asks, made_ply: at } = puzzle;
  const pick = boards.picks?.(moves.moves, info.seats.length)[at];
  const look = hands.looks.find((one) => one.seat === seat && one.round === pick?.round && one.pick === pick.pick);
  const drawn = { boards, book, who };
  const name = who(String(seat));
  const props = { state: position.state, seat, hand: look?.cards ?? null, choices, asks, who: name, picked };
  const Own = boards.Puzzle ?? Choices;
  const names = list(info.seats.map((one) => isolated(seatName(one))));
  return html`
    <p class="muted small facts">
      ${titleOf(info)} · ${
        puzzle.played_on ? t("puzzle.from-on", { names, day: day(puzzle.played_on) }) : t("puzzle.from", { names })
      }
    </p>
    <p class="puzzle-question"><strong>${t(`puzzle.${asks}`, { who: name })}</strong> ${t("puzzle.one")}</p>
    ${
      picked !== null &&
      html`<${Answer} puzzle=${puzzle} picked=${picked} drawn=${drawn} onAgain=${() => setPicked(null)} />`
    }
    <div class="puzzle-own"><${Own} ...${props} drawn=${drawn} onPick=${setPicked} /></div>
    <h2>${t("puzzle.table")}</h2>
    ${boards.table({ state: position.state, who, last: null, turn: [], book })}
  `;
}

export default function View() {
  const { data, error, reload } = useApi("/v1/puzzle");
  const none = error !== null && "status" in error && error.status === 404;
  return html`
    <article class="puzzle">
      <${Heading}>${t("puzzle.title")}<//>
      ${
        data
          ? html`<${Position} puzzle=${data} key=${`${data.game} ${data.ply}`} />`
          : none
            ? html`<p>${t("puzzle.none")}</p>`
            : error
              ? html`<${Trouble} error=${error} retry=${reload} />`
              : html`<${Waiting} />`
      }
    </article>
  `;
}
