/*
 * Plays: games as other programs write them (BG Stats, BoardGameGeek, a
 * spreadsheet), on their way in and out. A play is names and totals; coming in it
 * becomes a record of the title's totals, going out a game becomes one. What a
 * file looks like is known in wire (foreign.h) and nowhere else.
 *
 * Who is who: another program's id of a person, a title or a play is remembered
 * with what it became here (the table `foreign`), so that a second import of a
 * newer file adds what is new and corrects what changed there. A play that
 * changed on both sides is told of and left alone; a game void here stays void;
 * a play deleted there is made void here; the id of a person whose name was
 * erased leads to the nameless person.
 */
#ifndef SERVICE_PLAYS_H
#define SERVICE_PLAYS_H

#include "base/serving.h"
#include "base/uuid.h"
#include "service/exchange.h"

enum {
    PLAY_SEATS = 64,  /* that a reader tells one by one; a record has GAME_PLAYERS at the most, and more are refused */
    PLAY_ROWS = 24,   /* of a score sheet; a sheet with more is told without rows */
    PLAY_EXTRAS = 32, /* further ones are dropped */
    PLAY_TEXT = 200,  /* bytes of an id of another program, at the most */
    PLAYS_KNOWN = 200000 /* people, and titles, that one file names at the most */
};

/* Which program a file comes from: the first word of its rows in `foreign`. */
enum play_source { PLAYS_BGSTATS, PLAYS_BGG, PLAYS_CSV, PLAY_SOURCES };
extern const char *const play_sources[PLAY_SOURCES]; /* bgstats, bgg, csv */

/* What an id is of, as `foreign.kind` says it. */
enum play_kind { PLAYS_PLAY, PLAYS_PERSON, PLAYS_TITLE, PLAY_KINDS };
extern const char *const play_kinds[PLAY_KINDS]; /* play, person, title */

/* All spans of a play are borrowed, UTF-8, without NUL; an empty one says nothing. */
struct play_person {
    struct span id;   /* a uuid, a user name at BoardGameGeek */
    struct span name; /* as written there */
    bool anonymous;   /* nobody in particular, or a program that played: a guest here */
};

struct play_seat {
    struct play_person person;
    struct span score; /* as written: `12`, `72+75`, `21,7`, `Decisive` */
    struct span team;  /* seats with the same one win or lose as one */
    unsigned rank;     /* 0: not said */
    bool winner;
    bool start; /* moved first */
};

/* One line of a score sheet: a category, its points by seat. */
struct play_row {
    struct span label;
    bool negative; /* points are taken off */
    struct span score[PLAY_SEATS];
};

struct play_title {
    struct span id; /* a uuid */
    struct span name;
    int64_t bgg; /* number at BoardGameGeek; 0: none */
    bool together, lowest_wins, no_points;
};

struct play_extra {
    struct span name; /* letters, digits and hyphens: `role`; the record has it as `x-SOURCE-role` */
    struct span value;
};

struct play {
    /* Where it stands: JSON: the number of the element from 1 and its line; XML, CSV: its line. Column 0: none. */
    uint32_t line, column;
    struct span id; /* a uuid, a number at BoardGameGeek, or the id column of a spreadsheet */
    bool deleted;   /* a play of this id is no more; nothing else is set */
    struct play_title title;
    bool has_day, has_time;
    int32_t day;       /* since 1970, on the calendar of the place */
    int32_t second;    /* of that day, by the clock on the wall, in the club's zone */
    int64_t entered;   /* entryDate: seconds as if the clock on the wall were UTC's; 0: not said */
    int64_t modified;  /* modificationDate, likewise */
    unsigned minutes;  /* that it took; 0: not said */
    unsigned quantity; /* plays that this stands for; 0 and 1: one */
    struct span place;
    struct span comments; /* any number of lines */
    bool told_winner;     /* the file says who won and who did not: nobody marked means that nobody won */
    bool manual_winner;   /* who won was said by hand, whatever the scores say */
    bool uncounted;       /* not to be counted there: ignored, incomplete, nowinstats */
    unsigned seats;       /* may be more than PLAY_SEATS, and then only those are there */
    struct play_seat seat[PLAY_SEATS];
    unsigned rows;
    struct play_row row[PLAY_ROWS];
    unsigned extras;
    struct play_extra extra[PLAY_EXTRAS];
};

/* The plays of one file that has been read through once and holds together, any number of times over. */
struct play_reader {
    enum play_source source;
    /* Back to the first. */
    enum err (*rewind)(void *context, struct error *error);
    /*
     * The next one, valid until the next call. ERR_END: there is none. ERR_SYNTAX, ERR_LIMIT: this one cannot be taken, the error
     * has line and column and says what is wrong; call again for the next. Any other error ends the file.
     */
    enum err (*next)(void *context, struct play *play, struct error *error);
    void *context;
};

/* `--title FROM=TO`, `--player FROM=TO`: a name (however it is spelled) or an id there, and a name or `@handle` here. */
struct play_mapping {
    struct span from, to;
};
enum { PLAY_MAPPINGS = 1000 };

struct plays_options {
    bool may_void; /* what was deleted there may be made void here; otherwise that is told, and left */
    bool dry_run;  /* nothing is written; the service may be one that reads */
    bool strict;
    const struct play_mapping *titles, *players;
    size_t titles_count, players_count;
    int64_t number;                /* of an import that this goes on with; 0: none */
    const struct serving *serving; /* says whether a daemon has to be given way to; NULL: as if one had */
    /* Writes the document of a title with these categories; NULL: then score sheets stay beside the record. */
    enum err (*document)(const struct catalogue_title *about, unsigned edition, struct strbuf *json,
                         struct error *error);
};

/* What an import of plays would do, or has done, about one person or title that the file names. */
struct plays_name {
    struct span name;  /* in the file; empty: it has only an id */
    struct span id;    /* there; empty: none */
    int64_t plays;     /* that name it */
    struct span ours;  /* handle, or id of the title; empty: it is new, and made */
    struct span named; /* what that is called here */
    struct span alike; /* of a new person: the handle of one with a name that looks like it; empty: none */
    struct span alike_name;
};

/*
 * The people and titles that a file names, in the order in which it first does, those that `offset` passes over left out.
 * Those of records are gathered for who asks for them (struct import_listener), of plays always.
 */
struct import_names;
ERR_CHECK enum err import_names_new(const struct allocator *allocator, struct import_names **out, struct error *error);
void import_names_free(struct import_names *names); /* accepts NULL */
size_t import_names_people(const struct import_names *names, size_t offset, struct plays_name *out, size_t room);
size_t import_names_titles(const struct import_names *names, size_t offset, struct plays_name *out, size_t room);

/*
 * An import under way. It is begun, then worked off a slice at a time, so that
 * others write between; what was committed stays when it is cut short, and the
 * same file again goes on from there.
 */
struct plays_import;
ERR_CHECK enum err plays_import_begin(struct service *service, struct span author, const struct play_reader *reader,
                                      const struct plays_options *options, const struct import_listener *listener,
                                      struct plays_import **out, struct error *error);
/*
 * A fraction of a second's worth; `*done` when that was all. Inside a group whoever opened it commits and must call
 * plays_import_committed then; outside each slice is a transaction of its own. A dry run writes nothing.
 */
ERR_CHECK enum err plays_import_some(struct plays_import *import, bool *done, struct error *error);
void plays_import_committed(struct plays_import *import);
/* What is on disk; of a dry run what would be. */
const struct import_tally *plays_import_tally(const struct plays_import *import);
const struct import_names *plays_import_names(const struct plays_import *import);
void plays_import_end(struct plays_import *import); /* accepts NULL */

/* ---- out ---- */

/*
 * A finished game as a play, names put back; `memory` holds what it borrows and is the caller's to release. Ids are those
 * that BG Stats gave, or else ours (own_ids.h): the same for ever in this club, and known again when they come in.
 * ERR_NOT_FOUND; ERR_CONFLICT for one that is not finished, or void.
 *
 * Other programs have no word for some of it, so it is told in theirs:
 *   - a guest is anonymous, named `?`, with one id for all of them; a person whose name was erased is named `?` too, and
 *     not anonymous: the id, ours, leads back to the same nameless person;
 *   - a time with an offset is told by the clock of the club's zone, one without is that already. 10:00:00 means a day
 *     without a time, so a game of that very second is told as 10:00:01; one that nobody dated has the day on which it
 *     was written down;
 *   - ranks are told where they mean an order (0 where only winners are known, or all win or lose as one), and
 *     `manual_winner` is set where totals alone would name others as winners;
 *   - flags of the title are those of this game: other games of the title may count otherwise. Its number at
 *     BoardGameGeek is the engine's, that of the document the game is pinned to, or one that came in;
 *   - categories are rows, labels in the club's language or English, unless the only one is the total; notes are lines of the comments;
 *   - a rival that the rules play has no seat.
 * Lines `x-bgstats-NAME` beside the record are `extra`, but for those that say what a play has a member for.
 */
ERR_CHECK enum err service_play(struct service *service, int64_t game, struct arena *memory, struct play *out,
                                struct error *error);
/* The same with ids that are all ours, whatever came in before or will: for a program that is told of one game at a time. */
ERR_CHECK enum err service_play_own(struct service *service, int64_t game, struct arena *memory, struct play *out,
                                    struct error *error);
/* The id that service_play gives a game, of a game in any state. */
ERR_CHECK enum err service_play_id(struct service *service, int64_t game, struct arena *memory, struct span *id,
                                   struct error *error);
/* The id of the title that is called so, or would be. */
ERR_CHECK enum err service_title_uuid(struct service *service, struct span name, struct arena *memory, struct span *id,
                                      struct error *error);
/* Our id of a place. */
ERR_CHECK enum err service_place_uuid(struct service *service, struct span name, char out[UUID_SIZE],
                                      struct error *error);

#endif
