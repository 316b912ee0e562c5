/* What the address of an import asks for: format, dry run, strictness, and which names stand for which. */
#include "http/handlers.h"
#include "http/import_inside.h"
#include "http/messages.h"
#include "service/scopes.h"
#include "wire/import_choice.h"
#include "wire/title_document.h"

#include "base/banned.h"

enum { PENDING_LIMIT = RECORD_BYTES + (1 << 20) };

static enum err read_format(struct request *request, struct import *import, struct error *error)
{
    struct span text;
    enum err err = request_query(request, "format", &text, error);
    if (err != ERR_OK || !text.ptr) {
        return err;
    }
    for (int i = 0; i < FOREIGN_FORMATS; i++) {
        if (span_is(text, foreign_formats[i])) {
            import->format = (enum foreign_format)i;
            import->way = i == FOREIGN_RECORD ? IMPORT_STREAMED : IMPORT_SPOOLED;
            return ERR_OK;
        }
    }
    err = error_raise_span(error, &HTTP_MSG_QUERY, SPAN_LITERAL("format"));
    error_add(error, SPAN_LITERAL("record, bgstats, bgg or csv"));
    error_add(error, SPAN_LITERAL("record, bgstats, bgg ou csv"));
    return err;
}

/* All parameters of that name. */
static enum err read_mappings(struct request *request, const char *name, const struct play_mapping **out, size_t *count,
                              struct error *error)
{
    struct span rest = request->query;
    struct span text;
    struct play_mapping *list = NULL;
    for (;;) {
        enum err err = request_query_next(request, name, &rest, &text, error);
        if (err != ERR_OK || !text.ptr) {
            *out = list;
            return err;
        }
        list = list ? list : arena_new(&request->arena, PLAY_MAPPINGS, sizeof(*list));
        if (!list) {
            return error_raise(error, &MSG_MEMORY);
        }
        err = choice_mapping(list, count, text, error);
        if (err != ERR_OK) {
            return err;
        }
    }
}

static enum err read_query(struct request *request, struct import *import, struct error *error)
{
    struct plays_options *options = &import->options;
    enum err err = read_format(request, import, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_flag(request, "dry_run", &import->dry_run, error);
    if (err != ERR_OK) {
        return err;
    }
    err = request_query_flag(request, "strict", &import->run.strict, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_mappings(request, "title", &options->titles, &options->titles_count, error);
    if (err != ERR_OK) {
        return err;
    }
    return read_mappings(request, "player", &options->players, &options->players_count, error);
}

static bool maps(const struct import *import)
{
    return import->options.titles_count + import->options.players_count > 0;
}

/* How the body is taken, once its format is known. */
static enum err choose_way(struct request *request, struct error *error)
{
    struct import *import = request->import;
    if (import->format == FOREIGN_RECORD && maps(import)) {
        return error_raise(error, &CHOICE_MSG_RECORD);
    }
    import->way = import->format == FOREIGN_RECORD && !import->dry_run ? IMPORT_STREAMED : IMPORT_SPOOLED;
    return import->way == IMPORT_SPOOLED ? spooling_begin(request, error) : ERR_OK;
}

enum err import_look(struct request *request, struct error *error)
{
    static const char *const names[] = {"format", "dry_run", "strict", "title", "player", NULL};
    static const char *const repeated[] = {"title", "player", NULL};
    struct server *server = request->server;
    enum err err = request_only_but(request, names, repeated, error);
    if (err != ERR_OK) {
        return err;
    }
    struct import *import = mem_new(server->allocator, 1, sizeof(*import));
    if (!import) {
        return error_raise(error, &MSG_MEMORY);
    }
    request->import = import;
    import->line = 1;
    import->ends = ticks() + server->config.import_time * 1000000;
    import->spool.fd = -1;
    strbuf_init(&import->pending, server->allocator, PENDING_LIMIT);
    strbuf_init(&import->problems, server->allocator, PROBLEMS_LIMIT);
    err = read_query(request, import, error);
    import->options.document = wire_title_document;
    import->options.dry_run = import->dry_run;
    import->options.may_void = scopes_allow(request->scopes, SCOPE_ADMIN);
    import->options.strict = import->run.strict;
    return err == ERR_OK && import->way != IMPORT_UNKNOWN ? choose_way(request, error) : err;
}

enum err import_decide(struct request *request, bool all, struct error *error)
{
    struct import *import = request->import;
    struct span first = strbuf_span(&import->pending);
    if (import->way != IMPORT_UNKNOWN || (!all && !choice_enough(first))) {
        return ERR_OK;
    }
    first.len = first.len < CHOICE_BYTES ? first.len : CHOICE_BYTES;
    enum err err = choice_format(first, &import->format, error);
    return err == ERR_OK ? choose_way(request, error) : err;
}

enum err prepare_import(struct request *request, struct error *error)
{
    return import_decide(request, true, error);
}

bool import_is_spooled(const struct request *request)
{
    return request->import && request->import->way == IMPORT_SPOOLED;
}

void import_release(struct request *request)
{
    struct import *import = request->import;
    spooling_end(request);
    strbuf_release(&import->pending);
    strbuf_release(&import->problems);
    mem_free(request->server->allocator, import);
    request->import = NULL;
}
