// How two pictures are compared, and how they become small: arithmetic on ImageData. It is sent as text into a page of
// Chromium (visual_darkroom.mjs), so nothing in here may need anything from outside the function.
//
// Square by square, each SQUARE pixels of half the size wide: of each the least difference counts that remains when
// the new picture is moved by a pixel or not at all. What another version of Chromium draws a little differently
// passes, and so does what moved by a pixel; a word that changed, a button that is gone, another colour, a section that
// moved do not. A colour that fills something is another as soon as it is nowhere any more.

/** @typedef {{ width: number, height: number, data: Uint8ClampedArray }} Picture */
/** @typedef {{ x: number, y: number, far: number }} Square */

export function comparing() {
  const SQUARE = 16;
  /** From here on a square is another: the mean difference of its pixels, of 255, of the colour that differs most. */
  const FAR = 8;
  /** As much as few colours may differ from all: from here on it is another colour. */
  const COLOURED = 40;
  /** A colour that fills as much of a square has to be somewhere still, as near as that. */
  const FILLED = 64;
  const SAME = 3;
  /** How much higher or lower a picture may be. */
  const HIGHER = 2;
  /** Few colours make a square another by as much at the most. */
  const FAITHFUL = 25;
  /** Colours of a picture: as many, and more at a time where they do not do; they are chosen among so many. */
  const COLOURS = 8;
  const MORE = 4;
  const MOST_COLOURS = 40;
  const AMONG = 400;

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
   * Whether a pixel becomes this colour rather than that one; of two that are as near, always the same.
   * @param {number} pixel @param {number} one @param {number} other
   */
  const nearer = (pixel, one, other) =>
    apart(pixel, one) < apart(pixel, other) || (apart(pixel, one) === apart(pixel, other) && one < other);

  /**
   * Few colours, each the one that the picture was furthest from having: a picture of them is a third as large, and
   * reads as well.
   * @param {Picture} picture
   */
  function plain(picture) {
    const pixels = new Uint32Array(picture.data.buffer);
    /** @type {Map<number, number>} */
    const counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const all = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const [[first]] = all;
    /** How often a colour is there, the nearest of those that are kept, and how far that is. */
    const known = all.map(([colour, count]) => ({ colour, count, kept: first, far: apart(colour, first) }));
    /** @param {number} colour */
    const keep = (colour) => {
      for (const one of known) {
        if (nearer(one.colour, colour, one.kept)) {
          Object.assign(one, { kept: colour, far: apart(one.colour, colour) });
        }
      }
    };
    const often = known.slice(0, AMONG);
    const made = new ImageData(picture.width, picture.height);
    const out = new Uint32Array(made.data.buffer);
    for (let n = 1; n < MOST_COLOURS; n++) {
      const worst = often.reduce((a, b) => (b.count * b.far > a.count * a.far ? b : a));
      if (worst.far === 0) break;
      keep(worst.colour);
      if (n + 1 < COLOURS || (n + 1) % MORE > 0) continue;
      paint(pixels, known, out);
      if (faithful(made, picture)) return made;
    }
    paint(pixels, known, out);
    return made;
  }

  /**
   * @param {Uint32Array} pixels
   * @param {{ colour: number, kept: number }[]} known
   * @param {Uint32Array} out
   */
  function paint(pixels, known, out) {
    /** @type {Map<number, number>} */
    const nearest = new Map();
    for (const { colour, kept } of known) nearest.set(colour, kept);
    for (let i = 0; i < pixels.length; i++) out[i] = nearest.get(pixels[i]) ?? 0;
  }

  /**
   * Whether no square has become another for want of colours.
   * @param {Picture} few @param {Picture} all
   */
  function faithful(few, all) {
    for (let y = 0; y < all.height; y += SQUARE) {
      for (let x = 0; x < all.width; x += SQUARE) if (difference(few, all, x, y) > FAITHFUL) return false;
    }
    return true;
  }

  /**
   * The mean difference of the squares of two pictures that begin at x0, y0; the rim of the pictures is left out, where
   * one that was moved has nothing of its own.
   * @param {Picture} a @param {Picture} b
   * @param {number} x0 @param {number} y0
   */
  function difference(a, b, x0, y0) {
    const [left, above] = [Math.max(x0, 1), Math.max(y0, 1)];
    const right = Math.min(x0 + SQUARE, a.width - 1, b.width - 1);
    const below = Math.min(y0 + SQUARE, a.height - 1, b.height - 1);
    if (right <= left || below <= above) return 0;
    let [red, green, blue] = [0, 0, 0];
    for (let y = above; y < below; y++) {
      let [i, j] = [4 * (y * a.width + left), 4 * (y * b.width + left)];
      for (const end = i + 4 * (right - left); i < end; i += 4, j += 4) {
        red += Math.abs(a.data[i] - b.data[j]);
        green += Math.abs(a.data[i + 1] - b.data[j + 1]);
        blue += Math.abs(a.data[i + 2] - b.data[j + 2]);
      }
    }
    return Math.max(red, green, blue) / ((right - left) * (below - above));
  }

  const MOVES = [0, -1, 1].flatMap((dy) => [0, -1, 1].map((dx) => ({ dx, dy })));

  /**
   * A picture in the few colours of another.
   * @param {Picture} picture @param {Picture} other
   */
  function alike(picture, other) {
    const palette = [...new Set(new Uint32Array(other.data.buffer))];
    /** @type {Map<number, number>} */
    const nearest = new Map();
    const made = new ImageData(picture.width, picture.height);
    const out = new Uint32Array(made.data.buffer);
    for (const [i, pixel] of new Uint32Array(picture.data.buffer).entries()) {
      let best = nearest.get(pixel);
      if (best === undefined) {
        best = palette.reduce((a, b) => (nearer(pixel, b, a) ? b : a));
        nearest.set(pixel, best);
      }
      out[i] = best;
    }
    return made;
  }

  /**
   * The squares that are another, the furthest first: of what was accepted, made small, and what is there now, whole.
   * In the few colours of what was accepted the same is the same exactly; another colour is far in all colours.
   * @param {Picture} old @param {Picture} now
   * @returns {Square[]}
   */
  function others(old, now) {
    /** @type {Square[]} */
    let found = [];
    for (let y = 0; y < Math.min(old.height, now.height / 2); y += SQUARE) {
      for (let x = 0; x < Math.min(old.width, now.width / 2); x += SQUARE) found.push({ x, y, far: Infinity });
    }
    for (const { dx, dy } of MOVES) {
      const moved = halved(now, dx, dy);
      const few = alike(moved, old);
      found = found
        .map(({ x, y, far }) => {
          const whole = difference(old, moved, x, y);
          return { x, y, far: Math.min(far, whole < COLOURED ? difference(old, few, x, y) : whole) };
        })
        .filter(({ far }) => far >= FAR);
      if (found.length === 0) break;
    }
    if (found.length === 0) found = recoloured(old, halved(now));
    return found.sort((one, other) => other.far - one.far);
  }

  /**
   * Squares filled with a colour that is nowhere any more: in few colours, what became another one might still be
   * nearest to it. Each of the few was in the picture as it is.
   * @param {Picture} old @param {Picture} now of one size
   */
  function recoloured(old, now) {
    const pixels = new Uint32Array(old.data.buffer);
    /** @type {Map<number, Map<number, number>>} how many pixels among their like, by colour and square */
    const filled = new Map();
    const wide = Math.ceil(old.width / SQUARE);
    for (let y = 1; y < old.height - 1; y++) {
      for (let x = 1, i = y * old.width + 1; x < old.width - 1; x++, i++) {
        const colour = pixels[i];
        if ([i - 1, i + 1, i - old.width, i + old.width].some((at) => pixels[at] !== colour)) continue;
        const squares = filled.get(colour) ?? new Map();
        const square = Math.floor(y / SQUARE) * wide + Math.floor(x / SQUARE);
        filled.set(colour, squares.set(square, (squares.get(square) ?? 0) + 1));
      }
    }
    const colours = [...new Set(new Uint32Array(now.data.buffer))];
    const far = (/** @type {number} */ a, /** @type {number} */ b) =>
      Math.max(...[0, 8, 16].map((bits) => Math.abs(((a >> bits) & 255) - ((b >> bits) & 255))));
    return [...filled].flatMap(([colour, squares]) => {
      const large = [...squares].filter(([, count]) => count >= FILLED);
      if (large.length === 0 || colours.some((one) => far(colour, one) <= SAME)) return [];
      return large.map(([square]) => ({
        x: (square % wide) * SQUARE,
        y: Math.floor(square / wide) * SQUARE,
        far: FAR,
      }));
    });
  }

  /** @typedef {{ width: number, height: number }} Size */
  /** @param {Size} a @param {Size} b */
  const resized = (a, b) => a.width !== b.width || Math.abs(a.height - b.height) > HIGHER;

  return { SQUARE, halved, plain, others, resized };
}
