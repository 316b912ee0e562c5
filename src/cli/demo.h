/*
 * A season of a club that does not exist: nights on consecutive Fridays,
 * tables of people whose names say that they are made up, games that the
 * computer plays. The same seed, nights and last day give the same records
 * on every machine.
 */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

#include "base/prng.h"
#include "record/replay.h"
#include "service/catalogues.h"

struct demo {
    uint64_t seed;
    int nights;
    int32_t until; /* no night after this day */
    struct prng prng;
    uint32_t number;               /* of the next game */
    int night;                     /* of the next game, from 0 */
    int tables;                    /* left of that night */
    uint32_t seated;               /* bit i: person i of the roster plays at an earlier table of that night */
    struct catalogues *catalogues; /* borrowed */
    struct replay full;            /* the last game as it was played, at the fullest level */
    struct replay written;         /* the same at the level of its record */
};

/* Games that need a catalogue are played with their `house` of `catalogues`, which must outlive the season. */
void demo_init(struct demo *demo, const struct allocator *allocator, struct catalogues *catalogues, uint64_t seed,
               int nights, int32_t until);
void demo_release(struct demo *demo);

/*
 * Appends the next record. ERR_END when the season is over. Among the first
 * games, one has a move that was taken back, and one is a sheet whose
 * written total differs from the rules'.
 */
ERR_CHECK enum err demo_next(struct demo *demo, struct strbuf *out, struct error *error);

#endif
