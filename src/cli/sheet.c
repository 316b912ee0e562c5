/* The score sheet in text: the labels' column has the width it needs, the players share what is left of the line. */
#include "cli/sheet.h"

#include "cli/text.h"

#include "base/utf8.h"

#include "base/banned.h"

enum { SHEET_WIDTH = 80, COLUMN_MIN = 6, COLUMN_MAX = 20 };

struct sheet {
    const struct cli *cli;
    const struct setup *setup;
    const struct outcome *outcome;
    const struct feed_names *names;
    struct strbuf *out;
    size_t label_width;
    size_t column[GAME_SEATS]; /* width of the column of each row of the outcome; 0: not shown */
};

static void add_fact(struct strbuf *out, struct span fact)
{
    if (fact.len > 0) {
        strbuf_add(out, ", ");
        text_clean_cut(out, fact, SHEET_WIDTH);
    }
}

void sheet_title(const struct cli *cli, const struct record *record, const struct setup *setup, struct strbuf *out)
{
    const struct game *game = setup->game;
    if (record->title.text.len > 0) {
        text_clean_cut(out, record->title.text, SHEET_WIDTH);
    } else {
        strbuf_add(out, name_in(&game->name, cli->lang));
    }
    add_fact(out, span_from(name_in(&game->variants[setup->variant].name, cli->lang)));
    add_fact(out, span_from(name_in(&game->levels[setup->level].name, cli->lang)));
    add_fact(out, record->played.text.len ? record->played.text : record->night.text);
    add_fact(out, record->place.text);
    strbuf_add_char(out, '\n');
}

static struct span seat_name(const struct sheet *sheet, const struct outcome_row *row)
{
    if (row->seat < sheet->setup->seats) {
        return sheet->names->clean[row->seat];
    }
    return row->seat == SEAT_RIVAL ? SPAN_LITERAL("Alban") : span_from(seat_label(row->seat));
}

/* Row labels are the longest thing in the first column; names share what is left. */
static void measure(struct sheet *sheet)
{
    size_t shown = 0;
    sheet->label_width = utf8_width(span_from(cli_say(sheet->cli, "total", "total")));
    for (unsigned i = 0; i < setup_categories(sheet->setup); i++) {
        struct name category = setup_category(sheet->setup, i);
        size_t width = utf8_width(span_from(name_in(&category, sheet->cli->lang)));
        sheet->label_width = width > sheet->label_width ? width : sheet->label_width;
    }
    for (unsigned i = 0; i < sheet->outcome->rows_count; i++) {
        shown += sheet->outcome->rows[i].scored;
    }
    size_t left = sheet->label_width < SHEET_WIDTH ? SHEET_WIDTH - sheet->label_width : 0;
    size_t share = shown > 0 && left / shown > 2 ? left / shown - 2 : COLUMN_MIN;
    size_t most = share > COLUMN_MAX ? COLUMN_MAX : share;
    most = most < COLUMN_MIN ? COLUMN_MIN : most;
    for (unsigned i = 0; i < sheet->outcome->rows_count; i++) {
        const struct outcome_row *row = &sheet->outcome->rows[i];
        size_t width = utf8_width(seat_name(sheet, row));
        width = width > most ? most : width;
        sheet->column[i] = !row->scored ? 0 : width < COLUMN_MIN ? COLUMN_MIN : width;
    }
}

static void add_names(const struct sheet *sheet)
{
    struct strbuf *out = sheet->out;
    strbuf_repeat(out, " ", (int)sheet->label_width);
    for (unsigned i = 0; i < sheet->outcome->rows_count; i++) {
        if (sheet->column[i] == 0) {
            continue;
        }
        char memory[128];
        struct strbuf name;
        strbuf_wrap(&name, memory, sizeof(memory));
        text_clean_cut(&name, seat_name(sheet, &sheet->outcome->rows[i]), sheet->column[i]);
        strbuf_repeat(out, " ", (int)(sheet->column[i] + 2 - utf8_width(strbuf_span(&name))));
        strbuf_add_span(out, strbuf_span(&name));
    }
    strbuf_add_char(out, '\n');
}

static void add_points(const struct sheet *sheet, bool known, int64_t value, struct strbuf *out)
{
    if (known) {
        strbuf_points(out, value, game_scale(sheet->setup->game));
    } else {
        strbuf_add_char(out, '-');
    }
}

/* The blanks before a cell that stands right; two at least part it from its neighbour. */
static void add_right(const struct sheet *sheet, unsigned row, const struct strbuf *cell)
{
    size_t width = sheet->column[row] + 2;
    strbuf_repeat(sheet->out, " ", cell->len < width ? (int)(width - cell->len) : 1);
}

/* A row of the sheet for one category; a seat for which it is not meant has a dash. */
static void add_category(const struct sheet *sheet, unsigned category)
{
    struct strbuf *out = sheet->out;
    struct name name = setup_category(sheet->setup, category);
    strbuf_pad(out, span_from(name_in(&name, sheet->cli->lang)), sheet->label_width);
    for (unsigned i = 0; i < sheet->outcome->rows_count; i++) {
        const struct outcome_row *row = &sheet->outcome->rows[i];
        if (sheet->column[i] == 0) {
            continue;
        }
        char memory[32];
        struct strbuf points;
        strbuf_wrap(&points, memory, sizeof(memory));
        add_points(sheet, row->categories >> category & 1, row->category[category], &points);
        add_right(sheet, i, &points);
        strbuf_add_span(out, strbuf_span(&points));
    }
    strbuf_add_char(out, '\n');
}

static bool has_won(const struct sheet *sheet, const struct outcome_row *row)
{
    return sheet->outcome->over && (sheet->outcome->winners & seat_bit(row->seat)) != 0;
}

/* The star stands left of the number, where the column has room. */
static void add_totals(const struct sheet *sheet)
{
    struct strbuf *out = sheet->out;
    strbuf_pad(out, span_from(cli_say(sheet->cli, "total", "total")), sheet->label_width);
    for (unsigned i = 0; i < sheet->outcome->rows_count; i++) {
        const struct outcome_row *row = &sheet->outcome->rows[i];
        if (sheet->column[i] == 0) {
            continue;
        }
        char memory[32];
        struct strbuf total;
        strbuf_wrap(&total, memory, sizeof(memory));
        strbuf_add(&total, has_won(sheet, row) ? "*" : "");
        add_points(sheet, !row->untotalled, row->total, &total);
        add_right(sheet, i, &total);
        bool bold = sheet->cli->colour && has_won(sheet, row);
        strbuf_add(out, bold ? "\033[1m" : "");
        strbuf_add_span(out, strbuf_span(&total));
        strbuf_add(out, bold ? "\033[0m" : "");
    }
    strbuf_add_char(out, '\n');
}

/* Who won; or how the solo game went; or that it is not over. */
static void add_result(const struct sheet *sheet)
{
    const struct cli *cli = sheet->cli;
    const struct outcome *outcome = sheet->outcome;
    struct strbuf *out = sheet->out;
    if (!outcome->over) {
        strbuf_add(out, cli_say(cli, "not finished\n", "partie inachevée\n"));
        return;
    }
    if (outcome->undecided) {
        strbuf_add(out, cli_say(cli, "played, without a result\n", "jouée, sans résultat\n"));
        return;
    }
    if (outcome->verdict) {
        strbuf_add(out, cli_say(cli, "result: ", "résultat : "));
        strbuf_add(out, name_in(outcome->verdict, cli->lang));
        if (setup_contest(sheet->setup) != CONTEST_TOGETHER) {
            strbuf_add(out, cli_say(cli, ", margin ", ", écart "));
            strbuf_points(out, outcome->margin, game_scale(sheet->setup->game));
        }
        strbuf_add_char(out, '\n');
        return;
    }
    if (outcome->undecided) {
        strbuf_add(out, cli_say(cli, "played; how it ended is not known\n", "jouée ; l'issue n'est pas connue\n"));
        return;
    }
    strbuf_add(out, cli_say(cli, "winner: ", "gagne : "));
    bool first = true;
    for (unsigned i = 0; i < outcome->rows_count; i++) {
        if (has_won(sheet, &outcome->rows[i])) {
            strbuf_add(out, first ? "" : ", ");
            strbuf_add_span(out, seat_name(sheet, &outcome->rows[i]));
            first = false;
        }
    }
    strbuf_add(out, first ? "-\n" : "\n");
}

/* How much of the game could be checked, when its cards may be known in part. */
static void add_verified(const struct sheet *sheet)
{
    const struct outcome *outcome = sheet->outcome;
    struct strbuf *out = sheet->out;
    uint64_t moves = 0;
    for (unsigned i = 0; i < outcome->steps_count; i++) {
        moves += outcome->verified[i];
    }
    if (!outcome->steps || moves == 0) {
        return;
    }
    strbuf_add(out, cli_say(sheet->cli, "checked of ", "vérifié de "));
    strbuf_int(out, (int64_t)moves);
    strbuf_add(out, cli_say(sheet->cli, " moves:", " coups :"));
    bool first = true;
    for (unsigned i = outcome->steps_count; i-- > 0;) {
        if (outcome->verified[i] > 0) {
            strbuf_add(out, first ? " " : ", ");
            strbuf_int(out, (int64_t)((1000 * (uint64_t)outcome->verified[i] / moves + 5) / 10));
            strbuf_add(out, " % ");
            strbuf_add(out, name_in(&outcome->steps[i], sheet->cli->lang));
            first = false;
        }
    }
    strbuf_add_char(out, '\n');
}

void sheet_write(const struct cli *cli, const struct setup *setup, const struct outcome *outcome,
                 const struct feed_names *names, struct strbuf *out)
{
    struct sheet sheet = {.cli = cli, .setup = setup, .outcome = outcome, .names = names, .out = out};
    measure(&sheet);
    add_names(&sheet);
    for (unsigned i = 0; i < setup_categories(setup); i++) {
        add_category(&sheet, i);
    }
    add_totals(&sheet);
    add_result(&sheet);
    add_verified(&sheet);
}
