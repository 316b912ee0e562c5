/* A score as JSON: what `dendro score --json` prints, and part of every answer that shows a score. */
#include "wire/build.h"
#include "wire/json.h"

#include "base/banned.h"

static json_t *categories(struct build *build, const struct game *game, const struct outcome_row *row)
{
    json_t *object = json_object();
    for (unsigned i = 0; i < game->categories_count; i++) {
        if (row->categories >> i & 1) {
            build_set_steal(build, object, game->categories[i].id, json_integer(row->category[i]));
        }
    }
    return object;
}

static json_t *seat(struct build *build, const struct setup *setup, const struct outcome *outcome,
                    const struct outcome_row *row, const struct span *players)
{
    json_t *object = json_object();
    bool named = players && row->seat < setup->seats;
    bool ranked = outcome->over && row->scored && row->rank > 0;
    build_set_steal(build, object, "seat", build_seat(row->seat));
    build_set_steal(build, object, "player", named ? build_text(build, players[row->seat]) : json_null());
    build_set_steal(build, object, "total", row->scored ? json_integer(row->total) : json_null());
    build_set_steal(build, object, "rank", ranked ? json_integer(row->rank) : json_null());
    build_set_steal(build, object, "categories", categories(build, setup->game, row));
    return object;
}

/* {"moves", then the moves that were checked at each step} */
static json_t *verified(struct build *build, const struct outcome *outcome)
{
    json_t *object = json_object();
    json_int_t moves = 0;
    for (unsigned i = 0; i < outcome->steps_count; i++) {
        moves += outcome->verified[i];
    }
    build_set_steal(build, object, "moves", json_integer(moves));
    for (unsigned i = 0; i < outcome->steps_count; i++) {
        build_set_steal(build, object, outcome->steps[i].id, json_integer(outcome->verified[i]));
    }
    return object;
}

void build_score(struct build *build, json_t *object, const struct setup *setup, const struct outcome *outcome,
                 const struct span *players)
{
    json_t *seats = json_array();
    for (unsigned i = 0; i < outcome->rows_count; i++) {
        build_append_steal(build, seats, seat(build, setup, outcome, &outcome->rows[i], players));
    }
    build_set_steal(build, object, "seats", seats);
    build_set_steal(build, object, "winners", build_seats(build, outcome->over ? outcome->winners : 0));
    if (!outcome->over) {
        build_set_steal(build, object, "finished", json_false());
    } else if (outcome->verdict) {
        build_set_steal(build, object, "margin", json_integer(outcome->margin));
        build_set_steal(build, object, "outcome", build_text(build, span_from(outcome->verdict->id)));
    }
    if (outcome->steps) {
        build_set_steal(build, object, "verified", verified(build, outcome));
    }
}

enum err wire_score(const struct setup *setup, const struct outcome *outcome, const struct span *players,
                    struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    const struct game *game = setup->game;
    json_t *root = json_object();
    build_set_steal(&build, root, "game", build_text(&build, span_from(game->name.id)));
    build_set_steal(&build, root, "variant", build_text(&build, span_from(game->variants[setup->variant].name.id)));
    build_set_steal(&build, root, "level", build_text(&build, span_from(game->levels[setup->level].name.id)));
    build_score(&build, root, setup, outcome, players);
    return build_end_steal(&build, root, out, error);
}
