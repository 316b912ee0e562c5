/*
 * The golden records: every *.dendro under replays/ is legal, names its rules
 * version, says the truth about totals and digest, and is canonical but for
 * its comments. Those in a folder `contested` say untruths on purpose; what
 * verify must find in them is in the .expect file beside them. (Reviews beside them are for
 * property/golden_reviews_threads.)
 */
#include "support/cmocka.h"

#include "record/messages.h"
#include "record/record.h"
#include "record/verify.h"
#include "record/write.h"
#include "support/ecos_house.h"
#include "support/text.h"
#include "support/transcript.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct work {
    struct replay replay;
    struct record_reader reader;
    struct record_reader one;
    struct strbuf file, text, written, again, said;
    unsigned files, records, contested;
};

static void complain(const char *path, const char *what, const struct strbuf *text)
{
    (void)fprintf(stderr, "%s: %s\n%s\n", path, what, text ? strbuf_text(text) : "");
    fail();
}

/* The record's text without comments and blank lines. */
static void add_bare(struct span text, struct strbuf *out)
{
    while (text.len > 0) {
        const char *end = memchr(text.ptr, '\n', text.len);
        size_t n = end ? (size_t)(end - text.ptr) + 1 : text.len;
        struct span line = span_of(text.ptr, n);
        if (line.ptr[0] != '\n' && line.ptr[0] != '#') {
            strbuf_add_span(out, line);
        }
        text = span_skip(text, n);
    }
}

static void write_record(struct work *w, const char *path, const struct record *record, struct strbuf *out)
{
    struct error error;
    strbuf_clear(out);
    if (record_write(record, ecos_shipped_blocks(), &w->replay, out, &error) != ERR_OK) {
        strbuf_clear(&w->said);
        transcript_error(&error, &w->said);
        complain(path, "cannot be written", &w->said);
    }
}

static void check_facts(struct work *w, const char *path, const struct record *record)
{
    if (record->rules == 0) {
        complain(path, "a golden record names its rules version", NULL);
    }
    struct outcome outcome;
    w->replay.setup.game->outcome(&w->replay.setup, w->replay.state, &outcome);
    bool totals = true; /* that were said */
    for (size_t i = 0; i < outcome.rows_count; i++) {
        totals = totals && !outcome.rows[i].untotalled;
    }
    if ((outcome.over && totals) != (record->totals_count > 0) || outcome.over != (record->digest.text.len > 0)) {
        complain(path, "a finished game has totals and a digest, an unfinished one has neither", NULL);
    }
}

static void check_canonical(struct work *w, const char *path, const struct record *record)
{
    strbuf_clear(&w->text);
    add_bare(record->text, &w->text);
    write_record(w, path, record, &w->written);
    strbuf_clear(&w->again);
    add_bare(strbuf_span(&w->written), &w->again);
    if (strcmp(strbuf_text(&w->again), strbuf_text(&w->text)) != 0) {
        (void)fprintf(stderr, "--- canonical:\n%s--- in the file:\n", strbuf_text(&w->again));
        complain(path, "not canonical", &w->text);
    }
}

/* Every line said in French is read as the same moves. */
static void check_french(struct work *w, const char *path)
{
    const struct setup *setup = &w->replay.setup;
    for (size_t ply = 0; ply < w->replay.plies; ply++) {
        size_t first = ply > 0 ? w->replay.ends[ply - 1] : 0;
        const game_move *made = w->replay.moves + first;
        size_t count = w->replay.ends[ply] - first;
        game_move moves[GAME_LINE];
        size_t read = 0;
        struct error error;
        strbuf_clear(&w->said);
        replay_say(&w->replay, ply, LANG_FR, &w->said);
        struct span line = span_skip(strbuf_span(&w->said), 3);
        const void *state = replay_at(&w->replay, ply);
        enum err err = setup->game->parse(setup, state, move_seat(made[count - 1]), line, moves, &read, &error);
        if (err != ERR_OK || read != count || memcmp(moves, made, count * sizeof(moves[0])) != 0) {
            complain(path, "in French it is another line", &w->said);
        }
    }
}

static void check_good(struct work *w, const char *path, const struct record *record)
{
    struct error error;
    strbuf_clear(&w->said);
    if (record_verify(record, ecos_shipped_blocks(), &w->replay, transcript_problem, &w->said, &error) != ERR_OK) {
        complain(path, "does not verify", &w->said);
    }
    check_facts(w, path, record);
    check_canonical(w, path, record);
    check_french(w, path);
}

/* ---- contested ---- */

struct difference {
    int seat, category;
    char text[512];
};

struct differences {
    const struct game *game;
    struct difference at[256];
    size_t count;
};

static void add_difference(void *context, const struct problem *problem)
{
    struct differences *all = context;
    const struct error *error = &problem->error;
    assert_int_equal(error->message->code, ERR_MISMATCH);
    assert_int_equal(error->args, 2);
    assert_true(all->count < 256);
    struct difference *d = &all->at[all->count++];
    d->seat = problem->seat;
    d->category = name_find(all->game->categories, all->game->categories_count, problem->move);
    d->category = d->category < 0 ? all->game->categories_count : d->category; /* the total, last */
    (void)snprintf(d->text, sizeof(d->text), "%s %.*s %s %s\n", seat_label((unsigned)problem->seat),
                   (int)problem->move.len, problem->move.ptr, error->arg[0], error->arg[1]);
}

static int by_seat_and_category(const void *a, const void *b)
{
    const struct difference *x = a;
    const struct difference *y = b;
    return x->seat != y->seat ? x->seat - y->seat : x->category - y->category;
}

/* The differences as an .expect file has them. */
static void add_differences(struct work *w, const char *path, const struct record *record, struct strbuf *out)
{
    struct setup setup;
    struct error error;
    assert_int_equal(record_setup(record, ecos_shipped_blocks(), &setup, &error), ERR_OK);
    struct differences all = {.game = setup.game};
    enum err err = record_verify(record, ecos_shipped_blocks(), &w->replay, add_difference, &all, &error);
    if (err != ERR_OK && err != ERR_MISMATCH) {
        complain(path, "a contested record is legal all the same", NULL);
    }
    qsort(all.at, all.count, sizeof(all.at[0]), by_seat_and_category);
    text_format(out, "exit %d\n", err == ERR_OK ? 0 : 1);
    for (size_t i = 0; i < all.count; i++) {
        strbuf_add(out, all.at[i].text);
    }
}

static void check_contested(struct work *w, const char *path, const struct record *record)
{
    char expect[4096];
    size_t stem = strlen(path) - strlen(".dendro");
    (void)snprintf(expect, sizeof(expect), "%.*s.expect", (int)stem, path);
    strbuf_clear(&w->again);
    test_read_file(expect, &w->again);
    strbuf_clear(&w->text);
    add_bare(strbuf_span(&w->again), &w->text);
    strbuf_clear(&w->said);
    add_differences(w, path, record, &w->said);
    check_facts(w, path, record);
    if (strcmp(strbuf_text(&w->said), strbuf_text(&w->text)) != 0) {
        (void)fprintf(stderr, "--- found:\n%s--- in %s:\n", strbuf_text(&w->said), expect);
        complain(path, "other differences", &w->text);
    }
    /* Written canonically it is as contested as before. */
    struct record again;
    struct error error;
    write_record(w, path, record, &w->written);
    assert_int_equal(record_read_one(&w->one, strbuf_span(&w->written), &allocator_heap, &again, &error), ERR_OK);
    strbuf_clear(&w->said);
    add_differences(w, path, &again, &w->said);
    if (strcmp(strbuf_text(&w->said), strbuf_text(&w->text)) != 0) {
        complain(path, "other differences in its canonical form", &w->said);
    }
    w->contested++;
}

/* ---- files ---- */

static void check_file(struct work *w, const char *path)
{
    struct source_memory memory;
    struct record record;
    struct error error;
    enum err err;
    strbuf_clear(&w->file);
    test_read_file(path, &w->file);
    record_reader_init(&w->reader, source_from_memory(&memory, strbuf_span(&w->file)), &allocator_heap);
    while ((err = record_reader_next(&w->reader, &record, &error)) == ERR_OK) {
        if (strstr(path, "/contested/")) {
            check_contested(w, path, &record);
        } else {
            check_good(w, path, &record);
        }
        w->records++;
    }
    if (err != ERR_END) {
        strbuf_clear(&w->said);
        transcript_error(&error, &w->said);
        complain(path, "cannot be read", &w->said);
    }
    record_reader_release(&w->reader);
    w->files++;
}

static void check_folder(struct work *w, const char *path)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, NULL, alphasort);
    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        char child[4096];
        struct stat status;
        const char *name = entries[i]->d_name;
        size_t n = strlen(name);
        (void)snprintf(child, sizeof(child), "%s/%s", path, name);
        if (name[0] != '.') {
            assert_int_equal(stat(child, &status), 0);
            if (S_ISDIR(status.st_mode)) {
                check_folder(w, child);
            } else if (n > 7 && strcmp(name + n - 7, ".dendro") == 0) {
                check_file(w, child);
            } else if (!(n > 7 && (strcmp(name + n - 7, ".expect") == 0 || strcmp(name + n - 7, ".review") == 0)) &&
                       strcmp(name, "README.md") != 0) {
                complain(child, "neither a record nor what one must give", NULL);
            }
        }
        free(entries[i]);
    }
    free(entries);
}

static void golden_records_are_what_they_say(void **unused)
{
    (void)unused;
    struct work w = {.files = 0};
    struct strbuf *const buffers[] = {&w.file, &w.text, &w.written, &w.again, &w.said};
    for (size_t i = 0; i < 5; i++) {
        strbuf_init(buffers[i], &allocator_heap, 8 << 20);
    }
    replay_init(&w.replay, &allocator_heap);
    char path[4096];
    (void)snprintf(path, sizeof(path), "%s/replays", test_source_dir());
    check_folder(&w, path);
    print_message("%u files, %u records, %u of them contested\n", w.files, w.records, w.contested);
    assert_true(w.files > 0 && w.records >= w.files && w.contested > 0);
    for (size_t i = 0; i < 5; i++) {
        strbuf_release(buffers[i]);
    }
    replay_release(&w.replay);
    record_reader_release(&w.one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(golden_records_are_what_they_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
