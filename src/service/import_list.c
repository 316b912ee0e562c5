/* Which imports there were, by number. */
#include "service/exchange.h"
#include "service/internal.h"

#include "base/banned.h"

struct imports_call {
    import_info_fn *fn;
    void *context;
};

static enum err tell_import(void *context, const struct store_import *row, struct error *error)
{
    const struct imports_call *to = context;
    struct import_info import = {row->number, row->at, row->author, row->entries, row->undone};
    return to->fn(to->context, &import, error);
}

enum err service_imports(struct service *service, int64_t before, int64_t limit, import_info_fn *fn, void *context,
                         struct error *error)
{
    return store_imports(service->store, before, limit, tell_import, &(struct imports_call){fn, context}, error);
}
