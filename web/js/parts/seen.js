/*
 * What stands further down, made when it comes into sight: until then nothing is asked for it. Or after a while, so
 * that it is there when the network is not any more.
 */
import { html, useEffect, useRef, useState } from "../lib/html.js";

const WHILE = 8000;

/**
 * @param {{ children: () => Page.Shown }} props
 */
export function Seen({ children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!box.current) return undefined;
    const see = (/** @type {IntersectionObserverEntry[]} */ entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      setSeen(true);
    };
    const watch = new IntersectionObserver(see, { threshold: 0.3 }); // more than its edge
    watch.observe(box.current);
    const timer = setTimeout(() => setSeen(true), WHILE);
    return () => {
      watch.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return seen ? children() : html`<div class="not-yet" ref=${box}></div>`;
}
