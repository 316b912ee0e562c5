/* The game of shells: facts, catalogue, rules. */
#include "support/shells.h"

#include "rules/labels.h"

enum { SHELLS = 24, MAGIC = 0x5e115, TEXT_BYTES = 4096 };

struct shells_catalogue {
    uint32_t magic;
    uint8_t count;
    struct label name;
    struct label shell[SHELLS];
    uint8_t points[SHELLS];
    char text[TEXT_BYTES];
};

struct shells_state {
    uint8_t turn;
    uint8_t taken;         /* shells */
    uint8_t owner[SHELLS]; /* seat + 1; 0: it is still there */
};

static const struct message MSG_BLOCK = {ERR_RULE, "shells.block", "no catalogue of shells",
                                         "pas de catalogue de coquillages"};
static const struct message MSG_MOVE = {ERR_RULE, "shells.move", "this shell cannot be taken",
                                        "ce coquillage ne se prend pas"};
static const struct message MSG_TEXT = {ERR_SYNTAX, "shells.text", "'%1' is no shell",
                                        "« %1 » n'est pas un coquillage"};

/* ---- the catalogue ---- */

static enum err read_shell(const struct value *object, struct shells_catalogue *b, struct label_texts *texts,
                           struct label_kind *names, struct error *error)
{
    static const char *const keys[] = {"id", "en", "fr", "points", NULL};
    struct value points = value_member(object, "points");
    unsigned number = 0;
    enum err err = value_object(object, keys, error);
    if (err != ERR_OK) {
        return err;
    }
    err = label_read_new(texts, object, &b->shell[b->count], names, error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_number(&points, 1, 9, &number, error);
    b->points[b->count++] = (uint8_t)number;
    return err;
}

static enum err read_catalogue(const struct value *document, void *block, struct error *error)
{
    static const char *const keys[] = {"catalogue", "name", "note", "shells", NULL};
    static const char *const reserved[] = {"take", NULL};
    struct shells_catalogue *b = block;
    struct label_texts texts = {b->text, sizeof(b->text), 1};
    struct label_kind names = {.reserved = reserved};
    struct value list = value_member(document, "shells");
    memset(b, 0, sizeof(*b));
    b->magic = MAGIC;
    enum err err = label_read_document(&texts, document, keys, shells_game.name.id, &b->name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = value_list(&list, 2, SHELLS, error);
    for (size_t i = 0; err == ERR_OK && i < value_count(&list); i++) {
        struct value object = value_item(&list, i);
        err = read_shell(&object, b, &texts, &names, error);
    }
    return err;
}

static struct name catalogue_name(const void *block)
{
    const struct shells_catalogue *b = block;
    return label_name(b->text, b->name);
}

static const struct name COUNTS[] = {{"shells", "shells", "coquillages"},
                                     {"points", "points in all", "points en tout"}};

static uint32_t count(const void *block, unsigned index)
{
    const struct shells_catalogue *b = block;
    uint32_t sum = 0;
    for (unsigned i = 0; i < b->count; i++) {
        sum += b->points[i];
    }
    return index == 0 ? b->count : sum;
}

static void print_card(const void *block, unsigned index, enum lang lang, struct strbuf *out)
{
    const struct shells_catalogue *b = block;
    if (index < b->count) {
        struct name name = label_name(b->text, b->shell[index]);
        strbuf_int_right(out, b->points[index], 3);
        strbuf_add(out, "  ");
        strbuf_add(out, name_in(&name, lang));
        strbuf_add_char(out, '\n');
    }
}

static const struct game_catalogue CATALOGUE = {.block_size = sizeof(struct shells_catalogue),
                                                .read = read_catalogue,
                                                .name = catalogue_name,
                                                .counts = COUNTS,
                                                .counts_count = 2,
                                                .count = count,
                                                .print_card = print_card};

/* ---- the rules ---- */

static enum err init(const struct setup *setup, void *state, struct error *error)
{
    const struct shells_catalogue *b = setup->block;
    memset(state, 0, sizeof(struct shells_state));
    bool good = b && setup->block_size == sizeof(*b) && b->magic == MAGIC;
    return good ? ERR_OK : error_raise(error, &MSG_BLOCK);
}

static seat_set turn(const struct setup *setup, const void *state)
{
    const struct shells_catalogue *b = setup->block;
    const struct shells_state *s = state;
    return s->taken < b->count ? seat_bit(s->turn) : 0;
}

static size_t legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    const struct shells_catalogue *b = setup->block;
    const struct shells_state *s = state;
    size_t n = 0;
    for (unsigned i = 0; turn(setup, state) == seat_bit(seat) && i < b->count; i++) {
        if (s->owner[i] == 0) {
            if (n < cap) {
                moves[n] = (game_move)seat << 56 | i;
            }
            n++;
        }
    }
    return n;
}

static enum err apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    struct shells_state *s = state;
    game_move moves[SHELLS];
    size_t n = legal(setup, state, move_seat(move), moves, SHELLS);
    for (size_t i = 0; i < n; i++) {
        if (moves[i] == move) {
            s->owner[move & 0xff] = (uint8_t)(move_seat(move) + 1);
            s->taken++;
            s->turn = (uint8_t)((s->turn + 1) % setup->seats);
            return ERR_OK;
        }
    }
    return error_raise(error, &MSG_MOVE);
}

static struct name card_name(const struct setup *setup, unsigned index)
{
    const struct shells_catalogue *b = setup->block;
    return index < b->count ? label_name(b->text, b->shell[index]) : (struct name){"?", "?", "?"};
}

static enum err parse(const struct setup *setup, const void *state, unsigned seat, struct span text, game_move *moves,
                      size_t *n, struct error *error)
{
    (void)state;
    const struct shells_catalogue *b = setup->block;
    struct span verb = span_word(&text);
    for (unsigned i = 0; span_is(verb, "take") && i < b->count; i++) {
        struct name name = card_name(setup, i);
        if (name_find(&name, 1, span_trim(text)) == 0) {
            moves[0] = (game_move)seat << 56 | i;
            *n = 1;
            return ERR_OK;
        }
    }
    enum err err = error_raise_span(error, &MSG_TEXT, span_trim(text));
    error->column = 1;
    return err;
}

static size_t print(const struct setup *setup, const void *state, const game_move *moves, size_t n, struct strbuf *out)
{
    (void)state;
    (void)n;
    strbuf_add(out, "take ");
    strbuf_add(out, card_name(setup, (unsigned)(moves[0] & 0xff)).id);
    return 1;
}

static void view(const struct setup *setup, const void *state, const struct view_sink *sink)
{
    const struct shells_state *s = state;
    (void)setup;
    sink->open_object(sink->context, NULL);
    sink->integer(sink->context, "taken", s->taken);
    sink->close(sink->context);
}

static void draw(const struct setup *setup, const void *state, const struct draw_style *style, struct strbuf *out)
{
    const struct shells_state *s = state;
    for (unsigned i = 0; i < SHELLS; i++) {
        struct name name = card_name(setup, i);
        strbuf_add(out, s->owner[i] ? name_in(&name, style->lang) : "");
        strbuf_add(out, s->owner[i] ? "\n" : "");
    }
}

static void credits(const struct setup *setup, const void *state, credit_fn *fn, void *context)
{
    const struct shells_catalogue *b = setup->block;
    const struct shells_state *s = state;
    for (unsigned i = 0; i < b->count; i++) {
        if (s->owner[i]) {
            struct credit credit = {
                .seat = (uint8_t)(s->owner[i] - 1), .card = (uint16_t)i, .cell = (uint16_t)i, .units = b->points[i]};
            fn(context, &credit);
        }
    }
}

static void outcome(const struct setup *setup, const void *state, struct outcome *out)
{
    const struct shells_catalogue *b = setup->block;
    const struct shells_state *s = state;
    *out = (struct outcome){.over = s->taken == b->count, .rows_count = setup->seats};
    for (uint8_t i = 0; i < setup->seats; i++) {
        out->rows[i] = (struct outcome_row){.seat = i, .scored = true, .categories = 1};
    }
    for (unsigned i = 0; i < b->count; i++) {
        if (s->owner[i]) {
            struct outcome_row *row = &out->rows[s->owner[i] - 1];
            row->category[0] += b->points[i];
            row->total += b->points[i];
        }
    }
    outcome_rank(out, setup, NULL);
}

static void digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    const struct shells_state *s = state;
    (void)setup;
    sha256_add_u8(hash, s->turn);
    sha256_add(hash, s->owner, sizeof(s->owner));
}

static game_move chance(const struct setup *setup, const void *state, struct prng *prng)
{
    (void)setup;
    (void)state;
    (void)prng;
    return 0; /* nothing here is left to it */
}

static game_move greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    const struct shells_catalogue *b = setup->block;
    game_move moves[SHELLS] = {0};
    size_t best = 0;
    (void)prng;
    size_t n = legal(setup, state, seat, moves, SHELLS);
    for (size_t i = 1; i < n; i++) {
        best = b->points[moves[i] & 0xff] > b->points[moves[best] & 0xff] ? i : best;
    }
    return moves[best];
}

/* ---- the facts ---- */

static const struct variant VARIANTS[] = {{{"standard", "standard", "standard"}, 2, 4, 0, CONTEST_HIGH}};
static const struct level LEVELS[] = {{{"full", "full", "complet"}, NULL, true, BASIS_JUDGED, false}};
static const struct name CATEGORIES[] = {{"points", "points", "points"}};

const struct game shells_game = {
    .name = {"shells", "Shells", "Coquillages"},
    .rules = 1,
    .variants = VARIANTS,
    .variants_count = 1,
    .levels = LEVELS,
    .levels_count = 1,
    .categories = CATEGORIES,
    .categories_count = 1,
    .cards_count = SHELLS,
    .catalogue = &CATALOGUE,
    .state_size = sizeof(struct shells_state),
    .legal_limit = SHELLS,
    .unit = 1,
    .init = init,
    .turn = turn,
    .legal = legal,
    .apply = apply,
    .parse = parse,
    .print = print,
    .view = view,
    .draw = draw,
    .outcome = outcome,
    .credits = credits,
    .digest = digest,
    .card_name = card_name,
    .chance = chance,
    .greedy = greedy,
};
