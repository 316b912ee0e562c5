/*
 * Games as a file that BG Stats reads (docs/exchange.md, "Out to BG Stats"), a
 * piece at a time: plays as the games come, tombstones of void games behind them,
 * and at the end what the plays refer to. Memory grows with people, titles and
 * places, not with games. The same games give the same bytes.
 */
#ifndef WIRE_BGSTATS_WRITE_H
#define WIRE_BGSTATS_WRITE_H

#include "service/plays.h"
#include "service/reading.h"
#include "wire/bgstats_refs.h"

enum { BGSTATS_MEMORY = 32 << 20 /* bytes of one play, at the most */ };

/* What the plays refer to. */
enum bgstats_list { BGSTATS_GAMES, BGSTATS_PLAYERS, BGSTATS_LOCATIONS, BGSTATS_LISTS };

/* An export under way. Must not be moved. */
struct bgstats_export {
    struct game_filter
        filter;    /* which games; `status`, `after` and `limit` are ours. What it borrows stays the caller's */
    int64_t last;  /* no game above this number */
    unsigned part; /* that is being written */
    bool begun;    /* its head was */
    bool several;  /* something of it was */
    size_t at;     /* things of it that were, of what the plays refer to */
    int64_t found; /* games that the last look found */
    struct service *service; /* while a piece is made, and so with the next two */
    struct strbuf *out;
    size_t limit; /* bytes in `out` that are enough */
    struct bgstats_refs refs[BGSTATS_LISTS];
    struct arena memory; /* of the play */
    struct play play;
    struct strbuf inner; /* JSON that goes into a text */
    const char *language;
};

/* `filter` says which games; those that are not finished are left out, those that are void are told as deleted. */
void bgstats_export_init(struct bgstats_export *export, const struct allocator *allocator,
                         const struct game_filter *filter, int64_t last);
void bgstats_export_release(struct bgstats_export *export); /* accepts a zeroed one */

/* Appends a piece, about `enough` bytes of it at the most; `*done` behind the last. The service may be another each time. */
ERR_CHECK enum err bgstats_export_some(struct bgstats_export *export, struct service *service, struct strbuf *out,
                                       size_t enough, bool *done, struct error *error);

/* ---- one play (bgstats_write_play.c) ---- */

/* Appends the element of `plays`; people, title and place get numbers. */
ERR_CHECK enum err bgstats_write_play(struct bgstats_export *export, struct error *error);

/* `2026-11-13 20:30:00`: seconds as if the clock on the wall were UTC's. */
enum { BGSTATS_DATE = 20 };
void bgstats_date(int64_t wall, char out[BGSTATS_DATE]);
/* The moment of a play by the clock on the wall; 10:00:00 of its day when no time is known. */
int64_t bgstats_wall(const struct play *play);

#endif
