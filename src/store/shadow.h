/* Private to the room: the derived tables, and what ends a shadow. */
#ifndef STORE_SHADOW_H
#define STORE_SHADOW_H

#include "store/connection.h"

struct derived_table {
    const char *name;
    int keys;   /* its first columns, which tell its rows apart */
    bool later; /* filled after a rebuild, row by row: a shadow of it stays empty, and is not compared */
};

enum { DERIVED_TABLES = 12 };
extern const struct derived_table DERIVED_TABLE[DERIVED_TABLES];

/* The transaction that made the shadow is gone, and so are its tables. */
void shadow_forget(struct store *store);

#endif
