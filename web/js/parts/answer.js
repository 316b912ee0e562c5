/*
 * Answers of the API on their way into a view: what was there stays in sight until the new answer comes, and goes
 * together with the address it came from, so that "the API call behind it" is never another one.
 */
import { html, useRef } from "../lib/html.js";
import { useApi } from "../lib/api.js";
import { Trouble, Waiting } from "../lib/parts.js";
import { PAD } from "../lib/titles.js";

/**
 * Like useApi, but the last data (with its url) stay while a new path is asked for; `busy` says so.
 * @template {string} P
 * @template {string} [K=never]
 * @param {P | null} path
 * @param {{ keep?: boolean, all?: K }} [options]
 * @returns {Page.Answer<Api.Listed<P, K>>}
 */
export function useAnswer(path, options) {
  const answer = useApi(path, options);
  const last = useRef(/** @type {{ data: Api.Listed<P, K>, url: string } | null} */ (null));
  if (answer.data !== null && path) last.current = { data: answer.data, url: path };
  if (!path || answer.error) last.current = null;
  return {
    data: last.current?.data ?? null,
    url: last.current?.url ?? path ?? "",
    busy: answer.loading,
    error: answer.error,
    reload: answer.reload,
  };
}

/**
 * Waiting, trouble, or what the child function makes of the data.
 * @template T
 * @param {{ answer: Page.Answer<T>, children: (data: T) => Page.Shown }} props
 */
export function Shown({ answer, children }) {
  if (answer.error) return html`<${Trouble} error=${answer.error} retry=${answer.reload} />`;
  if (answer.data === null) return html`<${Waiting} />`;
  return html`<div class="shown" aria-busy=${answer.busy ? "true" : undefined}>${children(answer.data)}</div>`;
}

/** @type {Page.Rules} */
const NO_RULES = { list: [], find: () => undefined };

/**
 * The games that the daemon knows: { list, find(id) }; empty until they have come.
 * @returns {Page.Rules}
 */
export function useRules() {
  const { data } = useApi("/v1/rules", { keep: true });
  if (!data) return NO_RULES;
  // The pad is no game that somebody plays: its titles are.
  return {
    list: data.games.filter(({ game }) => game !== PAD),
    find: (id) => data.games.find(({ game }) => game === id),
  };
}
