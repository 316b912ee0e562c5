/*
 * Which kind of file it is, by how it begins, and the reader for it. What people choose by mistake (an archive, a
 * spreadsheet as its program keeps it, a web page) is called by its name, so that they know what to do instead.
 */
#include "wire/foreign.h"

#include "wire/csv_read.h"
#include "wire/foreign_messages.h"

#include "base/banned.h"

const char *const foreign_formats[FOREIGN_FORMATS + 1] = {"record", "bgstats", "bgg", "csv", NULL};

enum { LOOK = 4096 }; /* bytes at the front that are looked at */

/* ---- what is named, and refused ---- */

static const struct name UNPACK = {"unpack", "unpack it and choose a file of it",
                                   "décompressez-le et choisissez un fichier dedans"};
static const struct name AS_CSV = {"as-csv", "save the table as CSV", "enregistrez le tableau en CSV"};
static const struct name AS_UTF8 = {"as-utf8", "save it again in UTF-8", "enregistrez-le de nouveau en UTF-8"};
static const struct name SAVE_XML = {"save-xml", "save the plays as XML", "enregistrez les parties en XML"};
static const struct name CHOOSE = {"choose", "choose the file that it was made of",
                                   "choisissez le fichier dont il est tiré"};

#define KIND_COUNT (sizeof(KINDS) / sizeof(KINDS[0]))
static const struct {
    struct span mark;
    const char *inside;
    struct name name;
    const struct name *instead;
} KINDS[] = {
    {SPAN_INIT("PK\003\004"), "xl/", {"xlsx", "a spreadsheet (xlsx)", "une feuille de calcul (xlsx)"}, &AS_CSV},
    {SPAN_INIT("PK\003\004"),
     "opendocument.spreadsheet",
     {"ods", "a spreadsheet (ods)", "une feuille de calcul (ods)"},
     &AS_CSV},
    {SPAN_INIT("PK\003\004"), NULL, {"zip", "a zip archive", "une archive zip"}, &UNPACK},
    {SPAN_INIT("PK\005\006"), NULL, {"zip", "a zip archive", "une archive zip"}, &UNPACK},
    {SPAN_INIT("\037\213"), NULL, {"gzip", "a gzip archive", "une archive gzip"}, &UNPACK},
    {SPAN_INIT("7z\274\257\047\034"), NULL, {"7z", "a 7z archive", "une archive 7z"}, &UNPACK},
    {SPAN_INIT("Rar!"), NULL, {"rar", "a rar archive", "une archive rar"}, &UNPACK},
    {SPAN_INIT("\320\317\021\340"), NULL, {"xls", "a spreadsheet (xls)", "une feuille de calcul (xls)"}, &AS_CSV},
    {SPAN_INIT("%PDF"), NULL, {"pdf", "a PDF", "un PDF"}, &CHOOSE},
    {SPAN_INIT("\211PNG"), NULL, {"picture", "a picture", "une image"}, &CHOOSE},
    {SPAN_INIT("\377\330\377"), NULL, {"picture", "a picture", "une image"}, &CHOOSE},
    {SPAN_INIT("SQLite format 3"), NULL, {"sqlite", "an SQLite database", "une base SQLite"}, &CHOOSE},
    {SPAN_INIT("\377\376"), NULL, {"utf-16", "a text in UTF-16", "un texte en UTF-16"}, &AS_UTF8},
    {SPAN_INIT("\376\377"), NULL, {"utf-16", "a text in UTF-16", "un texte en UTF-16"}, &AS_UTF8},
};

static const struct name PAGE = {"html", "a web page", "une page du web"};

static bool holds(struct span text, const char *word)
{
    for (struct span rest = text; rest.len > 0; rest = span_skip(rest, 1)) {
        if (span_starts(rest, word)) {
            return true;
        }
    }
    return false;
}

static enum err refuse_kind(const struct name *name, const struct name *instead, struct error *error)
{
    enum err err = error_raise(error, &FOREIGN_MSG_KIND);
    error_add_name(error, name);
    error_add_name(error, instead);
    error->line = 1;
    error->column = 1;
    return err;
}

/* UTF-16 is nothing new to XML, and is let pass there. */
static enum err check_kind(struct span first, bool utf16, struct error *error)
{
    for (size_t i = 0; i < KIND_COUNT; i++) {
        bool begins = first.len >= KINDS[i].mark.len && memcmp(first.ptr, KINDS[i].mark.ptr, KINDS[i].mark.len) == 0;
        bool passes = utf16 && KINDS[i].instead == &AS_UTF8;
        if (begins && !passes && (!KINDS[i].inside || holds(first, KINDS[i].inside))) {
            return refuse_kind(&KINDS[i].name, KINDS[i].instead, error);
        }
    }
    return ERR_OK;
}

/* ---- what is read ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_page(struct span text)
{
    static const char *const begins[] = {"<!doctype", "<html"};
    for (size_t i = 0; i < sizeof(begins) / sizeof(begins[0]); i++) {
        size_t len = strlen(begins[i]);
        if (text.len >= len && span_equal_nocase(span_of(text.ptr, len), span_of(begins[i], len))) {
            return true;
        }
    }
    return false;
}

/* The first line that is not blank and no comment begins a record. */
static bool is_record(struct span text)
{
    while (text.len > 0) {
        struct span line = span_trim(span_line(&text));
        if (line.len > 0 && line.ptr[0] != '#') {
            return span_is(span_word(&line), "dendro");
        }
    }
    return false;
}

static struct span without_mark(struct span text)
{
    return span_starts(text, "\357\273\277") ? span_skip(text, 3) : text;
}

enum err foreign_guess(struct span first, enum foreign_format *format, struct error *error)
{
    enum err err = check_kind(first, false, error);
    if (err != ERR_OK) {
        return err;
    }
    struct span text = without_mark(first);
    struct span begin = text;
    while (begin.len > 0 && is_blank(begin.ptr[0])) {
        begin = span_skip(begin, 1);
    }
    if (begin.len == 0) {
        err = error_raise(error, &FOREIGN_MSG_EMPTY);
    } else if (begin.ptr[0] == '{') {
        *format = FOREIGN_BGSTATS;
    } else if (begin.ptr[0] == '<' && is_page(begin)) {
        err = refuse_kind(&PAGE, &SAVE_XML, error);
    } else if (begin.ptr[0] == '<') {
        *format = FOREIGN_BGG;
    } else if (is_record(text)) {
        *format = FOREIGN_RECORD;
    } else if (csv_looks_like(first)) {
        *format = FOREIGN_CSV;
    } else {
        err = error_raise(error, &FOREIGN_MSG_UNKNOWN);
    }
    error->line = err != ERR_OK ? 1 : error->line;
    error->column = err != ERR_OK ? 1 : error->column;
    return err;
}

/* ---- open ---- */

struct foreign_file {
    const struct allocator *allocator;
    struct foreign_reader reader;
};

typedef enum err open_fn(struct foreign_reader *out, struct spool *spool, const struct allocator *allocator,
                         struct error *error);
static open_fn *const OPENERS[FOREIGN_FORMATS] = {NULL, bgstats_open, bgg_open, csv_open};

static enum err look_at(struct spool *spool, enum foreign_format format, struct error *error)
{
    char bytes[LOOK];
    size_t len = 0;
    struct source source = spool_source(spool, 0);
    for (ptrdiff_t n = 1; n > 0 && len<sizeof(bytes); len += n> 0 ? (size_t)n : 0) {
        n = source.read(source.context, bytes + len, sizeof(bytes) - len); /* a failure comes again in the reader */
    }
    return check_kind(span_of(bytes, len), format == FOREIGN_BGG, error);
}

enum err foreign_open(struct foreign_file **out, struct spool *spool, enum foreign_format format,
                      const struct allocator *allocator, struct error *error)
{
    *out = NULL;
    if (format >= FOREIGN_FORMATS || !OPENERS[format]) {
        return error_raise(error, &FOREIGN_MSG_RECORD);
    }
    enum err err = look_at(spool, format, error);
    if (err != ERR_OK) {
        return err;
    }
    struct foreign_file *file = mem_new(allocator, 1, sizeof(*file));
    if (!file) {
        return error_raise(error, &MSG_MEMORY);
    }
    file->allocator = allocator;
    err = OPENERS[format](&file->reader, spool, allocator, error);
    if (err != ERR_OK) {
        mem_free(allocator, file);
        return err;
    }
    *out = file;
    return ERR_OK;
}

void foreign_close(struct foreign_file *file)
{
    if (file) {
        file->reader.release(file->reader.plays.context);
        mem_free(file->allocator, file);
    }
}

const struct play_reader *foreign_plays(const struct foreign_file *file)
{
    return &file->reader.plays;
}
