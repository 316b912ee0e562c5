/*
 * What is to be expected of a table, while it is being set: each one's chance to win, in a small line. It never stands
 * in the way: it is asked for when nobody has changed anything for a moment, and where no answer comes, or there is no
 * network, there is none.
 */
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, percent, t } from "../lib/i18n.js";
import { get, online, query as address } from "../lib/api.js";
import { Name, Names } from "../lib/parts.js";
import { useStore } from "../lib/store.js";
import { words } from "../words/ratings.js";
import { Why } from "./why.js";

addWords(words);

/** Milliseconds of rest before the daemon is asked. */
const REST = 400;
/** Chances of which the largest is not much more than the smallest are "about even". */
const EVEN = 1.35;

/** @typedef {Api.Answer<"/v1/forecast">["rows"]} Rows */

/**
 * The forecast for these people, null while there is none.
 * @param {string} game
 * @param {string[]} handles
 */
function useForecast(game, handles) {
  const path =
    handles.length > 1 ? address("/v1/forecast", { seats: handles.map((id) => `@${id}`).join(","), game }) : null;
  const [known, setKnown] = useState(/** @type {{ path: string, rows: Rows } | null} */ (null));
  const connected = useStore(online);
  useEffect(() => {
    if (!path || !connected) return undefined;
    const control = new AbortController();
    const timer = setTimeout(() => {
      get(path, { signal: control.signal }).then(
        ({ rows }) => setKnown({ path, rows }),
        () => {}, // a convenience: no answer is no error
      );
    }, REST);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [path, connected]);
  return connected && known?.path === path ? known.rows : null;
}

/**
 * What the chances say together, in words; "" when somebody is ahead.
 * @param {Rows} rows
 */
function inWords(rows) {
  if (rows.every(({ provisional }) => provisional)) return t("forecast.early");
  const chances = rows.map(({ chance }) => chance);
  return Math.max(...chances) < EVEN * Math.min(...chances) ? t("forecast.even") : "";
}

/**
 * Chances as whole percents that are 100 together: what rounding down leaves goes to those who lost most by it.
 * @param {number[]} chances
 */
export function wholePercents(chances) {
  const whole = chances.map((chance) => Math.floor(chance * 100));
  const left = 100 - whole.reduce((sum, one) => sum + one, 0);
  const lost = chances.map((chance, i) => ({ i, by: chance * 100 - whole[i] })).sort((a, b) => b.by - a.by);
  for (const { i } of lost.slice(0, left)) whole[i]++;
  return whole;
}

/** @param {{ game: string, seats: Page.Person[] }} props */
export function Forecast({ game, seats }) {
  const handles = seats.flatMap(({ id }) => id ?? []);
  const rows = useForecast(game, handles);
  if (handles.length < 2) return null;
  const newcomers = seats.filter(({ id }) => !id).map(({ name }) => name);
  const percents = wholePercents((rows ?? []).map(({ chance }) => chance));
  return html`
    <div class="forecast small muted">
      <span role="status">
        ${
          rows &&
          html`
            ${inWords(rows)} ${t("forecast.chances")}${" "}
            ${rows.map(
              ({ handle, player }, i) => html`
                <span class="one-chance" key=${handle}>
                  <${Name}>${player}<//> <span class="num">${percent(percents[i] / 100)}</span>
                </span>${" "}
              `,
            )}
            ${
              newcomers.length > 0 &&
              html`<span class="newcomers">
                <${Names} names=${newcomers} /> ${t("forecast.new", { n: newcomers.length })}
              </span>`
            }
          `
        }
      </span>
      ${rows && html`<${Why} name=${t("forecast.name")} text=${t("forecast.why")} />`}
    </div>
  `;
}
