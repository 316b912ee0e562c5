/*
 * Points of Biotopes, card by card. There is one account of them: what each
 * card has earned is the statistics' credits, and their sums are the score. Species without cubes do not count and rows close up, as at
 * the end, so an unfinished game is scored as if it ended now.
 *
 * Without a card means that it does not lie there: the row closes up and what
 * it counted for others is gone. Without a biotope card its bonus is gone; the
 * tokens stay where they are.
 */
#include "rules/biotopes/biotopes_state.h"

#include "base/banned.h"

enum { CONDITION_TERRITORY, CONDITION_BIOTOPE, CONDITION_TYPE, CONDITION_POPULATION };

/* An account of one seat: the species that count, and who is told of their points. */
struct account {
    const struct setup *setup;
    const struct bio_state *s;
    unsigned seat;
    unsigned without; /* a spot */
    uint8_t row[BIO_BIOTOPES][BIO_ROW];
    uint8_t length[BIO_BIOTOPES];
    credit_fn *fn;
    void *context;
};

static void credit(const struct account *account, unsigned category, unsigned card, int64_t units)
{
    struct credit earned = {.seat = (uint8_t)account->seat,
                            .category = (uint8_t)category,
                            .card = (uint16_t)card,
                            .cell = (uint16_t)(card == CREDIT_NO_CARD ? 0 : card),
                            .units = units};
    account->fn(account->context, &earned);
}

/* Points that are not always there: nothing is told of none. */
static void credit_points(const struct account *account, unsigned category, unsigned card, int points)
{
    if (points != 0) {
        credit(account, category, card, points);
    }
}

static void close_rows(struct account *account)
{
    const struct bio_state *s = account->s;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        account->length[b] = 0;
        for (unsigned i = 0; i < s->row_length[account->seat][b]; i++) {
            unsigned species = s->row[account->seat][b][i];
            if (species != account->without && cubes_sum(s->cubes[species]) > 0) {
                account->row[b][account->length[b]++] = (uint8_t)species;
            }
        }
    }
}

/* On a sheet tokens are numbers; otherwise they lie on the landscape. */
static unsigned tokens_on(const struct account *account, unsigned biotope)
{
    return account->setup->level == BIO_SHEET ? account->s->count[account->seat][biotope]
                                              : bio_land_tokens(&account->s->land, 1 + account->seat, biotope);
}

static unsigned groups(const struct account *account)
{
    return account->setup->level == BIO_SHEET ? account->s->groups[account->seat]
                                              : bio_land_groups(&account->s->land, 1 + account->seat);
}

/* Basic biotopes lie there from the start; advanced ones when they have been chosen. */
static bool has_biotope(const struct account *account, unsigned biotope)
{
    return account->without != BIO_SPECIES + biotope &&
           (!bio_is_initiate(account->setup) || account->s->has[account->seat] >> biotope & 1);
}

/* ---- bonuses ---- */

static unsigned cubes_at(const struct account *account, unsigned spot)
{
    if (spot < BIO_SPECIES) {
        return cubes_sum(account->s->cubes[spot]);
    }
    unsigned sum = 0;
    unsigned b = spot - BIO_SPECIES;
    for (unsigned i = 0; i < account->length[b]; i++) {
        sum += cubes_sum(account->s->cubes[account->row[b][i]]);
    }
    return sum;
}

static unsigned species_that(const struct account *account, const struct bio_effect *effect)
{
    unsigned count = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        for (unsigned i = 0; i < account->length[b]; i++) {
            const struct bio_species *species = &bio_cat(account->setup)->species[account->row[b][i]];
            count += effect->each == EACH_TYPE      ? species->type == effect->of
                     : effect->each == EACH_BIOTOPE ? species->biotope == effect->of
                                                    : species->deck == effect->of;
        }
    }
    return count;
}

static unsigned measure(const struct account *account, unsigned spot, const struct bio_effect *effect)
{
    switch (effect->each) {
    case EACH_TYPE:
    case EACH_BIOTOPE:
    case EACH_DECK:
        return species_that(account, effect);
    case EACH_TOKEN:
        return tokens_on(account, effect->of);
    case EACH_CUBE:
        return cubes_at(account, spot);
    default:
        return 1;
    }
}

/* What was declared of a card counts instead of what the catalogue says. */
static int bonus(const struct account *account, unsigned spot)
{
    const struct bio_state *s = account->s;
    unsigned declared =
        spot < BIO_SPECIES ? s->bonus[spot] : s->bonus_biotope[account->seat][spot - (unsigned)BIO_SPECIES];
    const struct bio_effect *effect = bio_effect_at(account->setup, s, account->seat, spot);
    if (declared > 0) {
        return (int)declared - 1;
    }
    return effect->when == WHEN_END ? effect->count * (int)(measure(account, spot, effect) / effect->per) : 0;
}

/* ---- all of them ---- */

/* Columns of four species: 2 points, 4, 6 and so on. They are no single card's: a total without a card shows its part. */
static unsigned full_columns(const struct account *account)
{
    unsigned shortest = BIO_ROW;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        shortest = account->length[b] < shortest ? account->length[b] : shortest;
    }
    return shortest;
}

static void account_species(const struct account *account, unsigned number)
{
    const struct bio_species *species = &bio_cat(account->setup)->species[number];
    const uint8_t *condition = account->s->condition;
    credit_points(account, BIO_BIOTOPE, number, species->biotope == condition[CONDITION_BIOTOPE] ? 2 : 0);
    credit_points(account, BIO_TYPE, number, species->type == condition[CONDITION_TYPE] ? 2 : 0);
    credit_points(account, BIO_POPULATION, number,
                  species->type == condition[CONDITION_POPULATION] ? (int)cubes_sum(account->s->cubes[number]) : 0);
    credit(account, BIO_STARS, number, species->deck); /* also none: the card was there */
    credit_points(account, BIO_BONUS, number, bonus(account, number));
}

static void account_biotope(const struct account *account, unsigned b)
{
    unsigned spot = BIO_SPECIES + b;
    int territory = b == account->s->condition[CONDITION_TERRITORY] ? 2 * (int)tokens_on(account, b) : 0;
    if (!has_biotope(account, b)) {
        credit_points(account, BIO_TERRITORY, CREDIT_NO_CARD, territory);
        return;
    }
    unsigned card = bio_spot_card(account->s, account->seat, spot);
    credit(account, BIO_TERRITORY, card, territory);
    credit_points(account, BIO_BONUS, card, bonus(account, spot));
}

static void account_seat(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned without,
                         credit_fn *fn, void *context)
{
    struct account account = {.setup = setup, .s = s, .seat = seat, .without = without, .context = context};
    account.fn = fn;
    close_rows(&account);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        for (unsigned i = 0; i < account.length[b]; i++) {
            account_species(&account, account.row[b][i]);
        }
    }
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        account_biotope(&account, b);
    }
    int columns = (int)full_columns(&account);
    credit_points(&account, BIO_COLUMNS, CREDIT_NO_CARD, columns * (columns + 1));
    unsigned parts = groups(&account);
    credit_points(&account, BIO_FRAGMENTATION, CREDIT_NO_CARD, parts > 1 ? -3 * (int)(parts - 1) : 0);
}

static void add_up(void *context, const struct credit *credit)
{
    int64_t *units = context;
    units[credit->category] += credit->units;
}

void bio_score(const struct setup *setup, const struct bio_state *s, unsigned seat, unsigned without,
               struct bio_score *score)
{
    int64_t units[BIO_CATEGORIES] = {0};
    account_seat(setup, s, seat, without, add_up, units);
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        score->category[i] = (int32_t)(units[i]);
    }
    score->carnivores = 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned species = s->row[seat][b][i];
            score->carnivores += species != without && cubes_sum(s->cubes[species]) > 0 &&
                                 bio_cat(setup)->species[species].deck == BIO_CARNIVORE;
        }
    }
}

/* ---- for statistics ---- */

/* Totals have no cards: the categories that were stated, and nothing of the rest. */
static void credit_totals(const struct setup *setup, const struct bio_state *s, unsigned seat, credit_fn *fn,
                          void *context)
{
    struct account account = {.setup = setup, .s = s, .seat = seat, .context = context};
    account.fn = fn;
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        credit_points(&account, i, CREDIT_NO_CARD, s->stated[seat] >> i & 1 ? s->category[seat][i] : 0);
    }
}

void bio_credits(const struct setup *setup, const void *state, credit_fn *fn, void *context)
{
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        if (setup->level == BIO_TOTALS) {
            credit_totals(setup, state, seat, fn, context);
        } else {
            account_seat(setup, state, seat, BIO_SPOTS, fn, context);
        }
    }
}

/* The spot at which a seat has that card, or BIO_SPOTS. */
static unsigned spot_of(const struct bio_state *s, unsigned seat, unsigned card)
{
    unsigned spot = card < BIO_SPECIES ? card : BIO_SPECIES;
    while (spot < BIO_SPOTS && bio_spot_card(s, seat, spot) != card) {
        spot++;
    }
    return spot;
}

int32_t bio_without(const struct setup *setup, const void *state, unsigned seat, unsigned cell)
{
    const struct bio_state *s = state;
    struct bio_score score;
    int32_t total = 0;
    if (setup->level == BIO_TOTALS) {
        struct outcome outcome;
        bio_outcome(setup, state, &outcome);
        return outcome.rows[seat].total;
    }
    bio_score(setup, s, seat, spot_of(s, seat, cell), &score);
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        total += score.category[i];
    }
    return total;
}

struct name bio_card_name(const struct setup *setup, unsigned index)
{
    (void)setup;
    return bio_card_names[index];
}
