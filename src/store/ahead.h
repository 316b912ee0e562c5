/*
 * Asking ahead: a part of store.h, with its promises. Each answer of a server
 * costs a round trip. Between store_foresee and store_foreseen, functions that
 * read send their question and give nothing, as if there were no such row. Its
 * answer comes with the next one that is waited for; the same question, with
 * equal parameters, then finds it there, once. Until then nobody changes those
 * rows; store_forget drops what was asked since `from` and has not been wanted,
 * the end of the transaction everything. store_foresee returns false, and
 * nothing is to be asked, where an answer costs no trip.
 */
#ifndef STORE_AHEAD_H
#define STORE_AHEAD_H

#include "store/store.h"

bool store_foresee(struct store *store, size_t *from);
void store_foreseen(struct store *store);
void store_forget(struct store *store, size_t from);
/* Whether it does for this store. */
bool store_foresees(const struct store *store);
/* store_begin; `ask` may ask ahead, and is answered from what is there once this writer's turn has come. */
typedef void store_ask_fn(struct store *store, void *context);
ERR_CHECK enum err store_begin_asking(struct store *store, store_ask_fn *ask, void *context, struct error *error);

#endif
