/* How the sums of statistics follow a change: the game as it was leaves them, the game as it is joins them. */
#include "service/internal.h"

#include "base/banned.h"

/* When a transaction has touched so many rows, they are poured before its end. */
enum { TALLY_ROOM = 8192 };

struct leaving {
    struct service *service;
    struct store_seat seats[GAME_PLAYERS];
    char categories[GAME_PLAYERS][2 * GAME_CATEGORIES];
};

static enum err copy_seat(void *context, const struct store_seat *seat, struct error *error)
{
    (void)error;
    struct leaving *leaving = context;
    if (seat->seat >= 0 && seat->seat < GAME_PLAYERS && seat->categories.len <= sizeof(leaving->categories[0])) {
        struct store_seat *copy = &leaving->seats[seat->seat];
        char *bytes = leaving->categories[seat->seat];
        *copy = *seat;
        if (seat->categories.len > 0) {
            memcpy(bytes, seat->categories.ptr, seat->categories.len);
        }
        copy->categories = span_of(bytes, seat->categories.len);
    }
    return ERR_OK;
}

static enum err leave_game(void *context, const struct store_game *game, struct error *error)
{
    struct leaving *leaving = context;
    struct service *service = leaving->service;
    struct span facts = {NULL, 0};
    if (!span_is(game->status, game_status_names[GAME_FINISHED])) {
        return ERR_OK;
    }
    enum err err = store_seats(service->store, game->id, copy_seat, leaving, error);
    if (err == ERR_OK) {
        err = store_facts(service->store, game->id, &facts, error);
    }
    return err == ERR_OK ? tally_game(&service->tally, game, leaving->seats, facts, -1, error) : err;
}

enum err statistics_leave(struct service *service, int64_t game, struct error *error)
{
    struct leaving leaving = {.service = service};
    enum err err = store_game(service->store, game, leave_game, &leaving, error);
    return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err statistics_join(struct service *service, struct error *error)
{
    const struct derived *derived = &service->derived;
    struct span facts = strbuf_span(&derived->facts);
    enum err err = ERR_OK;
    if (service->tally.count > TALLY_ROOM) {
        err = tally_flush(&service->tally, service->store, error);
    }
    return err == ERR_OK ? tally_game(&service->tally, &derived->game, derived->seats, facts, 1, error) : err;
}

enum err statistics_merge(struct service *service, int64_t person, int64_t target, struct error *error)
{
    enum err err = tally_flush(&service->tally, service->store, error);
    return err == ERR_OK ? store_statistics_merge(service->store, person, target, error) : err;
}
