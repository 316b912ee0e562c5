/*
 * Replay. Invariants: `state` is the position after `plies` lines; mark i is
 * the position after i * REPLAY_STRIDE of them, for every such ply reached;
 * `ends` ascends. All arrays grow by doubling and are kept for the next game.
 */
#include "record/replay.h"

#include "record/messages.h"
#include "record/record.h"

#include "base/banned.h"

enum {
    LINE_STEPS = 100, /* a line costs about a microsecond or more: see base/deadline.h */
    BACK_STEPS = LINE_STEPS * REPLAY_STRIDE / 2,
    POSITION_STEPS = 500 /* the callback scores a position */
};

void replay_init(struct replay *replay, const struct allocator *allocator)
{
    *replay = (struct replay){.allocator = allocator};
}

void replay_release(struct replay *replay)
{
    if (replay->allocator) {
        mem_free(replay->allocator, replay->state);
        mem_free(replay->allocator, replay->spare);
        mem_free(replay->allocator, replay->moves);
        mem_free(replay->allocator, replay->ends);
        mem_free(replay->allocator, replay->marks);
    }
    *replay = (struct replay){.allocator = replay->allocator, .pace = replay->pace};
}

static size_t state_size(const struct replay *replay)
{
    return replay->setup.game->state_size;
}

/* Grows `*array` of `*room` elements to hold `need`; false when there is no memory. */
static bool grow(const struct allocator *allocator, void **array, size_t *room, size_t need, size_t size)
{
    if (need <= *room) {
        return true;
    }
    size_t wanted = *room ? *room * 2 : 64;
    wanted = wanted < need ? need : wanted;
    void *larger = mem_resize(allocator, *array, wanted * size);
    if (!larger) {
        return false;
    }
    *array = larger;
    *room = wanted;
    return true;
}

/* Room for one more ply of `count` moves, the mark it may leave included. */
static bool make_room(struct replay *replay, size_t count)
{
    void *moves = replay->moves;
    void *ends = replay->ends;
    void *marks = replay->marks;
    size_t marks_needed = (replay->plies + 1) / REPLAY_STRIDE + 1;
    bool ok = grow(replay->allocator, &moves, &replay->moves_room, replay->moves_count + count, sizeof(game_move)) &&
              grow(replay->allocator, &ends, &replay->plies_room, replay->plies + 1, sizeof(uint32_t)) &&
              grow(replay->allocator, &marks, &replay->marks_room, marks_needed * state_size(replay), 1);
    replay->moves = moves;
    replay->ends = ends;
    replay->marks = marks;
    return ok;
}

static char *mark(const struct replay *replay, size_t index)
{
    return replay->marks + index * state_size(replay);
}

enum err replay_begin(struct replay *replay, const struct setup *setup, struct error *error)
{
    size_t size = setup->game->state_size;
    replay->moves_count = 0;
    replay->plies = 0;
    if (size > replay->state_room) {
        mem_free(replay->allocator, replay->state);
        mem_free(replay->allocator, replay->spare);
        replay->state = mem_new(replay->allocator, 1, size);
        replay->spare = mem_new(replay->allocator, 1, size);
        replay->state_room = replay->state && replay->spare ? size : 0;
        if (replay->state_room == 0) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    replay->setup = *setup;
    if (!make_room(replay, 1)) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = setup->game->init(setup, replay->state, error);
    if (err != ERR_OK) {
        return err;
    }
    memcpy(mark(replay, 0), replay->state, size);
    return ERR_OK;
}

enum err replay_moves(struct replay *replay, const game_move *moves, size_t count, struct error *error)
{
    const struct setup *setup = &replay->setup;
    if (count == 0) {
        return ERR_OK;
    }
    if (replay->plies >= RECORD_LINES) {
        return error_raise_int(error, &RECORD_MSG_TOO_MANY, RECORD_LINES);
    }
    if (!make_room(replay, count)) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = pace_take(&replay->pace, LINE_STEPS, error);
    if (err != ERR_OK) {
        return err;
    }
    if (count > 1) {
        memcpy(replay->spare, replay->state, state_size(replay));
    }
    for (size_t i = 0; i < count; i++) {
        err = setup->game->apply(setup, replay->state, moves[i], error);
        if (err != ERR_OK) {
            /* apply left the state alone; only the moves before it in this line need undoing. */
            if (i > 0) {
                memcpy(replay->state, replay->spare, state_size(replay));
            }
            return err;
        }
        replay->moves[replay->moves_count + i] = moves[i];
    }
    replay->moves_count += count;
    replay->ends[replay->plies++] = (uint32_t)replay->moves_count;
    if (replay->plies % REPLAY_STRIDE == 0) {
        memcpy(mark(replay, replay->plies / REPLAY_STRIDE), replay->state, state_size(replay));
    }
    return ERR_OK;
}

enum err replay_line(struct replay *replay, unsigned seat, struct span text, struct error *error)
{
    game_move moves[GAME_LINE];
    size_t count = 0;
    enum err err = replay->setup.game->parse(&replay->setup, replay->state, seat, text, moves, &count, error);
    if (err != ERR_OK) {
        return err;
    }
    return replay_moves(replay, moves, count, error);
}

/* How many of the standing moves belong to the first `ply` plies. */
static size_t moves_until(const struct replay *replay, size_t ply)
{
    return ply > 0 ? replay->ends[ply - 1] : 0;
}

/* Brings `state` from the position after `from` plies to that after `to`. */
static void advance(const struct replay *replay, void *state, size_t from, size_t to)
{
    const struct setup *setup = &replay->setup;
    size_t last = moves_until(replay, to);
    for (size_t i = moves_until(replay, from); i < last; i++) {
        /* These moves were accepted once, in this order: they cannot be refused now. */
        struct error ignored;
        (void)!setup->game->apply(setup, state, replay->moves[i], &ignored);
    }
}

/* Brings `state` to the position after `ply` plies, from the mark before it. */
static void rebuild(const struct replay *replay, void *state, size_t ply)
{
    size_t from = ply / REPLAY_STRIDE;
    memcpy(state, mark(replay, from), state_size(replay));
    advance(replay, state, from * REPLAY_STRIDE, ply);
}

enum err replay_back(struct replay *replay, size_t count, struct error *error)
{
    if (count > replay->plies) {
        return error_raise_int(error, &RECORD_MSG_BACK_TOO_FAR, (int64_t)replay->plies);
    }
    enum err err = pace_take(&replay->pace, BACK_STEPS, error);
    if (err != ERR_OK) {
        return err;
    }
    replay->plies -= count;
    replay->moves_count = replay->plies > 0 ? replay->ends[replay->plies - 1] : 0;
    rebuild(replay, replay->state, replay->plies);
    return ERR_OK;
}

const void *replay_at(struct replay *replay, size_t ply)
{
    if (ply >= replay->plies) {
        return replay->state;
    }
    rebuild(replay, replay->spare, ply);
    return replay->spare;
}

enum err replay_walk(struct replay *replay, replay_position_fn *fn, void *context, struct error *error)
{
    memcpy(replay->spare, mark(replay, 0), state_size(replay));
    fn(context, 0, replay->spare);
    for (size_t ply = 1; ply <= replay->plies; ply++) {
        enum err err = pace_take(&replay->pace, POSITION_STEPS, error);
        if (err != ERR_OK) {
            return err;
        }
        advance(replay, replay->spare, ply - 1, ply);
        fn(context, ply, replay->spare);
    }
    return ERR_OK;
}

/* Ply number `ply`, of which `before` is the position it was played in. */
static void say_ply(const struct replay *replay, const void *before, size_t ply, enum lang lang, struct strbuf *out)
{
    size_t first = ply > 0 ? replay->ends[ply - 1] : 0;
    size_t count = replay->ends[ply] - first;
    const game_move *moves = replay->moves + first;
    strbuf_add(out, seat_label(move_seat(moves[count - 1])));
    strbuf_add(out, ": ");
    const struct game *game = replay->setup.game;
    if (lang == LANG_EN || !game->say) {
        (void)game->print(&replay->setup, before, moves, count, out);
    } else {
        (void)game->say(&replay->setup, before, moves, count, lang, out);
    }
}

void replay_print(struct replay *replay, size_t ply, struct strbuf *out)
{
    replay_say(replay, ply, LANG_EN, out);
}

void replay_say(struct replay *replay, size_t ply, enum lang lang, struct strbuf *out)
{
    say_ply(replay, replay_at(replay, ply), ply, lang, out);
}

enum err replay_spell(struct replay *replay, unsigned seat, struct span text, struct strbuf *out, struct error *error)
{
    game_move moves[GAME_LINE];
    size_t count = 0;
    enum err err = replay->setup.game->parse(&replay->setup, replay->state, seat, text, moves, &count, error);
    if (err != ERR_OK) {
        return err;
    }
    memcpy(replay->spare, replay->state, state_size(replay));
    err = replay_moves(replay, moves, count, error); /* needs the spare state for the same, if at all */
    if (err != ERR_OK) {
        return err;
    }
    if (count > 0) {
        say_ply(replay, replay->spare, replay->plies - 1, LANG_EN, out);
        strbuf_add_char(out, '\n');
    }
    return ERR_OK;
}

void replay_digest(const struct setup *setup, const void *state, uint8_t out[SHA256_SIZE])
{
    struct sha256 hash;
    sha256_init(&hash);
    sha256_add_text(&hash, setup->game->name.id);
    sha256_add_u32(&hash, setup->game->rules);
    sha256_add_text(&hash, setup->game->variants[setup->variant].name.id);
    sha256_add_text(&hash, setup->game->levels[setup->level].name.id);
    setup->game->digest(setup, state, &hash);
    sha256_end(&hash, out);
}
