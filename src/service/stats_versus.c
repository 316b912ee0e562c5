/* What two players did against each other, and everybody whom a player met, out of the sums of pairs. */
#include "service/stats_board.h"
#include "service/stats_history.h"

#include <stdlib.h>

#include "base/banned.h"

struct meeting {
    int64_t person;
    struct lines *lines; /* games: together; wins, extra: finished before and behind */
};

static enum err add_meeting(void *context, const struct store_pair *row, struct error *error)
{
    const struct meeting *meeting = context;
    bool first = row->a == meeting->person;
    struct line *line = lines_of(meeting->lines, first ? row->b : row->a);
    if (!line) {
        return error_raise(error, &MSG_MEMORY);
    }
    line->games += row->games;
    line->wins += first ? row->a_first : row->b_first;
    line->extra += first ? row->b_first : row->a_first;
    return ERR_OK;
}

/* Everybody whom the person met in a game (empty: in any). */
static enum err add_meetings(struct service *service, struct span game, const struct meeting *meeting,
                             struct error *error)
{
    struct meeting copy = *meeting;
    struct span name;
    for (size_t i = 1; history_scope(i, &name); i++) { /* 0 is all games together */
        if (game.len > 0 && !span_equal(game, name)) {
            continue;
        }
        enum err err = store_pairs_of(service->store, name, meeting->person, add_meeting, &copy, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static int by_meetings(const void *a, const void *b)
{
    const struct versus_row *one = a;
    const struct versus_row *two = b;
    if (one->games != two->games) {
        return one->games > two->games ? -1 : 1;
    }
    int names = strcmp(one->player, two->player);
    return names != 0 ? names : strcmp(one->handle, two->handle);
}

static struct versus_row versus_of(const struct line *line)
{
    return (struct versus_row){
        .games = line->games, .won = line->wins, .lost = line->extra, .tied = line->games - line->wins - line->extra};
}

static enum err fill_rows(struct service *service, const struct selection *selection, struct lines *lines,
                          struct player_page *out, struct error *error)
{
    struct meeting meeting = {selection->player, lines};
    enum err err = add_meetings(service, selection->rows.game, &meeting, error);
    if (err != ERR_OK) {
        return err;
    }
    out->versus = arena_new(&out->arena, lines->count + 1, sizeof(*out->versus));
    if (!out->versus) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < lines->room; i++) {
        const struct line *line = &lines->items[i];
        if (line->person == 0) {
            continue;
        }
        struct versus_row *row = &out->versus[out->versus_count++];
        *row = versus_of(line);
        err = stats_person(service, &out->arena, line->person, &row->player, &row->handle, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    qsort(out->versus, out->versus_count, sizeof(*out->versus), by_meetings);
    return ERR_OK;
}

enum err versus_fill(struct service *service, const struct selection *selection, struct player_page *out,
                     struct error *error)
{
    struct lines lines;
    lines_init(&lines, service->options.allocator);
    enum err err = fill_rows(service, selection, &lines, out, error);
    lines_release(&lines);
    return err;
}

static enum err fill_pair(struct service *service, const struct stats_filter filters[2], struct arena *arena,
                          struct lines *lines, struct versus_row *out, struct error *error)
{
    struct selection selection[2];
    for (int i = 0; i < 2; i++) {
        enum err err = selection_make(service, &filters[i], &selection[i], error);
        if (err != ERR_OK) {
            return err;
        }
    }
    struct meeting meeting = {selection[0].player, lines};
    enum err err = add_meetings(service, selection[0].rows.game, &meeting, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct line *line = lines_find(lines, selection[1].player);
    if (line) {
        *out = versus_of(line);
    }
    return stats_person(service, arena, selection[1].player, &out->player, &out->handle, error);
}

enum err service_versus(struct service *service, struct span game, struct span one, struct span other,
                        struct arena *arena, struct versus_row *out, int64_t *log_size, struct error *error)
{
    struct stats_filter filters[2] = {{.game = game, .player = one}, {.game = game, .player = other}};
    struct lines lines;
    *out = (struct versus_row){.games = 0};
    enum err err = store_log_size(service->store, log_size, error);
    if (err != ERR_OK) {
        return err;
    }
    lines_init(&lines, service->options.allocator);
    err = fill_pair(service, filters, arena, &lines, out, error);
    lines_release(&lines);
    return err;
}
