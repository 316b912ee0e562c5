/*
 * Any text as a move, in any position of any game. The first eight bytes
 * choose the position:
 *
 *     0 game   1 variant   2 level   3 seats   4 moves played before (0..63)
 *     5 6 seed of those    7 seat that moves now
 *
 * and the rest is the text. It is refused with a message and a place, or it
 * is read; and when it can also be played, its canonical text reads back as
 * the same words.
 */
#include "base/utf8.h"
#include "rules/registry.h"
#include "support/setups.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { CHOICE = 8, LIMIT = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition, const char *what, const char *text)
{
    if (!condition) {
        (void)fprintf(stderr, "fuzz_move: %s: %s\n", what, text ? text : "");
        abort();
    }
}

struct first {
    const struct game *game;
    struct setup setup; /* the first of that game's, which has its catalogue if it needs one */
};

static void choose(void *context, const struct setup *setup)
{
    struct first *first = context;
    if (setup->game == first->game && !first->setup.game) {
        first->setup = *setup;
    }
}

static struct setup choose_setup(const uint8_t *data)
{
    size_t games;
    const struct game *const *all = registry_all(&games);
    const struct game *game = all[data[0] % games];
    struct first first = {.game = game};
    setups_visit(choose, &first);
    struct setup setup = first.setup;
    setup.variant = (uint8_t)(data[1] % game->variants_count);
    setup.level = (uint8_t)(data[2] % game->levels_count);
    const struct variant *variant = &game->variants[setup.variant];
    setup.seats = (uint8_t)(variant->min_seats + data[3] % (variant->max_seats - variant->min_seats + 1));
    return setup;
}

static void play_before(const struct setup *setup, void *state, const uint8_t *data)
{
    struct prng prng;
    struct error error;
    game_move *room = malloc(setup->game->legal_limit * sizeof(game_move));
    require(room, "no memory", NULL);
    prng_seed(&prng, (uint64_t)data[5] << 8 | data[6]);
    for (int i = data[4] % 64; i > 0; i--) {
        int seat = setup_random_seat(setup, state, &prng);
        if (seat < 0) {
            break;
        }
        game_move move = setup_random_move(setup, state, (unsigned)seat, room, &prng);
        require(setup->game->apply(setup, state, move, &error) == ERR_OK, "a legal move is refused", NULL);
    }
    free(room);
}

static void check_refused(const struct error *error, enum err err, size_t len)
{
    require(err == ERR_SYNTAX || err == ERR_RULE, "refused as", test_err_name(err));
    require(error->message && error->message->code == err, "no message", NULL);
    require(error->column <= len + 1 && (err != ERR_SYNTAX || error->column > 0), "no place", error->message->id);
}

static void check_move(const struct setup *setup, void *state, unsigned seat, struct span text)
{
    const struct game *game = setup->game;
    struct error error;
    game_move words[GAME_LINE];
    game_move back[GAME_LINE];
    size_t count = 0;
    size_t again = 0;
    enum err err = game->parse(setup, state, seat, text, words, &count, &error);
    if (err != ERR_OK) {
        check_refused(&error, err, text.len);
        return;
    }
    require(count <= GAME_LINE, "too many words", NULL);
    if (count == 0) { /* the line says what the rules have done already */
        return;
    }
    require(move_seat(words[count - 1]) == seat, "another seat's word", NULL);
    char *kept = malloc(game->state_size * 2);
    require(kept, "no memory", NULL);
    char *before = kept + game->state_size;
    memcpy(before, state, game->state_size);
    for (size_t i = 0; err == ERR_OK && i < count; i++) {
        memcpy(kept, state, game->state_size);
        err = game->apply(setup, state, words[i], &error);
    }
    if (err != ERR_OK) {
        require(err == ERR_RULE && error.message && error.message->code == ERR_RULE, "not a rule", NULL);
        require(memcmp(kept, state, game->state_size) == 0, "a refused word changed the state", error.message->id);
        free(kept);
        return;
    }
    struct strbuf out;
    strbuf_init(&out, &allocator_heap, LIMIT);
    require(game->print(setup, before, words, count, &out) == count, "not printed as one line", strbuf_text(&out));
    err = game->parse(setup, before, seat, strbuf_span(&out), back, &again, &error);
    require(err == ERR_OK, "what was printed does not read", strbuf_text(&out));
    require(again == count && memcmp(words, back, count * sizeof(words[0])) == 0, "reads back as something else",
            strbuf_text(&out));
    strbuf_release(&out);
    free(kept);
}

/*
 * A position that inputs before this one had, too. Most inputs change only the text of another, and to play up to the position again is
 * most of what they would take.
 */
struct position {
    uint8_t choice[CHOICE - 1];
    struct setup setup;
    void *state; /* NULL: none yet */
};

static void make_position(struct position *position, const uint8_t *data)
{
    struct error error;
    free(position->state);
    memcpy(position->choice, data, sizeof(position->choice));
    position->setup = choose_setup(data);
    const struct game *game = position->setup.game;
    position->state = malloc(game->state_size);
    require(position->state, "no memory", NULL);
    require(game->init(&position->setup, position->state, &error) == ERR_OK, "a setup is refused",
            setup_text(&position->setup));
    play_before(&position->setup, position->state, data);
}

static const struct position *find_position(const uint8_t *data)
{
    static struct position known[256];
    unsigned hash = 0;
    for (size_t i = 0; i < sizeof(known[0].choice); i++) {
        hash = hash * 31 + data[i];
    }
    struct position *position = &known[hash % (sizeof(known) / sizeof(known[0]))];
    if (!position->state || memcmp(position->choice, data, sizeof(position->choice)) != 0) {
        make_position(position, data);
    }
    return position;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < CHOICE) {
        return 0;
    }
    struct span text = span_trim(span_of((const char *)data + CHOICE, size - CHOICE));
    if (text.len == 0 || utf8_valid(text) != text.len || memchr(text.ptr, '\n', text.len)) {
        return 0; /* no line is so */
    }
    const struct position *position = find_position(data);
    size_t state_size = position->setup.game->state_size;
    void *state = malloc(state_size);
    require(state, "no memory", NULL);
    memcpy(state, position->state, state_size);
    check_move(&position->setup, state, data[7] % GAME_SEATS, text);
    free(state);
    return 0;
}
