/* Private to the room: store_backup for a connection whose schema may be an older one, and what restoring shares. */
#ifndef STORE_BACKUP_H
#define STORE_BACKUP_H

#include "store/connection.h"

ERR_CHECK enum err backup_copy(struct store *store, const char *path,
                               void (*progress)(void *context, int64_t done, int64_t total), void *context,
                               struct error *error);

/* A file is there after a power cut only when its folder is on disk too. 0, or an errno. */
int sync_folder(const char *path);

#endif
