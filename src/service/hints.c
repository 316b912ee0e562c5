/*
 * What was probably meant by a name that nobody here has: the nearest of the
 * people's names, of the places, of the titles, or of a game's catalogues. Only who may read names asks this way.
 */
#include "base/near.h"
#include "rules/registry.h"
#include "service/catalogues.h"
#include "service/internal.h"

#include "base/banned.h"

struct search {
    struct near near;
    struct span game;           /* whose catalogues */
    char best[ERROR_HINT_SIZE]; /* a copy: the rows are gone when the search is over */
};

static void offer(struct search *search, struct span name)
{
    struct strbuf copy;
    near_offer_full_name(&search->near, name);
    if (search->near.best.ptr == name.ptr && name.len > 0) {
        strbuf_wrap(&copy, search->best, sizeof(search->best));
        strbuf_add_span(&copy, name);
        search->near.best = strbuf_ok(&copy) ? strbuf_span(&copy) : (struct span){NULL, 0};
    }
}

static enum err offer_person(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    offer(context, person->name);
    return ERR_OK;
}

static enum err offer_place(void *context, int64_t id, struct span name, struct error *error)
{
    (void)id;
    (void)error;
    offer(context, name);
    return ERR_OK;
}

static enum err offer_title(void *context, const struct store_title *title, struct error *error)
{
    (void)error;
    offer(context, title->name);
    return ERR_OK;
}

static enum err offer_catalogue(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    struct search *search = context;
    (void)error;
    if (span_equal(search->game, catalogue->game) && !catalogue->older) {
        offer(search, catalogue->name);
    }
    return ERR_OK;
}

void hint_person(struct service *service, struct span text, struct error *error)
{
    struct search search;
    struct error ignored;
    near_begin(&search.near, text);
    if (store_people(service->store, offer_person, &search, &ignored) == ERR_OK) {
        near_hint(&search.near, error);
    }
}

void hint_title(struct service *service, struct span text, struct error *error)
{
    struct search search;
    struct error ignored;
    size_t count = 0;
    const struct game *const *games = registry_current(&count);
    near_begin(&search.near, text);
    for (size_t i = 0; i < count; i++) {
        if (!games[i]->titled) {
            near_offer_name(&search.near, &games[i]->name);
        }
    }
    if (store_titles(service->store, offer_title, &search, &ignored) == ERR_OK) {
        near_hint(&search.near, error);
    }
}

void hint_place(struct service *service, struct span text, struct error *error)
{
    struct search search;
    struct error ignored;
    near_begin(&search.near, text);
    if (store_places(service->store, offer_place, &search, &ignored) == ERR_OK) {
        near_hint(&search.near, error);
    }
}

void hint_catalogue(struct service *service, struct span game, struct span text, struct error *error)
{
    struct search search;
    struct error ignored;
    search.game = game;
    near_begin(&search.near, text);
    if (service_catalogues(service, offer_catalogue, &search, &ignored) == ERR_OK) {
        near_hint(&search.near, error);
    }
}
