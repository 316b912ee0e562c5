/*
 * Simulation. One generator a game, seeded by seed and number together, so
 * that game 7 of a season is the same whether or not games 1 to 6 are made.
 */
#include "record/simulate.h"

#include "record/messages.h"
#include "record/record.h"
#include "record/write.h"

#include "base/banned.h"

enum { LINE_LIMIT = 1 << 12 };

/* The seat that moves next: the table, then players in order, then the others, the same everywhere. */
static unsigned next_seat(seat_set turn)
{
    if (turn & seat_bit(SEAT_TABLE)) {
        return SEAT_TABLE;
    }
    unsigned seat = 0;
    while (!(turn & seat_bit(seat))) {
        seat++;
    }
    return seat;
}

/* The move of `seat`: chance's, the chooser's, the greedy player's, or any legal one; `room` holds legal_limit moves. */
static enum err choose(const struct simulation *simulation, struct replay *full, unsigned seat, game_move *room,
                       struct prng *prng, game_move *move, struct error *error)
{
    const struct setup *setup = &full->setup;
    const struct game *game = setup->game;
    const struct simulate_chooser *chooser = simulation->chooser;
    if (seat >= GAME_PLAYERS) {
        *move = game->chance(setup, full->state, prng);
    } else if (chooser && chooser->seats & seat_bit(seat)) {
        return chooser->choose(chooser->context, full, seat, prng, move, error);
    } else if (simulation->player == SIMULATE_GREEDY) {
        *move = game->greedy(setup, full->state, seat, prng);
    } else {
        size_t count = game->legal(setup, full->state, seat, room, game->legal_limit);
        *move = room[prng_below(prng, (uint32_t)count)];
    }
    return ERR_OK;
}

/* Adds moves to `told`, each as a ply of its own: lines are made when they are printed. */
static enum err tell(struct replay *told, const game_move *moves, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        enum err err = replay_moves(told, &moves[i], 1, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Plays the game out at the fullest level in `full`, telling each move at the level asked for as it is made. */
static enum err play_out(const struct simulation *simulation, struct replay *full, struct replay *told, game_move *room,
                         struct error *error)
{
    const struct game *game = simulation->setup.game;
    const struct setup *setup = &full->setup;
    unsigned level = simulation->setup.level;
    bool live = setup_is_judged(&simulation->setup);
    struct prng prng;
    prng_seed(&prng, simulation->seed * UINT64_C(0x9e3779b97f4a7c15) + simulation->number);
    for (seat_set turn; (turn = game->turn(setup, full->state)) != 0;) {
        game_move move = 0;
        enum err err = choose(simulation, full, next_seat(turn), room, &prng, &move, error);
        if (err != ERR_OK) {
            return err;
        }
        game_move line[GAME_LINE] = {move};
        size_t count = live ? 1 : 0;
        if (live && level > 0) {
            count = game->project(setup, full->state, move, level, line);
        }
        err = replay_moves(full, &move, 1, error);
        if (err != ERR_OK) {
            return err;
        }
        err = tell(told, line, count, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Tells the sheet of the finished game in `full`. */
static enum err tell_sheet(const struct replay *full, struct replay *told, struct error *error)
{
    const struct game *game = full->setup.game;
    size_t count = game->sheet(&full->setup, full->state, told->setup.level, NULL, 0);
    game_move *moves = mem_new(full->allocator, count, sizeof(*moves));
    if (!moves) {
        return error_raise(error, &MSG_MEMORY);
    }
    (void)game->sheet(&full->setup, full->state, told->setup.level, moves, count);
    enum err err = tell(told, moves, count, error);
    mem_free(full->allocator, moves);
    return err;
}

static void write_headers(const struct simulation *simulation, struct strbuf *out)
{
    const struct setup *setup = &simulation->setup;
    const struct game *game = setup->game;
    strbuf_add(out, "dendro 1\n");
    record_write_header(out, "game", span_from(game->name.id));
    if (game->titled) {
        record_write_header(out, "title", span_from("Simulated"));
    }
    strbuf_add(out, "rules ");
    strbuf_int(out, game->rules);
    strbuf_add_char(out, '\n');
    record_write_header(out, "variant", span_from(game->variants[setup->variant].name.id));
    record_write_header(out, "level", span_from(game->levels[setup->level].name.id));
    for (unsigned i = 0; i < setup->seats; i++) {
        strbuf_add(out, "seat ");
        if (simulation->names) {
            record_write_header(out, seat_label(i), simulation->names[i]);
        } else {
            strbuf_add(out, seat_label(i));
            record_write_header(out, " Bot", span_from(seat_label(i)));
        }
    }
    strbuf_add_span(out, simulation->header);
    if (simulation->catalogue.len > 0) {
        strbuf_add(out, "option ");
        record_write_header(out, catalogue_word(game->catalogue), simulation->catalogue);
    }
    for (int i = 0; i < game->options_count; i++) {
        if (setup->option[i] != 0) {
            strbuf_add(out, "option ");
            record_write_header(out, game->options[i].name.id, span_from(game->options[i].values[setup->option[i]].id));
        }
    }
}

/* Moves as lines; whose line it is, its last move says. */
static enum err write_lines(struct replay *told, struct strbuf *out, struct error *error)
{
    const struct setup *setup = &told->setup;
    struct strbuf line;
    strbuf_init(&line, told->allocator, LINE_LIMIT);
    strbuf_add_char(out, '\n');
    bool ok = true;
    for (size_t i = 0; ok && i < told->moves_count;) {
        const void *before = replay_at(told, i);
        strbuf_clear(&line);
        i += setup->game->print(setup, before, told->moves + i, told->moves_count - i, &line);
        strbuf_add(out, seat_label(move_seat(told->moves[i - 1])));
        strbuf_add(out, ": ");
        strbuf_add_span(out, strbuf_span(&line));
        strbuf_add_char(out, '\n');
        ok = strbuf_ok(&line);
    }
    strbuf_release(&line);
    return ok ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The game at the fullest level in `full`, and at the level asked for in `told`. */
static enum err play_and_tell(const struct simulation *simulation, struct replay *full, struct replay *told,
                              game_move *room, struct error *error)
{
    struct setup fullest = simulation->setup;
    fullest.level = 0;
    enum err err = replay_begin(full, &fullest, error);
    if (err != ERR_OK) {
        return err;
    }
    err = replay_begin(told, &simulation->setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = play_out(simulation, full, told, room, error);
    if (err != ERR_OK) {
        return err;
    }
    bool live = setup_is_judged(&simulation->setup);
    return live ? ERR_OK : tell_sheet(full, told, error);
}

enum err simulate_record(const struct simulation *simulation, struct replay *full, struct replay *told,
                         struct strbuf *out, struct error *error)
{
    const struct game *game = simulation->setup.game;
    size_t before = out->len;
    game_move *room = mem_new(full->allocator, game->legal_limit, sizeof(game_move));
    if (!room) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = play_and_tell(simulation, full, told, room, error);
    if (err != ERR_OK) {
        err = err == ERR_LIMIT ? error_raise_int(error, &RECORD_MSG_ENDLESS, RECORD_LINES) : err;
        goto out;
    }
    write_headers(simulation, out);
    err = write_lines(told, out, error);
    record_write_result(told, out);
    if (err == ERR_OK && !strbuf_ok(out)) {
        err = error_raise(error, &MSG_MEMORY);
    }
    if (err != ERR_OK) {
        strbuf_truncate(out, before);
    }
out:
    mem_free(full->allocator, room);
    return err;
}
