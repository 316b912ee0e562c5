/*
 * A club of its own for tests of the service: a folder with a database, a
 * clock that a test can set, randomness that is the same in every run, and
 * short words for what tests do all the time. MUST and MUST_FAIL are scene.h's.
 */
#ifndef SUPPORT_WORLD_H
#define SUPPORT_WORLD_H

#include "service/audit.h"
#include "service/exchange.h"
#include "service/proof.h"
#include "service/rebuild.h"
#include "service/service.h"
#include "support/failing_alloc.h"
#include "support/folder.h"
#include "support/scene.h"

struct world {
    char folder[FOLDER_PATH];
    char path[TEST_ADDRESS]; /* of the database */
    struct failing_alloc memory;
    int64_t now; /* what the clock says; each look at it takes a millisecond */
    struct prng prng;
    struct clock clock;
    struct entropy entropy;
    struct service_options options; /* with all these; waits for nobody */
    struct record_reader reader;    /* of world_read and what uses it */
    struct replay full, told;
};

void world_begin(struct world *world);
/* Removes the folder; fails the test when the service has not given back all its memory. */
void world_end(struct world *world);

/* Opens the database, or fails the test. */
struct service *world_open(struct world *world, enum service_mode mode);

/* `text` as a record, valid until the next call; fails the test when it is none. */
struct record world_read(struct world *world, const char *text);

/* Opens, imports and corrects with `text` as the record. */
enum err world_game(struct world *world, struct service *service, const char *text, struct receipt *receipt,
                    struct error *error);
enum err world_take(struct world *world, struct service *service, const char *text, struct receipt *receipt,
                    struct error *error);
enum err world_correct(struct world *world, struct service *service, int64_t game, const char *text, const char *reason,
                       struct receipt *receipt, struct error *error);

/* Moves in the name of the command line; `expected` -1: any ply. */
enum err world_moves(struct service *service, int64_t game, int64_t expected, const char *lines,
                     struct receipt *receipt, struct error *error);

/* Imports all records of `text`; `said` (may be NULL) gets a line for each problem: `refused 7:4 person.twice`. */
struct import_tally world_import(struct service *service, struct span text, struct strbuf *said);

/* Appends simulated game `number` of the setup, played by `names` (NULL: Bot 1, Bot 2, ...). */
void world_simulate(struct world *world, const struct setup *setup, unsigned number, const struct span *names,
                    struct strbuf *out);
/* The same of Forêt, by the names of variant and level. */
void world_foret(struct world *world, const char *variant, const char *level, unsigned seats, unsigned number,
                 struct strbuf *out);

/* The record of a game as service_record gives it, or a failed test. */
void world_record(struct service *service, int64_t game, bool handles, struct strbuf *out);

/*
 * Audits and appends what is found, a line each, sorted:
 *
 *     seat entry 7 game 5 seat 1 total: 61 -> 62
 *     note claim entry 3 game 3 seat 2 bee: 4 -> 6 [record.claimed]
 *
 * Fails the test when the audit itself fails. With one thread it takes its
 * memory from world->memory, with more from the heap, which can be shared.
 */
struct audit_summary world_audit(struct world *world, unsigned threads, bool results_only, struct strbuf *out);

/* Fails the test unless the audit, of everything and of results alone, finds nothing, and a rebuild no difference. */
void world_must_be_sound(struct world *world, struct service *service, const char *when);

/* Copies the database files to `name` inside the folder, for a test that damages the copy. */
void world_copy(const struct world *world, const char *name, char out[TEST_ADDRESS]);

#endif
