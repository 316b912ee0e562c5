/* A club with everything in it. */
#include "support/cmocka.h"

#include "support/moving.h"

#include "base/date.h"
#include "service/answers.h"
#include "service/club.h"
#include "service/merges.h"
#include "service/reading.h"
#include "service/seasons.h"
#include "store/move.h"

#include <stdio.h>
#include <string.h>

static void add(struct service *service, const char *name, char handle[PERSON_HANDLE])
{
    struct error error = {.message = NULL};
    MUST(service_person_add(service, span_from(name), handle, &error));
}

static void people(struct service *service)
{
    struct error error = {.message = NULL};
    char one[PERSON_HANDLE];
    char two[PERSON_HANDLE];
    add(service, "Anna", one);
    add(service, "Anne", two);
    MUST(service_people_two(service, span_from(one), span_from(two), &error));
    add(service, "Gone", one);
    MUST(service_person_erase(service, span_from(one), &error));
    add(service, "Lender", one);
    add(service, "Holder", two);
    MUST(service_person_merge(service, AUTHOR_CLI, span_from(one), span_from(two), &error));
    MUST(service_person_rename(service, span_from(two), SPAN_LITERAL("Lender"), &error));
}

static void rest(struct moving *moving, struct service *service)
{
    struct error error = {.message = NULL};
    char id[TOKEN_ID];
    struct answer_key key = {.token = SPAN_LITERAL("t"), .key = SPAN_LITERAL("k"), .request = {7}};
    struct answer answer = {.status = 201, .type = SPAN_LITERAL("text/plain"), .body = SPAN_LITERAL("a\0b")};
    struct night night = {.day = 20000, .title = SPAN_LITERAL("Été"), .place = SPAN_LITERAL("Là")};
    struct season_terms season = {.name = SPAN_LITERAL("Hiver"), .from = 20000, .to = 20100};
    int64_t number = 0;
    MUST(season_points_parse(SPAN_LITERAL("win"), &season.points, &error));
    MUST(service_token_add(service, SPAN_LITERAL("all"), SCOPE_ADMIN, 0, moving->token, id, &error));
    MUST(service_token_add(service, SPAN_LITERAL("old"), SCOPE_READ, 0, (char[TOKEN_TEXT]){0}, id, &error));
    MUST(service_token_revoke(service, span_from(id), &error));
    MUST(service_answer_keep(service, &key, &answer, &error));
    MUST(service_night_set(service, &night, &error));
    MUST(service_season_add(service, AUTHOR_CLI, &season, &number, &error));
    MUST(service_club_set(service, SPAN_LITERAL("Les Ormes"), &error));
}

void moving_begin(struct moving *moving, struct world *world)
{
    struct error error = {.message = NULL};
    struct strbuf found;
    deeds_init(&moving->deeds, world);
    deeds_do(&moving->deeds, world);
    assert_int_equal(moving->deeds.failed, 0);
    struct service *service = world_open(world, SERVICE_WRITE);
    people(service);
    rest(moving, service);
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 16);
    MUST(service_checkpoint(service, &text, &error));
    strbuf_release(&text);
    service_close(service);
    service_close(world_open(world, SERVICE_WRITE)); /* which ends the erasure, and would do so anywhere */
    assert_int_equal(
        scene_sql(
            world->path,
            "INSERT INTO seen SELECT * FROM seen_recent ORDER BY hash LIMIT 1;"
            "DELETE FROM seen_recent WHERE hash IN (SELECT hash FROM seen);"
            "INSERT INTO \"foreign\" (source, kind, id, ours, state, entry) SELECT 'bgg', 'person',"
            " 'zoe', handle, NULL, 0 FROM person WHERE name = 'Zoé';"
            "INSERT INTO review (game, entry, version, budget, since, made, sums, body) SELECT id, 0, 1, 64, 5, 7,"
            " '0 0 100 0 0 0 0 0 0 0 0\npuzzles\n', 'review 1 players 1 decisions 0 truth 100\n'"
            " FROM d_game WHERE id = (SELECT min(id) FROM d_game);"
            "INSERT INTO review_job (game, entry, budget, author, asked, turn, tries, holder, until, why)"
            " SELECT game, 0, 64, 'cli', 7, 1, 0, '', 0, '' FROM review"),
        SQLITE_OK);
    for (int i = 0; i < ENDURING_TABLES; i++) {
        char sql[128];
        (void)snprintf(sql, sizeof(sql), "SELECT count(*) FROM %s", ENDURING_TABLE[i].table);
        if (scene_sql_int(world->path, sql) == 0) {
            fail_msg("nothing is in %s", ENDURING_TABLE[i].table);
        }
    }
    strbuf_init(&found, &allocator_heap, 1 << 16);
    (void)world_audit(world, 1, false, &found);
    assert_string_equal(strbuf_text(&found), "");
    strbuf_release(&found);
}

void moving_end(struct moving *moving)
{
    deeds_release(&moving->deeds);
}

/* quote() tells NULL, numbers, text and bytes apart. */
void moving_dump(const char *file, struct strbuf *out)
{
    for (int i = 0; i < ENDURING_TABLES; i++) {
        const struct enduring *table = &ENDURING_TABLE[i];
        char sql[1024];
        int size = snprintf(sql, sizeof(sql), "SELECT quote(");
        for (const char *c = table->columns; *c; c++) {
            size += snprintf(sql + size, sizeof(sql) - (size_t)size, *c == ',' ? "), quote(" : "%c", *c);
        }
        (void)snprintf(sql + size, sizeof(sql) - (size_t)size, ") FROM %s%s ORDER BY 1, 2", table->table,
                       strcmp(table->table, "setting") == 0 ? " WHERE name NOT IN ('moved-to', 'moved-id', 'moving')"
                                                            : "");
        strbuf_add(out, table->table);
        strbuf_add_char(out, '\n');
        scene_sql_text(file, sql, out);
    }
    assert_true(strbuf_ok(out));
}

void moving_same(const char *one, const char *other)
{
    struct strbuf dumps[2];
    const char *const files[] = {one, other};
    for (size_t i = 0; i < 2; i++) {
        strbuf_init(&dumps[i], &allocator_heap, 1 << 24);
        moving_dump(files[i], &dumps[i]);
    }
    assert_true(dumps[0].len > 1000);
    assert_string_equal(strbuf_text(&dumps[0]), strbuf_text(&dumps[1]));
    strbuf_release(&dumps[0]);
    strbuf_release(&dumps[1]);
}

enum err moving_writes(struct world *world, const char *address, struct error *error)
{
    struct service *service = NULL;
    enum err err = service_open(&service, address, SERVICE_WRITE, &world->options, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_begin(service, error);
    service_rollback(service);
    service_close(service);
    return err;
}

struct token_search {
    uint8_t hash[SHA256_SIZE];
    bool found;
};

static enum err find_token(void *context, const struct token *token, struct error *error)
{
    struct token_search *search = context;
    (void)error;
    search->found = search->found || (memcmp(search->hash, token->hash, SHA256_SIZE) == 0 && token->revoked == 0);
    return ERR_OK;
}

void moving_sound(struct moving *moving, struct world *world, const char *address)
{
    struct error error = {.message = NULL};
    struct audit_options audit = {.threads = 1};
    struct audit_summary summary;
    struct rebuild_options rebuild = {.force = false};
    struct rebuild_summary rebuilt;
    struct token_search search = {.found = false};
    struct service *service = NULL;
    MUST(service_audit(address, &world->options, &audit, &summary, &error));
    assert_int_equal(summary.findings, 0);
    MUST(service_open(&service, address, SERVICE_WRITE, &world->options, &error));
    MUST(service_rebuild(service, &rebuild, &rebuilt, &error));
    assert_int_equal(rebuilt.differences, 0);
    token_hash(span_from(moving->token), search.hash);
    MUST(service_tokens(service, find_token, &search, &error));
    assert_true(search.found);
    deeds_check_checkpoints(&moving->deeds, service);
    service_close(service);
}
