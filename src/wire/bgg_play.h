/*
 * Private to src/wire: one <play> of BoardGameGeek, gathered element by element. What is wrong with it is kept until its
 * end, so that the plays behind it can be read. What has no field of its own goes along as extras of seat N (from 1):
 * `start-position-N`, `color-N`, `rating-N` and `new-N`.
 */
#ifndef WIRE_BGG_PLAY_H
#define WIRE_BGG_PLAY_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "service/plays.h"

enum {
    BGG_PLAY_BYTES = 1 << 20, /* for its texts, of which PLAY_SEATS seats have a third at the most */
    BGG_NAME = 800,           /* bytes of a name */
    BGG_COMMENTS = 65536      /* bytes of comments */
};

struct bgg_play {
    struct play play; /* when `wrong` is ERR_OK */
    enum err wrong;
    struct error error;
    bool item; /* there was an <item> */
    struct arena memory;
    struct strbuf comments;
};

void bgg_play_init(struct bgg_play *builder, const struct allocator *allocator);
void bgg_play_release(struct bgg_play *builder);

/* Attributes are pairs of name and value, with NULL behind the last, UTF-8, as expat gives them. */
void bgg_play_begin(struct bgg_play *builder, const char **attributes, uint32_t line, uint32_t column);
void bgg_play_item(struct bgg_play *builder, const char **attributes);
void bgg_play_player(struct bgg_play *builder, const char **attributes);
void bgg_play_comments(struct bgg_play *builder, struct span text); /* a piece of them */
void bgg_play_end(struct bgg_play *builder);

#endif
