/* The parts of the file, in the order in which they can be known. */
#include "wire/bgstats_write.h"

#include "service/club.h"
#include "wire/emit.h"

#include "base/banned.h"

enum { PAGE = 64 /* games that are asked for at once */ };

static enum err some_plays(struct bgstats_export *export, bool *over, struct error *error);
static enum err some_deleted(struct bgstats_export *export, bool *over, struct error *error);
static enum err some_games(struct bgstats_export *export, bool *over, struct error *error);
static enum err some_players(struct bgstats_export *export, bool *over, struct error *error);
static enum err some_locations(struct bgstats_export *export, bool *over, struct error *error);

static const struct part {
    const char *head;
    enum err (*some)(struct bgstats_export *export, bool *over, struct error *error); /* NULL: the head is all */
} PARTS[] = {
    {"{\"plays\":[", some_plays},
    {"],\n\"deletedObjects\":[", some_deleted},
    {"],\n\"games\":[", some_games},
    {"],\n\"players\":[", some_players},
    {"],\n\"locations\":[", some_locations},
    {"],\n\"tags\":[],\n\"groups\":[],\n\"challenges\":[],\n\"userInfo\":{\"meRefId\":0}}\n", NULL},
};
enum { PARTS_COUNT = sizeof(PARTS) / sizeof(PARTS[0]) };

void bgstats_export_init(struct bgstats_export *export, const struct allocator *allocator,
                         const struct game_filter *filter, int64_t last)
{
    memset(export, 0, sizeof(*export));
    export->filter = *filter;
    export->filter.after = 0;
    export->filter.limit = PAGE;
    export->filter.newest_first = false;
    export->last = last;
    for (unsigned i = 0; i < BGSTATS_LISTS; i++) {
        bgstats_refs_init(&export->refs[i], allocator);
    }
    arena_init(&export->memory, allocator, BGSTATS_MEMORY);
    strbuf_init(&export->inner, allocator, BGSTATS_MEMORY);
}

void bgstats_export_release(struct bgstats_export *export)
{
    for (unsigned i = 0; i < BGSTATS_LISTS && export->refs[i].allocator; i++) {
        bgstats_refs_release(&export->refs[i]);
    }
    arena_release(&export->memory);
    strbuf_release(&export->inner);
}

/* ---- elements ---- */

/* What stands before an element: the comma behind the one before it. */
static void separate(struct bgstats_export *export)
{
    strbuf_add(export->out, export->several ? ",\n" : "\n");
    export->several = true;
}

/* The end of an element; the line feed behind it is for `separate` to put. */
static enum err end_element(struct bgstats_export *export, struct emit *emit, struct error *error)
{
    enum err err = emit_end(emit, error);
    if (err == ERR_OK) {
        strbuf_truncate(export->out, export->out->len - 1);
    }
    return err;
}

/* ---- games ---- */

/* Notes that the game was looked at; false: it was opened since the export began. */
static bool is_ours(struct bgstats_export *export, const struct game_info *info)
{
    export->found++;
    export->filter.after = info->id;
    return info->id <= export->last;
}

static enum err enough(const struct bgstats_export *export)
{
    return export->out->len >= export->limit ? ERR_END : ERR_OK;
}

static enum err add_play(void *context, const struct game_info *info, struct error *error)
{
    struct bgstats_export *export = context;
    if (!is_ours(export, info)) {
        return ERR_OK;
    }
    arena_clear(&export->memory);
    enum err err = service_play(export->service, info->id, &export->memory, &export->play, error);
    if (err != ERR_OK) {
        return err;
    }
    separate(export);
    err = bgstats_write_play(export, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_truncate(export->out, export->out->len - 1);
    return enough(export);
}

static enum err add_deleted(void *context, const struct game_info *info, struct error *error)
{
    struct bgstats_export *export = context;
    struct span id;
    if (!is_ours(export, info)) {
        return ERR_OK;
    }
    arena_clear(&export->memory);
    enum err err = service_play_id(export->service, info->id, &export->memory, &id, error);
    if (err != ERR_OK) {
        return err;
    }
    separate(export);
    struct emit emit = emit_start(export->out);
    emit_object(&emit, NULL);
    emit_text(&emit, "uuid", id);
    emit_word(&emit, "objectType", "Play");
    emit_close(&emit);
    err = end_element(export, &emit, error);
    return err == ERR_OK ? enough(export) : err;
}

static enum err some_of(struct bgstats_export *export, enum game_status status, game_info_fn *fn, bool *over,
                        struct error *error)
{
    export->filter.status = game_status_id(status);
    export->found = 0;
    enum err err = service_games(export->service, &export->filter, fn, export, error);
    *over = export->found == 0 || export->filter.after > export->last;
    return err;
}

static enum err some_plays(struct bgstats_export *export, bool *over, struct error *error)
{
    return some_of(export, GAME_FINISHED, add_play, over, error);
}

static enum err some_deleted(struct bgstats_export *export, bool *over, struct error *error)
{
    return some_of(export, GAME_VOID, add_deleted, over, error);
}

/* ---- what the plays refer to ---- */

typedef void ref_fn(struct bgstats_export *export, struct emit *emit, const struct bgstats_ref *ref);

/* {"id","uuid","name",…}, as many as are enough. */
static enum err some_refs(struct bgstats_export *export, enum bgstats_list list, ref_fn *fn, bool *over,
                          struct error *error)
{
    const struct bgstats_refs *refs = &export->refs[list];
    while (export->at < refs->count && export->out->len < export->limit) {
        const struct bgstats_ref *ref = &refs->items[export->at++];
        separate(export);
        struct emit emit = emit_start(export->out);
        emit_object(&emit, NULL);
        emit_integer(&emit, "id", (int64_t) export->at);
        emit_text(&emit, "uuid", ref->id);
        emit_text(&emit, "name", ref->name);
        fn(export, &emit, ref);
        emit_close(&emit);
        enum err err = end_element(export, &emit, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    *over = export->at == refs->count;
    return ERR_OK;
}

/* What most of its plays say; its number at BoardGameGeek gives it the same name there. */
static void emit_game(struct bgstats_export *export, struct emit *emit, const struct bgstats_ref *ref)
{
    (void)export;
    emit_integer(emit, "bggId", ref->bgg);
    emit_text(emit, "bggName", ref->bgg != 0 ? ref->name : SPAN_LITERAL(""));
    emit_integer(emit, "bggYear", 0);
    emit_boolean(emit, "cooperative", 2 * ref->together > ref->plays);
    emit_boolean(emit, "highestWins", 2 * ref->lowest <= ref->scored);
    emit_boolean(emit, "noPoints", 2 * ref->pointless > ref->plays);
    emit_boolean(emit, "usesTeams", ref->teams);
    emit_integer(emit, "isBaseGame", ref->plays > 0);
    emit_integer(emit, "isExpansion", ref->plays == 0);
    emit_integer(emit, "minPlayerCount", ref->least);
    emit_integer(emit, "maxPlayerCount", ref->most);
}

static void emit_player(struct bgstats_export *export, struct emit *emit, const struct bgstats_ref *ref)
{
    (void)export;
    emit_boolean(emit, "isAnonymous", ref->anonymous);
    emit_word(emit, "bggUsername", "");
    emit_word(emit, "metaData", "{\"isNpc\":0}");
}

static void emit_location(struct bgstats_export *export, struct emit *emit, const struct bgstats_ref *ref)
{
    (void)export;
    (void)emit;
    (void)ref;
}

static enum err some_games(struct bgstats_export *export, bool *over, struct error *error)
{
    return some_refs(export, BGSTATS_GAMES, emit_game, over, error);
}

static enum err some_players(struct bgstats_export *export, bool *over, struct error *error)
{
    return some_refs(export, BGSTATS_PLAYERS, emit_player, over, error);
}

static enum err some_locations(struct bgstats_export *export, bool *over, struct error *error)
{
    return some_refs(export, BGSTATS_LOCATIONS, emit_location, over, error);
}

/* ---- the whole ---- */

/* The head of the part, then some of it; on to the next part when that was all. */
static enum err make_some(struct bgstats_export *export, struct error *error)
{
    const struct part *part = &PARTS[export->part];
    bool over = true;
    if (!export->begun) {
        strbuf_add(export->out, part->head);
        export->begun = true;
        export->several = false;
        export->at = 0;
        export->filter.after = 0;
    }
    enum err err = part->some ? part->some(export, &over, error) : ERR_OK;
    if (err == ERR_OK && over) {
        export->part++;
        export->begun = false;
    }
    return err;
}

enum err bgstats_export_some(struct bgstats_export *export, struct service *service, struct strbuf *out, size_t enough_,
                             bool *done, struct error *error)
{
    struct club_settings club;
    enum err err = service_club(service, &club, error);
    if (err != ERR_OK) {
        return err;
    }
    export->language = span_is(span_from(club.language), "fr") ? "fr" : "en";
    export->service = service;
    export->out = out;
    export->limit = out->len + enough_;
    while (err == ERR_OK && export->part < PARTS_COUNT && out->len < export->limit) {
        err = make_some(export, error);
    }
    *done = export->part == PARTS_COUNT;
    if (err == ERR_OK && !strbuf_ok(out)) {
        return error_raise(error, &MSG_MEMORY);
    }
    return err;
}
