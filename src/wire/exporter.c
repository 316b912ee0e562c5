/* An export in the making: what each format puts before the first game, and what it makes of a game. */
#include "wire/exporter.h"

#include "rules/registry.h"

#include "base/banned.h"

enum {
    NUMBERS_BYTES = 1 << 20, /* of ids of titles that have a number at BoardGameGeek */
    GAME_BYTES = 1 << 14     /* of a game's own id */
};

const char *const export_formats[EXPORT_FORMATS + 1] = {
    [EXPORT_RECORD] = "record",   [EXPORT_NDJSON] = "ndjson",   [EXPORT_CSV] = "csv",
    [EXPORT_BGG_CSV] = "bgg-csv", [EXPORT_BGSTATS] = "bgstats", [EXPORT_FORMATS] = NULL};

void wire_exporter_init(struct wire_exporter *exporter, enum export_format format, enum lang lang,
                        const struct allocator *allocator)
{
    *exporter = (struct wire_exporter){.format = format, .lang = lang, .allocator = allocator};
    replay_init(&exporter->replay, allocator);
    arena_init(&exporter->memory, allocator, NUMBERS_BYTES);
    arena_init(&exporter->game, allocator, GAME_BYTES);
}

void wire_exporter_release(struct wire_exporter *exporter)
{
    record_reader_release(&exporter->reader);
    replay_release(&exporter->replay);
    arena_release(&exporter->memory);
    arena_release(&exporter->game);
    if (exporter->allocator) {
        mem_free(exporter->allocator, exporter->number);
    }
    exporter->number = NULL;
    exporter->numbers = 0;
}

/* ---- before the first game ---- */

static enum err add_pad(void *context, const struct title_document *document, struct error *error)
{
    struct wire_exporter *exporter = context;
    if (document->stored) { /* one that a game here names is */
        wire_columns_add_pad(&exporter->columns, document);
    }
    (void)error;
    return ERR_OK;
}

/* The columns of all games that may come, known before the first does: those of pad documents are the last. */
static enum err add_head(struct wire_exporter *exporter, struct span game, struct strbuf *out, struct error *error)
{
    size_t count;
    bool titles = false;
    const struct game *const *games = registry_current(&count);
    for (size_t i = 0; i < count; i++) {
        if (game.len == 0 || registry_engine(game) == games[i]) {
            wire_columns_add(&exporter->columns, games[i]);
            titles = titles || games[i]->titled;
        }
    }
    enum err err = titles ? service_pads(exporter->service, add_pad, exporter, error) : ERR_OK;
    wire_export_csv_head(&exporter->columns, out);
    return err;
}

static enum err add_number(void *context, const struct title_document *document, struct error *error)
{
    struct wire_exporter *exporter = context;
    if (document->title.len == 0 || document->about.bgg == 0) {
        return ERR_OK;
    }
    struct title_number *number =
        mem_more(exporter->allocator, exporter->number, exporter->numbers, &exporter->numbers_room, sizeof(*number));
    if (!number) {
        return error_raise(error, &MSG_MEMORY);
    }
    exporter->number = number;
    const char *title = arena_copy(&exporter->memory, document->title);
    if (!title) {
        return error_raise(error, &MSG_MEMORY);
    }
    exporter->number[exporter->numbers++] = (struct title_number){title, document->about.bgg};
    return ERR_OK;
}

static uint32_t number_of(const struct wire_exporter *exporter, struct span title)
{
    const struct game *game = registry_engine(title);
    if (game && game->bgg > 0) {
        return game->bgg;
    }
    for (size_t i = 0; i < exporter->numbers; i++) { /* of one title the latest edition first */
        if (span_is(title, exporter->number[i].title)) {
            return exporter->number[i].bgg;
        }
    }
    return 0;
}

static enum err begin_bgg(struct wire_exporter *exporter, struct span game, struct strbuf *out, struct error *error)
{
    (void)game;
    wire_export_bgg_head(out);
    return service_pads(exporter->service, add_number, exporter, error);
}

/* ---- games ---- */

static enum err write_csv(struct wire_exporter *exporter, const struct wire_export *game, struct strbuf *out,
                          struct error *error)
{
    (void)error;
    wire_export_csv(&exporter->columns, game, out);
    return ERR_OK;
}

static enum err write_bgg(struct wire_exporter *exporter, const struct wire_export *game, struct strbuf *out,
                          struct error *error)
{
    (void)error;
    wire_export_bgg(game, number_of(exporter, game->game->game), out);
    return ERR_OK;
}

static enum err write_json(struct wire_exporter *exporter, const struct wire_export *game, struct strbuf *out,
                           struct error *error)
{
    (void)exporter;
    return wire_export_json(game, out, error);
}

static const struct {
    const char *type;
    /* What comes before the first game; NULL: nothing. */
    enum err (*begin)(struct wire_exporter *exporter, struct span game, struct strbuf *out, struct error *error);
    /* A game with its score; NULL: the record as it is. */
    enum err (*write)(struct wire_exporter *exporter, const struct wire_export *game, struct strbuf *out,
                      struct error *error);
    bool finished; /* games that are, and no others */
    bool ids;      /* games with the id by which they are known when they come back */
} FORMS[EXPORT_FORMATS] = {
    [EXPORT_RECORD] = {"text/plain; charset=utf-8", NULL, NULL, false, false},
    [EXPORT_NDJSON] = {"application/x-ndjson; charset=utf-8", NULL, write_json, false, false},
    [EXPORT_CSV] = {"text/csv; charset=utf-8", add_head, write_csv, false, true},
    [EXPORT_BGG_CSV] = {"text/csv; charset=utf-8", begin_bgg, write_bgg, true, true},
    [EXPORT_BGSTATS] = {"application/json; charset=utf-8", NULL, NULL, true, false},
};

const char *export_format_type(enum export_format format)
{
    return FORMS[format].type;
}

enum err wire_exporter_begin(struct wire_exporter *exporter, struct span game, struct strbuf *out, struct error *error)
{
    return FORMS[exporter->format].begin ? FORMS[exporter->format].begin(exporter, game, out, error) : ERR_OK;
}

static void note_contested(void *context, const struct problem *problem)
{
    seat_set *contested = context;
    if (problem->seat >= 0 && problem_is_contested(problem)) {
        *contested |= seat_bit((unsigned)problem->seat);
    }
}

/* The record again as a game, for the formats that show its score. */
static enum err add_scored(struct wire_exporter *exporter, const struct export_game *game, struct strbuf *out,
                           struct error *error)
{
    struct record record;
    struct outcome outcome;
    struct span players[GAME_PLAYERS];
    seat_set contested = 0;
    enum err err = record_read_one(&exporter->reader, game->record, exporter->allocator, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err =
        record_verify(&record, service_blocks(exporter->service), &exporter->replay, note_contested, &contested, error);
    if (err != ERR_OK && err != ERR_MISMATCH) { /* contested scores are no obstacle */
        return err;
    }
    const struct setup *setup = &exporter->replay.setup;
    setup->game->outcome(setup, exporter->replay.state, &outcome);
    for (unsigned i = 0; i < record.seats; i++) {
        players[i] = record.seat[i].text;
    }
    struct wire_export scored = {.game = game,
                                 .setup = setup,
                                 .outcome = &outcome,
                                 .players = players,
                                 .lang = exporter->lang,
                                 .record = &record,
                                 .contested = contested};
    if (FORMS[exporter->format].ids) {
        arena_clear(&exporter->game);
        err = service_play_id(exporter->service, game->id, &exporter->game, &scored.uuid, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return FORMS[exporter->format].write(exporter, &scored, out, error);
}

enum err wire_exporter_add(struct wire_exporter *exporter, const struct export_game *game, struct strbuf *out,
                           struct error *error)
{
    if (FORMS[exporter->format].finished && !game_status_is(game->status, GAME_FINISHED)) {
        return ERR_OK;
    }
    if (!FORMS[exporter->format].write) {
        strbuf_add(out, exporter->several ? "\n" : "");
        strbuf_add_span(out, game->record);
    } else {
        enum err err = add_scored(exporter, game, out, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    exporter->several = true;
    return ERR_OK;
}
