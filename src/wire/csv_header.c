/* The header line of a spreadsheet of plays: its separator, its columns, and which of the two forms it is of. */
#include "base/fold.h"
#include "base/utf8.h"
#include "wire/csv_read.h"

#include "base/banned.h"

static const struct message MSG_FORM = {
    ERR_SYNTAX, "csv.form",
    "the first line is no header: it takes 'player' and 'score', or 'date' or 'game' and a column a person",
    "la première ligne n'est pas un en-tête : il faut « joueur » et « score », ou « date » ou « jeu » et une colonne "
    "par personne"};
static const struct message MSG_NO_SCORE = {ERR_SYNTAX, "csv.no-score", "a column '%1' and none 'score'",
                                            "une colonne « %1 » et aucune « score »"};
static const struct message MSG_TWICE = {ERR_SYNTAX, "csv.twice", "the column '%1' stands here a second time",
                                         "la colonne « %1 » est ici une deuxième fois"};
static const struct message MSG_MEANT_TWICE = {ERR_SYNTAX, "csv.meant-twice",
                                               "the column '%1' says the same as the column '%2'",
                                               "la colonne « %1 » dit la même chose que la colonne « %2 »"};

/* Compared without case and accents. */
static const struct {
    const char *name;
    enum csv_column kind;
} NAMES[] = {
    {"id", CSV_ID},
    {"playid", CSV_ID}, /* of BoardGameGeek, as some that follow */
    {"uuid", CSV_UUID},
    {"date", CSV_DATE},
    {"day", CSV_DATE},
    {"jour", CSV_DATE},
    {"time", CSV_TIME},
    {"heure", CSV_TIME},
    {"game", CSV_GAME},
    {"jeu", CSV_GAME},
    {"title", CSV_TITLE},
    {"titre", CSV_TITLE},
    {"place", CSV_PLACE},
    {"location", CSV_PLACE},
    {"lieu", CSV_PLACE},
    {"player", CSV_PLAYER},
    {"name", CSV_PLAYER},
    {"joueur", CSV_PLAYER},
    {"joueuse", CSV_PLAYER},
    {"nom", CSV_PLAYER},
    {"score", CSV_SCORE},
    {"points", CSV_SCORE},
    {"total", CSV_SCORE},
    {"rank", CSV_RANK},
    {"rang", CSV_RANK},
    {"win", CSV_WIN},
    {"winner", CSV_WIN},
    {"gagné", CSV_WIN},
    {"gagnant", CSV_WIN},
    {"vainqueur", CSV_WIN},
    {"note", CSV_NOTE},
    {"notes", CSV_NOTE},
    {"comment", CSV_NOTE},
    {"comments", CSV_NOTE},
    {"commentaire", CSV_NOTE},
    {"commentaires", CSV_NOTE},
    {"remarque", CSV_NOTE},
    {"remarques", CSV_NOTE},
    {"duration", CSV_DURATION},
    {"length", CSV_DURATION},
    {"minutes", CSV_DURATION},
    {"durée", CSV_DURATION},
    {"team", CSV_TEAM},
    {"équipe", CSV_TEAM},
    {"objectid", CSV_BGG},
    {"quantity", CSV_QUANTITY},
    {"level", CSV_LEVEL},
    {"basis", CSV_BASIS},
    {"status", CSV_STATUS},
};

static enum csv_column kind_of(struct span name)
{
    for (size_t i = 0; i < sizeof(NAMES) / sizeof(NAMES[0]); i++) {
        if (utf8_same(name, span_from(NAMES[i].name))) {
            return NAMES[i].kind;
        }
    }
    return CSV_OTHER;
}

/* ---- the separator ---- */

struct tried {
    unsigned known, cells;
};

/* The name in a raw cell. */
static struct span bare(struct span cell)
{
    cell = span_trim(cell);
    if (cell.len >= 2 && cell.ptr[0] == '"' && cell.ptr[cell.len - 1] == '"') {
        cell = span_of(cell.ptr + 1, cell.len - 2);
    }
    return span_trim(cell);
}

/* The first line that is not blank, cut at a separator outside quotes. */
static struct tried try_separator(struct span first, char separator)
{
    struct tried tried = {0, 0};
    bool quoted = false;
    size_t from = 0;
    for (size_t i = 0; i <= first.len; i++) {
        char c = i < first.len ? first.ptr[i] : '\n';
        quoted = quoted != (c == '"');
        bool ends = (c == '\n' || c == '\r') && (!quoted || i == first.len);
        if (!ends && (quoted || c != separator)) {
            continue;
        }
        tried.known += kind_of(bare(span_of(first.ptr + from, i - from))) != CSV_OTHER;
        tried.cells++;
        from = i + 1;
        if (ends) {
            break;
        }
    }
    return tried;
}

static struct span first_line(struct span first)
{
    first = span_of(first.ptr, first.len < CSV_FIRST ? first.len : CSV_FIRST);
    first = span_starts(first, "\xef\xbb\xbf") ? span_skip(first, 3) : first;
    for (size_t i = 0; i < first.len; i++) { /* blank lines, and lines of separators */
        if (!strchr(" \t,;\r\n", first.ptr[i]) || first.ptr[i] == '\0') {
            break;
        }
        if (first.ptr[i] == '\n' || first.ptr[i] == '\r') {
            first = span_skip(first, i + 1);
            i = (size_t)-1;
        }
    }
    return first;
}

static struct tried choose_separator(struct span first, char *separator)
{
    static const char candidates[] = {',', ';', '\t'};
    struct tried best = {0, 0};
    *separator = ',';
    first = first_line(first);
    for (size_t i = 0; i < sizeof(candidates); i++) {
        struct tried tried = try_separator(first, candidates[i]);
        if (tried.known > best.known || (tried.known == best.known && tried.cells > best.cells)) {
            best = tried;
            *separator = candidates[i];
        }
    }
    return best;
}

char csv_separator(struct span first)
{
    char separator;
    (void)choose_separator(first, &separator);
    return separator;
}

bool csv_looks_like(struct span first)
{
    char separator;
    return choose_separator(first, &separator).known > 0;
}

/* ---- the columns ---- */

static enum err at_cell(const struct csv_rows *rows, unsigned column, enum err err, struct error *error)
{
    error->line = rows->cells[column].line;
    error->column = rows->cells[column].column;
    return err;
}

static enum err copy_names(struct csv_header *header, const struct csv_rows *rows, const struct allocator *allocator,
                           struct error *error)
{
    header->count = rows->count;
    header->name = mem_new(allocator, rows->count, sizeof(header->name[0]));
    header->kind = mem_new(allocator, rows->count, sizeof(header->kind[0]));
    strbuf_init(&header->text, allocator, CSV_ROW);
    strbuf_add_span(&header->text, span_of(rows->text, rows->len));
    if (!header->name || !header->kind || !strbuf_ok(&header->text)) {
        return error_raise(error, &MSG_MEMORY);
    }
    for (unsigned i = 0; i < rows->count; i++) {
        struct span cell = csv_rows_cell(rows, i);
        header->name[i] = cell.len > 0 ? span_of(header->text.text + (cell.ptr - rows->text), cell.len) : cell;
        header->kind[i] = (uint8_t)kind_of(cell);
    }
    return ERR_OK;
}

/* What our own table calls its fixed columns; NULL: it has none of the kind. */
static const char *const FIXED[CSV_KINDS] = {
    [CSV_ID] = "id",       [CSV_UUID] = "uuid",     [CSV_DATE] = "day",          [CSV_TIME] = "time",
    [CSV_GAME] = "game",   [CSV_TITLE] = "title",   [CSV_PLACE] = "place",       [CSV_PLAYER] = "player",
    [CSV_SCORE] = "total", [CSV_RANK] = "rank",     [CSV_DURATION] = "duration", [CSV_TEAM] = "team",
    [CSV_LEVEL] = "level", [CSV_STATUS] = "status", [CSV_BASIS] = "basis"};

/* The column of this name that comes first; the number of columns: none. */
static unsigned find_column(const struct csv_header *header, const char *name)
{
    unsigned i = 0;
    while (i < header->count && !utf8_same(header->name[i], span_from(name))) {
        i++;
    }
    return i;
}

/* Behind the fixed columns of our own table are categories, which may be called anything: `points`, `player`, `note`. */
static void pass_categories(struct csv_header *header)
{
    unsigned last = find_column(header, FIXED[CSV_UUID]);
    last = last < header->count ? last : find_column(header, "contested"); /* before there were ids */
    for (unsigned kind = CSV_OTHER + 1; kind < CSV_KINDS; kind++) {
        unsigned at = FIXED[kind] ? find_column(header, FIXED[kind]) : header->count;
        for (unsigned i = 0; i < header->count; i++) {
            bool other = at < header->count ? i != at : !FIXED[kind] && i > last;
            header->kind[i] = header->kind[i] == kind && other ? CSV_OTHER : header->kind[i];
        }
    }
}

/* Each known column once. */
static enum err find_known(struct csv_header *header, const struct csv_rows *rows, struct error *error)
{
    for (unsigned i = 0; i < header->count; i++) {
        unsigned *at = &header->at[header->kind[i]];
        if (header->kind[i] == CSV_OTHER) {
            continue;
        }
        if (*at > 0) {
            enum err err = error_raise_span(error, &MSG_MEANT_TWICE, header->name[i]);
            error_add(error, header->name[*at - 1]);
            return at_cell(rows, i, err, error);
        }
        *at = i + 1;
    }
    return ERR_OK;
}

/* Of the wide form: nobody has two columns. */
static enum err find_people(struct csv_header *header, const struct csv_rows *rows, const struct allocator *allocator,
                            struct error *error)
{
    struct csv_ids seen;
    char memory[FOLD_COMPARED];
    enum err err = ERR_OK;
    csv_ids_init(&seen, allocator, CSV_COLUMNS);
    for (unsigned i = 0; i < header->count && err == ERR_OK; i++) {
        struct strbuf folded;
        bool known = false;
        if (header->kind[i] != CSV_OTHER || header->name[i].len == 0) {
            continue;
        }
        strbuf_wrap(&folded, memory, sizeof(memory));
        fold_name(header->name[i], &folded);
        err = csv_ids_add(&seen, strbuf_ok(&folded) ? strbuf_span(&folded) : header->name[i], &known);
        if (err != ERR_OK) {
            err = error_raise(error, &MSG_MEMORY);
        } else if (known) {
            err = at_cell(rows, i, error_raise_span(error, &MSG_TWICE, header->name[i]), error);
        }
    }
    size_t people = seen.seen.count;
    csv_ids_release(&seen);
    if (err == ERR_OK && people == 0) {
        return at_cell(rows, 0, error_raise(error, &MSG_FORM), error);
    }
    return err;
}

enum err csv_header_read(struct csv_header *header, const struct csv_rows *rows, const struct allocator *allocator,
                         struct error *error)
{
    enum err err = copy_names(header, rows, allocator, error);
    if (err != ERR_OK) {
        return err;
    }
    bool ours = true;
    for (unsigned kind = CSV_LEVEL; kind <= CSV_STATUS; kind++) {
        bool there = false;
        for (unsigned i = 0; i < header->count; i++) {
            there = there || header->kind[i] == kind;
        }
        ours = ours && there;
    }
    header->ours = ours;
    if (ours) {
        pass_categories(header);
    }
    for (unsigned i = 0; i < header->count && !ours; i++) { /* words as any other */
        header->kind[i] = header->kind[i] >= CSV_LEVEL ? CSV_OTHER : header->kind[i];
    }
    err = find_known(header, rows, error);
    if (err != ERR_OK) {
        return err;
    }
    const unsigned *at = header->at;
    if (at[CSV_PLAYER] > 0) {
        return at[CSV_SCORE] > 0
                   ? ERR_OK
                   : at_cell(rows, at[CSV_PLAYER] - 1,
                             error_raise_span(error, &MSG_NO_SCORE, header->name[at[CSV_PLAYER] - 1]), error);
    }
    header->wide = true;
    if (at[CSV_DATE] == 0 && at[CSV_GAME] == 0 && at[CSV_TITLE] == 0) {
        return at_cell(rows, 0, error_raise(error, &MSG_FORM), error);
    }
    return find_people(header, rows, allocator, error);
}

void csv_header_release(struct csv_header *header, const struct allocator *allocator)
{
    strbuf_release(&header->text);
    mem_free(allocator, header->name);
    mem_free(allocator, header->kind);
    *header = (struct csv_header){.count = 0};
}
