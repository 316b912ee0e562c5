// The turns of a film: which move each begins with, and in which one a position is.

/**
 * @param {(string | null)[]} heads for each move the name of the turn that begins with it
 * @returns {Page.Round[]}
 */
export const roundsOf = (heads) => heads.flatMap((label, i) => (label === null ? [] : [{ label, at: i + 1 }]));

/**
 * The number of the turn in which the position after `at` moves is, from 1; 0: before the first.
 * @param {Page.Round[]} rounds
 * @param {number} at
 */
export const roundAt = (rounds, at) => rounds.filter((round) => round.at <= at).length;
