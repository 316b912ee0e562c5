/*
 * A rating with its doubt. Apart from the tables, because the first view shows five of them and should stay light.
 */
import { between } from "./figures.js";

/** Ratings are held against the mean of the club. */
export const MIDDLE = 1500;

/**
 * A rating with its doubt. It is that of all games, whatever the filter selects: provisional says whether there were
 * enough of them.
 * @param {{ rating: number | null, rating_lo: number | null, rating_hi: number | null, provisional: boolean }} row
 */
export const ratingOf = (row) => between(row.rating, row.rating_lo, row.rating_hi, row.provisional ? 0 : Infinity);
