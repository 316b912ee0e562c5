/* The toy game. Its state remembers the order of all moves, so that two states are equal only if their histories are. */
#include "support/toy_game.h"

enum { PLAIN, ENDLESS };

struct toy_state {
    uint64_t history;
    uint32_t left;
    int32_t points[GAME_PLAYERS];
};

static const struct message MSG_TOO_MUCH = {ERR_RULE, "toy.too-much", "only %1 are left", "il n'en reste que %1"};
static const struct message MSG_MOVE = {ERR_RULE, "toy.move", "nobody moves so", "personne ne joue ainsi"};
static const struct message MSG_TEXT = {ERR_SYNTAX, "toy.text", "'%1' is not 1, 2 or 3", "« %1 » n'est ni 1, 2 ni 3"};

static enum err toy_init(const struct setup *setup, void *state, struct error *error)
{
    (void)error;
    memset(state, 0, sizeof(struct toy_state));
    ((struct toy_state *)state)->left = setup->option[0] == 1 ? 200 : 20;
    return ERR_OK;
}

static seat_set toy_turn(const struct setup *setup, const void *state)
{
    const struct toy_state *s = state;
    return s->left > 0 ? seat_bit(setup->seats) - 1 : 0;
}

static game_move toy_word(unsigned seat, unsigned amount)
{
    return (game_move)seat << 56 | amount;
}

static size_t toy_legal(const struct setup *setup, const void *state, unsigned seat, game_move *moves, size_t cap)
{
    const struct toy_state *s = state;
    size_t count = seat < setup->seats ? (s->left < 3 ? s->left : 3) : 0;
    for (size_t i = 0; i < count && i < cap; i++) {
        moves[i] = toy_word(seat, (unsigned)i + 1);
    }
    return count;
}

static enum err toy_apply(const struct setup *setup, void *state, game_move move, struct error *error)
{
    struct toy_state *s = state;
    unsigned seat = move_seat(move);
    unsigned amount = (unsigned)(move & 0xff);
    if (seat >= setup->seats || move != toy_word(seat, amount) || amount < 1 || amount > 3) {
        return error_raise(error, &MSG_MOVE);
    }
    if (amount > s->left) {
        return error_raise_int(error, &MSG_TOO_MUCH, s->left);
    }
    s->history = s->history * UINT64_C(0x9e3779b97f4a7c15) + move + 1;
    s->left -= setup->variant == ENDLESS ? 0 : amount;
    s->points[seat] += (int32_t)amount;
    return ERR_OK;
}

static enum err toy_parse(const struct setup *setup, const void *state, unsigned seat, struct span text,
                          game_move *moves, size_t *count, struct error *error)
{
    (void)setup;
    (void)state;
    const char *start = text.ptr;
    struct span word = span_word(&text);
    *count = 0;
    if (span_is(word, "nothing") && text.len == 0) {
        return ERR_OK;
    }
    bool good = span_is(word, "take");
    while (good && (text = span_trim(text)).len > 0) {
        int64_t amount = 0;
        word = span_word(&text);
        good = *count < GAME_LINE && span_int(word, 1, 3, &amount);
        if (good) {
            moves[(*count)++] = toy_word(seat, (unsigned)amount);
        }
    }
    if (!good || *count == 0) {
        enum err err = error_raise_span(error, &MSG_TEXT, word);
        error->column = (uint32_t)(word.ptr - start) + 1;
        return err;
    }
    return ERR_OK;
}

static size_t toy_print(const struct setup *setup, const void *state, const game_move *moves, size_t count,
                        struct strbuf *out)
{
    (void)setup;
    (void)state;
    size_t n = 0;
    strbuf_add(out, "take");
    for (; n < count && n < GAME_LINE && move_seat(moves[n]) == move_seat(moves[0]); n++) {
        strbuf_add_char(out, ' ');
        strbuf_int(out, (int64_t)(moves[n] & 0xff));
    }
    return n;
}

static void toy_outcome(const struct setup *setup, const void *state, struct outcome *outcome)
{
    const struct toy_state *s = state;
    *outcome = (struct outcome){.over = s->left == 0, .rows_count = setup->seats};
    for (uint8_t i = 0; i < setup->seats; i++) {
        struct outcome_row *row = &outcome->rows[i];
        *row = (struct outcome_row){.seat = i, .scored = true, .categories = 1, .total = s->points[i]};
        row->category[0] = s->points[i];
    }
    outcome_rank(outcome, setup, NULL);
}

static void toy_digest(const struct setup *setup, const void *state, struct sha256 *hash)
{
    (void)setup;
    sha256_add_u64(hash, ((const struct toy_state *)state)->history);
}

static game_move toy_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    (void)setup;
    (void)prng;
    const struct toy_state *s = state;
    return toy_word(seat, s->left < 3 ? s->left : 3);
}

static size_t toy_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    (void)setup;
    (void)state;
    (void)level;
    *out = move;
    return 1;
}

/* More moves than any position has legal ones: a row of ones for each seat. */
static size_t toy_sheet(const struct setup *setup, const void *state, unsigned level, game_move *out, size_t cap)
{
    (void)level;
    const struct toy_state *s = state;
    size_t n = 0;
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        for (int i = 0; i < s->points[seat]; i++, n++) {
            if (n < cap) {
                out[n] = toy_word(seat, 1);
            }
        }
    }
    return n;
}

static const struct variant VARIANTS[] = {
    {{"plain", "plain", "simple"}, 2, 4, 0, CONTEST_HIGH},
    {{"endless", "endless", "sans fin"}, 6, 6, 0, CONTEST_HIGH},
};
static const char *const MARKS[] = {"take", NULL};
static const struct level LEVELS[] = {
    {{"moves", "moves", "coups"}, NULL, false, BASIS_JUDGED, false},
    {{"sheet", "sheet", "feuille"}, NULL, false, BASIS_SCORED, false},
};
static const struct level LEVELS_2[] = {
    {{"moves", "moves", "coups"}, MARKS, false, BASIS_JUDGED, false},
    {{"sheet", "sheet", "feuille"}, NULL, true, BASIS_SCORED, false},
};
static const struct name LENGTHS[] = {{"short", "short", "court"}, {"long", "long", "long"}};
static const struct option OPTIONS[] = {{{"length", "length", "durée"}, LENGTHS, 2}};
static const struct name CATEGORIES[] = {{"taken", "taken", "pris"}};

#define TOY_GAME                                                                                             \
    .name = {"toy", "Toy", "Jouet"}, .variants = VARIANTS, .variants_count = 2, .levels_count = 2,           \
    .categories = CATEGORIES, .categories_count = 1, .options = OPTIONS, .options_count = 1,                 \
    .state_size = sizeof(struct toy_state), .legal_limit = 3, .unit = 1, .init = toy_init, .turn = toy_turn, \
    .legal = toy_legal, .apply = toy_apply, .parse = toy_parse, .print = toy_print, .outcome = toy_outcome,  \
    .digest = toy_digest, .greedy = toy_greedy, .project = toy_project, .sheet = toy_sheet

static const struct game_catalogue STONES = {.block_size = sizeof("stones")}; /* found ready: no document is read */

const struct game toy_game = {TOY_GAME, .rules = 1, .levels = LEVELS, .catalogue = &STONES};
const struct game toy_game_2 = {TOY_GAME, .rules = 2, .levels = LEVELS_2};

static enum err find_stones(void *context, const struct game *game, struct span name, const uint8_t hash[SHA256_SIZE],
                            const void **block, size_t *size, struct error *error)
{
    (void)context;
    static const struct message unknown = {ERR_NOT_FOUND, "toy.unknown", "unknown", "inconnu"};
    static const char stones[] = "stones";
    uint8_t known[SHA256_SIZE];
    if (game != &toy_game || !span_is(name, stones) || !sha256_from_hex(span_from(TOY_HASH), known) ||
        memcmp(hash, known, SHA256_SIZE) != 0) {
        return error_raise(error, &unknown);
    }
    *block = stones;
    *size = sizeof(stones);
    return ERR_OK;
}

const struct block_source toy_blocks = {.find = find_stones};
