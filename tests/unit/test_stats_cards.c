/*
 * Card statistics: a game worked out on paper, the folds' algebra, and the
 * packed forms. What random games must keep to is in tests/property.
 */
#include "support/cmocka.h"

#include "../rules/foret_table.h"
#include "stats/facts.h"
#include "stats/interval.h"
#include "stats/varint.h"
#include "stats/win_points.h"

#include <math.h>

enum { CARDS = FORET_TYPES, GAMES = 12 };

/* ---- a game of three, on paper ----
 *
 * Hands pass on in round 1 from seat 1 to 2 to 3 to 1, so with H1, H2, H3 the hands dealt to the seats,
 *
 *   t       1  2  3  4  5  6  7  8  9 10
 *   seat 1  H1 H3 H2 H1 H3 H2 H1 H3 H2 H1
 *   seat 2  H2 H1 H3 H2 H1 H3 H2 H1 H3 H2
 *   seat 3  H3 H2 H1 H3 H2 H1 H3 H2 H1 H3
 *
 * H1 is nine bears and a bee, H2 nine foxes and a bee, H3 ten deer. Seat 1 takes the bee of H1 at t = 4, seat 3 that of
 * H2 at t = 5. So the bee is seen
 *
 *   in H1 by seat 1 at 1, seat 2 at 2, seat 3 at 3, seat 1 at 4 (taken)
 *   in H2 by seat 2 at 1, seat 3 at 2, seat 1 at 3, seat 2 at 4, seat 3 at 5 (taken)
 *
 * seen 9, taken 2; by pick: 2 2 2 2 1 seen, 0 0 0 1 1 taken, so pick_rate is 0 0 0 1/2 1 and null after that.
 * ata = (4 + 5) / 2 = 4.5.
 * alsa: the last look of each seat in each hand: H1: 4, 2, 3; H2 (seats 2, 3, 1): 4, 5, 3; 21 / 6 = 3.5.
 * Round 2 has no bee (H1 ten meadows, H2 ten streams, H3 ten wolves) and passes the other way.
 *
 * Cards are laid row by row, round 1 in the rows 0 and 1, round 2 in the rows 2 and 3; m, s, w: meadow, stream, wolf.
 *
 *   seat 1  bear deer fox  bee  deer      seat 2  fox  bear deer fox  bear     seat 3  deer fox  bear deer bee
 *           fox  bear deer fox  bear              deer fox  bear deer fox              bear deer fox  bear deer
 *           m s w m s / w m s w m                 s w m s w / m s w m s                w m s w m / s w m s w
 *
 * No meadow touches another; every stream and every meadow stands alone, so all three have a longest stream of 1 and
 * the bee's only neighbours are those above: no points for it. Wolves: 3, 3, 4: seat 3 has the most.
 */
static void play_paper(struct table *table)
{
    static const char *const ROUND[2] = {
        "1: bear 0,0;2: fox 0,0;3: deer 0,0;1: deer 1,0;2: bear 1,0;3: fox 1,0;1: fox 2,0;2: deer 2,0;3: bear 2,0;"
        "1: bee 3,0;2: fox 3,0;3: deer 3,0;1: deer 4,0;2: bear 4,0;3: bee 4,0;1: fox 0,1;2: deer 0,1;3: bear 0,1;"
        "1: bear 1,1;2: fox 1,1;3: deer 1,1;1: deer 2,1;2: bear 2,1;3: fox 2,1;1: fox 3,1;2: deer 3,1;3: bear 3,1;"
        "1: bear 4,1;2: fox 4,1;3: deer 4,1",
        "1: meadow 0,2;2: stream 0,2;3: wolf 0,2;1: stream 1,2;2: wolf 1,2;3: meadow 1,2;"
        "1: wolf 2,2;2: meadow 2,2;3: stream 2,2;1: meadow 3,2;2: stream 3,2;3: wolf 3,2;"
        "1: stream 4,2;2: wolf 4,2;3: meadow 4,2;1: wolf 0,3;2: meadow 0,3;3: stream 0,3;"
        "1: meadow 1,3;2: stream 1,3;3: wolf 1,3;1: stream 2,3;2: wolf 2,3;3: meadow 2,3;"
        "1: wolf 3,3;2: meadow 3,3;3: stream 3,3;1: meadow 4,3;2: stream 4,3;3: wolf 4,3"};
    table_init(table, FORET_STANDARD, FORET_FULL, 3);
    table_play(table, "*: deal 1 bear bear bear bear bear bear bear bear bear bee;"
                      "*: deal 2 fox fox fox fox fox fox fox fox fox bee;"
                      "*: deal 3 deer deer deer deer deer deer deer deer deer deer");
    table_play(table, ROUND[0]);
    table_play(table, "*: deal 1 meadow meadow meadow meadow meadow meadow meadow meadow meadow meadow;"
                      "*: deal 2 stream stream stream stream stream stream stream stream stream stream;"
                      "*: deal 3 wolf wolf wolf wolf wolf wolf wolf wolf wolf wolf");
    table_play(table, ROUND[1]);
}

static struct game_facts facts;
static struct card_fold folds[CARDS];

/* Of one game, or of none. */
static void same_counts(const struct counts *counts, int64_t games, int64_t s, int64_t n)
{
    const struct counts wanted = {.games = games, .n = n, .nn = n * n, .s = s, .ss = s * s, .sn = s * n};
    assert_memory_equal(counts, &wanted, sizeof(wanted));
}

static void test_paper_game(void **state)
{
    (void)state;
    struct table table;
    play_paper(&table);
    gather_facts(&table.setup, &table.state, &facts);
    assert_true(facts.drafted);
    assert_int_equal(facts.seats, 3);
    memset(folds, 0, sizeof(folds));
    card_folds_add(folds, CARDS, &facts, ~(seat_set)0, 1);
    const struct card_fold *bee = &folds[FORET_BEE];
    static const int64_t SEEN[GATHER_PICKS] = {2, 2, 2, 2, 1};
    static const int64_t TAKEN[GATHER_PICKS] = {0, 0, 0, 1, 1};
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        same_counts(&bee->picks[t], SEEN[t] > 0, TAKEN[t], SEEN[t]);
    }
    same_counts(&bee->looks, 1, 2, 9);
    same_counts(&bee->turns, 1, 9, 2);
    same_counts(&bee->last, 1, 21, 6);
    same_counts(&bee->zero, 1, 2, 2);
    assert_int_equal(bee->games, 1);
    assert_int_equal(bee->seats, 2);
    assert_true(bee->points.n == 2 && bee->points.s == 0);
    /* Deer: seen in every look at H3: by seat 1 at 2 5 8, seat 2 at 3 6 9, seat 3 at 1 4 7 10; last 8, 9, 10. */
    const struct card_fold *deer = &folds[FORET_DEER];
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        same_counts(&deer->picks[t], 1, 1, 1);
    }
    same_counts(&deer->turns, 1, 55, 10);
    same_counts(&deer->last, 1, 27, 3);
}

/*
 * Who wins on paper does not matter for IWT's arithmetic, so it is checked with win points put in by hand. All three saw
 * a bee, 1 and 3 took one. Seat 1 wins three games alone, seat 2, who took none, seven: took (3 x 3) / 20 = 0.45, none
 * (7 x 3) / 10 = 2.1, iwt -1.65. With one game less there are nine that left it: nothing is told but the counts.
 */
static void test_paper_improvement(void **state)
{
    (void)state;
    struct table table;
    double iwt = 7;
    int64_t took = 0;
    int64_t left = 0;
    play_paper(&table);
    gather_facts(&table.setup, &table.state, &facts);
    memset(folds, 0, sizeof(folds));
    for (int game = 1; game <= 10; game++) {
        for (unsigned i = 0; i < 3; i++) {
            facts.seat[i].win = i == (game <= 3 ? 0 : 1) ? 3 * WIN_UNIT : 0;
        }
        card_folds_add(folds, CARDS, &facts, ~(seat_set)0, 1);
        bool told = card_improvement(&folds[FORET_BEE].took, 1, &iwt, &took, &left);
        assert_int_equal(took, 2 * game);
        assert_int_equal(left, game);
        assert_int_equal(told, game == 10);
    }
    assert_true(fabs(iwt + 1.65) < 1e-12);
    /* A table size in which everybody took one has nothing to compare: neither value nor counts know it. */
    const struct took sizes[3] = {folds[FORET_BEE].took, {.s1 = 5, .n1 = 100}, {.s1 = WIN_UNIT, .n1 = 1, .n2 = 3}};
    assert_true(card_improvement(sizes, 2, &iwt, &took, &left));
    assert_true(fabs(iwt + 1.65) < 1e-12 && took == 20 && left == 10);
    /* Pooled: weights 20 x 10 / 30 and 1 x 3 / 4. */
    assert_true(card_improvement(sizes, 3, &iwt, &took, &left));
    assert_true(fabs(iwt - (-1.65 * 20 / 3 + 1 * 0.75) / (20.0 / 3 + 0.75)) < 1e-12 && took == 21 && left == 13);
    /* Everybody who saw a deer took one: nothing to compare. */
    assert_false(card_improvement(&folds[FORET_DEER].took, 1, &iwt, &took, &left));
    assert_true(took == 0 && left == 0);
}

/*
 * Win points of a group of seats, the definition's vector: (n, c, share of the win) = (4,3,1) (4,2,0) (3,3,1) (5,1,1/2).
 * M = 9, sum c n = 12 + 8 + 9 + 5 = 34, sum c (n - c) = 3 + 4 + 0 + 4 = 11, sum c (n - 1) = 9 + 6 + 6 + 4 = 25,
 * points 4 + 0 + 3 + 2.5 = 9.5.
 */
static void test_seats_of_a_group(void **state)
{
    (void)state;
    static const int64_t GROUPS[][3] = {{4, 3, 8}, {4, 2, 0}, {3, 3, 6}, {5, 1, 5}}; /* points in halves */
    const struct seat_wins wanted = {.seats = 9, .tables = 34, .apart = 11, .others = 25, .points = 19 * WIN_UNIT / 2};
    const struct seat_wins nothing = {.seats = 0};
    struct seat_wins wins = {.seats = 0};
    struct seat_wins rest = {.seats = 0};
    for (size_t i = 0; i < 4; i++) {
        seat_wins_add(i % 2 ? &rest : &wins, GROUPS[i][1], GROUPS[i][0], GROUPS[i][2] * WIN_UNIT / 2, 1);
    }
    seat_wins_merge(&wins, &rest);
    assert_memory_equal(&wins, &wanted, sizeof(wins));
    for (size_t i = 0; i < 4; i++) {
        seat_wins_add(&wins, GROUPS[i][1], GROUPS[i][0], GROUPS[i][2] * WIN_UNIT / 2, -1);
    }
    assert_memory_equal(&wins, &nothing, sizeof(wins));
}

/* Of one player's seats the table is still as large as it was, and a solo game has no win points. */
static void test_one_seat_of_a_table(void **state)
{
    (void)state;
    struct table table;
    play_paper(&table);
    gather_facts(&table.setup, &table.state, &facts);
    memset(folds, 0, sizeof(folds));
    facts.seat[0].win = 3 * WIN_UNIT;
    facts.seat[1].win = facts.seat[2].win = 0;
    card_folds_add(folds, CARDS, &facts, seat_bit(0), 1);
    const struct seat_wins one = {.seats = 1, .tables = 3, .apart = 2, .others = 2, .points = 3 * WIN_UNIT};
    const struct seat_wins none = {.seats = 0};
    assert_memory_equal(&folds[FORET_BEE].with, &one, sizeof(one));
    assert_memory_equal(&folds[FORET_BEE].without, &none, sizeof(one));
    assert_memory_equal(&folds[FORET_TROUT].without, &one, sizeof(one));
    memset(folds, 0, sizeof(folds));
    for (unsigned i = 0; i < 3; i++) {
        facts.seat[i].win = WIN_NONE;
    }
    card_folds_add(folds, CARDS, &facts, ~(seat_set)0, 1);
    assert_memory_equal(&folds[FORET_BEE].with, &none, sizeof(one));
    assert_memory_equal(&folds[FORET_BEE].without, &none, sizeof(one));
    assert_int_equal(folds[FORET_BEE].seats, 2);
}

/*
 * A card that is activated, in two games of two seats, a point being two units. First game: the winner's brought 5 points
 * in 2 activations, from round 3 on, for 4 cubes; the other one never activated theirs. Second game, won by both: one
 * activation in round 1, 3 cubes, no points: it is a game in which cubes were spent all the same.
 */
static void test_paper_uses(void **state)
{
    (void)state;
    const struct counts spent = {.games = 2, .n = 5, .nn = 25, .s = 7, .ss = 25, .sn = 20};
    const struct counts first = {.games = 2, .n = 2, .nn = 2, .s = 4, .ss = 10, .sn = 4};
    const struct seat_wins times[3] = {{.seats = 1, .tables = 2, .apart = 1, .others = 1},
                                       {.seats = 1, .tables = 2, .apart = 1, .others = 1, .points = WIN_UNIT},
                                       {.seats = 1, .tables = 2, .apart = 1, .others = 1, .points = 2 * WIN_UNIT}};
    memset(&facts, 0, sizeof(facts));
    memset(folds, 0, sizeof(folds));
    facts.seats = 2;
    facts.unit = 2;
    facts.cards = 1;
    facts.used = true;
    facts.seat[0].win = 2 * WIN_UNIT;
    facts.seat[0].placed_count = facts.seat[1].placed_count = 1;
    facts.seat[0].placed[0] = (struct placed){.card = 0, .cell = GATHER_NOWHERE, .units = 10};
    facts.seat[1].placed[0] = (struct placed){.card = 0, .cell = GATHER_NOWHERE};
    facts.seat[0].card[0] = (struct seat_card){.times = 2, .cubes = 4, .first = 3};
    card_folds_add(folds, 1, &facts, ~(seat_set)0, 1);
    facts.seat[0].win = facts.seat[1].win = WIN_UNIT;
    facts.seat[0].placed[0].units = 0;
    facts.seat[0].card[0] = (struct seat_card){.times = 1, .cubes = 3, .first = 1};
    facts.seat[1].placed_count = 0;
    card_folds_add(folds, 1, &facts, ~(seat_set)0, 1);
    const struct uses *uses = &folds[0].uses;
    assert_int_equal(uses->cubes, 7);
    assert_memory_equal(&uses->spent, &spent, sizeof(spent));
    assert_memory_equal(&uses->first, &first, sizeof(first));
    assert_true(uses->times.games == 2 && uses->times.n == 3 && uses->times.s == 10 && uses->times.sn == 20);
    assert_memory_equal(uses->by_times, times, sizeof(times));
}

/* (664 x 0.59187 + 855 x 0.59064) / 1519 = 0.591178, in units of 1/100000. */
static void test_17lands_identity(void **state)
{
    (void)state;
    struct moments a = {0};
    struct moments b = {0};
    moments_add(&a, INT64_C(664) * 59187, 664, 1);
    moments_add(&b, INT64_C(855) * 59064, 855, 1);
    moments_merge(&a, &b);
    struct figure figure = figure_ratio(&a, 100000);
    assert_true(fabs(figure.value - 0.591178) < 5e-7);
}

/* A game without copies is no game. */
static void test_small_numbers(void **state)
{
    (void)state;
    struct moments one = {0};
    struct figure figure = figure_ratio(&one, 1);
    assert_false(figure.known);
    moments_add(&one, 5, 0, 1);
    assert_int_equal(one.games, 0);
    moments_add(&one, 5, 2, 1);
    figure = figure_ratio(&one, 1);
    assert_true(figure.known && fabs(figure.value - 2.5) < 1e-15);
}

static void test_varints(void **state)
{
    (void)state;
    static const int64_t NUMBERS[] = {0, 1, -1, 63, 64, -64, -65, 127, 128, INT32_MIN, INT64_MAX, INT64_MIN};
    char memory[32];
    for (size_t i = 0; i < sizeof(NUMBERS) / sizeof(NUMBERS[0]); i++) {
        struct strbuf out;
        int64_t narrow = 7;
        wide broad = 7;
        strbuf_wrap(&out, memory, sizeof(memory));
        varint_put_signed(&out, NUMBERS[i]);
        struct span rest = strbuf_span(&out);
        assert_true(varint_take_signed(&rest, &narrow) && narrow == NUMBERS[i] && rest.len == 0);
        for (size_t cut = 0; cut < out.len; cut++) {
            rest = span_of(memory, cut);
            assert_false(varint_take_signed(&rest, &narrow));
        }
        strbuf_wrap(&out, memory, sizeof(memory));
        wide big = (wide)NUMBERS[i] * INT64_MAX;
        varint_put_wide(&out, big);
        rest = strbuf_span(&out);
        assert_true(varint_take_wide(&rest, &broad) && broad == big && rest.len == 0);
    }
    uint64_t number = 0;
    struct span rest = SPAN_LITERAL("\x80\x01");
    assert_true(varint_take(&rest, 128, &number) && number == 128);
    rest = SPAN_LITERAL("\x80\x01");
    assert_false(varint_take(&rest, 127, &number));
    rest = SPAN_LITERAL("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x04");
    wide broad = 0;
    assert_false(varint_take_wide(&rest, &broad));
}

/* ---- the folds' algebra ---- */

static struct game_facts played[GAMES];

/* Random facts that have every kind of number, whatever a real game would say. */
static void invent(struct game_facts *out, struct prng *prng)
{
    memset(out, 0, sizeof(*out));
    out->seats = (uint8_t)(2 + prng_below(prng, 5));
    out->cards = CARDS;
    out->unit = 232792560;
    out->drafted = prng_below(prng, 4) > 0;
    out->used = prng_below(prng, 4) > 0;
    for (unsigned i = 0; i < out->seats; i++) {
        struct seat_facts *seat = &out->seat[i];
        seat->win = (int32_t)prng_below(prng, 6 * WIN_UNIT) - (int32_t)prng_below(prng, 2);
        for (unsigned card = 0; card < CARDS; card++) {
            struct seat_card *mine = &seat->card[card];
            for (unsigned n = prng_below(prng, 4); n > 0; n--) {
                static const int64_t PARTS[] = {1, 2, 3, 5, 7, 16, 19, 20, 232792560};
                int64_t part = PARTS[prng_below(prng, 9)];
                seat->placed[seat->placed_count++] = (struct placed){(uint16_t)card, (uint16_t)(4 - n + 4 * card % 16),
                                                                     232792560 / part * (int64_t)prng_below(prng, 300)};
                mine->marginal = (int32_t)prng_below(prng, 400) - 200;
            }
            if (out->drafted) {
                mine->seen = prng_below(prng, 1 << 20);
                mine->taken = mine->seen & prng_below(prng, 1 << 20);
                mine->last_sum = (uint16_t)prng_below(prng, 1000);
                mine->last_hands = (uint16_t)prng_below(prng, 60);
            }
            if (out->used && seat->placed_count > 0 && seat->placed[seat->placed_count - 1].card == card) {
                mine->times = (uint8_t)prng_below(prng, 9);
                mine->cubes = (uint16_t)prng_below(prng, 500);
                mine->first = (uint8_t)(mine->times > 0 ? 1 + prng_below(prng, 9) : 0);
            }
            if (prng_below(prng, 2)) {
                seat->links[seat->links_count++] =
                    (struct link){(uint8_t)i, (uint16_t)card, (uint16_t)prng_below(prng, CARDS),
                                  (int32_t)prng_below(prng, 300), 232792560 * 2};
            }
        }
    }
}

static void pack(const struct card_fold *from, struct strbuf *out)
{
    strbuf_clear(out);
    card_folds_pack(from, CARDS, out);
    assert_true(strbuf_ok(out));
}

static void test_algebra(void **state)
{
    (void)state;
    static struct card_fold one[CARDS];
    static struct card_fold part[3][CARDS];
    struct prng prng;
    struct strbuf expected;
    struct strbuf other;
    strbuf_init(&expected, &allocator_heap, 1 << 20);
    strbuf_init(&other, &allocator_heap, 1 << 20);
    prng_seed(&prng, 5);
    for (unsigned i = 0; i < GAMES; i++) {
        invent(&played[i], &prng);
    }
    memset(one, 0, sizeof(one));
    for (unsigned i = 0; i < GAMES; i++) {
        card_folds_add(one, CARDS, &played[i], ~(seat_set)0, 1);
    }
    pack(one, &expected);
    /* Backwards, with a game that comes and goes. */
    memset(one, 0, sizeof(one));
    card_folds_add(one, CARDS, &played[3], 5, 1);
    for (unsigned i = GAMES; i-- > 0;) {
        card_folds_add(one, CARDS, &played[i], ~(seat_set)0, 1);
    }
    card_folds_add(one, CARDS, &played[3], 5, -1);
    pack(one, &other);
    assert_true(span_equal(strbuf_span(&expected), strbuf_span(&other)));
    /* In three groups, merged. */
    memset(part, 0, sizeof(part));
    for (unsigned i = 0; i < GAMES; i++) {
        card_folds_add(part[prng_below(&prng, 3)], CARDS, &played[i], ~(seat_set)0, 1);
    }
    card_folds_merge(part[2], part[0], CARDS);
    card_folds_merge(part[1], part[2], CARDS);
    pack(part[1], &other);
    assert_true(span_equal(strbuf_span(&expected), strbuf_span(&other)));
    /* Unpacked it is the same again; bytes that are cut short or too long are refused. */
    assert_true(card_folds_unpack(strbuf_span(&other), part[0], CARDS));
    assert_memory_equal(part[0], part[1], sizeof(part[0]));
    for (size_t cut = 0; cut < other.len; cut += 7) {
        assert_false(card_folds_unpack(span_of(other.text, cut), part[0], CARDS));
    }
    assert_false(card_folds_unpack(strbuf_span(&other), part[0], CARDS - 1));
    strbuf_add_char(&other, 0);
    assert_false(card_folds_unpack(strbuf_span(&other), part[0], CARDS));
    /* Everything taken away again leaves nothing. */
    for (unsigned i = 0; i < GAMES; i++) {
        card_folds_add(part[1], CARDS, &played[i], ~(seat_set)0, -1);
    }
    memset(part[2], 0, sizeof(part[2]));
    assert_memory_equal(part[1], part[2], sizeof(part[1]));
    strbuf_release(&expected);
    strbuf_release(&other);
}

/* ---- facts as bytes ---- */

/* Two games whose folds are the same, of these seats, are the same to every statistic. */
static void same_folds(const struct game_facts *a, const struct game_facts *b, seat_set seats)
{
    static struct card_fold left[CARDS];
    static struct card_fold right[CARDS];
    memset(left, 0, sizeof(left));
    memset(right, 0, sizeof(right));
    card_folds_add(left, CARDS, a, seats, 1);
    card_folds_add(right, CARDS, b, seats, 1);
    assert_memory_equal(left, right, sizeof(left));
}

static void test_facts_as_bytes(void **state)
{
    (void)state;
    static struct game_facts back;
    struct prng prng;
    struct strbuf bytes;
    struct strbuf again;
    strbuf_init(&bytes, &allocator_heap, 1 << 16);
    strbuf_init(&again, &allocator_heap, 1 << 16);
    prng_seed(&prng, 6);
    for (unsigned i = 0; i < 40; i++) {
        invent(&facts, &prng);
        strbuf_clear(&bytes);
        strbuf_clear(&again);
        facts_pack(&facts, foret_game.unit, &bytes);
        assert_true(facts_unpack(strbuf_span(&bytes), foret_game.unit, ~(seat_set)0, true, &back));
        same_folds(&facts, &back, ~(seat_set)0);
        facts_pack(&back, foret_game.unit, &again);
        assert_true(span_equal(strbuf_span(&bytes), strbuf_span(&again)));
        for (seat_set seats = 0; seats < 8; seats++) {
            assert_true(facts_unpack(strbuf_span(&bytes), foret_game.unit, seats, true, &back));
            same_folds(&facts, &back, seats & (seat_bit(facts.seats) - 1));
        }
        for (size_t cut = 0; cut < bytes.len; cut++) {
            assert_false(facts_unpack(span_of(bytes.text, cut), foret_game.unit, ~(seat_set)0, true, &back));
        }
        /* Damaged bytes give an answer or a refusal, never a crash. */
        for (unsigned n = 0; n < 200; n++) {
            bytes.text[prng_below(&prng, (uint32_t)bytes.len)] = (char)prng_below(&prng, 256);
            (void)facts_unpack(strbuf_span(&bytes), foret_game.unit, ~(seat_set)0, true, &back);
            (void)facts_seat_at(strbuf_span(&bytes), prng_below(&prng, (uint32_t)bytes.len));
        }
    }
    strbuf_release(&bytes);
    strbuf_release(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper_game),
        cmocka_unit_test(test_paper_improvement),
        cmocka_unit_test(test_paper_uses),
        cmocka_unit_test(test_seats_of_a_group),
        cmocka_unit_test(test_one_seat_of_a_table),
        cmocka_unit_test(test_17lands_identity),
        cmocka_unit_test(test_small_numbers),
        cmocka_unit_test(test_varints),
        cmocka_unit_test(test_algebra),
        cmocka_unit_test(test_facts_as_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
