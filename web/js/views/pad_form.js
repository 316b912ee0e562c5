// A score pad, made or changed: names, what counts, table sizes, categories with their signs and order, and how the
// form of it will look. What docs/pad.md refuses is said next to its field. A change is the next edition.
import { entered, html, useRef, useState } from "../lib/html.js";
import { addWords, lang, named, t } from "../lib/i18n.js";
import { Problem, call } from "../lib/api.js";
import { Choices } from "../lib/choices.js";
import { MOST_CATEGORIES, documentOf, emptyCategory, fieldOf, formOf, usePads, wrongOf } from "../lib/pads.js";
import { Heading, Name, Trouble, Waiting } from "../lib/parts.js";
import { newKey } from "../lib/queue.js";
import { navigate } from "../lib/router.js";
import { may, session } from "../lib/session.js";
import { useStore } from "../lib/store.js";
import { VARIANTS } from "../lib/totals.js";
import { useDeed } from "../parts/deed.js";
import { words } from "../words/club.js";
import { words as titleWords } from "../words/titles.js";
import { Denied } from "./club.js";
import { sizes } from "./pads.js";

addWords(words);
addWords(titleWords);

const BY_TOTALS = ["high", "low"];

/** Both languages, one's own first. */
const languages = () => /** @type {("en" | "fr")[]} */ (lang() === "fr" ? ["fr", "en"] : ["en", "fr"]);

/** @typedef {import("../lib/pads.js").PadForm} PadForm */
/** @typedef {import("../lib/pads.js").FormCategory} FormCategory */

/**
 * A field with what is wrong with it.
 * @param {{ id: string, label: string, text: string, wrong: string | null, onText: (text: string) => void,
 *   hint?: string, [attribute: string]: unknown }} props
 */
const Field = ({ id, label, text, wrong, onText, hint, ...rest }) => html`
  <div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      dir="auto"
      maxlength="200"
      autocomplete="off"
      value=${text}
      aria-invalid=${wrong ? "true" : undefined}
      aria-describedby=${`${id}-note`}
      onInput=${entered(onText)}
      ...${rest}
    />
    <span class=${`small ${wrong ? "error" : "muted"}`} id=${`${id}-note`} role="status">${wrong ?? hint ?? ""}</span>
  </div>
`;

/**
 * One category: its names, whether its points are added, where it stands.
 * @param {{ category: FormCategory, n: number, note: (field: string) => string | null,
 *   set: (change: Partial<FormCategory>) => void, onUp: () => void, onRemove: () => void }} props
 */
function Category({ category, n, note, set, onUp, onRemove }) {
  const { key, en, fr, minus } = category;
  const wrong = [note(`${key}.en`), note(`${key}.fr`)];
  return html`
    <li class="category-row" data-category=${n}>
      ${languages().map(
        (tag) => html`
          <input
            key=${tag}
            id=${`${key}-${tag}`}
            dir="auto"
            maxlength="200"
            autocomplete="off"
            autocapitalize="none"
            placeholder=${(tag === "en" ? fr : en) || t(`pads.${tag}`)}
            aria-label=${t(tag === "en" ? "pads.categoryEn" : "pads.categoryFr", { n })}
            aria-invalid=${note(`${key}.${tag}`) ? "true" : undefined}
            aria-describedby=${`${key}-note`}
            value=${tag === "en" ? en : fr}
            onInput=${entered((text) => set({ [tag]: text }))}
          />
        `,
      )}
      <div class="tools">
        <button
          type="button"
          class="sign-button"
          aria-pressed=${minus}
          aria-label=${`${t("pads.sign", { n })}: ${t(minus ? "pads.minus" : "pads.plus")}`}
          onClick=${() => set({ minus: !minus })}
        >
          ${t(minus ? "pads.minus" : "pads.plus")}
        </button>
        <span class="end">
          <button type="button" class="plain" disabled=${n === 1} aria-label=${t("pads.up", { n })} onClick=${onUp}>
            ↑
          </button>
          <button type="button" class="plain" data-once aria-label=${t("pads.remove", { n })} onClick=${onRemove}>
            ✕
          </button>
        </span>
      </div>
      <span class="note small error" id=${`${key}-note`} role="status">
        ${wrong.filter((one, i) => one && wrong.indexOf(one) === i).join(" ")}
      </span>
    </li>
  `;
}

/**
 * @param {{ form: PadForm, change: (form: Partial<PadForm>) => void, note: (field: string) => string | null }} props
 */
function Categories({ form, change, note }) {
  const [removed, setRemoved] = useState(/** @type {{ category: FormCategory, at: number } | null} */ (null));
  const list = form.categories;
  /** @param {FormCategory[]} categories */
  const put = (categories) => change({ categories });
  const add = () => {
    const fresh = emptyCategory();
    put([...list, fresh]);
    requestAnimationFrame(() => document.getElementById(`${fresh.key}-${lang()}`)?.focus());
  };
  /** @param {number} at */
  const remove = (at) => {
    setRemoved({ category: list[at], at });
    put(list.filter((_, i) => i !== at));
  };
  const undo = () => {
    if (removed) put([...list.slice(0, removed.at), removed.category, ...list.slice(removed.at)]);
    setRemoved(null);
  };
  return html`
    <fieldset>
      <legend>${t("pads.list")}</legend>
      <p class="small muted">
        ${t(BY_TOTALS.includes(form.variant) || list.length === 0 ? "pads.listHint" : "pads.listOther")}
      </p>
      <ol class="bare">
        ${list.map(
          (category, i) => html`
            <${Category}
              key=${category.key}
              category=${category}
              n=${i + 1}
              note=${note}
              set=${(/** @type {Partial<FormCategory>} */ now) =>
                put(list.map((old, j) => (j === i ? { ...old, ...now } : old)))}
              onUp=${() => put(list.map((_, j) => list[j === i - 1 ? i : j === i ? i - 1 : j]))}
              onRemove=${() => remove(i)}
            />
          `,
        )}
      </ol>
      <p class="removed row" role="status">
        ${
          removed &&
          html`
            ${t("pads.removed", { name: removed.category.en || removed.category.fr || "–" })}
            <button type="button" onClick=${undo}>${t("pads.undo")}</button>
          `
        }
      </p>
      <button type="button" class="add-category" disabled=${list.length >= MOST_CATEGORIES} onClick=${add}>
        ${t("pads.add")}
      </button>
      <span class="small error" role="status"> ${note("categories") ?? ""}</span>
    </fieldset>
  `;
}

/**
 * The form as a table will see it.
 * @param {{ form: PadForm }} props
 */
function Preview({ form }) {
  const title = { en: form.en.trim() || form.fr.trim(), fr: form.fr.trim() || form.en.trim() };
  const seats = { least: Number(form.least) || 1, most: Number(form.most) || 1 };
  return html`
    <section class="pad-preview">
      <h2>${t("pads.preview")}</h2>
      <div class="pad-paper">
        <h3><${Name}>${named(title) || "…"}<//></h3>
        <p class="small muted">${t(`totals.${form.variant}`)} · ${sizes(seats)}</p>
        <table>
          <tbody>
            ${form.categories.map(
              ({ key, en, fr, minus }) => html`
                <tr key=${key}>
                  <th scope="row"><${Name}>${named({ en: en || fr, fr: fr || en }) || "…"}<//></th>
                  <td class="sign">${minus ? "−" : "+"}</td>
                  <td class="fill"></td>
                </tr>
              `,
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">${t("result.total")}</th>
              <td class="sign">${form.categories.length > 0 ? "=" : ""}</td>
              <td class="fill"></td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  `;
}

/** @param {{ pad: Api.Pad | null, pads: Api.Pad[] }} props */
function Edit({ pad, pads }) {
  const edition = Math.max(0, ...pads.filter(({ name }) => name.id === pad?.name.id).map((one) => one.edition));
  const [form, setForm] = useState(() => formOf(pad && { ...pad, edition }));
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState(/** @type {Set<string>} */ (new Set()));
  const { run, busy, error, outcome } = useDeed();
  const key = useRef(newKey());
  const first = useRef(JSON.stringify(form));
  const wrong = wrongOf(form);
  const refused = error instanceof Problem && error.detail ? error.detail : null;
  const about = refused && fieldOf(form, refused);
  /**
   * What is missing is said once somebody wants to go on, what is wrong at once; what the daemon said, where it is.
   * @param {string} field
   */
  const note = (field) => {
    const rule = wrong.get(field);
    if (rule && (rule !== "missing" || tried)) return t(`pads.why.${rule}`);
    return about === field && !touched.has(field) ? refused : null;
  };
  /** @param {Partial<PadForm>} now */
  const change = (now) => {
    key.current = newKey();
    if (about) setTouched(new Set([...touched, about]));
    setForm((old) => ({ ...old, ...now }));
  };
  const same = pad !== null && JSON.stringify(form) === first.current;
  const taken = new Set(pads.map(({ name }) => name.id));
  const save = run(async () => {
    setTried(true);
    setTouched(new Set());
    if (wrong.size > 0) {
      requestAnimationFrame(() =>
        /** @type {HTMLElement | null} */ (document.querySelector(".pad-form [aria-invalid]"))?.focus(),
      );
      return;
    }
    await call("POST", "/v1/pads", { body: documentOf(form, taken), key: key.current });
    navigate("/settings/pads");
  });
  return html`
    <div class="pad-layout">
      <form class="pad-form" onSubmit=${save} novalidate>
        ${pad && html`<p>${t("pads.nextEdition", { n: form.edition })}</p>`}
        <fieldset>
          <legend>${t("pads.names")}</legend>
          <div class="pair">
            ${languages().map(
              (tag) => html`
                <${Field}
                  key=${tag}
                  id=${`pad-${tag}`}
                  label=${t(`pads.${tag}`)}
                  text=${form[tag]}
                  wrong=${note(tag)}
                  placeholder=${tag === "en" ? form.fr : form.en}
                  onText=${(/** @type {string} */ text) => change({ [tag]: text })}
                />
              `,
            )}
          </div>
          <p class="small muted">${t("pads.one")}</p>
        </fieldset>
        <${Choices}
          name="counts"
          legend=${t("totals.counts")}
          value=${form.variant}
          options=${VARIANTS.map((id) => ({ id, label: t(`totals.${id}`) }))}
          onPick=${(/** @type {string} */ variant) => change({ variant })}
        />
        <fieldset>
          <legend>${t("pads.sizes")}</legend>
          <div class="sizes">
            ${
              /** @type {const} */ (["least", "most"]).map(
                (end) => html`
                <div class="field" key=${end}>
                  <label for=${`pad-${end}`}>${t(`pads.${end}`)}</label>
                  <input
                    id=${`pad-${end}`}
                    class="num"
                    inputmode="numeric"
                    maxlength="2"
                    autocomplete="off"
                    value=${form[end]}
                    aria-invalid=${note("seats") ? "true" : undefined}
                    aria-describedby="pad-seats-note"
                    onInput=${entered((text) => change({ [end]: text.trim() }))}
                  />
                </div>
              `,
              )
            }
          </div>
          <span class="small error" id="pad-seats-note" role="status">${note("seats") ?? ""}</span>
        </fieldset>
        <${Categories} form=${form} change=${change} note=${note} />
        <div class="bgg">
          <${Field}
            id="pad-bgg"
            label=${t("pads.bgg")}
            text=${form.bgg}
            wrong=${note("bgg")}
            inputmode="numeric"
            onText=${(/** @type {string} */ bgg) => change({ bgg })}
          />
        </div>
        ${!about && outcome}
        <p><button class="primary wide" disabled=${busy || same}>${t("pads.save")}</button></p>
        <p class="muted" role="status">
          ${same ? t("pads.unchanged") : tried && wrong.size > 0 ? t("pads.mend") : ""}
        </p>
      </form>
      <${Preview} form=${form} />
    </div>
  `;
}

/** @param {Page.View} props */
export default function View({ params }) {
  const { pads, error, loading, reload } = usePads();
  useStore(session);
  const fresh = params.pad === "new";
  const pad = pads.find(({ hash }) => hash === params.pad) ?? null;
  const heading = pad ? t("pads.edit", { title: named(pad.name) }) : t("pads.new");
  return html`
    <p class="back-line"><a class="back" href="/settings/pads">← ${t("pads.title")}</a></p>
    <${Heading}>${heading}<//>
    ${
      !may("admin")
        ? html`<${Denied} />`
        : error && !fresh
          ? html`<${Trouble} error=${error} retry=${reload} />`
          : loading
            ? html`<${Waiting} />`
            : !fresh && !pad
              ? html`<p>${t("pads.gone")}</p>`
              : html`<${Edit} pad=${pad} pads=${pads} />`
    }
  `;
}
