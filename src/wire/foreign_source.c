/* A spool in small pieces. */
#include "wire/foreign_source.h"

#include "base/banned.h"

static ptrdiff_t read_piece(void *context, char *buffer, size_t size)
{
    struct foreign_source *source = context;
    size_t want = source->step > 0 && source->step < size ? source->step : size;
    return source->from.read(source->from.context, buffer, want);
}

struct source foreign_source_at(struct foreign_source *source, uint64_t at)
{
    source->from = spool_source(source->spool, at);
    return (struct source){read_piece, source};
}
