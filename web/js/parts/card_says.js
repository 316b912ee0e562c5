/*
 * The card itself beside its figures: its picture, large, and what it does or scores, in a sentence of the reader's
 * language. Forêt's and GrandBois' come from their rules (docs/foret.md, docs/grandbois.md), those of Ecos and Biotopes
 * from the catalogue that the figures are about; what a catalogue does not know, nobody makes up.
 */
import { html, useEffect, useState } from "../lib/html.js";
import { addWords, list, t } from "../lib/i18n.js";
import { COPIES } from "../lib/foret.js";
import { readSquare } from "../lib/grandbois.js";
import { NO_CATALOGUE, catalogueBy } from "../draw/catalogue.js";
import { card as ecosCard, deedOf } from "../draw/ecos.js";
import { Diet, cardName as speciesName } from "../draw/biotopes_eco.js";
import { NO_BOOK, bookBy } from "../draw/biotopes_book.js";
import { wordOf } from "../draw/biotopes_land.js";
import { squareName, tile, tileSquares } from "../draw/grandbois.js";
import { CardGlyph, capital } from "./metrics.js";
import { words } from "../words/card_says.js";

addWords(words);

const LARGE = 96;

/**
 * @template B
 * @param {(hash: string) => Promise<B>} load
 * @param {string | undefined} hash
 * @param {B} none
 * @returns {B}
 */
function useBook(load, hash, none) {
  const [book, setBook] = useState(none);
  useEffect(() => {
    let current = true;
    if (hash) void load(hash).then((found) => current && setBook(() => found));
    return () => {
      current = false;
    };
  }, [hash]);
  return book;
}

/** @param {{ picture?: Page.Shown, children?: Page.Shown }} props */
const Says = ({ picture, children }) => html`
  <section class="card-says" aria-label=${t("says.title")}>
    ${picture && html`<div class="card-picture">${picture}</div>`}
    <div class="card-words">${children}</div>
  </section>
`;

/** @param {{ card: string }} props */
const Foret = ({ card }) => html`
  <${Says} picture=${html`<${CardGlyph} game="foret" card=${card} size=${LARGE} />`}>
    <p>${t(`says.foret.${card}`)}</p>
    <p class="muted small">${t("says.copies", { n: COPIES[card] })}</p>
  <//>
`;

/** @param {{ card: string }} props */
function Grandbois({ card }) {
  const number = /^tile-(\d+)$/.exec(card)?.[1];
  if (!number) {
    return html`
      <${Says} picture=${html`<${CardGlyph} game="grandbois" card=${card} size=${LARGE} />`}>
        <p>${t("says.grandbois.clan")}</p>
      <//>
    `;
  }
  const squares = tileSquares(Number(number));
  return html`
    <${Says} picture=${tile({ number, squares, size: LARGE })}>
      <p>${t("says.grandbois.tile", { what: list(squares.map((text) => squareName(readSquare(text)))) })}</p>
    <//>
  `;
}

/** @param {{ card: string, hash?: string }} props */
function Ecos({ card, hash }) {
  const book = useBook(catalogueBy, hash, NO_CATALOGUE);
  const number = Number(card);
  const known = book.cards.get(number);
  if (!known) return null;
  /** @type {Ecos.Counts} */
  const slots = {};
  for (const id of /** @type {{ slots?: string[] }} */ (known).slots ?? []) slots[id] = (slots[id] ?? 0) + 1;
  const held = { card: number, name: "", leaves: known.leaves ?? null, cubes: {}, slots, complete: false };
  const deed = deedOf(number, book);
  return html`
    <${Says} picture=${ecosCard(held, { book })}>
      <p>${deed ? `${capital(deed)}.` : t("says.unknown")}</p>
    <//>
  `;
}

/** Cards whose effect follows something that its owner did. */
const AFTER = new Set(["expand", "migrate", "compete", "settle", "adapt", "reproduce", "transfer", "evolve"]);

/**
 * What is counted at the end, in words.
 * @param {Biotopes.Effect} effect
 */
function counted({ each, of, per = 1 }) {
  const key = each === "biotope" || each === "deck" ? "own" : each;
  const much = per > 1 ? t("says.bio.many", { n: per }) : t("says.bio.one");
  return t(`says.bio.${key}`, { each: much, count: per, of: of ? wordOf(of) : "" });
}

/**
 * An effect of docs/biotopes-catalogue.md in a sentence.
 * @param {Biotopes.Effect} effect
 */
function effectText(effect) {
  const { when, onto, gain, count: n = 1, points } = effect;
  if (AFTER.has(when)) {
    const where = onto ? t("says.bio.onto", { biotope: wordOf(onto) }) : "";
    return t("says.bio.after", { when: t(`says.bio.when.${when}`) + where, what: t(`says.bio.gain.${gain}`, { n }) });
  }
  if (when !== "end") return t(`says.bio.${when}`, { n });
  return effect.each ? t("says.bio.each", { n: points, what: counted(effect) }) : t("says.bio.points", { n: points });
}

/** @param {{ card: string, hash?: string }} props */
function Biotopes({ card, hash }) {
  const book = useBook(bookBy, hash, NO_BOOK);
  const known = book.species.get(card);
  const effect = book.effects.get(card);
  if (!hash || book === NO_BOOK) return null;
  return html`
    <${Says} picture=${html`<${CardGlyph} game="biotopes" card=${known?.biotope ?? card} size=${LARGE} />`}>
      ${
        known &&
        html`
          <p>
            ${capital(
              t("says.bio.species", {
                type: wordOf(known.type),
                deck: wordOf(known.deck),
                biotope: wordOf(known.biotope),
              }),
            )}
            ${" "}<${Diet} card=${card} book=${book} />
          </p>
        `
      }
      ${speciesName(card, book) === wordOf(card) && html`<p>${t("says.bio.biotope")}</p>`}
      ${(known || effect) && html`<p>${effect ? effectText(effect) : t("says.unknown")}</p>`}
    <//>
  `;
}

/** @type {Record<string, (props: { card: string, hash?: string }) => Page.Shown>} */
const KINDS = { foret: Foret, grandbois: Grandbois, ecos: Ecos, biotopes: Biotopes };

/** @param {{ game: string, card: string, hash?: string }} props hash: of the catalogue that the figures are about */
export function CardSays({ game, card, hash }) {
  const Kind = KINDS[game];
  if (!Kind || (game === "foret" && !(card in COPIES))) return null;
  return html`<${Kind} card=${card} hash=${hash} />`;
}
