// The top of the page of every game: who won and by how much, what state it is in, what was played, when and where, and
// how sure the result is; then what it changed, then the score. The film, where there is one, comes below.
import { html } from "../lib/html.js";
import { addWords, day, moment, named, points, t } from "../lib/i18n.js";
import { contested } from "../lib/contested.js";
import { Heading, Name, Names, seatName } from "../lib/parts.js";
import { outbox, waitingFor } from "../lib/queue.js";
import { useStore } from "../lib/store.js";
import { titleOf } from "../lib/titles.js";
import { WaitingList } from "../lib/waiting.js";
import { words } from "../words/game_page.js";
import { words as gameWords } from "../words/replay.js";
import { words as titleWords } from "../words/titles.js";
import { GameChanges } from "./game_changes.js";
import { ResultTable } from "./result_table.js";
import { Why } from "./why.js";
import { Sentence, saidBy } from "./won.js";

addWords(words);
addWords(gameWords);
addWords(titleWords);

/** @typedef {import("../lib/game_facts.js").Facts} Facts */

/**
 * A game that does not count has no places in the API; its score is the one that it would have.
 * @param {Api.Game} info
 * @param {Facts["score"]} score
 * @returns {Api.Game}
 */
function scored(info, score) {
  if (info.status === "finished" || info.status === "live" || !score) return info;
  const lines = new Map(score.seats.map((line) => [line.seat, line]));
  const seats = info.seats.map((seat) => {
    const line = lines.get(seat.seat);
    return { ...seat, total: line?.total ?? null, rank: info.status === "void" ? (line?.rank ?? null) : null };
  });
  return { ...info, seats };
}

/**
 * What state it is in, where that is not simply over; with the reason that somebody gave.
 * @param {{ info: Api.Game, facts: Facts }} props
 */
function State({ info, facts }) {
  if (info.status !== "void" && info.status !== "abandoned") return null;
  const reason = facts.ended?.reason;
  return html`
    <p class="game-state" data-state=${info.status}>
      <strong>${t(`head.${info.status}`)}</strong>
      ${reason && html`${" "}<${Name}>${t("head.why", { reason })}<//>`}
      ${facts.ended && html`${" "}<span class="muted small">${moment(facts.ended.at)}</span>`}
    </p>
  `;
}

/**
 * What the players wrote, where something else was computed: both figures, seat by seat, the total first.
 * @param {{ info: Api.Game, claims: ReturnType<typeof contested>, rules?: Api.RulesGame }} props
 */
function Contested({ info, claims, rules }) {
  if (claims.length === 0) return null;
  /** @param {string} id */
  const category = (id) =>
    id === "total" ? t("head.total") : named(rules?.categories.find((one) => one.id === id)) || id;
  const seats = info.seats.filter(({ seat }) => claims.some((one) => one.seat === String(seat)));
  return html`
    <div class="game-state" data-state="contested">
      <strong>${t("head.contested")}</strong>
      <ul class="bare">
        ${seats.map((seat) => {
          const own = claims.filter((one) => one.seat === String(seat.seat));
          const sorted = own.sort((a, b) => Number(b.category === "total") - Number(a.category === "total"));
          return html`
            <li key=${seat.seat}>
              <${Name}>${seatName(seat)}<//>
              ${" · "}${sorted
                .map(({ category: id, written, computed }) =>
                  t("head.figures", {
                    category: category(id),
                    written: points(written),
                    computed: points(computed),
                  }),
                )
                .join(" · ")}
            </li>
          `;
        })}
      </ul>
    </div>
  `;
}

/** @param {{ facts: Facts }} props */
function Corrected({ facts }) {
  if (facts.corrected?.kind !== "correct") return null;
  const { at, reason } = facts.corrected;
  const when = moment(at);
  return html`
    <p class="small corrected">
      <${Name}>${reason ? t("head.corrected", { day: when, reason }) : t("head.correctedPlain", { day: when })}<//>
    </p>
  `;
}

/** @param {{ info: Api.Game }} props */
const Basis = ({ info }) => html`
  <p class="muted small basis">
    <span class="explained">
      ${t(`result.basis.${info.basis ?? "stated"}`)}
      <${Why} name=${t("head.sure")} text=${t(`head.sure.${info.basis ?? "stated"}`)} />
    </span>
  </p>
`;

/**
 * What of this game waits on the device.
 * @param {{ id: number }} props
 */
function Waits({ id }) {
  const items = waitingFor(useStore(outbox), id);
  return items.length === 0
    ? null
    : html`<div class="trouble away"><p>${t("deeds.waits")}</p><${WaitingList} items=${items} /></div>`;
}

/** @param {{ info: Api.Game, rules?: Api.RulesGame, facts: Facts, children?: Page.Shown }} props */
export function GameHead({ info: known, rules, facts, children }) {
  const info = scored(known, facts.score);
  const live = info.status === "live";
  const { notes, ...said } = saidBy(facts.text);
  const claims = facts.text && facts.score ? contested(facts.text, facts.score) : [];
  const number = t("games.number", { n: String(info.id) });
  const title = titleOf(info, rules);
  const about = [title, info.day && day(info.day), info.place];
  if (info.duration) about.push(t("totals.minutes", { n: info.duration }));
  return html`
    <header class="game-head replay-head">
      <${Heading} title=${`${title} · ${number}`}>
        ${
          live
            ? html`
              <${Names}
                names=${info.seats.map(seatName)}
                links=${info.seats.map(({ person }) => (person ? `/people/${person}` : undefined))}
              />
            `
            : info.status === "abandoned"
              ? t("head.noResult")
              : html`<${Sentence} info=${info} ...${said} />`
        }
      <//>
      <${State} info=${info} facts=${facts} />
      <${Contested} info=${info} claims=${claims} rules=${rules} />
      <p class="muted small facts">${[...about, number].filter(Boolean).join("\u00a0· ")}</p>
      ${live ? html`<p class="small" role="status">${t("replay.live")}</p>` : html`<${Basis} info=${info} />`}
      <${Corrected} facts=${facts} />
      <${Waits} id=${info.id} />
      ${children}
      <${GameChanges} info=${info} rules=${rules} />
      ${!live && html`<${ResultTable} info=${info} doubted=${new Set(claims.map(({ seat }) => seat))} />`}
      ${!live && notes.map((note, i) => html`<p key=${i} class="note"><${Name}>${note}<//></p>`)}
    </header>
  `;
}
