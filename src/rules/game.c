/* What every game would otherwise write for itself: labels, ranks, looking names up. */
#include "rules/game.h"

#include "base/near.h"
#include "base/utf8.h"

#include "base/banned.h"

const struct name basis_names[BASES] = {
    [BASIS_JUDGED] = {"judged", "judged", "jugée"},
    [BASIS_SCORED] = {"scored", "scored", "comptée"},
    [BASIS_STATED] = {"stated", "stated", "déclarée"},
};

static const char *const LABELS[GAME_SEATS] = {"1", "2",  "3",  "4",  "5", "6", "7", "8",
                                               "9", "10", "11", "12", "*", "n", "a"};

const char *seat_label(unsigned seat)
{
    return seat < GAME_SEATS ? LABELS[seat] : "?";
}

int seat_from_label(struct span label)
{
    if (label.len == 1 && label.ptr[0] >= '1' && label.ptr[0] <= '9') { /* nearly every one */
        return label.ptr[0] - '1';
    }
    for (int i = 0; i < GAME_SEATS; i++) {
        if (span_is(label, LABELS[i])) {
            return i;
        }
    }
    return -1;
}

bool game_tells_categories(const struct game *game, struct span level)
{
    for (unsigned i = 0; i < game->levels_count; i++) {
        if (span_is(level, game->levels[i].name.id)) {
            return game->levels[i].basis != BASIS_STATED || game->categories_count == 1;
        }
    }
    return false;
}

bool outcome_is_totalled(const struct outcome *outcome)
{
    for (int i = 0; i < outcome->rows_count; i++) {
        if (outcome->rows[i].scored && outcome->rows[i].untotalled) {
            return false;
        }
    }
    return true;
}

int outcome_row_of(const struct outcome *outcome, unsigned seat)
{
    for (int i = 0; i < outcome->rows_count; i++) {
        if (outcome->rows[i].seat == seat) {
            return i;
        }
    }
    return -1;
}

/* True when row `a` finishes before row `b`. */
static bool beats(const struct outcome *outcome, const int64_t *tiebreak, int a, int b)
{
    if (outcome->rows[a].total != outcome->rows[b].total) {
        return outcome->rows[a].total > outcome->rows[b].total;
    }
    return tiebreak && tiebreak[a] > tiebreak[b];
}

void outcome_rank(struct outcome *outcome, const struct setup *setup, const int64_t *tiebreak)
{
    outcome->winners = 0;
    for (int i = 0; i < setup->seats; i++) {
        uint8_t rank = 1;
        for (int j = 0; j < setup->seats; j++) {
            rank = (uint8_t)(rank + beats(outcome, tiebreak, j, i));
        }
        outcome->rows[i].rank = rank;
        if (rank == 1 && outcome->over) {
            outcome->winners |= seat_bit(outcome->rows[i].seat);
        }
    }
}

/* How plurals end, and what the singular ends in instead. */
static const struct {
    const char *plural;
    const char *singular;
} PLURALS[] = {
    {"s", ""},     /* bees, abeilles */
    {"es", ""},    /* foxes */
    {"x", ""},     /* ruisseaux */
    {"ies", "y"},  /* dragonflies */
    {"ves", "f"},  /* wolves */
    {"aux", "al"}, /* animaux */
};

enum { SINGULAR = 64 /* bytes of the longest word that is looked for in the singular */ };

/* The word in the singular, if it ends in that plural; empty otherwise. */
static struct span singular_of(struct span text, size_t which, char out[SINGULAR])
{
    struct span ending = span_from(PLURALS[which].plural);
    struct span instead = span_from(PLURALS[which].singular);
    if (text.len <= ending.len + 1 || text.len + instead.len > SINGULAR) {
        return (struct span){NULL, 0};
    }
    size_t stem = text.len - ending.len;
    if (!span_equal_nocase(span_skip(text, stem), ending)) {
        return (struct span){NULL, 0};
    }
    memcpy(out, text.ptr, stem);
    memcpy(out + stem, instead.ptr, instead.len);
    return span_of(out, stem + instead.len);
}

static bool is_called(const struct name *name, struct span text)
{
    return utf8_same(text, span_from(name->id)) || utf8_same(text, span_from(name->en)) ||
           utf8_same(text, span_from(name->fr));
}

static int find_plural(const struct name *names, size_t count, struct span text)
{
    char memory[SINGULAR];
    for (size_t which = 0; which < sizeof(PLURALS) / sizeof(PLURALS[0]); which++) {
        struct span singular = singular_of(text, which, memory);
        for (size_t i = 0; i < count && singular.len > 1; i++) {
            if (is_called(&names[i], singular)) {
                return (int)i;
            }
        }
    }
    return -1;
}

int name_find(const struct name *names, size_t count, struct span text)
{
    for (size_t i = 0; i < count; i++) {
        if (text.len > 0 && text.ptr[0] == names[i].id[0] && span_is(text, names[i].id)) {
            return (int)i;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (is_called(&names[i], text)) {
            return (int)i;
        }
    }
    return find_plural(names, count, text);
}

int setup_category_find(const struct setup *setup, struct span text)
{
    const struct game *game = setup->game;
    struct name names[GAME_CATEGORIES];
    unsigned count = setup_categories(setup);
    for (unsigned i = 0; i < count; i++) {
        names[i] = setup_category(setup, i);
    }
    int category = name_find(names, count, text);
    int card = category < 0 && game->cards ? name_find(game->cards, game->cards_count, text) : -1;
    return card < 0 ? category : name_find(names, count, span_from(game->cards[card].id));
}

void setup_category_offer(const struct setup *setup, struct near *near)
{
    const struct game *game = setup->game;
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        struct name name = setup_category(setup, i);
        near_offer_name(near, &name);
    }
    for (size_t i = 0; game->cards && i < game->cards_count; i++) {
        near_offer_name(near, &game->cards[i]);
    }
}

void error_add_points(struct error *error, int64_t value, int32_t scale)
{
    char text[32];
    struct strbuf buf;
    strbuf_wrap(&buf, text, sizeof(text));
    strbuf_points(&buf, value, scale);
    error_add(error, strbuf_span(&buf));
}

struct name_list game_variants(const struct game *game)
{
    return (struct name_list){&game->variants->name, sizeof(*game->variants), game->variants_count};
}

struct name_list game_levels(const struct game *game)
{
    return (struct name_list){&game->levels->name, sizeof(*game->levels), game->levels_count};
}

struct name_list game_options(const struct game *game)
{
    const struct name *first = game->options ? &game->options->name : NULL;
    return (struct name_list){first, sizeof(*game->options), game->options_count};
}

const struct name *name_at(struct name_list list, size_t i)
{
    const void *at = (const char *)list.first + i * list.stride;
    return at;
}

int name_list_find(struct name_list list, struct span text)
{
    for (size_t i = 0; i < list.count; i++) { /* most are written as they should be */
        if (span_is(text, name_at(list, i)->id)) {
            return (int)i;
        }
    }
    for (size_t i = 0; i < list.count; i++) {
        if (name_find(name_at(list, i), 1, text) == 0) {
            return (int)i;
        }
    }
    return -1;
}

void name_list_offer(struct name_list list, struct near *near)
{
    for (size_t i = 0; i < list.count; i++) {
        near_offer_name(near, name_at(list, i));
    }
}

void name_list_hint(struct name_list list, struct span text, struct error *error)
{
    struct near near;
    near_begin(&near, text);
    name_list_offer(list, &near);
    near_hint(&near, error);
}

void name_hint(const struct name *names, size_t count, struct span text, struct error *error)
{
    name_list_hint((struct name_list){names, sizeof(*names), count}, text, error);
}

int game_variant_for(const struct game *game, unsigned seats)
{
    for (int i = 0; i < game->variants_count; i++) {
        if (seats >= game->variants[i].min_seats && seats <= game->variants[i].max_seats) {
            return i;
        }
    }
    return -1;
}

bool game_takes_back(struct span word)
{
    static const char *const WORDS[] = {"back", "retour", "annule"};
    for (size_t i = 0; i < sizeof(WORDS) / sizeof(WORDS[0]); i++) {
        if (utf8_same(word, span_from(WORDS[i]))) {
            return true;
        }
    }
    return false;
}
