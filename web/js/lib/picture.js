// A picture to send to friends, drawn on the device: what is said becomes marks on a sheet, and marks become SVG or are
// painted on a canvas for a PNG. The page's policy lets no image of our own making be loaded, so that the canvas is not
// given the SVG: both are made from the same marks. A picture is light whatever the theme: nobody knows where it will
// be seen.

/**
 * What stands in a picture. `columns`: heads of the figures on the right; `more`: what is left out, in words; `lines`:
 * what follows in small letters, `feet`: what it all rests on.
 * @typedef {{ rank: string, name: string, values: string[], first: boolean }} Row
 * @typedef {{ club: string, title: string, facts: string[], lead: string, columns: string[], rows: Row[],
 *   more?: string | null, lines?: string[], feet: string[] }} Said
 *
 * @typedef {{ kind: "box", x: number, y: number, width: number, height: number, fill: string }} BoxMark
 * @typedef {{ kind: "path", x: number, y: number, scale: number, d: string, fill: string }} PathMark
 * @typedef {{ kind: "text", x: number, y: number, text: string, whole: string, size: number, bold: boolean,
 *   fill: string, end: boolean, width: number }} TextMark
 * @typedef {{ width: number, height: number, title: string, marks: (BoxMark | PathMark | TextMark)[] }} Picture
 * @typedef {(text: string, size: number, bold: boolean) => number} Measure
 */

const WIDTH = 1080;
const EDGE = 64;
const INNER = WIDTH - 2 * EDGE;
/** Letters above a column: of a sheet this wide, what a phone still shows. */
const HEAD = 30;
const HEAD_ROOM = 190;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
/** Those of css/tokens.css by day. */
const INK = { paper: "#f6f1e4", ink: "#22301f", soft: "#56604d", line: "#d6ccb2", green: "#1f4a34", first: "#dbe7d4" };
const TREE = "M12 2l5 7h-3l4 6h-3l4 5h-6v3h-2v-3H5l4-5H6l4-6H7z";

/**
 * Without what XML cannot hold: a name is data, and may be any.
 * @param {string} text
 */
const clean = (text) =>
  Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const held = code >= 0x20 && (code < 0xd800 || code > 0xdfff) && code !== 0xfffe && code !== 0xffff;
    return held ? letter : " ";
  }).join("");

/** @param {string} text */
const lettersOf = (text) =>
  Array.from(new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text), ({ segment }) => segment);

/**
 * As much of a text as there is room for, with an ellipsis where it is cut.
 * @param {string} text
 * @param {number} room
 * @param {(text: string) => number} widthOf
 */
function cut(text, room, widthOf) {
  if (widthOf(text) <= room) return text;
  const letters = lettersOf(text.slice(0, 400));
  let [low, high] = [0, letters.length];
  while (low < high) {
    const half = Math.ceil((low + high) / 2);
    if (widthOf(`${letters.slice(0, half).join("")}…`) <= room) low = half;
    else high = half - 1;
  }
  return `${letters.slice(0, low).join("").trimEnd()}…`;
}

/**
 * A text in lines of a width, `most` of them; the last one is cut where there is more.
 * @param {string} text
 * @param {number} room
 * @param {number} most
 * @param {(text: string) => number} widthOf
 */
function wrap(text, room, most, widthOf) {
  const words = text.split(" ").filter(Boolean);
  /** @type {string[]} */
  const lines = [];
  let line = words.shift() ?? "";
  for (const [i, word] of words.entries()) {
    if (widthOf(`${line} ${word}`) <= room) {
      line += ` ${word}`;
    } else if (lines.length === most - 1) {
      line = [line, ...words.slice(i)].join(" ");
      break;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line].map((one) => cut(one, room, widthOf));
}

/** Puts marks on a sheet from the top down. */
class Sheet {
  /** @param {Measure} measure */
  constructor(measure) {
    this.measure = measure;
    /** @type {Picture["marks"]} */
    this.marks = [];
    this.y = EDGE;
  }

  /**
   * A text at the height of `y`, its baseline; smaller where it must be, cut where that does not do.
   * @param {string} whole
   * @param {{ x?: number, room?: number, size: number, least?: number, bold?: boolean, fill?: string, end?: boolean }}
   * how
   */
  text(whole, { x = EDGE, room = INNER, size, least = size, bold = false, fill = INK.ink, end = false }) {
    if (!whole) return;
    let now = size;
    while (now > least && this.measure(whole, now, bold) > room) now -= 2;
    const text = cut(whole, room, (part) => this.measure(part, now, bold));
    const width = this.measure(text, now, bold);
    this.marks.push({ kind: "text", x, y: this.y, text, whole, size: now, bold, fill, end, width });
  }

  /**
   * A text in several lines.
   * @param {string} text
   * @param {{ size: number, most: number, bold?: boolean, fill?: string, room?: number }} how
   */
  paragraph(text, { size, most, bold = false, fill = INK.ink, room = INNER }) {
    for (const line of wrap(text, room, most, (part) => this.measure(part, size, bold))) {
      this.y += Math.round(size * 1.3);
      this.text(line, { size, bold, fill, room });
    }
  }

  /** @param {number} height */
  rule(height = 2) {
    this.marks.push({ kind: "box", x: EDGE, y: this.y, width: INNER, height, fill: INK.line });
  }
}

/**
 * @param {Sheet} sheet
 * @param {Said} said
 */
function head(sheet, { club, title, facts, lead }) {
  sheet.marks.push({ kind: "path", x: EDGE - 10, y: EDGE - 12, scale: 2.4, d: TREE, fill: INK.green });
  sheet.y = EDGE + 32;
  sheet.text(club, { x: EDGE + 52, room: INNER - 52, size: 34, least: 28, bold: true, fill: INK.green });
  sheet.y += 24;
  sheet.paragraph(title, { size: 60, most: 2, bold: true });
  sheet.y += 8;
  if (facts.length > 0) sheet.paragraph(facts.join(" · "), { size: 36, most: 2, fill: INK.soft });
  if (lead) {
    sheet.y += 16;
    sheet.paragraph(lead, { size: 46, most: 3, bold: true, fill: INK.green });
  }
  sheet.y += 24;
}

/**
 * The places, everybody on a line.
 * @param {Sheet} sheet
 * @param {Said} said
 */
function board(sheet, { columns, rows, more }) {
  const tall = rows.length > 12 ? 64 : 76;
  const size = rows.length > 12 ? 38 : 44;
  const heads = columns.map((name) => wrap(name, HEAD_ROOM, 2, (part) => sheet.measure(part, HEAD, false)));
  const widths = heads.map((lines, i) =>
    Math.max(
      ...lines.map((line) => sheet.measure(line, HEAD, false)),
      ...rows.map((row) => sheet.measure(row.values[i] ?? "", size, true)),
    ),
  );
  /** Where the figures of each column end. */
  const ends = widths.map((_, i) => WIDTH - EDGE - 16 - widths.slice(i + 1).reduce((sum, one) => sum + one + 36, 0));
  const left = rows.some(({ rank }) => rank) ? EDGE + 84 : EDGE + 16;
  const room = (ends[0] ?? WIDTH - EDGE) - (widths[0] ?? 0) - 28 - left;
  for (let row = Math.max(0, ...heads.map((lines) => lines.length)); row > 0; row--) {
    sheet.y += HEAD + 4;
    heads.forEach((lines, i) =>
      sheet.text(lines.at(-row) ?? "", { x: ends[i], size: HEAD, fill: INK.soft, end: true }),
    );
  }
  sheet.y += 14;
  for (const { rank, name, values, first } of rows) {
    if (first) {
      sheet.marks.push({ kind: "box", x: EDGE, y: sheet.y, width: INNER, height: tall, fill: INK.first });
    }
    sheet.rule();
    sheet.y += Math.round(tall / 2 + size * 0.36);
    sheet.text(rank, { x: EDGE + 60, room: 60, size, least: 26, fill: INK.soft, end: true });
    sheet.text(name, { x: left, room, size, least: 32, bold: first });
    values.forEach((value, i) => sheet.text(value, { x: ends[i], size, bold: first || i === 0, end: true }));
    sheet.y += tall - Math.round(tall / 2 + size * 0.36);
  }
  if (rows.length > 0) sheet.rule();
  if (more) {
    sheet.y += 44;
    sheet.text(more, { x: left, size: 34, fill: INK.soft });
  }
}

/**
 * Lays out what is said.
 * @param {Said} said
 * @param {Measure} measure
 * @returns {Picture}
 */
export function layOut(said, measure) {
  const sheet = new Sheet(measure);
  const clear = /** @type {Said} */ (
    JSON.parse(JSON.stringify(said), (_key, value) => (typeof value === "string" ? clean(value) : value))
  );
  head(sheet, clear);
  board(sheet, clear);
  if (clear.lines?.length) {
    sheet.y += 16;
    for (const line of clear.lines) sheet.paragraph(line, { size: 34, most: 2 });
  }
  sheet.y += 12;
  for (const line of clear.feet) sheet.paragraph(line, { size: 32, most: 2, fill: INK.soft });
  const height = Math.round(sheet.y + EDGE);
  /** @type {BoxMark} */
  const paper = { kind: "box", x: 0, y: 0, width: WIDTH, height, fill: INK.paper };
  const title = [clear.title, clear.lead, clear.club].filter(Boolean).join(" · ");
  return { width: WIDTH, height, title, marks: [paper, ...sheet.marks] };
}

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
/** @param {string} text */
const escape = (text) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]);

/** @type {{ [K in Picture["marks"][number]["kind"]]: (mark: any) => string }} */
const WRITE = {
  box: (/** @type {BoxMark} */ { x, y, width, height, fill }) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`,
  path: (/** @type {PathMark} */ { x, y, scale, d, fill }) =>
    `<path transform="translate(${x} ${y}) scale(${scale})" d="${d}" fill="${fill}"/>`,
  // The length holds it in its place where another machine has wider letters.
  text: (/** @type {TextMark} */ { x, y, text, whole, size, bold, fill, end, width }) =>
    `<text x="${Math.round(x)}" y="${y}" font-size="${size}"${bold ? ' font-weight="700"' : ""} fill="${fill}"` +
    `${end ? ' text-anchor="end"' : ""}${width > 200 ? ` textLength="${Math.round(width)}"` : ""}` +
    `${width > 200 ? ' lengthAdjust="spacingAndGlyphs"' : ""}>` +
    `${escape(text)}${text === whole ? "" : `<title>${escape(whole)}</title>`}</text>`,
};

/** @param {Picture} picture */
export const svgOf = ({ width, height, title, marks }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
  `role="img" aria-label="${escape(title)}" font-family="${FONT}"><title>${escape(title)}</title>` +
  `${marks.map((mark) => WRITE[mark.kind](mark)).join("\n")}</svg>\n`;

/**
 * @param {number} size
 * @param {boolean} bold
 */
const fontOf = (size, bold) => `${bold ? "700 " : ""}${size}px ${FONT}`;

/**
 * How wide letters are on this device.
 * @returns {Measure}
 */
export function measureHere() {
  const context = document.createElement("canvas").getContext("2d");
  return (text, size, bold) => {
    if (!context) return text.length * size * 0.6;
    context.font = fontOf(size, bold);
    return context.measureText(text).width;
  };
}

/**
 * Paints it; resolves with a PNG, or with null where the device cannot.
 * @param {Picture} picture
 * @returns {Promise<Blob | null>}
 */
export function pngOf({ width, height, marks }) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  for (const mark of marks) {
    context.fillStyle = mark.fill;
    if (mark.kind === "box") {
      context.fillRect(mark.x, mark.y, mark.width, mark.height);
    } else if (mark.kind === "path") {
      context.setTransform(mark.scale, 0, 0, mark.scale, mark.x, mark.y);
      context.fill(new Path2D(mark.d));
      context.resetTransform();
    } else {
      context.font = fontOf(mark.size, mark.bold);
      context.textAlign = mark.end ? "right" : "left";
      context.fillText(mark.text, Math.round(mark.x), mark.y);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
