// A line of a record, "1: place forest 1,-2": who, and what is said.

/**
 * The seat, the text behind it and its words. What is no line has no seat.
 * @param {string} line
 */
export function wordsOf(line) {
  const [, seat, text] = /^(\S+): (.*)$/.exec(line) ?? ["", "", line];
  return { seat, text, words: text.split(" ") };
}
