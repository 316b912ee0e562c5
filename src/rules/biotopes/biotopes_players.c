/*
 * What simulation needs: chance, a sensible player, and what a record of level
 * table says of a full game. The player looks one action ahead, payment
 * included, and counts the score as it stands with something for what is
 * still to be used. It knows its own cards only: the value of a position has
 * nothing of another seat's hand.
 */
#include "rules/biotopes/biotopes_play.h"

#include "base/banned.h"

/* ---- chance ---- */

static struct bio_word draw_conditions(struct prng *prng)
{
    unsigned a = prng_below(prng, BIO_BIOTOPES);
    unsigned b = prng_below(prng, BIO_BIOTOPES - 1);
    unsigned c = prng_below(prng, BIO_TYPES - 1);
    unsigned d = prng_below(prng, BIO_TYPES - 2);
    return (struct bio_word){.kind = KIND_CONDITIONS,
                             .a = (uint8_t)a,
                             .b = (uint8_t)(b + (b >= a)),
                             .c = (uint8_t)(1 + c),
                             .d = (uint8_t)(1 + d + (d >= c))};
}

/* Where the booklet has the next tile, or where one fits when others were laid elsewhere. */
static void draw_centre(const struct setup *setup, const struct bio_land *land, struct prng *prng, int8_t centre[2])
{
    unsigned count;
    const int8_t(*layout)[2] = bio_layout(setup->seats, &count);
    memcpy(centre, layout[land->tiles], 2);
    if (!bio_land_takes_tile(land, centre[0], centre[1])) {
        int8_t fits[BIO_CENTRES][2];
        memcpy(centre, fits[prng_below(prng, bio_land_centres(land, fits))], 2);
    }
}

static struct bio_word draw_tile(const struct setup *setup, const struct bio_state *s, struct prng *prng)
{
    int8_t centre[2];
    draw_centre(setup, &s->land, prng, centre);
    bool used[BIO_TILES] = {false};
    for (unsigned i = 0; i < s->land.tiles; i++) {
        used[s->land.tile[i].face / 2] = true;
    }
    unsigned tile = prng_below(prng, BIO_TILES - s->land.tiles);
    for (unsigned i = 0; i <= tile && i < BIO_TILES; i++) {
        tile += used[i];
    }
    return (struct bio_word){.kind = KIND_TILE,
                             .a = (uint8_t)(2 * tile + prng_below(prng, 2)),
                             .b = (uint8_t)prng_below(prng, 6),
                             .c = bio_coord(centre[0]),
                             .d = bio_coord(centre[1])};
}

/* One of the species for which the judge accepts the word. */
static struct bio_word draw_species(const struct setup *setup, const struct bio_state *s, struct prng *prng)
{
    game_move moves[BIO_SPECIES];
    size_t count = bio_legal(setup, s, SEAT_TABLE, moves, BIO_SPECIES);
    return bio_unpack(moves[prng_below(prng, (uint32_t)count)]);
}

static struct bio_word draw_cubes(const struct setup *setup, const struct bio_state *s, struct prng *prng)
{
    bool produces = s->step == STEP_PRODUCE;
    unsigned seat = produces ? s->asked : s->whom;
    unsigned left[BIO_BIOTOPES];
    unsigned drawn[BIO_BIOTOPES] = {0};
    unsigned sum = bio_bag_sum(s, seat);
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        left[b] = s->bag[seat][b];
    }
    for (unsigned n = produces ? bio_production(setup, s, seat) : 1; n > 0; n--, sum--) {
        unsigned at = prng_below(prng, sum);
        unsigned b = 0;
        for (; at >= left[b]; b++) {
            at -= left[b];
        }
        left[b]--;
        drawn[b]++;
    }
    return (struct bio_word){KIND_CUBES,        (uint8_t)seat,     (uint8_t)drawn[0],
                             (uint8_t)drawn[1], (uint8_t)drawn[2], (uint8_t)drawn[3]};
}

game_move bio_chance(const struct setup *setup, const void *state, struct prng *prng)
{
    const struct bio_state *s = state;
    switch (s->step) {
    case STEP_CONDITIONS:
        return bio_pack(SEAT_TABLE, draw_conditions(prng));
    case STEP_TILE:
        return bio_pack(SEAT_TABLE, draw_tile(setup, s, prng));
    case STEP_PRODUCE:
    case STEP_CUBE:
        return bio_pack(SEAT_TABLE, draw_cubes(setup, s, prng));
    default:
        return bio_pack(SEAT_TABLE, draw_species(setup, s, prng));
    }
}

/* ---- a sensible player ---- */

/* What things are worth besides the points they score now, in hundredths of a point; the second for each cycle to come. */
enum {
    WORTH_POINT = 100,
    WORTH_TOKEN = 10,
    WORTH_TOKEN_LATER = 30,
    WORTH_PLANT = 25,
    WORTH_CUBE = 22,
    WORTH_BAG_LATER = 6,
    WORTH_SPECIES_LATER = 25,
    WORTH_CARD = 12,
    WORTH_CARD_LATER = 10,
    SPARE_CARDS = 4 /* no more than these are worth anything */
};

static int32_t value(const struct setup *setup, const struct bio_state *s, unsigned seat)
{
    struct bio_score score;
    int32_t later = (int32_t)bio_cycles(setup) - 1 - s->cycle;
    later = later < 0 ? 0 : later;
    bio_score(setup, s, seat, BIO_SPOTS, &score);
    int32_t sum = 0;
    for (unsigned i = 0; i < BIO_CATEGORIES; i++) {
        sum += WORTH_POINT * score.category[i];
    }
    unsigned cards = bio_hand(s, seat);
    bool draws = s->act == ACT_EVOLVE && s->act_seat == seat;
    cards += draws ? (s->step == STEP_EVOLVE ? s->paid : s->left) : 0u;
    cards = cards < SPARE_CARDS ? cards : SPARE_CARDS;
    sum += (int32_t)cards * (WORTH_CARD + WORTH_CARD_LATER * later);
    sum += (int32_t)bio_land_tokens(&s->land, seat + 1, BIO_ANY) * (WORTH_TOKEN + WORTH_TOKEN_LATER * later);
    sum += (int32_t)bio_bag_sum(s, seat) * WORTH_BAG_LATER * later;
    sum += s->step == STEP_CUBE && s->whom == seat ? WORTH_PLANT : 0;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        sum += s->plants[seat][b] * WORTH_PLANT + s->board[seat][b] * WORTH_BAG_LATER * later;
        sum += s->row_length[seat][b] * WORTH_SPECIES_LATER * later;
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            sum += (int32_t)cubes_sum(s->cubes[s->row[seat][b][i]]) * WORTH_CUBE;
        }
    }
    return sum;
}

struct choice {
    const struct setup *setup;
    const struct bio_state *s;
    unsigned seat;
    struct prng *prng;
    game_move best;
    int32_t best_value;
    uint32_t ties;
};

/* Pays what the action costs, each time with the cube that is missed least; then the value. */
static int32_t pay_and_value(const struct setup *setup, struct bio_state *s, unsigned seat)
{
    while (s->step == STEP_PAY && s->asked == seat) {
        game_move moves[BIO_TYPES * BIO_BIOTOPES * 8];
        size_t cap = sizeof(moves) / sizeof(moves[0]);
        size_t count = bio_legal(setup, s, seat, moves, cap);
        struct bio_state best = *s;
        int32_t most = INT32_MIN;
        for (size_t i = 0; i < count && i < cap; i++) {
            struct error error;
            struct bio_state after = *s;
            int32_t sum = bio_apply(setup, &after, moves[i], &error) == ERR_OK ? value(setup, &after, seat) : INT32_MIN;
            if (sum > most) {
                most = sum;
                best = after;
            }
        }
        *s = best;
    }
    return value(setup, s, seat);
}

static void consider(struct choice *choice, game_move move)
{
    struct error error;
    struct bio_state after = *choice->s;
    if (bio_apply(choice->setup, &after, move, &error) != ERR_OK) {
        return;
    }
    bool acts = choice->s->step == STEP_TURN;
    int32_t sum =
        acts ? pay_and_value(choice->setup, &after, choice->seat) : value(choice->setup, &after, choice->seat);
    if (choice->ties == 0 || sum > choice->best_value) {
        choice->best = move;
        choice->best_value = sum;
        choice->ties = 1;
    } else if (sum == choice->best_value && prng_below(choice->prng, ++choice->ties) == 0) {
        choice->best = move;
    }
}

/* Declared effects are not for a player who reads no cards. */
static bool is_choice(const struct bio_state *s, game_move move)
{
    unsigned kind = bio_unpack(move).kind;
    return s->step == STEP_DECLARED || s->step == STEP_BONUS ? kind == KIND_DONE : kind != KIND_EFFECT;
}

enum { GREEDY_MOVES = 1024 /* more than a turn has; of a longer list the first */ };

/* Tiles go where the booklet has them, as long as the others do the same: landscapes are all alike to it. */
game_move bio_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    game_move moves[GREEDY_MOVES];
    struct choice choice = {.setup = setup, .s = state, .seat = seat, .prng = prng};
    if (choice.s->step == STEP_TILE) {
        return bio_pack(seat, draw_tile(setup, choice.s, prng));
    }
    size_t count = bio_legal(setup, state, seat, moves, GREEDY_MOVES);
    size_t known = count < GREEDY_MOVES ? count : GREEDY_MOVES;
    for (size_t i = 0; i < known; i++) {
        if (is_choice(choice.s, moves[i])) {
            consider(&choice, moves[i]);
        }
    }
    return choice.ties ? choice.best : moves[0];
}

/* ---- level table ---- */

size_t bio_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    (void)setup;
    (void)state;
    (void)level;
    unsigned kind = bio_unpack(move).kind;
    if (kind == KIND_DEAL || kind == KIND_CARD) {
        return 0;
    }
    out[0] = move;
    return 1;
}
