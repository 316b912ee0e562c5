/* A catalogue as people are shown it: its name, what is in it, and each card on a line with what it does in words. */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

enum {
    COUNT_SPECIES,
    COUNT_HERBIVORES,
    COUNT_INSECTIVORES,
    COUNT_CARNIVORES,
    COUNT_EFFECTS,
    COUNT_BIOTOPES,
    COUNT_BIOTOPE_EFFECTS,
    COUNTS
};

static const struct name COUNT_NAMES[COUNTS] = {
    [COUNT_SPECIES] = {"species", "species", "espèces"},
    [COUNT_HERBIVORES] = {"herbivores", "herbivores", "herbivores"},
    [COUNT_INSECTIVORES] = {"insectivores", "insectivores", "insectivores"},
    [COUNT_CARNIVORES] = {"carnivores", "carnivores", "carnivores"},
    [COUNT_EFFECTS] = {"effects", "species with known effects", "espèces aux effets connus"},
    [COUNT_BIOTOPES] = {"biotopes", "advanced biotopes", "biotopes avancés"},
    [COUNT_BIOTOPE_EFFECTS] = {"biotope-effects", "advanced biotopes with known effects",
                               "biotopes avancés aux effets connus"},
};

/* ---- counts ---- */

static uint32_t species_of_deck(const struct bio_catalogue *cat, unsigned deck)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        count += cat->species[i].deck == deck;
    }
    return count;
}

static uint32_t known_effects(const struct bio_catalogue *cat, unsigned from, unsigned to)
{
    uint32_t count = 0;
    for (unsigned i = from; i < to; i++) {
        count += cat->effect[i].when != WHEN_UNKNOWN;
    }
    return count;
}

static uint32_t count(const void *block, unsigned index)
{
    const struct bio_catalogue *cat = block;
    const uint32_t counts[COUNTS] = {
        [COUNT_SPECIES] = BIO_SPECIES,
        [COUNT_HERBIVORES] = species_of_deck(cat, BIO_HERBIVORE),
        [COUNT_INSECTIVORES] = species_of_deck(cat, BIO_INSECTIVORE),
        [COUNT_CARNIVORES] = species_of_deck(cat, BIO_CARNIVORE),
        [COUNT_EFFECTS] = known_effects(cat, 0, BIO_SPECIES),
        [COUNT_BIOTOPES] = BIO_BASICS - BIO_ADVANCED,
        [COUNT_BIOTOPE_EFFECTS] = known_effects(cat, BIO_ADVANCED, BIO_BASICS),
    };
    return counts[index];
}

static struct name name(const void *block)
{
    const struct bio_catalogue *cat = block;
    return label_name(cat->text, cat->name);
}

static unsigned edition(const void *block)
{
    const struct bio_catalogue *cat = block;
    return cat->edition;
}

/* ---- an effect in words ---- */

/* One thing and several of them, in both languages. */
struct noun {
    struct name one, more;
};

static const struct noun CARD = {{"card", "card", "carte"}, {"cards", "cards", "cartes"}};
static const struct noun CUBE = {{"cube", "cube", "cube"}, {"cubes", "cubes", "cubes"}};
static const struct noun POINT = {{"point", "point", "point"}, {"points", "points", "points"}};

/* Words of the rulebook for what triggers an effect, or begins its line. */
static const struct name WHEN_WORDS[WHENS] = {
    [WHEN_NEVER] = {"never", "no effect", "sans effet"},
    [WHEN_UNKNOWN] = {"unknown", "effect not known", "effet inconnu"},
    [WHEN_EXPAND] = {"expand", "Expansion", "Expansion"},
    [WHEN_MIGRATE] = {"migrate", "Migration", "Migration"},
    [WHEN_COMPETE] = {"compete", "Competition", "Compétition"},
    [WHEN_SETTLE] = {"settle", "Expansion, Migration or Competition", "Expansion, Migration ou Compétition"},
    [WHEN_ADAPT] = {"adapt", "Adaptation", "Adaptation"},
    [WHEN_REPRODUCE] = {"reproduce", "Reproduction", "Reproduction"},
    [WHEN_TRANSFER] = {"transfer", "Transfer", "Transfert"},
    [WHEN_EVOLVE] = {"evolve", "Evolution", "Évolution"},
    [WHEN_PRODUCTION] = {"production", "production", "production"},
    [WHEN_PAY] = {"pay", "its cubes pay as plants too", "ses cubes valent aussi des plantes"},
    [WHEN_END] = {"end", "end", "fin"},
    [WHEN_ACTION_DRAW] = {"draw", "Action: draw", "Action : piocher"},
    [WHEN_ACTION_SHIFT] = {"shift", "Action: move up to", "Action : déplacer jusqu'à"},
    [WHEN_ACTION_PREY] = {"prey", "Action: a rival's cube to one's own bag",
                          "Action : un cube d'un rival dans son sac"},
};

static void add_many(struct strbuf *out, unsigned number, const struct noun *noun, enum lang lang)
{
    strbuf_int(out, number);
    strbuf_add_char(out, ' ');
    strbuf_add(out, name_in(number > 1 ? &noun->more : &noun->one, lang));
}

static void add_in_brackets(struct strbuf *out, const struct name *what, enum lang lang)
{
    strbuf_add(out, " (");
    strbuf_add(out, name_in(what, lang));
    strbuf_add(out, ")");
}

static void add_colon(struct strbuf *out, enum lang lang)
{
    strbuf_add(out, lang == LANG_FR ? " : " : ": ");
}

/* `Migration (forest): 1 cube` */
static void add_gain(struct strbuf *out, const struct bio_effect *e, enum lang lang)
{
    if (e->onto != BIO_ANY) {
        add_in_brackets(out, &bio_biotopes[e->onto], lang);
    }
    add_colon(out, lang);
    add_many(out, e->count, e->gain == GAIN_CARD ? &CARD : &CUBE, lang);
}

/* `end: 1 point for 2 tokens (forest)` */
static void add_points(struct strbuf *out, const struct bio_effect *e, bool is_species, enum lang lang)
{
    static const struct noun token = {{"token", "token", "jeton"}, {"tokens", "tokens", "jetons"}};
    static const struct noun species = {{"species", "species", "espèce"}, {"species", "species", "espèces"}};
    static const struct name on_it = {"card", "on this card", "sur cette carte"};
    static const struct name in_row = {"row", "in its row", "dans sa ligne"};
    static const struct noun *const nouns[EACHES] = {
        [EACH_TYPE] = &species, [EACH_BIOTOPE] = &species, [EACH_DECK] = &species,
        [EACH_TOKEN] = &token,  [EACH_CUBE] = &CUBE,
    };
    static const struct name *const kinds[EACHES] = {
        [EACH_TYPE] = bio_types, [EACH_BIOTOPE] = bio_biotopes, [EACH_DECK] = bio_decks, [EACH_TOKEN] = bio_biotopes};
    const struct name *where = is_species ? &on_it : &in_row; /* of cubes */
    add_colon(out, lang);
    add_many(out, e->count, &POINT, lang);
    if (e->each != EACH_ONE) {
        strbuf_add(out, lang == LANG_FR ? " pour " : " for ");
        add_many(out, e->per, nouns[e->each], lang);
        add_in_brackets(out, kinds[e->each] ? &kinds[e->each][e->of] : where, lang);
    }
}

static void add_effect(struct strbuf *out, const struct bio_effect *e, bool is_species, enum lang lang)
{
    strbuf_add(out, name_in(&WHEN_WORDS[e->when], lang));
    if (e->when >= WHEN_EXPAND && e->when <= WHEN_EVOLVE) {
        add_gain(out, e, lang);
    } else if (e->when == WHEN_PRODUCTION) {
        add_colon(out, lang);
        strbuf_add_char(out, '+');
        add_many(out, e->count, &CUBE, lang);
    } else if (e->when == WHEN_END) {
        add_points(out, e, is_species, lang);
    } else if (e->when == WHEN_ACTION_DRAW || e->when == WHEN_ACTION_SHIFT) {
        strbuf_add_char(out, ' ');
        add_many(out, e->count, e->when == WHEN_ACTION_DRAW ? &CARD : &CUBE, lang);
    }
}

/* ---- a card ---- */

static void add_traits(struct strbuf *out, const struct bio_species *species, enum lang lang)
{
    char memory[96];
    struct strbuf cost;
    strbuf_wrap(&cost, memory, sizeof(memory));
    for (unsigned type = 0; type < BIO_TYPES; type++) {
        for (unsigned i = 0; i < species->cost[type]; i++) {
            strbuf_add(&cost, cost.len > 0 ? " " : "");
            strbuf_add(&cost, name_in(&bio_types[type], lang));
        }
    }
    strbuf_pad(out, span_from(name_in(&bio_decks[species->deck], lang)), 13);
    strbuf_pad(out, span_from(name_in(&bio_biotopes[species->biotope], lang)), 13);
    strbuf_pad(out, span_from(name_in(&bio_types[species->type], lang)), 14);
    strbuf_pad(out, strbuf_span(&cost), 40);
}

/* `  1  Alpine Ibex  herbivore  mountain  mammal  plant plant  Action: draw 2 cards` */
static void print_card(const void *block, unsigned index, enum lang lang, struct strbuf *out)
{
    const struct bio_catalogue *cat = block;
    bool is_species = index < BIO_SPECIES;
    strbuf_int_right(out, index + 1, 4);
    strbuf_add(out, "  ");
    strbuf_pad(out, span_from(name_in(&bio_card_names[index], lang)), 32);
    if (is_species) {
        add_traits(out, &cat->species[index], lang);
    }
    add_effect(out, &cat->effect[index], is_species, lang);
    strbuf_add_char(out, '\n');
}

const struct game_catalogue bio_game_catalogue = {
    .block_size = sizeof(struct bio_catalogue),
    .read = bio_catalogue_read,
    .name = name,
    .edition = edition,
    .counts = COUNT_NAMES,
    .counts_count = COUNTS,
    .count = count,
    .print_card = print_card,
};
