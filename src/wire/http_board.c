/* Positions as answers: the moves so far, the legal ones, the hands that were looked at. */
#include "wire/build.h"
#include "wire/http_answer.h"

#include "base/banned.h"

enum { LINE_LIMIT = 1 << 16, LEGAL_LIMIT = 1 << 16, PRINT_STEPS = 1000 /* the position is played first */ };

enum err wire_moves_list(int64_t game, struct replay *replay, size_t from, size_t count, struct strbuf *out,
                         struct error *error)
{
    struct build build = {.allocator = out->allocator};
    struct strbuf line;
    json_t *root = json_object();
    json_t *moves = json_array();
    enum err err = ERR_OK;
    strbuf_init(&line, replay->allocator, LINE_LIMIT);
    for (size_t i = from; err == ERR_OK && i < from + count && i < replay->plies; i++) {
        err = pace_take(&replay->pace, PRINT_STEPS, error);
        strbuf_clear(&line);
        replay_print(replay, i, &line);
        build_append_steal(&build, moves, strbuf_ok(&line) ? build_text(&build, strbuf_span(&line)) : NULL);
    }
    strbuf_release(&line);
    build_set_steal(&build, root, "game", json_integer(game));
    build_set_steal(&build, root, "ply", json_integer((json_int_t)replay->plies));
    build_set_steal(&build, root, "from", json_integer((json_int_t)from));
    build_set_steal(&build, root, "moves", moves);
    if (err != ERR_OK) { /* the time is over */
        json_decref(root);
        return err;
    }
    return build_end_steal(&build, root, out, error);
}

/* The moves of one seat as lines; `words` holds game->legal_limit moves. */
static json_t *legal_of(struct build *build, const struct setup *setup, const void *state, unsigned seat, size_t limit,
                        game_move *words, struct strbuf *line)
{
    const struct game *rules = setup->game;
    size_t count = rules->legal(setup, state, seat, words, limit);
    size_t shown = count < limit ? count : limit;
    json_t *object = json_object();
    json_t *moves = json_array();
    for (size_t i = 0; i < shown; i++) {
        strbuf_clear(line);
        strbuf_add(line, seat_label(seat));
        strbuf_add(line, ": ");
        (void)rules->print(setup, state, &words[i], 1, line);
        build_append_steal(build, moves, strbuf_ok(line) ? build_text(build, strbuf_span(line)) : NULL);
    }
    build_set_steal(build, object, "seat", build_seat((int)seat));
    build_set_steal(build, object, "count", json_integer((json_int_t)count));
    build_set_steal(build, object, "moves", moves);
    return object;
}

enum err wire_legal(int64_t game, struct replay *replay, size_t ply, seat_set seats, size_t limit, struct strbuf *out,
                    struct error *error)
{
    struct build build = {.allocator = out->allocator};
    const struct setup *setup = &replay->setup;
    struct strbuf line;
    game_move *words = mem_new(replay->allocator, limit > 0 ? limit : 1, sizeof(*words));
    if (!words) {
        return error_raise(error, &MSG_MEMORY);
    }
    strbuf_init(&line, replay->allocator, LINE_LIMIT);
    const void *state = replay_at(replay, ply);
    seat_set turn = setup->game->turn(setup, state);
    json_t *root = json_object();
    json_t *list = json_array();
    for (unsigned i = 0; i < GAME_SEATS; i++) {
        if (turn & seats & seat_bit(i)) {
            build_append_steal(&build, list, legal_of(&build, setup, state, i, limit, words, &line));
        }
    }
    strbuf_release(&line);
    mem_free(replay->allocator, words);
    build_set_steal(&build, root, "game", json_integer(game));
    build_set_steal(&build, root, "ply", json_integer((json_int_t)ply));
    build_set_steal(&build, root, "turn", build_seats(&build, turn));
    build_set_steal(&build, root, "seats", list);
    return build_end_steal(&build, root, out, error);
}

/* The score of every ply, a list for each seat and category. */
struct race {
    struct build *build;
    const struct setup *setup;
    unsigned rows;
    unsigned row_seat[GAME_SEATS];
    json_t *totals[GAME_SEATS];
    json_t *points[GAME_SEATS][GAME_CATEGORIES]; /* NULL for a category that the seat does not have */
};

static void add_score(void *context, size_t ply, const void *state)
{
    struct race *race = context;
    struct outcome outcome;
    race->setup->game->outcome(race->setup, state, &outcome);
    if (ply == 0) {
        race->rows = outcome.rows_count;
    }
    for (unsigned i = 0; i < race->rows; i++) {
        const struct outcome_row *row = &outcome.rows[i];
        if (ply == 0) {
            race->row_seat[i] = row->seat;
            race->totals[i] = json_array();
            for (unsigned k = 0; k < race->setup->game->categories_count; k++) {
                bool has = (row->categories >> k & 1) != 0;
                race->points[i][k] = has ? json_array() : NULL;
                race->build->failed = race->build->failed || (has && !race->points[i][k]);
            }
        }
        build_append_steal(race->build, race->totals[i], row->scored ? json_integer(row->total) : json_null());
        for (unsigned k = 0; k < race->setup->game->categories_count; k++) {
            if (race->points[i][k]) {
                build_append_steal(race->build, race->points[i][k], json_integer(row->category[k]));
            }
        }
    }
}

enum err wire_scores(int64_t game, struct replay *replay, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    struct race race = {.build = &build, .setup = &replay->setup};
    enum err err = replay_walk(replay, add_score, &race, error);
    json_t *root = json_object();
    json_t *seats = json_array();
    for (unsigned i = 0; i < race.rows; i++) {
        json_t *object = json_object();
        json_t *categories = json_object();
        build_set_steal(&build, object, "seat", build_seat((int)race.row_seat[i]));
        build_set_steal(&build, object, "totals", race.totals[i]);
        for (unsigned k = 0; k < race.setup->game->categories_count; k++) {
            if (race.points[i][k]) {
                build_set_steal(&build, categories, race.setup->game->categories[k].id, race.points[i][k]);
            }
        }
        build_set_steal(&build, object, "categories", categories);
        build_append_steal(&build, seats, object);
    }
    build_set_steal(&build, root, "game", json_integer(game));
    build_set_steal(&build, root, "ply", json_integer((json_int_t)replay->plies));
    build_set_steal(&build, root, "seats", seats);
    if (err != ERR_OK) { /* the time is over */
        json_decref(root);
        return err;
    }
    return build_end_steal(&build, root, out, error);
}

struct looks {
    struct build *build;
    const struct setup *setup;
    json_t *list;
};

static json_t *card_of(const struct looks *looks, unsigned card)
{
    struct name name = looks->setup->game->card_name(looks->setup, card);
    return build_text(looks->build, span_from(name.id));
}

static void add_look(void *context, const struct look *look)
{
    struct looks *looks = context;
    json_t *object = json_object();
    json_t *cards = json_array();
    for (unsigned i = 0; i < look->count; i++) {
        build_append_steal(looks->build, cards, card_of(looks, look->card[i]));
    }
    build_set_steal(looks->build, object, "round", json_integer(look->round + 1));
    build_set_steal(looks->build, object, "pick", json_integer(look->pick));
    build_set_steal(looks->build, object, "seat", build_seat(look->seat));
    build_set_steal(looks->build, object, "origin", build_seat(look->origin));
    build_set_steal(looks->build, object, "taken", card_of(looks, look->taken));
    build_set_steal(looks->build, object, "cards", cards);
    build_append_steal(looks->build, looks->list, object);
}

enum err wire_hands(int64_t game, const struct replay *replay, struct strbuf *out, struct error *error)
{
    struct build build = {.allocator = out->allocator};
    const struct setup *setup = &replay->setup;
    json_t *root = json_object();
    struct looks looks = {&build, setup, json_array()};
    if (setup->game->looks) {
        setup->game->looks(setup, replay->state, add_look, &looks);
    }
    build_set_steal(&build, root, "game", json_integer(game));
    build_set_steal(&build, root, "looks", looks.list);
    return build_end_steal(&build, root, out, error);
}
