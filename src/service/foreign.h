#ifndef SERVICE_FOREIGN_H
#define SERVICE_FOREIGN_H
#include "service/internal.h"
ERR_CHECK enum err foreign_person_find(struct service *service, struct span source, struct span id,
                                       char handle[PERSON_HANDLE], bool *found, struct error *error);
#endif
