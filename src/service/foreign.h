/*
 * Private to the room: ids of other programs and what they became here (the table `foreign`), where people are concerned.
 * The id of a person may be a name, as that of a user of BoardGameGeek is: it is erased with the name, and a keyed hash of
 * it stays, so that the person comes back as the nameless one and never under the name.
 */
#ifndef SERVICE_FOREIGN_H
#define SERVICE_FOREIGN_H

#include "service/internal.h"
#include "service/plays.h"

/*
 * The person, after merges, whom this id of `source` became here; whose name was erased is found as well. On a service
 * that reads, too.
 */
ERR_CHECK enum err foreign_person_find(struct service *service, struct span source, struct span id,
                                       char handle[PERSON_HANDLE], bool *found, struct error *error);

/*
 * From now on this id leads to the person of that handle; of one who has no name it is not kept as it is. Part of a change
 * that has begun to be written.
 */
ERR_CHECK enum err foreign_person_put(struct service *service, struct span source, struct span id, struct span handle,
                                      struct error *error);

/* The ids that lead to the person of this handle itself are hashed; `fn` hears of each before it goes. */
typedef enum err foreign_id_fn(void *context, struct span id, struct error *error);
ERR_CHECK enum err foreign_person_forget(struct service *service, struct span handle, foreign_id_fn *fn, void *context,
                                         struct error *error);

#endif
