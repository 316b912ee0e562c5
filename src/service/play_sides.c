/*
 * How a play of another program ended. Ranks there are seldom set, so places
 * follow from points and the direction that counts, then from who is marked as
 * the winner, which decides a tie; a winner named by hand comes first whatever
 * the points say.
 */
#include "service/play_sides.h"

#include "base/fold.h"
#include "base/points.h"
#include "service/plays_record.h"

#include "base/banned.h"

bool play_points(struct span text, int64_t *hundredths)
{
    static const char minus[] = "\xe2\x88\x92";
    struct span rest = span_trim(text);
    int64_t sum = 0;
    do {
        char memory[32];
        struct strbuf part;
        struct span number;
        int64_t value = 0;
        if (!span_cut_at(&rest, '+', &number)) {
            number = rest;
            rest = (struct span){NULL, 0};
        }
        number = span_trim(number);
        strbuf_wrap(&part, memory, sizeof(memory));
        bool taken_off = span_starts(number, minus);
        strbuf_add(&part, taken_off ? "-" : "");
        strbuf_add_span(&part, span_skip(number, taken_off ? sizeof(minus) - 1 : 0));
        struct span plain = strbuf_span(&part);
        if (!strbuf_ok(&part) || !points_scan(&plain, ".,", &value) || plain.len > 0) {
            return false;
        }
        sum += value;
        if (sum > POINTS_LIMIT || sum < -POINTS_LIMIT) {
            return false;
        }
    } while (rest.ptr);
    *hundredths = sum;
    return true;
}

static bool same_team(const struct play *play, unsigned a, unsigned b)
{
    return play->seat[a].team.len > 0 && fold_same(play->seat[a].team, play->seat[b].team);
}

/* The side of seat `i`: that of an earlier mate, or a new one. */
static struct play_side *side_for(const struct play *play, unsigned i, struct play_sides *sides)
{
    for (unsigned j = 0; j < i && !play->title.together; j++) {
        if (same_team(play, i, j)) {
            sides->of[i] = sides->of[j];
            return &sides->side[sides->of[j]];
        }
    }
    sides->of[i] = (uint8_t)sides->count;
    struct play_side *side = &sides->side[sides->count++];
    *side = (struct play_side){.seat = i};
    return side;
}

static void gather(const struct play *play, struct play_sides *sides)
{
    for (unsigned i = 0; i < play->seats; i++) {
        const struct play_seat *seat = &play->seat[i];
        struct play_side *side = side_for(play, i, sides);
        int64_t total = 0;
        bool scored = play_points(seat->score, &total);
        sides->mixed = sides->mixed || (scored && side->scored && side->total != total);
        side->total = side->scored ? side->total : total;
        side->scored = side->scored || scored;
        side->winner = side->winner || seat->winner;
        side->rank = side->rank > 0 ? side->rank : seat->rank;
        side->seats++;
    }
}

static bool before_by_points(const struct play *play, const struct play_side *a, const struct play_side *b)
{
    return play->title.lowest_wins ? a->total < b->total : a->total > b->total;
}

static bool before(const struct play *play, const struct play_side *a, const struct play_side *b)
{
    if (play->manual_winner && a->winner != b->winner) {
        return a->winner;
    }
    if (a->total != b->total) {
        return before_by_points(play, a, b);
    }
    return a->winner && !b->winner;
}

/* Places, and whether they are others than the points make. */
static void place(const struct play *play, struct play_sides *sides)
{
    for (unsigned i = 0; i < sides->count; i++) {
        unsigned by_points = 1;
        sides->side[i].place = 1;
        for (unsigned j = 0; j < sides->count; j++) {
            sides->side[i].place += before(play, &sides->side[j], &sides->side[i]);
            by_points += before_by_points(play, &sides->side[j], &sides->side[i]);
        }
        sides->placed = sides->placed || sides->side[i].place != by_points;
    }
}

void play_sides_of(const struct play *play, struct play_sides *out)
{
    unsigned scored = 0;
    unsigned ranked = 0;
    unsigned winners = 0;
    *out = (struct play_sides){.shape = PLAY_PLAYED};
    gather(play, out);
    for (unsigned i = 0; i < out->count; i++) {
        scored += out->side[i].scored;
        ranked += out->side[i].rank > 0 && out->side[i].rank <= out->count;
        winners += out->side[i].winner;
    }
    if (play->uncounted) {
        return;
    }
    if (play->title.together) {
        out->shape = PLAY_TOGETHER;
        out->won = winners > 0;
    } else if (scored == out->count && !out->mixed && !play->title.no_points) {
        out->shape = PLAY_SCORED;
        place(play, out);
    } else if (ranked == out->count) {
        out->shape = PLAY_RANKED;
        for (unsigned i = 0; i < out->count; i++) {
            out->side[i].place = out->side[i].rank;
        }
    } else if (winners > 0) {
        out->shape = PLAY_WON;
    }
}
