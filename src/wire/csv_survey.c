/* What the bytes of a spreadsheet are: UTF-8 where all of it is, Windows-1252 where it is not, UTF-16 by name. */
#include "base/system.h"
#include "base/utf8.h"
#include "wire/csv_read.h"

#include <errno.h>

#include "base/banned.h"

enum { LONGEST = 4 /* bytes of a character */ };

static const struct message MSG_UTF16 = {ERR_ENCODING, "csv.utf16", "this is UTF-16: save it as CSV in UTF-8",
                                         "c'est de l'UTF-16 : enregistrez-le en CSV, codage UTF-8"};
static const struct message MSG_BROKEN = {ERR_ENCODING, "csv.encoding",
                                          "the file begins with the mark of UTF-8, and here it is none",
                                          "le fichier commence par la marque de l'UTF-8, et ici ce n'en est pas"};

static enum err fill(struct window *window, struct error *error)
{
    enum err err = window_fill(window);
    return err == ERR_OK ? ERR_OK : err == ERR_MEMORY ? error_raise(error, &MSG_MEMORY) : system_raise(error, errno);
}

static bool is_utf16(struct span first)
{
    const unsigned char *p = (const unsigned char *)first.ptr;
    return first.len >= 2 && ((p[0] == 0xff && p[1] == 0xfe) || (p[0] == 0xfe && p[1] == 0xff) ||
                              (p[0] == 0 && p[1] != 0) || (p[0] != 0 && p[1] == 0));
}

static enum err look(struct window *window, struct csv_survey *out, struct error *error)
{
    uint64_t passed = 0;
    while (!window->drained && window_bytes(window).len < LONGEST) {
        enum err err = fill(window, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    struct span bytes = window_bytes(window);
    if (is_utf16(bytes)) {
        enum err err = error_raise(error, &MSG_UTF16);
        error->line = 1;
        error->column = 1;
        return err;
    }
    out->start = span_starts(bytes, "\xef\xbb\xbf") ? 3 : 0;
    for (;;) {
        bytes = window_bytes(window);
        size_t valid = utf8_valid(bytes);
        window_use(window, valid);
        passed += valid;
        if (bytes.len - valid >= LONGEST || (window->drained && valid < bytes.len)) {
            out->windows1252 = true; /* the first byte that is none */
            out->broken = passed;
            return out->start > 0 ? error_raise(error, &MSG_BROKEN) : ERR_OK;
        }
        if (window->drained) {
            return ERR_OK;
        }
        enum err err = fill(window, error);
        if (err != ERR_OK) {
            return err;
        }
    }
}

enum err csv_survey(struct source source, const struct allocator *allocator, struct csv_survey *out,
                    struct error *error)
{
    struct window window;
    *out = (struct csv_survey){.start = 0};
    window_init(&window, source, allocator, (size_t)2 * WINDOW_CHUNK);
    enum err err = look(&window, out, error);
    window_release(&window);
    return err;
}

enum err csv_place(struct source source, const struct allocator *allocator, uint64_t at, struct error *error)
{
    struct window window;
    uint64_t passed = 0;
    bool after_return = false;
    struct error ignored;
    window_init(&window, source, allocator, (size_t)2 * WINDOW_CHUNK);
    error->line = 1;
    error->column = 1;
    while (passed < at && !window.drained && fill(&window, &ignored) == ERR_OK) {
        struct span bytes = window_bytes(&window);
        for (size_t i = 0; i < bytes.len && passed < at; i++, passed++) {
            bool pair = after_return && bytes.ptr[i] == '\n';
            bool ends = bytes.ptr[i] == '\n' || bytes.ptr[i] == '\r';
            after_return = bytes.ptr[i] == '\r';
            error->line += ends && !pair;
            error->column = ends ? 1 : error->column + 1;
        }
        window_use(&window, bytes.len);
    }
    window_release(&window);
    return error->message->code;
}
