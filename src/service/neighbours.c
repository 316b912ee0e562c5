/* The edge does not know the store. */
#include "service/neighbours.h"

#include "service/internal.h"
#include "store/neighbours.h"

#include "base/banned.h"

enum err neighbours_open(struct store_neighbours **neighbours, const char *path, const struct service_options *options,
                         struct error *error)
{
    struct store_options store = store_options_of(options);
    return store_neighbours_open(neighbours, path, &store, error);
}

void neighbours_close(struct store_neighbours *neighbours)
{
    store_neighbours_close(neighbours);
}

enum err neighbours_tell(struct store_neighbours *neighbours, struct span slug, struct error *error)
{
    return store_neighbours_tell(neighbours, slug, error);
}

enum err neighbours_hear(struct store_neighbours *neighbours, int wake, int ms, neighbours_fn *fn, void *context,
                         struct error *error)
{
    return store_neighbours_hear(neighbours, wake, ms, fn, context, error);
}
