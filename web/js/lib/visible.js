// What somebody wrote or pasted, without what cannot be seen: chats and address books put marks of direction and blanks
// of no width around names. The daemon refuses them (src/base/hidden.c), and whoever entered it an hour ago could not
// find what is wrong. Joiners and selectors that belong to emoji and scripts stay.
const BLANK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g; // eslint-disable-line no-control-regex -- as it is meant
const NOTHING = new RegExp(
  "[\\u00ad\\u061c\\u115f\\u1160\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0" +
    "\\ufff0-\\ufffb]|\\u034f|\\u17b4|\\u17b5",
  "g",
);

/**
 * One line of text as it is sent.
 * @param {string} text
 */
export const visible = (text) => text.replace(BLANK, " ").replace(NOTHING, "").trim();
