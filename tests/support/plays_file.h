/* Plays of a table as a file of another program, imported; and what came of it. */
#ifndef SUPPORT_PLAYS_FILE_H
#define SUPPORT_PLAYS_FILE_H

#include "service/plays.h"
#include "support/open_club.h"

enum { PLAYS_MOST = 16 };

#define TEXT(s) SPAN_LITERAL(s)

struct plays_heard {
    unsigned warnings, refusals;
    uint32_t line;
    char why[64]; /* id of the last one */
};

/* Games in their order. */
struct plays_numbers {
    int64_t game[PLAYS_MOST];
    size_t count;
};

struct play_seat plays_seat(const char *name, const char *score);
struct play_seat plays_known_seat(const char *id, const char *name, const char *score);
struct play plays_play_of(const char *id, const char *title, int32_t day);
struct import_tally plays_take_as(struct club *club, enum play_source source, const struct play *plays, size_t count,
                                  struct plays_options options, struct plays_heard *heard);
struct import_tally plays_take(struct club *club, const struct play *plays, size_t count, struct plays_heard *heard);
struct import_tally plays_rehearse(struct club *club, const struct play *plays, size_t count,
                                   struct plays_heard *heard);
void plays_assert_tally(struct import_tally tally, int64_t added, int64_t known, int64_t refused);
void plays_assert_record(struct club *club, int64_t game, const char *expected);
struct plays_numbers plays_games_of(struct club *club);
struct play plays_evening(const char *id, const char *ada, const char *bo);

#endif
