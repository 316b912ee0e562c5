// A sentence next to the finger: why a tap did nothing. It goes away by itself, and a screen reader says it.
import { html, useCallback, useEffect, useState } from "./html.js";

const SHOWN = 2600;
const HALF = 136; // of the widest one (css/entry.css), and a rim

/** @returns [say(event, text), element]: the element goes somewhere into the view. */
export function usePop() {
  const [pop, setPop] = useState(null);
  useEffect(() => {
    if (!pop) return undefined;
    const timer = setTimeout(() => setPop(null), SHOWN);
    return () => clearTimeout(timer);
  }, [pop]);
  const say = useCallback((event, text) => {
    const box = event?.currentTarget?.getBoundingClientRect?.() ?? event?.target?.getBoundingClientRect?.();
    const x = box ? box.left + box.width / 2 : innerWidth / 2;
    setPop({
      text,
      x: Math.min(Math.max(x, HALF), innerWidth - HALF),
      y: box ? box.top : innerHeight / 2,
      at: Date.now(),
    });
  }, []);
  const element = html`
    <div role="alert" class="pop-place">
      ${pop && html`<p key=${pop.at} class="pop" style=${{ left: `${pop.x}px`, top: `${pop.y}px` }}>${pop.text}</p>`}
    </div>
  `;
  return [say, element];
}
