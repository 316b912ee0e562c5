// A game as a film: the board in the middle, the strip of moves below, the score race beside it. The address holds the
// move (?at=N), so that a position can be shared as a link; a game under way goes on by itself.
import { html, useCallback, useEffect, useMemo, useRef, useState } from "../lib/html.js";
import { addWords, t } from "../lib/i18n.js";
import { useApi } from "../lib/api.js";
import { useFilm, useMark, useMore, usePosition } from "../lib/film.js";
import { useGameFacts } from "../lib/game_facts.js";
import { useInSight } from "../lib/in_sight.js";
import { Heading, Trouble, Waiting } from "../lib/parts.js";
import { navigate } from "../lib/router.js";
import { roundAt, roundsOf } from "../lib/rounds.js";
import { words } from "../words/replay.js";
import { namesOf, useBoards } from "../draw/all.js";
import { Look } from "../draw/look.js";
import { Race, ScoreTable } from "../draw/scores.js";
import { Controls, SPEEDS, Strip } from "../draw/strip.js";
import { GameDeeds } from "../parts/game_deeds.js";
import { GameHead } from "../parts/game_head.js";
import { OutwardGame } from "../parts/outward.js";
import { RecordText } from "../parts/record_text.js";
import { ReviewEntry } from "../parts/review_entry.js";
import { Better, useFaultMarks, useFaults } from "../parts/review_film.js";
import { Seen } from "../parts/seen.js";

addWords(words);

/** Milliseconds between two moves of the film. */
const BEAT = 900;

/** @typedef {import("../lib/film.js").Film} Film */

/**
 * The race as the daemon counts it.
 * @param {{ film: Film } & Omit<Parameters<typeof Race>[0], "scores">} props
 */
function Counted({ film, ...rest }) {
  const { data: scores } = useMore(/** @type {const} */ (`/v1/games/${film.info.id}/scores`), film);
  return scores ? html`<${Race} scores=${scores} ...${rest} />` : null;
}

/**
 * The move with the hand that it came from, in a game that has hands; the one before stays until that has come.
 * @param {{ film: Film, ask: (ply: number) => Promise<Api.Position> | Api.Position | null } &
 *   Omit<Parameters<typeof Look>[0], "looks" | "before">} props
 */
function InHand({ film, ask, ...rest }) {
  const { at } = rest;
  const { data: hands, failed } = useMore(/** @type {const} */ (`/v1/games/${film.info.id}/hands`), film);
  const [before, setBefore] = useState(/** @type {{ at: number, state?: Api.State } | null} */ (null));
  const last = useRef(/** @type {Page.Shown} */ (html`<${Waiting} />`));
  useEffect(() => {
    let current = true;
    Promise.resolve(ask(at - 1)).then(
      (position) => current && setBefore({ at, state: position?.state }),
      () => current && setBefore({ at }), // the hand is not shown then
    );
    return () => {
      current = false;
    };
  }, [ask, at]);
  if ((hands || failed) && before?.at === at) {
    last.current = html`<${Look} ...${rest} looks=${hands?.looks ?? []} before=${before.state} />`;
  }
  return last.current;
}

/**
 * Whether a key press belongs to something that has its own use for it.
 * @param {Element} target
 * @param {string} key
 */
const busy = (target, key) =>
  target.closest("textarea, select, [contenteditable], input:not([type=range]), .plot") !== null ||
  ((key === " " || key === "Enter") && target.closest("button, a, summary, [role=button]") !== null) ||
  (key.startsWith("Arrow") && target.closest("input, .scroll-x, table.grid, pre") !== null);

/** @param {{ at: number }} props */
function Share({ at }) {
  const [said, setSaid] = useState(/** @type {string | null} */ (null));
  const url = new URL(`${location.pathname}?at=${at}`, location.href).href;
  const share = async () => {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ url, title: document.title });
      } else await navigator.clipboard.writeText(url).then(() => setSaid("copied"));
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) setSaid("copy");
    }
  };
  return html`
    <button type="button" class="share" onClick=${share}>${t("replay.share")}</button>
    <span role="status" class="small">${said === "copied" && t("replay.copied")}</span>
    ${
      said === "copy" &&
      html`
        <label class="small">
          ${t("replay.copy")} <input
            readonly
            value=${url}
            onFocus=${(/** @type {{ target: HTMLInputElement }} */ event) => event.target.select()}
          />
        </label>
      `
    }
  `;
}

/**
 * The race with clans that were only revealed at the end, or null where the API's own will do.
 * @param {Film} props
 * @param {Page.Boards} [boards]
 */
function secret({ info, moves, last }, boards) {
  if (info.game !== "grandbois" || info.level !== "table" || !last.over || !boards?.hindsight) return null;
  return boards.hindsight(moves, /** @type {Grandbois.State} */ (last.state).seats);
}

/**
 * The score of the API's position, or what it was in hindsight.
 * @param {Api.Score} score
 * @param {ReturnType<typeof secret>} later
 * @param {number} at
 */
function scoreAt(score, later, at) {
  if (!later) return score;
  const told = new Map(later.seats.map((line) => [line.seat, line]));
  return {
    ...score,
    seats: score.seats.map((seat) => {
      const line = told.get(seat.seat);
      if (!line) return seat;
      const categories = Object.fromEntries(Object.entries(line.categories).map(([id, points]) => [id, points[at]]));
      return { ...seat, total: line.totals[at], categories };
    }),
  };
}

/** @param {Page.View} props */
export default function View({ params, query }) {
  const { film, error, load, live } = useFilm(params.id);
  const { data: allRules } = useApi("/v1/rules", { keep: true });
  const loaded = useBoards(params.id, film?.info.game);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(SPEEDS[0]);
  const [mark, setMark] = useMark(query);
  const facts = useGameFacts(film?.info, film?.last.score);
  const stated = film && film.info.status !== "live" && ["totals", "sheet"].includes(film.info.level);
  useEffect(() => {
    if (stated) navigate(`/games/${params.id}`, { replace: true }); // a result, and no film
  }, [stated, params.id]);
  const plies = film?.plies ?? 0;
  const at = Math.min(mark, plies);
  const { shown, error: lost, ask } = usePosition(params.id, film, at);

  const go = useCallback(
    (/** @type {number} */ to, { keep = false } = {}) => {
      const ply = Math.min(plies, Math.max(0, to));
      if (!keep) setPlaying(false);
      setMark(live && ply === plies ? Infinity : ply);
    },
    [plies, live],
  );

  const play = () => {
    if (!playing && at >= plies) go(0, { keep: true });
    setPlaying(!playing && plies > 0);
  };

  useEffect(() => {
    if (!playing) return undefined;
    if (at >= plies) {
      setPlaying(false);
      return undefined;
    }
    if (shown?.at !== at) return undefined; // the picture first
    const timer = setTimeout(() => go(at + 1, { keep: true }), BEAT / speed);
    return () => clearTimeout(timer);
  }, [playing, at, plies, shown, speed, go]);

  const rounds = useMemo(
    () => (film && loaded ? roundsOf(loaded.boards.heads(film.moves, film.info.seats.length)) : []),
    [film, loaded],
  );
  const round = roundAt(rounds, at);
  /** @param {number} n */
  const toRound = (n) => {
    if (rounds.length > 0) go(n < 1 ? 0 : rounds[Math.min(n, rounds.length) - 1].at);
  };
  const board = useInSight(shown?.at, ".film");

  const keys = useRef(/** @type {(event: KeyboardEvent) => void} */ (() => {}));
  keys.current = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element)) return;
    if (busy(event.target, event.key)) return;
    const act = {
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
      Home: () => go(0),
      End: () => go(plies),
      PageUp: () => toRound(rounds[round - 1]?.at === at ? round - 1 : round),
      PageDown: () => (round < rounds.length ? toRound(round + 1) : go(plies)),
      " ": play,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => keys.current(event);
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  const picks = useMemo(
    () => (film && loaded?.boards.picks ? loaded.boards.picks(film.moves, film.info.seats.length) : null),
    [film, loaded],
  );
  const who = useMemo(() => namesOf(film?.info ?? { seats: [] }), [film]);
  const rules = allRules?.games.find((game) => game.game === film?.info.game);
  const faults = useFaults(film?.info, rules);
  const marks = useFaultMarks(faults);
  const later = useMemo(() => film && secret(film, loaded?.boards), [film, loaded]);

  if (error && !film) return html`<${Heading}>${t("replay.title")}<//><${Trouble} error=${error} retry=${load} />`;
  if (!film || !loaded || stated || !facts.ready) return html`<${Heading}>${t("replay.title")}<//><${Waiting} />`;
  const { boards, book } = loaded;
  const line = at > 0 ? film.moves[at - 1] : null;
  const said = line ? boards.sentence(line, who, book) : t("replay.start");
  const now = shown?.film === film ? shown : null;
  return html`
    <article class="replay">
      <${GameHead} info=${film.info} rules=${rules} facts=${facts} />
      <div class="replay-main">
        <div class="board" data-at=${now?.at} ref=${board}>
          ${lost && html`<${Trouble} error=${lost} />`}
          ${
            now
              ? boards.table({
                  state: now.state.state,
                  who,
                  last: now.at > 0 ? film.moves[now.at - 1] : null,
                  final: film.last.state,
                  turn: live && at === plies ? now.state.turn : [],
                  book,
                })
              : html`<${Waiting} />`
          }
        </div>
        <div class="film">
          <p class="now" aria-live=${playing ? "off" : "polite"}>
            <span class="muted">${t("replay.of", { at, plies })}</span> <span class="said">${said}</span>
          </p>
          <${Strip}
            moves=${film.moves}
            seats=${film.info.seats.length}
            boards=${boards}
            book=${book}
            who=${who}
            at=${at}
            faults=${marks}
            onGo=${go}
          />
          ${faults && html`<${Better} faults=${faults} at=${at} boards=${boards} book=${book} who=${who} />`}
          <${Controls}
            at=${at}
            plies=${plies}
            playing=${playing}
            speed=${speed}
            said=${`${t("replay.of", { at, plies })}. ${said}`}
            rounds=${rounds}
            round=${round}
            onRound=${toRound}
            onGo=${go}
            onPlay=${play}
            onSpeed=${() => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length])}
          />
        </div>
        <div class="beside">
          ${
            now &&
            html`
              <section>
                <h2>${at === plies && !live ? t("replay.scores") : t("replay.scores-at")}</h2>
                <${ScoreTable}
                  score=${scoreAt(now.state.score, later, now.at)}
                  who=${who}
                  rules=${rules}
                  caption=${t("replay.scores-at")}
                />
              </section>
            `
          }
          ${
            plies > 1 &&
            (later
              ? html`<${Race} scores=${later} who=${who} rules=${rules} at=${at} onGo=${go} />`
              : html`<${Seen}>
                  ${() => html`<${Counted} film=${film} who=${who} rules=${rules} at=${at} onGo=${go} />`}
                <//>`)
          }
          ${later && html`<p class="muted small">${t("replay.secret")}</p>`}
        </div>
        ${
          line &&
          now &&
          html`<${Seen}>${() => html`
            <${picks ? InHand : Look}
              film=${film}
              ask=${ask}
              id=${params.id}
              at=${at}
              line=${line}
              pick=${picks?.[at - 1] ?? null}
              looks=${[]}
              level=${film.info.level}
              who=${who}
              boards=${boards}
              book=${book}
            />
          `}<//>`
        }
      </div>
      <footer class="replay-foot row no-print">
        <${ReviewEntry} info=${film.info} rules=${rules} />
        <${Share} at=${at} />
        <a class="button" href=${`/games/${params.id}/print`}>${t("games.print")}</a>
        <a class="button plain" href=${`/audit?game=${params.id}`}>${t("games.audit")}</a>
        <span class="muted small wide-only">${t("replay.keys")}</span>
      </footer>
      ${film.info.status === "finished" && html`<${OutwardGame} info=${film.info} rule=${rules} />`}
      <${GameDeeds} info=${film.info} at=${at} />
      <${RecordText} id=${params.id} open=${query.get("show") === "record"} last=${film.info.last} />
    </article>
  `;
}
