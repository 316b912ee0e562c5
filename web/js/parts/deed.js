/*
 * Something that is done at once and may be refused: what was said about it stays beside the form. What cannot be
 * undone asks for a name to be typed, so that a slip of the thumb does nothing.
 */
import { entered, html, useState } from "../lib/html.js";
import { t } from "../lib/i18n.js";
import { Trouble } from "../lib/parts.js";

/** Runs something that may be refused; what was said about it is kept beside the form. */
export function useDeed() {
  const [state, setState] = useState(
    /** @type {{ error: unknown, said: string, busy: boolean }} */ ({ error: null, said: "", busy: false }),
  );
  /** @param {() => Promise<string | void>} work */
  const run = (work) => async (/** @type {Event} */ event) => {
    event.preventDefault();
    setState({ error: null, said: "", busy: true });
    try {
      setState({ error: null, said: (await work()) ?? "", busy: false });
    } catch (error) {
      setState({ error, said: "", busy: false });
    }
  };
  return {
    run,
    busy: state.busy,
    error: state.error,
    outcome: html`${state.error && html`<${Trouble} error=${state.error} />`}<p role="status">${state.said}</p>`,
  };
}

/**
 * Whether the name was typed, with whatever apostrophe the keyboard has.
 * @param {string} typed
 * @param {string} name
 */
export const isTyped = (typed, name) => {
  /** @param {string} text */
  const even = (text) =>
    text
      .trim()
      .normalize("NFC")
      .replace(/[’‘ʼ´`]/g, "'");
  return even(typed) === even(name);
};

/**
 * The field that a name is typed into; `ask` says which.
 * @param {{ name: string, typed: string, onType: (text: string) => void, ask?: string }} props
 */
export const Sure = ({ name, typed, onType, ask }) => html`
  <label class="field">
    <span>${ask ?? t("stats.type-name")}</span>
    <input name=${name} dir="auto" value=${typed} onInput=${entered(onType)} autocomplete="off" autocapitalize="none" />
  </label>
`;
