/*
 * Ecos over many simulated games, with both shipped catalogues: they end, and
 * at every ply every supply is conserved to the piece. And the ruling on
 * placements, on small random landscapes, against a search that leaves
 * nothing out; and the list of legal moves against every word there is in a
 * small window.
 */
#include "support/cmocka.h"

#include "base/prng.h"
#include "rules/ecos/ecos.h"
#include "rules/ecos/ecos_state.h"
#include "support/ecos_house.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 20261116, GAMES = 1000, LANDS = 3000, WORDS = 40, MOST_PLIES = 60000, ROOM = 100000 };

#define CHECK(condition, ...)                            \
    do {                                                 \
        if (!(condition)) {                              \
            (void)fprintf(stderr, __VA_ARGS__);          \
            (void)fprintf(stderr, ": %s\n", #condition); \
            fail();                                      \
        }                                                \
    } while (0)

static game_move room[ROOM];

static void check_conserved(const struct setup *setup, const struct ecos_state *s, unsigned game, unsigned ply)
{
    const struct ecos_catalogue *cat = ecos_cat(setup);
    const struct ecos_land *land = &s->land;
    unsigned cubes = s->cubes_left;
    unsigned unseen = 0;
    unsigned backs[3] = {0, 0, 0}; /* of the cards that nobody has seen */
    unsigned hidden = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        cubes += s->spare[i];
        hidden += s->hidden[i];
    }
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        cubes += ecos_cubes_on(s->filled[card]);
        unseen += s->at[card] == AT_UNSEEN;
        backs[cat->card[card].back] += s->at[card] == AT_UNSEEN;
    }
    CHECK(cubes == cat->cubes, "game %u ply %u: %u cubes", game, ply, cubes);
    CHECK(unseen == (unsigned)s->deck_left[0] + s->deck_left[1] + hidden, "game %u ply %u: %u unseen", game, ply,
          unseen);
    for (unsigned back = 0; back < 2 && backs[ECOS_BACK_UNKNOWN] == 0 && hidden == 0; back++) {
        CHECK(backs[back] == s->deck_left[back], "game %u ply %u: %u of back %u", game, ply, backs[back], back);
    }
    CHECK(land->left[THING_LAND] + land_count(land, THING_LAND) == cat->land, "game %u ply %u: land", game, ply);
    CHECK(land->left[THING_WATER] + land_count(land, THING_WATER) == cat->water, "game %u ply %u: water", game, ply);
    CHECK(land->left[THING_MOUNTAIN] + land_count(land, THING_MOUNTAIN) == cat->mountains, "game %u ply %u", game, ply);
    CHECK(land->left[THING_FOREST] + land_count(land, THING_FOREST) == cat->forests, "game %u ply %u", game, ply);
    for (unsigned i = 0; i < cat->species; i++) {
        CHECK(land->left[THING_SPECIES + i] + land_count(land, THING_SPECIES + i) == cat->animal[i].tokens,
              "game %u ply %u: species %u", game, ply, i);
    }
}

/* One game by chance and players; odd ones are greedy. */
static unsigned play(const struct setup *setup, unsigned number)
{
    static struct ecos_state s;
    struct error error;
    struct prng prng;
    unsigned plies = 0;
    prng_seed(&prng, SEED + number);
    assert_int_equal(ecos_game.init(setup, &s, &error), ERR_OK);
    for (seat_set turn; (turn = ecos_game.turn(setup, &s)) != 0; plies++) {
        unsigned seat = turn & seat_bit(SEAT_TABLE) ? (unsigned)SEAT_TABLE : (unsigned)__builtin_ctz(turn);
        game_move move;
        if (seat == SEAT_TABLE) {
            move = ecos_game.chance(setup, &s, &prng);
        } else if (number % 2) {
            move = ecos_game.greedy(setup, &s, seat, &prng);
        } else {
            size_t count = ecos_game.legal(setup, &s, seat, room, ROOM);
            CHECK(count > 0 && count <= ROOM, "game %u ply %u: %zu legal moves", number, plies, count);
            move = room[prng_below(&prng, (uint32_t)count)];
        }
        CHECK(ecos_game.apply(setup, &s, move, &error) == ERR_OK, "game %u ply %u: %s", number, plies,
              error.message->id);
        check_conserved(setup, &s, number, plies);
        CHECK(plies < MOST_PLIES, "game %u does not end", number);
    }
    return plies;
}

static void games_end_and_every_supply_is_conserved(void **unused)
{
    (void)unused;
    uint64_t plies = 0;
    for (unsigned i = 0; i < test_cases(GAMES); i++) {
        struct setup setup = {
            .game = &ecos_game, .seats = (uint8_t)(2 + i / 2 % 5), .block_size = sizeof(struct ecos_catalogue)};
        setup.block =
            ecos_shipped(i % 97 ? "house" : "printed"); /* declared words are many: a hundredth of the games */
        setup.option[ECOS_OPTION_LANDSCAPE] = (uint8_t)(i / 10 % 4);
        setup.option[ECOS_OPTION_TARGET] = i / 40 % 2;
        plies += play(&setup, i);
    }
    print_message("%u games, %llu plies\n", test_cases(GAMES), (unsigned long long)plies);
}

/* ---- the ruling on placements ---- */

/* A small landscape of up to six tiles, with next to nothing in the supplies. */
static void random_land(const struct ecos_catalogue *cat, struct ecos_land *land, struct prng *prng)
{
    memset(land, 0, sizeof(*land));
    memset(land->left, 40, sizeof(land->left));
    land_place(land, prng_below(prng, 3), 0, 0);
    for (unsigned i = 0; i < 12; i++) {
        unsigned thing = i < 4 ? prng_below(prng, 3) : 3 + prng_below(prng, 8);
        int q = (int)prng_below(prng, 4) - 1;
        int r = (int)prng_below(prng, 4) - 1;
        thing = thing > THING_FOREST ? THING_SPECIES + prng_below(prng, cat->species) : thing;
        if (land_can_place(cat, land, thing, q, r, THING_NONE)) {
            land_place(land, thing, q, r);
        }
    }
    if (prng_below(prng, 3) == 0) { /* a tile that holds more than it can */
        land->tile[0].forests = land->tile[0].terrain == THING_WATER ? 0 : 2;
    }
    for (unsigned thing = 0; thing < THINGS; thing++) {
        land->left[thing] = (uint8_t)prng_below(prng, 3);
    }
}

/* A card of one to three placements, perhaps near something, perhaps after a removal or a replacement. */
static void random_program(struct ecos_catalogue *cat, struct prng *prng)
{
    unsigned count = 1 + prng_below(prng, 3);
    bool asks = false;
    memset(cat->effect, 0, 8 * sizeof(cat->effect[0]));
    for (unsigned i = 0; i < count; i++) {
        struct ecos_effect *e = &cat->effect[i];
        unsigned thing = prng_below(prng, 8);
        *e = (struct ecos_effect){.op = ECOS_PLACE, .amount = 1, .near = THING_NONE, .of = THING_NONE, .per = 1};
        e->what = (uint8_t)(thing > THING_FOREST ? THING_SPECIES + prng_below(prng, 4) : thing);
        if (prng_below(prng, 4) == 0) {
            e->near = (uint8_t)prng_below(prng, 5);
        }
        if (prng_below(prng, 5) == 0) {
            e->op = prng_below(prng, 2) ? ECOS_REMOVE : ECOS_REPLACE;
            e->what = (uint8_t)(e->op == ECOS_REPLACE ? (unsigned)THING_LAND : thing % 5);
            e->of = THING_WATER;
            e->near = THING_NONE;
        }
    }
    for (unsigned i = count; i-- > 0;) {
        struct ecos_effect *e = &cat->effect[i];
        bool places = e->op == ECOS_PLACE || (e[1].flags & EFFECT_PLACES);
        e->flags = (uint8_t)((places ? EFFECT_PLACES : 0) | (asks ? 0 : EFFECT_PLACE_FREE));
        asks = asks || e->near != THING_NONE || e->op != ECOS_PLACE;
    }
}

static void the_look_ahead_finds_what_a_search_without_short_cuts_finds(void **unused)
{
    (void)unused;
    static struct ecos_catalogue quick;
    static struct ecos_catalogue slow;
    struct prng prng;
    unsigned yes = 0;
    quick = *ecos_shipped("house");
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < test_cases(LANDS); i++) {
        struct ecos_land land;
        random_land(&quick, &land, &prng);
        random_program(&quick, &prng);
        slow = quick;
        for (unsigned k = 0; k < 8; k++) {
            slow.effect[k].flags &= (uint8_t)~EFFECT_PLACE_FREE;
        }
        bool found = ecos_feasible(&quick, &land, 0, 0);
        CHECK(found == ecos_feasible(&slow, &land, 0, 0), "seed %d, case %u", SEED, i);
        yes += found;
    }
    print_message("%u of %u possible\n", yes, test_cases(LANDS));
}

/* ---- every word in a small window ---- */

static size_t count_words(const struct setup *setup, const struct ecos_state *s, unsigned seat)
{
    size_t accepted = 0;
    for (unsigned kind = 0; kind < KINDS; kind++) {
        bool move = kind == KIND_MOVE;
        for (unsigned a = 0; a <= ECOS_CARDS; a++) {
            for (unsigned k = 0; k < (move ? 2401u : 49u); k++) {
                struct ecos_word w = {.kind = kind, .a = a};
                w.v[0] = coord((int)(k % 7) - 3);
                w.v[1] = coord((int)(k / 7 % 7) - 3);
                w.v[2] = move ? coord((int)(k / 49 % 7) - 3) : 0;
                w.v[3] = move ? coord((int)(k / 343) - 3) : 0;
                accepted += ecos_check(setup, s, seat, w) == ECOS_OK;
            }
            for (unsigned k = 0; k < 16; k++) {
                struct ecos_word w = {.kind = kind, .a = a, .v = {k, 0, 0, 0}};
                accepted += ecos_check(setup, s, seat, w) == ECOS_OK;
            }
        }
    }
    return accepted;
}

/* `random`: players who say anything, which is how a declared card gets beyond three effects. */
static void check_words(const struct game *rules, const char *catalogue, unsigned cases, bool random)
{
    static struct ecos_state s;
    struct setup setup = {.game = rules, .seats = 3, .block_size = sizeof(struct ecos_catalogue)};
    struct error error;
    struct prng prng;
    setup.block = ecos_shipped(catalogue);
    unsigned tried = 0;
    for (unsigned game = 0; tried < cases; game++) {
        prng_seed(&prng, SEED + game);
        assert_int_equal(ecos_game.init(&setup, &s, &error), ERR_OK);
        for (unsigned ply = 0; ply < 90; ply++) { /* while the landscape lies within -3..3 */
            seat_set turn = ecos_game.turn(&setup, &s);
            if (turn == 0) {
                break;
            }
            unsigned seat = turn & seat_bit(SEAT_TABLE) ? (unsigned)SEAT_TABLE : (unsigned)__builtin_ctz(turn);
            bool asks = s.frames > 0 && ecos_top(&s)->kind == FRAME_CARD;
            bool near = true;
            for (unsigned i = 0; i < s.land.count; i++) {
                near = near && abs(s.land.tile[i].q) < 3 && abs(s.land.tile[i].r) < 3;
            }
            size_t count = ecos_game.legal(&setup, &s, seat, room, ROOM);
            if (asks && near) {
                CHECK(count == count_words(&setup, &s, seat), "game %u, ply %u: %zu listed", game, ply, count);
                tried++;
            }
            game_move move = seat == SEAT_TABLE ? ecos_game.chance(&setup, &s, &prng)
                             : random           ? room[prng_below(&prng, (uint32_t)count)]
                                                : ecos_game.greedy(&setup, &s, seat, &prng);
            assert_int_equal(ecos_game.apply(&setup, &s, move, &error), ERR_OK);
        }
    }
}

static void every_word_that_is_accepted_is_listed(void **unused)
{
    (void)unused;
    check_words(&ecos_game, "house", test_cases(WORDS), false);
    check_words(&ecos_game, "printed", test_cases(WORDS / 4), false);
    check_words(&ecos_game, "printed", test_cases(WORDS / 4), true);
    check_words(&ecos_game_1, "printed", test_cases(WORDS / 4), true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_and_every_supply_is_conserved),
        cmocka_unit_test(the_look_ahead_finds_what_a_search_without_short_cuts_finds),
        cmocka_unit_test(every_word_that_is_accepted_is_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
