/* The questions, and the club that is asked. */
#include "support/cmocka.h"

#include "support/questions.h"

#include "base/date.h"
#include "service/answers.h"
#include "service/catalogues.h"
#include "service/reading.h"
#include "service/titles.h"
#include "service/tokens.h"
#include "service/years.h"
#include "support/setups.h"
#include "support/text.h"
#include "wire/http_answer.h"
#include "wire/log.h"
#include "wire/stats.h"
#include "wire/titles.h"
#include "wire/years.h"

enum { TEXT_ROOM = 8 << 20, FORET = 1, ECOS = 5 };

/* ---- statistics ---- */

static enum err ask_board(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct leaderboard board;
    enum err err = service_leaderboard(service, &q->filter, ORDER_RATING, &board, error);
    if (err == ERR_OK) {
        err = wire_leaderboard(&board, out, error);
        leaderboard_release(&board);
    }
    return err;
}

static enum err ask_cards(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct card_table table;
    enum err err = service_cards(service, &q->filter, q->card, true, &table, error);
    if (err == ERR_OK) {
        err = wire_cards(&table, out, error);
        card_table_release(&table);
    }
    return err;
}

static enum err ask_player(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct player_page page;
    enum err err = service_player_page(service, &q->filter, &page, error);
    if (err == ERR_OK) {
        err = wire_player_page(&page, out, error);
        player_page_release(&page);
    }
    return err;
}

static enum err ask_versus(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct arena arena;
    struct versus_row row;
    int64_t log_size = 0;
    arena_init(&arena, &allocator_heap, 1 << 16);
    enum err err = service_versus(service, &q->filter, SPAN_LITERAL("Bea"), &arena, &row, &log_size, error);
    if (err == ERR_OK) {
        err = wire_versus(&row, log_size, out, error);
    }
    arena_release(&arena);
    return err;
}

static enum err ask_night(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct night_page page;
    enum err err = service_night_page(service, &q->filter, &page, error);
    if (err == ERR_OK) {
        err = wire_night_page(&page, out, error);
        night_page_release(&page);
    }
    return err;
}

static enum err ask_records(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct record_table table;
    enum err err = service_records(service, &q->filter, &table, error);
    if (err == ERR_OK) {
        err = wire_records(&table, out, error);
        record_table_release(&table);
    }
    return err;
}

static enum err ask_history(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct rating_history history;
    enum err err = service_rating_history(service, &q->filter, &history, error);
    if (err == ERR_OK) {
        err = wire_rating_history(&history, out, error);
        rating_history_release(&history);
    }
    return err;
}

static enum err ask_years(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct year_table table;
    (void)q;
    enum err err = service_years(service, &table, error);
    if (err == ERR_OK) {
        err = wire_years(&table, out, error);
        year_table_release(&table);
    }
    return err;
}

/* The newest one. */
static enum err ask_year(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct year_page page;
    (void)q;
    enum err err = service_year(service, 0, &page, error);
    if (err == ERR_OK) {
        err = wire_year(&page, out, error);
        year_page_release(&page);
    }
    return err;
}

static enum err ask_title(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct title_page page;
    enum err err = service_title_page(service, q->filter.game, &page, error);
    if (err == ERR_OK) {
        err = wire_title_page(&page, out, error);
        title_page_release(&page);
    }
    return err;
}

#define TEXT(literal)                \
    {                                \
        literal, sizeof(literal) - 1 \
    }

const struct question stats_questions[] = {
    {"leaderboard from sums", {.seats = 0}, TEXT(""), ask_board, false},
    {"leaderboard of a place", {.game = TEXT("foret"), .place = TEXT("Hall")}, TEXT(""), ask_board, false},
    {"cards from sums", {.game = TEXT("foret")}, TEXT(""), ask_cards, false},
    {"cards of a place", {.game = TEXT("foret"), .place = TEXT("Hall")}, TEXT(""), ask_cards, false},
    {"cards of a player", {.game = TEXT("foret"), .player = TEXT("Ada")}, TEXT(""), ask_cards, false},
    {"cards of a catalogue", {.game = TEXT("ecos"), .place = TEXT("Hall")}, TEXT(""), ask_cards, false},
    {"one card", {.game = TEXT("grandbois")}, TEXT("fox"), ask_cards, false},
    {"a player", {.game = TEXT("foret"), .player = TEXT("Ada"), .place = TEXT("Hall")}, TEXT(""), ask_player, false},
    {"one against another", {.player = TEXT("Ada")}, TEXT(""), ask_versus, false},
    {"one against another at a place", {.player = TEXT("Ada"), .place = TEXT("Hall")}, TEXT(""), ask_versus, false},
    {"a night", {.has_night = true, .night = 20000}, TEXT(""), ask_night, false},
    {"records", {.seats = 0}, TEXT(""), ask_records, false},
    {"years", {.seats = 0}, TEXT(""), ask_years, false},
    {"a year", {.seats = 0}, TEXT(""), ask_year, false},
    {"a title", {.game = TEXT("ecos")}, TEXT(""), ask_title, false},
    {"history", {.seats = 0}, TEXT(""), ask_history, false},
};
const size_t stats_questions_count = sizeof(stats_questions) / sizeof(stats_questions[0]);

/* ---- reading ---- */

static enum err show_game(void *context, const struct game_info *game, struct error *error)
{
    return wire_game(game, context, error);
}

static enum err ask_games(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct game_filter filter = {.person = q->filter.player, .newest_first = true};
    return service_games(service, &filter, show_game, out, error);
}

static enum err ask_game(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    return service_game_info(service, FORET, show_game, out, error);
}

/* A position, and everything that is computed from it. */
static enum err ask_board_of(struct service *service, int64_t game, struct strbuf *out, struct error *error)
{
    struct board board;
    enum err err = service_board(service, game, &board, error);
    if (err == ERR_OK) {
        err = wire_moves_list(game, board.replay, 0, board.replay->plies, out, error);
    }
    if (err == ERR_OK) {
        err = wire_scores(game, board.replay, out, error);
    }
    return err == ERR_OK ? wire_legal(game, board.replay, 3, ~(seat_set)0, 100, out, error) : err;
}

static enum err ask_foret(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    return ask_board_of(service, FORET, out, error);
}

static enum err ask_ecos(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    return ask_board_of(service, ECOS, out, error);
}

static enum err ask_record(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    return service_record(service, ECOS, false, out, error);
}

/* Scores a record without storing it. */
static enum err ask_score(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct record_reader reader = {.line = 0};
    struct record record;
    struct replay replay;
    uint8_t digest[SHA256_SIZE];
    size_t before = out->len;
    replay_init(&replay, &allocator_heap);
    replay.pace.deadline = service_deadline_now(service);
    enum err err = ask_record(service, q, out, error);
    if (err == ERR_OK) {
        err = record_read_one(&reader, span_skip(strbuf_span(out), before), &allocator_heap, &record, error);
    }
    if (err == ERR_OK) {
        err = record_verify(&record, service_blocks(service), &replay, NULL, NULL, error);
    }
    if (err == ERR_OK) {
        replay_digest(&replay.setup, replay.state, digest);
        strbuf_hex(out, digest, sizeof(digest));
    }
    record_reader_release(&reader);
    replay_release(&replay);
    return err;
}

static enum err show_entry(void *context, const struct game_entry *entry, struct error *error)
{
    return wire_event(FORET, entry, context, error);
}

static enum err ask_entries(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    return service_game_entries(service, FORET, 0, show_entry, out, error);
}

static void show_finding(void *context, const struct audit_finding *finding)
{
    strbuf_add(context, finding->subject);
}

static enum err ask_audit(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    enum err err = service_game_audit(service, ECOS, show_finding, out, error);
    strbuf_add(out, "audited");
    return err;
}

static enum err show_person(void *context, const struct person *person, struct error *error)
{
    return wire_person(person, context, error);
}

static enum err show_night(void *context, const struct night *night, struct error *error)
{
    return wire_night(night, context, error);
}

static enum err show_place(void *context, struct span name, struct error *error)
{
    return wire_place(name, context, error);
}

static enum err show_catalogue(void *context, const struct catalogue_info *catalogue, struct error *error)
{
    return wire_catalogue(catalogue, context, error);
}

static enum err show_token(void *context, const struct token *token, struct error *error)
{
    return wire_token(token, NULL, context, error);
}

static enum err ask_lists(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    enum err err = service_people(service, show_person, out, error);
    if (err == ERR_OK) {
        err = service_nights(service, INT32_MIN, show_night, out, error);
    }
    if (err == ERR_OK) {
        err = service_places(service, show_place, out, error);
    }
    if (err == ERR_OK) {
        err = service_catalogues(service, show_catalogue, out, error);
    }
    return err == ERR_OK ? service_tokens(service, show_token, out, error) : err;
}

static enum err show_export(void *context, const struct export_game *game, struct error *error)
{
    (void)error;
    strbuf_add_span(context, game->record);
    return ERR_OK;
}

static enum err ask_export(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    struct export_filter filter = {.person = q->filter.player};
    return service_export(service, &filter, show_export, out, error);
}

static enum err show_line(void *context, const struct log_line *line, struct error *error)
{
    return wire_log_entry(line, context, error);
}

static enum err ask_log(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    struct merkle_proof proof;
    struct merkle_hash hash;
    int64_t seq = 3;
    enum err err = service_log(service, 1, 0, show_line, out, error);
    if (err == ERR_OK) {
        err = service_prove_inclusion(service, seq, 6, &proof, &hash, error);
    }
    if (err == ERR_OK) {
        struct wire_proof answer = {.size = 6, .seq = &seq, .leaf = &hash, .root = &hash, .proof = &proof};
        err = wire_proof(&answer, out, error);
    }
    if (err == ERR_OK) {
        err = service_prove_consistency(service, 2, 6, &proof, error);
    }
    if (err == ERR_OK) {
        err = service_root_at(service, 5, &hash, error);
    }
    if (err == ERR_OK) {
        strbuf_hex(out, hash.byte, sizeof(hash.byte));
        err = service_key(service, out, error);
    }
    return err;
}

static enum err ask_versions(struct service *service, const struct question *q, struct strbuf *out, struct error *error)
{
    (void)q;
    struct versions versions;
    int64_t size = 0;
    enum err err = service_versions(service, &versions, error);
    if (err == ERR_OK) {
        err = service_log_size(service, &size, error);
    }
    if (err == ERR_OK) {
        text_format(out, "%lld %lld %lld %lld", (long long)versions.log, (long long)versions.people,
                    (long long)versions.token, (long long)size);
    }
    return err;
}

const struct question reading_questions[] = {
    {"games", {.seats = 0}, TEXT(""), ask_games, false},
    {"games of a person", {.player = TEXT("Ada")}, TEXT(""), ask_games, false},
    {"a game", {.seats = 0}, TEXT(""), ask_game, false},
    {"a position of Forêt", {.seats = 0}, TEXT(""), ask_foret, false},
    {"a position of Ecos", {.seats = 0}, TEXT(""), ask_ecos, false},
    {"a record", {.seats = 0}, TEXT(""), ask_record, false},
    {"a score", {.seats = 0}, TEXT(""), ask_score, false},
    {"entries of a game", {.seats = 0}, TEXT(""), ask_entries, false},
    {"audit of a game", {.seats = 0}, TEXT(""), ask_audit, false},
    {"people, nights, places, catalogues, tokens", {.seats = 0}, TEXT(""), ask_lists, false},
    {"export", {.player = TEXT("Bea")}, TEXT(""), ask_export, true},
    {"the log and its proofs", {.seats = 0}, TEXT(""), ask_log, false},
    {"versions", {.seats = 0}, TEXT(""), ask_versions, false},
};
const size_t reading_questions_count = sizeof(reading_questions) / sizeof(reading_questions[0]);

/* ---- the club ---- */

struct table {
    struct world *world;
    struct strbuf text;
    bool had[3];
};

/* Appends game `number` of a setup with three seats, played on one of two nights. */
static void add_game(struct table *table, const struct setup *setup, unsigned number)
{
    static const char *const NAMES[] = {"Ada", "Bea", "Cyd", "Dee"};
    struct span names[3];
    struct strbuf record;
    char day[DATE_SIZE];
    strbuf_init(&record, &allocator_heap, RECORD_BYTES);
    for (unsigned s = 0; s < 3; s++) {
        names[s] = span_from(NAMES[(s + number) % 4]);
    }
    world_simulate(table->world, setup, number, names, &record);
    date_format(20000 + (int32_t)(number / 2 * 40), day);
    text_format(&table->text, "dendro 1\nnight %s\nplace Hall\n", day);
    strbuf_add_span(&table->text, span_skip(strbuf_span(&record), strlen("dendro 1\n")));
    strbuf_add_char(&table->text, '\n');
    strbuf_release(&record);
}

static bool is_wanted(const struct setup *setup, const char *game)
{
    return strcmp(setup->game->name.id, game) == 0 && setup->seats == 3 &&
           strcmp(setup->game->levels[setup->level].name.id, "table") == 0;
}

static void take_setup(void *context, const struct setup *setup)
{
    static const char *const GAMES[] = {"foret", "grandbois", "ecos"};
    struct table *table = context;
    for (unsigned i = 0; i < 3; i++) {
        bool wanted = is_wanted(setup, GAMES[i]);
        for (unsigned n = 0; wanted && !table->had[i] && n < (i == 0 ? 4 : 1); n++) {
            add_game(table, setup, n);
        }
        table->had[i] = table->had[i] || wanted;
    }
}

void questions_begin(struct world *world)
{
    struct table table = {.world = world};
    world_begin(world);
    strbuf_init(&table.text, &allocator_heap, TEXT_ROOM);
    setups_visit(take_setup, &table);
    assert_true(table.had[0] && table.had[1] && table.had[2]);
    struct service *service = world_open(world, SERVICE_CREATE);
    struct import_tally tally = world_import(service, strbuf_span(&table.text), NULL);
    assert_int_equal(tally.added, 6);
    service_close(service);
    strbuf_release(&table.text);
}

struct one_more {
    struct table table;
    unsigned number;
};

static void take_one(void *context, const struct setup *setup)
{
    struct one_more *more = context;
    if (is_wanted(setup, "foret") && !more->table.had[0]) {
        add_game(&more->table, setup, more->number);
        more->table.had[0] = true;
    }
}

void questions_grow(struct world *world, struct service *service, unsigned number)
{
    struct one_more more = {.table.world = world, .number = number + 4};
    strbuf_init(&more.table.text, &allocator_heap, TEXT_ROOM);
    setups_visit(take_one, &more);
    struct import_tally tally = world_import(service, strbuf_span(&more.table.text), NULL);
    assert_int_equal(tally.added, 1);
    strbuf_release(&more.table.text);
}
