/* Finding libpq and its functions. */
#include "store/postgres/library.h"

#include "store/messages.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

#include "base/banned.h"

/* The one thing of this room that a process has once: what dlopen gave. Written under `once` and never again. */
static struct {
    pthread_once_t once;
    bool ready;
    struct pq functions;
} library = {.once = PTHREAD_ONCE_INIT};

/* True when the function is there. A pointer to data becomes one to a function by its bytes: C has no cast for it. */
static bool find(void *handle, const char *name, void *function, size_t size)
{
    void *found = dlsym(handle, name);
    memcpy(function, &found, size);
    return found != NULL;
}

static void load(void)
{
    void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL); /* for good: connections of any thread may use it */
    bool all = handle != NULL;
#define PQ_FIND(name) all = all && find(handle, #name, &library.functions.name, sizeof(library.functions.name));
    PQ_FUNCTIONS(PQ_FIND)
#undef PQ_FIND
    library.ready = all;
}

const struct pq *pq_load(struct error *error)
{
    (void)pthread_once(&library.once, load);
    if (!library.ready) {
        (void)!error_raise(error, &STORE_MSG_NO_SERVER_LIBRARY);
        return NULL;
    }
    return &library.functions;
}
