/*
 * What an address of the page leads to. One table says which addresses lead to something of their own, and what the
 * others are called; all of them have what is said of the club.
 *
 * A club that is closed to strangers says nothing at all, and nothing of it is read: there is no difference between an
 * address where something is and one where nothing is.
 */
#include "http/preview.h"
#include "http/inside.h"

#include "base/banned.h"

static enum err at_board(struct preview *preview, struct service *service, struct span rest, struct error *error)
{
    return rest.len == 0 || span_is(rest, "print") ? preview_leaderboard(preview, service, error) : ERR_NOT_FOUND;
}

static const struct area {
    const char *path; /* "/games" and all below */
    enum err (*read)(struct preview *preview, struct service *service, struct span id, struct error *error);
    bool alone; /* read at the address itself, which has no id below */
    const char *picture;
    const char *en; /* what it is called where there is nothing of its own */
    const char *fr;
} AREAS[] = {
    {"/games", preview_game, false, "club", "Games", "Parties"},
    {"/nights", preview_night, false, "night", "Evenings", "Soirées"},
    {"/people", preview_person, false, "person", "People", "Joueurs"},
    {"/leaderboard", at_board, true, "board", "Leaderboard", "Classement"},
    {"/seasons", preview_season, false, "board", "Seasons", "Saisons"},
    {"/years", preview_year, false, "board", "Years", "Années"},
    {"/records", NULL, false, "board", "Records", "Records"},
    {"/titles", preview_title, false, "title", "Titles", "Titres"},
    {"/cards", NULL, false, "card", "Cards", "Cartes"},
};

/* The area of an address, and what stands in it behind that: `1` of /games/1/replay, and `replay`. */
static const struct area *area_of(struct span path, struct span *id, struct span *rest)
{
    for (size_t i = 0; i < sizeof(AREAS) / sizeof(AREAS[0]); i++) {
        size_t length = strlen(AREAS[i].path);
        if (!path.ptr || path.len < length || !span_starts(path, AREAS[i].path)) {
            continue;
        }
        *rest = span_of(path.ptr + length, path.len - length);
        if (rest->len == 0 || rest->ptr[0] == '/') {
            *rest = span_skip(*rest, 1);
            *id = span_cut(rest, '/');
            return &AREAS[i];
        }
    }
    return NULL;
}

/* True when strangers may see what is in the club. */
static bool is_open(const struct request *request)
{
    return request->club && !atomic_load(&request->club->closed) && !atomic_load(&request->club->suspended);
}

/*
 * What the club lets search engines keep, as far as the address tells: a part of the page, or one thing of it or its
 * film. Never a person, nor what may be about one: a list that is filtered (/games?player=…). What else stands below a
 * thing is for entering it (/games/1/correct) or for paper.
 */
static bool may_be_kept(const struct request *request)
{
    struct span id = {NULL, 0};
    struct span rest = {NULL, 0};
    const struct area *area = area_of(request->path, &id, &rest);
    bool home = span_is(request->path, "/");
    bool thing = area && area->read != preview_person && (!area->alone || id.len == 0) &&
                 (rest.len == 0 || span_is(rest, "replay"));
    return is_open(request) && atomic_load(&request->club->searchable) && request->query.len == 0 && (home || thing);
}

void preview_begin(struct preview *preview, const struct request *request)
{
    const struct allocator *allocator = request->server->allocator;
    *preview = (struct preview){.lang = request->lang, .type = "website"};
    strbuf_init(&preview->title, allocator, PREVIEW_TEXT);
    strbuf_init(&preview->sentence, allocator, PREVIEW_TEXT);
    preview_picture(preview, SPAN_LITERAL("club"), "club");
    preview->kept = may_be_kept(request);
}

void preview_release(struct preview *preview)
{
    strbuf_release(&preview->title);
    strbuf_release(&preview->sentence);
}

bool preview_wanted(const struct request *request)
{
    struct pool_counts counts;
    if (!(request->route->flags & ROUTE_SHELL) || !is_open(request)) {
        return false;
    }
    pool_counts(request->server->pool, &counts);
    return counts.waiting < PREVIEW_CROWD;
}

/* The club's name, and the language that it speaks to who has not said one. */
static enum err read_club(struct preview *preview, struct request *request, struct error *error)
{
    enum err err = service_club(request->service, &preview->club, error);
    if (err != ERR_OK) {
        return err;
    }
    preview->kept = preview->kept && preview->club.searchable; /* another program may have forbidden it just now */
    if (request_header_count(request, "Accept-Language") == 0 && preview->club.language[0]) {
        request->lang = span_is(span_from(preview->club.language), "fr") ? LANG_FR : LANG_EN;
        preview->lang = request->lang;
    }
    return ERR_OK;
}

/* Nothing of its own is there: what the part of the page is called. */
static void say_area(struct preview *preview, const struct area *area, bool found)
{
    strbuf_clear(&preview->title);
    strbuf_clear(&preview->sentence);
    preview->type = "website";
    preview_picture(preview, SPAN_LITERAL("club"), "club");
    if (area && found) {
        strbuf_add(&preview->title, preview_word(preview, area->en, area->fr));
        preview_picture(preview, span_from(area->picture), "club");
    }
}

/* An address with a query may show a part: what is said of all would be another figure. */
static enum err read_thing(struct preview *preview, struct request *request, struct error *error)
{
    struct span id = {NULL, 0};
    struct span rest = {NULL, 0};
    const struct area *area = area_of(request->path, &id, &rest);
    bool filtered = area && area->alone && request->query.len > 0;
    if (area && area->read && !filtered && (area->alone || id.len > 0)) {
        enum err err = request_decode(&request->arena, id, false, &id, error);
        err = err == ERR_OK ? area->read(preview, request->service, id, error) : err;
        if (err != ERR_NOT_FOUND) {
            return err;
        }
        error_clear(error);
        preview->kept = false; /* nothing is there */
    }
    say_area(preview, area, !area || id.len == 0 || !area->read || filtered);
    return ERR_OK;
}

enum err preview_read(struct preview *preview, struct request *request, struct error *error)
{
    if (!request->service || !is_open(request)) {
        return ERR_OK;
    }
    enum err err = read_club(preview, request, error);
    return err == ERR_OK ? read_thing(preview, request, error) : err;
}
