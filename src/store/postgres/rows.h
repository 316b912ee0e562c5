/* Private to PostgreSQL's engine: a statement with what is bound to it, and its rows. */
#ifndef STORE_POSTGRES_ROWS_H
#define STORE_POSTGRES_ROWS_H

#include "store/postgres/connection.h"

enum { PARAMETERS = 16, NUMBER = 8, NAME_SIZE = 32, SQL_LIMIT = 1 << 16, FETCHED = 500 };

/* Types that PostgreSQL knows by number. */
enum { TYPE_BOOL = 16, TYPE_BYTEA = 17, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_TEXT = 25 };

struct pg_rows {
    enum statement_id id; /* of the table; STATEMENT_COUNT: `sql` */
    struct strbuf sql;
    int count;
    Oid type[PARAMETERS];
    const char *value[PARAMETERS];
    int length[PARAMETERS];
    int format[PARAMETERS];
    unsigned char number[PARAMETERS][NUMBER];
    bool denied;
    bool too_big; /* a parameter is more than a value may be */
    bool sent;
    int cursor; /* its number; 0: none */
    bool complete;
    PGresult *result;
    int row;
};

#endif
