/* What every game would otherwise write for itself: labels, ranks, looking names up. */
#include "rules/game.h"

#include "base/utf8.h"

#include "base/banned.h"

static const char *const LABELS[GAME_SEATS] = {"1", "2", "3", "4", "5", "6", "?", "?", "*", "n", "a"};

const char *seat_label(unsigned seat)
{
    return seat < GAME_SEATS ? LABELS[seat] : "?";
}

int seat_from_label(struct span label)
{
    if (label.len != 1 || label.ptr[0] == '?') {
        return -1;
    }
    for (int i = 0; i < GAME_SEATS; i++) {
        if (LABELS[i][0] == label.ptr[0]) {
            return i;
        }
    }
    return -1;
}

int outcome_row_of(const struct outcome *outcome, unsigned seat)
{
    for (int i = 0; i < outcome->rows_count; i++) {
        if (outcome->rows[i].seat == seat) {
            return i;
        }
    }
    return -1;
}

/* True when row `a` finishes before row `b`. */
static bool beats(const struct outcome *outcome, const int64_t *tiebreak, int a, int b)
{
    if (outcome->rows[a].total != outcome->rows[b].total) {
        return outcome->rows[a].total > outcome->rows[b].total;
    }
    return tiebreak && tiebreak[a] > tiebreak[b];
}

void outcome_rank(struct outcome *outcome, const struct setup *setup, const int64_t *tiebreak)
{
    outcome->winners = 0;
    for (int i = 0; i < setup->seats; i++) {
        uint8_t rank = 1;
        for (int j = 0; j < setup->seats; j++) {
            rank = (uint8_t)(rank + beats(outcome, tiebreak, j, i));
        }
        outcome->rows[i].rank = rank;
        if (rank == 1 && outcome->over) {
            outcome->winners |= seat_bit(outcome->rows[i].seat);
        }
    }
}

int name_find(const struct name *names, size_t count, struct span text)
{
    for (size_t i = 0; i < count; i++) {
        if (span_is(text, names[i].id)) {
            return (int)i;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (utf8_same(text, span_from(names[i].id)) || utf8_same(text, span_from(names[i].en)) ||
            utf8_same(text, span_from(names[i].fr))) {
            return (int)i;
        }
    }
    return -1;
}

int game_variant_for(const struct game *game, unsigned seats)
{
    for (int i = 0; i < game->variants_count; i++) {
        if (seats >= game->variants[i].min_seats && seats <= game->variants[i].max_seats) {
            return i;
        }
    }
    return -1;
}
