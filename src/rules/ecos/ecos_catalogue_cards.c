/* The cards of a catalogue and its starting decks. */
#include "rules/ecos/ecos_catalogue_read.h"

#include "base/utf8.h"

#include "base/banned.h"

/* ---- cards ---- */

static enum err read_slots(const struct ecos_reading *r, const struct value *list, struct ecos_card *card)
{
    enum err err = value_list(list, 1, ECOS_SLOTS, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < value_count(list); i++) {
        struct value slot = value_item(list, i);
        uint8_t element = 0;
        err = ecos_read_named_element(r, &slot, &element);
        if (err != ERR_OK) {
            return err;
        }
        card->need += UINT32_C(1) << 4 * element;
    }
    card->flags |= CARD_SLOTS_KNOWN;
    return ERR_OK;
}

/* `card 17`, for a card without a name. */
static struct span number_text(struct strbuf *text, const char *word, unsigned number)
{
    strbuf_clear(text);
    strbuf_add(text, word);
    strbuf_int(text, number);
    return strbuf_span(text);
}

/* `card-17` is the id; a card without a name is called by its number. */
static enum err read_card_name(struct ecos_reading *r, const struct value *object, unsigned number, struct label *label)
{
    static const char *const keys[] = {"en", "fr", NULL};
    static const char *const words[] = {"card ", "carte "};
    uint16_t *const to[] = {&label->en, &label->fr};
    struct value name = value_member(object, "name");
    char memory[32];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    enum err err = label_keep(&r->texts, object, number_text(&text, "card-", number), &label->id, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = name.node ? value_object(&name, keys, r->error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    for (unsigned i = 0; i < 2; i++) {
        struct value value = value_member(&name, keys[i]);
        struct span given = number_text(&text, words[i], number);
        err = name.node ? value_text(&value, &given, r->error) : ERR_OK;
        if (err != ERR_OK) {
            return err;
        }
        err = label_keep(&r->texts, object, given, to[i], r->error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Effects make sense only with slots that can be filled and leaves that say how often. */
static enum err read_card_effects(struct ecos_reading *r, const struct value *object, struct ecos_card *card)
{
    struct value effects = value_member(object, "effects");
    struct value slots = value_member(object, "slots");
    struct value leaves = value_member(object, "leaves");
    if (!effects.node) {
        return ERR_OK;
    }
    card->flags |= CARD_EFFECTS_KNOWN;
    if (!slots.node || !card->leaves) {
        return value_raise(slots.node ? &leaves : &slots, &VALUE_MSG_MISSING, NULL, r->error);
    }
    return ecos_read_effects(r, &effects, card);
}

static enum err read_card_facts(struct ecos_reading *r, const struct value *object, struct ecos_card *card)
{
    struct value back = value_member(object, "back");
    struct value slots = value_member(object, "slots");
    bool backlash = false;
    card->back = ECOS_BACK_UNKNOWN;
    enum err err = back.node ? value_choice(&back, ecos_backs, &card->back, r->error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = slots.node ? read_slots(r, &slots, card) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = value_number_or(object, "leaves", 1, 4, 0, &card->leaves, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_flag(object, "backlash", &backlash, r->error);
    if (backlash) {
        card->flags |= CARD_BACKLASH;
    }
    return err;
}

static enum err read_card(struct ecos_reading *r, const struct value *object)
{
    static const char *const keys[] = {"number", "name", "back", "slots", "leaves", "backlash", "effects", NULL};
    struct value number = value_member(object, "number");
    unsigned n = 0;
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number(&number, 1, ECOS_CARDS, &n, r->error);
    if (err != ERR_OK) {
        return err;
    }
    struct ecos_card *card = &r->block->card[n];
    if (card->name.en) {
        return value_raise(&number, &VALUE_MSG_TWICE, r->block->text + card->name.id, r->error);
    }
    err = read_card_name(r, object, n, &card->name);
    if (err != ERR_OK) {
        return err;
    }
    err = read_card_facts(r, object, card);
    if (err != ERR_OK) {
        return err;
    }
    return read_card_effects(r, object, card);
}

/* No name of a card may mean another card. */
static enum err check_card_names(const struct ecos_reading *r, const struct value *list)
{
    const struct ecos_catalogue *b = r->block;
    for (unsigned i = 1; i <= ECOS_CARDS; i++) {
        for (unsigned k = 1; k < i; k++) {
            struct span a[2] = {span_from(b->text + b->card[i].name.en), span_from(b->text + b->card[i].name.fr)};
            struct span c[2] = {span_from(b->text + b->card[k].name.en), span_from(b->text + b->card[k].name.fr)};
            if (utf8_same(a[0], c[0]) || utf8_same(a[0], c[1]) || utf8_same(a[1], c[0]) || utf8_same(a[1], c[1])) {
                return value_raise(list, &VALUE_MSG_TWICE, a[0].ptr, r->error);
            }
        }
    }
    return ERR_OK;
}

enum err ecos_read_cards(struct ecos_reading *r, const struct value *document)
{
    struct value list = value_member(document, "cards");
    unsigned backs[3] = {0, 0, 0};
    enum err err = value_list(&list, ECOS_CARDS, ECOS_CARDS, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < ECOS_CARDS; i++) {
        struct value object = value_item(&list, i);
        err = read_card(r, &object);
        if (err != ERR_OK) {
            return err;
        }
    }
    for (unsigned i = 1; i <= ECOS_CARDS; i++) {
        backs[r->block->card[i].back]++;
    }
    if (backs[ECOS_BLUE] > r->block->deck_size[ECOS_BLUE] || backs[ECOS_BROWN] > r->block->deck_size[ECOS_BROWN]) {
        return value_raise(&list, &VALUE_MSG_COUNT, "back", r->error);
    }
    return check_card_names(r, &list);
}

/* ---- starting decks ---- */

/* The active cards and the hand of a deck; neither: its cards are not known. */
static enum err read_deck_cards(const struct ecos_reading *r, const struct value *object, struct ecos_deck *deck)
{
    static const size_t sizes[] = {ECOS_DECK_ACTIVE, ECOS_DECK_CARDS - ECOS_DECK_ACTIVE};
    const struct value lists[] = {value_member(object, "active"), value_member(object, "hand")};
    unsigned backs[3] = {0, 0, 0};
    unsigned filled = 0;
    for (unsigned k = 0; k < 2 && (lists[0].node || lists[1].node); k++) {
        enum err err = value_list(&lists[k], sizes[k], sizes[k], r->error);
        if (err != ERR_OK) {
            return err;
        }
        for (size_t i = 0; i < sizes[k]; i++) {
            struct value card = value_item(&lists[k], i);
            unsigned number = 0;
            err = value_number(&card, 1, ECOS_CARDS, &number, r->error);
            if (err != ERR_OK) {
                return err;
            }
            deck->card[filled++] = (uint8_t)number;
            backs[r->block->card[number].back]++;
        }
    }
    bool sums = backs[ECOS_BLUE] <= 4 && backs[ECOS_BROWN] <= 8;
    return sums ? ERR_OK : value_raise(object, &VALUE_MSG_COUNT, "4 blue, 8 brown", r->error);
}

static enum err read_deck(struct ecos_reading *r, const struct value *object, struct label_kind *names,
                          struct ecos_deck *deck)
{
    static const char *const keys[] = {"id", "en", "fr", "family", "active", "hand", NULL};
    static const char *const families[] = {"footprint", "plant", NULL};
    struct value family = value_member(object, "family");
    enum err err = value_object(object, keys, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = label_read_new(&r->texts, object, &deck->name, names, r->error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_choice(&family, families, &deck->family, r->error);
    if (err != ERR_OK) {
        return err;
    }
    return read_deck_cards(r, object, deck);
}

/* A card is in at most one deck of a family. */
static enum err check_decks(const struct ecos_reading *r, const struct value *list)
{
    uint8_t seen[2][ECOS_CARDS + 1] = {{0}};
    for (unsigned i = 0; i < r->block->decks; i++) {
        const struct ecos_deck *deck = &r->block->deck[i];
        for (unsigned k = 0; k < ECOS_DECK_CARDS && deck->card[k]; k++) {
            if (seen[deck->family][deck->card[k]]++) {
                struct value object = value_item(list, i);
                const char *card = r->block->text + r->block->card[deck->card[k]].name.id;
                return value_raise(&object, &VALUE_MSG_TWICE, card, r->error);
            }
        }
    }
    return ERR_OK;
}

enum err ecos_read_decks(struct ecos_reading *r, const struct value *document)
{
    static const char *const reserved[] = {"draft", NULL};
    struct label_kind names = {.reserved = reserved};
    struct value list = value_member(document, "decks");
    enum err err = value_list(&list, 0, ECOS_DECKS, r->error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < value_count(&list); i++) {
        struct value object = value_item(&list, i);
        err = read_deck(r, &object, &names, &r->block->deck[i]);
        if (err != ERR_OK) {
            return err;
        }
        r->block->decks++;
    }
    return check_decks(r, &list);
}
