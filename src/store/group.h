/* Private to the room: a group of games as parameters and as columns, always in the same order. */
#ifndef STORE_GROUP_H
#define STORE_GROUP_H

#include "store/query.h"
#include "store/statistics.h"

static inline void query_group(struct query *query, const struct store_group *group)
{
    query_text(query, group->game);
    query_text(query, group->variant);
    query_int(query, group->seats);
    query_text(query, group->level);
    query_int(query, group->month);
}

/* The five columns from `column` on. */
static inline struct store_group query_column_group(const struct query *query, int column)
{
    return (struct store_group){
        .game = query_column_span(query, column),
        .variant = query_column_span(query, column + 1),
        .seats = query_column(query, column + 2),
        .level = query_column_span(query, column + 3),
        .month = query_column(query, column + 4),
    };
}

#endif
