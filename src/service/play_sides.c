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
    for (unsigned j = 0; j < i && !sides->together; j++) {
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
        bool better = seat->rank > 0 && (side->rank == 0 || seat->rank < side->rank);
        side->rank = better ? seat->rank : side->rank;
        side->seats++;
    }
}

static bool before_by_points(bool lowest, const struct play_side *a, const struct play_side *b)
{
    return lowest ? a->total < b->total : a->total > b->total;
}

static bool before(const struct play_sides *sides, const struct play_side *a, const struct play_side *b)
{
    if (sides->manual && (a->winner || b->winner)) {
        return a->winner && !b->winner;
    }
    if (a->total != b->total) {
        return before_by_points(sides->lowest, a, b);
    }
    return a->winner && !b->winner;
}

/* Places, and whether they are others than the points make. */
static void place(struct play_sides *sides)
{
    for (unsigned i = 0; i < sides->count; i++) {
        unsigned by_points = 1;
        sides->side[i].place = 1;
        for (unsigned j = 0; j < sides->count; j++) {
            sides->side[i].place += before(sides, &sides->side[j], &sides->side[i]);
            by_points += before_by_points(sides->lowest, &sides->side[j], &sides->side[i]);
        }
        sides->placed = sides->placed || sides->side[i].place != by_points;
    }
}

/* True when those who are marked have all the points that are best this way, and nobody else has. */
static bool marked_are_best(const struct play_sides *sides, bool lowest)
{
    for (unsigned i = 0; i < sides->count; i++) {
        bool best = true;
        for (unsigned j = 0; j < sides->count; j++) {
            best = best && !before_by_points(lowest, &sides->side[j], &sides->side[i]);
        }
        if (best != sides->side[i].winner) {
            return false;
        }
    }
    return true;
}

/* How it is won; sides, marks and points are known. */
static void choose_way(const struct play *play, bool stated, enum play_way way, unsigned winners,
                       struct play_sides *sides)
{
    sides->manual = play->manual_winner || (!stated && winners > 0);
    sides->lowest = stated ? play->title.lowest_wins : way == PLAY_WAY_LOW;
    if (!stated && way == PLAY_WAY_UNKNOWN && winners > 0) {
        sides->lowest = marked_are_best(sides, true) && !marked_are_best(sides, false);
    }
}

/* True when those who are marked as winners have rank 1, and nobody else has. */
static bool ranked_first(const struct play_sides *sides)
{
    bool same = true;
    for (unsigned i = 0; i < sides->count; i++) {
        same = same && (sides->side[i].rank == 1) == sides->side[i].winner;
    }
    return same;
}

void play_sides_of(const struct play *play, bool stated, enum play_way way, struct play_sides *out)
{
    unsigned scored = 0;
    unsigned ranked = 0;
    unsigned winners = 0;
    *out =
        (struct play_sides){.shape = PLAY_PLAYED, .together = stated ? play->title.together : way == PLAY_WAY_TOGETHER};
    gather(play, out);
    for (unsigned i = 0; i < out->count; i++) {
        scored += out->side[i].scored;
        ranked += out->side[i].rank > 0 && out->side[i].rank <= out->count;
        winners += out->side[i].winner;
    }
    if (play->uncounted) {
        return;
    }
    choose_way(play, stated, way, winners, out);
    if (out->together) {
        out->shape = winners > 0 || stated || play->told_winner ? PLAY_TOGETHER : PLAY_PLAYED;
        out->won = winners > 0;
    } else if (scored == out->count && !out->mixed && !play->title.no_points) {
        out->shape = PLAY_SCORED;
        place(out);
    } else if (ranked == out->count && !(out->manual && winners > 0 && !ranked_first(out))) {
        out->shape = PLAY_RANKED;
        for (unsigned i = 0; i < out->count; i++) {
            out->side[i].place = out->side[i].rank;
        }
    } else if (winners > 0) {
        out->shape = PLAY_WON;
    }
}
