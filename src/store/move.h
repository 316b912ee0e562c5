/* Private to the room: the enduring tables as a table (enduring.def), for copying them and for the test of it. */
#ifndef STORE_MOVE_H
#define STORE_MOVE_H

#include "store/statements.h"

struct enduring {
    const char *table; /* as SQL writes it */
    const char *columns;
    enum statement_id take; /* all rows, in the order of the key */
    enum statement_id put;  /* one row */
};

extern const struct enduring ENDURING_TABLE[];
extern const int ENDURING_TABLES;

#endif
