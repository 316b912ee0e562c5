/*
 * Evenings, records, runs and the ratings of each night, against the games
 * that the audit has found to be right: month by month, so that memory does
 * not grow with the number of games.
 */
#include "service/audit_internal.h"
#include "service/stats_history.h"

#include <stdlib.h>

#include "base/banned.h"

enum { TEXT_SIZE = 256 };

struct pages {
    struct audit *audit;
    struct store *store;
    struct tally tally;
    struct strbuf stored;
    struct strbuf computed;
    struct store_page_counts met; /* rows that the games account for */
};

static void report(const struct pages *pages, const char *name, struct span stored, struct span computed)
{
    struct audit_finding finding = {
        .subject = "statistics", .ply = -1, .seat = -1, .field = name, .stored = stored, .computed = computed};
    audit_report(pages->audit, &finding);
}

/* Some bytes where two runs part, or that there are none. */
static struct span show(char memory[TEXT_SIZE], struct span bytes, struct span other)
{
    enum { SHOWN = 16 };
    struct strbuf out;
    size_t from = 0;
    while (from < bytes.len && from < other.len && bytes.ptr[from] == other.ptr[from]) {
        from++;
    }
    strbuf_wrap(&out, memory, TEXT_SIZE);
    if (bytes.len == 0) {
        strbuf_add(&out, "none");
        return strbuf_span(&out);
    }
    struct span shown = span_skip(bytes, from);
    strbuf_hex(&out, (const uint8_t *)shown.ptr, shown.len < SHOWN ? shown.len : SHOWN);
    strbuf_add(&out, " at byte ");
    strbuf_int(&out, (int64_t)from);
    strbuf_add(&out, " of ");
    strbuf_int(&out, (int64_t)bytes.len);
    return strbuf_span(&out);
}

static void compare_bytes(const struct pages *pages, const char *name, struct span stored, struct span computed)
{
    char memory[2][TEXT_SIZE];
    if (!span_equal(stored, computed)) {
        report(pages, name, show(memory[0], stored, computed), show(memory[1], computed, stored));
    }
}

/* ---- a month ---- */

static const char *print_key(const struct tally_key *key, char memory[TEXT_SIZE])
{
    static const char *const tables[] = {
        [TALLY_EVENING] = "d_evening ", [TALLY_RECORD] = "d_record ", [TALLY_RUN] = "d_run "};
    struct strbuf out;
    strbuf_wrap(&out, memory, TEXT_SIZE);
    strbuf_add(&out, tables[key->kind]);
    strbuf_int(&out, key->a);
    strbuf_add_char(&out, '/');
    strbuf_add_span(&out, key->names->game);
    if (key->kind != TALLY_RUN) {
        strbuf_add_char(&out, '/');
        strbuf_add_span(&out, key->names->variant);
        strbuf_add_char(&out, '/');
        strbuf_int(&out, key->seats);
        strbuf_add_char(&out, '/');
        strbuf_add_span(&out, key->names->level);
    }
    strbuf_add_char(&out, '/');
    strbuf_int(&out, key->month);
    return strbuf_text(&out);
}

static enum err compare_body(struct pages *pages, const struct tally_item *item, struct error *error)
{
    char name[TEXT_SIZE];
    bool evening = item->key.kind == TALLY_EVENING;
    struct store_group group = tally_key_group(&item->key);
    strbuf_clear(&pages->stored);
    enum err err =
        store_page_get(pages->store, evening ? PAGE_EVENING : PAGE_RECORD, item->key.a, &group, &pages->stored, error);
    tally_page_body(item, &pages->computed);
    if (err != ERR_OK) {
        return err;
    }
    if (!strbuf_ok(&pages->computed)) {
        return error_raise(error, &MSG_MEMORY);
    }
    pages->met.evenings += evening;
    pages->met.records += !evening;
    compare_bytes(pages, print_key(&item->key, name), strbuf_span(&pages->stored), strbuf_span(&pages->computed));
    return ERR_OK;
}

static enum err take_run(void *context, const struct store_run *row, struct error *error)
{
    (void)error;
    memcpy(context, row->number, sizeof(struct run));
    return ERR_OK;
}

static void print_run(const struct run *run, struct strbuf *out)
{
    int64_t number[STORE_RUN_NUMBERS];
    memcpy(number, run, sizeof(number));
    strbuf_clear(out);
    for (int i = 0; run->games > 0 && i < STORE_RUN_NUMBERS; i++) {
        strbuf_add(out, i > 0 ? " " : "");
        strbuf_int(out, number[i]);
    }
    strbuf_add(out, run->games > 0 ? "" : "none");
}

static enum err compare_run(struct pages *pages, const struct tally_item *item, struct error *error)
{
    char name[TEXT_SIZE];
    struct run stored = {.games = 0};
    enum err err =
        store_run(pages->store, item->key.a, item->key.names->game, item->key.month, take_run, &stored, error);
    pages->met.runs++;
    if (err != ERR_OK) {
        return err;
    }
    if (memcmp(&stored, &item->of.run.run, sizeof(stored)) != 0) {
        print_run(&stored, &pages->stored);
        print_run(&item->of.run.run, &pages->computed);
        report(pages, print_key(&item->key, name), strbuf_span(&pages->stored), strbuf_span(&pages->computed));
    }
    return ERR_OK;
}

static enum err audit_month(struct pages *pages, int32_t month, struct error *error)
{
    tally_clear(&pages->tally);
    enum err err = tally_month(&pages->tally, pages->store, month, error);
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < pages->tally.count; i++) {
        const struct tally_item *item = &pages->tally.items[i];
        err = item->key.kind == TALLY_RUN ? compare_run(pages, item, error) : compare_body(pages, item, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

/* Rows that nothing accounts for: those that are there have all been met. */
static void compare_count(const struct pages *pages, const char *name, int64_t stored, int64_t computed)
{
    char memory[2][TEXT_SIZE];
    struct strbuf text[2];
    if (stored <= computed) {
        return; /* one that is missing has been reported */
    }
    for (int i = 0; i < 2; i++) {
        strbuf_wrap(&text[i], memory[i], TEXT_SIZE);
        strbuf_int(&text[i], i == 0 ? stored : computed);
        strbuf_add(&text[i], " rows");
    }
    report(pages, name, strbuf_span(&text[0]), strbuf_span(&text[1]));
}

static enum err audit_months(struct pages *pages, struct error *error)
{
    struct store_page_counts counts;
    int64_t day = INT32_MIN;
    int64_t first = 0;
    bool found = true;
    enum err err = audit_month(pages, -1, error);
    if (err != ERR_OK) {
        return err;
    }
    for (;;) {
        err = store_day_after(pages->store, day, &day, &found, error);
        if (err != ERR_OK) {
            return err;
        }
        if (!found) {
            break;
        }
        int32_t month = month_of((int32_t)day);
        err = audit_month(pages, month, error);
        if (err != ERR_OK) {
            return err;
        }
        month_days(month, &first, &day);
    }
    err = store_page_counts(pages->store, &counts, error);
    if (err != ERR_OK) {
        return err;
    }
    compare_count(pages, "d_evening", counts.evenings, pages->met.evenings);
    compare_count(pages, "d_record", counts.records, pages->met.records);
    compare_count(pages, "d_run", counts.runs, pages->met.runs);
    return ERR_OK;
}

/* ---- the ratings of each night ---- */

static const char *print_night(struct span game, int64_t day, char memory[TEXT_SIZE])
{
    struct strbuf out;
    strbuf_wrap(&out, memory, TEXT_SIZE);
    strbuf_add(&out, "d_history ");
    strbuf_add_span(&out, game);
    strbuf_add_char(&out, '/');
    strbuf_int(&out, day);
    return strbuf_text(&out);
}

static enum err take_body(void *context, struct span game, int64_t day, struct span body, struct error *error)
{
    (void)game;
    (void)day;
    struct strbuf *out = context;
    strbuf_add_span(out, body);
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

/* The same people and games, and ratings that are as good as equal: another processor may round them otherwise. */
static bool same_night(struct span stored, struct span computed)
{
    enum { NEARLY = 20 };
    struct history_point one = {.person = 0};
    struct history_point two = {.person = 0};
    bool bad = false;
    while (computed.len > 0) {
        if (!history_take(&stored, &one, &bad) || !history_take(&computed, &two, &bad)) {
            return false;
        }
        if (one.person != two.person || one.games != two.games || llabs(one.rating - two.rating) > NEARLY ||
            llabs(one.sd - two.sd) > NEARLY) {
            return false;
        }
    }
    return stored.len == 0;
}

static enum err audit_night(struct pages *pages, struct history_work *work, struct span game, int64_t day,
                            struct error *error)
{
    work->count = 0;
    strbuf_clear(&work->bodies);
    strbuf_clear(&pages->stored);
    enum err err = history_fit_night(pages->store, work, day, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_history(pages->store, game, day, day, take_body, &pages->stored, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!same_night(strbuf_span(&pages->stored), strbuf_span(&work->bodies))) {
        char name[TEXT_SIZE];
        compare_bytes(pages, print_night(game, day, name), strbuf_span(&pages->stored), strbuf_span(&work->bodies));
    }
    return ERR_OK;
}

/* Nights up to the last that has a row; what is missing behind it has not been fitted yet. */
static enum err audit_nights(struct pages *pages, struct history_work *work, struct span game, struct error *error)
{
    int64_t last = 0;
    int64_t day = INT64_MIN;
    bool found = true;
    enum err err = store_history_last(pages->store, game, &last, error);
    if (err != ERR_OK || last == INT64_MIN) {
        return err;
    }
    err = history_begin(pages->store, work, game, INT64_MIN, error);
    while (err == ERR_OK) {
        err = store_night_after(pages->store, game, day, &day, &found, error);
        if (err != ERR_OK || !found || day > last) {
            return err;
        }
        err = audit_night(pages, work, game, day, error);
    }
    return err;
}

static enum err report_stray(void *context, struct span game, int64_t day, struct span body, struct error *error)
{
    (void)body;
    (void)error;
    char name[TEXT_SIZE];
    report(context, print_night(game, day, name), SPAN_LITERAL("a row"), SPAN_LITERAL("none"));
    return ERR_OK;
}

static enum err audit_history(struct pages *pages, struct error *error)
{
    char title[STORE_TITLE] = ""; /* of all together first */
    bool found = true;
    struct history_work *work = history_work_new(pages->audit->options->allocator);
    enum err err =
        work ? store_history_strays(pages->store, report_stray, pages, error) : error_raise(error, &MSG_MEMORY);
    while (err == ERR_OK && found) {
        err = audit_nights(pages, work, span_from(title), error);
        err = err == ERR_OK ? store_title_after(pages->store, title, &found, error) : err;
    }
    history_work_free(work);
    return err;
}

enum err audit_pages(struct audit *audit, struct store *store, struct error *error)
{
    const struct allocator *allocator = audit->options->allocator;
    struct pages pages = {.audit = audit, .store = store};
    if (audit->summary->findings > 0 || audit->summary->pending > 0) {
        return ERR_OK; /* these tables are made of others, which are to be mended first */
    }
    tally_init(&pages.tally, allocator);
    pages.tally.kinds = TALLY_PAGES;
    strbuf_init(&pages.stored, allocator, TEXT_LIMIT);
    strbuf_init(&pages.computed, allocator, TEXT_LIMIT);
    enum err err = audit_months(&pages, error);
    err = err == ERR_OK && !audit->audit->results_only ? audit_history(&pages, error) : err;
    tally_release(&pages.tally);
    strbuf_release(&pages.stored);
    strbuf_release(&pages.computed);
    return err;
}
