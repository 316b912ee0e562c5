#include "base/banned.h"
#include "service/foreign.h"
#include "service/plays.h"
#include "store/foreign.h"
static enum err take(void *context, const struct store_foreign *row, struct error *error)
{
    (void)error;
    struct strbuf out;
    strbuf_wrap(&out, context, PERSON_HANDLE);
    strbuf_add_span(&out, row->ours);
    return ERR_OK;
}
enum err foreign_person_find(struct service *service, struct span source, struct span id, char handle[PERSON_HANDLE],
                             bool *found, struct error *error)
{
    handle[0] = '\0';
    enum err err = store_foreign_find(service->store, source, span_from("person"), id, take, handle, error);
    *found = handle[0] != '\0';
    return err;
}
