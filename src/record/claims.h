/* Private to the room: what a claim is about, which only the game's tables and the outcome can tell. */
#ifndef RECORD_CLAIMS_H
#define RECORD_CLAIMS_H

#include "record/record.h"

enum { CLAIM_TOTAL = -1 };

/*
 * The outcome's row that `claim` is about, and the category, or CLAIM_TOTAL.
 * ERR_SYNTAX, at the claim's column, when the seat has no score or the name is
 * no category of that seat's.
 */
ERR_CHECK enum err claim_find(const struct record *record, const struct setup *setup, const struct outcome *outcome,
                              const struct record_claim *claim, int *row, int *category, struct error *error);

/* What it is called, borrowed from the setup's game or block; canonical text has the id. */
struct name claim_name(const struct setup *setup, int category);

#endif
