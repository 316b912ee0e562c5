/* Plays as text. */
#include "support/play_text.h"

#include "base/date.h"
#include "base/error.h"
#include "support/text.h"

static void add_named(struct strbuf *out, const char *name, struct span value)
{
    if (value.len > 0) {
        strbuf_add(out, name);
        for (size_t i = 0; i < value.len; i++) {
            strbuf_add(out, value.ptr[i] == '\n' ? "\\n" : value.ptr[i] == '\t' ? "\\t" : "");
            strbuf_add_span(out, value.ptr[i] == '\n' || value.ptr[i] == '\t' ? (struct span){NULL, 0}
                                                                              : span_of(value.ptr + i, 1));
        }
        strbuf_add_char(out, '|');
    }
}

static void add_number(struct strbuf *out, const char *name, int64_t value)
{
    if (value != 0) {
        strbuf_add(out, name);
        strbuf_int(out, value);
        strbuf_add_char(out, '|');
    }
}

static void add_flag(struct strbuf *out, const char *name, bool value)
{
    strbuf_add(out, value ? name : "");
}

static void add_title(const struct play_title *title, struct strbuf *out)
{
    add_named(out, " title ", title->name);
    add_named(out, " of ", title->id);
    add_number(out, " bgg ", title->bgg);
    add_flag(out, " together", title->together);
    add_flag(out, " lowest", title->lowest_wins);
    add_flag(out, " no-points", title->no_points);
}

static void add_when(const struct play *play, struct strbuf *out)
{
    char day[DATE_SIZE];
    if (play->has_day) {
        date_format(play->day, day);
        strbuf_add(out, " on ");
        strbuf_add(out, day);
    }
    if (play->has_time) {
        strbuf_add(out, " at ");
        strbuf_int(out, play->second);
    }
    add_number(out, " entered ", play->entered);
    add_number(out, " modified ", play->modified);
    add_number(out, " minutes ", play->minutes);
    add_number(out, " quantity ", play->quantity > 1 ? play->quantity : 0);
}

static void add_seat(const struct play_seat *seat, struct strbuf *out)
{
    strbuf_add(out, "  seat");
    add_named(out, " ", seat->person.name);
    add_named(out, " id ", seat->person.id);
    add_named(out, " score ", seat->score);
    add_named(out, " team ", seat->team);
    add_number(out, " rank ", seat->rank);
    add_flag(out, " anonymous", seat->person.anonymous);
    add_flag(out, " winner", seat->winner);
    add_flag(out, " start", seat->start);
    strbuf_add_char(out, '\n');
}

void play_text(const struct play *play, struct strbuf *out)
{
    unsigned seats = play->seats < PLAY_SEATS ? play->seats : PLAY_SEATS;
    strbuf_int(out, play->line);
    strbuf_add_char(out, ':');
    strbuf_int(out, play->column);
    add_named(out, " id ", play->id);
    if (play->deleted) {
        strbuf_add(out, " deleted\n");
        return;
    }
    add_title(&play->title, out);
    add_when(play, out);
    add_named(out, " place ", play->place);
    add_named(out, " comments ", play->comments);
    add_flag(out, " manual", play->manual_winner);
    add_flag(out, " winners-untold", !play->told_winner);
    add_flag(out, " uncounted", play->uncounted);
    add_number(out, " seats ", play->seats);
    strbuf_add_char(out, '\n');
    for (unsigned i = 0; i < seats; i++) {
        add_seat(&play->seat[i], out);
    }
    for (unsigned i = 0; i < play->rows; i++) {
        strbuf_add(out, "  row");
        add_named(out, play->row[i].negative ? " minus " : " ", play->row[i].label);
        for (unsigned k = 0; k < seats; k++) {
            strbuf_add_char(out, ' ');
            strbuf_add_span(out, play->row[i].score[k].len > 0 ? play->row[i].score[k] : SPAN_LITERAL("."));
        }
        strbuf_add_char(out, '\n');
    }
    for (unsigned i = 0; i < play->extras; i++) {
        strbuf_add(out, "  extra");
        add_named(out, " ", play->extra[i].name);
        add_named(out, " ", play->extra[i].value);
        strbuf_add_char(out, '\n');
    }
}

static void add_error(enum err err, const struct error *error, struct strbuf *out)
{
    char sentence[512];
    strbuf_int(out, error->line);
    strbuf_add_char(out, ':');
    strbuf_int(out, error->column);
    strbuf_add(out, ": ");
    strbuf_add(out, test_err_name(err));
    strbuf_add(out, ": ");
    strbuf_add_span(out, span_of(sentence, error_text(error, LANG_EN, sentence, sizeof(sentence))));
    strbuf_add_char(out, '\n');
}

unsigned play_reader_text(const struct play_reader *plays, struct strbuf *out)
{
    static struct play play; /* it is large */
    struct error error = {.message = NULL};
    unsigned given = 0;
    enum err err = plays->rewind(plays->context, &error);
    while (err == ERR_OK || err == ERR_SYNTAX || err == ERR_LIMIT) {
        err = plays->next(plays->context, &play, &error);
        if (err == ERR_OK) {
            given++;
            play_text(&play, out);
        } else if (err != ERR_END) {
            add_error(err, &error, out);
        }
    }
    strbuf_add(out, err == ERR_END ? "end\n" : "");
    return given;
}
