/*
 * A club evening for tests in which something fails: a game is opened and
 * played, a catalogue is stored and a game pinned to it, records are imported,
 * a group is committed, a merge, a void game and the import are undone, the log is signed.
 * Whatever was acknowledged is remembered, and looked for afterwards; a deed
 * that failed is passed over, and the same service goes on with the next.
 */
#ifndef SUPPORT_DEEDS_H
#define SUPPORT_DEEDS_H

#include "support/shipped.h"
#include "support/world.h"

enum { DEEDS = 64 };

struct deed {
    int64_t seq;
    int64_t game;
    const char *kind;
};

struct deeds {
    bool opened;
    struct deed acked[DEEDS]; /* entries */
    size_t acked_count;
    int people;                /* added, and acknowledged */
    struct strbuf checkpoints; /* all that were acknowledged */
    size_t failed;             /* deeds that failed with something else than a refusal */
    enum err last;             /* the last such failure */
    struct strbuf records;     /* what is imported */
    int64_t imported;          /* its first game */
    bool stored;               /* the catalogue, and acknowledged */
    struct strbuf catalogue;   /* its document */
    struct strbuf pinned;      /* a record that names it */
    struct catalogues catalogues;
};

void deeds_init(struct deeds *deeds, struct world *world);
void deeds_release(struct deeds *deeds);

/* As in a new run of the program: no catalogue has been read yet. */
void deeds_forget(struct deeds *deeds);

/* Opens the database, making it if need be, does everything once, and closes it. */
void deeds_do(struct deeds *deeds, struct world *world);

/*
 * Opens the database when nothing fails any more: everything acknowledged is
 * there, audit and rebuild find nothing, and the club goes on. `exact`: there
 * is nothing else, either. (A commit that failed on its last sync may yet
 * have reached the disk.)
 */
void deeds_check(struct deeds *deeds, struct world *world, bool exact, const char *when);

/* Every checkpoint that was acknowledged is signed with the key of this club and true of its log. */
void deeds_check_checkpoints(const struct deeds *deeds, struct service *service);

#endif
