/*
 * A sensible player. It looks one action ahead, to its end, and takes the one
 * after which the position is worth most to it (biotopes_value.c). On the way
 * it answers what the action asks as it would when it is asked; cards and
 * cubes that are to be drawn are counted, not known. It knows its own cards only.
 */
#include "rules/biotopes/biotopes_value.h"

#include "base/banned.h"

/* A position with what is still to come of the action under way. */
struct prospect {
    struct bio_outlook look;
    struct bio_state s;
    unsigned draws; /* cards */
    unsigned cubes; /* from the bag */
    int32_t harm;   /* to a rival */
};

enum { HARM_PART = 3 /* what a rival loses is worth a part of it */ };

static int32_t prospect_value(const struct prospect *p, const struct bio_state *s)
{
    return bio_value(&p->look, s, p->draws) + (int32_t)p->cubes * bio_value_of_cube(&p->look) + p->harm / HARM_PART;
}

/* Calls fn for each colour of cubes at each of the seat's own spots. */
typedef void cube_fn(struct prospect *p, unsigned spot, unsigned colour, void *context);

static void each_cube(struct prospect *p, cube_fn *fn, void *context)
{
    struct bio_state *s = &p->s;
    unsigned seat = p->look.seat;
    for (unsigned b = 0; b < BIO_BIOTOPES; b++) {
        if (s->plants[seat][b] > 0) {
            fn(p, BIO_SPECIES + b, b, context);
        }
        for (unsigned i = 0; i < s->row_length[seat][b]; i++) {
            unsigned species = s->row[seat][b][i];
            for (unsigned colour = 0; colour < BIO_BIOTOPES; colour++) {
                if (cubes_of(s->cubes[species], colour) > 0) {
                    fn(p, species, colour, context);
                }
            }
        }
    }
}

/* The best of some words, and its value. */
struct pick {
    struct bio_word word;
    int32_t value;
    bool any;
};

static void offer(struct pick *pick, struct bio_word word, int32_t value)
{
    if (!pick->any || value > pick->value) {
        *pick = (struct pick){word, value, true};
    }
}

static void offer_payment(struct prospect *p, unsigned spot, unsigned colour, void *context)
{
    for (unsigned type = 0; type < BIO_TYPES; type++) {
        struct bio_word w = {.kind = KIND_PAY, .a = (uint8_t)type, .b = (uint8_t)colour, .c = (uint8_t)spot};
        if (bio_pays_as(p->look.setup, &p->s, p->look.seat, spot, type) &&
            bio_check_pay(p->look.setup, &p->s, w) == BIO_OK) {
            struct bio_state after = p->s;
            bool evolves = after.step == STEP_EVOLVE;
            bio_do_pay(p->look.setup, &after, w);
            if (!evolves) {
                bio_advance(p->look.setup, &after);
            }
            p->draws = evolves ? after.paid : p->draws;
            offer(context, w, prospect_value(p, &after));
        }
    }
}

/* Pays with the cube that is missed least. */
static bool pay_best(struct prospect *p)
{
    struct pick pick = {.any = false};
    each_cube(p, offer_payment, &pick);
    if (pick.any) {
        bio_do_pay(p->look.setup, &p->s, pick.word);
        bio_advance(p->look.setup, &p->s);
    }
    return pick.any;
}

/* Evolution: pays and discards as long as that is better than to draw now. */
static bool evolve_on(struct prospect *p)
{
    struct pick pick = {.any = false};
    unsigned paid = p->s.paid;
    p->draws = paid;
    int32_t now = prospect_value(p, &p->s);
    each_cube(p, offer_payment, &pick);
    for (unsigned i = 0; i < BIO_SPECIES && paid > 0; i++) {
        if (p->s.at[i] == AT_HAND + p->look.seat) {
            struct bio_state after = p->s;
            bio_leave_hand(p->look.setup, &after, p->look.seat, i, AT_DISCARD);
            p->draws = ++after.paid;
            offer(&pick, (struct bio_word){.kind = KIND_DISCARD, .b = (uint8_t)i}, prospect_value(p, &after));
        }
    }
    p->draws = paid;
    if (!pick.any || (paid > 0 && pick.value <= now)) {
        return false;
    }
    if (pick.word.kind == KIND_PAY) {
        bio_do_pay(p->look.setup, &p->s, pick.word);
    } else {
        bio_leave_hand(p->look.setup, &p->s, p->look.seat, pick.word.b, AT_DISCARD);
        p->s.paid++;
    }
    p->draws = p->s.paid;
    return true;
}

/* Not every shift is worth a thought: to a species with fewer cubes, of which it has few, or one whose cubes are points. */
static bool is_good_shift(const struct prospect *p, unsigned from, unsigned to)
{
    const struct bio_species *species = bio_cat(p->look.setup)->species;
    bool plant = from >= BIO_SPECIES;
    bool populates = species[to].type == p->s.condition[3] && (plant || species[from].type != p->s.condition[3]);
    unsigned cubes = cubes_sum(p->s.cubes[to]);
    return populates || (cubes < 2 && (plant || cubes < cubes_sum(p->s.cubes[from])));
}

static void offer_shift(struct prospect *p, unsigned spot, unsigned colour, void *context)
{
    struct bio_state after = p->s;
    bio_take_cube(&after, p->look.seat, spot, colour);
    for (unsigned i = 0; i < BIO_BIOTOPES * BIO_ROW; i++) {
        unsigned b = i / BIO_ROW;
        bool there = i % BIO_ROW < p->s.row_length[p->look.seat][b];
        unsigned to = there ? p->s.row[p->look.seat][b][i % BIO_ROW] : BIO_SPOTS;
        struct bio_word w = {.kind = KIND_SHIFT, .b = (uint8_t)colour, .c = (uint8_t)spot, .d = (uint8_t)to};
        if (to < BIO_SPOTS && is_good_shift(p, spot, to) && bio_check_shift(&p->s, p->look.seat, w) == BIO_OK) {
            bio_add_cube(&after, p->look.seat, to, colour);
            offer(context, w, prospect_value(p, &after));
            bio_take_cube(&after, p->look.seat, to, colour);
        }
    }
}

static void shift_best(struct prospect *p)
{
    struct pick pick = {.any = false};
    each_cube(p, offer_shift, &pick);
    if (pick.any && pick.value > prospect_value(p, &p->s)) {
        bio_take_cube(&p->s, p->look.seat, pick.word.c, pick.word.b);
        bio_add_cube(&p->s, p->look.seat, pick.word.d, pick.word.b);
        p->s.shift_spot = (uint8_t)(pick.word.d + 1);
        p->s.shift_colour = pick.word.b;
        p->s.left--;
    } else {
        p->s.left = 0;
    }
    bio_advance(p->look.setup, &p->s);
}

/* What it would cost each rival to lose the cube that is dearest to it. */
static int32_t harm_best(const struct prospect *p)
{
    int32_t most = 0;
    for (unsigned rival = 0; rival < p->look.setup->seats; rival++) {
        struct bio_state after = p->s;
        int32_t before = rival != p->look.seat ? bio_value_of_rival(&p->look, &after, rival) : 0;
        for (unsigned b = 0; b < BIO_BIOTOPES && rival != p->look.seat; b++) {
            for (unsigned i = 0; i < after.row_length[rival][b]; i++) {
                uint16_t *cubes = &after.cubes[after.row[rival][b][i]];
                uint16_t had = *cubes;
                unsigned colour = 0;
                while (colour < BIO_BIOTOPES && cubes_of(had, colour) == 0) {
                    colour++;
                }
                if (colour < BIO_BIOTOPES) {
                    *cubes = (uint16_t)(had - (1u << 4 * colour));
                    int32_t harm = before - bio_value_of_rival(&p->look, &after, rival);
                    most = harm > most ? harm : most;
                    *cubes = had;
                }
            }
        }
    }
    return most;
}

/* The rival goes to the first hex it can. */
static void retreat_any(struct prospect *p)
{
    unsigned to = HEX_NONE;
    for (unsigned i = 6; i > 0; i--) {
        unsigned hex = p->s.land.beside[p->s.to][i - 1];
        to = hex != HEX_NONE && p->s.land.owner[hex] == OWNER_NONE ? hex : to;
    }
    bio_retreat(&p->s, to);
    bio_advance(p->look.setup, &p->s);
}

static bool draws_cube(const struct setup *setup, const struct bio_state *s)
{
    return s->step == STEP_GAIN && bio_effect_at(setup, s, s->act_seat, bio_scan_spot(s))->gain == GAIN_CUBE;
}

/* Goes through the rest of the action as the seat would; what is drawn is counted, not known. */
static void play_on(struct prospect *p)
{
    struct bio_state *s = &p->s;
    unsigned seat = p->look.seat;
    while (s->act != ACT_NONE && s->act_seat == seat) {
        switch (s->step) {
        case STEP_PAY:
            if (!pay_best(p)) {
                return;
            }
            break;
        case STEP_EVOLVE:
            if (!evolve_on(p)) {
                bio_next_stage(s); /* to what Evolution gains */
                s->opened = 1;
                bio_advance(p->look.setup, s);
            }
            break;
        case STEP_RETREAT:
            retreat_any(p);
            break;
        case STEP_GAIN:
        case STEP_DRAW:
            *(draws_cube(p->look.setup, s) ? &p->cubes : &p->draws) += s->left;
            s->left = 0;
            bio_advance(p->look.setup, s);
            break;
        case STEP_SHIFT:
            shift_best(p);
            break;
        case STEP_PREY:
            p->harm = harm_best(p);
            s->left = 0;
            bio_advance(p->look.setup, s);
            break;
        default:
            return;
        }
    }
}

/* The best of some moves; those that are as good have the same chance. */
struct better {
    game_move move;
    int32_t value;
    uint32_t ties; /* 0: none yet */
};

static void take_better(struct better *better, game_move move, int32_t value, struct prng *prng)
{
    if (better->ties == 0 || value > better->value) {
        *better = (struct better){move, value, 1};
    } else if (value == better->value && prng_below(prng, ++better->ties) == 0) {
        better->move = move;
    }
}

struct choice {
    struct bio_outlook look;
    const struct bio_state *s;
    struct prng *prng;
    struct better best;
    struct better site[3][BIO_BIOTOPES]; /* Expansion, Migration, Competition */
};

/* The value of a move: of the position when the action is over, as far as that can be known. */
static bool value_of(const struct choice *choice, struct bio_word w, int32_t *value)
{
    const struct setup *setup = choice->look.setup;
    unsigned seat = choice->look.seat;
    struct prospect p = {.look = choice->look, .s = *choice->s};
    struct error error;
    if (w.kind == KIND_PASS) { /* what could still be done in this cycle is not */
        p.s.used[seat] = 0xff;
    } else if (bio_apply(setup, &p.s, bio_pack(seat, w), &error) != ERR_OK) {
        return false;
    }
    p.cubes = p.s.step == STEP_CUBE && p.s.whom == seat;
    p.draws = p.s.step == STEP_CARD && p.s.act_seat == seat ? p.s.left : 0;
    if (w.kind == KIND_PREY) {
        p.harm = bio_value_of_rival(&p.look, choice->s, w.b) - bio_value_of_rival(&p.look, &p.s, w.b);
    }
    if (w.kind != KIND_PASS && w.kind != KIND_SHIFT) { /* shifts are chosen one by one: there are too many pairs */
        play_on(&p);
    }
    if (memcmp(p.s.land.owner, choice->s->land.owner, sizeof(p.s.land.owner)) != 0) {
        bio_look_at_land(&p.look, &p.s);
    }
    *value = prospect_value(&p, &p.s);
    return true;
}

static void consider(struct choice *choice, game_move move)
{
    int32_t sum = 0;
    if (value_of(choice, bio_unpack(move), &sum)) {
        take_better(&choice->best, move, sum, choice->prng);
    }
}

/* Of the hexes of one biotope for an action on the landscape, the one that is best as land: all else is the same. */
static void consider_site(struct choice *choice, struct bio_state *scratch, game_move move)
{
    struct bio_word w = bio_unpack(move);
    struct bio_land *land = &scratch->land;
    bool moves = w.kind == KIND_MIGRATE;
    unsigned to = bio_land_find(land, bio_uncoord(moves ? w.c : w.a), bio_uncoord(moves ? w.d : w.b));
    unsigned from = moves ? bio_land_find(land, bio_uncoord(w.a), bio_uncoord(w.b)) : to;
    uint8_t was = land->owner[to];
    struct bio_outlook look = choice->look;
    land->owner[from] = OWNER_NONE;
    land->owner[to] = (uint8_t)(1 + look.seat);
    bio_look_at_land(&look, scratch);
    land->owner[from] = (uint8_t)(1 + look.seat);
    land->owner[to] = was;
    take_better(&choice->site[w.kind - KIND_EXPAND][land->biotope[to]], move, look.land, choice->prng);
}

enum { GREEDY_MOVES = 1024 /* more than a turn has; of a longer list the first */ };

/*
 * Tiles go where the booklet has them, as long as the others do the same: landscapes are all alike to it. So are the
 * advanced biotopes of a token.
 */
game_move bio_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    game_move moves[GREEDY_MOVES];
    struct choice choice = {.s = state, .prng = prng};
    size_t known = bio_options(setup, state, seat, moves, GREEDY_MOVES);
    if (choice.s->step == STEP_TILE) {
        return bio_pack(seat, bio_unpack(bio_chance(setup, state, prng)));
    }
    if (choice.s->step == STEP_BIOTOPE) {
        return moves[prng_below(prng, (uint32_t)known)];
    }
    bio_look(&choice.look, setup, state, seat);
    struct bio_state scratch = *choice.s;
    for (size_t i = 0; i < known; i++) {
        unsigned kind = bio_unpack(moves[i]).kind;
        if (kind >= KIND_EXPAND && kind <= KIND_COMPETE) {
            consider_site(&choice, &scratch, moves[i]);
        } else if (bio_is_choice(choice.s, kind)) {
            consider(&choice, moves[i]);
        }
    }
    for (unsigned i = 0; i < 3 * BIO_BIOTOPES; i++) {
        const struct better *site = &choice.site[i / BIO_BIOTOPES][i % BIO_BIOTOPES];
        if (site->ties > 0) {
            consider(&choice, site->move);
        }
    }
    return choice.best.ties ? choice.best.move : moves[0];
}
