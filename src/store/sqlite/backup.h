/* Private to the room: store_backup for a connection whose schema may be an older one, and what restoring shares. */
#ifndef STORE_BACKUP_H
#define STORE_BACKUP_H

#include "store/sqlite/connection.h"

ERR_CHECK enum err backup_copy(struct store *store, const char *path,
                               void (*progress)(void *context, int64_t done, int64_t total), void *context,
                               struct error *error);

/*
 * The same before something that may fail or be killed, and is then tried
 * again: a file at `path` that is the same copy, from an earlier try, stands
 * for it; when it is another one, the copy is called `path`.2, .3 and so on.
 * `path` gets the name.
 */
ERR_CHECK enum err backup_beside(struct store *store, struct strbuf *path, struct error *error);

/* The files that SQLite keeps beside a database go. */
ERR_CHECK enum err remove_beside(const char *path, struct error *error);

/* The file `part` gets the name `path`, and is there after a power cut: its folder is on disk, too. */
ERR_CHECK enum err give_name(const char *part, const char *path, struct error *error);

#endif
