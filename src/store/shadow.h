/* Private to the room: the derived tables, and what ends a shadow. */
#ifndef STORE_SHADOW_H
#define STORE_SHADOW_H

#include "store/inside.h"

struct derived_table {
    const char *name;
    int keys;      /* its first columns, which tell its rows apart: its primary key, at most STORE_KEYS */
    unsigned part; /* enum store_part */
};

/* The one list of them; a table that is made of others comes after them, because mending goes in this order. */
extern const struct derived_table DERIVED_TABLE[];
extern const int DERIVED_TABLES;

/* The shadow's tables are gone, with the transaction that made them or by hand. */
void shadow_forget(struct store *store);

#endif
