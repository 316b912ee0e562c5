/* Records: keeping the highest, and the oldest of those who share it. */
#include "stats/holders.h"

#include "stats/varint.h"

#include "base/banned.h"

struct holders *holders_new(const struct allocator *allocator, unsigned categories)
{
    unsigned kinds = RECORD_CATEGORY + (categories < GAME_CATEGORIES ? categories : GAME_CATEGORIES);
    struct holders *holders = mem_new(allocator, 1, sizeof(*holders) + kinds * sizeof(holders->best[0]));
    if (holders) {
        holders->kinds = kinds;
    }
    return holders;
}

static bool is_older(const struct holder *one, const struct holder *two)
{
    if (one->day != two->day) {
        return one->day < two->day;
    }
    return one->game != two->game ? one->game < two->game : one->seat < two->seat;
}

/* Into the list of the oldest, if it is one of them. */
static void name_holder(struct best *best, const struct holder *holder)
{
    unsigned at = best->count;
    if (at == RECORD_TIES) {
        if (!is_older(holder, &best->held[RECORD_TIES - 1])) {
            return;
        }
        at--;
    } else {
        best->count++;
    }
    for (; at > 0 && is_older(holder, &best->held[at - 1]); at--) {
        best->held[at] = best->held[at - 1];
    }
    best->held[at] = *holder;
}

/* `best` is to hold this value; false when it holds a higher one. */
static bool reach(struct best *best, int64_t value)
{
    if (best->ties > 0 && best->value > value) {
        return false;
    }
    if (best->ties > 0 && best->value < value) {
        best->ties = 0;
        best->count = 0;
    }
    best->value = value;
    return true;
}

void holders_take(struct holders *holders, unsigned kind, int64_t value, const struct holder *holder)
{
    if (kind < holders->kinds && reach(&holders->best[kind], value)) {
        holders->best[kind].ties++;
        name_holder(&holders->best[kind], holder);
    }
}

static void merge_best(struct best *best, const struct best *other)
{
    if (other->ties == 0 || !reach(best, other->value)) {
        return;
    }
    best->ties += other->ties;
    for (unsigned i = 0; i < other->count; i++) {
        name_holder(best, &other->held[i]);
    }
}

void holders_merge(struct holders *holders, const struct holders *other)
{
    for (unsigned kind = 0; kind < holders->kinds && kind < other->kinds; kind++) {
        merge_best(&holders->best[kind], &other->best[kind]);
    }
}

void holders_pack(const struct holders *holders, struct strbuf *out)
{
    unsigned kinds = holders->kinds;
    while (kinds > 0 && holders->best[kinds - 1].ties == 0) {
        kinds--;
    }
    varint_put(out, kinds);
    for (unsigned kind = 0; kind < kinds; kind++) {
        const struct best *best = &holders->best[kind];
        varint_put(out, (uint64_t)best->ties);
        if (best->ties == 0) {
            continue;
        }
        varint_put_signed(out, best->value);
        varint_put(out, best->count);
        for (unsigned i = 0; i < best->count; i++) {
            varint_put_signed(out, best->held[i].day);
            varint_put(out, (uint64_t)best->held[i].game);
            varint_put(out, (uint64_t)best->held[i].seat);
        }
    }
}

static bool take_holder(struct span *bytes, struct holder *holder)
{
    int64_t day = 0;
    uint64_t game = 0;
    uint64_t seat = 0;
    bool good = varint_take_signed(bytes, &day) && varint_take(bytes, INT64_MAX, &game) &&
                varint_take(bytes, GAME_PLAYERS - 1, &seat) && day >= INT32_MIN && day <= INT32_MAX;
    *holder = (struct holder){(int64_t)game, good ? (int32_t)day : 0, (int32_t)seat};
    return good;
}

bool holders_unpack(struct span bytes, struct holders *holders)
{
    uint64_t kinds = 0;
    bool good = varint_take(&bytes, RECORD_KINDS, &kinds);
    for (unsigned kind = 0; good && kind < kinds; kind++) {
        struct best best = {.count = 0};
        uint64_t ties = 0;
        uint64_t count = 0;
        good = varint_take(&bytes, INT64_MAX, &ties);
        if (!good || ties == 0) {
            continue;
        }
        good = varint_take_signed(&bytes, &best.value) && varint_take(&bytes, RECORD_TIES, &count) && count <= ties;
        best.ties = (int64_t)ties;
        best.count = good ? (unsigned)count : 0;
        for (unsigned i = 0; good && i < best.count; i++) {
            good = take_holder(&bytes, &best.held[i]);
        }
        if (good && kind < holders->kinds) {
            merge_best(&holders->best[kind], &best);
        }
    }
    return good && bytes.len == 0;
}
