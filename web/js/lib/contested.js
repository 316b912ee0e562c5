// Where the players wrote another score than what counts: the record keeps both, and so does whoever tells of the game.

/**
 * Seats of which the players wrote something else than what counts, with both figures: the record has what they wrote
 * as claims.
 * @param {string} text
 * @param {Pick<Api.Score, "seats">} score
 * @returns {{ seat: string, category: string, written: number, computed: number }[]}
 */
export function contested(text, score) {
  const known = new Map(score.seats.map((seat) => [String(seat.seat), seat]));
  return [...text.matchAll(/^claim (\S+) (.+) (-?[\d.]+)$/gm)].flatMap(([, seat, category, written]) => {
    const line = known.get(seat);
    const computed = category === "total" ? line?.total : line?.categories[category];
    const other = computed !== null && computed !== undefined && computed !== Number(written);
    return other ? [{ seat, category, written: Number(written), computed }] : [];
  });
}
