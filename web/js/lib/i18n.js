// French and English. Words live in js/words/<area>.js as { key: { en, fr } }; a view adds its area's words and asks
// for them with t("key", { n: 3 }). "{n}" is replaced; "{n|game|games}" picks by the language's plural.
import { club, clubZone, dayOf } from "./club.js";
import { createKept, createStore } from "./store.js";

/** @type {Map<string, { en: string, fr: string }>} */
const dictionary = new Map();

export const LANGUAGES = { en: "English", fr: "Français" };
const guess = (navigator.languages ?? [navigator.language])
  .map((tag) => tag.slice(0, 2))
  .find((tag) => tag in LANGUAGES);
/** What somebody chose on this device; null: nobody has. */
const chosen = createKept("dendro.language", /** @type {string | null} */ (null));
/** The language of who chose, of the club, or of the device. */
const spoken = () =>
  /** @type {"en" | "fr"} */ (
    [chosen.get(), club.get()?.language, guess].find((one) => one && one in LANGUAGES) ?? "en"
  );
/** @type {Page.Store<"en" | "fr">} */
export const language = createStore(spoken());
{
  const speak = language.set;
  const follow = () => speak(spoken());
  chosen.watch(follow);
  club.watch(follow);
  language.set = (tag) => chosen.set(tag);
}

export const lang = () => language.get();

/** As a printer sets it: an apostrophe between letters is a curled one. @param {string} text */
export const curled = (text) => text.replace(/(?<=\p{L})'(?=\p{L})/gu, "’");
/** In French, signs of two parts and guillemets stay with their word: no line breaks there. @param {string} text */
const joined = (text) => curled(text).replace(/ (?=[:;!?»])|(?<=«) /g, "\u00a0");

/**
 * Adds an area's words. They are written with what a keyboard has.
 * @param {Record<string, { en: string, fr: string }>} words
 */
export function addWords(words) {
  for (const [key, { en, fr }] of Object.entries(words)) dictionary.set(key, { en: curled(en), fr: joined(fr) });
}

/**
 * The sentence for `key` in the person's language.
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = dictionary.get(key);
  const text = entry?.[lang()] ?? entry?.en;
  if (text === undefined) {
    console.warn(`no words for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_all, name, one, other) => {
    const value = values[name];
    if (one === undefined) return typeof value === "number" ? number(value) : (value ?? "");
    return new Intl.PluralRules(lang()).select(Number(value)) === "one" ? one : other;
  });
}

/**
 * What the API calls by two names ({ en, fr }).
 * @param {Page.Named | null | undefined} thing
 * @returns {string}
 */
export const named = (thing) => thing?.[lang()] ?? thing?.en ?? thing?.id ?? "";

/** @type {Map<string, unknown>} */
const cache = new Map();
/**
 * One formatter for each language and way of writing: they are dear to make.
 * @template F, O
 * @param {new (locale: string, options: O) => F} kind
 * @param {O} options
 * @returns {F}
 */
function formatter(kind, options) {
  const key = kind.name + lang() + JSON.stringify(options);
  if (!cache.has(key)) cache.set(key, new kind(lang() === "fr" ? "fr-FR" : "en-GB", options));
  return /** @type {F} */ (cache.get(key));
}

/**
 * A number as people write it: with a minus, not a hyphen, and without one before 0.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} options
 */
const written = (value, options) =>
  formatter(Intl.NumberFormat, { signDisplay: "negative", ...options })
    .format(value)
    .replace("-", "−");
/** @param {number} digits */
const exactly = (digits) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
/**
 * @param {number} value
 * @param {number} [digits]
 */
export const number = (value, digits = 0) => written(value, exactly(digits));
/**
 * Points: as many decimals as they have, two at the most.
 * @param {number} value
 */
export const points = (value) => written(value, { maximumFractionDigits: 2 });
/**
 * @param {number} value
 * @param {number} [digits]
 */
export const signed = (value, digits = 0) => written(value, { ...exactly(digits), signDisplay: "exceptZero" });
/**
 * @param {number} value
 * @param {number} [digits]
 */
export const percent = (value, digits = 0) => written(value, { ...exactly(digits), style: "percent" });

/** @type {Intl.DateTimeFormatOptions} */
const DAY = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone: "UTC" };
/** @type {Intl.DateTimeFormatOptions} */
const SHORT = { day: "numeric", month: "short", timeZone: "UTC" };
/**
 * A day as the API writes it, "2026-11-13".
 * @param {string | null | undefined} text
 * @param {boolean} [short]
 */
export const day = (text, short = false) =>
  text ? formatter(Intl.DateTimeFormat, short ? SHORT : DAY).format(new Date(`${text}T00:00:00Z`)) : "";
/**
 * From one day to another: "1 Sept – 31 Dec 2026"; of one day, that day.
 * @param {string} from
 * @param {string} [to]
 */
export const days = (from, to = from) =>
  formatter(Intl.DateTimeFormat, { ...SHORT, year: "numeric" }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );
/**
 * The month of a day, without its year.
 * @param {string} text
 */
export const month = (text) =>
  formatter(Intl.DateTimeFormat, { month: "short", timeZone: "UTC" }).format(new Date(`${text}T00:00:00Z`));
/**
 * The month of a day, with its year.
 * @param {string} text
 */
export const longMonth = (text) =>
  formatter(Intl.DateTimeFormat, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${text}T00:00:00Z`),
  );
/**
 * A moment, in the device's time zone, or in another.
 * @param {string | number} text
 * @param {string} [timeZone]
 */
export const moment = (text, timeZone) =>
  text
    ? formatter(Intl.DateTimeFormat, { dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(text))
    : "";
/**
 * A moment as the club's clocks show it.
 * @param {string} text
 */
export const clubMoment = (text) => moment(text, clubZone());
/** @param {string[]} names */
export const list = (names) => formatter(Intl.ListFormat, { type: "conjunction" }).format(names);
/**
 * The same in parts, for names that each need an element of their own: [{ type: "element" | "literal", value }].
 * @param {string[]} names
 * @returns {{ type: "element" | "literal", value: string }[]}
 */
export const listParts = (names) => formatter(Intl.ListFormat, { type: "conjunction" }).formatToParts(names);
/** Today at the club, as the API writes days. */
export const today = () => dayOf(new Date());
