// The one place where the page meets its libraries: templates by htm, components and hooks by preact.
import { Fragment, h, render } from "preact";
import htm from "htm";

export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
export { Fragment, render };
export const html = htm.bind(h);

/**
 * Hands on what stands in the field that an event is about: onInput=${entered(setText)}.
 * @param {(text: string) => unknown} use
 */
export const entered = (use) => (/** @type {{ currentTarget: { value: string } }} */ event) =>
  void use(event.currentTarget.value);

/**
 * The same for a <details>: whether it is open now.
 * @param {(open: boolean) => unknown} use
 */
export const toggled = (use) => (/** @type {{ currentTarget: { open: boolean } }} */ event) =>
  void use(event.currentTarget.open);
