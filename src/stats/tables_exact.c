/*
 * Table by table over all sets of people: the best way to seat just this set
 * at the tables so far. What a way costs is a sum over tables, also its place
 * in the order of assignments (a number whose digits are the tables), so that
 * the best of the whole is made of the best of its parts.
 */
#include "stats/tables.h"

#include "stats/wide.h"

#include "base/banned.h"

struct cost {
    int64_t together; /* -1: there is no way */
    int64_t spread;
    wide order;
};

struct groups {
    unsigned full;     /* the set of everybody */
    struct cost limit; /* of an answer: what costs more cannot become the best, for every table adds to it */
    uint8_t *size;     /* how many are in each set */
    struct cost *set;  /* of people at one table; `order` for table 1 */
    struct cost *now;  /* of sets at the tables so far */
    struct cost *next;
    uint16_t *choice; /* a row for each table: who sits there, of each set */
};

static unsigned lowest_of(unsigned set)
{
    unsigned at = 0;
    while (!(set >> at & 1)) {
        at++;
    }
    return at;
}

/* The cost of every set of people as a table: from the set without its first person. */
static void cost_sets(const struct tables_question *question, const struct groups *groups)
{
    wide digit[TABLES_EXACT];
    for (unsigned p = question->people; p-- > 0;) {
        digit[p] = p + 1 == question->people ? 1 : digit[p + 1] * ((int)question->tables + 1);
    }
    groups->set[0] = (struct cost){.together = 0};
    for (unsigned set = 1; set <= groups->full; set++) {
        unsigned first = lowest_of(set);
        unsigned rest = set & (set - 1);
        int64_t high = question->rating[first];
        int64_t low = high;
        struct cost cost = groups->set[rest];
        cost.order += digit[first];
        for (unsigned others = rest; others != 0; others &= others - 1) {
            unsigned p = lowest_of(others);
            cost.together += question->together[first][p];
            high = question->rating[p] > high ? question->rating[p] : high;
            low = question->rating[p] < low ? question->rating[p] : low;
        }
        cost.spread = high - low;
        groups->set[set] = cost;
        groups->size[set] = (uint8_t)(groups->size[rest] + 1);
    }
}

static bool is_better(const struct cost *a, const struct cost *b)
{
    if (b->together < 0 || a->together != b->together) {
        return b->together < 0 || a->together < b->together;
    }
    return a->spread != b->spread ? a->spread < b->spread : a->order < b->order;
}

/* Every set that can sit at this table beside those who sit at the ones before. */
static void seat_beside(const struct tables_question *question, const struct groups *groups, unsigned before,
                        unsigned table, uint16_t *choice)
{
    const struct cost *was = &groups->now[before];
    const struct tables_size *size = &question->size[table];
    unsigned others = groups->full & ~before;
    for (unsigned set = others; set != 0; set = (set - 1) & others) {
        const struct cost *cost = &groups->set[set];
        if (groups->size[set] < size->min || groups->size[set] > size->max ||
            was->together + cost->together > groups->limit.together) {
            continue;
        }
        struct cost sum = {was->together + cost->together, was->spread + cost->spread,
                           was->order + cost->order * (int)table};
        struct cost least = sum; /* whoever has no table yet sits at a later one */
        least.order += groups->set[others & ~set].order * (int)(table + 1);
        if (is_better(&sum, &groups->next[before | set]) && !is_better(&groups->limit, &least)) {
            groups->next[before | set] = sum;
            choice[before | set] = (uint16_t)set;
        }
    }
}

/* What an answer costs. */
static struct cost cost_of(const struct tables_question *question, const struct groups *groups,
                           const struct tables_answer *answer)
{
    struct cost cost = {.together = answer->together, .spread = answer->spread};
    for (unsigned p = 0; p < question->people; p++) {
        int table = answer->table[p] == TABLES_LEFT ? (int)question->tables : answer->table[p];
        cost.order += groups->set[1u << p].order * table;
    }
    return cost;
}

/*
 * Of equal tables the first ones are used, which is the first assignment: one that would come after as many as there can
 * be stays empty.
 */
static bool is_spare(const struct tables_question *question, unsigned table)
{
    unsigned equal = 0;
    for (unsigned t = 0; t < table; t++) {
        equal +=
            question->size[t].min == question->size[table].min && question->size[t].max == question->size[table].max;
    }
    return equal >= question->people / question->size[table].min;
}

static enum err seat_table(const struct tables_question *question, struct groups *groups, unsigned table,
                           struct pace *pace, struct error *error)
{
    size_t sets = (size_t)groups->full + 1;
    uint16_t *choice = groups->choice + table * sets;
    memcpy(groups->next, groups->now, sets * sizeof(struct cost));
    for (unsigned before = 0; !is_spare(question, table) && before <= groups->full; before++) {
        if (groups->now[before].together < 0) {
            continue;
        }
        enum err err = pace_take(pace, INT64_C(1) << (question->people - groups->size[before]), error);
        if (err != ERR_OK) {
            return err;
        }
        seat_beside(question, groups, before, table, choice);
    }
    struct cost *swap = groups->now;
    groups->now = groups->next;
    groups->next = swap;
    return ERR_OK;
}

/* The best set of as many as can be seated. */
static unsigned best_set(const struct tables_question *question, const struct groups *groups)
{
    unsigned seated = tables_capacity(question);
    unsigned best = 0;
    struct cost least = {.together = -1};
    for (unsigned set = 0; set <= groups->full; set++) {
        struct cost cost = groups->now[set];
        if (groups->size[set] != seated || cost.together < 0) {
            continue;
        }
        cost.order += groups->set[groups->full & ~set].order * (int)question->tables;
        if (is_better(&cost, &least)) {
            least = cost;
            best = set;
        }
    }
    return best;
}

static void read_tables(const struct tables_question *question, const struct groups *groups, unsigned set,
                        struct tables_answer *out)
{
    size_t sets = (size_t)groups->full + 1;
    for (unsigned p = 0; p < question->people; p++) {
        out->table[p] = TABLES_LEFT;
    }
    for (unsigned t = question->tables; t-- > 0;) {
        unsigned there = groups->choice[t * sets + set];
        for (unsigned p = 0; p < question->people; p++) {
            out->table[p] = there >> p & 1 ? (int)t : out->table[p];
        }
        set &= ~there;
    }
}

static enum err seat_all(const struct tables_question *question, struct groups *groups,
                         const struct tables_answer *found, const struct deadline *deadline, struct tables_answer *out,
                         struct error *error)
{
    size_t sets = (size_t)groups->full + 1;
    if (!groups->size || !groups->set || !groups->now || !groups->next || !groups->choice) {
        return error_raise(error, &MSG_MEMORY);
    }
    struct pace pace = {.deadline = deadline};
    cost_sets(question, groups);
    groups->limit = cost_of(question, groups, found);
    for (size_t set = 0; set < sets; set++) {
        groups->now[set] = (struct cost){.together = set == 0 ? 0 : -1};
    }
    for (unsigned t = 0; t < question->tables; t++) {
        enum err err = seat_table(question, groups, t, &pace, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    read_tables(question, groups, best_set(question, groups), out);
    tables_measure(question, out);
    out->exact = true;
    return ERR_OK;
}

enum err tables_exact(const struct tables_question *question, const struct tables_answer *found,
                      const struct allocator *allocator, const struct deadline *deadline, struct tables_answer *out,
                      struct error *error)
{
    size_t sets = (size_t)1 << question->people;
    struct groups groups = {.full = (unsigned)sets - 1};
    groups.size = mem_new(allocator, sets, sizeof(uint8_t));
    groups.set = mem_new(allocator, sets, sizeof(struct cost));
    groups.now = mem_new(allocator, sets, sizeof(struct cost));
    groups.next = mem_new(allocator, sets, sizeof(struct cost));
    groups.choice = mem_new(allocator, sets * (question->tables + 1), sizeof(uint16_t));
    enum err err = seat_all(question, &groups, found, deadline, out, error);
    mem_free(allocator, groups.size);
    mem_free(allocator, groups.set);
    mem_free(allocator, groups.now);
    mem_free(allocator, groups.next);
    mem_free(allocator, groups.choice);
    return err;
}
