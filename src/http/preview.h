/*
 * Private to the room: what an address of the page shows before it is opened. A link to a game, a night or a board that
 * somebody sends is fetched by the program that shows the message; it reads a title, a sentence and a picture in the
 * head of the page (Open Graph).
 *
 * Texts here are plain, as people wrote them; markup is made in preview_tags.c alone, which escapes all of it.
 */
#ifndef HTTP_PREVIEW_H
#define HTTP_PREVIEW_H

#include "base/strbuf.h"
#include "http/request.h"
#include "service/club.h"

struct game_info;

enum {
    PREVIEW_TEXT = 16 << 10, /* bytes of a text before it is cut to what is shown */
    PREVIEW_NAME = 80,       /* characters of a name that are shown */
    PREVIEW_NAMES = 12,      /* people or titles of one sentence */
    PREVIEW_TITLE = 200,     /* of a title */
    PREVIEW_SENTENCE = 400,  /* of a sentence */
    PREVIEW_BUDGET =
        1000000, /* microseconds of processor time: the page waits, and what it asks for next is ready then */
    PREVIEW_PATIENCE = 1000000, /* microseconds by the clock that it waits for a reader before it opens without */
    PREVIEW_CROWD = 4           /* questions that wait for a reader: with more, it does not wait at all */
};

struct preview {
    enum lang lang;
    struct club_settings club; /* its name is empty when nothing may be told */
    struct strbuf title;       /* of what it leads to */
    struct strbuf sentence;    /* about it */
    const char *type;          /* og:type */
    const char *picture;       /* where the page has it: /assets/…/static/og/NAME.png; NULL: nowhere */
    int64_t drawn;             /* the game that has a picture of its own (picture.c); 0: none */
    int64_t last;              /* the entry that touched it last */
    bool kept;                 /* search engines may keep it */
};

/* What is said of every address of a club of which nothing may be told, or of no club; release is due. */
void preview_begin(struct preview *preview, const struct request *request);
void preview_release(struct preview *preview);

/* True when the address is one whose preview a reader should make: the club is open, and there is time. */
bool preview_wanted(const struct request *request);

/*
 * What is at the address of the request, read with request->service. An address where nothing is has what the club has.
 * A request without Accept-Language speaks the club's language from then on.
 */
ERR_CHECK enum err preview_read(struct preview *preview, struct request *request, struct error *error);

/* ---- preview_pages.c: each says what is there. ERR_NOT_FOUND: nothing is. ---- */

ERR_CHECK enum err preview_night(struct preview *preview, struct service *service, struct span day,
                                 struct error *error);
ERR_CHECK enum err preview_leaderboard(struct preview *preview, struct service *service, struct error *error);
ERR_CHECK enum err preview_season(struct preview *preview, struct service *service, struct span id,
                                  struct error *error);
ERR_CHECK enum err preview_year(struct preview *preview, struct service *service, struct span year,
                                struct error *error);
ERR_CHECK enum err preview_title(struct preview *preview, struct service *service, struct span id, struct error *error);
ERR_CHECK enum err preview_person(struct preview *preview, struct service *service, struct span handle,
                                  struct error *error);

/* ---- preview_game.c ---- */

ERR_CHECK enum err preview_game(struct preview *preview, struct service *service, struct span id, struct error *error);
/* The title and the sentence of a game. */
void preview_say_game(struct preview *preview, const struct game_info *game);

/* ---- preview_words.c ---- */

static inline const char *preview_word(const struct preview *preview, const char *en, const char *fr)
{
    return preview->lang == LANG_FR ? fr : en;
}

/* A name without what cannot be seen, PREVIEW_NAME characters of it at the most. */
void preview_name(struct strbuf *out, struct span name);
/* `13 November 2026`, `13 novembre 2026`. */
void preview_day(const struct preview *preview, struct strbuf *out, int32_t day);
/* `7.5`, `7,5`. */
void preview_points(const struct preview *preview, struct strbuf *out, int64_t value, int64_t scale);
/* A person of a board, whose `@handle` stands for an erased name. */
void preview_player(const struct preview *preview, struct strbuf *out, const char *player);
/* `1 game`, `3 parties`: the words are singular and plural. */
void preview_count(const struct preview *preview, struct strbuf *out, int64_t count, const char *const en[2],
                   const char *const fr[2]);
/* What stands between the items of a list: nothing, a comma, or a word. */
void preview_between(const struct preview *preview, struct strbuf *out, size_t at, size_t count);
/* What parts the pieces of a sentence. */
void preview_dot(struct strbuf *out);

/* ---- preview_tags.c ---- */

/* `text` as it stands in an element or an attribute: UTF-8, what is not becomes U+FFFD, and `most` characters of it. */
void preview_escape(struct strbuf *out, struct span text, size_t most);
/* Chooses the picture of that name, or, where the page has none, the other. */
void preview_picture(struct preview *preview, struct span name, const char *otherwise);
/* Appends `<title>` and the tags, lines of the page's head; addresses are left out when nobody can tell them. */
ERR_CHECK enum err preview_tags(const struct preview *preview, const struct request *request, struct strbuf *out,
                                struct error *error);

#endif
