/* Private to the room: preparing the statements of the table. */
#ifndef STORE_OPEN_H
#define STORE_OPEN_H

#include "store/connection.h"

/* Prepares those not prepared yet whose traits, cut to `mask`, are `traits`. */
ERR_CHECK enum err open_statements(struct store *store, unsigned mask, unsigned traits, struct error *error);

#endif
