/*
 * For simulation: what chance does, how a game is written at a lower level, and
 * a player who is sensible and quick. That player knows what a person at the
 * table knows: its own clans, the forest, the River, everybody's towers.
 */
#include "rules/grandbois/grandbois_state.h"

#include "base/banned.h"

/* ---- chance ---- */

static unsigned draw_tile(const struct grandbois_state *s, struct prng *prng)
{
    unsigned left = (unsigned)(GRANDBOIS_TILES - __builtin_popcountll(s->drawn));
    unsigned skip = prng_below(prng, left);
    unsigned tile = 1;
    for (; (s->drawn & tile_bit(tile)) || skip > 0; tile++) {
        skip -= !(s->drawn & tile_bit(tile));
    }
    return tile;
}

static unsigned draw_clan(const struct grandbois_state *s, struct prng *prng)
{
    unsigned taken = grandbois_clans_taken(s);
    unsigned skip = prng_below(prng, GRANDBOIS_CLANS - (unsigned)__builtin_popcount(taken));
    unsigned clan = 1;
    for (; (taken >> clan & 1) || skip > 0; clan++) {
        skip -= !(taken >> clan & 1);
    }
    return clan;
}

game_move grandbois_chance(const struct setup *setup, const void *state, struct prng *prng)
{
    const struct grandbois_state *s = state;
    seat_set hidden = s->phase == PHASE_SETUP ? grandbois_hidden(setup, s) : 0;
    struct grandbois_word w = {.kind = KIND_CLAN};
    if (hidden) {
        w.a = (unsigned)__builtin_ctz(hidden);
        w.b = draw_clan(s, prng);
    } else {
        w.kind = KIND_RIVER;
        w.a = draw_tile(s, prng);
    }
    return grandbois_pack(SEAT_TABLE, w);
}

/* ---- telling ---- */

size_t grandbois_project(const struct setup *setup, const void *state, game_move move, unsigned level, game_move *out)
{
    (void)level; /* there is one lower level that tells the game as played: table */
    if (grandbois_unpack(move).kind == KIND_CLAN) {
        return 0;
    }
    struct grandbois_state after = *(const struct grandbois_state *)state;
    struct error ignored;
    size_t count = 0;
    out[count++] = move;
    /* The move that ends the game is followed by the clans. */
    if (grandbois_apply(setup, &after, move, &ignored) == ERR_OK && after.phase == PHASE_OVER) {
        for (unsigned player = 0; player < setup->seats; player++) {
            for (unsigned i = 0; i < grandbois_share(setup); i++) {
                struct grandbois_word w = {.kind = KIND_REVEAL, .a = after.clan[player][i]};
                out[count++] = grandbois_pack(player, w);
            }
        }
    }
    return count;
}

/* ---- the sensible player ---- */

enum { OWN = 6, OTHERS = 1 }; /* what a point of one's own weighs, and one that another player may get */

struct thought {
    const struct setup *setup;
    const struct grandbois_state *s;
    unsigned player;
    unsigned mine;                         /* bit `clan` */
    unsigned largest[GRANDBOIS_CLANS + 1]; /* set of each of one's clans */
    uint8_t part[GRID_CELLS];              /* by cell of one's clans: number of its connected part */
    uint8_t size[GRANDBOIS_MOST_SQUARES + 1];
    struct prng *prng;
    struct grandbois_word best;
    int best_value;
    uint32_t ties;
};

static bool is_mine(const struct thought *t, unsigned square)
{
    return square_clan(square) != 0 && (t->mine >> square_clan(square) & 1);
}

static void number_part(struct thought *t, unsigned cell, unsigned part)
{
    static const unsigned beside[4] = {1, 4, 3, 6}; /* up, right, left, down among the eight around */
    uint16_t stack[4 * GRANDBOIS_MOST_SQUARES + 1];
    unsigned depth = 0;
    unsigned clan = square_clan(t->s->grid[cell]);
    stack[depth++] = (uint16_t)cell;
    while (depth > 0) {
        unsigned at = stack[--depth];
        if (t->part[at] != 0 || square_clan(t->s->grid[at]) != clan) {
            continue;
        }
        t->part[at] = (uint8_t)part;
        t->size[part]++;
        for (unsigned i = 0; i < 4; i++) {
            stack[depth++] = (uint16_t)(at + grid_around[beside[i]]);
        }
    }
    t->largest[clan] = t->size[part] > t->largest[clan] ? t->size[part] : t->largest[clan];
}

static void look_around(struct thought *t)
{
    unsigned parts = 0;
    for (unsigned row = t->s->top; row <= t->s->bottom; row++) {
        for (unsigned column = t->s->left; column <= t->s->right; column++) {
            unsigned cell = row * GRID_SIDE + column;
            if (is_mine(t, t->s->grid[cell]) && t->part[cell] == 0) {
                number_part(t, cell, ++parts);
            }
        }
    }
}

/* Points that a square brings to a tower: of this player, or as another player might count it. */
static int tower_worth(const struct thought *t, unsigned square, bool own)
{
    if (square_clan(square) == 0) {
        return 0;
    }
    return own && is_mine(t, square) ? 2 : 1;
}

/* What laying `upper` on `lower` at a cell changes for squares and towers. */
static int square_value(const struct thought *t, unsigned cell, unsigned upper, unsigned lower)
{
    int value = OWN * (is_mine(t, upper) - is_mine(t, lower));
    value -= OTHERS * ((square_clan(upper) && !is_mine(t, upper)) - (square_clan(lower) && !is_mine(t, lower)));
    unsigned first = grandbois_first_tower(t->setup, t->player);
    for (unsigned i = 0; i < GRANDBOIS_TOWERS; i++) {
        unsigned from = cell + GRID_SIDE + 1 - t->s->tower[i]; /* 0..2 and so on for a neighbour */
        if (t->s->tower[i] == 0 || from > 2 * GRID_SIDE + 2 || from % GRID_SIDE > 2) {
            continue;
        }
        bool own = i >= first && i < first + grandbois_share(t->setup);
        int change = tower_worth(t, upper, own) - tower_worth(t, lower, own);
        value += own ? OWN * change : -OTHERS * change;
    }
    return value;
}

/* How large the set becomes that the tile's squares of one clan join or form, as far as a glance tells. */
static unsigned joined_size(const struct thought *t, struct grandbois_word w, unsigned clan)
{
    static const unsigned beside[4] = {1, 4, 3, 6};
    uint8_t seen[4 * 4];
    unsigned count = 0;
    unsigned size = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        if (square_clan(tile_square(w.a, w.b, corner)) != clan) {
            continue;
        }
        size++;
        for (unsigned i = 0; i < 4; i++) {
            unsigned cell = w.cell + grid_corner[corner] + grid_around[beside[i]];
            uint8_t part = square_clan(t->s->grid[cell]) == clan ? t->part[cell] : 0;
            bool known = part == 0;
            for (unsigned j = 0; j < count && !known; j++) {
                known = seen[j] == part;
            }
            if (!known) {
                seen[count++] = part;
                size += t->size[part];
            }
        }
    }
    return size;
}

static int lay_value(const struct thought *t, struct grandbois_word w)
{
    int value = 0;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned cell = w.cell + grid_corner[corner];
        unsigned lower = t->s->grid[cell];
        value += square_value(t, cell, tile_square(w.a, w.b, corner), lower);
        /* Covering a square of one's largest set makes that smaller too. */
        if (is_mine(t, lower) && t->size[t->part[cell]] == t->largest[square_clan(lower)]) {
            value -= 2 * OWN;
        }
    }
    for (unsigned clan = 1; clan <= GRANDBOIS_CLANS; clan++) {
        if (t->mine >> clan & 1) {
            unsigned size = joined_size(t, w, clan);
            value += size > t->largest[clan] ? 2 * OWN * (int)(size - t->largest[clan]) : (int)size;
        }
    }
    return value;
}

/* Keeps the better one; of equals, each with the same chance. */
static void consider(struct thought *t, struct grandbois_word w, int value)
{
    if (t->ties == 0 || value > t->best_value) {
        t->best = w;
        t->best_value = value;
        t->ties = 1;
    } else if (value == t->best_value && prng_below(t->prng, ++t->ties) == 0) {
        t->best = w;
    }
}

static bool consider_lay(void *context, struct grandbois_word word)
{
    struct thought *t = context;
    consider(t, word, lay_value(t, word));
    return true;
}

/* A tower now is worth what surrounds it and what free cells may still bring; waiting is worth less and less. */
static void consider_towers(struct thought *t)
{
    const struct grandbois_state *s = t->s;
    int to_come = GRANDBOIS_TILES - s->tiles;
    consider(t, (struct grandbois_word){.kind = KIND_PASS}, OWN * to_come / 3);
    unsigned first = grandbois_first_tower(t->setup, t->player);
    unsigned colour = s->tower[first] == 0 ? first : first + 1;
    for (unsigned corner = 0; corner < 4; corner++) {
        unsigned cell = s->last + grid_corner[corner];
        if (s->grid[cell] != SQUARE_CLEARING) {
            continue;
        }
        int value = 0;
        int room = 0;
        for (unsigned i = 0; i < 8; i++) {
            unsigned square = s->grid[cell + grid_around[i]];
            value += tower_worth(t, square, true);
            room += square <= SQUARE_CLEARING;
        }
        room = room < to_come / 2 ? room : to_come / 2;
        consider(t, (struct grandbois_word){.kind = KIND_TOWER, .a = colour, .cell = cell}, OWN * (value + room) + 1);
    }
}

game_move grandbois_greedy(const struct setup *setup, const void *state, unsigned seat, struct prng *prng)
{
    const struct grandbois_state *s = state;
    struct thought t = {.setup = setup, .s = s, .player = seat, .prng = prng};
    t.mine = (1u << s->clan[seat][0] | 1u << s->clan[seat][1]) & ~1u;
    if (s->phase == PHASE_TOWER) {
        consider_towers(&t);
    } else {
        look_around(&t);
        grandbois_each_lay(setup, s, consider_lay, &t);
    }
    return grandbois_pack(seat, t.best);
}
