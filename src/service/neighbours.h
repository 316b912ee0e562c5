/* What daemons that serve clubs of one server tell each other: store/neighbours.h, with its promises. */
#ifndef SERVICE_NEIGHBOURS_H
#define SERVICE_NEIGHBOURS_H

#include "service/service.h"

struct store_neighbours;

ERR_CHECK enum err neighbours_open(struct store_neighbours **neighbours, const char *path,
                                   const struct service_options *options, struct error *error);
void neighbours_close(struct store_neighbours *neighbours); /* accepts NULL */
ERR_CHECK enum err neighbours_tell(struct store_neighbours *neighbours, struct span slug, struct error *error);
typedef void neighbours_fn(void *context, struct span slug);
ERR_CHECK enum err neighbours_hear(struct store_neighbours *neighbours, int wake, int ms, neighbours_fn *fn,
                                   void *context, struct error *error);

#endif
