/* A text as a QR code, drawn as one SVG path; the library is loaded when the first code is shown. */
import { html, useEffect, useState } from "../lib/html.js";

/**
 * The dark squares as a path, one unit each.
 * @param {{ getModuleCount(): number, isDark(row: number, column: number): boolean }} code
 */
function pathOf(code) {
  const size = code.getModuleCount();
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { size, path };
}

/** @param {string} text */
const latin = (text) => Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");

/** Bytes above which the squares of a code are so small that it takes a large one, and a steady hand. */
export const DENSE = 1200;

/**
 * How much a code holds, in bytes: with the correction that a poster needs, as long as its squares are not too small
 * for that; and with the least that there is.
 * @type {["M" | "L", number][]}
 */
const HOLDS = [
  ["M", DENSE],
  ["L", 2953],
];

/** @param {string} bytes */
const levelFor = (bytes) => HOLDS.find(([, most]) => bytes.length <= most)?.[0] ?? null;

/**
 * How much a code of this text has to hold.
 * @param {string} text
 */
export const codeBytes = (text) => new TextEncoder().encode(text).length;

/**
 * Whether a text is short enough for a code.
 * @param {string} text
 */
export const fitsCode = (text) => levelFor(latin(text)) !== null;

/** Without a network the code may not come: the text is beside it. */
const missing = () => {};

/**
 * A text that fits: fitsCode() tells.
 * @param {{ text: string, label: string }} props
 */
export function QrCode({ text, label }) {
  const [drawing, setDrawing] = useState(/** @type {{ size: number, path: string } | null} */ (null));
  useEffect(() => {
    let current = true;
    import("qrcode-generator").then(({ default: qrcode }) => {
      const bytes = latin(text);
      const level = levelFor(bytes);
      if (!level) return;
      const code = qrcode(0, level);
      code.addData(bytes, "Byte"); // bytes of UTF-8: the dash of a signature is not Latin
      code.make();
      if (current) setDrawing(pathOf(code));
    }, missing);
    return () => {
      current = false;
    };
  }, [text]);
  if (!drawing) return html`<div class="qr"></div>`;
  const quiet = 4;
  const box = `${-quiet} ${-quiet} ${drawing.size + 2 * quiet} ${drawing.size + 2 * quiet}`;
  return html`
    <svg class="qr" viewBox=${box} role="img" aria-label=${label} shape-rendering="crispEdges">
      <rect x=${-quiet} y=${-quiet} width="100%" height="100%" fill="#fff" />
      <path d=${drawing.path} fill="#000" />
    </svg>
  `;
}
