// Correcting a game that was written down move by move: one move is picked and another put in its place, as often as
// it takes; the others stay. Whether all of them still follow from each other, the daemon says, with the move where
// they do not.
import { entered, html, useEffect, useMemo, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { get } from "../lib/api.js";
import { plain } from "../lib/combo.js";
import { cutRecord, joinRecord } from "../lib/from_record.js";
import { Trouble } from "../lib/parts.js";
import { setQuery } from "../lib/router.js";
import { roundsOf } from "../lib/rounds.js";
import { createKept, useStore } from "../lib/store.js";
import { namesOf } from "../draw/all.js";
import { words } from "../words/game_page.js";
import { CorrectionReview } from "./correction_review.js";

addWords(words);

/** Moves that are shown of those that fit. */
const SHOWN = 30;

/** @typedef {{ game: number, last: number, edits: Record<number, string> }} Edited moves by their number, from 1 */
const kept = createKept("dendro.correcting", /** @type {Edited | null} */ (null));

/** @param {string} line */
const seatOf = (line) => line.slice(0, line.indexOf(":"));

/**
 * What could have been played instead, as the daemon says; none where it does not know, because moves before were
 * changed or there is no network.
 * @param {number} id
 * @param {number} at
 * @param {string} seat
 */
function useLegalAt(id, at, seat) {
  const [found, setFound] = useState(/** @type {{ at: number, lines: string[] }} */ ({ at: 0, lines: [] }));
  useEffect(() => {
    let current = true;
    if (at < 1) return undefined;
    get(`/v1/games/${id}/legal?at=${at - 1}&seat=${encodeURIComponent(seat)}&limit=10000`).then(
      ({ seats }) => current && setFound({ at, lines: seats.flatMap(({ moves }) => moves) }),
      () => current && setFound({ at, lines: [] }),
    );
    return () => {
      current = false;
    };
  }, [id, at, seat]);
  return found.at === at ? found.lines : [];
}

/**
 * Another move for the one that was picked: out of those that were possible, or written.
 * @param {{ id: number, at: number, line: string, now: string, say: (line: string) => string,
 *   onTake: (line: string) => void }} props line: as it stands; now: as it is changed
 */
function Instead({ id, at, line, now, say, onTake }) {
  const [typed, setTyped] = useState("");
  const [wanted, setWanted] = useState("");
  const seat = seatOf(line);
  const legal = useLegalAt(id, at, seat);
  const said = useMemo(() => legal.map((one) => ({ line: one, text: say(one) })), [legal]);
  const terms = plain(wanted).split(/\s+/).filter(Boolean);
  const fits = said.filter(({ line: one, text }) => terms.every((term) => plain(`${text} ${one}`).includes(term)));
  /** @param {Event} event */
  const take = (event) => {
    event.preventDefault();
    const text = typed.trim().replace(/^(\d+|[*na]):\s*/, "");
    if (text) onTake(`${seat}: ${text}`);
    setTyped("");
  };
  return html`
    <section class="instead">
      <h2>${t("correct.instead")}</h2>
      <p class="muted">${t("correct.was", { said: say(line) })}</p>
      ${
        said.length > 0 &&
        html`
          <label class="field">
            <span>
              ${t("correct.filter")} <span class="muted small">${t("correct.possible", { n: said.length })}</span>
            </span>
            <input
              name="filter"
              placeholder=${t("correct.filterHint")}
              autocomplete="off"
              value=${wanted}
              onInput=${entered(setWanted)}
            />
          </label>
          <div class="correct-moves" tabindex="0" role="group" aria-label=${t("correct.instead")}>
            ${fits.slice(0, SHOWN).map(
              ({ line: one, text }) => html`
                <button
                  type="button"
                  key=${one}
                  data-line=${one}
                  aria-pressed=${one === now}
                  onClick=${() => onTake(one)}
                >
                  ${text}
                </button>
              `,
            )}
          </div>
        `
      }
      <form class="inline-form" onSubmit=${take}>
        <label class="field">
          <span>${t("correct.byHand")}</span>
          <input
            name="move"
            autocomplete="off"
            autocapitalize="none"
            placeholder=${line.slice(line.indexOf(":") + 2)}
            value=${typed}
            onInput=${entered(setTyped)}
          />
        </label>
        <button type="submit" disabled=${typed.trim() === ""}>${t("correct.take")}</button>
      </form>
    </section>
  `;
}

/**
 * The moves by turns, to pick one of.
 * @param {{ moves: string[], at: number, heads: (string | null)[], say: (line: string) => string,
 *   onPick: (at: number) => void }} props
 */
function Which({ moves, at, heads, say, onPick }) {
  const options = useMemo(() => {
    const rounds = roundsOf(heads);
    const starts = rounds.length > 0 && rounds[0].at === 1 ? rounds : [{ label: "", at: 1 }, ...rounds];
    return starts.map(({ label, at: from }, i) => {
      const until = starts[i + 1]?.at ?? moves.length + 1;
      const own = moves.slice(from - 1, until - 1).map(
        (line, n) => html`
          <option key=${from + n} value=${String(from + n)}>
            ${t("correct.move", { n: from + n, said: say(line) })}
          </option>
        `,
      );
      return label
        ? html`<optgroup key=${from} label=${t("round.of", { n: label, of: rounds.length })}>${own}</optgroup>`
        : own;
    });
  }, [moves, heads]);
  return html`
    <div class="row which-move">
      <label class="field">
        <span>${t("correct.which")}</span>
        <select name="which" value=${String(at)} onChange=${entered((n) => onPick(Number(n)))}>
          ${options}
        </select>
      </label>
      <button type="button" disabled=${at <= 1} onClick=${() => onPick(at - 1)}>${t("replay.previous")}</button>
      <button type="button" disabled=${at >= moves.length} onClick=${() => onPick(at + 1)}>${t("replay.next")}</button>
    </div>
  `;
}

/**
 * @param {{ standing: import("./correction_review.js").Standing, moves: string[], query: URLSearchParams,
 *   onSent: () => void, onStale: () => void }} props
 */
export function CorrectMoves({ standing, moves, query, onSent, onStale }) {
  const { info, boards, book, before } = standing;
  const [review, setReview] = useState(false);
  const stored = useStore(kept);
  const edits = stored?.game === info.id && stored.last === info.last ? stored.edits : {};
  const at = Math.min(Math.max(1, Number(query.get("at")) || moves.length), moves.length);
  const who = namesOf(info);
  const heads = useMemo(() => boards.heads(moves, info.seats.length), [moves, boards]);
  /** @param {string} line */
  const say = (line) => boards.sentence(line, who, book);
  /**
   * @param {number} n
   * @param {string} line
   */
  const edit = (n, line) => {
    const { [n]: _, ...rest } = edits;
    kept.set({ game: info.id, last: info.last, edits: line === moves[n - 1] ? rest : { ...rest, [n]: line } });
  };
  /** @param {number} n */
  const pick = (n) => {
    setReview(false);
    setQuery({ at: String(n) });
  };
  const now = moves.map((line, i) => edits[i + 1] ?? line);
  const parts = cutRecord(before);
  const changed = Object.entries(edits).map(([n, line]) => ({ n: Number(n), line }));
  // Moves that were taken back while it was played stay in the log; what stands is corrected.
  const standingNow = { ...standing, before: joinRecord({ ...parts, moves }) };
  /** @param {import("../lib/api.js").Problem} error */
  const refused = (error) => {
    if (error.ply === undefined || !now[error.ply]) return null;
    const n = error.ply + 1;
    const why = error.detail ?? error.message;
    return html`
      <${Trouble} error=${new Error(t("correct.refusedAt", { n, said: say(now[n - 1]), why }))} />
      <p><button type="button" onClick=${() => pick(n)}>${t("correct.mend", { n })}</button></p>
    `;
  };
  if (review) {
    return html`
      <${CorrectionReview}
        standing=${standingNow}
        after=${joinRecord({ ...parts, moves: now })}
        onMore=${() => setReview(false)}
        onSent=${() => {
          kept.set(null);
          onSent();
        }}
        onStale=${onStale}
        refused=${refused}
      />
    `;
  }
  return html`
    <${Which} moves=${now} at=${at} heads=${heads} say=${say} onPick=${pick} />
    <${Instead}
      key=${at}
      id=${info.id}
      at=${at}
      line=${moves[at - 1]}
      now=${now[at - 1]}
      say=${say}
      onTake=${(/** @type {string} */ line) => edit(at, line)}
    />
    ${
      changed.length > 0 &&
      html`
        <h2>${t("correct.edited")}</h2>
        <ul class="bare edits">
          ${changed.map(
            ({ n, line }) => html`
              <li key=${n} class="row spread" data-move=${n}>
                <span>${t("correct.move", { n, said: say(line) })}</span>
                <button type="button" class="plain" onClick=${() => edit(n, moves[n - 1])}>
                  ${t("correct.reset")}
                </button>
              </li>
            `,
          )}
        </ul>
      `
    }
    <p>
      <button type="button" class="primary wide" disabled=${changed.length === 0} onClick=${() => setReview(true)}>
        ${t("correct.look")}
      </button>
    </p>
    ${changed.length === 0 && html`<p class="muted" role="status">${t("correct.nothing")}</p>`}
  `;
}
