// A field that finds while somebody types: some letters, a list, arrows and Enter.
import { entered, html, useState } from "./html.js";
import { Name } from "./parts.js";

/**
 * Letters without accents, capitals and marks of direction, so that "elo" finds "Élodie".
 * @param {string} text
 */
export const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase()
    .trim();

/**
 * find(text): what fits, [{ key, label, note, … }]; onPick(option, event). The field is empty afterwards and keeps the
 * focus, and a phone its keyboard: a finger on the list takes neither away. Further attributes are the input's.
 * @template {{ key: string | number, label: string, note?: string | null }} O
 * @param {{ id: string, label: string, hint: string, find: (text: string) => O[],
 *   onPick: (option: O, event: Event) => void, [attribute: string]: unknown }} props
 */
export function Combo({ id, label, hint, find, onPick, ...rest }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const options = find(text);
  /**
   * @param {O} option
   * @param {Event} event
   */
  const pick = (option, event) => {
    document.getElementById(id)?.focus(); // first: whoever is called may have a better place for it
    onPick(option, event);
    setText("");
    setAt(0);
  };
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt((at + (event.key === "ArrowDown" ? 1 : options.length - 1)) % Math.max(1, options.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (options[at]) pick(options[at], event);
    } else if (event.key === "Escape") {
      setText("");
    }
  };
  return html`
    <div class="combo">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck=${false}
        maxlength="200"
        dir="auto"
        placeholder=${hint}
        aria-expanded=${options.length > 0}
        aria-controls="${id}-list"
        aria-activedescendant=${options.length > 0 ? `${id}-${at}` : undefined}
        value=${text}
        onInput=${entered((now) => {
          setText(now);
          setAt(0);
        })}
        onKeyDown=${onKey}
        ...${rest}
      />
      <ul
        class="bare options"
        id="${id}-list"
        role="listbox"
        aria-label=${label}
        hidden=${options.length === 0}
        onMouseDown=${(/** @type {Event} */ event) => event.preventDefault()}
      >
        ${options.map(
          (option, i) => html`
            <li
              key=${option.key}
              id="${id}-${i}"
              role="option"
              aria-selected=${i === at}
              onClick=${(/** @type {Event} */ event) => pick(option, event)}
            >
              <${Name}>${option.label}<//>
              ${option.note && html` <span class="small muted">${option.note}</span>`}
            </li>
          `,
        )}
      </ul>
    </div>
  `;
}
