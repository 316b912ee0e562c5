/* The catalogues that come with the program. */
#include "support/shipped.h"

#include "service/internal.h"
#include "wire/values.h"

#include <stdio.h>
#include <stdlib.h>

void shipped_init(struct catalogues *all, const struct allocator *allocator)
{
    catalogues_init(all, allocator, &wire_values, &catalogues_shipped);
}

struct catalogues *shipped_catalogues(void)
{
    static struct catalogues all;
    if (!all.allocator) {
        shipped_init(&all, &allocator_heap);
    }
    return &all;
}

const struct catalogue *shipped_catalogue(const struct game *game, const char *name)
{
    struct error error;
    if (catalogues_load(shipped_catalogues(), &error) != ERR_OK) {
        char text[512];
        (void)error_text(&error, LANG_EN, text, sizeof(text));
        (void)fprintf(stderr, "a shipped catalogue does not load: %s\n", text);
        exit(1);
    }
    const struct catalogue *found = catalogues_named(shipped_catalogues(), game, span_from(name));
    if (!found) {
        (void)fprintf(stderr, "no catalogue %s of %s is shipped\n", name, game ? game->name.id : "any game");
        exit(1);
    }
    return found;
}

const struct catalogue *shipped_edition(const struct game *game, const char *file)
{
    const struct catalogue_document *one = shipped_document(game->name.id, file);
    uint8_t hash[SHA256_SIZE];
    (void)shipped_catalogue(game, CATALOGUE_DEFAULT); /* so that they are read */
    catalogue_hash(span_of(one->bytes, one->size), hash);
    return catalogues_known(shipped_catalogues(), hash);
}

const struct catalogue_document *shipped_document(const char *game, const char *name)
{
    for (size_t i = 0; i < catalogues_shipped.count; i++) {
        const struct catalogue_document *one = &catalogues_shipped.document[i];
        if (strcmp(one->game, game) == 0 && strcmp(one->name, name) == 0) {
            return one;
        }
    }
    (void)fprintf(stderr, "no catalogue %s of %s is shipped\n", name, game);
    exit(1);
}
