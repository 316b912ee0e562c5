/*
 * A season: thousands of simulated games of every setup in one stream. All
 * are added, the audit is clean on any number of threads, the export is the
 * stream again, importing it once more changes nothing, and memory does not
 * grow with the number of games.
 */
#include "support/cmocka.h"

#include "support/setups.h"
#include "support/text.h"
#include "support/world.h"

enum { SEED = 2026, GAMES = 2000, SETUPS = 512, PLAYERS = 40, MOST = 24 << 20 };

struct season {
    struct world world;
    struct setup setups[SETUPS];
    size_t setups_count;
    struct strbuf text;
    struct strbuf said;
    size_t compared; /* bytes of the export that are as they were written */
};

static void keep_setup(void *context, const struct setup *setup)
{
    struct season *season = context;
    enum contest contest = setup_contest(setup);
    bool few = !contest_is_scored(contest); /* results: two games may be one record */
    if (season->setups_count < SETUPS && !few) {
        season->setups[season->setups_count++] = *setup;
    }
}

static void simulate(struct season *season, unsigned games)
{
    char names[PLAYERS][16];
    struct prng prng;
    prng_seed(&prng, SEED);
    for (unsigned i = 0; i < PLAYERS; i++) {
        struct strbuf name;
        strbuf_wrap(&name, names[i], sizeof(names[i]));
        text_format(&name, "Jöueur %u", i);
    }
    for (unsigned i = 0; i < games; i++) {
        struct span players[GAME_PLAYERS];
        const struct setup *setup = &season->setups[prng_below(&prng, (uint32_t)season->setups_count)];
        uint32_t first = prng_below(&prng, PLAYERS);
        for (unsigned j = 0; j < setup->seats; j++) {
            players[j] = span_from(names[(first + j * 7) % PLAYERS]);
        }
        world_simulate(&season->world, setup, i, players, &season->text);
    }
}

static enum err compare(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    struct season *season = context;
    struct span rest = span_skip(strbuf_span(&season->text), season->compared);
    assert_true(game->record.len <= rest.len);
    if (memcmp(game->record.ptr, rest.ptr, game->record.len) != 0) {
        fail_msg("game %lld came out as\n%.*s\nand went in as\n%.*s", (long long)game->id, (int)game->record.len,
                 game->record.ptr, (int)game->record.len, rest.ptr);
    }
    season->compared += game->record.len;
    return ERR_OK;
}

static void test_season(void **state)
{
    (void)state;
    static struct season season;
    struct error error = {.message = NULL};
    unsigned games = test_cases(GAMES);
    world_begin(&season.world);
    strbuf_init(&season.text, &allocator_heap, (size_t)1 << 30);
    strbuf_init(&season.said, &allocator_heap, 1 << 20);
    setups_visit(keep_setup, &season);
    simulate(&season, games);
    struct service *service = world_open(&season.world, SERVICE_CREATE);
    struct import_tally tally = world_import(service, strbuf_span(&season.text), &season.said);
    if (tally.added + tally.known != games) {
        fail_msg("%lld added, %lld known, %lld refused of %u:\n%s", (long long)tally.added, (long long)tally.known,
                 (long long)tally.refused, games, strbuf_text(&season.said));
    }
    assert_int_equal(tally.known, 0);
    assert_int_equal(tally.contested, 0);
    assert_in_range(season.world.memory.most, 1, MOST);
    int64_t added = tally.added;
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct audit_summary summary = world_audit(&season.world, threads, threads == 2, &season.said);
        assert_string_equal(strbuf_text(&season.said), "");
        assert_int_equal(summary.games, added);
    }
    struct export_filter filter = {.voided = true};
    MUST(service_export(service, &filter, compare, &season, &error));
    assert_int_equal(season.compared, season.text.len);
    tally = world_import(service, strbuf_span(&season.text), &season.said);
    assert_int_equal(tally.known, games);
    assert_int_equal(tally.added, 0);
    assert_string_equal(strbuf_text(&season.said), "");
    world_must_be_sound(&season.world, service, "a season");
    assert_in_range(season.world.memory.most, 1, MOST);
    service_close(service);
    strbuf_release(&season.text);
    strbuf_release(&season.said);
    world_end(&season.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_season)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
