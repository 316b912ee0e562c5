/*
 * Score sheets of plays. Rows are categories: of the engine's game when it has
 * all of them, else of a pad document, found among those of the title or made
 * from the rows that the whole file has for it. Rows that cannot be categories
 * stay beside the record.
 */
#include "base/utf8.h"
#include "rules/registry.h"
#include "service/plays_internal.h"

#include "base/banned.h"

enum { SLUG = 40, EDITIONS = 255, OPTION = 200 };

/* ---- gathering ---- */

static unsigned find_label(const struct plays_sheet *sheet, struct span label)
{
    unsigned i = 0;
    while (i < sheet->count && !utf8_same(sheet->label[i], label)) {
        i++;
    }
    return i;
}

enum err plays_sheet_note(struct plays_import *import, struct error *error)
{
    const struct play *play = &import->play;
    struct plays_slot *slot = import->title;
    if (play->rows == 0 || !play_rows_add_up(play)) {
        return ERR_OK;
    }
    if (!slot->sheet) {
        slot->sheet = arena_new(&import->names.titles.arena, 1, sizeof(*slot->sheet));
        if (!slot->sheet) {
            return error_raise(error, &MSG_MEMORY);
        }
        *slot->sheet = (struct plays_sheet){.low = play->title.lowest_wins};
    }
    struct plays_sheet *sheet = slot->sheet;
    for (unsigned r = 0; r < play->rows && !sheet->over; r++) {
        unsigned at = find_label(sheet, play->row[r].label);
        if (at < sheet->count) {
            sheet->over = sheet->negative[at] != play->row[r].negative;
            continue;
        }
        if (sheet->count == PLAY_ROWS) {
            sheet->over = true;
            break;
        }
        sheet->label[at] = plays_names_copy(&import->names.titles, play->row[r].label);
        sheet->negative[at] = play->row[r].negative;
        sheet->count++;
        if (!sheet->label[at].ptr) {
            return error_raise(error, &MSG_MEMORY);
        }
    }
    return ERR_OK;
}

/* ---- a document that has them ---- */

struct looking {
    struct plays_import *import;
    struct plays_sheet *sheet;
    const struct plays_slot *title;
    const char *slug; /* of the document that would be made */
    unsigned edition; /* the latest of that id */
    uint8_t variant;
    bool found;
};

static bool names_category(const struct name *name, struct span label)
{
    return utf8_same(span_from(name->id), label) || utf8_same(span_from(name->en), label) ||
           utf8_same(span_from(name->fr), label);
}

/* True when the document has every row with its sign; `category` gets their ids. */
static bool covers(const struct catalogue_title *about, const struct plays_sheet *sheet, const char **category)
{
    for (unsigned r = 0; r < sheet->count; r++) {
        unsigned c = 0;
        while (c < about->categories && !names_category(&about->category[c], sheet->label[r])) {
            c++;
        }
        if (c == about->categories || (about->sign[c] < 0) != sheet->negative[r]) {
            return false;
        }
        category[r] = about->category[c].id;
    }
    return true;
}

static enum err take_document(struct plays_import *import, struct plays_sheet *sheet, const struct catalogue *catalogue,
                              const char *const *category, struct error *error)
{
    char memory[OPTION];
    struct strbuf option;
    strbuf_wrap(&option, memory, sizeof(memory));
    strbuf_add(&option, catalogue_word(catalogue->game->catalogue));
    strbuf_add_char(&option, ' ');
    catalogue_option(catalogue, &option);
    sheet->option = plays_names_copy(&import->names.titles, strbuf_span(&option));
    bool kept = strbuf_ok(&option) && sheet->option.ptr;
    for (unsigned r = 0; r < sheet->count && kept; r++) {
        sheet->category[r] = plays_names_copy(&import->names.titles, span_from(category[r]));
        kept = sheet->category[r].ptr != NULL;
    }
    return kept ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* True when the document is of the title, or has the name of one that is new. */
static bool is_of(const struct plays_document *one, const struct plays_slot *title)
{
    const struct name *name = &one->document.about.name;
    if (title->ours[0] != '\0') {
        return strcmp(one->title, title->ours) == 0;
    }
    return one->title[0] == '\0' &&
           (fold_same(span_from(name->en), title->said.named) || fold_same(span_from(name->fr), title->said.named));
}

static enum err look_at(struct looking *looking, struct plays_document *one, struct error *error)
{
    const struct catalogue_title *about = &one->document.about;
    const char *category[PLAY_ROWS] = {NULL};
    if (strcmp(about->name.id, looking->slug) == 0 && one->document.edition > looking->edition) {
        looking->edition = one->document.edition;
    }
    bool may = !looking->found && (one->title[0] == '\0' || is_of(one, looking->title)) &&
               about->variant == looking->variant && about->least == 1 && about->most == GAME_PLAYERS &&
               covers(about, looking->sheet, category);
    enum err err = may ? plays_document_title(one, looking->import->service, error) : ERR_OK;
    if (err != ERR_OK || !may || !is_of(one, looking->title)) {
        return err;
    }
    looking->found = true;
    return take_document(looking->import, looking->sheet, one->document.catalogue, category, error);
}

/* ---- making one ---- */

/* `the-isle-of-cats`: what of the text an id may have; `else_word` and a number when that is nothing. */
static void slug_of(struct span text, const char *else_word, unsigned number, char out[SLUG])
{
    struct strbuf slug;
    struct utf8_letters letters = {.rest = text};
    strbuf_wrap(&slug, out, SLUG);
    bool gap = false;
    for (uint32_t c = utf8_letter(&letters); c != 0 && slug.len + 4 < SLUG; c = utf8_letter(&letters)) {
        bool good = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (good) {
            strbuf_add(&slug, gap && slug.len > 0 ? "-" : "");
            strbuf_add_char(&slug, (char)c);
        }
        gap = !good;
    }
    if (slug.len == 0 || (out[0] >= '0' && out[0] <= '9')) {
        strbuf_clear(&slug);
        strbuf_add(&slug, else_word);
        strbuf_add_char(&slug, '-');
        strbuf_int(&slug, number);
    }
}

static enum err make_document(struct looking *looking, struct error *error)
{
    struct plays_import *import = looking->import;
    struct plays_sheet *sheet = looking->sheet;
    const struct catalogue *catalogue = NULL;
    struct catalogue_title about = {.variant = looking->variant, .least = 1, .most = GAME_PLAYERS};
    char slugs[PLAY_ROWS][SLUG];
    const char *category[PLAY_ROWS];
    struct error refused;
    bool added = false;
    const char *title = import->title->said.named.ptr;
    about.name = (struct name){looking->slug, title, title};
    about.categories = (uint8_t)sheet->count;
    for (unsigned r = 0; r < sheet->count; r++) {
        slug_of(sheet->label[r], "row", r + 1, slugs[r]);
        category[r] = slugs[r];
        about.category[r] = (struct name){slugs[r], sheet->label[r].ptr, sheet->label[r].ptr};
        about.sign[r] = sheet->negative[r] ? -1 : 1;
    }
    strbuf_clear(&import->scratch);
    enum err err = import->options.document(&about, looking->edition + 1, &import->scratch, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_catalogue_add(import->service, strbuf_span(&import->scratch), &catalogue, &added, &refused);
    if (err_is_fatal(err)) {
        *error = refused;
        return err;
    }
    if (err != ERR_OK) {
        return ERR_OK; /* the rows stay beside the record */
    }
    err = added ? plays_documents_add(&import->documents, import->service, catalogue, error) : ERR_OK;
    return err == ERR_OK ? take_document(import, sheet, catalogue, category, error) : err;
}

static enum err find_document(struct plays_import *import, struct plays_sheet *sheet, struct error *error)
{
    char slug[SLUG];
    struct looking looking = {
        .import = import,
        .sheet = sheet,
        .title = import->title,
        .slug = slug,
        .variant = (uint8_t)name_list_find(game_variants(registry_titled()), span_from(sheet->low ? "low" : "high"))};
    sheet->made = true;
    slug_of(import->title->said.named, "title", (unsigned)import->names.titles.count, slug);
    struct plays_documents *all = &import->documents;
    enum err err = plays_documents_read(all, import->service, error);
    for (size_t i = 0; err == ERR_OK && i < all->count; i++) {
        err = look_at(&looking, &all->list[i], error);
    }
    if (err != ERR_OK || looking.found) {
        return err;
    }
    bool may = import->options.document && !import->options.dry_run && looking.edition < EDITIONS;
    return may ? make_document(&looking, error) : ERR_OK;
}

/* ---- using it ---- */

static void use_engine(const struct play *play, struct play_words *words)
{
    const struct game *game = words->engine;
    words->categories = game->categories_count > 1; /* one alone says no more than the total */
    for (unsigned r = 0; r < play->rows && words->categories; r++) {
        unsigned c = 0;
        while (c < game->categories_count && !names_category(&game->categories[c], play->row[r].label)) {
            c++;
        }
        words->categories = c < game->categories_count && !play->row[r].negative;
        words->category[r] = words->categories ? span_from(game->categories[c].id) : (struct span){NULL, 0};
    }
}

static bool has_teams(const struct play *play)
{
    bool teams = false;
    for (unsigned i = 0; i < play->seats; i++) {
        teams = teams || play->seat[i].team.len > 0;
    }
    return teams;
}

enum err plays_sheet_use(struct plays_import *import, struct play_words *words, struct error *error)
{
    const struct play *play = &import->play;
    struct plays_sheet *sheet = import->title->sheet;
    words->categories = false;
    bool sums = play->rows > 0 && !play->title.together && !play->title.no_points && !play->uncounted &&
                !has_teams(play) && play_rows_add_up(play);
    if (!sums) {
        return ERR_OK;
    }
    if (words->engine) {
        use_engine(play, words);
        return ERR_OK;
    }
    if (!sheet || sheet->over || sheet->low != play->title.lowest_wins) {
        return ERR_OK;
    }
    enum err err = sheet->made ? ERR_OK : find_document(import, sheet, error);
    if (err != ERR_OK || sheet->option.len == 0) {
        return err;
    }
    for (unsigned r = 0; r < play->rows; r++) {
        unsigned at = find_label(sheet, play->row[r].label);
        if (at == sheet->count) {
            return ERR_OK;
        }
        words->category[r] = sheet->category[at];
    }
    words->categories = true;
    words->option = sheet->option;
    return ERR_OK;
}
