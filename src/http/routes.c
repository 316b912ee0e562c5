/* The table of routes. */
#include "http/handlers.h"

#include "base/banned.h"

const char *const method_names[METHODS] = {"GET", "POST", "PATCH", "DELETE"};

enum { READS = ROUTE_TAGGED, HOT = ROUTE_TAGGED | ROUTE_CACHED, WRITES = ROUTE_WRITES, BARE = ROUTE_BARE };

#define GET(pattern, handler, flags, summary)                                     \
    {                                                                             \
        METHOD_GET, pattern, handler, NULL, SCOPE_READ, BODY_NONE, flags, summary \
    }
#define OPEN(pattern, handler, flags, summary)                                    \
    {                                                                             \
        METHOD_GET, pattern, handler, NULL, SCOPE_NONE, BODY_NONE, flags, summary \
    }
#define PAGE_AS(flags, pattern)                                                       \
    {                                                                                 \
        METHOD_GET, pattern, get_page, NULL, SCOPE_NONE, BODY_NONE, flags, "The page" \
    }
#define PAGE(pattern) PAGE_AS(BARE | READS, pattern)
#define LINK(pattern) PAGE_AS(READS | ROUTE_SHELL, pattern)
#define WRITE_AS(flags, method, pattern, handler, prepare, scope, body, summary)               \
    {                                                                                          \
        METHOD_##method, pattern, handler, prepare, SCOPE_##scope, BODY_##body, flags, summary \
    }
#define WRITE(...) WRITE_AS(WRITES, __VA_ARGS__)
#define ADD(...) WRITE_AS(WRITES | ROUTE_ADDS, __VA_ARGS__)
#define ADD_SHORT(...) WRITE_AS(WRITES | ROUTE_ADDS | ROUTE_SHORT, __VA_ARGS__)

/* clang-format off */
static const struct route ROUTES[] = {
    /* people */
    GET("/v1/players", get_players, HOT, "Everybody"),
    ADD(POST, "/v1/players", post_player, prepare_name, RECORD, JSON, "Add a person"),
    GET("/v1/players/{id}", get_player, READS, "One person"),
    WRITE(PATCH, "/v1/players/{id}", patch_player, prepare_name, RECORD, JSON, "Rename a person"),
    WRITE(DELETE, "/v1/players/{id}", delete_player, NULL, ADMIN, NONE, "Erase a person's name; the games stay"),
    ADD(POST, "/v1/players/{id}/merge", merge_player, prepare_merge, ADMIN, JSON, "Two entries are one person"),

    ADD(POST, "/v1/players/{id}/unmerge", unmerge_player, prepare_unmerge, ADMIN, JSON, "They are two people after all"),
    ADD(POST, "/v1/players/{id}/two", post_two, prepare_two, RECORD, JSON, "Two people, however their names look"),

    GET("/v1/alike", get_alike, READS, "People whose names look alike"),

    GET("/v1/players/{id}/stats", get_player_stats, READS, "A person's figures"),
    GET("/v1/players/{id}/vs/{other}", get_versus, READS, "What one did against another"),

    /* nights and places */
    GET("/v1/nights", get_nights, HOT, "Club nights, the newest first"),
    ADD(POST, "/v1/nights", post_night, prepare_night, RECORD, JSON, "Say something about a night"),
    GET("/v1/nights/{day}", get_night, READS, "One night"),
    WRITE(PATCH, "/v1/nights/{day}", patch_night, prepare_night, RECORD, JSON, "Change what is said about a night"),
    GET("/v1/places", get_places, HOT, "Where games are played"),
    ADD(POST, "/v1/places", post_place, prepare_name, RECORD, JSON, "Add a place"),

    /* years */
    GET("/v1/years", get_years, HOT, "The club's years, the newest first"),
    GET("/v1/years/{year}", get_year, HOT, "What the club did in one year"),

    /* search */
    GET("/v1/search", get_search, READS, "People, titles, games, cards, nights, seasons and places by a word"),

    /* seasons */
    GET("/v1/seasons", get_seasons, HOT, "Seasons, the latest first"),
    ADD(POST, "/v1/seasons", post_season, prepare_season, ADMIN, JSON, "Make a season"),
    GET("/v1/seasons/{id}", get_season, HOT, "One season and its board"),
    WRITE(PATCH, "/v1/seasons/{id}", patch_season, prepare_season, ADMIN, JSON, "Change a season, or close it"),

    {METHOD_POST, "/v1/tables", post_tables, prepare_tables, SCOPE_READ, BODY_JSON, ROUTE_FITS, "Propose who sits where; nothing is stored"},

    /* rules */
    GET("/v1/rules", get_rules, HOT, "Games, variants, levels, categories and cards"),
    GET("/v1/catalogues", get_catalogues, HOT, "Card catalogues"),
    ADD(POST, "/v1/catalogues", post_catalogue, prepare_catalogue, ADMIN, JSON, "Add a catalogue"),
    GET("/v1/catalogues/{hash}", get_catalogue, READS, "One catalogue, byte for byte"),

    GET("/v1/pads", get_pads, HOT, "Documents of titles: what each is called and how it is scored"),
    ADD(POST, "/v1/pads", post_catalogue, prepare_pad, ADMIN, JSON, "Add the document of a title"),

    /* titles */
    GET("/v1/titles", get_titles, HOT, "What the club plays"),
    GET("/v1/titles/{id}", get_title, HOT, "One title: who plays it, and how well"),
    WRITE(PATCH, "/v1/titles/{id}", patch_title, prepare_title, ADMIN, JSON, "Rename a title, or make it part of another"),

    /* the club */
    GET("/v1/club", get_club, HOT, "What the club is called, its time zone and its language"),
    WRITE(PATCH, "/v1/club", patch_club, prepare_club, ADMIN, JSON, "Change what the club is called, its zone or its language"),

    /* many clubs */
    OPEN("/v1/clubs", get_clubs, BARE | ROUTE_HOST | ROUTE_OUTSIDE | ROUTE_MANY, "Clubs of this server that chose to be listed"),

    /* access */
    GET("/v1/access", get_access, BARE, "What one may do here"),
    {METHOD_GET, "/v1/tokens", get_tokens, NULL, SCOPE_ADMIN, BODY_NONE, 0, "Tokens, without their secrets"},
    WRITE(POST, "/v1/tokens", post_token, prepare_token, ADMIN, JSON, "Make a token; it is shown once"),
    WRITE(DELETE, "/v1/tokens/{id}", delete_token, NULL, ADMIN, NONE, "Revoke a token"),

    /* games */
    GET("/v1/games", get_games, HOT, "Games, filtered, page by page"),
    ADD(POST, "/v1/games", post_game, prepare_record, RECORD, RECORD, "Open a game, or add a whole one"),
    GET("/v1/games/{id}", get_game, READS, "One game"),
    GET("/v1/games/{id}/moves", get_moves, READS, "Its moves"),
    ADD_SHORT(POST, "/v1/games/{id}/moves", post_moves, prepare_moves, RECORD, RECORD, "Add moves, all or none"),
    ADD_SHORT(POST, "/v1/games/{id}/takeback", post_takeback, prepare_back, RECORD, JSON, "Take moves back"),
    WRITE(POST, "/v1/games/{id}/abandon", post_abandon, prepare_reason, RECORD, JSON, "End a live game without a result"),
    ADD(POST, "/v1/games/{id}/correct", post_correct, prepare_record, RECORD, RECORD, "Put another record in its place"),
    WRITE(POST, "/v1/games/{id}/void", post_void, prepare_reason, ADMIN, JSON, "The game does not count"),
    WRITE(POST, "/v1/games/{id}/unvoid", post_unvoid, prepare_reason, ADMIN, JSON, "The game counts after all"),
    GET("/v1/games/{id}/legal", get_legal, READS, "Legal moves, now or after some ply"),
    GET("/v1/games/{id}/state", get_state, READS, "The position, now or after some ply"),
    GET("/v1/games/{id}/score", get_score, READS, "The score"),
    GET("/v1/games/{id}/scores", get_scores, READS, "The score after every ply"),
    GET("/v1/games/{id}/record", get_record, READS, "The record, as text"),
    GET("/v1/games/{id}/hands", get_hands, READS, "The hands that were looked at"),
    GET("/v1/games/{id}/audit", get_game_audit, READS, "Compute the game again and compare"),
    GET("/v1/games/{id}/bgstats", get_bgstats, READS, "A link that hands the game to BG Stats"),
    ADD(POST, "/v1/games/{id}/review", post_review, prepare_review, RECORD, JSON, "Ask for a review of the game"),
    GET("/v1/games/{id}/review", get_review, READS, "The review of the game, or how far it is"),
    WRITE(DELETE, "/v1/games/{id}/review", delete_review, NULL, RECORD, NONE, "Cancel a review that is not made yet"),
    GET("/v1/games/{id}/review/events", get_review_events, 0, "Watch a review being made: server-sent events"),
    GET("/v1/games/{id}/events", get_events, 0, "Follow a game: server-sent events"),

    /* sheets */
    {METHOD_POST, "/v1/score", post_score, prepare_record, SCOPE_READ, BODY_RECORD, 0, "Score a record without storing it"},

    ADD(POST, "/v1/import", post_import, prepare_import, RECORD, STREAM, "Import records, or a file of another program"),
    GET("/v1/imports", get_imports, READS, "Imports, the newest first"),
    WRITE(POST, "/v1/imports/{id}/undo", post_undo, NULL, ADMIN, NONE, "Undo what an import did"),
    GET("/v1/export", get_export, 0, "All games, in one of several formats, as a stream"),

    /* statistics */
    GET("/v1/leaderboard", get_leaderboard, HOT, "Everybody, by rating or another figure"),
    GET("/v1/cards", get_cards, HOT | ROUTE_FITS | ROUTE_HOST, "What each card is worth"),
    GET("/v1/cards/{card}", get_card, HOT | ROUTE_FITS, "One card, pick by pick and cell by cell"),
    GET("/v1/reviews", get_reviews, 0, "What decisions cost over the reviewed games, for each person beside the club"),
    GET("/v1/puzzle", get_puzzle, READS, "The puzzle of a day: a position of the club's games with one clearly best choice"),
    GET("/v1/records", get_records, HOT, "Highest scores, margins and categories"),
    GET("/v1/ratings/history", get_rating_history, HOT, "Ratings at the end of each night"),
    GET("/v1/forecast", get_forecast, HOT, "Who wins a table of these players"),

    /* audit */
    GET("/v1/log", get_log, 0, "Entries of the log as NDJSON, as a stream"),
    {METHOD_GET, "/v1/log/checkpoint", get_checkpoint, NULL, SCOPE_READ, BODY_NONE, ROUTE_WRITES, "What the log is now, signed"},
    GET("/v1/log/key", get_log_key, READS, "The public key of checkpoints"),
    GET("/v1/log/proof/inclusion", get_inclusion, READS, "That an entry is in the log"),
    GET("/v1/log/proof/consistency", get_consistency, READS, "That an earlier log is the beginning of a later one"),
    GET("/v1/audit", get_audit, 0, "How the last audit went, or how far it is"),
    WRITE(POST, "/v1/audit", post_audit, prepare_audit, ADMIN, JSON, "Start an audit"),

    /* operations */
    OPEN("/healthz", get_health, BARE | ROUTE_HOST, "The process answers"),
    {METHOD_GET, "/readyz", get_ready, NULL, SCOPE_NONE, BODY_NONE, ROUTE_WRITES | ROUTE_HOST, "The database can be read and written"},
    OPEN("/metrics", get_metrics, ROUTE_QUICK | ROUTE_HOST | ROUTE_OUTSIDE, "Prometheus text"),
    OPEN("/openapi.json", get_openapi, BARE | ROUTE_HOST, "This API, described"),

    /* the page: one shell at every address that it knows, and its files */
    PAGE_AS(READS | ROUTE_SHELL | ROUTE_HOST, "/"),
    PAGE("/new"),
    PAGE("/sheet{/rest*}"),
    LINK("/games{/rest*}"),
    LINK("/people{/rest*}"),
    LINK("/leaderboard{/rest*}"),
    LINK("/records"),
    LINK("/nights{/rest*}"),
    LINK("/seasons{/rest*}"),
    PAGE("/tables"),
    PAGE("/puzzle"),
    LINK("/titles{/rest*}"),
    LINK("/years{/rest*}"),
    LINK("/cards{/rest*}"),
    PAGE("/audit{/rest*}"),
    PAGE("/waiting"),
    PAGE("/settings{/rest*}"),
    LINK("/signin"),
    OPEN("/assets{/rest*}", get_page_file, BARE | READS | ROUTE_HOST, "A file of the page"),
    GET("/pictures/games/{file}", get_game_picture, HOT, "A game as a picture, for who shows a link to it"),
    OPEN("/robots.txt", get_robots, BARE | READS | ROUTE_HOST, "What programs that search the web may fetch"),
    OPEN("/sw.js", get_page_file, BARE | READS | ROUTE_HOST, "The page without a network"),
};
/* clang-format on */
enum { ROUTES_COUNT = sizeof(ROUTES) / sizeof(ROUTES[0]) };

const struct route *route_all(size_t *count)
{
    *count = ROUTES_COUNT;
    return ROUTES;
}

size_t route_index(const struct route *route)
{
    return (size_t)(route - ROUTES);
}

/* True for "/cards" and what is below it, which becomes the parameter. */
static bool matches_below(struct span prefix, struct span path, struct span *param)
{
    if (!path.ptr || path.len < prefix.len || !span_equal(span_of(path.ptr, prefix.len), prefix)) {
        return false;
    }
    param[0] = span_skip(path, prefix.len);
    return param[0].len == 0 || span_starts(param[0], "/");
}

static bool matches(const char *pattern, struct span path, struct span *param)
{
    static const char below[] = "{/rest*}";
    struct span want = span_from(pattern);
    const char *tail = strstr(pattern, below);
    size_t params = 0;
    if (tail) {
        return matches_below(span_of(pattern, (size_t)(tail - pattern)), path, param);
    }
    while (want.ptr && path.ptr) {
        struct span word = span_cut(&want, '/');
        struct span part = span_cut(&path, '/');
        if (word.len > 0 && word.ptr[0] == '{') {
            if (part.len == 0) {
                return false;
            }
            param[params++] = part;
        } else if (!span_equal(word, part)) {
            return false;
        }
    }
    return !want.ptr && !path.ptr;
}

const struct route *route_find(enum method method, struct span path, struct span *param, unsigned *allow)
{
    *allow = 0;
    for (size_t i = 0; i < ROUTES_COUNT; i++) {
        struct span found[REQUEST_PARAMS] = {{NULL, 0}};
        if (!matches(ROUTES[i].pattern, path, found)) {
            continue;
        }
        *allow |= 1u << ROUTES[i].method;
        if (ROUTES[i].method == method) {
            memcpy(param, found, sizeof(found));
            return &ROUTES[i];
        }
    }
    return NULL;
}
