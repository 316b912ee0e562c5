/*
 * What Ecos offers a review: imagined worlds that keep what a seat knows and
 * only that, values of legal moves, a quick player that makes legal moves and
 * draws one word for each, and a promise that is the total in the end.
 */
#include "ecos_table.h"

#include "review/review.h"
#include "rules/ecos/ecos_review.h"
#include "rules/ecos/ecos_seen.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 20261119, GAMES = 60, ROOM = 100000, DRAWS = 20000 };

static game_move room[ROOM], listed[ROOM];
static int32_t worth[ROOM];
static struct table t;

#define CHECK(condition, ...)                            \
    do {                                                 \
        if (!(condition)) {                              \
            (void)fprintf(stderr, __VA_ARGS__);          \
            (void)fprintf(stderr, ": %s\n", #condition); \
            fail();                                      \
        }                                                \
    } while (0)

static struct setup setup_of(unsigned number)
{
    struct setup setup = {.game = number % 7 == 3 ? &ecos_game_1 : &ecos_game,
                          .seats = (uint8_t)(2 + number % 5),
                          .level = number % 6 == 5 ? ECOS_TABLE : ECOS_FULL,
                          .block_size = sizeof(struct ecos_catalogue)};
    setup.block = ecos_shipped(number % 20 == 7 ? "printed" : "house");
    setup.option[ECOS_OPTION_LANDSCAPE] = (uint8_t)(number / 5 % 4);
    return setup;
}

/* ---- worlds ---- */

static bool is_known(const struct ecos_state *s, unsigned seat, unsigned card)
{
    unsigned pile = s->at[card] & 0xf0;
    bool held = pile == AT_HAND || pile == AT_PACK || pile == AT_LOOKED;
    return s->at[card] != AT_UNSEEN && (!held || (s->at[card] & 15u) == seat || (s->seen[card] & ECOS_PUBLIC));
}

/* How many cards with this back lie at each place. */
static void count_places(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned counts[3][256])
{
    memset(counts, 0, 3 * sizeof(counts[0]));
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        counts[cat->card[card].back][s->at[card]]++;
    }
}

/* Everything but where hidden cards lie is as it was; every place has as many cards of each back; returns how many moved. */
static unsigned check_world(const struct setup *setup, const struct ecos_state *s, const struct ecos_state *world,
                            unsigned seat, unsigned game)
{
    static struct ecos_state same;
    static unsigned before[3][256];
    static unsigned after[3][256];
    unsigned moved = 0;
    same = *world;
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        moved += s->at[card] != world->at[card];
        CHECK(!is_known(s, seat, card) || s->at[card] == world->at[card], "game %u seat %u card %u", game, seat, card);
    }
    memcpy(same.at, s->at, sizeof(same.at));
    memcpy(same.seen, s->seen, sizeof(same.seen));
    if (s->looked[0] && !card_at(s, s->looked[0], AT_LOOKED, seat)) {
        for (unsigned i = 0; i < 2 && s->looked[i]; i++) {
            CHECK(world->at[world->looked[i]] == s->at[s->looked[i]], "game %u seat %u look %u", game, seat, i);
        }
        memcpy(same.looked, s->looked, sizeof(same.looked));
    }
    CHECK(memcmp(&same, s, sizeof(same)) == 0, "game %u seat %u: more than cards has changed", game, seat);
    count_places(ecos_cat(setup), s, before);
    count_places(ecos_cat(setup), world, after);
    CHECK(memcmp(before, after, sizeof(before)) == 0, "game %u seat %u: other numbers of cards", game, seat);
    return moved;
}

/* What the seat may do is the same in both, and the world can be played on. */
static void check_plays(const struct setup *setup, const struct ecos_state *s, struct ecos_state *world, unsigned seat,
                        struct prng *prng)
{
    struct error error;
    size_t count = ecos_game.legal(setup, s, seat, room, ROOM);
    assert_int_equal(ecos_game.legal(setup, world, seat, listed, ROOM), count);
    assert_memory_equal(room, listed, count * sizeof(room[0]));
    seat_set turn = 0;
    for (unsigned i = 0; i < 60 && (turn = ecos_game.turn(setup, world)) != 0; i++) {
        unsigned mover = review_next_seat(turn);
        game_move move = mover >= GAME_PLAYERS ? ecos_game.chance(setup, world, prng)
                                               : ecos_review.policy(setup, world, mover, 3, prng);
        assert_int_equal(ecos_game.apply(setup, world, move, &error), ERR_OK);
    }
}

/* ---- values and the quick player ---- */

static void check_values(const struct setup *setup, const struct ecos_state *s, unsigned seat, unsigned game)
{
    size_t legal = ecos_game.legal(setup, s, seat, room, ROOM);
    size_t count = ecos_review.values(setup, s, seat, listed, worth, ROOM);
    CHECK(count == legal && memcmp(room, listed, count * sizeof(room[0])) == 0, "game %u: %zu values of %zu moves",
          game, count, legal);
    int32_t best = worth[0];
    for (size_t i = 1; i < count; i++) {
        best = worth[i] > best ? worth[i] : best;
    }
    game_move one = 0;
    int32_t value = 0;
    CHECK(ecos_review.values(setup, s, seat, &one, &value, 1) == count && one == room[0] && value == worth[0],
          "game %u: a short list", game);
    for (unsigned heat = 0; heat <= 20; heat += 10) {
        struct prng prng;
        struct prng word;
        prng_seed(&prng, SEED + game);
        word = prng;
        game_move move = ecos_review.policy(setup, s, seat, heat, &prng);
        (void)prng_next(&word);
        CHECK(memcmp(&prng, &word, sizeof(prng)) == 0, "game %u: other than one word", game);
        size_t at = 0;
        while (at < count && room[at] != move) {
            at++;
        }
        CHECK(at < count && (heat || worth[at] == best), "game %u heat %u: the quick player's move", game, heat);
    }
}

static void check_end(const struct setup *setup, const struct ecos_state *s)
{
    struct outcome outcome;
    int32_t promise[GAME_PLAYERS];
    ecos_game.outcome(setup, s, &outcome);
    ecos_review.promise(setup, s, promise);
    for (unsigned seat = 0; seat < GAME_PLAYERS; seat++) {
        assert_int_equal(promise[seat], seat < setup->seats ? 100 * outcome.rows[seat].total : 0);
    }
}

/* Plays a game, and looks now and then; returns how many cards lay elsewhere in the worlds imagined. */
static unsigned play(unsigned number)
{
    static struct ecos_state s;
    static struct ecos_state world;
    struct setup setup = setup_of(number);
    struct prng prng;
    struct error error;
    unsigned moved = 0;
    prng_seed(&prng, SEED + number);
    assert_int_equal(ecos_game.init(&setup, &s, &error), ERR_OK);
    seat_set turn = 0;
    for (unsigned ply = 0; (turn = ecos_game.turn(&setup, &s)) != 0; ply++) {
        unsigned seat = review_next_seat(turn);
        bool early = s.phase < PHASE_TOKEN;
        if (seat < GAME_PLAYERS && prng_below(&prng, early ? 3 : 15) == 0) {
            check_values(&setup, &s, seat, number);
            world = s;
            ecos_review.imagine(&setup, &world, seat, &prng);
            moved += check_world(&setup, &s, &world, seat, number);
            check_plays(&setup, &s, &world, seat, &prng);
            unsigned other = (seat + 1) % setup.seats;
            world = s;
            ecos_review.imagine(&setup, &world, other, &prng);
            moved += check_world(&setup, &s, &world, other, number);
        }
        game_move move = seat >= GAME_PLAYERS       ? ecos_game.chance(&setup, &s, &prng)
                         : prng_below(&prng, 8) < 7 ? ecos_review.policy(&setup, &s, seat, 4, &prng)
                                                    : ecos_game.greedy(&setup, &s, seat, &prng);
        assert_int_equal(ecos_game.apply(&setup, &s, move, &error), ERR_OK);
    }
    check_end(&setup, &s);
    return moved;
}

static void a_world_keeps_what_a_seat_knows_and_values_are_of_legal_moves(void **unused)
{
    (void)unused;
    unsigned moved = 0;
    for (unsigned i = 0; i < test_cases(GAMES); i++) {
        moved += play(i);
    }
    assert_true(moved > 0);
}

/* ---- how often ---- */

/* True when `found` of `draws` is within five deviations of `part` in `whole`. */
static bool is_fair(unsigned found, unsigned draws, unsigned part, unsigned whole)
{
    int64_t off = (int64_t)found * whole - (int64_t)draws * part;
    return off * off <= 25 * (int64_t)draws * part * (whole - part);
}

static void a_rivals_card_is_any_that_nobody_saw_as_often_as_another(void **unused)
{
    (void)unused;
    static unsigned found[ECOS_CARDS + 1];
    static struct ecos_state world;
    struct prng prng;
    table_init(&t, 3);
    t.state.at[71] = AT_HAND;     /* the seat's own */
    t.state.at[72] = AT_HAND + 1; /* blue and hidden */
    t.state.at[73] = AT_HAND + 1;
    t.state.at[1] = AT_HAND + 2; /* brown */
    t.state.at[74] = AT_HAND + 1;
    t.state.seen[74] = ECOS_PUBLIC;
    t.state.at[75] = AT_FACE_UP;
    prng_seed(&prng, SEED);
    memset(found, 0, sizeof(found));
    for (unsigned i = 0; i < DRAWS; i++) {
        world = t.state;
        ecos_review.imagine(&t.setup, &world, 0, &prng);
        for (unsigned card = 1; card <= ECOS_CARDS; card++) {
            found[card] += world.at[card] == (card > 70 ? AT_HAND + 1 : AT_HAND + 2);
        }
    }
    assert_int_equal(found[71] + found[75], 0);
    assert_int_equal(found[74], DRAWS);
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        bool known = card == 71 || card == 74 || card == 75;
        bool fair = card > 70 ? is_fair(found[card], DRAWS, 2, 32) : is_fair(found[card], DRAWS, 1, 70);
        CHECK(known || fair, "card %u: %u of %u", card, found[card], DRAWS);
    }
}

/* Three drafters: seat 1 passes four blue cards to seat 2, who keeps one: which, seat 1 does not know, but it is one of them. */
static void of_a_pack_that_was_passed_on_any_card_may_have_been_kept(void **unused)
{
    (void)unused;
    static struct ecos_state world;
    unsigned found[ECOS_CARDS + 1] = {0};
    struct prng prng;
    table_init(&t, 3);
    t.state.phase = PHASE_DECK;
    table_play(&t,
               "*: deck 1 draft; *: deck 2 draft; *: deck 3 draft; *: deal 1 71 72 73 74 75; *: deal 2 81 82 83 84 85; "
               "*: deal 3 91 92 93 94 95; 1: keep 71; 2: keep 81; 3: keep 91; 2: keep 72");
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < DRAWS; i++) {
        world = t.state;
        ecos_review.imagine(&t.setup, &world, 0, &prng);
        assert_int_equal(world.at[71], AT_HAND);
        for (unsigned card = 92; card <= 95; card++) { /* what came from seat 3 is in the seat's own hands */
            assert_int_equal(world.at[card], AT_PACK);
        }
        unsigned kept = 0;
        for (unsigned card = 72; card <= 75; card++) {
            assert_true(world.at[card] == AT_HAND + 1 || world.at[card] == AT_PACK + 1);
            kept += world.at[card] == AT_HAND + 1;
            found[card] += world.at[card] == AT_HAND + 1;
        }
        assert_int_equal(kept, 1);
    }
    for (unsigned card = 72; card <= 75; card++) {
        CHECK(is_fair(found[card], DRAWS, 1, 4), "card %u: %u of %u", card, found[card], DRAWS);
    }
}

/*
 * Four drafters, and of the pack that seat 1 passed on three cards were kept and the last is back in the deck. Then seat 2
 * draws a card from it. Whether that was the one of the pack (`drawn` 74) or not, seat 1 cannot tell.
 */
static void check_drawn_after_the_draft(unsigned drawn)
{
    static struct ecos_state world;
    struct prng prng;
    char lines[128];
    unsigned places = ECOS_CARDS - 74; /* where the card may lie that went back: the deck without 90, and one hand */
    unsigned kept[ECOS_CARDS + 1] = {0};
    unsigned in_deck = 0;
    unsigned two = 0;
    table_init(&t, 4);
    for (unsigned card = 71; card <= 74; card++) {
        t.state.at[card] = card < 74 ? (uint8_t)(AT_HAND + card - 70) : AT_UNSEEN;
        t.state.seen[card] = UINT32_C(1) << ECOS_SEEN_PACK;
        ecos_see(&t.state, 0, card);
    }
    t.state.dial[1] = 1;
    (void)snprintf(lines, sizeof(lines), "*: token sun; 2: gain card; 2: look blue; *: top %u 90; 2: keep %u", drawn,
                   drawn);
    table_play(&t, lines);
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < DRAWS; i++) {
        unsigned own = 0;
        world = t.state;
        ecos_review.imagine(&t.setup, &world, 0, &prng);
        assert_int_equal(world.at[90], AT_FACE_UP);
        for (unsigned card = 71; card <= ECOS_CARDS; card++) {
            kept[card] += world.at[card] == AT_HAND + 2;
            own += card <= 74 && world.at[card] == AT_HAND + 1;
            in_deck += card <= 74 && world.at[card] == AT_UNSEEN;
        }
        two += own == 2;
    }
    for (unsigned card = 71; card <= ECOS_CARDS; card++) {
        bool fair = card <= 74 ? is_fair(kept[card], DRAWS, 1, 4) : kept[card] == 0;
        CHECK(fair, "drawn %u, card %u: %u of %u", drawn, card, kept[card], DRAWS);
    }
    CHECK(is_fair(two, DRAWS, 1, places), "drawn %u: %u of %u", drawn, two, DRAWS);
    assert_int_equal(in_deck + two, DRAWS);
}

static void the_last_of_a_pack_is_in_the_deck_or_was_drawn_since(void **unused)
{
    (void)unused;
    check_drawn_after_the_draft(74);
    check_drawn_after_the_draft(80);
}

static void a_card_taken_from_beside_the_decks_is_known_to_all(void **unused)
{
    (void)unused;
    table_init(&t, 3);
    t.state.dial[1] = 1;
    t.state.at[1] = AT_FACE_UP;
    t.state.deck_left[ECOS_BROWN]--;
    table_play(&t, "*: token sun; 2: gain card; 2: faceup 1");
    assert_true(t.state.seen[1] & ECOS_PUBLIC);
    struct prng prng;
    prng_seed(&prng, SEED);
    ecos_review.imagine(&t.setup, &t.state, 0, &prng);
    assert_int_equal(t.state.at[1], AT_HAND + 1);
}

/* Two moves, one of them better by the heat: it is made e times as often, 731 times of 1000. */
static void heat_is_a_difference_of_one_to_e(void **unused)
{
    (void)unused;
    static const struct ecos_effect points[] = {{.op = ECOS_POINTS, .amount = 5}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 2), points);
    table_play(&t, "*: token sun");
    assert_int_equal(ecos_review.values(&t.setup, &t.state, 0, listed, worth, ROOM), 2);
    unsigned better = worth[1] > worth[0];
    unsigned heat = (unsigned)abs(worth[1] - worth[0]);
    assert_true(heat > 0);
    struct prng prng;
    unsigned found = 0;
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < DRAWS; i++) {
        found += ecos_review.policy(&t.setup, &t.state, 0, heat, &prng) == listed[better];
    }
    CHECK(found * 100 > 71 * DRAWS && found * 100 < 75 * DRAWS, "%u of %u", found, DRAWS);
}

static void what_is_taken_is_apart_from_where_it_is_put(void **unused)
{
    (void)unused;
    static const struct ecos_effect effects[] = {{.op = ECOS_PLACE, .what = THING_LAND, .amount = 1}, {.op = ECOS_END}};
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 1), effects);
    table_card(&t, 0, 2, slots(SUN, 1), effects);
    table_play(&t, "*: token sun");
    size_t count = ecos_review.values(&t.setup, &t.state, 0, listed, worth, ROOM);
    assert_int_equal(count, 3);
    uint64_t first = ecos_review.taken(&t.setup, &t.state, listed[0]);
    assert_true(first != ecos_review.taken(&t.setup, &t.state, listed[1]));
    table_play(&t, "1: charge 1; 2: turn; 3: turn");
    count = ecos_review.values(&t.setup, &t.state, 0, listed, worth, ROOM);
    unsigned kinds[2] = {0, 0}; /* desert and grassland, anywhere on the shore */
    first = ecos_review.taken(&t.setup, &t.state, listed[0]);
    for (size_t i = 0; i < count; i++) {
        bool same = ecos_review.taken(&t.setup, &t.state, listed[i]) == first;
        assert_int_equal(same, ecos_unpack(listed[i]).a == THING_DESERT);
        kinds[same]++;
    }
    assert_true(kinds[0] > 5 && kinds[0] == kinds[1]);
}

static void cubes_on_a_card_promise_points(void **unused)
{
    (void)unused;
    static const struct ecos_effect points[] = {{.op = ECOS_POINTS, .amount = 5}, {.op = ECOS_END}};
    int32_t before[GAME_PLAYERS];
    int32_t after[GAME_PLAYERS];
    table_init(&t, 3);
    table_card(&t, 0, 1, slots(SUN, 2), points);
    ecos_review.promise(&t.setup, &t.state, before);
    t.state.filled[1] = slots(SUN, 1);
    ecos_review.promise(&t.setup, &t.state, after);
    assert_true(after[0] > before[0]);
    assert_int_equal(after[1], before[1]);
    t.state.points[1] = 7;
    ecos_review.promise(&t.setup, &t.state, after);
    assert_int_equal(after[1], before[1] + 700);
}

/* What a declared card does nobody but its player knows: a playout would judge that it was not said to bring more. */
static void cards_that_are_declared_have_no_review(void **unused)
{
    (void)unused;
    struct setup setup = setup_of(0);
    assert_true(review_offered(&setup));
    setup.block = ecos_shipped("printed");
    assert_false(review_offered(&setup));
    struct ecos_catalogue cat = *ecos_shipped("house");
    setup.block = &cat;
    assert_true(review_offered(&setup));
    cat.card[ECOS_CARDS].flags &= (uint8_t)~CARD_EFFECTS_KNOWN;
    assert_false(review_offered(&setup));
    cat = *ecos_shipped("house");
    cat.card[1].flags &= (uint8_t)~CARD_SLOTS_KNOWN;
    assert_false(review_offered(&setup));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_keeps_what_a_seat_knows_and_values_are_of_legal_moves),
        cmocka_unit_test(a_rivals_card_is_any_that_nobody_saw_as_often_as_another),
        cmocka_unit_test(of_a_pack_that_was_passed_on_any_card_may_have_been_kept),
        cmocka_unit_test(the_last_of_a_pack_is_in_the_deck_or_was_drawn_since),
        cmocka_unit_test(a_card_taken_from_beside_the_decks_is_known_to_all),
        cmocka_unit_test(heat_is_a_difference_of_one_to_e),
        cmocka_unit_test(what_is_taken_is_apart_from_where_it_is_put),
        cmocka_unit_test(cubes_on_a_card_promise_points),
        cmocka_unit_test(cards_that_are_declared_have_no_review),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
