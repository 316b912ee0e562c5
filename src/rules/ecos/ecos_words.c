/* Names of everything that a line can say, and the small readers of which lines are made. */
#include "rules/ecos/ecos_words.h"

#include "base/utf8.h"

#include "base/banned.h"

const struct name ecos_words[KINDS] = {
    [KIND_CHARGE] = {"charge", "charge", "charger"},
    [KIND_TURN] = {"turn", "turn", "tourner"},
    [KIND_WITHDRAW] = {"withdraw", "withdraw", "retirer"},
    [KIND_RESOLVE] = {"resolve", "resolve", "résoudre"},
    [KIND_PLACE] = {"place", "place", "placer"},
    [KIND_TAKE] = {"take", "take", "prendre"},
    [KIND_DECLINE] = {"decline", "decline", "renoncer"},
    [KIND_CHOOSE] = {"choose", "choose", "choisir"},
    [KIND_SKIP] = {"skip", "skip", "passer"},
    [KIND_PICK] = {"pick", "pick", "désigner"},
    [KIND_MOVE] = {"move", "move", "déplacer"},
    [KIND_REMOVE] = {"remove", "remove", "enlever"},
    [KIND_REPLACE] = {"replace", "replace", "remplacer"},
    [KIND_LOOK] = {"look", "look", "regarder"},
    [KIND_KEEP] = {"keep", "keep", "garder"},
    [KIND_LEAVE] = {"leave", "leave", "laisser"},
    [KIND_FACEUP] = {"faceup", "face-up", "visible"},
    [KIND_GAIN] = {"gain", "gain", "gagner"},
    [KIND_WAIT] = {"wait", "wait", "attendre"},
    [KIND_PLAY] = {"play", "play", "jouer"},
    [KIND_NOTHING] = {"nothing", "nothing", "rien"},
    [KIND_ACTIVE] = {"active", "active", "activer"},
    [KIND_FIRST] = {"first", "first", "premier"},
    [KIND_POINTS] = {"points", "points", "points"},
    [KIND_DONE] = {"done", "done", "fini"},
    [KIND_DECK] = {"deck", "deck", "paquet"},
    [KIND_DEAL] = {"deal", "deal", "distribuer"},
    [KIND_TOKEN] = {"token", "token", "pion"},
    [KIND_TOP] = {"top", "top", "dessus"},
    [KIND_USED] = {"used", "used", "utilisée"},
    [KIND_TOTAL] = {"total", "total", "total"},
    [KIND_DISCARD] = {"discard", "discard", "défausser"},
};

const struct name ecos_looks[3] = {{"blue", "blue", "bleu"}, {"brown", "brown", "brun"}, {"both", "both", "deux"}};
const struct name ecos_gains[2] = {{"cube", "cube", "cube"}, {"card", "card", "carte"}};

const struct name ecos_said_words[SAID_WORDS] = {
    [SAID_ECO] = {"eco", "eco", "éco"},         [SAID_FROM] = {"from", "from", "de"},
    [SAID_FOR] = {"for", "for", "pour"},        [SAID_ALL] = {"all", "all", "tous"},
    [SAID_DRAFT] = {"draft", "draft", "draft"},
};

static const struct name THING_NAMES[THING_SPECIES] = {
    [THING_DESERT] = {"desert", "desert", "désert"}, [THING_GRASSLAND] = {"grassland", "grassland", "prairie"},
    [THING_WATER] = {"water", "water", "eau"},       [THING_MOUNTAIN] = {"mountain", "mountain", "montagne"},
    [THING_FOREST] = {"forest", "forest", "forêt"},  [THING_LAND] = {"land", "land", "sol"},
    [THING_TILE] = {"tile", "tile", "tuile"},        [THING_ANIMAL] = {"animal", "animal", "animaux"},
};

struct name ecos_label_name(const struct ecos_catalogue *cat, struct label label)
{
    return label_name(cat->text, label);
}

struct name ecos_thing_name(const struct ecos_catalogue *cat, unsigned thing)
{
    if (thing < THING_SPECIES) {
        return THING_NAMES[thing];
    }
    if (thing < THING_SPECIES + (unsigned)cat->species) {
        return ecos_label_name(cat, cat->animal[thing - THING_SPECIES].name);
    }
    return (struct name){"?", "?", "?"};
}

struct name ecos_card_name(const struct setup *setup, unsigned index)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    return index < ECOS_CARDS ? ecos_label_name(cat, cat->card[index + 1].name) : (struct name){"?", "?", "?"};
}

/* ---- reading ---- */

struct span ecos_next(struct ecos_cursor *c)
{
    c->rest = span_trim(c->rest);
    return span_word(&c->rest);
}

enum err ecos_bad(struct error *error, enum ecos_rule rule, const struct ecos_cursor *c, struct span word)
{
    bool missing = word.len == 0 && ecos_missing[rule].id;
    enum err err = error_raise_span(error, missing ? &ecos_missing[rule] : &ecos_messages[rule], word);
    error->column = (uint32_t)((word.ptr ? word.ptr : c->start) - c->start) + 1;
    return err;
}

enum err ecos_bad_name(struct error *error, enum ecos_rule rule, const struct ecos_cursor *c, struct span word,
                       const struct name *names, size_t count)
{
    enum err err = ecos_bad(error, rule, c, word);
    name_hint(names, count, word, error);
    return err;
}

enum err ecos_read_number(struct ecos_cursor *c, unsigned max, unsigned *out, enum ecos_rule rule, struct error *error)
{
    struct span word = ecos_next(c);
    int64_t value = 0;
    if (!span_int(word, 0, max, &value)) {
        return ecos_bad(error, rule, c, word);
    }
    *out = (unsigned)value;
    return ERR_OK;
}

enum err ecos_read_card(struct ecos_cursor *c, unsigned *card, struct error *error)
{
    struct span word = ecos_next(c);
    int64_t value = 0;
    if (!span_int(span_starts(word, "card-") ? span_skip(word, 5) : word, 1, ECOS_CARDS, &value)) {
        return ecos_bad(error, ECOS_BAD_CARD, c, word);
    }
    *card = (unsigned)value;
    return ERR_OK;
}

/* `3,-1`, `(3,-1)`, `3, -1`. */
enum err ecos_read_cell(struct ecos_cursor *c, unsigned v[2], struct error *error)
{
    c->rest = span_trim(c->rest);
    const char *at = c->rest.ptr;
    const char *end = at + c->rest.len;
    int64_t value[2] = {0, 0};
    bool open = at < end && *at == '(';
    at += open;
    for (unsigned i = 0; i < 2; i++) {
        while (at < end && *at == ' ') {
            at++;
        }
        const char *from = at;
        while (at < end && ((*at >= '0' && *at <= '9') || (*at == '-' && at == from))) {
            at++;
        }
        bool good = span_int(span_of(from, (size_t)(at - from)), -9999, 9999, &value[i]);
        good = good && (i == 1 || (at < end && *at == ','));
        if (!good) {
            return ecos_bad(error, ECOS_BAD_CELL, c, span_of(from, 0));
        }
        at += i == 0;
    }
    at += open && at < end && *at == ')';
    c->rest = span_of(at, (size_t)(end - at));
    for (unsigned i = 0; i < 2; i++) {
        if (value[i] < -ECOS_REACH || value[i] > ECOS_REACH) {
            return error_raise(error, &ecos_messages[ECOS_TOO_FAR]);
        }
        v[i] = coord((int)value[i]);
    }
    return ERR_OK;
}

/* As records are written: quicker than to ask for every name in two languages. */
static bool is_id(struct span word, const char *id)
{
    return word.len > 0 && word.ptr[0] == id[0] && span_is(word, id);
}

enum err ecos_read_element(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *element,
                           struct error *error)
{
    struct span word = ecos_next(c);
    for (unsigned i = 0; i < cat->elements; i++) {
        if (is_id(word, cat_text(cat, cat->element[i].id))) {
            *element = i;
            return ERR_OK;
        }
    }
    struct name names[ECOS_ELEMENTS];
    for (unsigned i = 0; i < cat->elements; i++) {
        names[i] = ecos_label_name(cat, cat->element[i]);
    }
    int found = name_find(names, cat->elements, word);
    if (found < 0) {
        return ecos_bad_name(error, ECOS_BAD_ELEMENT, c, word, names, cat->elements);
    }
    *element = (unsigned)found;
    return ERR_OK;
}

enum err ecos_read_thing(const struct ecos_catalogue *cat, struct ecos_cursor *c, unsigned *thing, struct error *error)
{
    struct span word = ecos_next(c);
    unsigned count = THING_SPECIES + (unsigned)cat->species;
    for (unsigned i = 0; i < count; i++) {
        if (is_id(word, ecos_thing_name(cat, i).id)) {
            *thing = i;
            return ERR_OK;
        }
    }
    struct name names[THINGS];
    for (unsigned i = 0; i < count; i++) {
        names[i] = ecos_thing_name(cat, i);
    }
    int found = name_find(names, count, word);
    if (found < 0) {
        return ecos_bad_name(error, ECOS_BAD_THING, c, word, names, count);
    }
    *thing = (unsigned)found;
    return ERR_OK;
}

enum err ecos_read_end(struct ecos_cursor *c, struct error *error)
{
    c->rest = span_trim(c->rest);
    return c->rest.len == 0 ? ERR_OK : ecos_bad(error, ECOS_BAD_REST, c, c->rest);
}
