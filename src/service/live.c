/* The cache of live games: the least recently used makes room for the next. */
#include "service/internal.h"

#include "base/banned.h"

static struct live *find(struct service *service, int64_t game)
{
    for (size_t i = 0; i < LIVE_GAMES; i++) {
        if (service->live[i].id == game) {
            return &service->live[i];
        }
    }
    return NULL;
}

static struct live *oldest(struct service *service)
{
    struct live *found = &service->live[0];
    for (size_t i = 1; i < LIVE_GAMES && found->id != 0; i++) {
        struct live *live = &service->live[i];
        if (live->id == 0 || live->used < found->used) {
            found = live;
        }
    }
    return found;
}

enum err live_get(struct service *service, int64_t game, struct live **out, struct error *error)
{
    struct live *live = game > 0 ? find(service, game) : NULL;
    enum err err = ERR_OK;
    if (!live) {
        live = oldest(service);
        live->id = 0;
        struct record record;
        err = story_load(service->store, game, &live->story, error);
        if (err == ERR_OK) {
            err = story_play(&live->story, &service->finder.source, &service->reader, &live->replay, &record, error);
        }
        if (err == ERR_OK) {
            live->id = game;
            live->lines = record.moves_count;
            live->story.appendable =
                record.totals_count == 0 && record.claims_count == 0 && record.digest.text.len == 0;
        }
    }
    live->used = ++service->clock;
    *out = live;
    return err;
}

void live_forget(struct service *service, int64_t game)
{
    struct live *live = find(service, game);
    if (live && game != 0) {
        live->id = 0;
    }
}

void live_forget_all(struct service *service)
{
    for (size_t i = 0; i < LIVE_GAMES; i++) {
        service->live[i].id = 0;
    }
}

void live_release(struct service *service)
{
    for (size_t i = 0; i < LIVE_GAMES; i++) {
        replay_release(&service->live[i].replay);
        story_release(&service->live[i].story);
    }
}
