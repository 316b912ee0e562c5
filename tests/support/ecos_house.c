/* Loading the shipped catalogues, once a program. */
#include "support/ecos_house.h"

#include <stdio.h>
#include <stdlib.h>

static struct wire_catalogues *all(void)
{
    static struct wire_catalogues catalogues;
    static bool loaded;
    struct error error;
    if (!loaded) {
        wire_catalogues_init(&catalogues, &allocator_heap);
        if (wire_catalogues_load(&catalogues, &error) != ERR_OK) {
            char text[512];
            (void)error_text(&error, LANG_EN, text, sizeof(text));
            (void)fprintf(stderr, "a shipped catalogue does not load: %s\n", text);
            exit(1);
        }
        loaded = true;
    }
    return &catalogues;
}

static const struct wire_catalogue *named(const char *name)
{
    const struct wire_catalogue *found = wire_catalogues_named(all(), span_from(name));
    if (!found) {
        (void)fprintf(stderr, "no catalogue %s is shipped\n", name);
        exit(1);
    }
    return found;
}

const struct ecos_catalogue *ecos_shipped(const char *name)
{
    return named(name)->block;
}

const char *ecos_shipped_option(const char *name)
{
    static char memory[4][128];
    static unsigned next;
    struct strbuf out;
    next = (next + 1) % 4;
    strbuf_wrap(&out, memory[next], sizeof(memory[next]));
    wire_catalogue_option(named(name), &out);
    return memory[next];
}

const struct block_source *ecos_shipped_blocks(void)
{
    return &all()->source;
}
