// Hexagons of side 1 that stand on a corner; q runs to the right, r down and to the right.
const SIDE = 1;
export const WIDE = Math.sqrt(3) * SIDE;

/**
 * The middle of a hexagon.
 * @param {number} q
 * @param {number} r
 * @returns {[number, number]}
 */
export const middle = (q, r) => [WIDE * (q + r / 2), 1.5 * SIDE * r];

/**
 * Its six corners, as a polygon has them.
 * @param {number} x
 * @param {number} y
 * @param {number} [size]
 */
export const corners = (x, y, size = SIDE) =>
  [...Array(6).keys()]
    .map((i) => {
      const angle = (Math.PI / 3) * i - Math.PI / 6;
      return `${(x + size * Math.cos(angle)).toFixed(3)},${(y + size * Math.sin(angle)).toFixed(3)}`;
    })
    .join(" ");

/**
 * A hexagon as a line of a record has it, "q,r".
 * @param {number} q
 * @param {number} r
 */
export const at = (q, r) => `${q},${r}`;

/**
 * The other way round.
 * @param {string} place
 * @returns {[number, number]}
 */
export const hexOf = (place) => {
  const [q, r] = place.split(",").map(Number);
  return [q, r];
};

/**
 * What a drawing of these hexagons takes up: { left, top, width, height }.
 * @param {{ q: number, r: number }[]} hexes
 */
export function extent(hexes) {
  const points = hexes.map(({ q, r }) => middle(q, r));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.min(...xs) - WIDE / 2 - 0.05;
  const top = Math.min(...ys) - SIDE - 0.05;
  return {
    left,
    top,
    width: Math.max(...xs) + WIDE / 2 + 0.05 - left,
    height: Math.max(...ys) + SIDE + 0.05 - top,
  };
}
