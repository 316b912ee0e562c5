/*
 * The play that the link carries. Its date is the end of the play in UTC: the
 * start by the clock of the club and the minutes that it took. Of a play of which
 * only the day is known it is 10:00 by that clock, which the app takes for a day
 * without a time.
 */
#include "wire/bgstats_link.h"

#include "base/utf8.h"
#include "service/club.h"
#include "wire/bgstats_write.h"
#include "wire/emit.h"

#include "base/banned.h"

enum { PLAY_MEMORY = 32 << 20, JSON_LIMIT = 1 << 20 };

static const char ADDRESS[] = "https://app.bgstatsapp.com/createPlay.html?data=";

/* Both while the answer is made. */
struct push {
    struct play play;
    char end[BGSTATS_DATE];
    char comments[BGSTATS_LINK_COMMENTS + sizeof("…")];
};

/* The moment at which the clock of the zone says `wall`. */
static int64_t moment_of(struct span zone, int64_t wall)
{
    char bytes[ZONE_BYTES];
    int32_t ahead = 0;
    (void)zone_ahead_at_wall(zone_load(ZONE_FOLDER, zone, bytes), wall, &ahead); /* no zones: the clock of UTC */
    return wall - ahead;
}

static enum err set_end(struct service *service, struct push *push, struct error *error)
{
    struct club_settings club;
    enum err err = service_club(service, &club, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t start = moment_of(span_from(club.zone), bgstats_wall(&push->play));
    bgstats_date(start + (push->play.has_time ? (int64_t)push->play.minutes * 60 : 0), push->end);
    return ERR_OK;
}

static void set_comments(struct push *push)
{
    struct span all = push->play.comments;
    struct strbuf out;
    size_t fits = utf8_fit(all, BGSTATS_LINK_COMMENTS);
    strbuf_wrap(&out, push->comments, sizeof(push->comments));
    strbuf_add_span(&out, span_of(all.ptr, fits));
    strbuf_add(&out, fits < all.len ? "…" : "");
}

static void emit_link_game(struct emit *emit, const struct play_title *title)
{
    emit_object(emit, "game");
    emit_text(emit, "name", title->name);
    emit_text(emit, "sourceGameId", title->id);
    emit_integer(emit, "bggId", title->bgg);
    emit_boolean(emit, "highestWins", !title->lowest_wins);
    emit_boolean(emit, "noPoints", title->no_points);
    emit_close(emit);
}

static void emit_link_players(struct emit *emit, const struct play *play)
{
    emit_list(emit, "players");
    for (unsigned i = 0; i < play->seats; i++) {
        const struct play_seat *seat = &play->seat[i];
        emit_object(emit, NULL);
        emit_text(emit, "name", seat->person.name);
        emit_text(emit, "sourcePlayerId", seat->person.id);
        emit_boolean(emit, "winner", seat->winner);
        emit_boolean(emit, "startPlayer", seat->start);
        emit_text(emit, "score", seat->score);
        emit_integer(emit, "rank", seat->rank);
        emit_word(emit, "role", "");
        emit_text(emit, "team", seat->team);
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_link(struct emit *emit, const char *key, const struct push *push)
{
    const struct play *play = &push->play;
    emit_object(emit, key);
    emit_word(emit, "sourceName", "Dendro");
    emit_text(emit, "sourcePlayId", play->id);
    emit_word(emit, "playDate", push->end);
    emit_integer(emit, "durationMin", play->minutes);
    emit_text(emit, "location", play->place);
    emit_word(emit, "board", "");
    emit_word(emit, "comments", push->comments);
    emit_link_game(emit, &play->title);
    emit_link_players(emit, play);
    emit_close(emit);
}

/* Every byte that is not a letter, a digit or one of `-._~` as % and two digits (RFC 3986). */
static void add_encoded(struct strbuf *out, struct span text)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.ptr[i];
        bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                     (c != '\0' && strchr("-._~", c));
        if (plain) {
            strbuf_add_char(out, (char)c);
        } else {
            strbuf_add_char(out, '%');
            strbuf_add_char(out, digits[c >> 4]);
            strbuf_add_char(out, digits[c & 15]);
        }
    }
}

static enum err add_url(const struct push *push, const struct allocator *allocator, struct strbuf *out,
                        struct error *error)
{
    struct strbuf json;
    strbuf_init(&json, allocator, JSON_LIMIT);
    struct emit emit = emit_start(&json);
    emit_link(&emit, NULL, push);
    enum err err = emit_end(&emit, error);
    if (err == ERR_OK) {
        strbuf_truncate(&json, json.len - 1);
        strbuf_add(out, ADDRESS);
        add_encoded(out, strbuf_span(&json));
    }
    strbuf_release(&json);
    return err == ERR_OK && !strbuf_ok(out) ? error_raise(error, &MSG_MEMORY) : err;
}

/* What is done with the link once it is known. */
typedef enum err push_fn(const struct push *push, int64_t game, const struct allocator *allocator, struct strbuf *out,
                         struct error *error);

static enum err with_link(struct service *service, int64_t game, push_fn *fn, struct strbuf *out, struct error *error)
{
    const struct allocator *allocator = out->allocator;
    struct arena memory;
    arena_init(&memory, allocator, PLAY_MEMORY);
    struct push *push = arena_new(&memory, 1, sizeof(*push));
    enum err err =
        push ? service_play_own(service, game, &memory, &push->play, error) : error_raise(error, &MSG_MEMORY);
    if (err == ERR_OK) {
        set_comments(push);
        err = set_end(service, push, error);
    }
    if (err == ERR_OK) {
        err = fn(push, game, allocator, out, error);
    }
    arena_release(&memory);
    return err;
}

static enum err only_url(const struct push *push, int64_t game, const struct allocator *allocator, struct strbuf *out,
                         struct error *error)
{
    (void)game;
    return add_url(push, allocator, out, error);
}

enum err bgstats_link_url(struct service *service, int64_t game, struct strbuf *out, struct error *error)
{
    return with_link(service, game, only_url, out, error);
}

static enum err answer(const struct push *push, int64_t game, const struct allocator *allocator, struct strbuf *out,
                       struct error *error)
{
    struct strbuf url;
    strbuf_init(&url, allocator, 4 * JSON_LIMIT);
    enum err err = add_url(push, allocator, &url, error);
    if (err == ERR_OK) {
        struct emit emit = emit_start(out);
        emit_object(&emit, NULL);
        emit_integer(&emit, "game", game);
        emit_text(&emit, "url", strbuf_span(&url));
        emit_link(&emit, "play", push);
        emit_close(&emit);
        err = emit_end(&emit, error);
    }
    strbuf_release(&url);
    return err;
}

enum err wire_bgstats_link(struct service *service, int64_t game, struct strbuf *out, struct error *error)
{
    return with_link(service, game, answer, out, error);
}
