/* STAND-IN, to be dropped: a reader that gives two plays whatever the file says, unless it begins with `broken`. */
#include "wire/foreign.h"

#include "base/utf8.h"

#include "base/banned.h"

const char *const foreign_formats[FOREIGN_FORMATS + 1] = {"record", "bgstats", "bgg", "csv", NULL};
static const struct message MSG_NONE = {ERR_SYNTAX, "foreign.none", "no kind of file that is known here",
                                        "aucun type de fichier connu ici"};
static const struct message MSG_BROKEN = {ERR_SYNTAX, "foreign.broken", "it is broken", "il est cassé"};
static const struct message MSG_READ = {ERR_IO, "foreign.read", "it cannot be read", "illisible"};

enum err foreign_guess(struct span first, enum foreign_format *format, struct error *error)
{
    struct span rest = first;
    while (rest.len > 0) {
        struct span line = span_trim(span_line(&rest));
        if (line.len == 0 || line.ptr[0] == '#') {
            continue;
        }
        *format = line.ptr[0] == '{'                    ? FOREIGN_BGSTATS
                  : line.ptr[0] == '<'                  ? FOREIGN_BGG
                  : span_is(span_word(&line), "dendro") ? FOREIGN_RECORD
                                                        : FOREIGN_CSV;
        bool csv = *format == FOREIGN_CSV && memchr(first.ptr, ',', first.len) && !memchr(first.ptr, '\0', first.len) &&
                   utf8_valid(first) == first.len;
        return *format != FOREIGN_CSV || csv ? ERR_OK : error_raise(error, &MSG_NONE);
    }
    return error_raise(error, &MSG_NONE);
}

struct foreign_file {
    const struct allocator *allocator;
    struct foreign_reader csv;
    struct play_reader reader;
    struct spool *spool;
    unsigned at, of;
};

static enum err rewind_it(void *context, struct error *error)
{
    struct foreign_file *file = context;
    (void)error;
    file->at = 0;
    return ERR_OK;
}

static enum err next(void *context, struct play *play, struct error *error)
{
    struct foreign_file *file = context;
    (void)error;
    if (file->at == file->of) {
        return ERR_END;
    }
    memset(play, 0, sizeof(*play));
    play->line = ++file->at;
    play->title.name = SPAN_LITERAL("Azul");
    play->seats = 2;
    play->seat[0].person.name = SPAN_LITERAL("Amelie");
    play->seat[1].person.name = SPAN_LITERAL("Bruno");
    play->seat[0].score = SPAN_LITERAL("12");
    play->seat[1].score = SPAN_LITERAL("9");
    return ERR_OK;
}

enum err foreign_open(struct foreign_file **out, struct spool *spool, enum foreign_format format,
                      const struct allocator *allocator, struct error *error)
{
    char piece[4096];
    struct source source = spool_source(spool, 0);
    unsigned lines = 0;
    bool broken = false;
    char last = 0;
    ptrdiff_t n;
    while ((n = source.read(source.context, piece, sizeof(piece))) > 0) {
        for (ptrdiff_t i = 0; i < n; i++) {
            lines += piece[i] == '\n';
            last = piece[i] > ' ' ? piece[i] : last;
        }
        for (ptrdiff_t i = 0; i + 6 <= n; i++) {
            broken = broken || memcmp(piece + i, "broken", 6) == 0;
        }
    }
    if (n < 0) {
        return error_raise(error, &MSG_READ);
    }
    static const char ends[] = {0, '}', '>', 0};
    if (broken || (ends[format] && last != ends[format])) {
        enum err err = error_raise(error, &MSG_BROKEN);
        error->line = 3;
        error->column = 2;
        return err;
    }
    struct foreign_file *file = mem_new(allocator, 1, sizeof(*file));
    if (!file) {
        return error_raise(error, &MSG_MEMORY);
    }
    file->allocator = allocator;
    file->spool = spool;
    if (format == FOREIGN_CSV) {
        enum err err = csv_open(&file->csv, spool, allocator, error);
        *out = err == ERR_OK ? file : NULL;
        if (err != ERR_OK) {
            mem_free(allocator, file);
        }
        return err;
    }
    file->of = format == FOREIGN_CSV && lines > 1 ? lines - 1 : 2;
    file->reader = (struct play_reader){(enum play_source)(format - 1), rewind_it, next, file};
    *out = file;
    return ERR_OK;
}

void foreign_close(struct foreign_file *file)
{
    if (file && file->csv.release) {
        file->csv.release(file->csv.plays.context);
    }
    if (file) {
        mem_free(file->allocator, file);
    }
}

const struct play_reader *foreign_plays(const struct foreign_file *file)
{
    return file->csv.release ? &file->csv.plays : &file->reader;
}
