/*
 * Conformance, facts: what every registered game says of itself is complete
 * and without ambiguity, it has golden records, and its simulated games tell
 * the same story at every level. Positions are in test_conformance.c.
 */
#include "support/cmocka.h"

#include "base/utf8.h"
#include "record/record.h"
#include "record/simulate.h"
#include "record/verify.h"
#include "rules/registry.h"
#include "service/catalogues.h"
#include "support/setups.h"
#include "support/shipped.h"
#include "support/text.h"
#include "support/transcript.h"
#include "wire/values.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { SEED = 7, CASES = 14 };

#define CHECK(condition, ...)                  \
    do {                                       \
        if (!(condition)) {                    \
            print_error(__VA_ARGS__);          \
            print_error(": %s\n", #condition); \
            fail();                            \
        }                                      \
    } while (0)

/* ---- names ---- */

static bool is_id(const char *id)
{
    for (const char *s = id; *s; s++) {
        if (!((*s >= 'a' && *s <= 'z') || (*s >= '0' && *s <= '9') || *s == '-')) {
            return false;
        }
    }
    return id[0] != '\0';
}

static bool is_sentence(const char *s)
{
    struct span text = span_from(s);
    bool plain = text.len > 0 && span_trim(text).len == text.len && utf8_valid(text) == text.len;
    for (size_t i = 0; plain && i < text.len; i++) {
        plain = utf8_control(span_skip(text, i)) == 0;
    }
    return plain;
}

static void check_name(const char *where, const struct name *name)
{
    CHECK(name->id && name->en && name->fr, "%s: a name is missing", where);
    CHECK(is_id(name->id), "%s '%s': an id is small letters, digits and hyphens", where, name->id);
    CHECK(is_sentence(name->en) && is_sentence(name->fr), "%s '%s': a name is plain text", where, name->id);
}

/* No text may mean two of them: each id, English and French name finds its own entry. */
static void check_names(const char *where, const struct name *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        check_name(where, &names[i]);
        const char *const all[] = {names[i].id, names[i].en, names[i].fr};
        for (size_t j = 0; j < 3; j++) {
            for (size_t k = 0; k < count; k++) {
                struct span text = span_from(all[j]);
                bool same = utf8_same(text, span_from(names[k].id)) || utf8_same(text, span_from(names[k].en)) ||
                            utf8_same(text, span_from(names[k].fr));
                CHECK(k == i || !same, "%s: '%s' means '%s' and '%s'", where, all[j], names[i].id, names[k].id);
            }
        }
    }
}

static void check_variants(const struct game *game)
{
    struct name names[256];
    assert_in_range(game->variants_count, 1, 255);
    for (size_t i = 0; i < game->variants_count; i++) {
        const struct variant *v = &game->variants[i];
        names[i] = v->name;
        assert_in_range(v->min_seats, 1, GAME_PLAYERS);
        assert_in_range(v->max_seats, v->min_seats, GAME_PLAYERS);
        assert_int_equal(v->extra & ~(seat_bit(SEAT_NEUTRAL) | seat_bit(SEAT_RIVAL)), 0);
    }
    check_names(game->name.id, names, game->variants_count);
}

static void check_levels(const struct game *game)
{
    struct name names[256];
    assert_in_range(game->levels_count, 1, 255);
    CHECK(game->titled || game->levels[0].basis == BASIS_JUDGED, "%s: the first level is the fullest", game->name.id);
    size_t fallbacks = 0;
    for (size_t i = 0; i < game->levels_count; i++) {
        const struct level *level = &game->levels[i];
        names[i] = level->name;
        fallbacks += level->fallback;
        CHECK(!level->fallback || !level->marks, "%s %s: a fallback has no marks", game->name.id, level->name.id);
        for (const char *const *mark = level->marks; mark && *mark; mark++) {
            CHECK(is_id(*mark), "%s %s: mark '%s'", game->name.id, level->name.id, *mark);
        }
    }
    assert_true(fallbacks <= 1);
    check_names(game->name.id, names, game->levels_count);
}

static void check_options(const struct game *game)
{
    struct name names[GAME_OPTIONS];
    assert_in_range(game->options_count, 0, GAME_OPTIONS);
    for (size_t i = 0; i < game->options_count; i++) {
        names[i] = game->options[i].name;
        assert_true(game->options[i].values_count >= 2);
        check_names(names[i].id, game->options[i].values, game->options[i].values_count);
        assert_false(game->catalogue && utf8_same(span_from(names[i].id), span_from("catalogue")));
    }
    check_names(game->name.id, names, game->options_count);
}

static void check_categories(const struct game *game)
{
    assert_in_range(game->categories_count, game->titled ? 0 : 1, GAME_CATEGORIES); /* a title's are in a document */
    check_names(game->name.id, game->categories, game->categories_count);
    for (size_t i = 0; i < game->categories_count; i++) {
        const char *const all[] = {game->categories[i].id, game->categories[i].en, game->categories[i].fr};
        for (size_t j = 0; j < 3; j++) {
            CHECK(!utf8_same(span_from(all[j]), span_from("total")), "%s: a claim of 'total' is of the total",
                  game->name.id);
        }
    }
}

static void check_behaviour(const struct game *game)
{
    assert_true(game->state_size > 0);
    assert_true(game->legal_limit > 0);
    assert_true(game->unit > 0);
    assert_true(game->init && game->turn && game->legal && game->apply && game->parse && game->print && game->view);
    assert_true(game->draw && game->outcome && game->credits && game->digest && game->card_name && game->chance);
    assert_true(game->greedy && game->project && game->sheet); /* without and looks may be missing */
    assert_true(game->notation_count > 0);
    for (size_t i = 0; i < game->notation_count; i++) {
        const struct notation *n = &game->notation[i];
        CHECK(is_sentence(n->example) && is_sentence(n->en) && is_sentence(n->fr), "%s: notation %zu", game->name.id,
              i);
        CHECK(n->example[1] == ':' && seat_from_label(span_of(n->example, 1)) >= 0, "%s: notation '%s'", game->name.id,
              n->example);
    }
}

/* The file of a document: its name, and for older editions the number as well. */
static void check_file(const struct catalogue_document *one, const struct game_catalogue *facts, const void *block)
{
    char plain[128];
    char numbered[128];
    const struct catalogue *named = shipped_catalogue(registry_newest(span_from(one->game)), facts->name(block).id);
    unsigned edition = facts->edition ? facts->edition(block) : 1;
    unsigned latest = facts->edition ? facts->edition(named->block) : 1;
    (void)snprintf(plain, sizeof(plain), "%s", facts->name(block).id);
    (void)snprintf(numbered, sizeof(numbered), "%s-%u", facts->name(block).id, edition);
    CHECK(strcmp(one->name, edition == latest ? plain : numbered) == 0, "catalogues/%s/%s is called %s, edition %u",
          one->game, one->name, plain, edition);
}

/* The documents of the game's folder in catalogues/: called as their files are, `house` among them, read whole. */
static void check_documents(const struct game *game)
{
    const struct game_catalogue *facts = game->catalogue;
    size_t houses = 0;
    for (size_t i = 0; i < catalogues_shipped.count; i++) {
        const struct catalogue_document *one = &catalogues_shipped.document[i];
        struct value document;
        struct error error = {.message = NULL};
        CHECK(registry_newest(span_from(one->game)), "catalogues/%s is no game's", one->game);
        if (strcmp(one->game, game->name.id) != 0) {
            continue;
        }
        assert_int_equal(wire_values.open(span_of(one->bytes, one->size), &document, &error), ERR_OK);
        char *block[2] = {test_malloc(facts->block_size), test_malloc(facts->block_size)};
        for (int k = 0; k < 2; k++) {
            memset(block[k], k == 0 ? 0 : 0xa5, facts->block_size);
            assert_int_equal(facts->read(&document, block[k], &error), ERR_OK);
        }
        wire_values.close(&document);
        assert_memory_equal(block[0], block[1], facts->block_size);
        check_file(one, facts, block[0]);
        houses += strcmp(one->name, CATALOGUE_DEFAULT) == 0;
        test_free(block[0]);
        test_free(block[1]);
    }
    CHECK(houses == 1 || facts->optional, "%s has no catalogue '%s'", game->name.id, CATALOGUE_DEFAULT);
}

static void check_catalogue(const struct game *game)
{
    static const char other[] = "{\"catalogue\": \"no-such-game\"}";
    const struct game_catalogue *facts = game->catalogue;
    struct value document;
    struct error error = {.message = NULL};
    assert_true(facts->block_size > 0 && facts->read && facts->name && facts->count && facts->print_card);
    for (size_t i = 0; i < facts->counts_count; i++) {
        check_name(game->name.id, &facts->counts[i]);
    }
    char *block = test_malloc(facts->block_size);
    assert_int_equal(wire_values.open(span_from(other), &document, &error), ERR_OK);
    assert_int_equal(facts->read(&document, block, &error), ERR_SYNTAX);
    assert_string_equal(error.message->id, "catalogue.unknown");
    assert_string_equal(error.arg[0], "catalogue.catalogue");
    wire_values.close(&document);
    test_free(block);
    check_documents(game);
}

static void every_game_tells_what_it_is(void **unused)
{
    (void)unused;
    size_t count;
    const struct game *const *games = registry_all(&count);
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        const struct game *game = games[i];
        check_name("registry", &game->name);
        assert_true(game->rules >= 1);
        check_variants(game);
        check_levels(game);
        check_options(game);
        check_categories(game);
        check_behaviour(game);
        if (game->catalogue) {
            check_catalogue(game);
        }
        for (size_t j = 0; j < count; j++) {
            bool same = strcmp(game->name.id, games[j]->name.id) == 0;
            CHECK(!same || game->catalogue == games[j]->catalogue, "the rules of %s share their catalogues",
                  game->name.id);
            CHECK(i == j || !same || game->rules != games[j]->rules, "%s %u is registered twice", game->name.id,
                  game->rules);
            CHECK(same || (!utf8_same(span_from(game->name.id), span_from(games[j]->name.fr)) &&
                           !utf8_same(span_from(game->name.fr), span_from(games[j]->name.en))),
                  "%s and %s share a name", game->name.id, games[j]->name.id);
        }
        assert_ptr_equal(registry_find(span_from(game->name.id), game->rules), game);
        assert_true(registry_newest(span_from(game->name.fr))->rules >= game->rules);
        assert_ptr_equal(registry_newest(span_from(game->name.en)), registry_newest(span_from(game->name.id)));
        assert_null(registry_find(span_from(game->name.id), 65535));
    }
    size_t current;
    assert_ptr_equal(registry_current(&current), games);
    for (size_t i = 0; i < count; i++) { /* the newest rules of every game come first, each once */
        bool newest = registry_newest(span_from(games[i]->name.id)) == games[i];
        CHECK(newest == (i < current), "%s %u is at the wrong end of the registry", games[i]->name.id, games[i]->rules);
    }
    assert_null(registry_newest(span_from("no such game")));
    assert_null(registry_newest(span_from("")));
}

static void check_cards(void *context, const struct setup *setup)
{
    (void)context;
    const struct game *game = setup->game;
    struct name *names = calloc(game->cards_count + 1u, sizeof(*names));
    assert_non_null(names);
    for (unsigned i = 0; i < game->cards_count; i++) {
        names[i] = game->card_name(setup, i);
        if (game->cards) {
            assert_string_equal(names[i].id, game->cards[i].id);
        }
    }
    check_names(setup_text(setup), names, game->cards_count);
    free(names);
}

static void cards_have_names_that_mean_one_card(void **unused)
{
    (void)unused;
    setups_visit(check_cards, NULL);
}

/* ---- golden records ---- */

/* True when the file says that it is of that version of the rules. */
static bool is_of_rules(const char *folder, const char *name, unsigned rules)
{
    char path[4400];
    char line[32];
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    (void)snprintf(line, sizeof(line), "\nrules %u\n", rules);
    test_read_file(path, &text);
    bool found = strstr(strbuf_text(&text), line) != NULL;
    strbuf_release(&text);
    return found;
}

static void every_version_of_every_game_has_golden_records(void **unused)
{
    (void)unused;
    size_t count;
    const struct game *const *games = registry_all(&count);
    for (size_t i = 0; i < count; i++) {
        char path[4096];
        (void)snprintf(path, sizeof(path), "%s/replays/%s", test_source_dir(), games[i]->name.id);
        DIR *folder = opendir(path);
        CHECK(folder, "%s: there is no folder replays/%s", games[i]->name.id, games[i]->name.id);
        size_t records = 0;
        for (const struct dirent *entry; (entry = readdir(folder));) {
            size_t n = strlen(entry->d_name);
            records += n > 7 && strcmp(entry->d_name + n - 7, ".dendro") == 0 &&
                       is_of_rules(path, entry->d_name, games[i]->rules);
        }
        (void)closedir(folder);
        CHECK(records > 0, "%s: no golden record of rules %u in replays/%s", games[i]->name.id, games[i]->rules,
              games[i]->name.id);
    }
}

/* ---- simulated games, at every level ---- */

struct work {
    struct replay full, told, other;
    struct strbuf text, again, said;
    struct record_reader reader;
};

static void check_verified(struct work *w, const struct setup *setup)
{
    struct record record;
    struct error error;
    assert_int_equal(record_read_one(&w->reader, strbuf_span(&w->text), &allocator_heap, &record, &error), ERR_OK);
    strbuf_clear(&w->said);
    if (record_verify(&record, &setups_blocks, &w->other, transcript_problem, &w->said, &error) != ERR_OK) {
        (void)fprintf(stderr, "%s\n%s\n%s", setup_text(setup), strbuf_text(&w->said), strbuf_text(&w->text));
        fail();
    }
    record_warn(&record, &w->other, transcript_problem, &w->said);
    CHECK(!setup_is_judged(setup) || w->said.len == 0, "%s: warned about, %s", setup_text(setup),
          strbuf_text(&w->said));
    bool totals = setup_contest(setup) == CONTEST_HIGH || setup_contest(setup) == CONTEST_LOW;
    assert_true((record.totals_count > 0 || !totals) && record.digest.text.len == SHA256_HEX);
    assert_int_equal(w->other.setup.level, setup->level);
    assert_int_equal(w->other.setup.variant, setup->variant);
}

/* The game as told has the scores of the game as played, row by row. */
static void check_told(struct work *w, const struct setup *setup)
{
    struct outcome played;
    struct outcome told;
    setup->game->outcome(&w->full.setup, w->full.state, &played);
    setup->game->outcome(setup, w->told.state, &told);
    assert_true(played.over && told.over);
    assert_int_equal(played.rows_count, told.rows_count);
    assert_int_equal(played.winners, told.winners);
    assert_int_equal(played.margin, told.margin);
    assert_ptr_equal(played.verdict, told.verdict);
    for (size_t i = 0; i < played.rows_count; i++) {
        const struct outcome_row *a = &played.rows[i];
        const struct outcome_row *b = &told.rows[i];
        CHECK(a->seat == b->seat && a->scored == b->scored && a->rank == b->rank && a->total == b->total &&
                  a->categories == b->categories && memcmp(a->category, b->category, sizeof(a->category)) == 0,
              "%s: seat %s has other scores at this level", setup_text(setup), seat_label(a->seat));
    }
}

static void simulate(struct work *w, const struct simulation *simulation, struct strbuf *out)
{
    struct error error;
    strbuf_clear(out);
    assert_int_equal(simulate_record(simulation, &w->full, &w->told, out, &error), ERR_OK);
}

static void check_simulation(void *context, const struct setup *setup)
{
    struct work *w = context;
    for (unsigned i = 0; i < setup_cases(setup, CASES); i++) {
        struct simulation simulation = {
            .setup = *setup, .seed = SEED, .number = i, .catalogue = setups_catalogue(setup)};
        simulation.player = i % 2 ? SIMULATE_GREEDY : SIMULATE_RANDOM;
        simulation.number = i + 1000;
        simulate(w, &simulation, &w->again);
        simulation.number = i;
        simulate(w, &simulation, &w->text);
        bool few = setup->game->levels[setup->level].sampled; /* a pad may say no more than who won */
        CHECK(few || !span_equal(strbuf_span(&w->text), strbuf_span(&w->again)), "%s: two games alike",
              setup_text(setup));
        check_told(w, setup);
        check_verified(w, setup);
        /* The same arguments, the same bytes, whatever was simulated before. */
        simulate(w, &simulation, &w->again);
        assert_string_equal(strbuf_text(&w->text), strbuf_text(&w->again));
    }
}

static void simulated_games_are_legal_and_alike_at_every_level(void **unused)
{
    (void)unused;
    struct work w = {.reader = {.allocator = NULL}};
    replay_init(&w.full, &allocator_heap);
    replay_init(&w.told, &allocator_heap);
    replay_init(&w.other, &allocator_heap);
    strbuf_init(&w.text, &allocator_heap, 1 << 20);
    strbuf_init(&w.again, &allocator_heap, 1 << 20);
    strbuf_init(&w.said, &allocator_heap, 1 << 20);
    setups_visit(check_simulation, &w);
    strbuf_release(&w.text);
    strbuf_release(&w.again);
    strbuf_release(&w.said);
    replay_release(&w.full);
    replay_release(&w.told);
    replay_release(&w.other);
    record_reader_release(&w.reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_tells_what_it_is),
        cmocka_unit_test(cards_have_names_that_mean_one_card),
        cmocka_unit_test(every_version_of_every_game_has_golden_records),
        cmocka_unit_test(simulated_games_are_legal_and_alike_at_every_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
