/*
 * Private to the room: what a `season` entry says, read and written. There is
 * one form for each: a body that is written back otherwise than it was read is
 * none.
 *
 *     season new                    or `season 12 change`: all of it, as it is from then on
 *     name Automne 2026
 *     from 2026-09-01
 *     to 2026-12-31
 *     title foret                   missing: games of any title
 *     points 5 3 2 1                or `points win`
 *
 *     season 12 close
 *     games 42
 *     1 @k3f9mq2ab7cd points 25/2 win 3/2 wins 1 games 4
 */
#ifndef SERVICE_SEASON_TEXT_H
#define SERVICE_SEASON_TEXT_H

#include "service/internal.h"
#include "service/seasons.h"

enum season_step { SEASON_NEW, SEASON_CHANGE, SEASON_CLOSE };

struct season_entry {
    enum season_step step;
    int64_t season;            /* 0: new */
    struct season_terms terms; /* new, change */
    int64_t games;             /* close */
    struct span lines;         /* close: of the board */
};

/* A line of the board of a closed season. */
struct season_written {
    int64_t place;
    struct span handle; /* without its @ */
    int64_t points;     /* in units of 1/WIN_UNIT; likewise win */
    int64_t win;
    int64_t wins;
    int64_t games;
};

/* False: it is no such body. The spans point into it. */
bool season_read(struct span body, struct season_entry *out);
/* The next line of entry->lines, which all have been read once by season_read. */
bool season_read_line(struct span *lines, struct season_written *out);

void season_write_terms(enum season_step step, int64_t season, const struct season_terms *terms, struct strbuf *out);
void season_write_close(int64_t season, int64_t games, struct strbuf *out);
void season_write_line(const struct season_written *line, struct strbuf *out);

/* What an entry does to the table of seasons. ERR_CORRUPT for one that cannot be read, or cannot stand there. */
ERR_CHECK enum err season_enter(struct store *store, const struct store_entry *entry, struct error *error);

#endif
