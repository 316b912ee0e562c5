/*
 * Sheets and totals of Biotopes: what is refused by which name, that whoever
 * may write can, that the list of words is exactly what is accepted, and that
 * a finished game told at either level has the same result.
 */
#include "biotopes_made.h"

#include "rules/biotopes/biotopes_sheet.h"

static struct made m;

/* An empty sheet whose conditions are written, or an empty list of totals. */
static void begin(unsigned variant, unsigned level, unsigned seats)
{
    made_init(&m, variant, level, seats);
    m.state.step = level == BIO_SHEET ? STEP_SHEET : STEP_TOTALS;
}

static enum bio_rule say(unsigned seat, struct bio_word w)
{
    enum bio_rule rule = bio_check_sheet(&m.setup, &m.state, seat, w);
    if (rule == BIO_OK) {
        bio_do_sheet(&m.setup, &m.state, seat, w);
    }
    return rule;
}

static enum bio_rule row(unsigned seat, unsigned biotope, unsigned length)
{
    return say(seat, (struct bio_word){.kind = KIND_ROW, .a = (uint8_t)biotope, .b = (uint8_t)length});
}

static enum bio_rule species(unsigned seat, unsigned number, unsigned cubes)
{
    return say(seat, (struct bio_word){.kind = KIND_SPECIES, .a = (uint8_t)number, .b = (uint8_t)cubes});
}

static enum bio_rule land(unsigned seat, const char *five)
{
    struct bio_word w = {KIND_LAND,
                         (uint8_t)(five[0] - '0'),
                         (uint8_t)(five[1] - '0'),
                         (uint8_t)(five[2] - '0'),
                         (uint8_t)(five[3] - '0'),
                         (uint8_t)(five[4] - '0')};
    return say(seat, w);
}

static enum bio_rule bonus(unsigned seat, unsigned spot, unsigned points)
{
    return say(seat, (struct bio_word){.kind = KIND_BONUS, .a = (uint8_t)spot, .b = (uint8_t)points});
}

static enum bio_rule biotope(unsigned seat, unsigned b, unsigned milieu)
{
    return say(seat, (struct bio_word){.kind = KIND_BIOTOPE, .a = (uint8_t)b, .b = (uint8_t)milieu});
}

static enum bio_rule done(unsigned seat)
{
    return say(seat, (struct bio_word){.kind = KIND_DONE});
}

static enum bio_rule total(unsigned seat, int points, unsigned rank)
{
    unsigned packed = (unsigned)(points + BIO_POINTS_ZERO);
    struct bio_word w = {.kind = KIND_TOTAL, .a = (uint8_t)(packed >> 8), .b = (uint8_t)packed, .c = (uint8_t)rank};
    return say(seat, w);
}

static enum bio_rule category(unsigned seat, unsigned which, int points)
{
    unsigned packed = (unsigned)(points + BIO_POINTS_ZERO);
    struct bio_word w = {.kind = KIND_CATEGORY, .a = (uint8_t)which, .b = (uint8_t)(packed >> 8), .c = (uint8_t)packed};
    return say(seat, w);
}

static int total_of(unsigned seat)
{
    struct outcome outcome;
    bio_outcome(&m.setup, &m.state, &outcome);
    return outcome.rows[seat].total;
}

/* ---- a sheet ---- */

static void write_situation_12(unsigned seat)
{
    assert_int_equal(row(seat, BIO_WETLAND, 2), BIO_OK);
    assert_int_equal(species(seat, SWAN, 1), BIO_OK);
    assert_int_equal(species(seat, VOLE, 0), BIO_OK);
    assert_int_equal(row(seat, BIO_FOREST, 3), BIO_OK);
    assert_int_equal(species(seat, BULLFINCH, 1), BIO_OK);
    assert_int_equal(species(seat, TIT, 2), BIO_OK);
    assert_int_equal(species(seat, BADGER, 3), BIO_OK);
    assert_int_equal(land(seat, "32102"), BIO_OK);
    assert_int_equal(row(seat, BIO_MEADOW, 1), BIO_OK);
    assert_int_equal(species(seat, RAT, 4), BIO_OK);
    assert_int_equal(row(seat, BIO_MOUNTAIN, 2), BIO_OK);
    assert_int_equal(species(seat, IBEX, 2), BIO_OK);
    assert_int_equal(species(seat, CITRIL_FINCH, 1), BIO_OK);
}

static void write_nothing(unsigned seat)
{
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        assert_int_equal(row(seat, b, 0), BIO_OK);
    }
    assert_int_equal(land(seat, "00000"), BIO_OK);
}

static void the_sheet_of_situation_12_has_34_points(void **unused)
{
    (void)unused;
    begin(BIO_DISCOVERY, BIO_SHEET, 2);
    m.cat.certain = 1;
    write_situation_12(1);
    assert_int_equal(total_of(1), 34);
    assert_int_equal(m.state.done, 2); /* the last line ends it by itself */
    assert_int_equal(row(1, BIO_FOREST, 0), BIO_NOT_YOUR_TURN);
    write_nothing(0);
    assert_int_equal(m.state.step, STEP_OVER);
    assert_int_equal(total_of(1), 34);
    assert_int_equal(total_of(0), 0);
    assert_int_equal(bio_sheet_turn(&m.setup, &m.state), 0);
}

static void where_bonuses_are_declared_the_seat_says_done(void **unused)
{
    (void)unused;
    begin(BIO_SOLO, BIO_SHEET, 1);
    assert_int_equal(done(0), BIO_NOT_NOW);
    assert_int_equal(bonus(0, BADGER, 5), BIO_NOT_IN_PLAY);
    write_situation_12(0);
    assert_int_equal(m.state.step, STEP_SHEET);
    assert_int_equal(bonus(0, BADGER, 41), BIO_BONUS_RANGE);
    assert_int_equal(bonus(0, VOLE, 1), BIO_NO_CUBES_LEFT);
    assert_int_equal(bonus(0, BIO_SPECIES + BIO_FOREST, 1), BIO_NO_EFFECT);
    assert_int_equal(bonus(0, BIO_SPOTS, 1), BIO_NOT_A_MOVE);
    assert_int_equal(bonus(0, BADGER, 5), BIO_OK);
    assert_int_equal(bonus(0, BADGER, 5), BIO_BONUS_TWICE);
    assert_int_equal(total_of(0), 36);
    assert_int_equal(done(0), BIO_OK);
    assert_int_equal(m.state.step, STEP_OVER);
    begin(BIO_SOLO, BIO_SHEET, 1);
    m.setup.option[BIO_OPTION_UNKNOWN] = BIO_BLANK;
    assert_int_equal(bonus(0, BADGER, 5), BIO_NO_DECLARING);
    write_situation_12(0);
    assert_int_equal(m.state.step, STEP_OVER);
}

static void an_open_row_comes_first(void **unused)
{
    (void)unused;
    begin(BIO_DISCOVERY, BIO_SHEET, 2);
    assert_int_equal(species(0, IBEX, 1), BIO_NOT_NOW);
    assert_int_equal(row(0, BIO_MOUNTAIN, 23), BIO_ROW_LENGTH);
    assert_int_equal(row(0, BIO_MOUNTAIN, 2), BIO_OK);
    assert_int_equal(bio_sheet_turn(&m.setup, &m.state), seat_bit(0));
    assert_int_equal(row(0, BIO_FOREST, 0), BIO_NOT_NOW);
    assert_int_equal(row(1, BIO_FOREST, 0), BIO_NOT_YOUR_TURN);
    assert_int_equal(species(1, IBEX, 1), BIO_NOT_YOUR_TURN);
    assert_int_equal(species(0, BULLFINCH, 1), BIO_ROW_BIOTOPE);
    assert_int_equal(species(0, IBEX, 5), BIO_CUBES_RANGE);
    assert_int_equal(species(0, BIO_SPECIES, 1), BIO_NOT_A_MOVE);
    assert_int_equal(species(0, IBEX, 0), BIO_OK);
    assert_int_equal(species(0, IBEX, 1), BIO_CARD_TWICE);
    assert_int_equal(species(0, CITRIL_FINCH, 1), BIO_OK);
    assert_int_equal(row(0, BIO_MOUNTAIN, 0), BIO_ROW_TWICE);
    assert_int_equal(row(1, BIO_MOUNTAIN, 21), BIO_ROW_LENGTH); /* two of the 22 are written */
    assert_int_equal(row(1, BIO_MOUNTAIN, 20), BIO_OK);
    assert_int_equal(species(1, CITRIL_FINCH, 1), BIO_CARD_TWICE);
}

static void tokens_and_groups(void **unused)
{
    (void)unused;
    begin(BIO_DISCOVERY, BIO_SHEET, 2);
    assert_int_equal(land(0, "55302"), BIO_LAND_TOKENS);
    assert_int_equal(land(0, "00001"), BIO_LAND_GROUPS);
    assert_int_equal(land(0, "10000"), BIO_LAND_GROUPS);
    assert_int_equal(land(0, "11003"), BIO_LAND_GROUPS);
    assert_int_equal(land(0, "55202"), BIO_OK);
    assert_int_equal(land(0, "10001"), BIO_LAND_TWICE);
    assert_int_equal(land(1, "10001"), BIO_OK);
}

static void no_more_cubes_than_the_game_has(void **unused)
{
    (void)unused;
    static const unsigned first[3] = {0, 36, 64};
    begin(BIO_DISCOVERY, BIO_SHEET, 2);
    unsigned written = 0;
    assert_int_equal(row(0, BIO_MOUNTAIN, 22), BIO_OK);
    for (unsigned i = 0; i < 22; i++) {
        unsigned deck = i < 9 ? 0 : i < 16 ? 1 : 2;
        unsigned number = first[deck] + (deck == 0 ? i : deck == 1 ? i - 9 : i - 16);
        bool room = written + 4 <= 64;
        assert_int_equal(species(0, number, 4), room ? BIO_OK : BIO_CUBES_SUPPLY);
        written += room ? 4 : 0;
        if (!room) {
            assert_int_equal(species(0, number, 0), BIO_OK);
        }
    }
    assert_int_equal(written, 64);
}

static void advanced_biotopes_are_each_there_once(void **unused)
{
    (void)unused;
    begin(BIO_INITIATE, BIO_SHEET, 2);
    m.cat.certain = 1;
    assert_int_equal(biotope(0, BIO_FOREST, BIO_BASIC), BIO_NOT_A_MOVE);
    assert_int_equal(biotope(0, BIO_FOREST, BIO_PRESERVED), BIO_OK);
    assert_int_equal(biotope(0, BIO_FOREST, BIO_ADAPTED), BIO_MILIEU_HELD);
    assert_int_equal(biotope(1, BIO_FOREST, BIO_PRESERVED), BIO_MILIEU_TAKEN);
    assert_int_equal(biotope(1, BIO_MEADOW, BIO_PRESERVED), BIO_OK);
    write_nothing(0);
    assert_int_equal(m.state.done, 0); /* the cards of three biotopes are owed */
    assert_int_equal(biotope(0, BIO_MOUNTAIN, BIO_POPULOUS), BIO_OK);
    assert_int_equal(biotope(0, BIO_MEADOW, BIO_POPULOUS), BIO_OK);
    assert_int_equal(m.state.done, 0);
    assert_int_equal(biotope(0, BIO_WETLAND, BIO_POPULOUS), BIO_OK);
    assert_int_equal(m.state.done, 1);
    begin(BIO_DISCOVERY, BIO_SHEET, 2);
    assert_int_equal(biotope(0, BIO_FOREST, BIO_PRESERVED), BIO_NOT_NOW);
}

/* ---- totals ---- */

static void totals_with_and_without_categories(void **unused)
{
    (void)unused;
    begin(BIO_DISCOVERY, BIO_TOTALS, 2);
    assert_int_equal(total(0, 1000, 0), BIO_POINTS_RANGE);
    assert_int_equal(total(0, -100, 0), BIO_POINTS_RANGE);
    assert_int_equal(category(0, BIO_STARS, 401), BIO_POINTS_RANGE);
    assert_int_equal(category(0, BIO_STARS, -100), BIO_POINTS_RANGE);
    assert_int_equal(category(0, BIO_CATEGORIES, 0), BIO_NOT_A_MOVE);
    assert_int_equal(category(0, BIO_STARS, 3), BIO_OK);
    assert_int_equal(category(0, BIO_STARS, 3), BIO_CATEGORY_TWICE);
    assert_int_equal(total_of(0), 3); /* as far as it has been said */
    assert_int_equal(total(0, 57, 0), BIO_OK);
    assert_int_equal(total(0, 57, 0), BIO_NOT_YOUR_TURN);
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        assert_int_equal(category(1, i, (int)i), BIO_OK);
    }
    assert_int_equal(total(1, 29, 0), BIO_NOT_THE_SUM);
    assert_int_equal(total(1, 28, 0), BIO_OK);
    assert_int_equal(m.state.step, STEP_OVER);
    assert_int_equal(total_of(0), 57);
}

static void categories_never_leave_a_seat_without_a_total(void **unused)
{
    (void)unused;
    begin(BIO_SOLO, BIO_TOTALS, 1);
    for (unsigned i = 0; i + 1 < BIO_CATEGORIES; i++) {
        assert_int_equal(category(0, i, 200), BIO_OK);
    }
    assert_int_equal(category(0, BIO_FRAGMENTATION, -99), BIO_POINTS_RANGE); /* 1301 is no total */
    assert_int_equal(total(0, 999, 0), BIO_OK);
}

static void ranks_are_stated_by_all_or_by_none(void **unused)
{
    (void)unused;
    begin(BIO_DISCOVERY, BIO_TOTALS, 3);
    assert_int_equal(total(0, 10, 4), BIO_RANK_RANGE);
    assert_int_equal(total(0, 10, 2), BIO_OK);
    assert_int_equal(total(2, 10, 0), BIO_RANKS_ALL);
    assert_int_equal(total(2, 10, 2), BIO_OK);
    assert_int_equal(total(1, 10, 2), BIO_NOBODY_FIRST);
    assert_int_equal(total(1, 10, 1), BIO_OK);
    assert_int_equal(m.state.step, STEP_OVER);
    begin(BIO_DISCOVERY, BIO_TOTALS, 2);
    assert_int_equal(total(0, 10, 0), BIO_OK);
    assert_int_equal(total(1, 10, 1), BIO_RANKS_ALL);
}

/* ---- lists of words ---- */

enum { ROOM = 40000 };
struct listed {
    unsigned seat;
    unsigned count;
    game_move words[ROOM];
};

static bool list(void *context, struct bio_word w)
{
    struct listed *listed = context;
    if (bio_check_sheet(&m.setup, &m.state, listed->seat, w) == BIO_OK) {
        game_move move = bio_pack(listed->seat, w);
        assert_true(listed->count < ROOM);
        assert_true(listed->count == 0 || listed->words[listed->count - 1] < move);
        listed->words[listed->count++] = move;
    }
    return true;
}

static bool is_listed(const struct listed *listed, game_move move)
{
    unsigned low = 0;
    unsigned high = listed->count;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (listed->words[middle] == move) {
            return true;
        }
        *(listed->words[middle] < move ? &low : &high) = listed->words[middle] < move ? middle + 1 : middle;
    }
    return false;
}

/* Words by chance, most of them near ones that are legal: accepted if and only if they are in the list. */
static void check_list(const struct listed *listed, struct prng *prng)
{
    static const uint8_t kinds[] = {KIND_BIOTOPE, KIND_DONE, KIND_BONUS,    KIND_ROW,
                                    KIND_SPECIES, KIND_LAND, KIND_CATEGORY, KIND_TOTAL};
    for (unsigned i = 0; i < 60; i++) {
        unsigned at = prng_below(prng, listed->count);
        struct bio_word w = bio_unpack(listed->words[at]);
        uint8_t *const fields[] = {&w.a, &w.b, &w.c, &w.d, &w.e};
        static const unsigned used[KINDS] = {
            [KIND_BIOTOPE] = 2, [KIND_BONUS] = 2,    [KIND_ROW] = 2,  [KIND_SPECIES] = 2,
            [KIND_LAND] = 5,    [KIND_CATEGORY] = 3, [KIND_TOTAL] = 3};
        if (prng_below(prng, 3) == 0) {
            w = (struct bio_word){.kind = kinds[prng_below(prng, sizeof(kinds))]};
        }
        if (used[w.kind] > 0) {
            *fields[prng_below(prng, used[w.kind])] = (uint8_t)prng_below(prng, prng_below(prng, 2) ? 256 : 16);
        }
        bool legal = bio_check_sheet(&m.setup, &m.state, listed->seat, w) == BIO_OK;
        assert_int_equal(legal, is_listed(listed, bio_pack(listed->seat, w)));
    }
}

static void whoever_may_write_has_a_word(void **unused)
{
    (void)unused;
    static struct listed listed;
    struct prng prng;
    prng_seed(&prng, 88);
    for (unsigned game = 0; game < 60; game++) {
        unsigned variant = game % 4;
        unsigned seats = variant < BIO_SOLO ? 2 + prng_below(&prng, 4) : 1;
        begin(variant, game / 4 % 3 ? BIO_SHEET : BIO_TOTALS, seats);
        m.cat.certain = (uint8_t)prng_below(&prng, 2);
        unsigned moves = 0;
        for (; m.state.step != STEP_OVER; moves++) {
            assert_true(moves < 4000);
            game_move chosen = 0;
            for (unsigned seat = 0; seat < seats; seat++) {
                listed.seat = seat;
                listed.count = 0;
                assert_true(bio_each_sheet_word(&m.setup, &m.state, seat, list, &listed));
                bool may = bio_sheet_turn(&m.setup, &m.state) & seat_bit(seat);
                assert_int_equal(may, listed.count > 0);
                if (may) {
                    check_list(&listed, &prng);
                    bool take = !chosen || prng_below(&prng, 2);
                    chosen = take ? listed.words[prng_below(&prng, listed.count)] : chosen;
                }
            }
            assert_int_equal(say(move_seat(chosen), bio_unpack(chosen)), BIO_OK);
        }
    }
}

/* ---- told at another level ---- */

static void check_same(const struct outcome *played, const struct outcome *told)
{
    assert_true(told->over);
    assert_int_equal(played->winners, told->winners);
    assert_int_equal(played->margin, told->margin);
    assert_ptr_equal(played->verdict, told->verdict);
    for (unsigned i = 0; i < played->rows_count; i++) {
        assert_int_equal(played->rows[i].total, told->rows[i].total);
        assert_int_equal(played->rows[i].rank, told->rows[i].rank);
        assert_int_equal(played->rows[i].categories, told->rows[i].categories);
        assert_memory_equal(played->rows[i].category, told->rows[i].category, sizeof(told->rows[i].category));
    }
}

static void a_finished_game_told_as_sheet_and_totals_scores_the_same(void **unused)
{
    (void)unused;
    static game_move moves[1024];
    static struct made played;
    struct prng prng;
    prng_seed(&prng, 12);
    for (unsigned game = 0; game < 300; game++) {
        unsigned variant = game % 4;
        unsigned seats = variant < BIO_SOLO ? 2 + prng_below(&prng, 4) : 1;
        struct outcome outcome;
        struct outcome told;
        made_random(&played, variant, seats, &prng);
        played.setup.block = &played.cat;
        bio_outcome(&played.setup, &played.state, &outcome);
        for (unsigned level = BIO_SHEET; level <= BIO_TOTALS; level++) {
            size_t count = bio_sheet(&played.setup, &played.state, level, NULL, 0);
            assert_true(count > 0 && count <= 1024);
            assert_int_equal(bio_sheet(&played.setup, &played.state, level, moves, 1024), count);
            begin(variant, level, seats);
            m.cat = played.cat;
            memcpy(m.setup.option, played.setup.option, sizeof(m.setup.option));
            size_t first = 0;
            if (level == BIO_SHEET) {
                struct bio_word w = bio_unpack(moves[first++]);
                assert_int_equal(w.kind, KIND_CONDITIONS);
                memcpy(m.state.condition, (const uint8_t[]){w.a, w.b, w.c, w.d}, 4);
            }
            for (size_t i = first; i < count; i++) {
                assert_int_equal(say(move_seat(moves[i]), bio_unpack(moves[i])), BIO_OK);
            }
            bio_outcome(&m.setup, &m.state, &told);
            check_same(&outcome, &told);
            /* A sheet tells itself. */
            assert_int_equal(bio_sheet(&m.setup, &m.state, level, moves + count, 1024 - count), count);
            assert_memory_equal(moves, moves + count, count * sizeof(moves[0]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sheet_of_situation_12_has_34_points),
        cmocka_unit_test(where_bonuses_are_declared_the_seat_says_done),
        cmocka_unit_test(an_open_row_comes_first),
        cmocka_unit_test(tokens_and_groups),
        cmocka_unit_test(no_more_cubes_than_the_game_has),
        cmocka_unit_test(advanced_biotopes_are_each_there_once),
        cmocka_unit_test(totals_with_and_without_categories),
        cmocka_unit_test(categories_never_leave_a_seat_without_a_total),
        cmocka_unit_test(ranks_are_stated_by_all_or_by_none),
        cmocka_unit_test(whoever_may_write_has_a_word),
        cmocka_unit_test(a_finished_game_told_as_sheet_and_totals_scores_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
