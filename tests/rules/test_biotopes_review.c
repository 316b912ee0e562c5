/*
 * What Biotopes offers a review: imagined worlds that keep what a seat knows
 * and only that, each as often as chance would have made it; values of legal
 * moves; a quick player that makes legal moves and draws one word for each; a
 * playout that does just what these do.
 */
#include "biotopes_table.h"

#include "review/review.h"
#include "rules/biotopes/biotopes_sight.h"
#include "support/ecos_house.h"
#include "support/golden.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 20261119, GAMES = 24, ROOM = 50000, MOST_DRAWS = 20000, SETS = 1 << BIO_BIOTOPES };

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

/* Every variant and number of players, cards of both catalogues; declared effects and level table now and then. */
static struct setup setup_of(unsigned number)
{
    static const uint8_t variants[][2] = {
        {BIO_DISCOVERY, 4}, {BIO_INITIATE, 3},      {BIO_SOLO, 1},      {BIO_DISCOVERY, 2}, {BIO_INITIATE, 5},
        {BIO_DISCOVERY, 5}, {BIO_SOLO_INITIATE, 1}, {BIO_DISCOVERY, 3}, {BIO_INITIATE, 2},  {BIO_INITIATE, 4}};
    const uint8_t *variant = variants[number % 10];
    struct setup setup = bio_setup(number % 3 == 2 ? "printed" : "house", variant[0],
                                   number % 12 == 11 ? BIO_TABLE : BIO_FULL, variant[1]);
    setup.option[BIO_OPTION_UNKNOWN] = number % 8 == 5 ? BIO_DECLARE : BIO_BLANK;
    return setup;
}

/* ---- worlds ---- */

static bool is_known(const struct bio_state *s, unsigned seat, unsigned card)
{
    bool held = s->at[card] >= AT_HAND && s->at[card] < AT_PLAY;
    return s->at[card] != AT_UNSEEN && (!held || s->at[card] == AT_HAND + seat);
}

/* How many cards of each deck that were shuffled as often lie at each place. */
static void count_places(const struct setup *setup, const struct bio_state *s, unsigned counts[BIO_DECKS][8][64])
{
    memset(counts, 0, BIO_DECKS * sizeof(counts[0]));
    for (unsigned card = 0; card < BIO_SPECIES; card++) {
        assert_in_range(s->shuffled[card], 0, 7);
        counts[bio_cat(setup)->species[card].deck][s->shuffled[card]][s->at[card]]++;
    }
}

/* Everything but where hidden cards lie is as it was, and no piece is lost; returns how many cards moved. */
static unsigned check_world(const struct setup *setup, const struct bio_state *s, const struct bio_state *world,
                            unsigned seat, unsigned game)
{
    static struct bio_state same;
    static unsigned before[BIO_DECKS][8][64];
    static unsigned after[BIO_DECKS][8][64];
    unsigned moved = 0;
    same = *world;
    for (unsigned card = 0; card < BIO_SPECIES; card++) {
        moved += s->at[card] != world->at[card];
        CHECK(!is_known(s, seat, card) || s->at[card] == world->at[card], "game %u seat %u card %u", game, seat, card);
    }
    memcpy(same.at, s->at, sizeof(same.at));
    CHECK(memcmp(&same, s, sizeof(same)) == 0, "game %u seat %u: more than cards has changed", game, seat);
    count_places(setup, s, before);
    count_places(setup, world, after);
    CHECK(memcmp(before, after, sizeof(before)) == 0, "game %u seat %u: other numbers of cards", game, seat);
    const char *missing = bio_slow_misses(setup, world);
    CHECK(!missing, "game %u seat %u: %s", game, seat, missing);
    CHECK(setup->seats > 1 || moved == 0, "game %u: nothing is hidden in solo", game);
    return moved;
}

/* What the seat may do is the same in both. */
static void check_same_moves(const struct setup *setup, const struct bio_state *s, const struct bio_state *world,
                             unsigned seat)
{
    size_t count = bio_legal(setup, s, seat, room, ROOM);
    assert_int_equal(bio_legal(setup, world, seat, listed, ROOM), count);
    assert_memory_equal(room, listed, count * sizeof(room[0]));
}

static unsigned check_worlds(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned game,
                             struct prng *prng)
{
    static struct bio_state world;
    unsigned moved = 0;
    for (unsigned i = 0; i < 2; i++) { /* as the seat sees it, and the next one */
        unsigned who = (seat + i) % setup->seats;
        world = *s;
        bio_imagine(setup, &world, who, prng);
        moved += check_world(setup, s, &world, who, game);
        if (s->step != STEP_DECLARED) { /* what is declared may be about a rival's card */
            check_same_moves(setup, s, &world, who);
        }
    }
    return moved;
}

/* ---- values and the quick player ---- */

static void check_values(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned game)
{
    size_t legal = bio_legal(setup, s, seat, room, ROOM);
    size_t count = bio_review.values(setup, s, seat, listed, worth, ROOM);
    size_t at = 0;
    CHECK(count > 0 && count <= legal, "game %u: %zu values of %zu moves", game, count, legal);
    for (size_t i = 0; i < legal; i++) { /* all but what only a card could tell, in their order */
        bool value = at < count && listed[at] == room[i];
        CHECK(value || (bio_declares(setup) && !bio_is_choice(s, bio_unpack(room[i]).kind)), "game %u: move %zu", game,
              i);
        at += value;
    }
    CHECK(at == count, "game %u: %zu of %zu values", game, at, count);
}

static void check_policy(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned game)
{
    size_t legal = bio_legal(setup, s, seat, room, ROOM);
    for (unsigned heat = 0; heat <= 20; heat += 5) {
        struct prng prng;
        struct prng word;
        prng_seed(&prng, SEED + game);
        word = prng;
        game_move move = bio_policy(setup, s, seat, heat, &prng);
        (void)prng_next(&word);
        CHECK(memcmp(&prng, &word, sizeof(prng)) == 0, "game %u: other than one word", game);
        size_t at = 0;
        while (at < legal && room[at] != move) {
            at++;
        }
        CHECK(at < legal, "game %u heat %u step %u: the quick player's move", game, heat, s->step);
    }
}

/* To the byte what policy, chance and apply do. */
static void check_playout(const struct setup *setup, const struct bio_state *s, unsigned game)
{
    static struct bio_state fast;
    static struct bio_state slow;
    struct prng players[GAME_PLAYERS];
    struct prng same[GAME_PLAYERS];
    struct prng chance;
    struct error error;
    for (unsigned i = 0; i < GAME_PLAYERS; i++) {
        prng_seed(&players[i], SEED + game * GAME_PLAYERS + i);
        same[i] = players[i];
    }
    prng_seed(&chance, game);
    struct prng same_chance = chance;
    fast = slow = *s;
    bio_review.playout(setup, &fast, 4, players, &chance);
    for (seat_set turn; (turn = bio_turn(setup, &slow)) != 0;) {
        unsigned seat = review_next_seat(turn);
        game_move move = seat >= GAME_PLAYERS ? bio_chance(setup, &slow, &same_chance)
                                              : bio_policy(setup, &slow, seat, 4, &same[seat]);
        CHECK(bio_apply(setup, &slow, move, &error) == ERR_OK, "game %u: refused in a playout", game);
    }
    CHECK(memcmp(&fast, &slow, sizeof(fast)) == 0, "game %u: another end", game);
    assert_int_equal(fast.step, STEP_OVER);
    assert_memory_equal(players, same, sizeof(players));
    assert_memory_equal(&chance, &same_chance, sizeof(chance));
    assert_null(bio_slow_misses(setup, &fast));
}

/* Plays a game, and looks now and then; returns how many cards lay elsewhere in the worlds imagined. */
static unsigned play(unsigned number)
{
    static struct bio_state s;
    struct setup setup = setup_of(number);
    struct prng prng;
    struct error error;
    unsigned moved = 0;
    bool finite = !bio_declares(&setup); /* else somebody could always say an effect */
    prng_seed(&prng, SEED + number);
    assert_int_equal(biotopes_game.init(&setup, &s, &error), ERR_OK);
    seat_set turn = 0;
    while ((turn = bio_turn(&setup, &s)) != 0) {
        bool acts =
            s.step == STEP_TURN && !(turn & seat_bit(SEAT_TABLE)); /* others have declared effects to say only */
        unsigned seat = acts ? s.turn : review_next_seat(turn);
        if (seat < GAME_PLAYERS && prng_below(&prng, s.step == STEP_TURN ? 12 : 6) == 0) {
            check_values(&setup, &s, seat, number);
            check_policy(&setup, &s, seat, number);
            moved += check_worlds(&setup, &s, seat, number, &prng);
        }
        if (seat < GAME_PLAYERS && finite && prng_below(&prng, 100) == 0) {
            check_playout(&setup, &s, number);
        }
        bool quick = number % 2 == 0 && prng_below(&prng, 8) < 7;
        game_move move = seat >= GAME_PLAYERS ? bio_chance(&setup, &s, &prng)
                         : quick              ? bio_policy(&setup, &s, seat, 4, &prng)
                                              : bio_any_move(&setup, &s, room, &prng);
        assert_int_equal(biotopes_game.apply(&setup, &s, move, &error), ERR_OK);
    }
    return moved;
}

static void a_world_keeps_what_a_seat_knows_and_the_quick_player_plays_by_the_rules(void **unused)
{
    (void)unused;
    unsigned moved = 0;
    for (unsigned i = 0; i < test_cases(GAMES); i++) {
        moved += play(i);
    }
    assert_true(moved > 0);
}

/* ---- how often ---- */

/* True when two counts of as many draws are within five deviations of each other. */
static bool is_alike(unsigned a, unsigned b)
{
    int64_t off = (int64_t)a - (int64_t)b;
    return off * off <= 25 * ((int64_t)a + b + 1);
}

/* A seat's hand of herbivores that were dealt, one a biotope. */
static void dealt(unsigned seat, const char *const ids[BIO_BIOTOPES])
{
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        in_hand(&t, seat, ids[b]);
    }
    t.state.dealt_left[seat][SETS - 1] = 1;
}

static void rivals_are_dealt(void)
{
    table_init(&t, 3);
    dealt(0, (const char *const[]){"alpine-ibex", "hawfinch", "brown-rat", "mute-swan"});
    dealt(1, (const char *const[]){"apollo", "stag-beetle", "common-linnet", "large-copper"});
    dealt(2, (const char *const[]){"citril-finch", "wild-boar", "european-hare", "eurasian-beaver"});
}

static unsigned biotope_of(unsigned card)
{
    return t.cat.species[card].biotope;
}

/* How many cards of each biotope a seat holds, as one number. */
static unsigned hand_of(const uint8_t at[BIO_SPECIES], unsigned seat)
{
    static const unsigned digit[BIO_BIOTOPES] = {1, 8, 64, 512};
    unsigned hand = 0;
    for (unsigned card = 0; card < BIO_SPECIES; card++) {
        hand += at[card] == AT_HAND + seat ? digit[biotope_of(card)] : 0;
    }
    return hand;
}

/* What chance could have done by the rules, told from the beginning: a deal for two rivals, then seat 2 draws `draws` cards. */
static void deal_by_the_rules(uint8_t at[BIO_SPECIES], unsigned draws, struct prng *prng)
{
    memset(at, AT_UNSEEN, BIO_SPECIES);
    for (unsigned card = 0; card < BIO_SPECIES; card++) {
        at[card] = t.state.at[card] == AT_HAND ? AT_HAND : AT_UNSEEN;
    }
    for (unsigned i = 0; i < 2u * BIO_BIOTOPES + draws; i++) {
        unsigned card;
        bool deal = i < 2u * BIO_BIOTOPES;
        do {
            card = prng_below(prng, BIO_SPECIES);
        } while (at[card] != AT_UNSEEN || t.cat.species[card].deck != BIO_HERBIVORE ||
                 (deal && biotope_of(card) != i % BIO_BIOTOPES));
        at[card] = (uint8_t)(AT_HAND + (deal ? 1 + i / BIO_BIOTOPES : 1));
    }
}

static void every_hand_was_dealt_a_herbivore_a_biotope(void **unused)
{
    (void)unused;
    const unsigned draws = test_cases(MOST_DRAWS);
    static unsigned found[BIO_SPECIES];
    static struct bio_state world;
    struct prng prng;
    prng_seed(&prng, SEED);
    rivals_are_dealt();
    memset(found, 0, sizeof(found));
    for (unsigned i = 0; i < draws; i++) {
        world = t.state;
        bio_imagine(&t.setup, &world, 0, &prng);
        assert_int_equal(hand_of(world.at, 1), 0111 | 01000);
        assert_int_equal(hand_of(world.at, 2), 0111 | 01000);
        for (unsigned card = 0; card < BIO_SPECIES; card++) {
            found[card] += world.at[card] == AT_HAND + 1;
        }
    }
    for (unsigned card = 0; card < 36; card++) { /* any of the eight that are left of its biotope */
        bool own = t.state.at[card] == AT_HAND;
        CHECK(own ? found[card] == 0 : is_alike(found[card], draws / 8), "card %u: %u", card, found[card]);
    }
}

/*
 * Seat 2 has drawn two herbivores, and then one of its forest cards and a meadow card are on the table: were they dealt,
 * or drawn? As often as in deals by the rules after which it had both.
 */
static void what_was_dealt_is_as_likely_as_the_rules_make_it(void **unused)
{
    (void)unused;
    const unsigned draws = test_cases(MOST_DRAWS);
    static unsigned imagined[4096];
    static unsigned true_ones[4096];
    static struct bio_state world;
    uint8_t at[BIO_SPECIES];
    struct prng prng;
    unsigned forest = card("two-tailed-pasha");
    unsigned meadow = card("common-linnet");
    prng_seed(&prng, SEED);
    rivals_are_dealt();
    in_hand(&t, 1, "two-tailed-pasha");
    in_hand(&t, 1, "hazel-dormouse");
    bio_leave_hand(&t.setup, &t.state, 1, forest, AT_DISCARD);
    bio_leave_hand(&t.setup, &t.state, 1, meadow, AT_PLAY + 1);
    memset(imagined, 0, sizeof(imagined));
    memset(true_ones, 0, sizeof(true_ones));
    for (unsigned i = 0; i < draws; i++) {
        world = t.state;
        bio_imagine(&t.setup, &world, 0, &prng);
        imagined[hand_of(world.at, 1)]++;
        assert_int_equal(hand_of(world.at, 2), 01111);
        do {
            deal_by_the_rules(at, 2, &prng);
        } while (at[forest] != AT_HAND + 1 || at[meadow] != AT_HAND + 1);
        at[forest] = AT_DISCARD;
        at[meadow] = AT_PLAY + 1;
        true_ones[hand_of(at, 1)]++;
    }
    unsigned kinds = 0;
    for (unsigned hand = 0; hand < 4096; hand++) {
        kinds += true_ones[hand] > draws / 200;
        CHECK(is_alike(imagined[hand], true_ones[hand]), "hand %o: %u, by the rules %u", hand, imagined[hand],
              true_ones[hand]);
    }
    assert_in_range(kinds, 4, 4096);
}

/* Discards lie open until they become the deck: what was hidden before is in hands, and nowhere else. */
static void a_shuffled_deck_is_known_to_all(void **unused)
{
    (void)unused;
    const unsigned draws = test_cases(MOST_DRAWS);
    static struct bio_state world;
    struct prng prng;
    prng_seed(&prng, SEED);
    table_init(&t, 3);
    in_hand(&t, 1, "eurasian-lynx");
    in_hand(&t, 2, "red-fox");
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        bool thrown = t.cat.species[i].deck == BIO_CARNIVORE && t.state.at[i] == AT_UNSEEN;
        t.state.at[i] = thrown ? AT_DISCARD : t.state.at[i];
    }
    t.state.deck[BIO_CARNIVORE] = 0;
    plants(&t, 0, BIO_FOREST, 1);
    table_play(&t, "1: evolve with plant green forest; 1: draw carnivore; *: card bearded-vulture; 2: evolve; "
                   "2: pay plant green forest; 2: draw carnivore; *: card tawny-owl");
    unsigned owl = 0;
    unsigned swapped = 0;
    for (unsigned i = 0; i < draws; i++) {
        world = t.state;
        bio_imagine(&t.setup, &world, 0, &prng);
        unsigned lynx = world.at[card("eurasian-lynx")];
        unsigned fox = world.at[card("red-fox")];
        assert_int_equal(world.at[card("bearded-vulture")], AT_HAND);
        assert_true((lynx == AT_HAND + 1 && fox == AT_HAND + 2) || (lynx == AT_HAND + 2 && fox == AT_HAND + 1));
        swapped += fox == AT_HAND + 1;
        owl += world.at[card("tawny-owl")] == AT_HAND + 1;
        assert_int_not_equal(world.at[card("tawny-owl")], AT_HAND + 2);
    }
    CHECK(is_alike(swapped, draws / 2), "%u", swapped);
    CHECK(is_alike(owl, draws / 21), "%u", owl); /* one of those that seat 1 has not drawn */
}

/*
 * The second time that discards become the deck: a card drawn between the two is in a hand and stays there, though it was
 * shuffled as often as most of the new deck; and of the new deck any card may have been drawn, shuffled once or twice.
 */
static void a_deck_shuffled_twice_is_one_deck(void **unused)
{
    (void)unused;
    const unsigned draws = test_cases(MOST_DRAWS);
    static struct bio_state world;
    struct prng prng;
    prng_seed(&prng, SEED);
    table_init(&t, 3);
    in_hand(&t, 1, "eurasian-lynx");
    t.state.shuffled[card("eurasian-lynx")] = 1;
    t.state.shuffled[card("red-fox")] = 1;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        bool thrown = t.cat.species[i].deck == BIO_CARNIVORE && t.state.at[i] == AT_UNSEEN;
        t.state.at[i] = thrown ? AT_DISCARD : t.state.at[i];
    }
    t.state.deck[BIO_CARNIVORE] = 0;
    plants(&t, 0, BIO_FOREST, 1);
    table_play(&t, "1: evolve with plant green forest; 1: draw carnivore; *: card bearded-vulture; 2: evolve; "
                   "2: pay plant green forest; 2: draw carnivore; *: card tawny-owl");
    unsigned owl = 0;
    unsigned fox = 0;
    for (unsigned i = 0; i < draws; i++) {
        world = t.state;
        bio_imagine(&t.setup, &world, 0, &prng);
        assert_int_equal(world.at[card("eurasian-lynx")], AT_HAND + 1);
        owl += world.at[card("tawny-owl")] == AT_HAND + 1;
        fox += world.at[card("red-fox")] == AT_HAND + 1;
    }
    CHECK(is_alike(owl, draws / 22), "%u", owl);
    CHECK(is_alike(fox, draws / 22), "%u", fox);
}

/* ---- choices ---- */

/* Two actions, one of them better by the heat: it is chosen e times as often, 731 times of 1000. */
static void heat_is_a_difference_of_one_to_e(void **unused)
{
    (void)unused;
    const unsigned draws = test_cases(MOST_DRAWS);
    table_init(&t, 2);
    in_hand(&t, 0, "mute-swan");
    in_play(&t, 0, "european-goldfinch", 0);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        plants(&t, 0, b, 2);
    }
    t.state.used[0] = (uint8_t) ~(1u << ACT_TRANSFER);
    t.state.cycle = 4;
    size_t count = bio_review.values(&t.setup, &t.state, 0, listed, worth, ROOM);
    assert_int_equal(count, 3); /* the third is to pass */
    unsigned better = worth[1] > worth[0];
    unsigned heat = (unsigned)abs(worth[1] - worth[0]);
    CHECK(heat > 4 && worth[1 - better] > worth[2], "worth %d %d %d", worth[0], worth[1], worth[2]);
    struct prng prng;
    unsigned found = 0;
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < draws; i++) {
        found += bio_policy(&t.setup, &t.state, 0, heat, &prng) == listed[better];
    }
    CHECK(is_alike(found, draws * 731 / 1000) && found > draws / 2, "%u of %u with heat %u", found, draws, heat);
}

static uint64_t taken_by(struct bio_word w)
{
    return bio_review.taken(&t.setup, &t.state, bio_pack(0, w));
}

static void what_is_taken_is_a_card_and_not_a_place(void **unused)
{
    (void)unused;
    table_init(&t, 2);
    const struct bio_word swan = {.kind = KIND_ADAPT, .a = 33};
    const struct bio_word rat = {.kind = KIND_ADAPT, .a = 18};
    assert_true(taken_by(swan) != taken_by(rat));
    const struct bio_word here = {.kind = KIND_EXPAND, .a = 64, .b = 65};
    const struct bio_word there = {.kind = KIND_EXPAND, .a = 65, .b = 63};
    const struct bio_word fight = {.kind = KIND_COMPETE, .a = 64, .b = 65};
    assert_true(taken_by(here) == taken_by(there));
    assert_true(taken_by(here) != taken_by(fight));
    const struct bio_word grey = {.kind = KIND_PAY, .a = BIO_PLANT, .b = 0, .c = 88};
    const struct bio_word blue = {.kind = KIND_PAY, .a = BIO_PLANT, .b = 3, .c = 91};
    assert_true(taken_by(grey) == taken_by(blue));
    assert_true(taken_by((struct bio_word){.kind = KIND_DISCARD, .b = 3}) !=
                taken_by((struct bio_word){.kind = KIND_DISCARD, .b = 4}));
    assert_true(taken_by((struct bio_word){.kind = KIND_DRAW, .a = 0}) !=
                taken_by((struct bio_word){.kind = KIND_DRAW, .a = 2}));
}

/* Cubes for one action more: with the finch, which counts twice, seat 1 has one point more than its rival. */
static void the_search_finds_the_action_that_wins(void **unused)
{
    (void)unused;
    struct prng prng;
    struct error error;
    game_move move = 0;
    prng_seed(&prng, SEED);
    table_init(&t, 2);
    t.state.cycle = 5;
    t.state.passed = 1 << 1;
    in_play(&t, 1, "eurasian-lynx", CUBES(0, 1, 0, 0));
    in_hand(&t, 0, "hawfinch");
    in_hand(&t, 0, "brown-rat");
    in_hand(&t, 0, "apollo");
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) { /* nothing but what it costs */
        t.state.reserve[b] = (uint8_t)(t.state.reserve[b] + t.state.plants[0][b]);
        t.state.plants[0][b] = 0;
    }
    plants(&t, 0, BIO_MEADOW, t.cat.species[card("hawfinch")].cost[BIO_PLANT]);
    struct review_scratch *scratch = review_scratch_new(&allocator_heap, &t.setup);
    assert_non_null(scratch);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(review_choose(&t.setup, &t.state, 0, 200, scratch, NULL, &prng, &move, &error), ERR_OK);
        assert_true(move == bio_pack(0, (struct bio_word){.kind = KIND_ADAPT, .a = (uint8_t)card("hawfinch")}));
    }
    review_scratch_free(scratch);
}

/* ---- which games ---- */

static void effects_known_to_players_alone_and_solo_have_no_review(void **unused)
{
    (void)unused;
    struct setup setup = bio_setup("house", BIO_DISCOVERY, BIO_FULL, 4);
    assert_true(review_offered(&setup));
    setup.level = BIO_TABLE; /* when a card was drawn is not told */
    assert_false(review_offered(&setup));
    setup = bio_setup("printed", BIO_INITIATE, BIO_FULL, 4);
    assert_false(review_offered(&setup));
    setup.option[BIO_OPTION_UNKNOWN] = BIO_BLANK;
    assert_true(review_offered(&setup));
    setup = bio_setup("house", BIO_SOLO, BIO_FULL, 1);
    assert_false(review_offered(&setup));
    struct replay replay;
    struct review review;
    struct error error;
    replay_init(&replay, &allocator_heap);
    assert_int_equal(replay_begin(&replay, &setup, &error), ERR_OK);
    assert_int_equal(review_begin(&review, &allocator_heap, &replay, 64, &error), ERR_USAGE);
    assert_string_equal(error.message->id, "review.unsuited");
    replay_release(&replay);
}

/* `adapt … with plant green forest` is a line of two decisions: of the second, no number of plies is the position. */
static void what_is_paid_in_a_line_is_decided_inside_it(void **unused)
{
    (void)unused;
    static struct golden golden;
    struct review review;
    struct error error;
    unsigned inside = 0;
    golden_init(&golden);
    golden_read(&golden, &biotopes_game, "three-players", ecos_shipped_blocks());
    const struct replay *replay = &golden.replay;
    assert_int_equal(review_begin(&review, &allocator_heap, replay, 64, &error), ERR_OK);
    for (size_t i = 0; i < review.decisions_count; i++) {
        const struct review_decision *one = &review.decisions[i];
        assert_int_equal(one->inside, one->from != (one->at > 0 ? replay->ends[one->at - 1] : 0));
        CHECK(one->inside || i == 0 || one[-1].ply < one->ply, "decision %zu, ply %u", i, one->ply);
        inside += one->inside;
    }
    assert_in_range(inside, 5, review.decisions_count / 2);
    review_release(&review);
    golden_release(&golden);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_keeps_what_a_seat_knows_and_the_quick_player_plays_by_the_rules),
        cmocka_unit_test(every_hand_was_dealt_a_herbivore_a_biotope),
        cmocka_unit_test(what_was_dealt_is_as_likely_as_the_rules_make_it),
        cmocka_unit_test(a_shuffled_deck_is_known_to_all),
        cmocka_unit_test(a_deck_shuffled_twice_is_one_deck),
        cmocka_unit_test(heat_is_a_difference_of_one_to_e),
        cmocka_unit_test(what_is_taken_is_a_card_and_not_a_place),
        cmocka_unit_test(the_search_finds_the_action_that_wins),
        cmocka_unit_test(effects_known_to_players_alone_and_solo_have_no_review),
        cmocka_unit_test(what_is_paid_in_a_line_is_decided_inside_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
