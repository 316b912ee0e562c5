/* What was found, as JSON; the promises of wire/json.h. */
#ifndef WIRE_SEARCH_H
#define WIRE_SEARCH_H

#include "service/reading.h"
#include "service/search.h"
#include "wire/emit.h"

/* {"game","card","name":{"en","fr"}} */
void emit_found_card(struct emit *emit, const struct search_card *card);

/* {"day","title","place","games"} */
void emit_found_night(struct emit *emit, const struct night *night);

#endif
