/* What both ways share, and which of them is gone. */
#include "stats/tables.h"

#include "base/banned.h"

enum { RESTARTS_EXACT = 12, RESTARTS = 240 };

unsigned tables_capacity(const struct tables_question *question)
{
    bool reached[TABLES_PEOPLE + 1] = {true};
    for (unsigned t = 0; t < question->tables; t++) {
        for (unsigned sum = question->people; sum > 0; sum--) { /* downwards: each table once */
            for (unsigned s = question->size[t].min; s <= question->size[t].max && s <= sum; s++) {
                reached[sum] = reached[sum] || reached[sum - s];
            }
        }
    }
    unsigned most = question->people;
    while (!reached[most]) {
        most--;
    }
    return most;
}

static void measure_table(const struct tables_question *question, int table, struct tables_answer *out)
{
    int64_t high = INT64_MIN;
    int64_t low = INT64_MAX;
    for (unsigned p = 0; p < question->people; p++) {
        if (out->table[p] != table) {
            continue;
        }
        high = question->rating[p] > high ? question->rating[p] : high;
        low = question->rating[p] < low ? question->rating[p] : low;
        out->seated++;
        for (unsigned q = 0; q < p; q++) {
            out->together += out->table[q] == table ? question->together[p][q] : 0;
        }
    }
    out->spread += high >= low ? high - low : 0;
}

void tables_measure(const struct tables_question *question, struct tables_answer *out)
{
    out->seated = 0;
    out->together = 0;
    out->spread = 0;
    for (unsigned t = 0; t < question->tables; t++) {
        measure_table(question, (int)t, out);
    }
}

enum err tables_propose(const struct tables_question *question, const struct allocator *allocator,
                        const struct deadline *deadline, struct tables_answer *out, struct error *error)
{
    struct tables_answer found;
    bool exact = question->people <= TABLES_EXACT;
    enum err err = tables_search(question, exact ? RESTARTS_EXACT : RESTARTS, deadline, &found, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!exact) {
        *out = found;
        return ERR_OK;
    }
    return tables_exact(question, &found, allocator, deadline, out, error);
}
