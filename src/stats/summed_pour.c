/* What was added up game by game (summed.c) as folds: here sums become units, groups and moments. */
#include "stats/summed_layout.h"

#include "base/banned.h"

static struct moments in_units(const struct counts *counts, int64_t unit)
{
    struct moments moments = moments_of_counts(counts);
    moments.s *= unit;
    moments.sn *= unit;
    moments.ss *= (wide)unit * unit;
    return moments;
}

static struct counts of_copies(const struct card_sums *card, const struct tail *tail)
{
    return (struct counts){
        .games = card->games, .n = card->n, .nn = card->nn, .s = tail->s, .ss = tail->ss, .sn = tail->sn};
}

static struct seat_wins wins_of(const struct group *group)
{
    return (struct seat_wins){.seats = group->c,
                              .tables = group->cn,
                              .apart = group->cn - group->cc,
                              .others = group->cn - group->c,
                              .points = group->points};
}

/* The seats of all that are not in the group: the squares of n - c are n^2 - 2 c n + c^2. */
static struct group rest_of(const struct group *all, const struct group *group)
{
    return (struct group){.c = all->c - group->c,
                          .cn = all->cn - group->cn,
                          .cc = all->cc - 2 * group->cn + group->cc,
                          .points = all->points - group->points};
}

static void pour_picks(const struct pick_counts *picks, struct card_fold *fold)
{
    for (unsigned t = 0; t < GATHER_PICKS; t++) {
        struct counts *counts = &fold->picks[t];
        for (unsigned both = 0; both < SUMMED_PICK; both++) {
            counts_add(counts, both >> 4, both & 15, picks->games[t][both]);
        }
    }
}

static void pour_places(const struct card_sums *card, int64_t unit, struct card_fold *fold)
{
    for (unsigned i = 0; i < CARD_CELLS; i++) {
        const struct cell_sums *cell = &card->cells[i];
        fold->cells[i] = (struct moments){
            .games = cell->games, .n = cell->n, .nn = cell->nn, .s = cell->s, .ss = cell->ss, .sn = cell->sn};
    }
    for (unsigned i = 0; i < CARD_LINKS; i++) {
        fold->link_pairs[i] = card->link_pairs[i];
        fold->link_units[i] = (wide)card->link_points[i] * unit;
    }
}

/* `all`: the seats of the games that tell about this card. */
static void pour_card(const struct card_sums *card, const struct pick_counts *picks, const struct group *all,
                      int64_t unit, struct card_fold *fold)
{
    const struct counts points = of_copies(card, &card->points);
    const struct group without = rest_of(all, &card->with);
    struct card_fold more = {
        .games = card->games,
        .seats = card->seats,
        .points = in_units(&points, unit),
        .marginal = of_copies(card, &card->marginal),
        .zero = of_copies(card, &card->zero),
        .with = wins_of(&card->with),
        .without = wins_of(&without),
        .looks = card->looks,
        .turns = card->turns,
        .last = card->last,
        .took = card->took,
        .uses = {.cubes = card->cubes,
                 .spent = card->spent,
                 .first = card->first,
                 .times = in_units(&card->times, unit)},
    };
    for (unsigned i = 0; i < CARD_TIMES; i++) {
        more.uses.by_times[i] = wins_of(&card->by_times[i]);
    }
    pour_places(card, unit, &more);
    if (picks) {
        pour_picks(picks, &more);
    }
    card_folds_merge(fold, &more, 1);
}

void summed_pour(struct summed_games *sums, struct card_fold *folds)
{
    struct group all = {0};
    for (unsigned c = 0; c < sums->cards; c++) {
        const struct group *from = &sums->card[c].all;
        all.c += from->c;
        all.cn += from->cn;
        all.cc += from->cc;
        all.points += from->points;
        pour_card(&sums->card[c], sums->picks ? &sums->picks[c] : NULL, &all, sums->unit, &folds[c]);
    }
    memset(sums->card, 0, sums->cards * sizeof(sums->card[0]));
    if (sums->picks) {
        memset(sums->picks, 0, sums->cards * sizeof(sums->picks[0]));
    }
    sums->since = 0;
    if (folds != sums->poured) {
        card_folds_merge(folds, sums->poured, sums->cards);
        memset(sums->poured, 0, sums->cards * sizeof(sums->poured[0]));
    }
}
