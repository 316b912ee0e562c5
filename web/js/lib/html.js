// The one place where the page meets its libraries: templates by htm, components and hooks by preact.
import { Fragment, h, render } from "preact";
import htm from "htm";
import { BASE, at } from "./base.js";

export { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
export { Fragment, render };

/** @type {(type: any, props: any, ...rest: any[]) => import("preact").VNode<any>} Paths in links become addresses. */
const linked = (type, props, ...rest) =>
  h(type, type === "a" && props?.href?.[0] === "/" ? { ...props, href: at(props.href) } : props, ...rest);
export const html = htm.bind(BASE === "/" ? h : linked);

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
