/*
 * One life of a database, for tests that break something on the way: it is
 * made, gets people and then 20 entries with all that belongs to them in five
 * transactions, is rebuilt through a shadow, backed up, brought in from its
 * log, closed, opened again and read. Everything written follows from its
 * number, so that scenario_check can tell what must be there.
 */
#ifndef SUPPORT_SCENARIO_H
#define SUPPORT_SCENARIO_H

#include "store/store.h"

enum { SCENARIO_BATCH = 4, SCENARIO_BATCHES = 5, SCENARIO_ENTRIES = SCENARIO_BATCH * SCENARIO_BATCHES };

struct scenario {
    const struct store_options *options;
    const char *path;
    const char *backup;
    unsigned retries; /* a step that fails is rolled back and tried again so often */
    int64_t acked;    /* entries whose commit returned ERR_OK */
    int64_t tried;    /* entries there are if the last commit that failed has reached
                    the disk all the same */
    bool backed_up;
};

/* Runs to the end, or to the first step that fails for good. Leaves no connection open. */
ERR_CHECK enum err scenario_run(struct scenario *scenario, struct error *error);

/*
 * Fails the test unless the database, opened as usual, passes the full check
 * and holds exactly what was acknowledged, or what was tried as a whole; and
 * likewise the backup, if there is a file.
 */
void scenario_check(const struct scenario *scenario);

#endif
