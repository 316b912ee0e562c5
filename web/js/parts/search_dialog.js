/*
 * The search: a field and, a kind at a time, what it finds, as links. Down goes from the field into the links and on,
 * up goes back; Enter in the field opens the first. It comes with its style when it is first opened.
 */
import { entered, html, useEffect, useRef, useState } from "../lib/html.js";
import { addWords, named, t } from "../lib/i18n.js";
import { throwIfAborted } from "../lib/api.js";
import { Name, Trouble } from "../lib/parts.js";
import { navigate } from "../lib/router.js";
import { below } from "../lib/base.js";
import { search } from "../lib/search.js";
import { words } from "../words/search.js";
import { useRules } from "./answer.js";

addWords(words);

const PAUSE = 150;
const LONGEST = 100;

/** @typedef {{ text: string, kinds: import("../lib/search.js").Kind[], away: boolean, error: Error | null }} Result */
/** @type {Result} */
const NOTHING = { text: "", kinds: [], away: false, error: null };

/**
 * What the text finds, a moment after the last letter; what was found before stays until then.
 * @param {string} text
 * @param {Page.Rules} rules
 */
function useFound(text, rules) {
  const [result, setResult] = useState(NOTHING);
  const names = useRef(rules);
  names.current = rules;
  useEffect(() => {
    if (!text) {
      setResult(NOTHING);
      return undefined;
    }
    const control = new AbortController();
    const gameName = (/** @type {string} */ game) => named(names.current.find(game)) || game;
    const ask = () =>
      search(text, gameName, control.signal).then(
        (found) => control.signal.aborted || setResult({ text, ...found, error: null }),
        (error) => {
          if (!control.signal.aborted) setResult({ ...NOTHING, text, error });
          else throwIfAborted(error);
        },
      );
    const timer = setTimeout(() => void ask().catch(() => {}), PAUSE);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [text]);
  return result;
}

/** @param {{ kind: import("../lib/search.js").Kind }} props */
const Kind = ({ kind: { kind, found } }) => html`
  <section aria-label=${t(`search.${kind}`)}>
    <h3>${t(`search.${kind}`)}</h3>
    <ul class="bare">
      ${found.map(
        (one) => html`
          <li key=${one.href}>
            <a href=${one.href}>
              <strong><${Name}>${one.name}<//></strong>
              ${one.about && html`<span class="muted small"><${Name}>${one.about}<//></span>`}
            </a>
          </li>
        `,
      )}
    </ul>
  </section>
`;

/** @param {Result & { asked: string }} props */
const Found = ({ text, kinds, away, error, asked }) => {
  const n = kinds.reduce((sum, { found }) => sum + found.length, 0);
  return html`
    <div class="search-found" aria-busy=${text === asked ? undefined : "true"}>
      ${error && html`<${Trouble} error=${error} />`}
      ${away && html`<p class="muted">${t("search.off")}</p>`}
      ${kinds.map((kind) => html`<${Kind} key=${kind.kind} kind=${kind} />`)}
      ${text && !error && n === 0 && html`<p>${t("search.none")}</p>`}
      <p class="unseen" role="status">${text && n > 0 ? t("search.found", { n }) : ""}</p>
    </div>
  `;
};

/** @param {{ onClose: () => void }} props */
export default function Search({ onClose }) {
  const [typed, setTyped] = useState("");
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const text = typed.trim();
  const result = useFound(text, useRules());
  useEffect(() => dialog.current?.showModal(), []);
  const links = () => /** @type {HTMLAnchorElement[]} */ ([...(dialog.current?.querySelectorAll("a[href]") ?? [])]);
  /** @param {HTMLAnchorElement | undefined} link */
  const go = (link) => {
    const to = link && below(link.pathname);
    if (!to) return;
    dialog.current?.close();
    navigate(to + link.search);
  };
  /** For what somebody has pressed Enter before it was found: whoever types fast does not press it twice. */
  const pressed = useRef("");
  useEffect(() => {
    if (pressed.current && pressed.current === result.text) go(links()[0]);
    pressed.current = "";
  }, [result]);
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const all = links();
    const at = all.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = all[at + step];
      if (next) next.focus();
      else if (at + step < 0) dialog.current?.querySelector("input")?.focus();
    } else if (event.key === "Enter" && at < 0 && event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (result.text === text) go(all[0]);
      else pressed.current = text;
    }
  };
  /** A tap beside it, or on a link in it: that one is followed as any other. */
  const leave = (/** @type {Event} */ { target }) => {
    if (target === dialog.current || (target instanceof Element && target.closest("a"))) dialog.current?.close();
  };
  return html`
    <dialog
      class="search-dialog"
      ref=${dialog}
      aria-label=${t("search.label")}
      onClose=${onClose}
      onClick=${leave}
      onKeyDown=${onKey}
    >
      <div class="search-head">
        <label>
          <span>${t("search.label")}</span>
          <input
            type="search"
            name="q"
            autocomplete="off"
            spellcheck=${false}
            enterkeyhint="go"
            maxlength=${LONGEST}
            dir="auto"
            autofocus
            placeholder=${t("search.hint")}
            value=${typed}
            onInput=${entered(setTyped)}
          />
        </label>
        <button type="button" onClick=${() => dialog.current?.close()}>${t("close")}</button>
      </div>
      <${Found} ...${result} asked=${text} />
    </dialog>
  `;
}
