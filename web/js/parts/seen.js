/* What stands further down, made when it comes into sight: until then nothing is asked for it. */
import { html, useEffect, useRef, useState } from "../lib/html.js";

/**
 * @param {{ children: () => Page.Shown }} props
 */
export function Seen({ children }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!box.current) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      setSeen(true);
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return seen ? children() : html`<div class="unseen-yet" ref=${box}></div>`;
}
