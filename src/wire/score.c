/* A score as JSON: what `dendro score --json` prints, and part of every answer that shows a score. */
#include "record/record.h"
#include "wire/json.h"
#include "wire/pieces.h"

#include "base/banned.h"

static void emit_seat_score(struct emit *emit, const struct setup *setup, const struct outcome *outcome,
                            const struct outcome_row *row, const struct span *players)
{
    int32_t scale = game_scale(setup->game);
    bool player = row->seat < setup->seats;
    bool guest = players && player && span_is(players[row->seat], RECORD_GUEST);
    emit_object(emit, NULL);
    emit_seat(emit, "seat", row->seat);
    if (players && player && !guest) {
        emit_text(emit, "player", players[row->seat]);
    } else {
        emit_null(emit, "player");
    }
    if (guest) {
        emit_boolean(emit, "guest", true);
    }
    if (player && setup->team[row->seat] > 0) {
        emit_integer(emit, "team", setup->team[row->seat]);
    }
    emit_points_or_null(emit, "total", row->scored && !row->untotalled, row->total, scale);
    emit_integer_or_null(emit, "rank", outcome->over && row->scored && row->rank > 0, row->rank);
    emit_object(emit, "categories");
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        if (row->categories >> i & 1) {
            emit_points(emit, setup_category(setup, i).id, row->category[i], scale);
        }
    }
    emit_close(emit);
    emit_close(emit);
}

/* {"moves", then the moves that were checked at each step} */
static void emit_verified(struct emit *emit, const struct outcome *outcome)
{
    int64_t moves = 0;
    for (unsigned i = 0; i < outcome->steps_count; i++) {
        moves += outcome->verified[i];
    }
    emit_object(emit, "verified");
    emit_integer(emit, "moves", moves);
    for (unsigned i = 0; i < outcome->steps_count; i++) {
        emit_integer(emit, outcome->steps[i].id, outcome->verified[i]);
    }
    emit_close(emit);
}

void emit_score(struct emit *emit, const struct setup *setup, const struct outcome *outcome, const struct span *players)
{
    emit_list(emit, "seats");
    for (unsigned i = 0; i < outcome->rows_count; i++) {
        emit_seat_score(emit, setup, outcome, &outcome->rows[i], players);
    }
    emit_close(emit);
    emit_seats(emit, "winners", outcome->over ? outcome->winners : 0);
    if (!outcome->over) {
        emit_boolean(emit, "finished", false);
    } else if (outcome->undecided) {
        emit_boolean(emit, "undecided", true);
    } else if (outcome->verdict) {
        if (setup_contest(setup) != CONTEST_TOGETHER) { /* ahead of a rival */
            emit_points(emit, "margin", outcome->margin, game_scale(setup->game));
        }
        emit_word(emit, "outcome", outcome->verdict->id);
    }
    if (outcome->steps) {
        emit_verified(emit, outcome);
    }
}

enum err wire_score(const struct setup *setup, const struct outcome *outcome, const struct span *players,
                    struct strbuf *out, struct error *error)
{
    return wire_score_checked(setup, outcome, players, NULL, out, error);
}

enum err wire_score_checked(const struct setup *setup, const struct outcome *outcome, const struct span *players,
                            const struct span *problems, struct strbuf *out, struct error *error)
{
    const struct game *game = setup->game;
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_word(&emit, "game", game->name.id);
    emit_word(&emit, "variant", game->variants[setup->variant].name.id);
    emit_word(&emit, "level", game->levels[setup->level].name.id);
    emit_score(&emit, setup, outcome, players);
    if (problems) {
        emit_items(&emit, "problems", *problems);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}
