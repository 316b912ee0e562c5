/*
 * The golden reviews: beside a golden record X.dendro lies X.review, which is what is stored of its review, to the
 * byte, whatever machine and however many threads made it. Every game that has reviews has one.
 *
 * Its first line says how many playouts a decision it has. To add one, write `budget 256` into a new file; after a change
 * that is meant, and a new REVIEW_VERSION with it, DENDRO_WRITE_TRANSCRIPTS=1 makes them all anew: read the difference
 * before you commit it.
 */
#include "support/cmocka.h"

#include "rules/registry.h"
#include "service/review_run.h"
#include "support/ecos_house.h"
#include "support/golden.h"
#include "support/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 64, LIMIT = 1 << 20, SAME_THREADS = 3 };

/* What the numbers are, for who reads the difference. */
static const char LEGEND[] =
    "# Losses and chances in millionths of a game won. d: ply seat choices playouts grade, drafting and its error, "
    "placing, loss, what is shown of loss, drafting, placing,\n"
    "# each player's chance before it; the move made, the best one, the best that takes the same. f: seat rows "
    "columns made best bound swaps; both forests.\n"
    "# Sums: seat decisions truth drafting placing loss, then how many of each grade.\n";

struct found {
    const struct game *game;
    char name[128]; /* of the record */
};

struct files {
    struct found file[FILES];
    size_t count;
};

static void find_of(const struct game *game, struct files *files)
{
    struct dirent **entries = NULL;
    char path[512];
    (void)snprintf(path, sizeof(path), "%s/replays/%s", test_source_dir(), game->name.id);
    int count = scandir(path, &entries, NULL, alphasort);
    size_t before = files->count;
    for (int i = 0; i < count; i++) {
        const char *dot = strrchr(entries[i]->d_name, '.');
        if (dot && strcmp(dot, ".review") == 0) {
            assert_true(files->count < FILES);
            struct found *found = &files->file[files->count++];
            found->game = game;
            (void)snprintf(found->name, sizeof(found->name), "%.*s", (int)(dot - entries[i]->d_name),
                           entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    if (game->review && files->count == before) {
        fail_msg("%s has reviews, and none of its golden records has one", game->name.id);
    }
}

static void find_all(struct files *files)
{
    size_t count;
    const struct game *const *games = registry_current(&count);
    files->count = 0;
    for (size_t i = 0; i < count; i++) {
        find_of(games[i], files);
    }
}

/* The review as its file has it. */
static void add_review(const struct golden *golden, uint32_t budget, unsigned threads, struct strbuf *out)
{
    const struct review_crew crew = {.threads = threads};
    struct reviewing reviewing;
    struct strbuf sums;
    struct strbuf body;
    struct error error;
    strbuf_init(&sums, &allocator_heap, LIMIT);
    strbuf_init(&body, &allocator_heap, LIMIT);
    assert_int_equal(reviewing_of(&golden->replay, &allocator_heap, budget, &reviewing, &error), ERR_OK);
    assert_int_equal(reviewing_run(&reviewing, &crew, &error), ERR_OK);
    assert_int_equal(reviewing_print(&reviewing, &sums, &body, &error), ERR_OK);
    text_format(out, "budget %u version %d\n%s", budget, REVIEW_VERSION, LEGEND);
    strbuf_add_span(out, strbuf_span(&body));
    strbuf_add(out, "sums\n");
    strbuf_add_span(out, strbuf_span(&sums));
    assert_true(strbuf_ok(out));
    reviewing_release(&reviewing);
    strbuf_release(&body);
    strbuf_release(&sums);
}

static void write_file(const char *path, const struct strbuf *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(strbuf_text(text), 1, text->len, file), text->len);
    assert_int_equal(fclose(file), 0);
}

/* The first line that differs. */
static void complain(const char *path, unsigned threads, const char *file, const char *now)
{
    unsigned line = 1;
    while (*file == *now && *file) {
        line += *file == '\n';
        file++;
        now++;
    }
    print_error("%s:%u: another review, made by %u threads (DENDRO_WRITE_TRANSCRIPTS=1 makes it anew)\n", path, line,
                threads);
}

/* True when the review is what its file says. */
static bool check(struct golden *golden, const struct found *found, struct strbuf *file, struct strbuf *now)
{
    char path[512];
    unsigned budget = 0;
    (void)snprintf(path, sizeof(path), "%s/replays/%s/%s.review", test_source_dir(), found->game->name.id, found->name);
    strbuf_clear(file);
    test_read_file(path, file);
    assert_int_equal(sscanf(strbuf_text(file), "budget %u", &budget), 1);
    golden_read(golden, found->game, found->name, ecos_shipped_blocks());
    if (getenv("DENDRO_WRITE_TRANSCRIPTS")) {
        strbuf_clear(now);
        add_review(golden, budget, 1, now);
        write_file(path, now);
        strbuf_clear(file);
        strbuf_add_span(file, strbuf_span(now));
    }
    for (unsigned threads = 1; threads <= SAME_THREADS; threads += SAME_THREADS - 1) {
        strbuf_clear(now);
        add_review(golden, budget, threads, now);
        if (strcmp(strbuf_text(file), strbuf_text(now)) != 0) {
            complain(path, threads, strbuf_text(file), strbuf_text(now));
            return false;
        }
    }
    return true;
}

static void a_golden_review_is_the_same_everywhere(void **context)
{
    static struct files files;
    struct golden golden;
    struct strbuf file;
    struct strbuf now;
    unsigned wrong = 0;
    (void)context;
    find_all(&files);
    golden_init(&golden);
    strbuf_init(&file, &allocator_heap, LIMIT);
    strbuf_init(&now, &allocator_heap, LIMIT);
    unsigned count = test_cases((unsigned)files.count);
    for (unsigned i = 0; i < count && i < files.count; i++) {
        wrong += !check(&golden, &files.file[i], &file, &now);
    }
    print_message("%u golden reviews, %u of them other than they were\n", count, wrong);
    assert_int_equal(wrong, 0);
    strbuf_release(&now);
    strbuf_release(&file);
    golden_release(&golden);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_golden_review_is_the_same_everywhere)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
