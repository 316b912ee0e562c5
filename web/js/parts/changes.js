/*
 * What an evening changed: "+12" is somebody's rating after it compared with the one after their evening before.
 * Ratings are fitted to whole evenings, so that every game of an evening has the same. Everybody at the table is
 * named: who has no evening before has a first rating. Nice to know and nothing more: where the history does not come,
 * there is nothing.
 */
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, day, number, signed, t } from "../lib/i18n.js";
import { get, query as address, useApi } from "../lib/api.js";
import { Name } from "../lib/parts.js";
import { words } from "../words/ratings.js";

addWords(words);

/** Days to look back for everybody's evening before at once; whoever was away for longer is asked for alone. */
const BACK = 183;
const DAY = 86400000;

/**
 * @typedef {{ after: number, day: string, before: { rating: number, day: string } | null, first: boolean }} Change
 * first: there was no evening before, whatever other rows say
 */

/**
 * What the evening of `night` changed, by handle; `before` is null for who has no evening before in these rows.
 * @param {Api.History[]} rows in the order of nights
 * @param {string} night
 * @returns {Map<string, Change>}
 */
export function changesOf(rows, night) {
  /** @type {Map<string, { rating: number, day: string }>} */
  const earlier = new Map();
  /** @type {Map<string, Change>} */
  const changes = new Map();
  for (const { handle, night: at, rating, games } of rows) {
    if (at === null || at > night) continue;
    const before = earlier.get(handle) ?? null;
    if (at < night) {
      if (!before || before.day < at) earlier.set(handle, { rating, day: at });
    } else changes.set(handle, { after: rating, day: night, before, first: games === 1 });
  }
  return changes;
}

/**
 * The changes of an evening in a game, or in all games, of these people; empty until they are all known.
 * @param {string} game
 * @param {string | null | undefined} night
 * @param {string[]} handles those at the table
 * @returns {Map<string, Change>}
 */
export function useChanges(game, night, handles) {
  const from = night && new Date(Date.parse(`${night}T00:00:00Z`) - BACK * DAY).toISOString().slice(0, 10);
  const { data } = useApi(night ? address("/v1/ratings/history", { game, from, to: night }) : null);
  const recent = data && night ? changesOf(data.rows, night) : null;
  // Who has one rated game, and it is of this evening, was not away: they are new.
  const unknown = (/** @type {Change | undefined} */ change) => change?.before === null && !change.first;
  const away = recent ? handles.filter((handle) => unknown(recent.get(handle))) : [];
  const long = useLong(game, night ?? "", away);
  if (!recent || !long) return new Map();
  for (const handle of away) recent.delete(handle);
  return new Map([...recent, ...long]);
}

/**
 * The changes of people who were away for long, from all of their evenings; null while they are asked for.
 * @param {string} game
 * @param {string} night
 * @param {string[]} handles
 */
function useLong(game, night, handles) {
  const key = [game, night, ...handles].join(" ");
  const [known, setKnown] = useState(
    /** @type {{ key: string, changes: Map<string, Change> }} */ ({ key: "", changes: new Map() }),
  );
  useEffect(() => {
    if (handles.length === 0) return undefined;
    const { signal, abort } = controller();
    const asked = handles.map((handle) =>
      get(address("/v1/ratings/history", { game, player: `@${handle}`, to: night }), { signal }).then(
        ({ rows }) => [...changesOf(rows, night)],
        () => [], // then nothing is said of them
      ),
    );
    void Promise.all(asked).then((changes) => signal.aborted || setKnown({ key, changes: new Map(changes.flat()) }));
    return abort;
  }, [key]);
  if (handles.length === 0) return new Map();
  return known.key === key ? known.changes : null;
}

/** An AbortController whose parts can be taken apart. */
function controller() {
  const control = new AbortController();
  return { signal: control.signal, abort: () => control.abort() };
}

/**
 * By how much, or that it is a first rating; null without a change.
 * @param {Change | undefined} change
 */
export const byOf = (change) => (change?.before ? change.after - change.before.rating : null);

/** @param {{ change: Change | undefined }} props */
export function ChangeOf({ change }) {
  const by = byOf(change);
  const said = by !== null ? signed(by) : change ? t("change.first") : "–";
  return html`<span class=${by === null ? "change muted" : "change num"}>${said}</span>`;
}

/**
 * What stands behind the "?" of changes: what they compare, and each one's two ratings.
 * @param {{ why: string, people: { handle: string, player: string }[], changes: Map<string, Change> }} props
 */
export const ChangesNote = ({ why, people, changes }) => html`
  <span>${why} ${t("change.everybody")}</span>
  ${people.map(({ handle, player }) => {
    const change = changes.get(handle);
    if (!change) return null;
    const { after, before } = change;
    const values = { after: number(after), before: number(before?.rating ?? 0), since: day(before?.day) };
    return html`
      <span key=${handle}><${Name}>${player}<//> ${t(before ? "change.both" : "change.only", values)}</span>
    `;
  })}
`;
