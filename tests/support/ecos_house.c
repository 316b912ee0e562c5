/* The shipped catalogues of Ecos, as tests of its rules want them. */
#include "support/ecos_house.h"

#include "rules/ecos/ecos.h"

const struct ecos_catalogue *ecos_shipped(const char *name)
{
    return shipped_catalogue(&ecos_game, name)->block;
}

const char *ecos_shipped_option(const char *name)
{
    static char memory[4][128];
    static unsigned next;
    struct strbuf out;
    next = (next + 1) % 4;
    strbuf_wrap(&out, memory[next], sizeof(memory[next]));
    catalogue_option(shipped_catalogue(&ecos_game, name), &out);
    return memory[next];
}

const struct block_source *ecos_shipped_blocks(void)
{
    return &shipped_catalogues()->source;
}
