/*
 * The club's years: what was played in one, how often and by whom, who and
 * what was new in it, and what it leaves. A year is that of the night; games
 * count that are finished and not void, solo and together ones too; a game
 * without a day has no year. docs/statistics.md defines every figure.
 */
#ifndef SERVICE_YEARS_H
#define SERVICE_YEARS_H

#include "service/statistics.h"

enum {
    YEAR_FIRST = 1,
    YEAR_LAST = 9999,
    YEAR_MONTHS = 12,
    YEAR_TOP = 12,         /* titles and people that were there most, and records */
    YEAR_NEW = 50,         /* new people and titles that are named */
    YEAR_RECORD_GAMES = 5, /* of a title, below which its record says nothing */
};

struct year_row {
    int year;
    int64_t games, nights;
};

struct year_table {
    struct arena arena;
    int64_t log_size;
    int64_t undated;       /* finished games without a day */
    struct year_row *rows; /* the newest first */
    size_t count;
};

ERR_CHECK enum err service_years(struct service *service, struct year_table *out, struct error *error);
void year_table_release(struct year_table *table);

struct year_month {
    int64_t games, nights;
};

struct year_title {
    struct name name; /* with the id */
    int64_t games;
    bool is_new;
    int64_t first; /* the day of its first game */
};

struct year_person {
    const char *player;
    const char *handle;
    int64_t games, nights;
    int64_t wins; /* as leaderboards count them: a shared win is one; won together too */
    bool is_new;
    int64_t first; /* day */
};

struct year_winner {
    const char *player;
    const char *handle;
};

/* A season that was closed, and ended in the year. */
struct year_season {
    int64_t id;
    const char *name;
    struct year_winner *winners;
    size_t winners_count;
};

struct year_page {
    struct arena arena;
    int64_t log_size;
    int year;
    int64_t games, nights, people;
    int64_t titles_count;
    int64_t minutes, timed; /* of the games that say how long they took, which are so many */
    struct year_month months[YEAR_MONTHS];
    struct year_title *titles; /* the most games first, then by id; YEAR_TOP at the most */
    size_t titles_shown;
    struct year_person *top; /* the most games first, then by name; YEAR_TOP at the most */
    size_t top_shown;
    struct year_person *new_people; /* by first day, then by name; YEAR_NEW at the most, of so many */
    size_t new_people_shown;
    int64_t new_people_count;
    struct year_title *new_titles; /* by first day, then by id; likewise */
    size_t new_titles_shown;
    int64_t new_titles_count;
    struct year_season *seasons; /* the latest first day first */
    size_t seasons_count;
    bool has_longest; /* the night with the most games, the first of several */
    int64_t longest_day, longest_games;
    bool has_pair; /* the two who shared the most games; of several the first by handles */
    struct year_winner pair[2];
    int64_t pair_games;
    struct record_table
        records; /* best scores that were set in the year and stand, of YEAR_TOP titles at the most, the most played first */
};

/* A year as people write it; ERR_USAGE for what is no number from YEAR_FIRST to YEAR_LAST. */
ERR_CHECK enum err service_year_parse(struct span text, int *year, struct error *error);

/*
 * `year` from YEAR_FIRST to YEAR_LAST; 0: that of the newest night, or of today
 * where there is none. A year without games has zeros.
 */
ERR_CHECK enum err service_year(struct service *service, int year, struct year_page *out, struct error *error);
void year_page_release(struct year_page *page);

#endif
