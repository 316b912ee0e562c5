// One of several, as chips: radio buttons that look like buttons.
import { html } from "./html.js";

/**
 * @param {{ name: string, legend: string, value: string, options: { id: string, label: string }[],
 *   onPick: (id: string) => void, children?: Page.Shown }} props
 */
export const Choices = ({ name, legend, value, options, onPick, children }) => html`
  <fieldset>
    <legend>${legend}</legend>
    <div class="option-row">
      ${options.map(
        ({ id, label }) => html`
          <label class="option-pick ${value === id ? "on" : ""}" key=${id}>
            <input type="radio" name=${name} value=${id} checked=${value === id} onChange=${() => onPick(id)} />
            <bdi dir="auto">${label}</bdi>
          </label>
        `,
      )}
    </div>
    ${children}
  </fieldset>
`;
