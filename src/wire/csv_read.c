/* csv_open: a spreadsheet is looked through, read once whole and held together, and then its plays are read. */
#include "wire/csv_read.h"

#include "base/system.h"
#include "wire/csv_inside.h"
#include "wire/foreign.h"

#include <errno.h>

#include "base/banned.h"

enum {
    IDS = 10 * PLAYS_KNOWN,
    MEMORY = 4 * CSV_PLAY /* of the play in hand: its text, and what the arena rounds up */
};

static const struct message MSG_EMPTY = {ERR_SYNTAX, "csv.empty", "there is no header line",
                                         "il n'y a pas de ligne d'en-tête"};
static const struct message MSG_ID_AGAIN = {
    ERR_SYNTAX, "csv.id-again", "the id '%1' again, which line %2 has: rows of one id stand together",
    "encore l'identifiant « %1 », qui est à la ligne %2 : les lignes d'un identifiant se suivent"};

static struct source text_of(const struct csv_reader *reader)
{
    return spool_source(reader->spool, reader->survey.start);
}

/* Before the header. */
static enum err begin_rows(struct csv_reader *reader, struct error *error)
{
    reader->pending = false;
    reader->broken = false;
    reader->over = false;
    enum err err = csv_rows_begin(&reader->rows, text_of(reader), reader->allocator, reader->separator,
                                  reader->survey.windows1252, error);
    if (err != ERR_OK) {
        return err;
    }
    do {
        err = csv_rows_next(&reader->rows, error);
    } while (err == ERR_OK && csv_rows_blank(&reader->rows));
    if (err == ERR_END) {
        err = error_raise(error, &MSG_EMPTY);
        error->line = 1;
        error->column = 1;
    }
    return err;
}

static enum err back_to_first(void *context, struct error *error)
{
    return begin_rows(context, error);
}

/* The line of the first row with this id. */
enum err csv_id_again(struct csv_reader *reader, struct span id, struct error *error)
{
    struct csv_cell here = reader->rows.cells[reader->header.at[csv_id_column(reader)] - 1];
    struct error ignored;
    uint32_t before = 0;
    char memory[PLAY_TEXT + 1];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_add_span(&text, id);
    enum err err = begin_rows(reader, &ignored);
    while (err == ERR_OK && before == 0) {
        err = csv_rows_next(&reader->rows, &ignored);
        if (err == ERR_OK && span_equal(csv_id_of(reader), strbuf_span(&text))) {
            before = reader->rows.cells[0].line;
        }
    }
    reader->broken = true;
    err = error_raise_span(error, &MSG_ID_AGAIN, strbuf_span(&text));
    error_add_int(error, before);
    error->line = here.line;
    error->column = here.column;
    return err;
}

/* ---- opening ---- */

static enum err find_separator(struct csv_reader *reader, struct error *error)
{
    struct window window;
    enum err err = ERR_OK;
    window_init(&window, text_of(reader), reader->allocator, CSV_FIRST);
    while (err == ERR_OK && !window.drained) {
        err = window_fill(&window);
    }
    if (err == ERR_OK || err == ERR_LIMIT) {
        reader->separator = csv_separator(window_bytes(&window));
        window_release(&window);
        return ERR_OK;
    }
    int code = errno;
    window_release(&window);
    return err == ERR_MEMORY ? error_raise(error, &MSG_MEMORY) : system_raise(error, code);
}

static enum err survey(struct csv_reader *reader, struct error *error)
{
    struct csv_survey *found = &reader->survey;
    enum err err = csv_survey(spool_source(reader->spool, 0), reader->allocator, found, error);
    if (err == ERR_ENCODING && found->start > 0) {
        return csv_place(text_of(reader), reader->allocator, found->broken - found->start, error);
    }
    return err;
}

/* Every play once: those that cannot be taken are told of when they are read for good. */
static enum err check(struct csv_reader *reader, struct play *play, struct error *error)
{
    enum err err;
    csv_ids_init(&reader->ids, reader->allocator, IDS);
    reader->checking = true;
    do {
        err = csv_next_play(reader, play, error);
    } while (!reader->broken && err != ERR_END);
    reader->checking = false;
    csv_ids_release(&reader->ids);
    return reader->broken ? err : ERR_OK;
}

static enum err open_reader(struct csv_reader *reader, struct error *error)
{
    enum err err = survey(reader, error);
    if (err != ERR_OK) {
        return err;
    }
    err = find_separator(reader, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_rows(reader, error);
    if (err != ERR_OK) {
        return err;
    }
    err = csv_header_read(&reader->header, &reader->rows, reader->allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    struct play *play = mem_new(reader->allocator, 1, sizeof(*play));
    if (!play) {
        return error_raise(error, &MSG_MEMORY);
    }
    err = check(reader, play, error);
    mem_free(reader->allocator, play);
    return err == ERR_OK ? begin_rows(reader, error) : err;
}

static void release(void *context)
{
    struct csv_reader *reader = context;
    csv_header_release(&reader->header, reader->allocator);
    csv_rows_release(&reader->rows);
    csv_ids_release(&reader->ids);
    arena_release(&reader->memory);
    mem_free(reader->allocator, reader);
}

enum err csv_open(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                  struct error *error)
{
    struct csv_reader *reader = mem_new(allocator, 1, sizeof(*reader));
    if (!reader) {
        return error_raise(error, &MSG_MEMORY);
    }
    reader->allocator = allocator;
    reader->spool = spool;
    arena_init(&reader->memory, allocator, MEMORY);
    enum err err = open_reader(reader, error);
    if (err != ERR_OK) {
        release(reader);
        return err;
    }
    *out = (struct foreign_reader){
        .plays = {.source = PLAYS_CSV, .rewind = back_to_first, .next = csv_next_play, .context = reader},
        .release = release};
    return ERR_OK;
}
