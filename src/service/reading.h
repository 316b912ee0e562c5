/*
 * What a reader asks for: games as rows, positions, people, nights, places.
 * Every function answers from the connection's moment: between
 * service_snapshot and service_snapshot_end all of them see one state of the
 * database. Spans handed to visitors are borrowed for the call.
 */
#ifndef SERVICE_READING_H
#define SERVICE_READING_H

#include "record/replay.h"
#include "service/audit.h"
#include "service/service.h"

/* A moment of the database for a reading service. The end does nothing when there was no beginning. */
ERR_CHECK enum err service_snapshot(struct service *service, struct error *error);
void service_snapshot_end(struct service *service);

/* Bytes of the database without its write-ahead log. */
ERR_CHECK enum err service_size(struct service *service, int64_t *bytes, struct error *error);

/* ---- ranges ---- */

/* ERR_USAGE for days, or entries of the log, whose last comes before their first. */
ERR_CHECK enum err range_days(int32_t first, int32_t last, struct error *error);
ERR_CHECK enum err range_entries(int64_t first, int64_t last, struct error *error);

/* ---- games ---- */

struct seat_info {
    struct span person; /* handle; empty: a guest */
    struct span name;   /* empty: erased, or a guest */
    int64_t team;       /* from 1; 0: alone */
    bool has_result;
    bool has_total;
    int64_t total;
    int64_t rank; /* 0: none */
    bool has_win;
    int64_t win60; /* win points in sixtieths */
};

struct game_info {
    int64_t id;
    struct span game;  /* id of what was played */
    struct name title; /* what it is called */
    int64_t scale;     /* of totals: see game_scale */
    enum basis basis;
    int64_t rules;
    struct span variant;
    struct span level;
    struct span status;
    int64_t plies;
    int64_t source; /* entry whose record stands */
    int64_t last;   /* last entry that touched it */
    bool has_played, has_day, has_margin, has_duration;
    int64_t played;
    int64_t duration; /* minutes */
    int32_t day;
    int64_t margin;
    struct span verdict;
    struct span digest; /* 32 bytes or empty */
    struct span place;  /* empty: none; only from service_game_info */
    unsigned seats_count;
    struct seat_info seats[GAME_PLAYERS];
};
typedef enum err game_info_fn(void *context, const struct game_info *game, struct error *error);

struct game_filter {
    struct span game;   /* id of a title; empty: any */
    struct span status; /* empty: any */
    struct span person; /* name or handle; empty: any */
    bool has_since, has_until;
    int32_t since, until; /* days, inclusive */
    bool newest_first;
    int64_t after; /* ids beyond this one; 0: from the start */
    int64_t limit; /* 0: all */
};

/* ERR_NOT_FOUND. */
ERR_CHECK enum err service_game_info(struct service *service, int64_t game, game_info_fn *fn, void *context,
                                     struct error *error);
/* In order of id, upwards or downwards. ERR_NOT_FOUND when there is no such person. */
ERR_CHECK enum err service_games(struct service *service, const struct game_filter *filter, game_info_fn *fn,
                                 void *context, struct error *error);

/* A game ready to be looked at. Borrowed from the service until its next call. */
struct board {
    struct replay *replay;
    enum game_status status;
    int64_t last; /* entry */
    unsigned seats;
    struct span players[GAME_PLAYERS]; /* names; a handle with @ where erased */
    char names[GAME_PLAYERS][4 * PERSON_NAME + 2];
};
ERR_CHECK enum err service_board(struct service *service, int64_t game, struct board *board, struct error *error);

/* One entry of a game, for those who follow it. */
struct game_entry {
    int64_t seq;
    int64_t at;
    struct span author;
    struct span kind;
    struct span body;
};
typedef enum err game_entry_fn(void *context, const struct game_entry *entry, struct error *error);
/* Entries of the game after `after`, in order. */
ERR_CHECK enum err service_game_entries(struct service *service, int64_t game, int64_t after, game_entry_fn *fn,
                                        void *context, struct error *error);

/* ---- audit of one game ---- */

/* Hashes its entries again, replays it, compares the derived rows; each difference is a finding. ERR_NOT_FOUND. */
ERR_CHECK enum err service_game_audit(struct service *service, int64_t game, audit_finding_fn *fn, void *context,
                                      struct error *error);

/* ---- checkpoints ---- */

/* Appends the kept checkpoint of a log of `size` entries; nothing when there is none. */
ERR_CHECK enum err service_checkpoint_kept(struct service *service, int64_t size, struct strbuf *out,
                                           struct error *error);

/* ---- people, nights, places ---- */

/* One person by handle, with or without @. ERR_NOT_FOUND. */
ERR_CHECK enum err service_person(struct service *service, struct span handle, person_fn *fn, void *context,
                                  struct error *error);

typedef enum err place_fn(void *context, struct span name, struct error *error);
ERR_CHECK enum err service_places(struct service *service, place_fn *fn, void *context, struct error *error);
/* ERR_USAGE for a name that is empty, too long or has control characters; ERR_CONFLICT when it is there already. */
ERR_CHECK enum err service_place_add(struct service *service, struct span name, struct error *error);

struct night {
    int32_t day;
    struct span title;
    struct span place;
    struct span note;
    int64_t games;
};
typedef enum err night_fn(void *context, const struct night *night, struct error *error);
/* Days with a night or a game, the newest first; `day` not INT32_MIN: that one alone. */
ERR_CHECK enum err service_nights(struct service *service, int32_t day, night_fn *fn, void *context,
                                  struct error *error);
enum { NIGHT_WINNERS = 3 };

/* Who was there, and who won the most games: one alone or shared, not together and not solo. */
struct night_won {
    int64_t people;
    int64_t wins;    /* of each of those who won most; 0: nobody won anything */
    int64_t winners; /* so many; the first of them, by handle: */
    struct {
        char handle[PERSON_HANDLE];
        char name[4 * PERSON_NAME + 1]; /* empty: erased */
    } winner[NIGHT_WINNERS];
};
ERR_CHECK enum err service_night_won(struct service *service, int32_t day, struct night_won *out, struct error *error);

/* Sets what is said about a night; empty spans clear. ERR_USAGE for text that is too long or has control characters. */
ERR_CHECK enum err service_night_set(struct service *service, const struct night *night, struct error *error);

#endif
