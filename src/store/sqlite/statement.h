/* Private to SQLite's engine: running its statements; the members of struct engine, which engine.h describes. */
#ifndef STORE_SQLITE_STATEMENT_H
#define STORE_SQLITE_STATEMENT_H

#include "store/query.h"

void statement_start(struct query *query, enum statement_id id);
void statement_prepare(struct query *query, const char *sql);
void statement_int(struct query *query, int64_t value);
void statement_text(struct query *query, struct span text);
void statement_bytes(struct query *query, struct span bytes);
void statement_null(struct query *query);
ERR_CHECK enum err statement_next(struct query *query, bool *row, struct error *error);
ERR_CHECK enum err statement_run(struct query *query, struct error *error);
ERR_CHECK enum err statement_run_must(struct query *query, const struct message *absent, int64_t name,
                                      struct error *error);
void statement_again(struct query *query);
void statement_end(struct query *query);
int64_t statement_column(const struct query *query, int column);
struct span statement_column_span(const struct query *query, int column);
enum column_type statement_column_type(const struct query *query, int column);
const char *statement_column_name(const struct query *query, int column);
int statement_columns(struct query *query);
int64_t statement_changes(const struct store *store);

#endif
