/*
 * Ids of other programs: each row leads to something that there is, as the log tells it. What became of an id cannot be
 * known from the log; so a row that leads to nothing is a finding, one that leads to another thing is not seen.
 */
#include "base/utf8.h"
#include "rules/registry.h"
#include "service/audit_internal.h"
#include "service/foreign.h"
#include "store/foreign.h"

#include "base/banned.h"

struct foreign_audit {
    struct audit *audit;
    struct store *store;
};

/* `bgstats play 5B0E… ours`: the row, and the column that is wrong. */
static void report(const struct foreign_audit *foreign, const struct store_foreign *row, const char *column,
                   struct span stored, const char *computed)
{
    char memory[64 + PLAY_TEXT];
    struct strbuf field;
    strbuf_wrap(&field, memory, sizeof(memory));
    const struct span words[] = {span_of(row->source.ptr, utf8_fit(row->source, 16)),
                                 span_of(row->kind.ptr, utf8_fit(row->kind, 16)),
                                 span_of(row->id.ptr, utf8_fit(row->id, PLAY_TEXT))};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        strbuf_add_span(&field, words[i]);
        strbuf_add_char(&field, ' ');
    }
    strbuf_add(&field, column);
    struct audit_finding finding = {.subject = "foreign",
                                    .ply = -1,
                                    .seat = -1,
                                    .field = strbuf_text(&field),
                                    .stored = span_of(stored.ptr, utf8_fit(stored, PLAY_TEXT)),
                                    .computed = span_from(computed)};
    audit_report(foreign->audit, &finding);
}

static void report_number(const struct foreign_audit *foreign, const struct store_foreign *row, const char *column,
                          int64_t stored, const char *computed)
{
    char memory[24];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_int(&text, stored);
    report(foreign, row, column, strbuf_span(&text), computed);
}

/* Which of the words it is; -1: none. */
static int word_of(struct span text, const char *const *words, int count)
{
    for (int i = 0; i < count; i++) {
        if (span_is(text, words[i])) {
            return i;
        }
    }
    return -1;
}

/* ---- what a row leads to ---- */

struct sought {
    int64_t game; /* of the entry; 0: there is none */
    bool opens;
};

static enum err see_entry(void *context, const struct store_entry *entry, struct error *error)
{
    (void)error;
    struct sought *sought = context;
    sought->game = entry->game;
    sought->opens = entry->seq == entry->game && (span_is(entry->kind, "open") || span_is(entry->kind, "import"));
    return ERR_OK;
}

static enum err check_play(const struct foreign_audit *foreign, const struct store_foreign *row, struct error *error)
{
    struct sought opening = {.game = 0};
    struct sought last = {.game = 0};
    int64_t game = 0;
    bool numbered = span_int(row->ours, 1, SPAN_INT_MAX, &game);
    enum err err = numbered ? store_entries(foreign->store, game, game, see_entry, &opening, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (!opening.opens) {
        report(foreign, row, "ours", row->ours, "nothing");
        return ERR_OK;
    }
    err = store_entries(foreign->store, row->entry, row->entry, see_entry, &last, error);
    if (err != ERR_OK) {
        return err;
    }
    if (last.game != game) {
        report_number(foreign, row, "entry", row->entry, "nothing");
    }
    if (!row->has_state) {
        report(foreign, row, "state", SPAN_LITERAL("nothing"), "a hash");
    }
    return ERR_OK;
}

static bool has_person(const struct foreign_audit *foreign, struct span handle)
{
    return people_map_find(&foreign->audit->people, handle) != NULL;
}

static bool has_title(const struct foreign_audit *foreign, struct span id)
{
    const struct game *game = registry_engine(id);
    bool engine = game && !game->titled && span_is(id, game->name.id);
    return engine || title_map_id(&foreign->audit->people.titles, id);
}

static enum err check_row(void *context, const struct store_foreign *row, struct error *error)
{
    const struct foreign_audit *foreign = context;
    int kind = word_of(row->kind, play_kinds, PLAY_KINDS);
    if (word_of(row->source, play_sources, PLAY_SOURCES) < 0) {
        report(foreign, row, "program", row->source, "nothing");
    }
    if (row->id.len == 0) {
        report(foreign, row, "id", SPAN_LITERAL("nothing"), "an id");
    }
    if (kind < 0) {
        report(foreign, row, "kind", row->kind, "nothing");
        return ERR_OK;
    }
    if (kind == PLAYS_PLAY) {
        return check_play(foreign, row, error);
    }
    if (!(kind == PLAYS_PERSON ? has_person(foreign, row->ours) : has_title(foreign, row->ours))) {
        report(foreign, row, "ours", row->ours, "nothing");
    }
    if (row->has_state) {
        report(foreign, row, "state", SPAN_LITERAL("a hash"), "nothing");
    }
    if (row->entry != 0) {
        report_number(foreign, row, "entry", row->entry, "0");
    }
    return ERR_OK;
}

enum err audit_foreign(struct audit *audit, struct store *store, struct error *error)
{
    struct foreign_audit foreign = {audit, store};
    enum err err = audit->audit->results_only ? ERR_OK : store_foreigners(store, check_row, &foreign, error);
    return err == ERR_OK || audit_fails(err) ? err
                                             : ERR_OK; /* a row that cannot be read was reported by SQLite's check */
}
