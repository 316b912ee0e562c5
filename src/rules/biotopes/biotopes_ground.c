/*
 * Tokens on the landscape, as a quick player sees them: groups, which of them
 * a hex would join, and what a token there is worth. Everything is counted
 * once, not for each hex anew.
 */
#include "rules/biotopes/biotopes_sight.h"

#include "base/banned.h"

enum { POINT = 100 };

/* Takes the tokens of one group in, and marks the hexes beside them. */
static void read_group(const struct bio_land *land, unsigned owner, unsigned first, struct bio_ground *ground)
{
    uint8_t queue[BIO_HEXES];
    unsigned tail = 0;
    uint16_t bit = (uint16_t)(1u << ground->groups++);
    queue[tail++] = (uint8_t)first;
    ground->label[first] = ground->groups;
    for (unsigned head = 0; head < tail; head++) {
        for (unsigned k = 0; k < 6; k++) {
            unsigned next = land->beside[queue[head]][k];
            if (next == HEX_NONE) {
                continue;
            }
            ground->near[next] |= bit;
            if (land->owner[next] == owner && !ground->label[next]) {
                ground->label[next] = ground->groups;
                queue[tail++] = (uint8_t)next;
            }
        }
    }
}

/* Joins the groups of the mask by a bridge. */
static void bridge(struct bio_ground *ground, unsigned mask)
{
    unsigned least = ground->bridged[__builtin_ctz(mask)];
    for (unsigned rest = mask; rest; rest &= rest - 1) {
        unsigned other = ground->bridged[__builtin_ctz(rest)];
        least = other < least ? other : least;
    }
    for (unsigned rest = mask; rest; rest &= rest - 1) {
        unsigned other = ground->bridged[__builtin_ctz(rest)];
        for (unsigned g = 0; g < ground->groups && other != least; g++) {
            ground->bridged[g] = ground->bridged[g] == other ? (uint8_t)least : ground->bridged[g];
        }
    }
}

void bio_ground_read(const struct bio_land *land, unsigned owner, struct bio_ground *ground)
{
    memset(ground->near, 0, sizeof(ground->near));
    memset(ground->label, 0, sizeof(ground->label));
    ground->tokens = ground->groups = ground->reach = 0;
    for (unsigned i = 0; i < land->count && ground->tokens < sizeof(ground->token); i++) {
        if (land->owner[i] == owner) {
            ground->token[ground->tokens++] = (uint8_t)i;
        }
    }
    for (unsigned i = 0; i < ground->tokens; i++) {
        if (!ground->label[ground->token[i]]) {
            read_group(land, owner, ground->token[i], ground);
        }
    }
    for (unsigned g = 0; g < ground->groups; g++) {
        ground->bridged[g] = (uint8_t)g;
    }
    for (unsigned i = 0; i < land->count; i++) {
        unsigned near = ground->near[i];
        if (near == 0 || land->owner[i] != OWNER_NONE) {
            continue;
        }
        ground->reach = (uint8_t)(ground->reach | 1u << land->biotope[i]);
        if (near & (near - 1)) {
            bridge(ground, near);
        }
    }
}

/* How many bridged groups are among those of the mask. */
static int32_t bridged_in(const struct bio_ground *ground, unsigned mask)
{
    unsigned firsts = 0;
    for (; mask; mask &= mask - 1) {
        firsts |= 1u << ground->bridged[__builtin_ctz(mask)];
    }
    return __builtin_popcount(firsts);
}

/* Groups more or less, when the token on `from` goes: by the tokens around it, as if they met nowhere else. */
static int32_t groups_left(const struct bio_land *land, const struct bio_ground *ground, unsigned from)
{
    static const uint8_t round[6] = {0, 1, 3, 5, 4, 2}; /* bio_way, clockwise */
    int32_t runs = 0;
    for (unsigned k = 0; k < 6; k++) {
        unsigned here = land->beside[from][round[k]];
        unsigned next = land->beside[from][round[(k + 1) % 6]];
        bool own = here != HEX_NONE && ground->label[here];
        runs += own && !(next != HEX_NONE && ground->label[next]);
    }
    bool around = runs == 0; /* alone, or one of seven */
    for (unsigned k = 0; k < 6 && around; k++) {
        unsigned here = land->beside[from][k];
        around = !(here != HEX_NONE && ground->label[here]);
    }
    return around ? -1 : runs > 1 ? runs - 1 : 0;
}

/* The groups that a hex touches, but for what the token on `from` adds. */
static unsigned touched(const struct bio_land *land, const struct bio_ground *ground, unsigned from, unsigned hex)
{
    if (from == HEX_NONE) {
        return ground->near[hex];
    }
    unsigned mask = 0;
    for (unsigned k = 0; k < 6; k++) {
        unsigned next = land->beside[hex][k];
        mask |= next != HEX_NONE && next != from && ground->label[next] ? 1u << (ground->label[next] - 1) : 0;
    }
    return mask;
}

int32_t bio_site_value(const struct bio_sight *t, unsigned from, unsigned to)
{
    const struct bio_land *land = &t->s->land;
    const struct bio_ground *ground = &t->ground;
    unsigned near = touched(land, ground, from, to);
    unsigned wide = near;
    unsigned reach = 0;
    for (unsigned k = 0; k < 6; k++) {
        unsigned next = land->beside[to][k];
        if (next != HEX_NONE && land->owner[next] == OWNER_NONE) {
            wide |= touched(land, ground, from, next);
            reach |= 1u << land->biotope[next];
        }
    }
    bool first = ground->groups == (from != HEX_NONE && ground->tokens == 1); /* no other token: no group too many */
    int32_t joined = first ? 0 : (int32_t)__builtin_popcount(near) - 1;
    int32_t bridged = first ? 0 : bridged_in(ground, wide) - 1;
    int32_t sum = bio_share(&t->look, W_TERRITORY, land->biotope[to] == t->s->condition[0] ? 2 * POINT : 0);
    if (from != HEX_NONE) {
        sum -= bio_share(&t->look, W_TERRITORY, land->biotope[from] == t->s->condition[0] ? 2 * POINT : 0);
        joined -= groups_left(land, ground, from);
    }
    sum -= joined * bio_worth(&t->look, W_GROUPS) + bridged * bio_worth(&t->look, W_BRIDGES);
    return sum + __builtin_popcount(reach & ~(unsigned)ground->reach) * bio_worth(&t->look, W_ROOM);
}
