/*
 * Games packed, and the walk over them. Where a game has few types, as Forêt,
 * every type of a seat has a byte, and the slopes are sums of small dense
 * products of the differences to the last seat; where it has many, of which a
 * seat holds some, as Ecos, only what is held is kept and touched.
 */
#include "stats/worth_games.h"

#include "stats/worth_table.h"

#include "base/banned.h"

enum { STEPS = 8 /* multiplications to a step of the pace */ };

static const struct message MSG_GAME = {ERR_USAGE, "worth.game", "a game that no worth can be fitted to",
                                        "une partie dont aucune valeur ne peut être tirée"};
static const struct message MSG_LIMIT = {ERR_LIMIT, "worth.limit", "too many games to tell what a card is worth",
                                         "trop de parties pour dire ce que vaut une carte"};

/* ---- packing ---- */

struct worth *worth_new(const struct allocator *allocator, unsigned types, size_t limit)
{
    struct worth *worth = mem_new(allocator, 1, sizeof(*worth));
    if (!worth) {
        return NULL;
    }
    worth->allocator = allocator;
    worth->types = types;
    worth->limit = limit;
    if (types <= WORTH_DENSE) {
        worth->stride = (types + WORTH_BLOCK - 1) / WORTH_BLOCK * WORTH_BLOCK;
    }
    return worth;
}

void worth_free(struct worth *worth)
{
    if (!worth) {
        return;
    }
    const struct allocator *allocator = worth->allocator;
    mem_free(allocator, worth->size);
    mem_free(allocator, worth->group);
    mem_free(allocator, worth->theta);
    mem_free(allocator, worth->copies);
    mem_free(allocator, worth->count);
    mem_free(allocator, worth->held);
    mem_free(allocator, worth);
}

static bool is_sound(const struct worth *worth, const struct worth_seat *seat)
{
    for (size_t i = 0; i < seat->count; i++) {
        if (seat->held[i].type >= worth->types || (i > 0 && seat->held[i].type <= seat->held[i - 1].type)) {
            return false;
        }
    }
    return seat->theta - seat->theta == 0; /* finite */
}

/* Room for `more` things behind the `used` ones. False: no memory. */
static bool reserve(const struct allocator *allocator, void *memory, size_t used, size_t more, size_t *room,
                    size_t size)
{
    void *items = NULL;
    memcpy(&items, memory, sizeof(items));
    size_t wanted = *room;
    while (wanted < used + more) {
        wanted = wanted > 0 ? wanted + wanted / 2 : 1024;
    }
    if (wanted == *room) {
        return true;
    }
    items = wanted <= SIZE_MAX / size ? mem_resize(allocator, items, wanted * size) : NULL;
    if (!items) {
        return false;
    }
    memcpy(memory, &items, sizeof(items));
    *room = wanted;
    return true;
}

static bool reserve_game(struct worth *worth, unsigned seats, size_t held)
{
    const struct allocator *a = worth->allocator;
    size_t stride = worth->stride;
    return reserve(a, &worth->size, worth->games, 1, &worth->games_room, sizeof(*worth->size)) &&
           reserve(a, &worth->group, worth->seats, seats, &worth->group_room, sizeof(*worth->group)) &&
           reserve(a, &worth->theta, worth->seats, seats, &worth->theta_room, sizeof(*worth->theta)) &&
           (stride > 0
                ? reserve(a, &worth->copies, worth->seats, seats, &worth->copies_room, stride)
                : reserve(a, &worth->count, worth->seats, seats, &worth->count_room, sizeof(*worth->count)) &&
                      reserve(a, &worth->held, worth->held_count, held, &worth->held_room, sizeof(*worth->held)));
}

static void put_seat(struct worth *worth, const struct worth_seat *seat)
{
    worth->theta[worth->seats] = seat->theta;
    for (size_t i = 0; i < seat->count; i++) {
        worth->total[seat->held[i].type] += seat->held[i].copies;
    }
    if (worth->stride > 0) {
        uint8_t *copies = &worth->copies[worth->seats * worth->stride];
        memset(copies, 0, worth->stride);
        for (size_t i = 0; i < seat->count; i++) {
            copies[seat->held[i].type] = seat->held[i].copies;
        }
    } else {
        worth->count[worth->seats] = (uint8_t)seat->count;
        if (seat->count > 0) {
            memcpy(&worth->held[worth->held_count], seat->held, seat->count * sizeof(*seat->held));
        }
        worth->held_count += seat->count;
    }
    worth->seats++;
}

enum err worth_add(struct worth *worth, const struct worth_seat *seats, unsigned count, struct error *error)
{
    uint8_t order[WORTH_SEATS];
    size_t held = 0;
    if (count > WORTH_SEATS) {
        return error_raise(error, &MSG_GAME);
    }
    for (unsigned i = 0; i < count; i++) {
        if (!is_sound(worth, &seats[i])) {
            return error_raise(error, &MSG_GAME);
        }
        unsigned at = i;
        for (; at > 0 && seats[order[at - 1]].rank > seats[i].rank; at--) {
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)i;
        held += seats[i].count;
    }
    if (count < 2 || worth->types > WORTH_TYPES) {
        return ERR_OK;
    }
    if (worth->limit - worth->seats < count) {
        return error_raise(error, &MSG_LIMIT);
    }
    if (!reserve_game(worth, count, held)) {
        return error_raise(error, &MSG_MEMORY);
    }
    worth->size[worth->games++] = (uint8_t)count;
    for (unsigned i = 0, first = 0; i < count; i++) {
        first = seats[order[i]].rank == seats[order[first]].rank ? first : i;
        uint8_t *group = &worth->group[worth->seats - i];
        group[i] = 0;
        group[first]++;
        put_seat(worth, &seats[order[i]]);
    }
    return ERR_OK;
}

size_t worth_games_count(const struct worth *worth)
{
    return worth->games;
}

size_t worth_bytes(const struct worth *worth)
{
    return sizeof(*worth) + worth->games_room + worth->group_room + worth->theta_room * sizeof(*worth->theta) +
           worth->copies_room * worth->stride + worth->count_room + worth->held_room * sizeof(*worth->held);
}

/* ---- slopes ---- */

enum err worth_slopes_init(const struct worth *worth, struct worth_slopes *slopes, struct error *error)
{
    size_t row = worth->stride > 0 ? worth->stride : worth->types;
    *slopes = (struct worth_slopes){.row = row};
    slopes->gradient = mem_new(worth->allocator, row + row * row + (size_t)2 * WORTH_SUBSETS, sizeof(double));
    if (!slopes->gradient) {
        return error_raise(error, &MSG_MEMORY);
    }
    slopes->hessian = slopes->gradient + row;
    slopes->subsets[0] = slopes->hessian + row * row;
    slopes->subsets[1] = slopes->subsets[0] + WORTH_SUBSETS;
    return ERR_OK;
}

void worth_slopes_release(const struct allocator *allocator, struct worth_slopes *slopes)
{
    mem_free(allocator, slopes->gradient);
    *slopes = (struct worth_slopes){.row = 0};
}

/* ---- dense ---- */

/* to += factor x from, over whole blocks. */
static inline void add_row(double *restrict to, double factor, const double *restrict from, size_t count)
{
    for (size_t b = 0; b < count; b += WORTH_BLOCK) {
        for (size_t i = 0; i < WORTH_BLOCK; i++) {
            to[b + i] += factor * from[b + i];
        }
    }
}

static inline double dot_row(const double *a, const double *b, size_t count)
{
    double sum[WORTH_BLOCK] = {0};
    for (size_t at = 0; at < count; at += WORTH_BLOCK) {
        for (size_t i = 0; i < WORTH_BLOCK; i++) {
            sum[i] += a[at + i] * b[at + i];
        }
    }
    return (sum[0] + sum[2]) + (sum[1] + sum[3]);
}

static inline void subtract_row(double *to, const uint8_t *a, const uint8_t *b, size_t count)
{
    for (size_t at = 0; at < count; at += WORTH_BLOCK) {
        for (size_t i = 0; i < WORTH_BLOCK; i++) {
            to[at + i] = (double)((int)a[at + i] - (int)b[at + i]);
        }
    }
}

/* Because slopes and rows of the curve sum to 0, the differences to the last seat are all that matters. */
static void walk_dense(const struct worth *worth, size_t seat, const double *beta, bool curved,
                       struct worth_table *table, struct worth_slopes *slopes)
{
    double apart[WORTH_SEATS][WORTH_DENSE];
    size_t row = worth->stride;
    unsigned others = table->seats - 1;
    const uint8_t *copies = &worth->copies[seat * row];
    const uint8_t *last = copies + others * row;
    const double *theta = &worth->theta[seat];
    for (unsigned i = 0; i < others; i++) {
        subtract_row(apart[i], &copies[i * row], last, row);
        table->strength[i] = theta[i] - theta[others] + dot_row(beta, apart[i], row);
    }
    table->strength[others] = 0;
    worth_table_rate(table, curved);
    for (unsigned i = 0; i < others; i++) {
        add_row(slopes->gradient, table->slope[i], apart[i], row);
    }
    for (unsigned i = 0; curved && i < others; i++) {
        double bent[WORTH_DENSE] = {0};
        for (unsigned j = 0; j < others; j++) {
            add_row(bent, table->curve[i][j], apart[j], row);
        }
        for (size_t k = 0; k < row; k++) {
            add_row(&slopes->hessian[k * row], bent[k], apart[i], k / WORTH_BLOCK * WORTH_BLOCK + WORTH_BLOCK);
        }
    }
}

/* ---- sparse ---- */

/* The Hessian is gathered as M with H = M + M', so that each pair of seats is walked through once. */
static void bend_sparse(const struct worth_table *table, const uint8_t *count, const struct held *held,
                        struct worth_slopes *slopes)
{
    size_t row = slopes->row;
    const struct held *mine = held;
    for (unsigned i = 0; i < table->seats; mine += count[i++]) {
        double with[WORTH_SEATS]; /* this seat and each one up to it */
        for (unsigned j = 0; j <= i; j++) {
            with[j] = i == j ? table->curve[i][j] / 2 : table->curve[i][j];
        }
        for (size_t a = 0; a < count[i]; a++) {
            double *to = &slopes->hessian[mine[a].type * row];
            const struct held *theirs = held;
            for (unsigned j = 0; j <= i; theirs += count[j++]) {
                double factor = with[j] * mine[a].copies;
                for (size_t b = 0; b < count[j]; b++) {
                    to[theirs[b].type] += factor * theirs[b].copies;
                }
            }
        }
    }
}

static void walk_sparse(const struct worth *worth, size_t seat, const struct held *held, const double *beta,
                        bool curved, struct worth_table *table, struct worth_slopes *slopes)
{
    const uint8_t *count = &worth->count[seat];
    const struct held *at = held;
    for (unsigned i = 0; i < table->seats; at += count[i++]) {
        double sum = worth->theta[seat + i];
        for (size_t k = 0; k < count[i]; k++) {
            sum += beta[at[k].type] * at[k].copies;
        }
        table->strength[i] = sum;
    }
    worth_table_rate(table, curved);
    at = held;
    for (unsigned i = 0; i < table->seats; at += count[i++]) {
        for (size_t k = 0; k < count[i]; k++) {
            slopes->gradient[at[k].type] += table->slope[i] * at[k].copies;
        }
    }
    if (curved) {
        bend_sparse(table, count, held, slopes);
    }
}

static void fold_over(struct worth_slopes *slopes)
{
    size_t row = slopes->row;
    for (size_t a = 0; a < row; a++) {
        for (size_t b = 0; b <= a; b++) {
            slopes->hessian[a * row + b] += slopes->hessian[b * row + a];
        }
    }
}

/* ---- the walk ---- */

/* Multiplications that a game takes, roughly. */
static int64_t work_of(const struct worth_table *table, size_t held, size_t row, bool curved)
{
    int64_t work = (int64_t)(table->seats * 8 + held);
    for (unsigned i = 0; i < table->seats; i++) {
        work += table->group[i] > 1 ? (int64_t)table->group[i] << table->group[i] : 0;
    }
    return work + (curved ? (int64_t)(row > 0 ? held * row : held * held) / 2 : 0);
}

enum err worth_walk(const struct worth *worth, const double *beta, bool curved, struct pace *pace,
                    struct worth_slopes *slopes, struct error *error)
{
    struct worth_table table = {.subsets = {slopes->subsets[0], slopes->subsets[1]}};
    size_t row = slopes->row;
    const struct held *held = worth->held;
    memset(slopes->gradient, 0, row * sizeof(double));
    if (curved) {
        memset(slopes->hessian, 0, row * row * sizeof(double));
        slopes->value = 0;
    }
    size_t seat = 0;
    for (size_t game = 0; game < worth->games; game++) {
        size_t holds = 0;
        table.seats = worth->size[game];
        table.group = &worth->group[seat];
        if (worth->stride > 0) {
            holds = table.seats * row;
            walk_dense(worth, seat, beta, curved, &table, slopes);
        } else {
            for (unsigned i = 0; i < table.seats; i++) {
                holds += worth->count[seat + i];
            }
            walk_sparse(worth, seat, held, beta, curved, &table, slopes);
            held += holds;
        }
        slopes->value += curved ? table.value : 0;
        seat += table.seats;
        enum err err = pace_take(pace, work_of(&table, holds, worth->stride, curved) / STEPS, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (curved && worth->stride == 0) {
        fold_over(slopes);
    }
    return ERR_OK;
}
