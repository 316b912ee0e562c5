/*
 * The facts of real games, of every setup: gathered into any memory they are
 * the same bytes, read back they are the same facts, and what a card is worth
 * by its absence is what the game says, asked together or one by one.
 */
#include "support/cmocka.h"

#include "record/simulate.h"
#include "stats/facts.h"
#include "support/setups.h"
#include "support/text.h"

/* Games of one kind and table size, of any level and variant: folded seat by seat, and in one piece. */
struct mixture {
    const struct game *game;
    unsigned seats, cards;
    struct card_fold *folds;
    struct summed_games *sums;
};

struct work {
    struct replay full, told;
    struct mixture mixtures[64];
    size_t mixtures_count;
    struct strbuf text, bytes, again;
    struct game_facts facts;
    struct prng prng;
    unsigned number;
    unsigned step;
};

/* Plays a game of the setup to its end, in w->told. */
static void play(struct work *w, const struct setup *setup)
{
    struct error error = {.message = NULL};
    struct simulation simulation = {.setup = *setup,
                                    .player = SIMULATE_RANDOM,
                                    .seed = 5,
                                    .number = w->number++,
                                    .catalogue = setups_catalogue(setup)};
    strbuf_clear(&w->text);
    assert_int_equal(simulate_record(&simulation, &w->full, &w->told, &w->text, &error), ERR_OK);
}

struct absences {
    const struct setup *setup;
    const void *state;
    unsigned seat;
    uint16_t cells[GATHER_PLACED];
    size_t count;
};

static void note_cell(void *context, const struct credit *credit)
{
    struct absences *absences = context;
    if (credit->seat == absences->seat && credit->card != CREDIT_NO_CARD && absences->count < GATHER_PLACED) {
        absences->cells[absences->count++] = credit->cell;
    }
}

static void check_absences(const struct setup *setup, const void *state)
{
    const struct game *game = setup->game;
    for (unsigned seat = 0; game->withouts && seat < setup->seats; seat++) {
        struct absences absences = {.setup = setup, .state = state, .seat = seat};
        int32_t totals[GATHER_PLACED];
        game->credits(setup, state, note_cell, &absences);
        assert_true(absences.count > 0 || setup_basis(setup) == BASIS_STATED);
        game->withouts(setup, state, seat, absences.cells, absences.count, totals);
        for (size_t i = 0; i < absences.count; i++) {
            assert_int_equal(totals[i], game->without(setup, state, seat, absences.cells[i]));
        }
    }
}

/* A game that has catalogues was played with one. */
static void pin(struct game_facts *facts, const struct setup *setup)
{
    facts->catalogued = setup->game->catalogue != NULL;
    for (unsigned i = 0; i < SHA256_SIZE; i++) {
        facts->catalogue[i] = (uint8_t)(7 * i + 1);
    }
}

static struct mixture *mixture_of(struct work *w, const struct setup *setup, unsigned cards)
{
    size_t i = 0;
    while (i < w->mixtures_count && (w->mixtures[i].game != setup->game || w->mixtures[i].seats != setup->seats)) {
        i++;
    }
    struct mixture *mixture = &w->mixtures[i];
    if (i == w->mixtures_count) {
        assert_true(++w->mixtures_count < sizeof(w->mixtures) / sizeof(w->mixtures[0]));
        mixture->game = setup->game;
        mixture->seats = setup->seats;
        mixture->cards = cards;
        mixture->folds = mem_new(&allocator_heap, cards, sizeof(struct card_fold));
        mixture->sums = summed_new(&allocator_heap, cards, setup->game->unit, setup->game->looks != NULL);
        assert_true(mixture->folds && mixture->sums);
    }
    return mixture;
}

static void same_folds(struct work *w, const struct card_fold *one, const struct card_fold *two, unsigned cards,
                       const char *what)
{
    strbuf_clear(&w->text);
    strbuf_clear(&w->again);
    card_folds_pack(one, cards, &w->text);
    card_folds_pack(two, cards, &w->again);
    assert_true(strbuf_ok(&w->text) && strbuf_ok(&w->again));
    if (!span_equal(strbuf_span(&w->text), strbuf_span(&w->again))) {
        fail_msg("%s: what is folded in one piece is not what is folded seat by seat", what);
    }
}

static void check_mixtures(struct work *w)
{
    static struct card_fold poured[GATHER_CARDS];
    for (size_t i = 0; i < w->mixtures_count; i++) {
        struct mixture *mixture = &w->mixtures[i];
        memset(poured, 0, sizeof(poured));
        summed_pour(mixture->sums, poured);
        same_folds(w, mixture->folds, poured, mixture->cards, mixture->game->name.id);
        summed_free(&allocator_heap, mixture->sums);
        mem_free(&allocator_heap, mixture->folds);
    }
}

/* Folded seat by seat and in one piece: the same numbers, to the bit. */
static void check_summed(struct work *w, const struct setup *setup)
{
    static struct card_fold one[GATHER_CARDS];
    static struct card_fold two[GATHER_CARDS];
    struct facts_summed summed;
    uint64_t unit = setup->game->unit;
    memset(one, 0, sizeof(one));
    memset(two, 0, sizeof(two));
    assert_true(facts_find_summed(strbuf_span(&w->bytes), &summed));
    assert_int_equal(summed.catalogue.len, setup->game->catalogue ? SHA256_SIZE : 0);
    if (setup->game->catalogue) {
        assert_memory_equal(summed.catalogue.ptr, w->facts.catalogue, SHA256_SIZE);
    }
    if (summed.bytes.len == 0) {
        fail_msg("%s: the game has no sum over its seats", setup_text(setup));
    }
    struct summed_games *sums = summed_new(&allocator_heap, summed.cards, unit, setup->game->looks != NULL);
    struct mixture *mixture = mixture_of(w, setup, summed.cards);
    card_folds_add(mixture->folds, summed.cards, &w->facts, ~(seat_set)0, 1);
    assert_true(summed_add(mixture->sums, summed.bytes, summed.size, &summed.form, true));
    for (unsigned i = 0; i < 40; i++) {
        card_folds_add(one, summed.cards, &w->facts, ~(seat_set)0, 1);
        assert_true(summed_add(sums, summed.bytes, summed.size, &summed.form, true));
    }
    summed_pour(sums, two);
    summed_free(&allocator_heap, sums);
    same_folds(w, one, two, summed.cards, setup_text(setup));
}

/* What the quick reader says of copies is what the facts say, card by card. */
static void check_held(const struct work *w, const struct setup *setup)
{
    static struct facts_held held;
    assert_true(facts_held(strbuf_span(&w->bytes), setup->game->unit, &held));
    assert_int_equal(held.seats, w->facts.seats);
    assert_int_equal(held.cards, w->facts.cards);
    assert_int_equal(held.first, w->facts.first);
    for (unsigned seat = 0; seat < held.seats; seat++) {
        unsigned copies[GATHER_CARDS] = {0};
        for (unsigned i = 0; i < w->facts.seat[seat].placed_count; i++) {
            copies[w->facts.seat[seat].placed[i].card]++;
        }
        for (unsigned i = 0; i < held.count[seat]; i++) {
            assert_true(i == 0 || held.held[seat][i].type > held.held[seat][i - 1].type);
            assert_int_equal(held.held[seat][i].copies, copies[held.held[seat][i].type]);
            copies[held.held[seat][i].type] = 0;
        }
        for (unsigned card = 0; card < GATHER_CARDS; card++) {
            assert_int_equal(copies[card], 0);
        }
    }
}

/* Bytes cut short, or with one changed, are refused or folded, never read beyond. */
static void check_damage(struct work *w, const struct setup *setup, struct prng *prng)
{
    struct facts_summed summed;
    struct summed_games *sums = NULL;
    static char bytes[1 << 16];
    size_t length = w->bytes.len;
    for (int i = 0; i < 200; i++) {
        size_t cut = i % 2 ? length : prng_below(prng, (uint32_t)length);
        memcpy(bytes, w->bytes.text, cut);
        for (unsigned flips = 0; cut > 0 && flips < 3; flips++) {
            bytes[prng_below(prng, (uint32_t)cut)] ^= (char)(1 << prng_below(prng, 8));
        }
        static struct facts_held held;
        (void)facts_unpack(span_of(bytes, cut), setup->game->unit, ~(seat_set)0, true, &w->facts);
        (void)facts_held(span_of(bytes, cut), setup->game->unit, &held);
        if (facts_find_summed(span_of(bytes, cut), &summed) && summed.bytes.len > 0) {
            sums = summed_new(&allocator_heap, summed.cards, setup->game->unit, true);
            (void)summed_add(sums, summed.bytes, summed.size, &summed.form, true);
            summed_free(&allocator_heap, sums);
        }
    }
}

static void check_setup(void *context, const struct setup *setup)
{
    struct work *w = context;
    if (w->step++ % (test_cases(100) < 100 ? 10 : 1) != 0) {
        return; /* scaled down: some of the setups */
    }
    if (setup->game->cards_count == 0) {
        return; /* no cards, no facts */
    }
    play(w, setup);
    const struct setup *told = &w->told.setup;
    memset(&w->facts, 0, sizeof(w->facts));
    gather_facts(told, w->told.state, &w->facts);
    assert_false(w->facts.catalogued);
    pin(&w->facts, told);
    strbuf_clear(&w->bytes);
    facts_pack(&w->facts, told->game->unit, &w->bytes);
    assert_true(strbuf_ok(&w->bytes));
    memset(&w->facts, 0xa5, sizeof(w->facts));
    gather_facts(told, w->told.state, &w->facts);
    pin(&w->facts, told);
    strbuf_clear(&w->again);
    facts_pack(&w->facts, told->game->unit, &w->again);
    if (!span_equal(strbuf_span(&w->bytes), strbuf_span(&w->again))) {
        fail_msg("%s: facts depend on the memory they are gathered in", setup_text(setup));
    }
    memset(&w->facts, 0x5a, sizeof(w->facts));
    assert_true(facts_unpack(strbuf_span(&w->bytes), told->game->unit, ~(seat_set)0, true, &w->facts));
    assert_int_equal(w->facts.catalogued, told->game->catalogue != NULL);
    strbuf_clear(&w->again);
    facts_pack(&w->facts, told->game->unit, &w->again);
    assert_true(span_equal(strbuf_span(&w->bytes), strbuf_span(&w->again)));
    for (size_t i = 0; i < w->bytes.len; i++) {
        assert_in_range(facts_seat_at(strbuf_span(&w->bytes), i) + 1, 0, told->seats);
    }
    check_held(w, told);
    check_summed(w, told);
    check_absences(told, w->told.state);
    check_damage(w, told, &w->prng);
}

static void test_every_setup(void **state)
{
    (void)state;
    static struct work work;
    replay_init(&work.full, &allocator_heap);
    replay_init(&work.told, &allocator_heap);
    strbuf_init(&work.text, &allocator_heap, 1 << 22);
    strbuf_init(&work.bytes, &allocator_heap, 1 << 20);
    strbuf_init(&work.again, &allocator_heap, 1 << 20);
    prng_seed(&work.prng, 7);
    setups_visit(check_setup, &work);
    check_mixtures(&work);
    replay_release(&work.full);
    replay_release(&work.told);
    strbuf_release(&work.text);
    strbuf_release(&work.bytes);
    strbuf_release(&work.again);
}

/* No game of ours has that many cards that count beside others; the next one may. */
static void links_of_many_cards_come_back(void **state)
{
    (void)state;
    static struct game_facts facts;
    static const struct link links[] = {{1, 17, 3, 2, 5}, {1, 19, 18, 1, 0}, {1, 0, 19, 3, -7}};
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 16);
    memset(&facts, 0, sizeof(facts));
    facts.seats = 2;
    facts.cards = 20;
    facts.seat[0].win = facts.seat[1].win = 30;
    facts.seat[1].links_count = 3;
    memcpy(facts.seat[1].links, links, sizeof(links));
    facts_pack(&facts, 1, &bytes);
    assert_true(strbuf_ok(&bytes));
    memset(&facts, 0x5a, sizeof(facts));
    assert_true(facts_unpack(strbuf_span(&bytes), 1, ~(seat_set)0, true, &facts));
    assert_int_equal(facts.seat[0].links_count, 0);
    assert_int_equal(facts.seat[1].links_count, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct link *link = &facts.seat[1].links[i];
        assert_true(link->seat == 1 && link->a == links[i].a && link->b == links[i].b);
        assert_true(link->pairs == links[i].pairs && link->units == links[i].units);
    }
    /* A seat that says that it is shorter than what stands before its links is damaged, whoever asks for them or not. */
    int start = 0;
    while (facts_seat_at(strbuf_span(&bytes), (size_t)start) != 1) {
        start++;
    }
    char *seat = bytes.text + start;
    assert_int_equal(seat[3], 0);
    seat[0] = (char)(seat[2] - 1);
    seat[1] = 0;
    struct span cut = span_of(bytes.text, (size_t)start + 4 + (size_t)seat[0]);
    assert_false(facts_unpack(cut, 1, ~(seat_set)0, false, &facts));
    strbuf_release(&bytes);
}

/* Points that are too large to be summed in advance are summed when they are asked for. */
static void points_that_are_too_large_have_no_sums(void **state)
{
    (void)state;
    static struct game_facts facts;
    struct facts_summed summed;
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 16);
    for (int large = 0; large < 2; large++) {
        memset(&facts, 0, sizeof(facts));
        facts.seats = 2;
        facts.cards = 20;
        facts.seat[0].placed_count = 1;
        facts.seat[0].placed[0].card = 3;
        facts.seat[0].card[3].marginal = large ? INT32_MAX : 5;
        strbuf_clear(&bytes);
        facts_pack(&facts, 1, &bytes);
        memset(&summed, 0x5a, sizeof(summed));
        assert_true(facts_find_summed(strbuf_span(&bytes), &summed));
        assert_int_equal(summed.bytes.len > 0, !large);
        assert_int_equal(summed.size.all > 0, !large);
        assert_true(facts_unpack(strbuf_span(&bytes), 1, ~(seat_set)0, true, &facts));
        assert_int_equal(facts.seat[0].card[3].marginal, large ? INT32_MAX : 5);
    }
    strbuf_release(&bytes);
}

/* What stands before the seats is there as a whole, or it is nothing. */
static void a_head_that_is_cut_is_none(void **state)
{
    (void)state;
    static struct game_facts facts;
    struct facts_summed summed;
    struct strbuf bytes;
    strbuf_init(&bytes, &allocator_heap, 1 << 16);
    memset(&facts, 0, sizeof(facts));
    facts.seats = 2;
    facts.cards = 20;
    facts.catalogued = true;
    memset(facts.catalogue, 0x5a, sizeof(facts.catalogue));
    facts_pack(&facts, 1, &bytes);
    size_t cut = 0;
    for (; facts_seat_at(strbuf_span(&bytes), cut) != 0; cut++) {
        assert_false(facts_find_summed(span_of(bytes.text, cut), &summed));
    }
    assert_true(facts_find_summed(span_of(bytes.text, cut), &summed));
    assert_int_equal(summed.catalogue.len, sizeof(facts.catalogue));
    strbuf_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_setup),
        cmocka_unit_test(links_of_many_cards_come_back),
        cmocka_unit_test(points_that_are_too_large_have_no_sums),
        cmocka_unit_test(a_head_that_is_cut_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
