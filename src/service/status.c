/* The table of what a game can be. */
#include "service/status.h"

#include "base/banned.h"

const struct name game_status_names[GAME_STATUSES] = {
    [GAME_LIVE] = {"live", "live", "en cours"},
    [GAME_FINISHED] = {"finished", "finished", "terminée"},
    [GAME_ABANDONED] = {"abandoned", "abandoned", "abandonnée"},
    [GAME_VOID] = {"void", "void", "annulée"},
};

bool game_status_parse(struct span id, enum game_status *status)
{
    for (unsigned i = 0; i < GAME_STATUSES; i++) {
        if (span_is(id, game_status_names[i].id)) {
            *status = (enum game_status)i;
            return true;
        }
    }
    return false;
}

struct span game_status_id(enum game_status status)
{
    return span_from(game_status_names[status].id);
}

bool game_status_is(struct span id, enum game_status status)
{
    return span_is(id, game_status_names[status].id);
}
