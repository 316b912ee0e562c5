/* Positions as answers: the moves so far, the legal ones, the hands that were looked at. */
#include "wire/http_answer.h"
#include "wire/pieces.h"

#include "base/banned.h"

enum { LINE_LIMIT = 1 << 16, PRINT_STEPS = 1000 /* the position is played first */ };

/* A move as text; one that could not be printed fails the answer. */
static void emit_line(struct emit *emit, const struct strbuf *line)
{
    emit->failed = emit->failed || !strbuf_ok(line);
    emit_text(emit, NULL, strbuf_span(line));
}

static enum err emit_moves(struct emit *emit, struct replay *replay, size_t from, size_t count, struct strbuf *line,
                           struct error *error)
{
    emit_list(emit, "moves");
    for (size_t i = from; i < from + count && i < replay->plies; i++) {
        enum err err = pace_take(&replay->pace, PRINT_STEPS, error);
        if (err != ERR_OK) {
            return err;
        }
        strbuf_clear(line);
        replay_print(replay, i, line);
        emit_line(emit, line);
    }
    emit_close(emit);
    return ERR_OK;
}

enum err wire_moves_list(int64_t game, struct replay *replay, size_t from, size_t count, struct strbuf *out,
                         struct error *error)
{
    struct emit emit = emit_start(out);
    struct strbuf line;
    strbuf_init(&line, replay->allocator, LINE_LIMIT);
    emit_object(&emit, NULL);
    emit_integer(&emit, "game", game);
    emit_integer(&emit, "ply", (int64_t)replay->plies);
    emit_integer(&emit, "from", (int64_t)from);
    enum err err = emit_moves(&emit, replay, from, count, &line, error);
    strbuf_release(&line);
    if (err != ERR_OK) { /* the time is over */
        emit_drop(&emit);
        return err;
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* The moves of one seat as lines; `words` holds game->legal_limit moves. */
static void emit_legal(struct emit *emit, const struct setup *setup, const void *state, unsigned seat, size_t limit,
                       game_move *words, struct strbuf *line)
{
    const struct game *rules = setup->game;
    size_t count = rules->legal(setup, state, seat, words, limit);
    size_t shown = count < limit ? count : limit;
    emit_object(emit, NULL);
    emit_seat(emit, "seat", (int)seat);
    emit_integer(emit, "count", (int64_t)count);
    emit_list(emit, "moves");
    for (size_t i = 0; i < shown; i++) {
        strbuf_clear(line);
        strbuf_add(line, seat_label(seat));
        strbuf_add(line, ": ");
        (void)rules->print(setup, state, &words[i], 1, line);
        emit_line(emit, line);
    }
    emit_close(emit);
    emit_close(emit);
}

enum err wire_legal(int64_t game, struct replay *replay, size_t ply, seat_set seats, size_t limit, struct strbuf *out,
                    struct error *error)
{
    struct emit emit = emit_start(out);
    const struct setup *setup = &replay->setup;
    struct strbuf line;
    game_move *words = mem_new(replay->allocator, limit > 0 ? limit : 1, sizeof(*words));
    if (!words) {
        return error_raise(error, &MSG_MEMORY);
    }
    strbuf_init(&line, replay->allocator, LINE_LIMIT);
    const void *state = replay_at(replay, ply);
    seat_set turn = setup->game->turn(setup, state);
    emit_object(&emit, NULL);
    emit_integer(&emit, "game", game);
    emit_integer(&emit, "ply", (int64_t)ply);
    emit_seats(&emit, "turn", turn);
    emit_list(&emit, "seats");
    for (unsigned i = 0; i < GAME_SEATS; i++) {
        if (turn & seats & seat_bit(i)) {
            emit_legal(&emit, setup, state, i, limit, words, &line);
        }
    }
    emit_close(&emit);
    emit_close(&emit);
    strbuf_release(&line);
    mem_free(replay->allocator, words);
    return emit_end(&emit, error);
}

/* ---- the score of every ply ---- */

/* A list for each seat and each of its categories, which grow side by side. */
struct race {
    const struct setup *setup;
    unsigned rows;
    unsigned row_seat[GAME_SEATS];
    uint32_t row_categories[GAME_SEATS];
    struct strbuf totals[GAME_SEATS]; /* items (emit_item) */
    struct strbuf points[GAME_SEATS][GAME_CATEGORIES];
};

static void add_score(void *context, size_t ply, const void *state)
{
    struct race *race = context;
    int32_t scale = game_scale(race->setup->game);
    struct outcome outcome;
    race->setup->game->outcome(race->setup, state, &outcome);
    if (ply == 0) {
        race->rows = outcome.rows_count;
    }
    for (unsigned i = 0; i < race->rows; i++) {
        const struct outcome_row *row = &outcome.rows[i];
        struct emit total = emit_item(&race->totals[i]);
        emit_points_or_null(&total, NULL, row->scored && !row->untotalled, row->total, scale);
        if (ply == 0) {
            race->row_seat[i] = row->seat;
            race->row_categories[i] = row->categories;
        }
        for (unsigned k = 0; k < setup_categories(race->setup); k++) {
            if (race->row_categories[i] >> k & 1) {
                struct emit points = emit_item(&race->points[i][k]);
                emit_points(&points, NULL, row->category[k], scale);
            }
        }
    }
}

/* The items of a list, which must all be there. */
static void emit_column(struct emit *emit, const char *key, const struct strbuf *items)
{
    emit->failed = emit->failed || !strbuf_ok(items);
    emit_items(emit, key, strbuf_span(items));
}

static enum err emit_race(const struct race *race, int64_t game, size_t plies, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "game", game);
    emit_integer(&emit, "ply", (int64_t)plies);
    emit_list(&emit, "seats");
    for (unsigned i = 0; i < race->rows; i++) {
        emit_object(&emit, NULL);
        emit_seat(&emit, "seat", (int)race->row_seat[i]);
        emit_column(&emit, "totals", &race->totals[i]);
        emit_object(&emit, "categories");
        for (unsigned k = 0; k < setup_categories(race->setup); k++) {
            if (race->row_categories[i] >> k & 1) {
                emit_column(&emit, setup_category(race->setup, k).id, &race->points[i][k]);
            }
        }
        emit_close(&emit);
        emit_close(&emit);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}

static struct race *race_new(const struct replay *replay, size_t limit)
{
    struct race *race = mem_new(replay->allocator, 1, sizeof(*race));
    if (!race) {
        return NULL;
    }
    race->setup = &replay->setup;
    for (unsigned i = 0; i < GAME_SEATS; i++) {
        strbuf_init(&race->totals[i], replay->allocator, limit);
        for (unsigned k = 0; k < GAME_CATEGORIES; k++) {
            strbuf_init(&race->points[i][k], replay->allocator, limit);
        }
    }
    return race;
}

static void race_free(struct race *race, const struct allocator *allocator)
{
    for (unsigned i = 0; i < GAME_SEATS; i++) {
        strbuf_release(&race->totals[i]);
        for (unsigned k = 0; k < GAME_CATEGORIES; k++) {
            strbuf_release(&race->points[i][k]);
        }
    }
    mem_free(allocator, race);
}

static enum err walk_race(struct race *race, int64_t game, struct replay *replay, struct strbuf *out,
                          struct error *error)
{
    enum err err = replay_walk(replay, add_score, race, error);
    if (err != ERR_OK) { /* the time is over */
        return err;
    }
    return emit_race(race, game, replay->plies, out, error);
}

enum err wire_scores(int64_t game, struct replay *replay, struct strbuf *out, struct error *error)
{
    struct race *race = race_new(replay, out->limit);
    if (!race) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = walk_race(race, game, replay, out, error);
    race_free(race, replay->allocator);
    return err;
}

/* ---- hands ---- */

struct looks {
    struct emit *emit;
    const struct setup *setup;
};

static void emit_card(const struct looks *looks, const char *key, unsigned card)
{
    emit_word(looks->emit, key, looks->setup->game->card_name(looks->setup, card).id);
}

static void emit_look(void *context, const struct look *look)
{
    const struct looks *looks = context;
    emit_object(looks->emit, NULL);
    emit_integer(looks->emit, "round", look->round + 1);
    emit_integer(looks->emit, "pick", look->pick);
    emit_seat(looks->emit, "seat", look->seat);
    emit_seat(looks->emit, "origin", look->origin);
    emit_card(looks, "taken", look->taken);
    emit_list(looks->emit, "cards");
    for (unsigned i = 0; i < look->count; i++) {
        emit_card(looks, NULL, look->card[i]);
    }
    emit_close(looks->emit);
    emit_close(looks->emit);
}

enum err wire_hands(int64_t game, const struct replay *replay, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    const struct setup *setup = &replay->setup;
    struct looks looks = {&emit, setup};
    emit_object(&emit, NULL);
    emit_integer(&emit, "game", game);
    emit_list(&emit, "looks");
    if (setup->game->looks) {
        setup->game->looks(setup, replay->state, emit_look, &looks);
    }
    emit_close(&emit);
    emit_close(&emit);
    return emit_end(&emit, error);
}
