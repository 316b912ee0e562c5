/*
 * The result of what was said, or how it stands, and the lines that a game
 * which ended in some way is told by. Sides, that are teams and whoever plays
 * alone, are compared, and a rank is one more than the sides before it: that is
 * what people mean by the second team.
 */
#include "rules/totals.h"

#include "rules/totals_messages.h"

#include "base/banned.h"

enum { LAST = 255 }; /* the rank of a line that was not said */

static const struct name VERDICTS[] = {{"won", "won", "gagné"}, {"lost", "lost", "perdu"}};

static bool ranks_are_stated(const struct totals_rules *rules, const struct setup *setup, const struct totals *t)
{
    return !t->played && t->line[totals_voice(rules, setup, 0)].rank != 0 && totals_over(rules, setup, t);
}

static enum contest contest_of(const struct totals_rules *rules, const struct setup *setup)
{
    return rules->pad ? setup_contest(setup) : CONTEST_HIGH;
}

/* The total as it stands: a line that has begun counts what it has said. */
static int64_t total_of(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                        unsigned line)
{
    int64_t sum = t->line[line].has_total ? t->line[line].total : 0;
    for (unsigned i = 0; i < setup_categories(setup) && !t->line[line].done; i++) {
        int sign = rules->sign ? rules->sign(setup, i) : 1;
        sum += (int64_t)sign * totals_points(setup, t, line, i);
    }
    return sum;
}

/* Larger is before: what a side is compared by. */
static int64_t worth(const struct totals_rules *rules, const struct setup *setup, const struct totals *t, unsigned line)
{
    const struct totals_line *at = &t->line[line];
    enum contest contest = contest_of(rules, setup);
    if (contest == CONTEST_WINNERS) {
        return at->result == TOTALS_WON;
    }
    if (contest == CONTEST_RANKS || ranks_are_stated(rules, setup, t)) {
        return -(int64_t)(at->rank ? at->rank : LAST);
    }
    int64_t total = total_of(rules, setup, t, line);
    return contest == CONTEST_LOW ? -total : total;
}

static bool anybody_won(const struct setup *setup, const struct totals *t)
{
    bool won = false;
    for (unsigned i = 0; i < setup->seats; i++) {
        won = won || t->line[i].result == TOTALS_WON;
    }
    return won;
}

/* They win or lose as one: all are first, or nobody has a rank. */
static void judge_together(const struct setup *setup, const struct totals *t, struct outcome *outcome)
{
    bool won = t->line[0].result == TOTALS_WON;
    outcome->verdict = outcome->over ? &VERDICTS[won ? 0 : 1] : NULL;
    outcome->winners = won ? seat_bit(setup->seats) - 1 : 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        outcome->rows[i].rank = won || !outcome->over;
    }
}

static void rank_sides(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                       struct outcome *outcome)
{
    bool nobody = contest_of(rules, setup) == CONTEST_WINNERS && outcome->over && !anybody_won(setup, t);
    for (unsigned i = 0; i < setup->seats && !nobody; i++) {
        int64_t mine = worth(rules, setup, t, totals_voice(rules, setup, i));
        uint8_t rank = 1;
        for (unsigned j = 0; j < setup->seats; j++) {
            bool side = totals_voice(rules, setup, j) == j;
            rank = (uint8_t)(rank + (side && worth(rules, setup, t, j) > mine));
        }
        outcome->rows[i].rank = rank;
        outcome->winners |= outcome->over && rank == 1 ? seat_bit(i) : 0;
    }
}

static void take_line(const struct totals_rules *rules, const struct setup *setup, const struct totals *t,
                      unsigned line, struct outcome_row *row)
{
    const struct totals_line *at = &t->line[line];
    row->scored = true;
    row->untotalled = at->done ? !at->has_total : at->stated == 0;
    row->categories = at->stated;
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        row->category[i] = totals_points(setup, t, line, i);
    }
    row->total = row->untotalled ? 0 : (int32_t)total_of(rules, setup, t, line);
}

void totals_outcome(const struct totals_rules *rules, const struct setup *setup, const void *state,
                    struct outcome *outcome)
{
    const struct totals *t = state;
    seat_set extra = setup->game->variants[setup->variant].extra;
    memset(outcome, 0, sizeof(*outcome));
    outcome->over = totals_over(rules, setup, t);
    outcome->undecided = t->played;
    for (unsigned i = 0; i < setup->seats; i++) {
        outcome->rows[i].seat = (uint8_t)i;
        take_line(rules, setup, t, totals_voice(rules, setup, i), &outcome->rows[i]);
    }
    outcome->rows_count = setup->seats;
    if (extra) {
        struct outcome_row *row = &outcome->rows[outcome->rows_count++];
        row->seat = extra & seat_bit(SEAT_RIVAL) ? SEAT_RIVAL : SEAT_NEUTRAL;
        if (row->seat == SEAT_RIVAL) {
            take_line(rules, setup, t, setup->seats, row);
        }
    }
    if (t->played) {
        return;
    }
    if (contest_of(rules, setup) == CONTEST_TOGETHER) {
        judge_together(setup, t, outcome);
    } else {
        rank_sides(rules, setup, t, outcome);
    }
}

void totals_credits(const struct totals_rules *rules, const struct setup *setup, const void *state, credit_fn *fn,
                    void *context)
{
    const struct totals *t = state;
    for (unsigned i = 0; i < setup->seats && !rules->pad; i++) {
        for (unsigned c = 0; c < setup_categories(setup); c++) {
            struct credit credit = {.seat = (uint8_t)i, .category = (uint8_t)c, .card = CREDIT_NO_CARD};
            credit.units = totals_points(setup, t, i, c) * (int64_t)setup->game->unit;
            if (credit.units != 0) {
                fn(context, &credit);
            }
        }
    }
}

int32_t totals_without(const struct totals_rules *rules, const struct setup *setup, const void *state, unsigned seat)
{
    return (int32_t)total_of(rules, setup, state, totals_voice(rules, setup, seat));
}

/* Ranks may part equal totals, which is how ties are broken; a better total with no better rank is odd. */
void totals_warnings(const struct totals_rules *rules, const struct setup *setup, const void *state, warning_fn *fn,
                     void *context)
{
    const struct totals *t = state;
    enum contest contest = contest_of(rules, setup);
    int sign = contest == CONTEST_LOW ? -1 : 1;
    bool odd = false;
    if ((contest != CONTEST_HIGH && contest != CONTEST_LOW) || !ranks_are_stated(rules, setup, t)) {
        return;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned j = 0; j < setup->seats; j++) {
            const struct totals_line *a = &t->line[totals_voice(rules, setup, i)];
            const struct totals_line *b = &t->line[totals_voice(rules, setup, j)];
            odd = odd || ((int64_t)sign * a->total > (int64_t)sign * b->total && a->rank >= b->rank);
        }
    }
    if (odd) {
        fn(context, &(struct warning){&totals_ranks_differ, -1, 0});
    }
}

/* ---- telling ---- */

struct writer {
    game_move *out;
    size_t cap;
    size_t count;
};

static void write_word(struct writer *writer, unsigned seat, struct totals_word w)
{
    if (writer->count < writer->cap) {
        writer->out[writer->count] = totals_pack(seat, w);
    }
    writer->count++;
}

static bool within(struct totals_range range, int32_t points)
{
    return points >= range.least && points <= range.most;
}

/* What was declared may add up to more than a line can say. */
static int32_t clamp(struct totals_range range, int32_t points)
{
    return points < range.least ? range.least : points > range.most ? range.most : points;
}

static void write_row(const struct totals_rules *rules, const struct setup *setup, const struct outcome_row *row,
                      unsigned rank, struct writer *writer)
{
    for (unsigned c = 0; c < setup_categories(setup) && within(rules->total, row->total); c++) {
        if ((row->categories >> c & 1) && within(rules->category, row->category[c])) {
            write_word(writer, row->seat,
                       (struct totals_word){.kind = TOTALS_CATEGORY, .a = c, .has = true, .value = row->category[c]});
        }
    }
    int32_t total = clamp(rules->total, row->total);
    write_word(writer, row->seat, (struct totals_word){.kind = TOTALS_LINE, .a = rank, .has = true, .value = total});
}

size_t totals_of_outcome(const struct totals_rules *rules, const struct setup *setup, const struct outcome *outcome,
                         game_move *out, size_t cap)
{
    struct writer writer = {.cap = cap};
    struct outcome told = {.rows_count = setup->seats};
    bool ranks = false;
    writer.out = out;
    for (unsigned i = 0; i < setup->seats; i++) {
        told.rows[i].total = clamp(rules->total, outcome->rows[i].total);
    }
    outcome_rank(&told, setup, NULL);
    for (unsigned i = 0; i < setup->seats && setup->seats > 1; i++) {
        ranks = ranks || told.rows[i].rank != outcome->rows[i].rank;
    }
    for (unsigned i = 0; i < outcome->rows_count; i++) {
        if (outcome->rows[i].scored) {
            write_row(rules, setup, &outcome->rows[i], ranks ? outcome->rows[i].rank : 0, &writer);
        }
    }
    return writer.count;
}

size_t totals_again(const struct totals_rules *rules, const struct setup *setup, const void *state, game_move *out,
                    size_t cap)
{
    const struct totals *t = state;
    struct writer writer = {.cap = cap};
    writer.out = out;
    if (t->played) {
        write_word(&writer, SEAT_TABLE, (struct totals_word){.kind = TOTALS_PLAYED});
        return writer.count;
    }
    bool together = contest_of(rules, setup) == CONTEST_TOGETHER;
    for (unsigned i = 0; i <= setup->seats; i++) {
        const struct totals_line *at = &t->line[i];
        unsigned seat = together ? SEAT_TABLE : i < setup->seats ? i : SEAT_RIVAL;
        for (unsigned c = 0; c < setup_categories(setup) && at->done; c++) {
            if (at->stated >> c & 1) {
                int32_t points = totals_points(setup, t, i, c);
                write_word(&writer, seat,
                           (struct totals_word){.kind = TOTALS_CATEGORY, .a = c, .has = true, .value = points});
            }
        }
        if (at->done) {
            write_word(&writer, seat,
                       (struct totals_word){TOTALS_LINE, at->rank, at->result, at->has_total != 0, at->total});
        }
    }
    return writer.count;
}
