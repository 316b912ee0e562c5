/*
 * Moving a club from one store to another, whichever engines they have: a part
 * of store.h, with its promises.
 */
#ifndef STORE_MOVING_H
#define STORE_MOVING_H

#include "store/store.h"

/* True for a store that is a file. */
bool store_has_file(const struct store *store);
/* What people are told it is called: as they gave it, without secrets. Borrowed. */
struct span store_shown(const struct store *store);
/* True when there was nothing where it was opened, and it was made. */
bool store_made(const struct store *store);
/* The same as store_shown for who reads it elsewhere and later: the whole path of a file. */
void store_name(const struct store *store, struct strbuf *out);

/*
 * Every row of every enduring table, byte for byte, and nothing of the derived
 * ones. Both are in a transaction; `to` is empty. What it has of settings goes.
 * A server may refuse a row later (see "Deferred"). `progress` counts entries;
 * it may be NULL.
 */
ERR_CHECK enum err store_copy(struct store *from, struct store *to,
                              void (*progress)(void *context, int64_t done, int64_t total), void *context,
                              struct error *error);
/* ERR_CORRUPT unless the enduring tables of both are equal, byte for byte. Both are in a transaction. */
ERR_CHECK enum err store_same(struct store *from, struct store *to, struct error *error);
/* True when there is nothing but what the schema makes: no row, no key. Inside a transaction. */
ERR_CHECK enum err store_is_empty(struct store *store, bool *empty, struct error *error);
/*
 * Removes the file, or the club's schema, with everything in it, if it has the setting `moving`; ERR_CONFLICT if not,
 * ERR_BUSY while somebody else has it open. Nothing happens when there is none.
 */
ERR_CHECK enum err store_unmake(const char *path, const struct store_options *options, struct error *error);
/*
 * A file that nobody has open becomes one that needs no log beside it and can be read where nothing can be written, and
 * gets the name `path`, on disk when it returns. ERR_CONFLICT when there is a file of that name. store_part_begin says so
 * beforehand, gives the name under which it grows, and removes what an earlier try has left there.
 */
ERR_CHECK enum err store_part_begin(const char *path, const struct store_options *options, struct strbuf *part,
                                    struct error *error);
ERR_CHECK enum err store_part_end(const char *part, const char *path, const struct store_options *options,
                                  struct error *error);
/* What is left of one that failed goes. */
void store_part_drop(const char *part);

#endif
