/*
 * The kinds of entries of the log, in one list: what the service writes and
 * what the audit allows. What the body of each looks like is in
 * docs/data-model.md.
 */
#ifndef SERVICE_KINDS_H
#define SERVICE_KINDS_H

#include "base/span.h"

/* Whose story an entry goes on with. All but those of a game have 0 for their game. */
enum entry_about { ABOUT_GAME, ABOUT_PEOPLE, ABOUT_TITLES, ABOUT_SEASONS };

/* False for a word that is not in the list. */
bool entry_kind_known(struct span kind, enum entry_about *about);

/*
 * True when an entry without a game has to be read by who reads entries `about` something: it is of that sort, or it
 * cannot stand there, which those who read about people say of it.
 */
bool entry_kind_concerns(struct span kind, enum entry_about about);

/*
 * True when an entry of this kind may have changed what people did against each other without saying in which games:
 * who follows the log reads all of it again.
 */
bool entry_kind_scatters(struct span kind);

#endif
