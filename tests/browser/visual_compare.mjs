// How two pictures are compared, and how they become small: arithmetic on ImageData. It is sent as text into a page of
// Chromium (visual_darkroom.mjs), so nothing in here may need anything from outside the function.
//
// Square by square, each SQUARE pixels of half the size wide: of each the least difference counts that remains when
// the new picture is moved by a pixel or not at all. What another version of Chromium draws a little differently
// passes, and so does what moved by a pixel; a word that changed, a button that is gone, another colour, a section that
// moved do not.

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Picture */
/** @typedef {{ x: number, y: number, far: number }} Square */

export function comparing() {
  const SQUARE = 16;
  /** From here on a square is another: the mean difference of its pixels, of 255, of the colour that differs most. */
  const FAR = 8;
  /** How much higher or lower a picture may be. */
  const HIGHER = 2;
  /** Colours of a picture, and how far apart they are at least: the sum of three differences. */
  const COLOURS = 10;
  const ALIKE = 40;

  /**
   * Half the size, each pixel the mean of four; moved by a pixel of the whole one where dx, dy say so.
   * @param {Picture} from
   * @param {number} [dx]
   * @param {number} [dy]
   */
  function halved(from, dx = 0, dy = 0) {
    const { width: wide, height: high, data } = from;
    const half = new ImageData(Math.ceil(wide / 2), Math.ceil(high / 2));
    /** @param {number} at @param {number} size */
    const within = (at, size) => Math.min(Math.max(at, 0), size - 1);
    for (let y = 0, to = 0; y < half.height; y++) {
      const [above, below] = [within(2 * y + dy, high) * wide, within(2 * y + 1 + dy, high) * wide];
      for (let x = 0; x < half.width; x++, to += 4) {
        const [left, right] = [within(2 * x + dx, wide), within(2 * x + 1 + dx, wide)];
        const [a, b, c, d] = [4 * (above + left), 4 * (above + right), 4 * (below + left), 4 * (below + right)];
        for (let i = 0; i < 3; i++) {
          half.data[to + i] = (data[a + i] + data[b + i] + data[c + i] + data[d + i] + 2) >> 2;
        }
        half.data[to + 3] = 255;
      }
    }
    return half;
  }

  /** @param {number} a @param {number} b */
  const apart = (a, b) =>
    Math.abs((a & 255) - (b & 255)) +
    Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)) +
    Math.abs(((a >> 16) & 255) - ((b >> 16) & 255));

  /**
   * Few colours, those that are there most often: a picture of them is a third as large, and reads as well.
   * @param {Picture} picture
   */
  function plain(picture) {
    const pixels = new Uint32Array(picture.data.buffer);
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const all = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([colour]) => colour);
    /** @type {number[]} */
    const kept = [];
    for (const colour of all) {
      if (kept.length === COLOURS) break;
      if (kept.every((other) => apart(colour, other) >= ALIKE)) kept.push(colour);
    }
    /** @type {Map<number, number>} */
    const nearest = new Map();
    for (const colour of all) {
      let best = kept[0];
      for (const one of kept) if (apart(colour, one) < apart(colour, best)) best = one;
      nearest.set(colour, best);
    }
    const made = new ImageData(picture.width, picture.height);
    const out = new Uint32Array(made.data.buffer);
    for (let i = 0; i < pixels.length; i++) out[i] = nearest.get(pixels[i]) ?? 0;
    return made;
  }

  /**
   * The mean difference of the squares of two pictures that begin at x0, y0.
   * @param {Picture} a @param {Picture} b
   * @param {number} x0 @param {number} y0
   */
  function difference(a, b, x0, y0) {
    const [x1, y1] = [Math.min(x0 + SQUARE, a.width, b.width), Math.min(y0 + SQUARE, a.height, b.height)];
    let [red, green, blue] = [0, 0, 0];
    for (let y = y0; y < y1; y++) {
      for (
        let i = 4 * (y * a.width + x0), j = 4 * (y * b.width + x0), end = i + 4 * (x1 - x0);
        i < end;
        i += 4, j += 4
      ) {
        red += Math.abs(a.data[i] - b.data[j]);
        green += Math.abs(a.data[i + 1] - b.data[j + 1]);
        blue += Math.abs(a.data[i + 2] - b.data[j + 2]);
      }
    }
    return Math.max(red, green, blue) / ((x1 - x0) * (y1 - y0));
  }

  const MOVES = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].flatMap((dx) => (dx || dy ? [{ dx, dy }] : [])));

  /**
   * The squares that are another, the furthest first: of what was accepted, made small, and what is there now, whole.
   * @param {Picture} old @param {Picture} now
   * @returns {Square[]}
   */
  function others(old, now) {
    const straight = plain(halved(now));
    const [width, height] = [Math.min(old.width, straight.width), Math.min(old.height, straight.height)];
    /** @type {Square[]} */
    let found = [];
    for (let y = 0; y < height; y += SQUARE) {
      for (let x = 0; x < width; x += SQUARE) found.push({ x, y, far: difference(old, straight, x, y) });
    }
    found = found.filter(({ far }) => far >= FAR);
    for (const { dx, dy } of MOVES) {
      if (found.length === 0) break;
      const moved = plain(halved(now, dx, dy));
      found = found
        .map(({ x, y, far }) => ({ x, y, far: Math.min(far, difference(old, moved, x, y)) }))
        .filter(({ far }) => far >= FAR);
    }
    return found.sort((one, other) => other.far - one.far);
  }

  /** @param {Picture} a @param {Picture} b */
  const resized = (a, b) => a.width !== b.width || Math.abs(a.height - b.height) > HIGHER;

  return { SQUARE, halved, plain, others, resized };
}
