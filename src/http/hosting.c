/* The root of many clubs: those that chose to be listed, for programs and for people. Nothing is told of the others. */
#include "http/handlers.h"
#include "http/inside.h"
#include "http/preview.h"

#include "base/banned.h"

static void show(void *context, const struct club_entry *entry)
{
    struct request *request = context;
    emit_object(&request->list, NULL);
    emit_word(&request->list, "slug", entry->slug);
    emit_text_or_null(&request->list, "name", span_from(entry->name));
    emit_text_or_null(&request->list, "host", span_from(entry->standing.host));
    emit_close(&request->list);
}

enum err get_clubs(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    enum err err = request_only(request, nothing, error);
    if (err != ERR_OK) {
        return err;
    }
    list_begin(request, "clubs");
    directory_listed(request->server, show, request);
    return list_end(request, NULL, error);
}

/* ---- the page ---- */

static void show_link(void *context, const struct club_entry *entry)
{
    struct strbuf *out = context;
    strbuf_add(out, "<li><a href=\"/c/");
    strbuf_add(out, entry->slug);
    strbuf_add(out, "/\">");
    preview_escape(out, span_from(entry->name[0] ? entry->name : entry->slug), PREVIEW_NAME);
    strbuf_add(out, "</a></li>\n");
}

enum err list_clubs(struct request *request, struct error *error)
{
    bool french = request->lang == LANG_FR;
    struct strbuf *out = &request->response.body;
    request->response.type = "text/html; charset=utf-8";
    strbuf_add(out, french ? "<!doctype html><html lang=\"fr\">" : "<!doctype html><html lang=\"en\">");
    strbuf_add(out,
               "<meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Dendro</title>"
               "<h1>Dendro</h1>\n<ul>\n");
    size_t before = out->len;
    directory_listed(request->server, show_link, out);
    bool none = out->len == before;
    strbuf_add(out, "</ul>\n");
    if (none) {
        strbuf_add(out, french ? "<p>Aucun club d'ici n'est dans la liste.</p>\n" : "<p>No club here is listed.</p>\n");
    }
    strbuf_add(out, "</html>\n");
    return strbuf_ok(out) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}
