/*
 * Conformance, scores and pictures: every registered game, at every variant,
 * level, number of seats and option, played at random. At each position the
 * outcome, the credits, looks, links, the view and the drawing are what
 * rules/game.h promises, and looking changes nothing. No game is named here.
 */
#include "support/cmocka.h"

#include "base/utf8.h"
#include "rules/game.h"
#include "support/setups.h"
#include "support/text.h"
#include "support/view_check.h"

#include <stdlib.h>

#include "conformance_check.h"

enum { SEED = 1174, CASES = 12, MOVES = 16384 };

struct play {
    const struct setup *setup;
    const struct game *game;
    struct prng prng;
    void *state, *kept;
    size_t moves_count;
    struct strbuf text, text_2;
    unsigned number;
};

/* ---- scores ---- */

struct sums {
    struct play *p;
    int64_t seat[GAME_PLAYERS];
    int64_t category[GAME_PLAYERS][GAME_CATEGORIES];
};

static void add_credit(void *context, const struct credit *credit)
{
    struct sums *sums = context;
    struct play *p = sums->p;
    CHECK(credit->seat < p->setup->seats, "credit of seat %u", credit->seat);
    CHECK(credit->category < setup_categories(p->setup), "credit in category %u", credit->category);
    CHECK(credit->card == CREDIT_NO_CARD || credit->card < p->game->cards_count, "credit of card %u", credit->card);
    CHECK(credit->card != CREDIT_NO_CARD || credit->cell == 0, "credit of no card at place %u", credit->cell);
    sums->seat[credit->seat] += credit->units;
    sums->category[credit->seat][credit->category] += credit->units;
    if (p->game->without && credit->card != CREDIT_NO_CARD) {
        (void)p->game->without(p->setup, p->state, credit->seat, credit->cell);
    }
}

static void check_credits(struct play *p, const struct outcome *outcome)
{
    struct sums sums = {.p = p};
    int64_t unit = (int64_t)p->game->unit;
    p->game->credits(p->setup, p->state, add_credit, &sums);
    for (unsigned i = 0; i < p->setup->seats; i++) {
        const struct outcome_row *row = &outcome->rows[i];
        bool told = setup_basis(p->setup) != BASIS_STATED ||
                    (row->categories != 0 && row->categories + 1 == 1u << p->game->categories_count);
        CHECK(!told || sums.seat[i] == row->total * unit, "seat %u: credits are not the total", i + 1);
        for (unsigned c = 0; c < p->game->categories_count; c++) {
            CHECK(sums.category[i][c] == row->category[c] * unit, "seat %u: credits are not the points of %s", i + 1,
                  p->game->categories[c].id);
        }
    }
}

/* Players in seat order, then the variant's extra seats; only what is meant has points. */
static void check_rows(struct play *p, const struct outcome *outcome)
{
    seat_set extra = p->game->variants[p->setup->variant].extra;
    unsigned n = 0;
    for (unsigned seat = 0; seat < GAME_SEATS; seat++) {
        if (seat >= p->setup->seats && !(extra & seat_bit(seat))) {
            CHECK(outcome_row_of(outcome, seat) == -1, "a row for seat %s", seat_label(seat));
            continue;
        }
        const struct outcome_row *row = &outcome->rows[n];
        CHECK(row->seat == seat && outcome_row_of(outcome, seat) == (int)n, "row %u is seat %u", n, row->seat);
        CHECK(seat >= p->setup->seats || row->scored, "player %u has no score", seat + 1);
        CHECK(row->categories >> setup_categories(p->setup) == 0, "seat %u: a category that there is not", seat + 1);
        for (unsigned c = 0; c < GAME_CATEGORIES; c++) {
            CHECK(row->category[c] == 0 || (row->categories >> c & 1), "seat %u: points in no category", seat + 1);
        }
        CHECK(seat < p->setup->seats || row->rank == 0, "seat %s has a rank", seat_label(seat));
        n++;
    }
    CHECK(outcome->rows_count == n, "%u rows", outcome->rows_count);
}

static void check_ranks(struct play *p, const struct outcome *outcome)
{
    unsigned seats = p->setup->seats;
    enum contest contest = setup_contest(p->setup);
    bool stated = setup_basis(p->setup) == BASIS_STATED; /* a rank that was stated counts, whatever the totals say */
    for (unsigned i = 0; i < seats; i++) {
        unsigned better = 0;
        for (unsigned j = 0; j < seats; j++) {
            better += outcome->rows[j].rank < outcome->rows[i].rank;
            CHECK(stated || outcome->rows[j].total <= outcome->rows[i].total ||
                      outcome->rows[j].rank < outcome->rows[i].rank,
                  "seat %u has more and no better rank than seat %u", j + 1, i + 1);
        }
        bool wins = outcome->winners >> i & 1;
        /* Who loses to a rival is not the first of one, and where nobody wins nobody is. */
        bool nobody = contest == CONTEST_WINNERS || contest == CONTEST_TOGETHER || seats == 1;
        bool lost_solo = nobody && outcome->over && outcome->winners == 0;
        CHECK(outcome->rows[i].rank == (lost_solo ? 0 : better + 1), "seat %u: rank %u", i + 1, outcome->rows[i].rank);
        CHECK(nobody || wins == (outcome->over && better == 0), "seat %u wins or not", i + 1);
    }
    CHECK((outcome->winners & ~(seat_bit(seats) - 1)) == 0, "a winner that is no player");
    CHECK(outcome->over || outcome->winners == 0, "a winner too early");
    bool alone = contest == CONTEST_TOGETHER || (seats == 1 && !p->game->titled);
    CHECK((outcome->verdict != NULL) == (outcome->over && alone), "a verdict is for solo games that are over");
    if (outcome->verdict) {
        CHECK(outcome->verdict->id[0] && outcome->verdict->en[0] && outcome->verdict->fr[0], "a verdict without words");
        int rival = outcome_row_of(outcome, SEAT_RIVAL);
        CHECK(rival < 0 || outcome->margin == outcome->rows[0].total - outcome->rows[rival].total, "margin %d",
              outcome->margin);
    }
}

static void check_outcome(struct play *p)
{
    struct outcome outcome;
    memset(&outcome, 0xa5, sizeof(outcome));
    p->game->outcome(p->setup, p->state, &outcome);
    CHECK(outcome.over == (p->game->turn(p->setup, p->state) == 0), "over, or somebody's turn");
    check_rows(p, &outcome);
    check_ranks(p, &outcome);
    check_credits(p, &outcome);
}

/* ---- pictures ---- */

static void check_view(struct play *p)
{
    struct view_check check;
    struct view_sink sink = view_check_sink(&check, &p->text);
    strbuf_clear(&p->text);
    p->game->view(p->setup, p->state, &sink);
    const char *wrong = view_check_end(&check);
    CHECK(!wrong, "view: %s", wrong);
    sink = view_check_sink(&check, &p->text_2);
    strbuf_clear(&p->text_2);
    p->game->view(p->setup, p->state, &sink);
    CHECK(span_equal(strbuf_span(&p->text), strbuf_span(&p->text_2)), "two views of one state differ");
}

static void check_drawing(struct play *p)
{
    static const struct span names[GAME_PLAYERS] = {SPAN_INIT("Amélie"), SPAN_INIT("木"), SPAN_INIT("C"),
                                                    SPAN_INIT("D"),      SPAN_INIT("E"),  SPAN_INIT("F")};
    struct draw_style style = {.lang = prng_below(&p->prng, 2) ? LANG_FR : LANG_EN,
                               .colour = prng_below(&p->prng, 2),
                               .players = prng_below(&p->prng, 2) ? names : NULL};
    strbuf_clear(&p->text);
    p->game->draw(p->setup, p->state, &style, &p->text);
    struct span text = strbuf_span(&p->text);
    CHECK(text.len > 0 && text.ptr[text.len - 1] == '\n', "a drawing ends in a line feed");
    CHECK(utf8_valid(text) == text.len, "a drawing is UTF-8");
    for (size_t i = 0; i < text.len; i++) {
        bool allowed = text.ptr[i] == '\n' || (style.colour && text.ptr[i] == '\x1b');
        CHECK(allowed || utf8_control(span_skip(text, i)) == 0, "a control character in a drawing");
    }
}

struct looks {
    struct play *p;
    struct look last;
    size_t count;
};

static void add_look(void *context, const struct look *look)
{
    struct looks *looks = context;
    struct play *p = looks->p;
    const struct look *last = &looks->last;
    CHECK(look->seat < p->setup->seats && look->origin < GAME_SEATS, "a look of seat %u", look->seat);
    CHECK(look->count >= 1 && look->count <= GAME_HAND && look->pick >= 1, "a look at %u cards", look->count);
    bool ordered = look->round != last->round ? look->round > last->round
                   : look->pick != last->pick ? look->pick > last->pick
                                              : look->seat > last->seat;
    CHECK(looks->count == 0 || ordered, "looks are by round, pick, seat");
    bool there = false;
    for (unsigned i = 0; i < look->count; i++) {
        CHECK(look->card[i] < p->game->cards_count, "a look at card %u", look->card[i]);
        there = there || look->card[i] == look->taken;
    }
    CHECK(there, "the card taken is not in the hand");
    looks->last = *look;
    looks->count++;
}

struct links {
    struct play *p;
    struct link last;
    size_t count;
};

static void add_link(void *context, const struct link *link)
{
    struct links *links = context;
    struct play *p = links->p;
    const struct link *last = &links->last;
    CHECK(link->seat < p->setup->seats && link->a < p->game->cards_count && link->b < p->game->cards_count,
          "a link of cards %u and %u", link->a, link->b);
    CHECK(link->pairs >= 0 && (link->pairs > 0 || link->units != 0), "a link of nothing");
    bool ordered = link->seat != last->seat ? link->seat > last->seat
                   : link->a != last->a     ? link->a > last->a
                                            : link->b > last->b;
    CHECK(links->count == 0 || ordered, "links are by seat, a, b");
    links->last = *link;
    links->count++;
}

static void check_looks_and_links(struct play *p)
{
    struct looks looks = {.p = p};
    struct links links = {.p = p};
    if (p->game->looks) {
        p->game->looks(p->setup, p->state, add_look, &looks);
    }
    if (p->game->links) {
        p->game->links(p->setup, p->state, add_link, &links);
    }
}

/* ---- the walk ---- */

static void check_state(struct play *p)
{
    memcpy(p->kept, p->state, p->game->state_size);
    check_outcome(p);
    check_view(p);
    check_drawing(p);
    check_looks_and_links(p);
    CHECK(memcmp(p->kept, p->state, p->game->state_size) == 0, "looking at the state changed it");
}

static void play_once(struct play *p, game_move *room)
{
    struct error error;
    assert_int_equal(p->game->init(p->setup, p->state, &error), ERR_OK);
    p->moves_count = 0;
    for (int seat; (seat = setup_random_seat(p->setup, p->state, &p->prng)) >= 0; p->moves_count++) {
        check_state(p);
        CHECK(p->moves_count < MOVES, "the game does not end");
        game_move move = setup_random_move(p->setup, p->state, (unsigned)seat, room, &p->prng);
        assert_int_equal(p->game->apply(p->setup, p->state, move, &error), ERR_OK);
    }
    check_state(p);
}

static void check_setup(void *context, const struct setup *setup)
{
    struct play *p = context;
    p->setup = setup;
    p->game = setup->game;
    p->state = malloc(p->game->state_size);
    p->kept = malloc(p->game->state_size);
    game_move *room = malloc(p->game->legal_limit * sizeof(*room));
    assert_true(p->state && p->kept && room);
    for (unsigned i = 0; i < setup_cases(setup, CASES); i++, p->number++) {
        prng_seed(&p->prng, SEED + p->number);
        play_once(p, room);
    }
    free(p->state);
    free(p->kept);
    free(room);
}

static void every_position_adds_up(void **unused)
{
    (void)unused;
    static struct play p;
    strbuf_init(&p.text, &allocator_heap, 1 << 20);
    strbuf_init(&p.text_2, &allocator_heap, 1 << 20);
    setups_visit(check_setup, &p);
    assert_true(p.number > 0);
    strbuf_release(&p.text);
    strbuf_release(&p.text_2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_position_adds_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
