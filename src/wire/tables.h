/* A proposal of tables as JSON; the promises of wire/json.h. */
#ifndef WIRE_TABLES_H
#define WIRE_TABLES_H

#include "base/strbuf.h"
#include "service/tables.h"

/*
 * {"log_size","day","since","exact","together","spread","tables":[{"title","min","max","together","spread","people":
 * [{"player","handle","rating"}]}],"left":[{"player","handle","rating"}]}; the rating of who has none is null.
 */
ERR_CHECK enum err wire_tables(const struct tables_proposal *proposal, struct strbuf *out, struct error *error);

#endif
