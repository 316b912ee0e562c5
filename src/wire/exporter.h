/*
 * An export in the making, the same on the command line and over HTTP: games go
 * in one at a time, text of the format comes out. Nothing of a game is kept, so a
 * database of any size takes constant memory.
 */
#ifndef WIRE_EXPORTER_H
#define WIRE_EXPORTER_H

#include "wire/exchange.h"

enum export_format { EXPORT_RECORD, EXPORT_NDJSON, EXPORT_CSV, EXPORT_BGG_CSV, EXPORT_BGSTATS, EXPORT_FORMATS };
/* record, ndjson, csv, bgg-csv, bgstats (which bgstats_write.h makes), NULL */
extern const char *const export_formats[EXPORT_FORMATS + 1];

/* The media type of what comes out. */
const char *export_format_type(enum export_format format);

struct title_number {
    const char *title; /* its id */
    uint32_t bgg;
};

struct wire_exporter {
    struct service *service; /* the caller's, and may be another one at each call */
    const struct allocator *allocator;
    enum export_format format;
    enum lang lang; /* of titles, in tables */
    bool several;   /* a game has been written */
    struct record_reader reader;
    struct replay replay;
    struct wire_columns columns;
    struct arena memory; /* of `number` */
    struct arena game;   /* what the game in hand borrows */
    struct title_number *number;
    size_t numbers, numbers_room;
};

void wire_exporter_init(struct wire_exporter *exporter, enum export_format format, enum lang lang,
                        const struct allocator *allocator);
void wire_exporter_release(struct wire_exporter *exporter);

/* What comes before the first game; `game`: the id of the only title that may come, empty: all. */
ERR_CHECK enum err wire_exporter_begin(struct wire_exporter *exporter, struct span game, struct strbuf *out,
                                       struct error *error);
ERR_CHECK enum err wire_exporter_add(struct wire_exporter *exporter, const struct export_game *game, struct strbuf *out,
                                     struct error *error);

#endif
