/* Private to SQLite's engine: members of struct engine, which engine.h describes. */
#ifndef STORE_SQLITE_TRANSACTIONS_H
#define STORE_SQLITE_TRANSACTIONS_H

#include "store/query.h"

ERR_CHECK enum err transaction_begin(struct store *store, bool reading, struct error *error);
ERR_CHECK enum err transaction_commit(struct store *store, struct error *error);
void transaction_rollback(struct store *store);
ERR_CHECK enum err transaction_mark(struct store *store, struct error *error);
ERR_CHECK enum err transaction_keep(struct store *store, struct error *error);
void transaction_undo(struct store *store);
void transaction_deadline(struct store *store);

ERR_CHECK enum err temporary_make(struct store *store, struct error *error);
ERR_CHECK enum err temporary_index(struct store *store, struct error *error);
ERR_CHECK enum err temporary_drop(struct store *store, struct error *error);
void temporary_gone(struct store *store);

ERR_CHECK enum err file_check(struct store *store, bool full, store_finding_fn *fn, void *context, struct error *error);
ERR_CHECK enum err file_scrub(struct store *store, bool foreign, struct error *error);
ERR_CHECK enum err file_flush(struct store *store, struct error *error);
ERR_CHECK enum err file_size(struct store *store, int64_t *bytes, struct error *error);

#endif
