/* Totals as a tree of values, as a table for a terminal, and as the bytes of a digest. */
#include "rules/totals.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { NAME_WIDTH = 24, NAME_SIZE = 256, POINTS_WIDTH = 11 };

static const char *const RESULT_IDS[] = {[TOTALS_UNSAID] = NULL, [TOTALS_WON] = "won", [TOTALS_LOST] = "lost"};

/* ---- values ---- */

static void put_points(const struct setup *setup, const struct view_sink *sink, const char *key, int32_t value)
{
    int32_t scale = game_scale(setup->game);
    if (value % scale == 0) {
        sink->integer(sink->context, key, value / scale);
    } else {
        sink->decimal(sink->context, key, value, scale);
    }
}

static void put_line(const struct totals_rules *rules, const struct setup *setup, const struct totals *t, unsigned line,
                     const struct view_sink *sink)
{
    const struct totals_line *at = &t->line[line];
    if (at->has_total) {
        put_points(setup, sink, "total", at->total);
    } else {
        sink->null(sink->context, "total");
    }
    if (at->rank) {
        sink->integer(sink->context, "rank", at->rank);
    } else {
        sink->null(sink->context, "rank");
    }
    if (rules->pad && at->result != TOTALS_UNSAID) {
        sink->text(sink->context, "result", span_from(RESULT_IDS[at->result]));
    } else if (rules->pad) {
        sink->null(sink->context, "result");
    }
    sink->open_object(sink->context, "categories");
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        if (at->stated >> i & 1) {
            put_points(setup, sink, setup_category(setup, i).id, totals_points(setup, t, line, i));
        }
    }
    sink->close(sink->context);
}

void totals_view(const struct totals_rules *rules, const struct setup *setup, const void *state,
                 const struct view_sink *sink)
{
    const struct totals *t = state;
    sink->open_object(sink->context, NULL);
    sink->boolean(sink->context, "over", totals_over(rules, setup, t));
    if (rules->pad) {
        sink->boolean(sink->context, "played", t->played != 0);
    }
    sink->open_list(sink->context, "seats");
    for (unsigned i = 0; i < setup->seats; i++) {
        sink->open_object(sink->context, NULL);
        sink->integer(sink->context, "seat", i + 1);
        if (rules->pad && setup->team[i] != 0) {
            sink->integer(sink->context, "team", setup->team[i]);
        }
        put_line(rules, setup, t, totals_voice(rules, setup, i), sink);
        sink->close(sink->context);
    }
    sink->close(sink->context);
    if (setup->game->variants[setup->variant].extra & seat_bit(SEAT_RIVAL)) {
        sink->open_object(sink->context, "rival");
        put_line(rules, setup, t, setup->seats, sink);
        sink->close(sink->context);
    }
    sink->close(sink->context);
}

/* ---- drawing ---- */

static void draw_name(unsigned seat, const struct draw_style *style, struct strbuf *out)
{
    char memory[NAME_SIZE];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    if (style->players && seat < GAME_PLAYERS) {
        struct span name = style->players[seat];
        strbuf_add_span(&text, span_of(name.ptr, utf8_fit(name, sizeof(memory) - 1)));
    } else {
        strbuf_add(&text, style->lang == LANG_FR ? "Siège " : "Seat ");
        strbuf_add(&text, seat_label(seat));
    }
    strbuf_pad(out, strbuf_span(&text), NAME_WIDTH);
}

static void draw_points(const struct setup *setup, int64_t value, struct strbuf *out)
{
    char memory[32];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_points(&text, value, game_scale(setup->game));
    strbuf_repeat(out, " ", POINTS_WIDTH - (int)text.len);
    strbuf_add_span(out, strbuf_span(&text));
}

static void draw_said(const struct setup *setup, const struct outcome_row *row, const struct draw_style *style,
                      struct strbuf *out)
{
    const char *between = "  ";
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        if (row->categories >> i & 1) {
            struct name name = setup_category(setup, i);
            strbuf_add(out, between);
            strbuf_add(out, name_in(&name, style->lang));
            strbuf_add_char(out, ' ');
            strbuf_points(out, row->category[i], game_scale(setup->game));
            between = ", ";
        }
    }
}

static void draw_row(const struct setup *setup, const struct outcome *outcome, const struct outcome_row *row,
                     const struct draw_style *style, struct strbuf *out)
{
    draw_name(row->seat, style, out);
    if (row->untotalled) {
        strbuf_repeat(out, " ", POINTS_WIDTH - 1);
        strbuf_add_char(out, '-');
    } else {
        draw_points(setup, row->total, out);
    }
    if (outcome->over && row->rank > 0) {
        strbuf_add(out, style->lang == LANG_FR ? "  rang " : "  rank ");
        strbuf_int(out, row->rank);
    }
    draw_said(setup, row, style, out);
    strbuf_add_char(out, '\n');
}

void totals_draw(const struct totals_rules *rules, const struct setup *setup, const void *state,
                 const struct draw_style *style, struct strbuf *out)
{
    struct outcome outcome;
    totals_outcome(rules, setup, state, &outcome);
    for (unsigned i = 0; i < outcome.rows_count; i++) {
        if (outcome.rows[i].scored) {
            draw_row(setup, &outcome, &outcome.rows[i], style, out);
        }
    }
    if (outcome.undecided) {
        strbuf_add(out, style->lang == LANG_FR ? "jouée, sans résultat\n" : "played, without a result\n");
    } else if (outcome.verdict) {
        strbuf_add(out, name_in(outcome.verdict, style->lang));
        strbuf_add_char(out, '\n');
    }
}

/* ---- digest ---- */

/* What was said of winning, or once all is said who has won. */
static uint8_t result_byte(const struct totals_line *line, const struct outcome *outcome, unsigned row)
{
    if (line->result != TOTALS_UNSAID || !outcome->over || outcome->undecided) {
        return line->result;
    }
    return outcome->winners & seat_bit(outcome->rows[row].seat) ? TOTALS_WON : TOTALS_LOST;
}

void totals_digest(const struct totals_rules *rules, const struct setup *setup, const void *state, struct sha256 *hash)
{
    const struct totals *t = state;
    struct outcome outcome;
    totals_outcome(rules, setup, state, &outcome);
    sha256_add_u8(hash, setup->seats);
    sha256_add_u8(hash, (uint8_t)(t->played | t->ranks << 1));
    for (unsigned i = 0; i < outcome.rows_count; i++) {
        unsigned line = i < setup->seats ? totals_voice(rules, setup, i) : setup->seats;
        const struct totals_line *at = &t->line[line];
        if (!outcome.rows[i].scored) {
            continue;
        }
        if (rules->pad) {
            sha256_add_u8(hash, setup->team[i]);
        }
        sha256_add_u8(hash, (uint8_t)(at->done | at->has_total << 1));
        sha256_add_u32(hash, (uint32_t)at->total);
        sha256_add_u8(hash, at->rank);
        sha256_add_u8(hash, result_byte(at, &outcome, i));
        sha256_add_u32(hash, at->stated);
        for (unsigned c = 0; c < setup_categories(setup); c++) {
            sha256_add_u32(hash, (uint32_t)totals_points(setup, t, line, c));
        }
    }
}
