/*
 * What is odd about a sheet. Nobody writes the moves of such a game down, so
 * nothing can be proved wrong: a game may end below the target or tied after
 * sixty rounds, and a box may hold a card that the catalogue has wrong. A game
 * told move by move has no warnings: what it says is checked.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

static const struct message MSG_TARGET = {ERR_OK, "ecos.below-target", "nobody has reached the target",
                                          "personne n'a atteint l'objectif"};
static const struct message MSG_TIED = {ERR_OK, "ecos.tied-lead",
                                        "the lead is shared: ties are played on until one leads",
                                        "plusieurs sont en tête : une égalité se joue jusqu'à ce qu'un seul mène"};
static const struct message MSG_TIMES = {ERR_OK, "ecos.used-too-often",
                                         "the card is used more often than it has leaves",
                                         "la carte sert plus souvent qu'elle n'a de feuilles"};

static void warn_uses(const struct setup *setup, const struct ecos_state *s, unsigned seat, warning_fn *fn,
                      void *context)
{
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        unsigned leaves = ecos_cat(setup)->card[card].leaves;
        unsigned times = s->times[seat][card];
        if (times > (leaves ? leaves : (unsigned)ECOS_MOST_LEAVES)) {
            struct ecos_word w = {.kind = KIND_USED, .a = card, .v = {times, 0, 0, 0}};
            fn(context, &(struct warning){&MSG_TIMES, (int)seat, ecos_pack(seat, w)});
        }
    }
}

void ecos_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context)
{
    const struct ecos_state *s = state;
    unsigned best = 0;
    unsigned leaders = 0;
    if (!ecos_warns(setup) || setup->level != ECOS_SHEET || s->phase != PHASE_OVER) {
        return;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        warn_uses(setup, s, i, fn, context);
        leaders = s->points[i] > best ? 1 : leaders + (s->points[i] == best);
        best = s->points[i] > best ? s->points[i] : best;
    }
    if (best < ecos_target(setup)) {
        fn(context, &(struct warning){&MSG_TARGET, -1, 0});
    }
    if (leaders > 1) {
        fn(context, &(struct warning){&MSG_TIED, -1, 0});
    }
}
