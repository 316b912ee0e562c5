/* The result of a game, or how it stands: by the score of cards and tokens, or as totals were stated; and what is odd. */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

static const struct name VERIFIED[BIO_VERIFIED] = {
    [BIO_STEP_DECLARED] = {"declared", "declared", "déclaré"},
    [BIO_STEP_FULL] = {"full", "full", "complet"},
};
_Static_assert((int)BIO_VERIFIED <= (int)GAME_STEPS, "an outcome has room for the steps");

/* Solo: one for every 20 points. */
static const struct name VERDICTS[] = {
    {"plant", "Plant", "Plante"},
    {"rose-chafer", "Rose chafer", "Cétoine dorée"},
    {"green-lizard", "Green lizard", "Lézard à deux raies"},
    {"squacco-heron", "Squacco heron", "Héron crabier"},
    {"red-fox", "Red fox", "Renard roux"},
};
enum { VERDICTS_COUNT = sizeof(VERDICTS) / sizeof(VERDICTS[0]), VERDICT_POINTS = 20 };

static const struct message MSG_RANKS = {ERR_OK, "biotopes.ranks-differ", "the ranks are not those of the totals",
                                         "les rangs ne sont pas ceux des totaux"};

static const struct name *verdict(int32_t total)
{
    int step = total < 0 ? 0 : total / VERDICT_POINTS;
    return &VERDICTS[step < VERDICTS_COUNT ? step : VERDICTS_COUNT - 1];
}

/* A line of totals that has begun counts what it has said. */
static void take_totals(const struct bio_state *s, unsigned seat, struct outcome_row *row)
{
    row->categories = s->stated[seat];
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        if (s->stated[seat] >> i & 1) {
            row->category[i] = s->category[seat][i];
            row->total += row->category[i];
        }
    }
    if (s->done >> seat & 1) {
        row->total = s->total[seat];
    }
}

static void take_score(const struct bio_score *score, struct outcome_row *row)
{
    row->categories = (1u << BIO_CATEGORIES) - 1;
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        row->category[i] = score->category[i];
        row->total += score->category[i];
    }
}

/* Ranks as the table has them: each is one more than the seats before it, whatever numbers were stated. */
static void take_ranks(const struct setup *setup, const struct bio_state *s, struct outcome *outcome)
{
    outcome->winners = 0;
    for (unsigned i = 0; i < setup->seats; i++) {
        uint8_t rank = 1;
        for (unsigned j = 0; j < setup->seats; j++) {
            rank = (uint8_t)(rank + (s->rank[j] < s->rank[i]));
        }
        outcome->rows[i].rank = rank;
        outcome->winners |= rank == 1 ? seat_bit(i) : 0;
    }
}

static bool ranks_are_stated(const struct setup *setup, const struct bio_state *s)
{
    return setup->level == BIO_TOTALS && s->step == STEP_OVER && s->rank[0] != 0;
}

void bio_outcome(const struct setup *setup, const void *state, struct outcome *outcome)
{
    const struct bio_state *s = state;
    int64_t carnivores[BIO_PLAYERS] = {0};
    memset(outcome, 0, sizeof(*outcome));
    outcome->over = s->step == STEP_OVER;
    outcome->rows_count = setup->seats;
    for (unsigned i = 0; i < setup->seats; i++) {
        struct outcome_row *row = &outcome->rows[i];
        row->seat = (uint8_t)i;
        row->scored = true;
        if (setup->level == BIO_TOTALS) {
            take_totals(s, i, row);
        } else {
            struct bio_score score;
            bio_score(setup, s, i, BIO_SPOTS, &score);
            take_score(&score, row);
            carnivores[i] = score.carnivores;
        }
    }
    outcome_rank(outcome, setup, carnivores);
    if (ranks_are_stated(setup, s)) {
        take_ranks(setup, s, outcome);
    }
    if (bio_is_solo(setup)) {
        outcome->verdict = outcome->over ? verdict(outcome->rows[0].total) : NULL;
        outcome->margin = outcome->rows[0].total;
    }
    if (setup->level == BIO_FULL || setup->level == BIO_TABLE) { /* the others have no moves of the game */
        outcome->steps = VERIFIED;
        outcome->steps_count = BIO_VERIFIED;
        memcpy(outcome->verified, s->verified, sizeof(s->verified));
    }
}

/* Ranks may part equal totals, which is how ties are broken; more points with no better rank is odd. */
void bio_warnings(const struct setup *setup, const void *state, warning_fn *fn, void *context)
{
    const struct bio_state *s = state;
    bool odd = false;
    if (!ranks_are_stated(setup, s)) {
        return;
    }
    for (unsigned i = 0; i < setup->seats; i++) {
        for (unsigned j = 0; j < setup->seats; j++) {
            odd = odd || (s->total[i] > s->total[j] && s->rank[i] >= s->rank[j]);
        }
    }
    if (odd) {
        fn(context, &(struct warning){&MSG_RANKS, -1, 0});
    }
}
