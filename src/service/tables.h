/*
 * Tables for tonight: a proposal who sits where, given who is here and the
 * titles on the tables (stats/tables.h says by what). Nothing is stored.
 */
#ifndef SERVICE_TABLES_H
#define SERVICE_TABLES_H

#include "base/arena.h"
#include "service/service.h"
#include "stats/tables.h"

enum { TABLES_DAYS = 90 /* before the day, whose games count as together */ };

struct tables_asked {
    const struct span *people; /* names or handles */
    size_t people_count;
    const struct span *titles; /* `foret`, `foret:3-5`, `catan:4`; one a table */
    size_t titles_count;
    bool has_day;
    int32_t day; /* games before it count; else those before today */
};

struct tables_person {
    const char *player;
    const char *handle;
    bool rated;    /* else the rating is the one that everybody starts with */
    double rating; /* of all games */
};

struct tables_table {
    const char *title; /* the id of a game, or the text of one that is not known here */
    struct tables_size size;
    struct tables_person *people; /* in order of names */
    size_t count;
    int64_t together;
    double spread;
};

struct tables_proposal {
    struct arena arena;
    int64_t log_size;
    int32_t day;
    bool exact;       /* the best there is, not only a good one */
    int64_t together; /* sums over the tables */
    double spread;
    struct tables_table *tables; /* by title, then by sizes */
    size_t count;
    struct tables_person *left; /* for whom there is no seat; likewise */
    size_t left_count;
};

/*
 * The order in which people and titles are given changes nothing. Sizes of a
 * game that is known are those of its rules unless fewer are asked for.
 * ERR_USAGE: nobody, too many people or tables, one person twice, sizes that
 * are none, a title without sizes that is not known; ERR_NOT_FOUND: a person
 * who is not here.
 */
ERR_CHECK enum err service_tables(struct service *service, const struct tables_asked *asked,
                                  struct tables_proposal *out, struct error *error);
void tables_proposal_release(struct tables_proposal *proposal);

#endif
