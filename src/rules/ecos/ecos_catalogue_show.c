/* A catalogue as people are shown it: its name, what the box holds, and each card on a line. */
#include "rules/ecos/ecos_catalogue_read.h"

#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

enum {
    COUNT_CARDS,
    COUNT_SLOTS,
    COUNT_EFFECTS,
    COUNT_DECKS,
    COUNT_ELEMENTS,
    COUNT_LAND,
    COUNT_WATER,
    COUNT_MOUNTAINS,
    COUNT_FORESTS,
    COUNT_CUBES,
    COUNT_ANIMALS,
    COUNT_SPECIES,
    COUNTS
};

static const struct name COUNT_NAMES[COUNTS] = {
    [COUNT_CARDS] = {"cards", "cards", "cartes"},
    [COUNT_SLOTS] = {"slots", "cards with slots", "cartes avec emplacements"},
    [COUNT_EFFECTS] = {"effects", "cards with effects", "cartes avec effets"},
    [COUNT_DECKS] = {"decks", "starting decks", "paquets de départ"},
    [COUNT_ELEMENTS] = {"elements", "element tokens", "pions élément"},
    [COUNT_LAND] = {"land", "land tiles", "tuiles sol"},
    [COUNT_WATER] = {"water", "water tiles", "tuiles eau"},
    [COUNT_MOUNTAINS] = {"mountains", "mountains", "montagnes"},
    [COUNT_FORESTS] = {"forests", "forests", "forêts"},
    [COUNT_CUBES] = {"cubes", "cubes", "cubes"},
    [COUNT_ANIMALS] = {"animals", "animals", "animaux"},
    [COUNT_SPECIES] = {"species", "species", "espèces"},
};

static uint32_t cards_with(const struct ecos_catalogue *cat, unsigned flag)
{
    uint32_t count = 0;
    for (unsigned i = 1; i <= ECOS_CARDS; i++) {
        count += (cat->card[i].flags & flag) != 0;
    }
    return count;
}

static uint32_t element_tokens(const struct ecos_catalogue *cat)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < cat->elements; i++) {
        count += cat->element_tokens[i];
    }
    return count;
}

static uint32_t animal_tokens(const struct ecos_catalogue *cat)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < cat->species; i++) {
        count += cat->animal[i].tokens;
    }
    return count;
}

static uint32_t count(const void *block, unsigned index)
{
    const struct ecos_catalogue *cat = block;
    const uint32_t counts[COUNTS] = {
        [COUNT_CARDS] = ECOS_CARDS,
        [COUNT_SLOTS] = cards_with(cat, CARD_SLOTS_KNOWN),
        [COUNT_EFFECTS] = cards_with(cat, CARD_EFFECTS_KNOWN),
        [COUNT_DECKS] = cat->decks,
        [COUNT_ELEMENTS] = element_tokens(cat),
        [COUNT_LAND] = cat->land,
        [COUNT_WATER] = cat->water,
        [COUNT_MOUNTAINS] = cat->mountains,
        [COUNT_FORESTS] = cat->forests,
        [COUNT_CUBES] = cat->cubes,
        [COUNT_ANIMALS] = animal_tokens(cat),
        [COUNT_SPECIES] = cat->species,
    };
    return counts[index];
}

static struct name name(const void *block)
{
    const struct ecos_catalogue *cat = block;
    return ecos_label_name(cat, cat->name);
}

static unsigned edition(const void *block)
{
    const struct ecos_catalogue *cat = block;
    return cat->edition;
}

/* `17  Oasis  brown  ***  sun water` */
static void print_card(const void *block, unsigned index, enum lang lang, struct strbuf *out)
{
    static const struct name backs[] = {[ECOS_BLUE] = {"blue", "blue", "bleue"},
                                        [ECOS_BROWN] = {"brown", "brown", "brune"},
                                        [ECOS_BACK_UNKNOWN] = {"?", "?", "?"}};
    static const char *const leaves[] = {"?", "*", "**", "***", "****"};
    const struct ecos_catalogue *cat = block;
    const struct ecos_card *card = &cat->card[index + 1];
    struct name called = ecos_label_name(cat, card->name);
    strbuf_int_right(out, index + 1, 4);
    strbuf_add(out, "  ");
    strbuf_pad(out, span_from(name_in(&called, lang)), 26);
    strbuf_pad(out, span_from(name_in(&backs[card->back], lang)), 6);
    strbuf_pad(out, span_from(leaves[card->leaves]), 5);
    for (unsigned i = 0; i < cat->elements; i++) {
        struct name element = ecos_label_name(cat, cat->element[i]);
        for (unsigned k = 0; k < card_cubes(card->need, i); k++) {
            strbuf_add_char(out, ' ');
            strbuf_add(out, name_in(&element, lang));
        }
    }
    if (card->flags & CARD_BACKLASH) {
        strbuf_add(out, lang == LANG_FR ? "  répercussion" : "  backlash");
    }
    strbuf_add_char(out, '\n');
}

const struct game_catalogue ecos_game_catalogue = {
    .block_size = sizeof(struct ecos_catalogue),
    .read = ecos_catalogue_read,
    .name = name,
    .edition = edition,
    .counts = COUNT_NAMES,
    .counts_count = COUNTS,
    .count = count,
    .print_card = print_card,
};
