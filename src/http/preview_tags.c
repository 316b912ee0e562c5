/*
 * The head of the page as markup: the one place where what people wrote becomes a part of it, escaped.
 *
 * Addresses in it are whole ones, as the programs that read them want. They begin with the name that the request came
 * to, which look.c has let in; nothing else that a request says of itself is believed, not what a proxy may add. The
 * answer is for who asked: its ETag is of its bytes, and nobody keeps it without asking again.
 */
#include "base/utf8.h"
#include "http/host.h"
#include "http/inside.h"
#include "http/page.h"
#include "http/preview.h"

#include "base/banned.h"

static const char DAEMON[] = "Dendro";

/* ---- texts ---- */

static const char *reference(uint32_t c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void preview_escape(struct strbuf *out, struct span text, size_t most)
{
    for (size_t shown = 0; text.len > 0; shown++) {
        char bytes[4];
        if (shown == most) {
            strbuf_add(out, "…");
            return;
        }
        bool control = utf8_control(text) > 0;
        uint32_t c = utf8_next(&text);
        const char *said = control ? " " : reference(c);
        strbuf_add_span(out, said ? span_from(said) : span_of(bytes, utf8_put(c, bytes)));
    }
}

/* ---- addresses ---- */

/* A name of the DNS in ASCII, or an address, with a port or without: nothing that would have to be written otherwise. */
static bool is_plain(struct span host)
{
    for (size_t i = 0; i < host.len; i++) {
        unsigned char c = (unsigned char)host.ptr[i];
        bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && c != '.' && c != '-' && c != '_' && c != ':' && c != '[' && c != ']') {
            return false;
        }
    }
    return host.len > 0;
}

/*
 * `https://club.example.org`, or nothing. A daemon without a certificate that is called by a name alone, without a port,
 * has a proxy in front of it that has one; by a port or on this machine it is spoken to directly.
 */
static void add_origin(const struct request *request, struct strbuf *out)
{
    struct span host = span_trim(request->authority.len > 0 ? request->authority : request_header(request, "Host"));
    struct span name;
    if ((request->authority.len == 0 && request_header_count(request, "Host") != 1) || !is_plain(host) ||
        !host_name(host, &name)) {
        return;
    }
    bool digits = name.ptr[name.len - 1] >= '0' && name.ptr[name.len - 1] <= '9';
    bool direct = host_is_loopback(name) || digits || name.ptr[0] == '[' || memchr(host.ptr, ':', host.len) != NULL;
    strbuf_add(out, request->server->tls || !direct ? "https://" : "http://");
    strbuf_add_span(out, host);
}

static bool is_picture(const struct page_file *file, struct span name)
{
    static const char FOLDER[] = "/static/og/";
    const char *at = strstr(file->path, FOLDER);
    if (!at) {
        return false;
    }
    struct span rest = span_from(at + sizeof(FOLDER) - 1);
    return rest.len > name.len && span_equal(span_of(rest.ptr, name.len), name) &&
           span_is(span_skip(rest, name.len), ".png");
}

static const char *find_picture(struct span name)
{
    for (size_t i = 0; i < PAGE_FILES_COUNT; i++) {
        if (is_picture(&PAGE_FILES[i], name)) {
            return PAGE_FILES[i].path;
        }
    }
    return NULL;
}

void preview_picture(struct preview *preview, struct span name, const char *otherwise)
{
    const char *found = find_picture(name);
    preview->picture = found ? found : find_picture(span_from(otherwise));
}

/* ---- tags ---- */

static void add_tag(struct strbuf *out, const char *kind, const char *name, struct span text, size_t most)
{
    strbuf_add(out, "\n<meta ");
    strbuf_add(out, kind);
    strbuf_add(out, "=\"");
    strbuf_add(out, name);
    strbuf_add(out, "\" content=\"");
    preview_escape(out, text, most);
    strbuf_add(out, "\">");
}

static void add_property(struct strbuf *out, const char *name, struct span text)
{
    add_tag(out, "property", name, text, PREVIEW_SENTENCE);
}

/* The sentence, and of which club it is. */
static void write_sentence(const struct preview *preview, struct strbuf *out)
{
    struct span club = span_from(preview->club.name);
    if (preview->sentence.len > 0) {
        strbuf_add_span(out, strbuf_span(&preview->sentence));
        if (club.len > 0) {
            preview_dot(out);
            preview_name(out, club);
        }
    } else if (club.len > 0) {
        strbuf_add(out, preview_word(preview, "What ", "Ce que "));
        preview_name(out, club);
        strbuf_add(out, preview_word(preview, " has played: games, scores and evenings.",
                                     " a joué\u00a0: parties, scores et soirées."));
    } else {
        strbuf_add(out, preview_word(preview, "The game record of a board-game club.",
                                     "Les parties d’un club de jeux de société."));
    }
}

/* What it is called, and with `whole` the club behind it. */
static void write_title(const struct preview *preview, bool whole, struct strbuf *out)
{
    struct span club = span_from(preview->club.name[0] ? preview->club.name : DAEMON);
    strbuf_add_span(out, strbuf_span(&preview->title));
    if (whole || preview->title.len == 0) {
        preview_dot(out);
        preview_name(out, club);
    }
}

/* An address as it may stand anywhere: what is no plain character of ASCII becomes %XX. */
static void add_encoded(struct strbuf *out, const char *address)
{
    static const char digits[] = "0123456789ABCDEF";
    for (; *address; address++) {
        unsigned char byte = (unsigned char)*address;
        if (byte > ' ' && byte < 0x7f) {
            strbuf_add_char(out, *address);
        } else {
            strbuf_add_char(out, '%');
            strbuf_add_char(out, digits[byte >> 4]);
            strbuf_add_char(out, digits[byte & 15]);
        }
    }
}

/* The name that the request came to, the picture, and the address itself. */
static void add_addresses(const struct preview *preview, const struct request *request, struct span origin,
                          struct strbuf *out)
{
    struct strbuf address;
    strbuf_init(&address, request->server->allocator, PREVIEW_TEXT);
    strbuf_add_span(&address, origin);
    add_encoded(&address, request->uri);
    add_tag(out, "property", "og:url", strbuf_span(&address), PREVIEW_TEXT);
    if (preview->picture) {
        strbuf_clear(&address);
        strbuf_add_span(&address, origin);
        strbuf_add(&address, request->prefix);
        if (preview->drawn != 0) {
            strbuf_add(&address, "/pictures/games/");
            strbuf_int(&address, preview->drawn);
            strbuf_add(&address, ".png?v=");
            strbuf_int(&address, preview->last);
        } else {
            strbuf_add(&address, preview->picture);
        }
        add_tag(out, "property", "og:image", strbuf_span(&address), PREVIEW_TEXT);
        add_property(out, "og:image:type", SPAN_LITERAL("image/png"));
        add_property(out, "og:image:width", SPAN_LITERAL("1200"));
        add_property(out, "og:image:height", SPAN_LITERAL("630"));
    }
    strbuf_release(&address);
}

static void add_texts(const struct preview *preview, struct strbuf *text, struct strbuf *out)
{
    write_title(preview, true, text);
    strbuf_add(out, "<title>");
    preview_escape(out, strbuf_span(text), PREVIEW_TITLE);
    strbuf_add(out, "</title>");
    strbuf_clear(text);
    write_sentence(preview, text);
    add_tag(out, "name", "description", strbuf_span(text), PREVIEW_SENTENCE);
    add_property(out, "og:description", strbuf_span(text));
    strbuf_clear(text);
    preview_name(text, span_from(preview->club.name[0] ? preview->club.name : DAEMON));
    add_property(out, "og:site_name", strbuf_span(text));
    add_property(out, "og:type", span_from(preview->type));
    add_property(out, "og:locale", span_from(preview_word(preview, "en_GB", "fr_FR")));
    add_tag(out, "name", "twitter:card", SPAN_LITERAL("summary_large_image"), PREVIEW_TITLE);
    strbuf_clear(text);
    write_title(preview, false, text);
    add_tag(out, "property", "og:title", strbuf_span(text), PREVIEW_TITLE);
}

/* `text` has room for any of the texts; the title is what the picture shows. */
static void add_all(const struct preview *preview, const struct request *request, struct strbuf *text,
                    struct strbuf *out)
{
    char memory[512];
    struct strbuf origin;
    strbuf_wrap(&origin, memory, sizeof(memory));
    add_texts(preview, text, out);
    add_origin(request, &origin);
    if (strbuf_ok(&origin) && origin.len > 0) {
        add_addresses(preview, request, strbuf_span(&origin), out);
    }
    if (strbuf_ok(&origin) && origin.len > 0 && preview->picture) {
        add_tag(out, "property", "og:image:alt", strbuf_span(text), PREVIEW_TITLE);
    }
}

enum err preview_tags(const struct preview *preview, const struct request *request, struct strbuf *out,
                      struct error *error)
{
    struct strbuf text;
    strbuf_init(&text, request->server->allocator, 2 * PREVIEW_TEXT);
    add_all(preview, request, &text, out);
    bool good = strbuf_ok(&text) && strbuf_ok(out) && strbuf_ok(&preview->title) && strbuf_ok(&preview->sentence);
    strbuf_release(&text);
    return good ? ERR_OK : error_raise(error, &MSG_MEMORY);
}
