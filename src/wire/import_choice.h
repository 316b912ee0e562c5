/*
 * What an import is asked to do, for both edges: of which format a file is
 * when nobody says it, and which names stand for which.
 */
#ifndef WIRE_IMPORT_CHOICE_H
#define WIRE_IMPORT_CHOICE_H

#include "wire/foreign.h"

/* Bytes of a file's beginning that are looked at, at the most. */
enum { CHOICE_BYTES = 4096 };

/* True when these first bytes are enough to choose by, though more may come: a reader of a pipe waits no longer. */
bool choice_enough(struct span first);

/*
 * The format of a file that begins like this. What may be a record with a mistake in its first line is one, because its
 * reader says what is wrong with it; anything else that is not known has the error of foreign_guess.
 */
ERR_CHECK enum err choice_format(struct span first, enum foreign_format *format, struct error *error);

/* `FROM=TO` behind the others; `list` has room for PLAY_MAPPINGS, and `text` must outlive it. ERR_USAGE. */
ERR_CHECK enum err choice_mapping(struct play_mapping *list, size_t *count, struct span text, struct error *error);

/* Raised when names are mapped for a file of records. */
extern const struct message CHOICE_MSG_RECORD;

#endif
