/* Formats by their first bytes, and mappings of names as they are written. */
#include "wire/import_choice.h"

#include "base/utf8.h"

#include "base/banned.h"

const struct message CHOICE_MSG_RECORD = {
    ERR_USAGE, "import.mapping-record", "names are mapped in files of other programs, not in records",
    "on fait correspondre des noms dans les fichiers d'autres programmes, pas dans des parties"};
static const struct message MSG_MAPPING = {ERR_USAGE, "import.mapping",
                                           "'%1' is not FROM=TO: a name in the file, and what it is called here",
                                           "« %1 » n'est pas DE=VERS : un nom dans le fichier, et son nom ici"};
static const struct message MSG_TWICE = {ERR_USAGE, "import.mapping-twice", "'%1' is mapped twice",
                                         "« %1 » a deux correspondances"};
static const struct message MSG_MANY = {ERR_USAGE, "import.mappings", "at most %1 names can be mapped",
                                        "on peut faire correspondre au plus %1 noms"};

/* The first line that says something, and whether its end is there. */
static struct span first_line(struct span text, bool *ended)
{
    static const char mark[] = "\xEF\xBB\xBF";
    text = span_starts(text, mark) ? span_skip(text, sizeof(mark) - 1) : text;
    while (text.len > 0) {
        *ended = memchr(text.ptr, '\n', text.len) != NULL;
        struct span line = span_trim(span_line(&text));
        if (line.len > 0 && line.ptr[0] != '#') {
            return line;
        }
    }
    *ended = false;
    return (struct span){NULL, 0};
}

bool choice_enough(struct span first)
{
    bool ended = false;
    struct span line = first_line(first, &ended);
    return first.len >= CHOICE_BYTES || ended || span_starts(line, "{") || span_starts(line, "<");
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/*
 * Text with nothing in it, or with a first line that begins with a word and is not cut into columns. The last character
 * may have been cut in two.
 */
static bool may_be_record(struct span first)
{
    static const char between[] = ",;\t";
    bool ended = false;
    struct span line = first_line(first, &ended);
    bool good = (first.len == 0 || !memchr(first.ptr, '\0', first.len)) && utf8_valid(first) + 4 > first.len;
    for (size_t i = 0; good && i < line.len; i++) {
        good = !memchr(between, line.ptr[i], sizeof(between) - 1);
    }
    struct span word = span_word(&line);
    for (size_t i = 0; good && i < word.len; i++) {
        good = is_letter(word.ptr[i]);
    }
    return good;
}

enum err choice_format(struct span first, enum foreign_format *format, struct error *error)
{
    enum err err = foreign_guess(first, format, error);
    if (err == ERR_OK || !may_be_record(first)) {
        return err;
    }
    *format = FOREIGN_RECORD;
    return ERR_OK;
}

enum err choice_mapping(struct play_mapping *list, size_t *count, struct span text, struct error *error)
{
    struct span to = text;
    struct span from = {NULL, 0};
    bool good = utf8_valid(text) == text.len && span_cut_at(&to, '=', &from);
    if (!good || span_trim(from).len == 0 || span_trim(to).len == 0) {
        return error_raise_span(error, &MSG_MAPPING, text);
    }
    struct play_mapping mapping = {span_trim(from), span_trim(to)};
    for (size_t i = 0; i < *count; i++) {
        if (span_equal(list[i].from, mapping.from)) {
            return error_raise_span(error, &MSG_TWICE, mapping.from);
        }
    }
    if (*count == PLAY_MAPPINGS) {
        return error_raise_int(error, &MSG_MANY, PLAY_MAPPINGS);
    }
    list[(*count)++] = mapping;
    return ERR_OK;
}
