/*
 * The cache of live games: LIVE_GAMES of them with their story and their
 * position, so that a move costs the same at ply 1 and ply 500.
 *
 * A cached game is the game as the log has it, the entries of the open
 * transaction included. The cache belongs to its service, and so to one
 * thread; the pointer that live_get gives is borrowed until the next call. A
 * service that only reads drops a game that the log has gone on with
 * (service_board). In the writer, moves.c plays into it before it writes:
 * - lines that are refused are taken back again (play_lines);
 * - a change that fails while it is written drops its game (write_entry), for
 *   the position is ahead of the log;
 * - a transaction that is rolled back after its first write drops all games
 *   (abort_write), for others of its group may be ahead too;
 * - so does a log that another program has written to (catch_up), and a
 *   rebuild; a correction drops the game that it corrects.
 * A game that was dropped is read from the log and played again when it is
 * next asked for. The least recently used makes room for the next.
 */
#include "service/internal.h"
#include "service/messages.h"

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

/* Reads the game from the log into `live`, which stays free when that fails. */
static enum err load(struct service *service, int64_t game, struct live *live, struct error *error)
{
    struct record record;
    live->id = 0;
    enum err err = story_load(service->store, game, &live->story, error);
    if (err != ERR_OK) {
        return err;
    }
    err = story_play(&live->story, &service->finder.source, &service->reader, &live->replay, &record, error);
    if (err_is_fatal(err) || err == ERR_NOT_FOUND) { /* the latter names the catalogue that is gone */
        return err;
    }
    if (err != ERR_OK) { /* what the log holds was accepted once: the fault is not in the request */
        return error_raise_int(error, &SERVICE_MSG_PLAYED, game);
    }
    live->id = game;
    live->lines = record.moves_count;
    live->story.appendable = record.totals_count == 0 && record.claims_count == 0 && record.digest.text.len == 0;
    return ERR_OK;
}

enum err live_get(struct service *service, int64_t game, struct live **out, struct error *error)
{
    struct live *live = game > 0 ? find(service, game) : NULL;
    if (!live) {
        live = oldest(service);
        enum err err = load(service, game, live, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    live->used = ++service->clock;
    *out = live;
    return ERR_OK;
}

enum err live_seating(struct service *service, const struct live *live, struct record *record, struct seating *seating,
                      struct error *error)
{
    struct span text = strbuf_span(&live->story.text);
    enum err err = record_read_one(&service->reader, text, service->options.allocator, record, error);
    return err == ERR_OK ? seating_of(service->store, record, seating, error) : err;
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
