// Pad documents (docs/pad.md): which title has one, what a form on the page makes of it, and what the daemon would
// refuse, said before it is asked.
import { useApi } from "./api.js";
import { plain } from "./combo.js";
import { named } from "./i18n.js";

export const MOST_CATEGORIES = 24;
export const MOST_SEATS = 12;
const LONGEST = 80; // bytes of a name
const MOST_BGG = 99999999;
/** Words that a line of totals begins with: src/rules/totals_text.c. */
const RESERVED = new Set([
  ...["total", "totals", "totaux", "points", "rank", "rang", "place"],
  ...["wins", "win", "won", "gagne", "gagnee", "gagnent"],
  ...["loses", "lose", "lost", "perd", "perdu", "perdue", "perdent"],
  ...["played", "joue", "jouee"],
  ...["back", "retour", "annule"],
]);

/** @typedef {{ key: string, id: string | null, en: string, fr: string, minus: boolean }} FormCategory */
/**
 * What stands in the form.
 * @typedef {{ id: string | null, edition: number, en: string, fr: string, bgg: string, variant: string, least: string,
 *   most: string, categories: FormCategory[] }} PadForm
 */

/**
 * All pad documents that the daemon has; kept for when there is no network.
 * @param {boolean} [wanted]
 */
export function usePads(wanted = true) {
  const { data, error, loading, reload } = useApi(wanted ? "/v1/pads" : null, { keep: true });
  return { pads: data?.pads ?? [], error, loading, reload };
}

/**
 * Of each document its newest edition.
 * @param {Api.Pad[]} pads
 */
export function newest(pads) {
  /** @type {Map<string, Api.Pad>} */
  const found = new Map();
  for (const pad of pads) {
    const before = found.get(pad.name.id);
    if (!before || pad.edition >= before.edition) found.set(pad.name.id, pad);
  }
  return [...found.values()];
}

/**
 * The document of a title, by its id or one of its names; the club's own before one that is shipped.
 * @param {Api.Pad[]} pads
 * @param {{ id: string, names: string[] }} title
 * @returns {Api.Pad | null}
 */
export function padFor(pads, { id, names }) {
  const called = new Set(names.map(plain));
  const fits = newest(pads).filter(
    ({ title, name }) => title === id || called.has(plain(name.en)) || called.has(plain(name.fr)),
  );
  return fits.find(({ shipped }) => !shipped) ?? fits[0] ?? null;
}

/**
 * Titles that have a document and have not been played yet; `own`: the club's, not an example.
 * @param {Api.Pad[]} pads
 * @param {{ id: string, names: string[] }[]} known
 */
export function padTitles(pads, known) {
  const taken = new Set(known.flatMap(({ id, names }) => [id, ...names.map(plain)]));
  return newest(pads)
    .filter(
      ({ title, name }) => !(title && taken.has(title)) && !taken.has(plain(name.en)) && !taken.has(plain(name.fr)),
    )
    .map(({ name, shipped }) => ({
      id: plain(name.en),
      name: named(name),
      names: [name.en, name.fr],
      own: !shipped,
    }));
}

let keys = 0;
/** @returns {FormCategory} */
export const emptyCategory = () => ({ key: `c${++keys}`, id: null, en: "", fr: "", minus: false });

/**
 * An empty form, or one with what a document says.
 * @param {Api.Pad | null} pad
 * @returns {PadForm}
 */
export function formOf(pad) {
  if (!pad) {
    return {
      id: null,
      edition: 1,
      en: "",
      fr: "",
      bgg: "",
      variant: "high",
      least: "2",
      most: "4",
      categories: [],
    };
  }
  return {
    id: pad.name.id,
    edition: pad.edition + 1,
    en: pad.name.en,
    fr: pad.name.fr,
    bgg: pad.bgg ? String(pad.bgg) : "",
    variant: pad.variant,
    least: String(pad.seats.least),
    most: String(pad.seats.most),
    categories: pad.categories.map(({ id, en, fr, sign }) => ({ ...emptyCategory(), id, en, fr, minus: sign === "-" })),
  };
}

/**
 * Both names, each standing in for the other.
 * @param {{ en: string, fr: string }} names
 */
const both = ({ en, fr }) => ({ en: en.trim() || fr.trim(), fr: fr.trim() || en.trim() });

/**
 * A name as ids are written: small letters, digits, hyphens.
 * @param {string} name
 */
const slug = (name) =>
  plain(name)
    .replace(/œ/g, "oe")
    .replace(/æ/g, "ae")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, LONGEST - 4);

/**
 * An id that is not taken and that a line of totals reads as what it is.
 * @param {string} name
 * @param {Set<string>} taken
 */
function freshId(name, taken) {
  const base = slug(name);
  const good = base && !/^\d/.test(base) && !RESERVED.has(base) ? base : `x-${base || "y"}`;
  let id = good;
  for (let n = 2; taken.has(id); n++) id = `${good}-${n}`;
  taken.add(id);
  return id;
}

/**
 * The document that a form stands for. `taken`: ids of other documents.
 * @param {PadForm} form
 * @param {Set<string>} taken
 */
export function documentOf(form, taken) {
  const name = both(form);
  const used = new Set(form.categories.flatMap(({ id }) => id ?? []));
  for (const category of form.categories) {
    const { en, fr } = both(category);
    if (!category.id) for (const one of [en, fr]) if (slug(one) !== slug(en)) used.add(slug(one));
  }
  const categories = form.categories.map((category) => {
    const names = both(category);
    return { id: category.id ?? freshId(names.en, used), ...names, ...(category.minus && { sign: "-" }) };
  });
  return {
    catalogue: "pad",
    name: { id: form.id ?? freshId(name.en, new Set(taken)), ...name },
    edition: form.edition,
    ...(form.bgg.trim() && { bgg: Number(form.bgg) }),
    variant: form.variant,
    seats: { least: Number(form.least), most: Number(form.most) },
    categories,
  };
}

/** @param {string} text */
const bytes = (text) => new TextEncoder().encode(text).length;

/**
 * What is wrong with a name, in words of `pads.why.…`; null: nothing.
 * @param {string} text
 */
function wrongName(text) {
  if (bytes(text.trim()) > LONGEST) return "long";
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.trim()) ? "unseen" : null;
}

/**
 * The same for a category, which a line of totals has to read back.
 * @param {string} text
 */
function wrongCategory(text) {
  const name = plain(text);
  if (RESERVED.has(name.split(/[\s,]/)[0])) return "reserved";
  return /(^|[ ,])[-+]?\d/.test(name) ? "digit" : wrongName(text);
}

/** @param {string} text */
const isSeats = (text) => /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MOST_SEATS;

/**
 * What is wrong with a form, by field: { "en": "missing", "seats": …, "c3.fr": "twice" }; a category's is by its key.
 * @param {PadForm} form
 * @returns {Map<string, string>}
 */
export function wrongOf(form) {
  /** @type {Map<string, string>} */
  const wrong = new Map();
  /**
   * @param {string} field
   * @param {string | null} rule
   */
  const put = (field, rule) => rule && !wrong.has(field) && wrong.set(field, rule);
  for (const lang of /** @type {const} */ (["en", "fr"])) put(lang, wrongName(form[lang]));
  if (!form.en.trim() && !form.fr.trim()) put("en", "missing");
  const bgg = form.bgg.trim();
  if (bgg && !(/^\d{1,8}$/.test(bgg) && Number(bgg) >= 1 && Number(bgg) <= MOST_BGG)) put("bgg", "bgg");
  if (!isSeats(form.least) || !isSeats(form.most) || Number(form.least) > Number(form.most)) put("seats", "seats");
  if (form.categories.length > MOST_CATEGORIES) put("categories", "many");
  /** @type {Set<string>} */
  const before = new Set();
  for (const category of form.categories) {
    const names = both(category);
    if (!names.en) put(`${category.key}.en`, "missing");
    for (const lang of /** @type {const} */ (["en", "fr"])) {
      put(`${category.key}.${lang}`, wrongCategory(category[lang]));
      if (names.en && before.has(plain(names[lang]))) {
        put(`${category.key}.${category[lang].trim() ? lang : lang === "en" ? "fr" : "en"}`, "twice");
      }
    }
    for (const name of [names.en, names.fr, category.id ?? ""]) if (name) before.add(plain(name));
  }
  return wrong;
}

/**
 * The field of the form that a refusal of the daemon is about ("catalogue.categories[2].en: …"); null: none of them.
 * @param {PadForm} form
 * @param {string} detail
 */
export function fieldOf(form, detail) {
  const [, at, lang = "en"] = /categories\[(\d+)\](?:\.(en|fr))?/.exec(detail) ?? [];
  const category = form.categories[Number(at)];
  if (category) return `${category.key}.${lang}`;
  const [, name] = /\bname\.(en|fr)\b/.exec(detail) ?? [];
  if (name) return name;
  return /\b(bgg|seats|categories)\b/.exec(detail.split(":")[0])?.[1] ?? null;
}
