/*
 * Conformance, moves: every registered game, at every variant, level, number
 * of seats and option, played at random from its own legal moves. At each
 * position what rules/game.h promises about moves, lines and digests is held
 * against the game; no game is named here. Modelled on OpenSpiel's basic
 * tests. Scores and pictures are in test_conformance_scores.c, facts in
 * test_conformance_facts.c.
 */
#include "support/cmocka.h"

#include "base/utf8.h"
#include "record/replay.h"
#include "rules/ecos/ecos_state.h"
#include "rules/game.h"
#include "rules/registry.h"
#include "support/setups.h"
#include "support/text.h"

#include <stddef.h>
#include <stdlib.h>

#include "conformance_check.h"

enum { SEED = 4711, CASES = 8, MOVES = 16384, TRIED = 40, MUTANTS = 24 };

struct play {
    const struct setup *setup;
    const struct game *game;
    struct prng prng;
    void *state, *clone, *kept;
    game_move *legal, *other; /* of the seat that moves; of any seat */
    void *listed;             /* the position whose legal moves of one seat are in `list` */
    game_move *list;
    size_t list_count;
    unsigned list_seat; /* GAME_SEATS: none yet */
    size_t legal_count;
    game_move moves[MOVES];
    size_t moves_count;
    struct strbuf text;
    unsigned number;
    bool *parsed; /* which examples of the notation have been understood */
};

static bool same_state(const struct play *p, const void *a, const void *b)
{
    return memcmp(a, b, p->game->state_size) == 0;
}

/* ---- legal moves ---- */

static int ascending(const void *a, const void *b)
{
    const game_move *one = a;
    const game_move *other = b;
    return (*one > *other) - (*one < *other);
}

/* Whether the move is in the list of legal ones, which is made once for all the words that a position is asked about. */
static bool is_listed(struct play *p, game_move word)
{
    unsigned seat = move_seat(word);
    if (seat >= GAME_SEATS) {
        return false;
    }
    if (seat != p->list_seat || memcmp(p->listed, p->state, p->game->state_size) != 0) {
        p->list_count = p->game->legal(p->setup, p->state, seat, p->list, p->game->legal_limit);
        p->list_seat = seat;
        memcpy(p->listed, p->state, p->game->state_size);
    }
    return p->list_count > 0 && bsearch(&word, p->list, p->list_count, sizeof(word), ascending);
}

/* The legal moves of `seat` into `moves`: ascending, unique, the seat's own, as many as promised, however asked. */
static size_t check_legal(struct play *p, unsigned seat, game_move *moves)
{
    const struct game *game = p->game;
    bool turn = game->turn(p->setup, p->state) & seat_bit(seat);
    size_t count = game->legal(p->setup, p->state, seat, moves, game->legal_limit);
    CHECK(count <= game->legal_limit, "seat %s: %zu legal moves", seat_label(seat), count);
    bool dead = turn && !setup_is_judged(p->setup); /* of a sheet that cannot be finished any more */
    CHECK(turn == (count > 0) || dead, "seat %s: %zu legal moves", seat_label(seat), count);
    CHECK(game->legal(p->setup, p->state, seat, NULL, 0) == count, "seat %s", seat_label(seat));
    for (size_t i = 0; i < count; i++) {
        CHECK(move_seat(moves[i]) == seat, "seat %s: another seat's move", seat_label(seat));
        CHECK(i == 0 || moves[i - 1] < moves[i], "seat %s: not in ascending order", seat_label(seat));
    }
    game_move few[3] = {0, 0, ~(game_move)0};
    CHECK(game->legal(p->setup, p->state, seat, few, 2) == count, "seat %s", seat_label(seat));
    CHECK(few[2] == ~(game_move)0, "more moves stored than asked for");
    CHECK(count < 2 || (few[0] == moves[0] && few[1] == moves[1]), "other first moves when few are asked for");
    return count;
}

static void check_refusal(struct play *p, const struct error *error, enum err err, game_move word)
{
    const struct message *message = error->message;
    CHECK(err == ERR_RULE, "word %016llx: %s", (unsigned long long)word, test_err_name(err));
    CHECK(message && message->code == ERR_RULE && message->id[0] && message->en[0] && message->fr[0],
          "word %016llx: no message", (unsigned long long)word);
    CHECK(strchr(message->id, '.') && error->line == 0, "message %s", message->id);
    char text[512];
    CHECK(error_text(error, LANG_EN, text, sizeof(text)) > 0 && !strchr(text, '%'), "message %s: %s", message->id,
          text);
}

/* Legal or not, apply and legal say the same; a refusal leaves the state to the byte. */
static void check_word(struct play *p, game_move word)
{
    struct error error = {.message = NULL};
    bool legal = is_listed(p, word);
    memcpy(p->clone, p->state, p->game->state_size);
    enum err err = p->game->apply(p->setup, p->clone, word, &error);
    bool more = p->game->levels[p->setup->level].sampled && !legal && err == ERR_OK; /* than are worth listing */
    CHECK(legal == (err == ERR_OK) || more, "word %016llx: %s", (unsigned long long)word, test_err_name(err));
    if (err != ERR_OK) {
        check_refusal(p, &error, err, word);
        CHECK(same_state(p, p->clone, p->state), "a refused word changed the state: %s", error.message->id);
    } else {
        CHECK(!same_state(p, p->clone, p->state), "a legal move changes nothing");
    }
}

/* A word near a legal one: a few bits turned, a field of another move, another seat, or nothing like it. */
static game_move mutant(struct play *p)
{
    game_move word = p->legal[prng_below(&p->prng, (uint32_t)p->legal_count)];
    game_move second = p->legal[prng_below(&p->prng, (uint32_t)p->legal_count)];
    uint32_t shift = prng_below(&p->prng, 56);
    game_move mask = (((game_move)1 << (1 + prng_below(&p->prng, 8))) - 1) << shift & ~((game_move)0xff << 56);
    switch (prng_below(&p->prng, 6)) {
    case 0:
        return word ^ ((game_move)1 << prng_below(&p->prng, 64));
    case 1:
        return (word & ~mask) | (second & mask);
    case 2:
        return (word & ~mask) | (prng_next(&p->prng) & mask);
    case 3:
        return (word & ~((game_move)0xff << 56)) | (game_move)prng_below(&p->prng, GAME_SEATS + 2) << 56;
    case 4:
        return prng_next(&p->prng);
    default:
        return word + prng_below(&p->prng, 3) - 1;
    }
}

/* ---- text ---- */

/* What is printed of a move reads back as that move, wherever it is a line of its own. */
static void check_line(struct play *p, game_move move)
{
    struct error error;
    game_move back[GAME_LINE];
    size_t count = 0;
    strbuf_clear(&p->text);
    CHECK(p->game->print(p->setup, p->state, &move, 1, &p->text) == 1, "one move is printed as one");
    struct span text = strbuf_span(&p->text);
    CHECK(text.len > 0 && utf8_valid(text) == text.len && !memchr(text.ptr, '\n', text.len) &&
              span_trim(text).len == text.len,
          "'%s' is not a line's text", strbuf_text(&p->text));
    memcpy(p->kept, p->state, p->game->state_size);
    enum err err = p->game->parse(p->setup, p->state, move_seat(move), text, back, &count, &error);
    CHECK(same_state(p, p->kept, p->state), "parsing changed the state");
    if (err != ERR_OK) {
        CHECK(err == ERR_SYNTAX && error.message->code == ERR_SYNTAX, "'%s': %s", strbuf_text(&p->text),
              test_err_name(err));
        CHECK(error.column >= 1 && error.column <= text.len + 1, "'%s': column %u", strbuf_text(&p->text),
              error.column);
        CHECK(move_seat(move) >= GAME_PLAYERS || !setup_is_judged(p->setup), "'%s' does not read back: %s",
              strbuf_text(&p->text), error.message->id);
        return;
    }
    CHECK(count == 1 && back[0] == move, "'%s' reads back as something else", strbuf_text(&p->text));
}

/* The whole game as lines: each reads back as the moves it was printed from. */
static void check_all_lines(struct play *p)
{
    struct error error;
    assert_int_equal(p->game->init(p->setup, p->clone, &error), ERR_OK);
    for (size_t i = 0; i < p->moves_count;) {
        size_t left = p->moves_count - i;
        game_move back[GAME_LINE];
        size_t count = 0;
        strbuf_clear(&p->text);
        size_t n = p->game->print(p->setup, p->clone, p->moves + i, left, &p->text);
        CHECK(n >= 1 && n <= left && n <= GAME_LINE, "'%s' is a line of %zu moves", strbuf_text(&p->text), n);
        unsigned seat = move_seat(p->moves[i + n - 1]);
        enum err err = p->game->parse(p->setup, p->clone, seat, strbuf_span(&p->text), back, &count, &error);
        CHECK(err == ERR_OK, "'%s' does not read back: %s", strbuf_text(&p->text), error.message->id);
        CHECK(count == n && memcmp(back, p->moves + i, n * sizeof(back[0])) == 0, "'%s' reads back as something else",
              strbuf_text(&p->text));
        for (size_t j = 0; j < n; j++) {
            CHECK(p->game->apply(p->setup, p->clone, p->moves[i + j], &error) == ERR_OK, "not legal any more");
        }
        i += n;
    }
    CHECK(same_state(p, p->clone, p->state), "the same moves give another state");
}

/* Nonsense is refused with a column inside the text, or is read as something that can be printed. */
static void check_nonsense(struct play *p)
{
    struct error error;
    game_move back[GAME_LINE];
    size_t count = 0;
    char text[64];
    size_t len = prng_below(&p->prng, sizeof(text));
    strbuf_clear(&p->text);
    (void)p->game->print(p->setup, p->state, p->legal, 1, &p->text);
    for (size_t i = 0; i < len; i++) {
        bool keep = i < p->text.len && prng_below(&p->prng, 8) > 0;
        text[i] = keep ? p->text.text[i] : (char)(' ' + prng_below(&p->prng, 95));
    }
    unsigned seat = prng_below(&p->prng, 3) ? move_seat(p->legal[0]) : prng_below(&p->prng, GAME_SEATS);
    memcpy(p->kept, p->state, p->game->state_size);
    enum err err = p->game->parse(p->setup, p->state, seat, span_of(text, len), back, &count, &error);
    CHECK(same_state(p, p->kept, p->state), "parsing changed the state");
    if (err == ERR_OK) {
        bool none = count == 0; /* what the rules have done already */
        CHECK(none || (count <= GAME_LINE && move_seat(back[count - 1]) == seat), "'%.*s'", (int)len, text);
        if (!none) {
            check_word(p, back[0]);
        }
    } else {
        CHECK(err == ERR_SYNTAX || err == ERR_RULE, "'%.*s': %s", (int)len, text, test_err_name(err));
        CHECK(error.message->code == err && error.column <= len + 1, "'%.*s': column %u", (int)len, text, error.column);
        CHECK(err != ERR_SYNTAX || error.column >= 1, "'%.*s': no column", (int)len, text);
    }
}

static void try_notation(struct play *p)
{
    for (size_t i = 0; i < p->game->notation_count; i++) {
        struct span example = span_from(p->game->notation[i].example);
        int seat = seat_from_label(span_of(example.ptr, 1));
        game_move back[GAME_LINE];
        size_t count = 0;
        struct error error;
        p->parsed[i] = p->parsed[i] || p->game->parse(p->setup, p->state, (unsigned)seat,
                                                      span_trim(span_skip(example, 2)), back, &count, &error) == ERR_OK;
    }
}

/* ---- the walk ---- */

/* The bytes of a state that are the position: what Ecos remembers of its own moves, at the end, is in no digest. */
static size_t position_size(const struct game *game)
{
    return strcmp(game->name.id, "ecos") == 0 ? offsetof(struct ecos_state, done_count) : game->state_size;
}

/* Two moves that lead to different positions lead to different digests. */
static void check_digests(struct play *p)
{
    uint8_t before[SHA256_SIZE];
    uint8_t digest[2][SHA256_SIZE];
    struct error error;
    void *const states[] = {p->clone, p->kept};
    replay_digest(p->setup, p->state, before);
    for (int i = 0; i < 2; i++) {
        memcpy(states[i], p->state, p->game->state_size);
        replay_digest(p->setup, states[i], digest[i]);
        CHECK(memcmp(before, digest[i], SHA256_SIZE) == 0, "a clone has another digest");
        game_move move = p->legal[prng_below(&p->prng, (uint32_t)p->legal_count)];
        assert_int_equal(p->game->apply(p->setup, states[i], move, &error), ERR_OK);
        replay_digest(p->setup, states[i], digest[i]);
        CHECK(memcmp(before, digest[i], SHA256_SIZE) != 0, "a move does not change the digest");
    }
    bool same = memcmp(p->clone, p->kept, position_size(p->game)) == 0;
    CHECK(same == (memcmp(digest[0], digest[1], SHA256_SIZE) == 0), "different positions, the same digest");
}

static void check_position(struct play *p, unsigned seat)
{
    for (unsigned s = 0; s < GAME_SEATS + 2; s++) {
        (void)check_legal(p, s, p->other);
    }
    p->legal_count = check_legal(p, seat, p->legal);
    for (unsigned i = 0; i < TRIED; i++) {
        game_move move =
            p->legal[p->legal_count <= TRIED ? i % p->legal_count : prng_below(&p->prng, (uint32_t)p->legal_count)];
        check_word(p, move);
        check_line(p, move);
    }
    check_word(p, p->legal[p->legal_count - 1]);
    for (unsigned i = 0; i < MUTANTS; i++) {
        check_word(p, mutant(p));
    }
    check_nonsense(p);
    check_digests(p);
    try_notation(p);
}

/* What the computer players do is legal, too. */
static void check_players(struct play *p)
{
    if (p->setup->level != 0) {
        return;
    }
    seat_set turn = p->game->turn(p->setup, p->state);
    memcpy(p->kept, p->state, p->game->state_size);
    for (unsigned seat = 0; seat < p->setup->seats; seat++) {
        if (turn & seat_bit(seat)) {
            game_move move = p->game->greedy(p->setup, p->state, seat, &p->prng);
            CHECK(move_seat(move) == seat, "greedy moves for seat %u, not %u", move_seat(move), seat);
            check_word(p, move);
            CHECK(!same_state(p, p->clone, p->state), "greedy makes no legal move");
        }
    }
    if (turn & ~(seat_bit(GAME_PLAYERS) - 1)) {
        game_move move = p->game->chance(p->setup, p->state, &p->prng);
        CHECK(turn & seat_bit(move_seat(move)), "chance moves out of turn");
        CHECK(!(turn & seat_bit(SEAT_TABLE)) || move_seat(move) == SEAT_TABLE, "the table moves first");
        check_word(p, move);
        CHECK(!same_state(p, p->clone, p->state), "chance makes no legal move");
    }
    CHECK(same_state(p, p->kept, p->state), "choosing a move changed the state");
}

static void play_once(struct play *p)
{
    struct error error;
    memset(p->state, 0xaa, p->game->state_size);
    memset(p->clone, 0x55, p->game->state_size);
    assert_int_equal(p->game->init(p->setup, p->state, &error), ERR_OK);
    assert_int_equal(p->game->init(p->setup, p->clone, &error), ERR_OK);
    CHECK(same_state(p, p->state, p->clone), "init leaves bytes of before");
    p->moves_count = 0;
    const uint32_t some =
        test_cases(100) < 50 ? 3 : 1; /* scaled down, where each setup has one game: every third position or so */
    for (int seat; (seat = setup_random_seat(p->setup, p->state, &p->prng)) >= 0;) {
        if (some == 1 || prng_below(&p->prng, some) == 0) {
            check_players(p);
            check_position(p, (unsigned)seat);
        } else {
            p->legal_count = check_legal(p, (unsigned)seat, p->legal);
        }
        CHECK(p->moves_count < MOVES, "the game does not end");
        game_move move = p->legal[prng_below(&p->prng, (uint32_t)p->legal_count)];
        p->moves[p->moves_count++] = move;
        assert_int_equal(p->game->apply(p->setup, p->state, move, &error), ERR_OK);
    }
    for (unsigned s = 0; s < GAME_SEATS + 2; s++) {
        CHECK(check_legal(p, s, p->other) == 0, "a legal move when all is over");
    }
    p->legal[0] = p->moves[p->moves_count - 1];
    p->legal_count = 1;
    for (unsigned i = 0; i < MUTANTS; i++) {
        check_word(p, mutant(p));
    }
    check_all_lines(p);
}

static bool *parsed_of(const struct game *game)
{
    static bool parsed[16][256];
    size_t count;
    const struct game *const *games = registry_all(&count);
    assert_true(count <= 16);
    size_t i = 0;
    while (games[i] != game) {
        i++;
    }
    return parsed[i];
}

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count, size);
    assert_non_null(room);
    return room;
}

static void check_setup(void *context, const struct setup *setup)
{
    struct play *p = context;
    p->setup = setup;
    p->game = setup->game;
    p->parsed = parsed_of(setup->game);
    p->state = room_for(1, p->game->state_size);
    p->clone = room_for(1, p->game->state_size);
    p->kept = room_for(1, p->game->state_size);
    p->legal = room_for(p->game->legal_limit, sizeof(game_move));
    p->other = room_for(p->game->legal_limit, sizeof(game_move));
    p->list = room_for(p->game->legal_limit, sizeof(game_move));
    p->listed = room_for(1, p->game->state_size);
    p->list_seat = GAME_SEATS;
    for (unsigned i = 0; i < setup_cases(setup, CASES); i++, p->number++) {
        prng_seed(&p->prng, SEED + p->number);
        play_once(p);
    }
    free(p->state);
    free(p->clone);
    free(p->kept);
    free(p->legal);
    free(p->other);
    free(p->list);
    free(p->listed);
}

static void every_position_keeps_the_promises_of_the_interface(void **unused)
{
    (void)unused;
    static struct play p;
    strbuf_init(&p.text, &allocator_heap, 1 << 20);
    setups_visit(check_setup, &p);
    assert_true(p.number > 0);
    strbuf_release(&p.text);
}

static void every_example_of_the_notation_reads_somewhere(void **unused)
{
    (void)unused;
    size_t count;
    const struct game *const *games = registry_all(&count);
    for (size_t i = 0; i < count; i++) {
        const bool *parsed = parsed_of(games[i]);
        for (size_t j = 0; j < games[i]->notation_count; j++) {
            if (!parsed[j]) {
                fail_msg("%s: no position takes '%s'", games[i]->name.id, games[i]->notation[j].example);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_keeps_the_promises_of_the_interface),
        cmocka_unit_test(every_example_of_the_notation_reads_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
