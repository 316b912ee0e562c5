/* The score of Biotopes: the booklet's examples, who wins, whose the points are, and what is told of a position. */
#include "biotopes_made.h"
#include "support/text.h"

static struct made m;

static struct outcome outcome_of(const struct made *made)
{
    struct outcome outcome;
    memset(&outcome, 0xa5, sizeof(outcome));
    bio_outcome(&made->setup, &made->state, &outcome);
    return outcome;
}

static void check_row(const struct outcome_row *row, const int32_t wanted[BIO_CATEGORIES])
{
    int32_t total = 0;
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        assert_int_equal(row->category[i], wanted[i]);
        total += wanted[i];
    }
    assert_int_equal(row->total, total);
    assert_int_equal(row->categories, 0xff);
}

/* ---- examples ---- */

static const int32_t SITUATION_12[BIO_CATEGORIES] = {6, 6, 8, 9, 3, 3, 2, -3};

static void a_full_score_is_34(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_SHEET, 2);
    made_situation_12(&m, 1);
    memcpy(m.state.count[1], (const uint8_t[]){3, 2, 1, 0}, 4);
    m.state.groups[1] = 2;
    struct outcome outcome = outcome_of(&m);
    check_row(&outcome.rows[1], SITUATION_12);
    assert_int_equal(outcome.rows[1].total, 34);
    assert_int_equal(outcome.rows[1].rank, 1);
    assert_int_equal(outcome.rows[0].rank, 2);
    assert_int_equal(outcome.winners, seat_bit(1));
    assert_null(outcome.steps);
    assert_null(outcome.verdict);
}

static void tokens_of_a_landscape_count_the_same(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_TABLE, 2);
    made_situation_12(&m, 0);
    made_land(&m);
    /* The first three mountains, two forests and a meadow, wherever they are. */
    unsigned wanted[BIO_BIOTOPES] = {3, 2, 1, 0};
    for (unsigned i = 0; i < m.state.land.count; i++) {
        unsigned b = m.state.land.biotope[i];
        if (wanted[b] > 0) {
            m.state.land.owner[i] = 1;
            wanted[b]--;
        }
    }
    unsigned groups = bio_land_groups(&m.state.land, 1);
    struct outcome outcome = outcome_of(&m);
    assert_int_equal(outcome.rows[0].category[BIO_TERRITORY], 6);
    assert_int_equal(outcome.rows[0].category[BIO_FRAGMENTATION], -3 * ((int)groups - 1));
    assert_int_equal(outcome.rows[0].category[BIO_POPULATION], 9);
    assert_int_equal(outcome.steps_count, BIO_VERIFIED);
    assert_string_equal(outcome.steps[BIO_STEP_DECLARED].fr, "déclaré");
    /* The rival's tokens and the neutral ones are not hers. */
    made_init(&m, BIO_SOLO, BIO_FULL, 1);
    made_land(&m);
    memset(m.state.land.owner, OWNER_NEUTRAL, m.state.land.count);
    assert_int_equal(outcome_of(&m).rows[0].total, 0);
}

static void rows_of_3_2_4_2_have_two_columns(void **unused)
{
    (void)unused;
    static const unsigned first[BIO_BIOTOPES] = {0, 9, 18, 27};
    static const unsigned length[BIO_BIOTOPES] = {3, 2, 4, 2};
    made_init(&m, BIO_DISCOVERY, BIO_SHEET, 2);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        for (unsigned i = 0; i < length[b]; i++) {
            made_species(&m, 0, first[b] + i, 1);
        }
    }
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_COLUMNS], 6);
    /* A species that has lost its cubes is not in a column. */
    m.state.cubes[28] = 0;
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_COLUMNS], 2);
}

static void bonuses_are_counted_and_what_is_declared_comes_first(void **unused)
{
    (void)unused;
    made_init(&m, BIO_INITIATE, BIO_SHEET, 2);
    made_species(&m, 0, IBEX, 3);
    made_species(&m, 0, MOUNTAIN_CARNIVORE, 4);
    made_biotope(&m, 0, BIO_MOUNTAIN, BIO_PRESERVED);
    m.state.count[0][BIO_FOREST] = 5;
    m.cat.effect[IBEX] = (struct bio_effect){.when = WHEN_END, .count = 2, .each = EACH_CUBE, .per = 2};
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BONUS], 2);
    m.cat.effect[BIO_ADVANCED] = (struct bio_effect){.when = WHEN_END, .count = 1, .each = EACH_CUBE, .per = 3};
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BONUS], 4);
    m.cat.effect[MOUNTAIN_CARNIVORE] =
        (struct bio_effect){.when = WHEN_END, .count = 3, .each = EACH_TOKEN, .of = BIO_FOREST, .per = 2};
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BONUS], 10);
    m.cat.effect[MOUNTAIN_CARNIVORE] =
        (struct bio_effect){.when = WHEN_END, .count = 3, .each = EACH_DECK, .of = BIO_CARNIVORE, .per = 1};
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BONUS], 7);
    m.state.bonus[MOUNTAIN_CARNIVORE] = 1 + 0;
    m.state.bonus_biotope[0][BIO_MOUNTAIN] = 1 + 7;
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BONUS], 9);
    /* A biotope card that is not chosen yet gives nothing. */
    m.state.has[0] = 0;
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BONUS], 2);
}

static void carnivores_break_ties(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_SHEET, 3);
    memcpy(m.state.condition, (const uint8_t[]){0, 1, BIO_REPTILE, BIO_REPTILE}, 4);
    m.cat.species[MOUNTAIN_CARNIVORE].type = m.cat.species[45].type = m.cat.species[46].type = BIO_BIRD;
    m.cat.species[45].biotope = m.cat.species[46].biotope = BIO_MEADOW;
    made_species(&m, 2, MOUNTAIN_CARNIVORE, 1);
    made_species(&m, 0, 45, 1);
    made_species(&m, 0, 46, 1);
    struct outcome outcome = outcome_of(&m);
    assert_int_equal(outcome.rows[0].total, 2);
    assert_int_equal(outcome.rows[2].total, 2);
    assert_int_equal(outcome.rows[2].rank, 1);
    assert_int_equal(outcome.rows[0].rank, 2);
    assert_int_equal(outcome.rows[1].rank, 3);
    assert_int_equal(outcome.winners, seat_bit(2));
    m.state.step = STEP_TURN;
    outcome = outcome_of(&m);
    assert_false(outcome.over);
    assert_int_equal(outcome.winners, 0);
}

static void solo_verdicts(void **unused)
{
    (void)unused;
    static const struct {
        int total;
        const char *id;
        const char *fr;
    } wanted[] = {{-5, "plant", "Plante"},
                  {0, "plant", "Plante"},
                  {19, "plant", "Plante"},
                  {20, "rose-chafer", "Cétoine dorée"},
                  {39, "rose-chafer", "Cétoine dorée"},
                  {40, "green-lizard", "Lézard à deux raies"},
                  {60, "squacco-heron", "Héron crabier"},
                  {79, "squacco-heron", "Héron crabier"},
                  {80, "red-fox", "Renard roux"},
                  {300, "red-fox", "Renard roux"}};
    for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        made_init(&m, BIO_SOLO, BIO_TOTALS, 1);
        m.state.total[0] = (int16_t)wanted[i].total;
        m.state.done = 1;
        struct outcome outcome = outcome_of(&m);
        assert_string_equal(outcome.verdict->id, wanted[i].id);
        assert_string_equal(outcome.verdict->fr, wanted[i].fr);
        assert_int_equal(outcome.margin, wanted[i].total);
        assert_int_equal(outcome.rows[0].rank, 1);
        assert_int_equal(outcome.winners, 1);
    }
    m.state.step = STEP_TOTALS;
    assert_null(outcome_of(&m).verdict);
}

/* ---- totals ---- */

static void count_warning(void *context, const struct warning *warning)
{
    assert_int_equal(warning->message->code, ERR_OK);
    assert_string_equal(warning->message->id, "biotopes.ranks-differ");
    (*(int *)context)++;
}

static int warnings(void)
{
    int count = 0;
    bio_warnings(&m.setup, &m.state, count_warning, &count);
    return count;
}

static void stated_ranks_count_whatever_the_totals_say(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_TOTALS, 3);
    memcpy(m.state.total, (const int16_t[]){50, 50, 60}, 6);
    m.state.done = 7;
    assert_int_equal(outcome_of(&m).winners, seat_bit(2));
    assert_int_equal(outcome_of(&m).rows[0].rank, 2);
    assert_int_equal(warnings(), 0);
    memcpy(m.state.rank, (const uint8_t[]){3, 2, 1}, 3); /* a tie that the table broke */
    assert_int_equal(outcome_of(&m).rows[1].rank, 2);
    assert_int_equal(outcome_of(&m).rows[0].rank, 3);
    assert_int_equal(warnings(), 0);
    memcpy(m.state.rank, (const uint8_t[]){1, 1, 2}, 3);
    assert_int_equal(outcome_of(&m).winners, seat_bit(0) | seat_bit(1));
    assert_int_equal(outcome_of(&m).rows[2].rank, 3);
    assert_int_equal(warnings(), 1);
    m.state.step = STEP_TOTALS;
    assert_int_equal(warnings(), 0);
}

/* ---- points by card ---- */

struct shares {
    int64_t seat[BIO_PLAYERS];
    int64_t category[BIO_PLAYERS][BIO_CATEGORIES];
    int64_t card[BIO_PLAYERS][BIO_CARDS];
    bool there[BIO_PLAYERS][BIO_CARDS];
    int64_t no_card;
};

static void share(void *context, const struct credit *credit)
{
    struct shares *shares = context;
    assert_true(credit->category < BIO_CATEGORIES && credit->seat < BIO_PLAYERS);
    shares->seat[credit->seat] += credit->units;
    shares->category[credit->seat][credit->category] += credit->units;
    if (credit->card == CREDIT_NO_CARD) {
        assert_int_equal(credit->cell, 0);
        shares->no_card += credit->units;
        return;
    }
    assert_true(credit->card < BIO_CARDS && credit->cell == credit->card);
    shares->card[credit->seat][credit->card] += credit->units;
    shares->there[credit->seat][credit->card] = true;
}

static const struct shares *shares_of(const struct made *made)
{
    static struct shares shares;
    memset(&shares, 0, sizeof(shares));
    bio_credits(&made->setup, &made->state, share, &shares);
    return &shares;
}

static void points_are_credited_to_cards(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_SHEET, 2);
    made_situation_12(&m, 0);
    memcpy(m.state.count[0], (const uint8_t[]){3, 2, 1, 0}, 4);
    m.state.groups[0] = 2;
    const struct shares *shares = shares_of(&m);
    assert_int_equal(shares->seat[0], 34);
    assert_int_equal(shares->card[0][IBEX], 2);         /* cubes */
    assert_int_equal(shares->card[0][CITRIL_FINCH], 2); /* a bird */
    assert_int_equal(shares->card[0][BULLFINCH], 4);    /* forest, bird */
    assert_int_equal(shares->card[0][BADGER], 10);      /* forest 2, cubes 3, stars 2, bonus 3 */
    assert_int_equal(shares->card[0][BIO_BASICS + BIO_MOUNTAIN], 6);
    assert_int_equal(shares->no_card, 2 - 3); /* a column, two groups */
    /* Cards without points are told, so that they are known to have been there; those without cubes are not. */
    assert_true(shares->there[0][BIO_BASICS + BIO_FOREST]);
    assert_true(shares->there[0][SWAN]);
    assert_false(shares->there[0][VOLE]);
    /* Without the badger, mammals and stars are fewer and the tit is in no column. */
    assert_int_equal(bio_without(&m.setup, &m.state, 0, BADGER), 34 - 2 - 3 - 2 - 3);
    assert_int_equal(bio_without(&m.setup, &m.state, 0, RAT), 34 - 4 - 1 - 2); /* cubes, bonus, column */
    assert_int_equal(bio_without(&m.setup, &m.state, 0, BIO_BASICS), 34);
    assert_int_equal(bio_without(&m.setup, &m.state, 0, VOLE), 34);
    /* The biotope card of the territory is an advanced one, or not there yet. */
    m.setup.variant = BIO_INITIATE;
    m.state.has[0] = 1;
    m.state.milieu[0][BIO_MOUNTAIN] = BIO_POPULOUS;
    assert_int_equal(shares_of(&m)->card[0][BIO_ADVANCED + BIO_POPULOUS - 1], 6);
    m.state.has[0] = 2;
    assert_int_equal(shares_of(&m)->no_card, 6 + 2 - 3);
}

static void totals_have_credits_without_cards(void **unused)
{
    (void)unused;
    made_init(&m, BIO_DISCOVERY, BIO_TOTALS, 2);
    m.state.done = 3;
    m.state.total[0] = 40;
    m.state.total[1] = 10;
    m.state.stated[0] = 1u << BIO_TERRITORY | 1u << BIO_STARS;
    m.state.category[0][BIO_TERRITORY] = 6;
    m.state.category[0][BIO_STARS] = 3;
    const struct shares *shares = shares_of(&m);
    assert_int_equal(shares->seat[0], 9); /* whose the other points are is not known */
    assert_int_equal(shares->seat[1], 0);
    assert_int_equal(shares->category[0][BIO_TERRITORY], 6);
    assert_int_equal(shares->category[0][BIO_STARS], 3);
    assert_int_equal(outcome_of(&m).rows[0].categories, 1u << BIO_TERRITORY | 1u << BIO_STARS);
    assert_int_equal(outcome_of(&m).rows[0].category[BIO_BIOTOPE], 0);
}

/* ---- by chance, against a score that is counted in another way ---- */

static bool counts(const struct bio_state *s, unsigned seat, unsigned species, unsigned without)
{
    return s->at[species] == AT_PLAY + seat && s->cubes[species] != 0 && species != without;
}

/* How many of the seat's species have `value` at `field`: 0 type, 1 biotope, 2 deck. */
static int those(const struct made *made, unsigned seat, unsigned without, unsigned field, unsigned value)
{
    int count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        const struct bio_species *it = &made->cat.species[i];
        unsigned own = field == 0 ? it->type : field == 1 ? it->biotope : it->deck;
        count += counts(&made->state, seat, i, without) && own == value;
    }
    return count;
}

static int slow_cubes(const struct made *made, unsigned seat, unsigned without, unsigned biotope, unsigned type)
{
    int count = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        const struct bio_species *it = &made->cat.species[i];
        if (counts(&made->state, seat, i, without) && (biotope == BIO_ANY || it->biotope == biotope) &&
            (type == BIO_TYPES || it->type == type)) {
            for (uint16_t rest = made->state.cubes[i]; rest; rest = (uint16_t)(rest >> 4)) {
                count += rest & 15;
            }
        }
    }
    return count;
}

static int slow_bonus(const struct made *made, unsigned seat, unsigned without, unsigned card, unsigned biotope)
{
    const struct bio_effect *e = &made->cat.effect[card];
    unsigned cubes = 0;
    for (uint16_t rest = card < BIO_SPECIES ? made->state.cubes[card] : 0; rest; rest = (uint16_t)(rest >> 4)) {
        cubes += rest & 15;
    }
    int units[EACHES] = {
        [EACH_ONE] = 1,
        [EACH_TYPE] = those(made, seat, without, 0, e->of),
        [EACH_BIOTOPE] = those(made, seat, without, 1, e->of),
        [EACH_DECK] = those(made, seat, without, 2, e->of),
        [EACH_TOKEN] = (int)bio_land_tokens(&made->state.land, 1 + seat, e->of),
        [EACH_CUBE] = card < BIO_SPECIES ? (int)cubes : slow_cubes(made, seat, without, biotope, BIO_TYPES),
    };
    return e->when == WHEN_END ? units[e->each] / e->per * e->count : 0;
}

static int slow_bonuses(const struct made *made, unsigned seat, unsigned without)
{
    const struct bio_state *s = &made->state;
    int sum = 0;
    for (unsigned i = 0; i < BIO_SPECIES; i++) {
        if (counts(s, seat, i, without)) {
            sum += s->bonus[i] ? s->bonus[i] - 1 : slow_bonus(made, seat, without, i, 0);
        }
    }
    for (unsigned b = 0; b < BIO_BIOTOPES && bio_is_initiate(&made->setup); b++) {
        unsigned card = BIO_ADVANCED + 5 * b + s->milieu[seat][b] - 1;
        if (card != without) {
            sum += s->bonus_biotope[seat][b] ? s->bonus_biotope[seat][b] - 1 : slow_bonus(made, seat, without, card, b);
        }
    }
    return sum;
}

/* The points of a seat without a card by number, or BIO_CARDS. */
static void slow_score(const struct made *made, unsigned seat, unsigned without, int32_t out[BIO_CATEGORIES])
{
    const struct bio_state *s = &made->state;
    int shortest = BIO_ROW;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        int length = those(made, seat, without, 1, b);
        shortest = length < shortest ? length : shortest;
    }
    int groups = (int)bio_land_groups(&s->land, 1 + seat);
    out[BIO_TERRITORY] = 2 * (int)bio_land_tokens(&s->land, 1 + seat, s->condition[0]);
    out[BIO_BIOTOPE] = 2 * those(made, seat, without, 1, s->condition[1]);
    out[BIO_TYPE] = 2 * those(made, seat, without, 0, s->condition[2]);
    out[BIO_POPULATION] = slow_cubes(made, seat, without, BIO_ANY, s->condition[3]);
    out[BIO_STARS] = those(made, seat, without, 2, 1) + 2 * those(made, seat, without, 2, 2);
    out[BIO_BONUS] = slow_bonuses(made, seat, without);
    out[BIO_COLUMNS] = shortest * (shortest + 1);
    out[BIO_FRAGMENTATION] = groups > 1 ? -3 * (groups - 1) : 0;
}

static void random_games_add_up(void **unused)
{
    (void)unused;
    struct prng prng;
    prng_seed(&prng, 1515);
    for (unsigned game = 0; game < 8 + test_cases(292); game++) {
        unsigned variant = game % 4;
        unsigned seats = variant < BIO_SOLO ? 2 + prng_below(&prng, 4) : 1;
        made_random(&m, variant, seats, &prng);
        struct outcome outcome = outcome_of(&m);
        const struct shares *shares = shares_of(&m);
        for (unsigned seat = 0; seat < seats; seat++) {
            int32_t slow[BIO_CATEGORIES];
            slow_score(&m, seat, BIO_CARDS, slow);
            check_row(&outcome.rows[seat], slow);
            assert_int_equal(shares->seat[seat], outcome.rows[seat].total);
            for (unsigned c = 0; c < BIO_CATEGORIES; c++) {
                assert_int_equal(shares->category[seat][c], slow[c]);
            }
            for (unsigned card = 0; card < BIO_CARDS; card++) {
                int32_t total = 0;
                slow_score(&m, seat, card, slow);
                for (unsigned c = 0; c < BIO_CATEGORIES; c++) {
                    total += slow[c];
                }
                assert_int_equal(bio_without(&m.setup, &m.state, seat, card), total);
            }
        }
    }
}

/* ---- the digest ---- */

static void digest_of(const struct made *made, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    bio_digest(&made->setup, &made->state, &hash);
    sha256_end(&hash, out);
}

static bool same_digest(const struct made *a, const struct made *b)
{
    uint8_t one[SHA256_SIZE];
    uint8_t other[SHA256_SIZE];
    digest_of(a, one);
    digest_of(b, other);
    return memcmp(one, other, SHA256_SIZE) == 0;
}

static void the_digest_knows_the_position_and_not_the_order_of_tiles(void **unused)
{
    (void)unused;
    static struct made other;
    made_init(&m, BIO_DISCOVERY, BIO_FULL, 2);
    other = m;
    made_land(&m);
    for (unsigned i = 4; i-- > 0;) {
        bio_land_lay(&other.state.land, m.state.land.tile[i]);
    }
    assert_memory_not_equal(&m.state.land.tile[0], &other.state.land.tile[0], sizeof(struct bio_tile));
    assert_true(same_digest(&m, &other));
    made_token(&m, 1, 0, 0);
    assert_false(same_digest(&m, &other));
    made_token(&other, 1, 0, 0);
    assert_true(same_digest(&m, &other));
    made_species(&m, 0, IBEX, 1);
    made_species(&m, 0, CITRIL_FINCH, 1);
    made_species(&other, 0, CITRIL_FINCH, 1);
    made_species(&other, 0, IBEX, 1);
    assert_false(same_digest(&m, &other)); /* columns are from the left */
    other = m;
    other.state.cubes[IBEX] = 2 << 8;
    assert_false(same_digest(&m, &other));
    other = m;
    other.state.retreated = 5;
    assert_true(same_digest(&m, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_score_is_34),
        cmocka_unit_test(tokens_of_a_landscape_count_the_same),
        cmocka_unit_test(rows_of_3_2_4_2_have_two_columns),
        cmocka_unit_test(bonuses_are_counted_and_what_is_declared_comes_first),
        cmocka_unit_test(carnivores_break_ties),
        cmocka_unit_test(solo_verdicts),
        cmocka_unit_test(stated_ranks_count_whatever_the_totals_say),
        cmocka_unit_test(points_are_credited_to_cards),
        cmocka_unit_test(totals_have_credits_without_cards),
        cmocka_unit_test(random_games_add_up),
        cmocka_unit_test(the_digest_knows_the_position_and_not_the_order_of_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
