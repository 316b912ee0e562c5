/*
 * Private to the room: the record that a play becomes, as text. What a file of
 * another program says is names and totals: a pad, or the totals of a game that
 * has an engine. What the record cannot say is kept beside it, in `x-` lines.
 */
#ifndef SERVICE_PLAYS_RECORD_H
#define SERVICE_PLAYS_RECORD_H

#include "base/keyed_hash.h"
#include "service/play_sides.h"
#include "service/plays.h"

/* What the words of a play are here. */
struct play_words {
    struct span title;              /* as it is called here */
    const struct game *engine;      /* what it is played with; NULL: a pad */
    struct span seat[GAME_PLAYERS]; /* a name here, or `@handle`, or `?` */
    enum play_way way;              /* how the club plays it */
    struct span zone;               /* the file of the club's zone (base/zone.h) */
    unsigned copy;      /* of plays of one file that say the same the how many-eth, from 2 on; 0: the first */
    struct span option; /* `pad NAME sha256:HEX`: the rows of its score sheet are categories of that */
    struct span category[PLAY_ROWS]; /* what a row is called as a category; with `option`, or of an engine */
    bool categories;                 /* there are */
};

/* ERR_USAGE with what is wrong: no players, too many, none of the points that an engine needs. Appends otherwise. */
ERR_CHECK enum err play_compose(const struct play *play, enum play_source source, const struct play_words *words,
                                struct strbuf *out, struct error *error);

/* Raises `message` about a play of a game that has an engine. */
ERR_CHECK enum err play_refuse(const struct message *message, const struct game *engine, struct error *error);

/*
 * True when every seat's rows, with their signs, make up its score, as far as they are said: only then are they
 * categories of a record.
 */
bool play_rows_add_up(const struct play *play);

/* Points as people write them elsewhere: `12`, `72+75`, `21,7`, a minus of typographers. False for any other text. */
bool play_points(struct span text, int64_t *hundredths);

/* A keyed hash of all that the play says, as the file says it: the same as long as nothing was changed there. */
enum err play_state(const uint8_t key[KEYED_HASH_KEY], const struct play *play, struct strbuf *scratch,
                    uint8_t out[KEYED_HASH_SIZE], struct error *error) ERR_CHECK;

#endif
