/* Reviews as JSON. */
#include "wire/reviews.h"

#include "wire/emit.h"
#include "wire/pieces.h"

#include "base/banned.h"

/* Half of a 95 % interval in hundredths of a standard error, as review_decide has it. */
enum { HALF_WIDTH = 196 };

static void emit_chance(struct emit *emit, const char *key, int64_t value)
{
    emit_rounded(emit, key, (double)value / REVIEW_UNIT);
}

static int64_t believed(int64_t value, unsigned truth)
{
    return value * (int64_t)truth / REVIEW_PERCENT;
}

static int64_t half_of(const struct review_figure *figure)
{
    return (int64_t)figure->error * HALF_WIDTH / 100;
}

/* {"mean","lo","hi"} */
static void emit_mean(struct emit *emit, const char *key, const struct review_figure *figure, unsigned truth)
{
    int64_t half = half_of(figure);
    emit_object(emit, key);
    emit_chance(emit, "mean", believed(figure->value, truth));
    emit_chance(emit, "lo", believed(figure->value - half, truth));
    emit_chance(emit, "hi", believed(figure->value + half, truth));
    emit_close(emit);
}

static void emit_player(struct emit *emit, const struct reviewed *reviewed, unsigned seat)
{
    const struct review_player *player = &reviewed->sum.player[seat];
    emit_object(emit, NULL);
    emit_integer(emit, "seat", (int64_t)seat + 1);
    emit_integer(emit, "decisions", player->decisions);
    emit_mean(emit, "drafting", &player->drafting, reviewed->truth);
    emit_mean(emit, "placing", &player->placing, reviewed->truth);
    emit_mean(emit, "loss", &player->loss, reviewed->truth);
    emit_object(emit, "grades");
    for (unsigned grade = 0; grade < REVIEW_GRADES; grade++) {
        emit_integer(emit, review_grades[grade].id, player->grades[grade]);
    }
    emit_close(emit);
    emit_close(emit);
}

/* A loss: null where the interval of the whole holds 0; its ends are there all the same. */
struct loss_keys {
    const char *value, *lo, *hi;
};

static void emit_loss(struct emit *emit, const struct loss_keys *keys, bool known, int32_t shown,
                      const struct review_figure *figure, unsigned truth)
{
    int64_t half = half_of(figure);
    if (known) {
        emit_chance(emit, keys->value, shown);
    } else {
        emit_null(emit, keys->value);
    }
    emit_chance(emit, keys->lo, believed(figure->value - half, truth));
    emit_chance(emit, keys->hi, believed(figure->value + half, truth));
}

static void emit_decision(struct emit *emit, const struct reviewed_decision *decision, unsigned truth)
{
    static const struct loss_keys LOSS = {"loss", "loss_lo", "loss_hi"};
    static const struct loss_keys DRAFTING = {"drafting", "drafting_lo", "drafting_hi"};
    static const struct loss_keys PLACING = {"placing", "placing_lo", "placing_hi"};
    const struct review_verdict *verdict = &decision->verdict;
    bool known = verdict->grade != REVIEW_NONE;
    emit_object(emit, NULL);
    emit_integer(emit, "ply", decision->ply);
    emit_integer(emit, "seat", verdict->seat + 1);
    emit_text(emit, "made", decision->made);
    emit_text(emit, "best", decision->best);
    emit_text(emit, "best_placing", decision->best_placing);
    emit_loss(emit, &LOSS, known, verdict->shown, &verdict->loss, truth);
    emit_loss(emit, &DRAFTING, known, verdict->shown_drafting, &verdict->drafting, truth);
    emit_loss(emit, &PLACING, known, verdict->shown_placing, &verdict->placing, truth);
    emit_word(emit, "grade", review_grades[verdict->grade].id);
    emit_integer(emit, "choices", verdict->choices);
    emit_integer(emit, "playouts", verdict->playouts);
    emit_close(emit);
}

static void emit_chances(struct emit *emit, const struct reviewed *reviewed)
{
    emit_list(emit, "chance");
    for (size_t i = 0; i < reviewed->count; i++) {
        const struct reviewed_decision *decision = &reviewed->decisions[i];
        emit_object(emit, NULL);
        emit_integer(emit, "ply", decision->ply);
        emit_integer(emit, "seat", decision->verdict.seat + 1);
        emit_list(emit, "chance");
        for (unsigned seat = 0; seat < reviewed->players; seat++) {
            emit_chance(emit, NULL, decision->verdict.chance[seat]);
        }
        emit_close(emit);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_turns(struct emit *emit, const struct reviewed *reviewed)
{
    emit_list(emit, "turns");
    for (unsigned i = 0; i < reviewed->sum.turns; i++) {
        const struct review_turn *turn = &reviewed->sum.turn[i];
        emit_object(emit, NULL);
        emit_integer(emit, "ply", reviewed->decisions[turn->decision].ply);
        emit_integer(emit, "seat", turn->seat + 1);
        emit_chance(emit, "change", turn->change);
        emit_close(emit);
    }
    emit_close(emit);
}

/* Null for an empty cell. */
static void emit_cells(struct emit *emit, const char *key, struct span cards)
{
    emit_list(emit, key);
    while (cards.ptr) {
        struct span card = span_cut(&cards, ' ');
        emit_text_or_null(emit, NULL, span_is(card, "-") ? span_of(NULL, 0) : card);
    }
    emit_close(emit);
}

static void emit_forests(struct emit *emit, const struct reviewed *reviewed)
{
    emit_list(emit, "best_forest");
    for (size_t i = 0; i < reviewed->forests_count; i++) {
        const struct reviewed_cards *forest = &reviewed->forests[i];
        emit_object(emit, NULL);
        emit_integer(emit, "seat", (int64_t)forest->seat + 1);
        emit_integer(emit, "made", forest->made);
        emit_integer(emit, "total", forest->total);
        emit_integer(emit, "bound", forest->bound);
        emit_boolean(emit, "proven", forest->total >= forest->bound);
        emit_integer(emit, "rows", forest->rows);
        emit_integer(emit, "columns", forest->columns);
        emit_cells(emit, "made_cells", forest->made_cards);
        emit_cells(emit, "cells", forest->best_cards);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_reviewed(struct emit *emit, const struct reviewed *reviewed)
{
    emit_list(emit, "players");
    for (unsigned seat = 0; seat < reviewed->players; seat++) {
        emit_player(emit, reviewed, seat);
    }
    emit_close(emit);
    emit_list(emit, "decisions");
    for (size_t i = 0; i < reviewed->count; i++) {
        emit_decision(emit, &reviewed->decisions[i], reviewed->truth);
    }
    emit_close(emit);
    emit_chances(emit, reviewed);
    emit_turns(emit, reviewed);
    emit_forests(emit, reviewed);
}

enum err wire_review(const struct review_status *status, const struct wire_progress *progress,
                     const struct reviewed *reviewed, struct strbuf *out, struct error *error)
{
    bool done = status->state == REVIEW_DONE;
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer_or_null(&emit, "game", status->game > 0, status->game);
    emit_integer_or_null(&emit, "entry", status->entry > 0, status->entry);
    emit_integer(&emit, "version", status->version);
    emit_integer(&emit, "budget", status->budget);
    emit_word(&emit, "status", review_state_names[status->state].id);
    emit_moment(&emit, "made_at", done && status->made > 0, status->made);
    emit_integer(&emit, "done", done && progress->total == 0 ? 1 : progress->done);
    emit_integer(&emit, "total", done && progress->total == 0 ? 1 : progress->total);
    if (status->state == REVIEW_FAILED) {
        emit_word(&emit, "why", status->why);
    }
    if (reviewed) {
        emit_reviewed(&emit, reviewed);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- the puzzle of a day ---- */

/* Null for the best one, and for one that was not played beside it. */
static void emit_behind(struct emit *emit, const struct puzzle *puzzle)
{
    const struct review_puzzle *asked = &puzzle->decision->verdict.puzzle;
    unsigned truth = puzzle->reviewed.truth;
    emit_list(emit, "behind");
    for (unsigned i = 0; i < asked->count; i++) {
        if (asked->look[i].played) {
            emit_mean(emit, NULL, &asked->look[i].behind, truth);
        } else {
            emit_null(emit, NULL);
        }
    }
    emit_close(emit);
}

static void emit_answer(struct emit *emit, const struct puzzle *puzzle)
{
    static const struct loss_keys LOSS = {"loss", "loss_lo", "loss_hi"};
    static const struct loss_keys MARGIN = {"margin", "margin_lo", "margin_hi"};
    const struct reviewed_decision *decision = puzzle->decision;
    const struct review_verdict *verdict = &decision->verdict;
    unsigned truth = puzzle->reviewed.truth;
    emit_object(emit, "answer");
    emit_text(emit, "best", decision->best);
    emit_text(emit, "made", decision->made);
    emit_loss(emit, &LOSS, verdict->grade != REVIEW_NONE, verdict->shown, &verdict->loss, truth);
    emit_word(emit, "grade", review_grades[verdict->grade].id);
    emit_loss(emit, &MARGIN, true, verdict->puzzle.shown, &verdict->puzzle.margin, truth);
    emit_behind(emit, puzzle);
    emit_close(emit);
}

enum err wire_puzzle(const struct puzzle *puzzle, const struct game_info *game, bool answer, struct strbuf *out,
                     struct error *error)
{
    const struct review_puzzle *asked = &puzzle->decision->verdict.puzzle;
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_day(&emit, "day", true, puzzle->found.day);
    emit_integer(&emit, "game", puzzle->found.game);
    emit_text(&emit, "title_id", game->game);
    emit_title_name(&emit, &game->title);
    emit_list(&emit, "players");
    for (unsigned seat = 0; seat < game->seats_count; seat++) {
        emit_text_or_null(&emit, NULL, game->seats[seat].name);
    }
    emit_close(&emit);
    emit_integer(&emit, "seat", puzzle->decision->verdict.seat + 1);
    emit_integer(&emit, "ply", puzzle->decision->at);
    emit_integer(&emit, "made_ply", puzzle->decision->ply);
    emit_day(&emit, "played_on", game->has_day, game->day);
    emit_word(&emit, "asks", review_asks_names[asked->asks].id);
    emit_list(&emit, "choices");
    for (unsigned i = 0; i < asked->count; i++) {
        emit_text(&emit, NULL, puzzle->decision->choices[i]);
    }
    emit_close(&emit);
    emit_list(&emit, "kinds");
    for (unsigned i = 0; i < asked->count; i++) {
        emit_integer(&emit, NULL, asked->look[i].kind);
    }
    emit_close(&emit);
    if (answer) {
        emit_answer(&emit, puzzle);
    }
    emit_close(&emit);
    return emit_end(&emit, error);
}

/* ---- over many games ---- */

/* Without an interval its ends are null. */
static void emit_interval(struct emit *emit, const char *key, const struct figure *figure)
{
    if (!figure->known) {
        emit_null(emit, key);
        return;
    }
    emit_object(emit, key);
    emit_rounded(emit, "mean", figure->value);
    if (figure->bounded) {
        emit_rounded(emit, "lo", figure->lo);
        emit_rounded(emit, "hi", figure->hi);
    } else {
        emit_null(emit, "lo");
        emit_null(emit, "hi");
    }
    emit_close(emit);
}

void emit_review_figures(struct emit *emit, const char *key, const struct review_figures *figures)
{
    emit_object(emit, key);
    if (figures->person.len > 0) {
        emit_text(emit, "person", figures->person);
        emit_text_or_null(emit, "player", figures->name);
    }
    emit_integer(emit, "games", figures->games);
    emit_integer(emit, "decisions", figures->decisions);
    emit_interval(emit, "drafting", &figures->drafting);
    emit_interval(emit, "placing", &figures->placing);
    emit_interval(emit, "loss", &figures->loss);
    emit_close(emit);
}
