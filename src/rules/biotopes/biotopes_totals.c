/*
 * Totals: what is left of a game when only the results were written down. A
 * line is any categories and then the total, which ends it. When all categories
 * are said they add up to it, so the last of them is refused when no total
 * could be their sum. Ranks are stated by every seat or by none, and at least
 * one of them is 1.
 */
#include "rules/biotopes/biotopes_sheet.h"

#include "base/banned.h"

enum { ALL_CATEGORIES = (1 << BIO_CATEGORIES) - 1, RANKS_NONE = 1, RANKS_STATED };

static bool is_total(int points)
{
    return points >= BIO_TOTAL_LEAST && points <= BIO_TOTAL_MOST;
}

static bool is_category(int points)
{
    return points >= BIO_CATEGORY_LEAST && points <= BIO_CATEGORY_MOST;
}

static int stated_sum(const struct bio_state *s, unsigned seat)
{
    int sum = 0;
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        sum += s->stated[seat] >> i & 1 ? s->category[seat][i] : 0;
    }
    return sum;
}

static enum bio_rule check_category(const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.a >= BIO_CATEGORIES) {
        return BIO_NOT_A_MOVE;
    }
    if (s->stated[seat] >> w.a & 1) {
        return BIO_CATEGORY_TWICE;
    }
    int points = bio_points(w.b, w.c);
    bool last = (s->stated[seat] | 1 << w.a) == ALL_CATEGORIES;
    return !is_category(points) || (last && !is_total(stated_sum(s, seat) + points)) ? BIO_POINTS_RANGE : BIO_OK;
}

/* Whoever speaks last is the first when nobody before is. */
static bool leaves_nobody_first(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned rank)
{
    bool last = (s->done | 1u << seat) == seat_bit(setup->seats) - 1;
    for (unsigned i = 0; i < setup->seats; i++) {
        last = last && (i == seat || s->rank[i] != 1);
    }
    return last && rank != 1;
}

static enum bio_rule check_total(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    int total = bio_points(w.a, w.b);
    if (!is_total(total)) {
        return BIO_POINTS_RANGE;
    }
    if (s->stated[seat] == ALL_CATEGORIES && stated_sum(s, seat) != total) {
        return BIO_NOT_THE_SUM;
    }
    if (w.c > setup->seats) {
        return BIO_RANK_RANGE;
    }
    if (s->ranks != 0 && s->ranks != (w.c ? RANKS_STATED : RANKS_NONE)) {
        return BIO_RANKS_ALL;
    }
    return w.c > 0 && leaves_nobody_first(setup, s, seat, w.c) ? BIO_NOBODY_FIRST : BIO_OK;
}

enum bio_rule bio_check_totals(const struct setup *setup, const struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind == KIND_CATEGORY) {
        return check_category(s, seat, w);
    }
    return w.kind == KIND_TOTAL ? check_total(setup, s, seat, w) : BIO_NOT_NOW;
}

void bio_do_totals(const struct setup *setup, struct bio_state *s, unsigned seat, struct bio_word w)
{
    if (w.kind == KIND_CATEGORY) {
        s->stated[seat] = (uint8_t)(s->stated[seat] | 1u << w.a);
        s->category[seat][w.a] = (int16_t)bio_points(w.b, w.c);
        return;
    }
    s->total[seat] = (int16_t)bio_points(w.a, w.b);
    s->rank[seat] = w.c;
    s->ranks = w.c ? RANKS_STATED : RANKS_NONE;
    bio_sheet_done(setup, s, seat);
}

static struct bio_word category_word(unsigned category, int points)
{
    unsigned packed = (unsigned)(points + BIO_POINTS_ZERO);
    return (struct bio_word){
        .kind = KIND_CATEGORY, .a = (uint8_t)category, .b = (uint8_t)(packed >> 8), .c = (uint8_t)packed};
}

static struct bio_word total_word(int points, unsigned rank)
{
    unsigned packed = (unsigned)(points + BIO_POINTS_ZERO);
    return (struct bio_word){.kind = KIND_TOTAL, .a = (uint8_t)(packed >> 8), .b = (uint8_t)packed, .c = (uint8_t)rank};
}

bool bio_each_totals_word(const struct setup *setup, bio_word_fn *fn, void *context)
{
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        for (int points = BIO_CATEGORY_LEAST; points <= BIO_CATEGORY_MOST; points++) {
            if (!fn(context, category_word(i, points))) {
                return false;
            }
        }
    }
    for (int points = BIO_TOTAL_LEAST; points <= BIO_TOTAL_MOST; points++) {
        for (unsigned rank = 0; rank <= setup->seats; rank++) {
            if (!fn(context, total_word(points, rank))) {
                return false;
            }
        }
    }
    return true;
}

/* Declared bonuses may add up to more than a line can say. */
static int within_totals(int points)
{
    return points < BIO_TOTAL_LEAST ? BIO_TOTAL_LEAST : points > BIO_TOTAL_MOST ? BIO_TOTAL_MOST : points;
}

/* Ranks are written when the totals as written do not tell them: a tie that carnivores broke. */
void bio_write_totals(const struct setup *setup, const struct bio_state *s, struct bio_writer *writer)
{
    struct outcome outcome;
    struct outcome told = {.rows_count = setup->seats};
    bool ranks = false;
    bio_outcome(setup, s, &outcome);
    for (unsigned i = 0; i < setup->seats; i++) {
        told.rows[i].scored = true;
        told.rows[i].total = within_totals(outcome.rows[i].total);
    }
    outcome_rank(&told, setup, NULL);
    for (unsigned i = 0; i < setup->seats; i++) {
        ranks = ranks || told.rows[i].rank != outcome.rows[i].rank;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        const struct outcome_row *row = &outcome.rows[i];
        for (unsigned c = 0; c < BIO_CATEGORIES && is_total(row->total); c++) {
            if ((row->categories >> c & 1) && is_category(row->category[c])) {
                bio_write(writer, i, category_word(c, row->category[c]));
            }
        }
        bio_write(writer, i, total_word(told.rows[i].total, ranks ? row->rank : 0));
    }
}
