/*
 * A search for more people than sets can be gone through: many beginnings out
 * of a fixed seed, from each of which people are exchanged and moved for as
 * long as that makes it better.
 */
#include "stats/tables.h"

#include "base/prng.h"

#include "base/banned.h"

enum { SEED = 90, ROUND_STEPS = 1000 /* of a deadline: a round of changes */ };

/* A way to sit, and what it takes to tell at once what a change would bring. */
struct seating {
    const struct tables_question *question;
    int table[TABLES_PEOPLE]; /* the number of tables: left */
    unsigned size[TABLES_MOST + 1];
    int64_t with[TABLES_PEOPLE]
                [TABLES_MOST + 1]; /* games of a person with those at a table; nobody is with those left */
    struct prng prng;
};

/* ---- beginnings ---- */

/* How many each table has: which sums the tables from each one on can have. */
struct sums {
    bool reached[TABLES_MOST + 1][TABLES_PEOPLE + 1];
};

static void find_sums(const struct tables_question *question, const unsigned *order, struct sums *sums)
{
    *sums = (struct sums){.reached = {{false}}};
    sums->reached[question->tables][0] = true;
    for (unsigned i = question->tables; i-- > 0;) {
        const struct tables_size *size = &question->size[order[i]];
        for (unsigned sum = 0; sum <= question->people; sum++) {
            sums->reached[i][sum] = sums->reached[i + 1][sum];
            for (unsigned s = size->min; s <= size->max && s <= sum; s++) {
                sums->reached[i][sum] = sums->reached[i][sum] || sums->reached[i + 1][sum - s];
            }
        }
    }
}

static void shuffle(struct prng *prng, unsigned *items, unsigned count)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned k = prng_below(prng, i);
        unsigned item = items[i - 1];
        items[i - 1] = items[k];
        items[k] = item;
    }
}

/* What the sizes of a beginning lean to. */
enum leaning { LEAN_SMALL, LEAN_LARGE, LEAN_NOWHERE, LEANINGS };

static unsigned choose_size(struct prng *prng, const struct tables_size *size, const bool *reached, unsigned left,
                            enum leaning leaning)
{
    unsigned fits[TABLES_SEATS + 1];
    unsigned count = 0;
    for (unsigned s = size->min; s <= size->max && s <= left; s++) {
        if (reached[left - s]) {
            fits[count++] = s;
        }
    }
    if (reached[left] && (count == 0 || leaning == LEAN_NOWHERE)) {
        fits[count++] = 0;
    }
    if (count == 0) {
        return 0; /* not for a sum that can be reached */
    }
    return leaning == LEAN_SMALL ? fits[0] : leaning == LEAN_LARGE ? fits[count - 1] : fits[prng_below(prng, count)];
}

/* Sizes that seat so many, and people dealt out to them; the first beginning is in order. */
static void begin(struct seating *seating, unsigned number, unsigned seated)
{
    const struct tables_question *question = seating->question;
    struct sums sums;
    unsigned order[TABLES_MOST] = {0};
    unsigned people[TABLES_PEOPLE] = {0};
    for (unsigned t = 0; t < question->tables; t++) {
        order[t] = t;
    }
    for (unsigned p = 0; p < question->people; p++) {
        people[p] = p;
    }
    if (number > 0) {
        shuffle(&seating->prng, order, question->tables);
        shuffle(&seating->prng, people, question->people);
    }
    find_sums(question, order, &sums);
    unsigned left = seated;
    unsigned next = 0;
    for (unsigned p = 0; p < question->people; p++) {
        seating->table[p] = (int)question->tables;
    }
    for (unsigned i = 0; i < question->tables; i++) {
        unsigned size = choose_size(&seating->prng, &question->size[order[i]], sums.reached[i + 1], left,
                                    (enum leaning)(number % LEANINGS));
        seating->size[order[i]] = size;
        for (unsigned k = 0; k < size; k++) {
            seating->table[people[next++]] = (int)order[i];
        }
        left -= size;
    }
    seating->size[question->tables] = question->people - seated;
}

static void count_with(struct seating *seating)
{
    const struct tables_question *question = seating->question;
    memset(seating->with, 0, sizeof(seating->with));
    for (unsigned p = 0; p < question->people; p++) {
        for (unsigned q = 0; q < question->people; q++) {
            int there = seating->table[q];
            seating->with[p][there] += there < (int)question->tables ? question->together[p][q] : 0;
        }
    }
}

/* ---- changes ---- */

/* The spread of a table on which `out` does not sit any more and `in` does; -1: nobody. */
static int64_t spread_of(const struct seating *seating, int table, int out, int in)
{
    const struct tables_question *question = seating->question;
    int64_t high = INT64_MIN;
    int64_t low = INT64_MAX;
    if (table == (int)question->tables) {
        return 0;
    }
    for (int p = 0; p < (int)question->people; p++) {
        if ((seating->table[p] == table && p != out) || p == in) {
            high = question->rating[p] > high ? question->rating[p] : high;
            low = question->rating[p] < low ? question->rating[p] : low;
        }
    }
    return high >= low ? high - low : 0;
}

static void put(struct seating *seating, int person, int table)
{
    const struct tables_question *question = seating->question;
    int from = seating->table[person];
    for (unsigned q = 0; q < question->people; q++) {
        seating->with[q][from] -= from < (int)question->tables ? question->together[q][person] : 0;
        seating->with[q][table] += table < (int)question->tables ? question->together[q][person] : 0;
    }
    seating->size[from]--;
    seating->size[table]++;
    seating->table[person] = table;
}

/* What `person` would add at another table than now, once `out` (-1: nobody) has left it. */
static int64_t added(const struct seating *seating, int person, int table, int out)
{
    bool left = table == (int)seating->question->tables;
    return seating->with[person][table] - (out >= 0 && !left ? seating->question->together[person][out] : 0);
}

/* Better for sum, then spread, then order. `first`: the change makes the assignment an earlier one. */
static bool pays(int64_t together, int64_t spread, bool first)
{
    return together != 0 ? together < 0 : spread != 0 ? spread < 0 : first;
}

/* p, who comes first, and q change places. */
static bool try_exchange(struct seating *seating, int p, int q)
{
    int a = seating->table[p];
    int b = seating->table[q];
    if (a == b) {
        return false;
    }
    int64_t together = added(seating, p, b, q) + added(seating, q, a, p) - seating->with[p][a] - seating->with[q][b];
    if (together > 0) {
        return false;
    }
    int64_t spread = spread_of(seating, a, p, q) + spread_of(seating, b, q, p) - spread_of(seating, a, -1, -1) -
                     spread_of(seating, b, -1, -1);
    if (!pays(together, spread, b < a)) {
        return false;
    }
    put(seating, p, b);
    put(seating, q, a);
    return true;
}

static bool fits(const struct seating *seating, int table, unsigned size)
{
    const struct tables_size *limit = &seating->question->size[table];
    return size == 0 || (size >= limit->min && size <= limit->max);
}

static bool try_move(struct seating *seating, int p, int b)
{
    int a = seating->table[p];
    int tables = (int)seating->question->tables;
    if (a == b || a == tables || !fits(seating, a, seating->size[a] - 1) || !fits(seating, b, seating->size[b] + 1)) {
        return false;
    }
    int64_t together = seating->with[p][b] - seating->with[p][a];
    if (together > 0) {
        return false;
    }
    int64_t spread = spread_of(seating, a, p, -1) + spread_of(seating, b, -1, p) - spread_of(seating, a, -1, -1) -
                     spread_of(seating, b, -1, -1);
    if (!pays(together, spread, b < a)) {
        return false;
    }
    put(seating, p, b);
    return true;
}

/* Who is first of these two tables sits at the later one: all of both change, if the sizes allow it. */
static bool try_tables(struct seating *seating, int a, int b)
{
    const struct tables_question *question = seating->question;
    int first = 0;
    while (first < (int)question->people && seating->table[first] != a && seating->table[first] != b) {
        first++;
    }
    if (first == (int)question->people || seating->table[first] != b || !fits(seating, a, seating->size[b]) ||
        !fits(seating, b, seating->size[a])) {
        return false;
    }
    for (int p = 0; p < (int)question->people; p++) {
        int there = seating->table[p];
        if (there == a || there == b) {
            put(seating, p, there == a ? b : a);
        }
    }
    return true;
}

/* One round of all changes; true when one has paid. */
static bool improve(struct seating *seating)
{
    int people = (int)seating->question->people;
    int tables = (int)seating->question->tables;
    bool better = false;
    for (int p = 0; p < people; p++) {
        for (int q = p + 1; q < people; q++) {
            better = try_exchange(seating, p, q) || better;
        }
        for (int t = 0; t < tables; t++) {
            better = try_move(seating, p, t) || better;
        }
    }
    for (int a = 0; a < tables; a++) {
        for (int b = a + 1; b < tables; b++) {
            better = try_tables(seating, a, b) || better;
        }
    }
    return better;
}

/* ---- the best of all beginnings ---- */

static bool comes_first(const struct tables_question *question, const struct tables_answer *a,
                        const struct tables_answer *b)
{
    if (a->together != b->together) {
        return a->together < b->together;
    }
    if (a->spread != b->spread) {
        return a->spread < b->spread;
    }
    for (unsigned p = 0; p < question->people; p++) {
        unsigned one = (unsigned)a->table[p]; /* TABLES_LEFT becomes the largest there is */
        unsigned two = (unsigned)b->table[p];
        if (one != two) {
            return one < two;
        }
    }
    return false;
}

enum err tables_search(const struct tables_question *question, unsigned restarts, const struct deadline *deadline,
                       struct tables_answer *out, struct error *error)
{
    struct seating seating = {.question = question};
    struct pace pace = {.deadline = deadline};
    unsigned seated = tables_capacity(question);
    prng_seed(&seating.prng, SEED);
    for (unsigned n = 0; n < restarts; n++) {
        struct tables_answer found = {.exact = false};
        begin(&seating, n, seated);
        count_with(&seating);
        bool better = true;
        while (better) {
            enum err err = pace_take(&pace, ROUND_STEPS, error);
            if (err != ERR_OK) {
                return err;
            }
            better = improve(&seating);
        }
        for (unsigned p = 0; p < question->people; p++) {
            found.table[p] = seating.table[p] == (int)question->tables ? TABLES_LEFT : seating.table[p];
        }
        tables_measure(question, &found);
        *out = n == 0 || comes_first(question, &found, out) ? found : *out;
    }
    return ERR_OK;
}
