/* Reading stored reviews, and the sums of them. */
#include "service/review_text.h"

#include "service/messages.h"

#include "base/banned.h"

/* The next word between single blanks as a number. */
static bool take(struct span *line, int64_t min, int64_t max, int64_t *out)
{
    return span_int(span_cut(line, ' '), min, max, out);
}

static bool take_word(struct span *line, const char *word)
{
    return span_is(span_cut(line, ' '), word);
}

static bool take_figure(struct span *line, struct review_figure *figure)
{
    int64_t value = 0;
    int64_t error = 0;
    bool good = take(line, INT32_MIN, INT32_MAX, &value) && take(line, 0, INT32_MAX, &error);
    *figure = (struct review_figure){(int32_t)value, (int32_t)error};
    return good;
}

static bool take_small(struct span *line, int64_t min, int64_t max, uint32_t *out)
{
    int64_t value = 0;
    bool good = take(line, min, max, &value);
    *out = (uint32_t)value;
    return good;
}

static bool take_int32(struct span *line, int32_t *out)
{
    int64_t value = 0;
    bool good = take(line, INT32_MIN, INT32_MAX, &value);
    *out = (int32_t)value;
    return good;
}

/* A part behind a tab. */
static bool take_text(struct span *rest, struct span *text)
{
    *text = span_cut(rest, '\t');
    return text->len > 0;
}

/* What stands behind the moves of a decision that is a puzzle. */
static bool read_puzzle(struct span rest, struct reviewed_decision *out)
{
    struct review_puzzle *puzzle = &out->verdict.puzzle;
    struct span words = span_cut(&rest, '\t');
    uint32_t asks = 0;
    uint32_t count = 0;
    bool good = take_small(&words, 0, out->ply, &out->at) &&
                take_small(&words, REVIEW_ASKS_TAKE, REVIEW_ASKS - 1, &asks) && take_figure(&words, &puzzle->margin) &&
                take_int32(&words, &puzzle->shown) && take_small(&words, 2, PUZZLE_LOOKED, &count);
    puzzle->asks = (enum review_asks)asks;
    puzzle->count = (uint8_t)count;
    for (unsigned i = 0; good && i < count; i++) {
        uint32_t kind = 0;
        uint32_t played = 0;
        good = take_small(&words, 0, PUZZLE_LOOKED - 1, &kind) && take_small(&words, 0, 1, &played) &&
               take_figure(&words, &puzzle->look[i].behind) && take_text(&rest, &out->choices[i]);
        puzzle->look[i].kind = (uint8_t)kind;
        puzzle->look[i].played = played != 0;
    }
    return good && words.len == 0 && !rest.ptr;
}

static bool read_decision(struct span line, struct reviewed *out)
{
    struct span rest = line;
    struct span words = span_cut(&rest, '\t');
    struct reviewed_decision *decision = &out->decisions[out->count];
    struct review_verdict *verdict = &decision->verdict;
    uint32_t seat = 0;
    uint32_t grade = 0;
    bool good = take_word(&words, "d") && take_small(&words, 0, UINT32_MAX, &decision->ply) &&
                take_small(&words, 0, (int64_t)out->players - 1, &seat) &&
                take_small(&words, 2, UINT32_MAX, &verdict->choices) &&
                take_small(&words, 0, UINT32_MAX, &verdict->playouts) &&
                take_small(&words, 0, REVIEW_GRADES - 1, &grade) && take_figure(&words, &verdict->drafting) &&
                take_figure(&words, &verdict->placing) && take_figure(&words, &verdict->loss) &&
                take_int32(&words, &verdict->shown) && take_int32(&words, &verdict->shown_drafting) &&
                take_int32(&words, &verdict->shown_placing);
    verdict->seat = (uint8_t)seat;
    verdict->grade = (enum review_grade)grade;
    for (unsigned i = 0; good && i < out->players; i++) {
        good = take_int32(&words, &verdict->chance[i]);
    }
    good = good && words.len == 0 && take_text(&rest, &decision->made) && take_text(&rest, &decision->best) &&
           take_text(&rest, &decision->best_placing) && (!rest.ptr || read_puzzle(rest, decision));
    out->count++;
    return good;
}

/* As many words as there are cells. */
static bool has_cells(struct span cards, unsigned cells)
{
    unsigned words = 0;
    while (cards.ptr) {
        words += span_cut(&cards, ' ').len > 0;
    }
    return words == cells;
}

static bool read_forest(struct span line, struct reviewed *out)
{
    struct span rest = line;
    struct span words = span_cut(&rest, '\t');
    if (out->forests_count == out->players) {
        return false;
    }
    struct reviewed_cards *forest = &out->forests[out->forests_count++];
    return take_word(&words, "f") && take_small(&words, 0, (int64_t)out->players - 1, &forest->seat) &&
           take_small(&words, 1, ARRANGE_CELLS, &forest->rows) &&
           take_small(&words, 1, ARRANGE_CELLS, &forest->columns) && take_int32(&words, &forest->made) &&
           take_int32(&words, &forest->total) && take_int32(&words, &forest->bound) &&
           take(&words, 0, SPAN_INT_MAX, &forest->tried) && words.len == 0 && take_text(&rest, &forest->made_cards) &&
           take_text(&rest, &forest->best_cards) && !rest.ptr &&
           has_cells(forest->made_cards, forest->rows * forest->columns) &&
           has_cells(forest->best_cards, forest->rows * forest->columns);
}

/* What the verdicts add up to, by the function that adds them up after a review. */
static enum err sum_up(struct reviewed *out, struct arena *arena, struct error *error)
{
    struct review_decision *decisions = arena_new(arena, out->count ? out->count : 1, sizeof(*decisions));
    struct review_verdict *verdicts = arena_new(arena, out->count ? out->count : 1, sizeof(*verdicts));
    if (!decisions || !verdicts) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (size_t i = 0; i < out->count; i++) {
        verdicts[i] = out->decisions[i].verdict;
        decisions[i].ply = out->decisions[i].ply;
        decisions[i].seat = verdicts[i].seat;
    }
    struct review review = {.decisions = decisions, .decisions_count = out->count};
    review_sum(&review, verdicts, &out->sum);
    return ERR_OK;
}

static bool read_head(struct span line, struct reviewed *out, uint32_t *count)
{
    uint32_t format = 0;
    return take_word(&line, "review") && take_small(&line, REVIEW_FORMAT, REVIEW_FORMAT, &format) &&
           take_word(&line, "players") && take_small(&line, 1, GAME_PLAYERS, &out->players) &&
           take_word(&line, "decisions") && take_small(&line, 0, REVIEW_DECISIONS, count) &&
           take_word(&line, "truth") && take_small(&line, 1, REVIEW_PERCENT, &out->truth) && line.len == 0;
}

enum err reviewed_read(struct span body, struct arena *arena, struct reviewed *out, struct error *error)
{
    uint32_t count = 0;
    memset(out, 0, sizeof(*out));
    if (!read_head(span_cut(&body, '\n'), out, &count)) {
        return error_raise(error, &SERVICE_MSG_REVIEW_TEXT);
    }
    out->decisions = arena_new(arena, count ? count : 1, sizeof(*out->decisions));
    if (!out->decisions) {
        return error_raise(error, &MSG_MEMORY);
    }
    while (body.len > 0) {
        struct span line = span_cut(&body, '\n');
        bool good = span_starts(line, "d ") ? out->count < count && read_decision(line, out) : read_forest(line, out);
        if (!good) {
            return error_raise(error, &SERVICE_MSG_REVIEW_TEXT);
        }
    }
    return out->count == count ? sum_up(out, arena, error) : error_raise(error, &SERVICE_MSG_REVIEW_TEXT);
}

/* ---- sums ---- */

void reviewed_sums_print(const struct reviewed *reviewed, struct strbuf *out)
{
    for (unsigned seat = 0; seat < reviewed->players; seat++) {
        struct reviewed_sums sums = {.truth = reviewed->truth};
        for (size_t i = 0; i < reviewed->count; i++) {
            const struct review_verdict *verdict = &reviewed->decisions[i].verdict;
            if (verdict->seat == seat) {
                sums.decisions++;
                sums.drafting += verdict->drafting.value;
                sums.placing += verdict->placing.value;
                sums.loss += verdict->loss.value;
                sums.grades[verdict->grade]++;
            }
        }
        const int64_t words[] = {seat, sums.decisions, sums.truth, sums.drafting, sums.placing, sums.loss};
        for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
            strbuf_add(out, i > 0 ? " " : "");
            strbuf_int(out, words[i]);
        }
        for (unsigned grade = 0; grade < REVIEW_GRADES; grade++) {
            strbuf_add_char(out, ' ');
            strbuf_int(out, sums.grades[grade]);
        }
        strbuf_add_char(out, '\n');
    }
    strbuf_add(out, "puzzles");
    for (size_t i = 0; i < reviewed->count; i++) {
        if (reviewed->decisions[i].verdict.puzzle.asks != REVIEW_ASKS_NOTHING) {
            strbuf_add_char(out, ' ');
            strbuf_int(out, reviewed->decisions[i].ply);
        }
    }
    strbuf_add_char(out, '\n');
}

bool reviewed_sums_find(struct span sums, int64_t seat, struct reviewed_sums *out)
{
    while (sums.len > 0) {
        struct span line = span_cut(&sums, '\n');
        int64_t found = -1;
        bool good = take(&line, 0, GAME_PLAYERS - 1, &found) && take(&line, 0, REVIEW_DECISIONS, &out->decisions) &&
                    take(&line, 1, REVIEW_PERCENT, &out->truth) &&
                    take(&line, -SPAN_INT_MAX, SPAN_INT_MAX, &out->drafting) &&
                    take(&line, -SPAN_INT_MAX, SPAN_INT_MAX, &out->placing) &&
                    take(&line, -SPAN_INT_MAX, SPAN_INT_MAX, &out->loss);
        for (unsigned grade = 0; good && grade < REVIEW_GRADES; grade++) {
            good = take(&line, 0, REVIEW_DECISIONS, &out->grades[grade]);
        }
        if (!good || line.len > 0) {
            return false;
        }
        if (found == seat) {
            return true;
        }
    }
    return false;
}

bool reviewed_puzzles(struct span sums, struct span *plies)
{
    while (sums.len > 0) {
        struct span line = span_cut(&sums, '\n');
        if (take_word(&line, "puzzles")) {
            *plies = line;
            return true;
        }
    }
    return false;
}

bool reviewed_puzzle_cut(struct span *plies, uint32_t *ply)
{
    return plies->len > 0 && take_small(plies, 0, UINT32_MAX, ply);
}
