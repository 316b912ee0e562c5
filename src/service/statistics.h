/*
 * Statistics: leaderboards, cards, people, nights, records, ratings.
 * docs/statistics.md defines every figure; the names here are its names.
 *
 * An answer is a struct that owns its memory: release it. Every answer names
 * the size of the log that it was computed from. Between service_snapshot and
 * service_snapshot_end (reading.h) everything is answered from one moment.
 *
 * What the common filters select (game, variant, table size, level, whole
 * months) is answered from sums that do not grow with the number of games;
 * any other combination walks through the games that it selects.
 */
#ifndef SERVICE_STATISTICS_H
#define SERVICE_STATISTICS_H

#include "base/arena.h"
#include "service/service.h"
#include "stats/interval.h"
#include "stats/ratings.h"
#include "stats/rivals.h"
#include "stats/worth.h"

enum {
    STATS_PROVISIONAL = 5, /* games below which a rating is provisional */
    STATS_FAINT_BELOW = 5, /* n below which a figure is shown faint */
    STATS_CELLS = 20,
    STATS_LINKS = 16,
    STATS_TIMES = 6, /* activations of a card: 0 to 4, and 5 or more */
    STATS_SIZES = GAME_PLAYERS + 1
};

/* Which finished games count; zeroed: all. Text is a name in any spelling that the record format takes. */
struct stats_filter {
    struct span game;
    struct span variant;
    struct span level;
    struct span place;
    struct span player;    /* name or handle; cards: only this player's seats */
    struct span catalogue; /* cards: only of this one, by name (any of that name) or `sha256:HEX` */
    int seats;             /* table size; 0: any */
    bool has_from, has_to, has_night;
    int64_t
        effort; /* history: what may be spent on nights that have not been fitted yet (history.h); 0: HISTORY_EFFORT */
    int32_t from, to, night; /* days, inclusive */
};

/* ---- leaderboard ---- */

enum leaderboard_order {
    ORDER_RATING,
    ORDER_WIN_POINTS,
    ORDER_WINS,
    ORDER_MEAN_SCORE,
    ORDER_BEST_SCORE,
    ORDER_GAMES,
    ORDER_DEFAULT /* by rating; what a filter selects by what it selects: win points, solo the mean score */
};
/* `rating`, `win-points`, …, ended by NULL. */
extern const char *const leaderboard_orders[7];

struct leaderboard_row {
    const char *player; /* name, or `@handle` of one who was erased */
    const char *handle;
    int64_t person;
    int64_t rank;         /* competition rank: equal when rounded to 0.0001; 0: provisional, or without the figure */
    struct figure rating; /* unknown for a player who has met no other */
    double sd;            /* of the rating */
    bool provisional;     /* fewer than STATS_PROVISIONAL rated games */
    int64_t games;
    int64_t wins;
    struct figure win_points; /* unknown for solo */
    struct figure points;     /* the sum of them; no interval */
    struct figure mean_score; /* unknown, as is the best one, over several titles: their points are not of one kind */
    bool has_best;
    int64_t best_score; /* of a title in hundredths: the leaderboard's scale */
};

struct leaderboard {
    struct arena arena;
    int64_t log_size;
    struct name title;            /* of which, by its id; all NULL: of all */
    int64_t undated;              /* games that would count, but for the day that nobody knows */
    int64_t scale;                /* of best scores: game_scale */
    bool approximate;             /* the ratings are: there are too many players (stats/ratings.h) */
    enum leaderboard_order order; /* what it goes by */
    struct leaderboard_row *rows; /* in order; provisional players and those without the figure last */
    size_t count;
};

/*
 * Solo games are left out unless a variant or a table of one is asked for.
 * Ratings are those of the game, or of all games, whatever else the filter says.
 * By rating, provisional players have no rank and come last, unless all are
 * provisional. ERR_USAGE for an order by scores without a game;
 * ERR_NOT_FOUND for a game, variant, level, place or player that is not there.
 */
ERR_CHECK enum err service_leaderboard(struct service *service, const struct stats_filter *filter,
                                       enum leaderboard_order order, struct leaderboard *out, struct error *error);
void leaderboard_release(struct leaderboard *leaderboard);

/* ---- cards ---- */

/* The catalogue that says what a card is. */
struct card_source {
    struct span name; /* empty: it cannot be read */
    uint8_t hash[SHA256_SIZE];
};

struct card_row {
    struct name name;                 /* cards of a catalogue: the id is the number */
    bool named;                       /* such a card has a name besides its number */
    const struct card_source *source; /* NULL: the game has no catalogues */
    int64_t clubs;                    /* of a sum over clubs (shared_cards.h): those in which it occurs */
    int64_t games, seats, copies;
    int64_t seats_without; /* seat-games without a copy that have win points */
    struct figure points;  /* attributed; no interval */
    struct figure ppc, mpc;
    struct figure zero_rate; /* of `copies` */
    struct figure wp_with, wp_without;
    struct figure worth; /* of one copy more than the others at the table, rating points; stats/worth.h */
    bool drafted;        /* the game has hands to look at: the next ones mean something */
    int64_t seen, taken;
    int64_t seen_hands; /* hands in which a seat saw it, however often that came round */
    struct figure taken_rate;
    int64_t seen_at[GATHER_PICKS], taken_at[GATHER_PICKS];
    struct figure pick_rate[GATHER_PICKS];
    struct figure ata, alsa;
    struct figure iwt; /* a description: no interval */
    int64_t iwt_took, iwt_left;
    bool used; /* cards are activated in this game: the next ones mean something */
    int64_t activations, cubes;
    struct figure ppa; /* points an activation */
    struct figure cubes_per_point;
    struct figure first_round;            /* of the first activation */
    int64_t times_seats[STATS_TIMES];     /* seat-games that played it, by how often they activated it */
    struct figure times_win[STATS_TIMES]; /* their mean win points */
    bool placed;                          /* cells mean something: the next ones are filled in */
    int64_t cell_copies[STATS_CELLS];
    struct figure cell_points[STATS_CELLS]; /* mean */
    int64_t link_pairs[STATS_LINKS];
    double link_points[STATS_LINKS];
};

struct card_table {
    struct arena arena;
    int64_t log_size;
    const struct game *game;
    int64_t clubs; /* of a sum over clubs: those that have the game */
    int64_t games; /* that the filter selects */
    int64_t undated;
    struct card_row *rows;
    size_t count;
};

/*
 * All cards of filter->game, which is required, or with `card` one of them.
 * Rows of different catalogues are different rows: those of the catalogue with
 * the most games come first. `detail`: cells and links as well.
 */
ERR_CHECK enum err service_cards(struct service *service, const struct stats_filter *filter, struct span card,
                                 bool detail, struct card_table *out, struct error *error);
void card_table_release(struct card_table *table);

/* ---- a person ---- */

struct size_row {
    int seats;
    int64_t games, wins;
    struct figure win_points, mean_score;
};

struct category_row {
    struct name name;
    struct figure mean; /* the player's */
    struct figure club; /* everybody's */
};

struct versus_row {
    const char *player;
    const char *handle;
    int64_t games, won, lost, tied; /* finished before, behind, level with the other one */
    int64_t undated;                /* service_versus: as in a leaderboard */
};

enum { COMPANIONS_SHOWN = 3, COMPANIONS_FLOOR = RIVALS_FLOOR };

/* Somebody with whom games were shared: against each other, in one team, or all together. */
struct companion_row {
    const char *player;
    const char *handle;
    int64_t games;
};

/* One of those who were met, and the share of decided games that was won against them. */
struct rival_row {
    const struct versus_row *met; /* NULL: nobody is */
    struct figure share;
};

struct night_row {
    int32_t day;
    int64_t games, wins;
    struct figure win_points;
};

struct player_page {
    struct arena arena;
    int64_t log_size;
    const char *player;
    const char *handle;
    struct leaderboard_row row; /* under the filter; games 0: nothing */
    struct name title;          /* of which, by its id; all NULL: of all */
    int64_t scale;              /* of its best score; 0: several titles */
    struct figure club_score;   /* everybody's mean; only where a game is asked for */
    int64_t undated;
    struct size_row sizes[STATS_SIZES];
    size_t sizes_count;
    struct category_row *categories; /* only where a game is asked for */
    size_t categories_count;
    struct versus_row *versus; /* by games together, most first */
    size_t versus_count;
    struct companion_row companions[COMPANIONS_SHOWN]; /* the most games first, then by handle */
    size_t companions_count;
    struct rival_row nemesis, rival; /* stats/rivals.h */
    struct night_row *nights;        /* oldest first */
    size_t nights_count;
    int64_t streak;      /* games in a row that were won, up to now */
    int64_t best_streak; /* the longest ever */
    int64_t drought;     /* games since the last win */
};

/* filter->player is required. */
ERR_CHECK enum err service_player_page(struct service *service, const struct stats_filter *filter,
                                       struct player_page *out, struct error *error);
void player_page_release(struct player_page *page);

/* What filter->player, which is required, did against `other`; names go to the arena. ERR_NOT_FOUND; ERR_USAGE when
 * both are one person. */
ERR_CHECK enum err service_versus(struct service *service, const struct stats_filter *filter, struct span other,
                                  struct arena *arena, struct versus_row *out, int64_t *log_size, struct error *error);

/* ---- a night ---- */

struct seat_score {
    const char *player; /* both `?` for a guest */
    const char *handle;
    bool guest;
    bool has_total;
    int64_t total;            /* in the game's scale */
    int64_t rank;             /* 0: none */
    struct figure win_points; /* no interval */
};

struct night_game {
    int64_t id;
    const char *game;
    struct name title;
    const char *variant;
    const char *level;
    int64_t scale; /* of totals: game_scale */
    unsigned seats;
    struct seat_score seat[GAME_PLAYERS];
};

struct night_page {
    struct arena arena;
    int64_t log_size;
    int32_t day;
    const char *title; /* these three empty where nothing is said */
    const char *place;
    const char *note;
    int64_t known;            /* games of that day in any state, whatever else the filter says */
    struct night_game *games; /* finished, in order of id */
    size_t games_count;
    struct leaderboard standings; /* of that night, by the points of the evening */
};

/* filter->night is required. ERR_NOT_FOUND for a day of which nothing is known. */
ERR_CHECK enum err service_night_page(struct service *service, const struct stats_filter *filter,
                                      struct night_page *out, struct error *error);
void night_page_release(struct night_page *page);

/* ---- records ---- */

struct record_row {
    const char *kind;     /* "score", "margin", "category" */
    const char *category; /* id; NULL unless the kind is category */
    const char *game;
    struct name title;
    bool low;   /* a score: the lower, the better */
    int64_t id; /* of the game */
    const char *player;
    const char *handle;
    int64_t value; /* in the game's scale */
    int64_t scale;
    bool has_day;
    int32_t day;
    int64_t ties; /* seats that share this record, this one included */
    int64_t more; /* in the last row of a record: how many of them have no row */
};

enum { STREAKS_SHOWN = 10 };

/* A player's longest run of games won, a shared win counting, in the order in which they were played. */
struct streak_row {
    const char *player;
    const char *handle;
    int64_t value; /* games, two at least */
    bool going_on; /* the last game is part of it */
    int64_t id;    /* its last game */
    bool has_day;
    int32_t day; /* of that */
};

struct record_table {
    struct arena arena;
    int64_t log_size;
    int64_t undated;
    struct record_row *rows; /* by game: score, margin, categories; of ties the ten oldest games */
    size_t count;
    struct streak_row *streaks; /* the longest first, STREAKS_SHOWN at the most; equals by when they ended */
    size_t streaks_count;
};

ERR_CHECK enum err service_records(struct service *service, const struct stats_filter *filter, struct record_table *out,
                                   struct error *error);
void record_table_release(struct record_table *table);

/* ---- ratings ---- */

struct rating_point {
    int32_t day;
    const char *player;
    const char *handle;
    struct rating rating;
    int64_t games; /* rated, up to then */
};

struct rating_history {
    struct arena arena;
    int64_t log_size;
    struct rating_point *points; /* by day, then best first: everybody who played on that day */
    size_t count;
};

/*
 * The fit on all games of nights up to each night, of filter->game or all; with
 * filter->player only that one's points. A game without a day counts from the
 * beginning. Nights that have no row yet (service/history.h) are fitted for
 * the answer as far as filter->effort goes: ERR_BUSY when that is not enough.
 */
ERR_CHECK enum err service_rating_history(struct service *service, const struct stats_filter *filter,
                                          struct rating_history *out, struct error *error);
void rating_history_release(struct rating_history *history);

/* ---- forecasts ---- */

enum { FORECAST_SEATS = RATINGS_TABLE };

struct forecast_row {
    const char *player;
    const char *handle;
    struct figure rating; /* the error is the sd; unknown for a player without a rated game */
    bool provisional;     /* fewer than STATS_PROVISIONAL rated games */
    double chance;        /* to win; those of all rows add up to 1 */
};

struct forecast {
    struct arena arena;
    int64_t log_size;
    struct name title; /* by its id; all NULL: all games */
    bool approximate;  /* the ratings are: there are too many players (stats/ratings.h) */
    struct forecast_row rows[FORECAST_SEATS];
    size_t count;
};

/*
 * The chance of each of `seats`, names or handles with commas between them, to
 * win a table of just these people, by the ratings of filter->game or of all
 * games; nothing else of the filter is looked at. Rows are in the order of the
 * names. ERR_NOT_FOUND for a game or a person that is not there; ERR_USAGE for
 * fewer than two, more than FORECAST_SEATS, or one person twice.
 */
ERR_CHECK enum err service_forecast(struct service *service, const struct stats_filter *filter, struct span seats,
                                    struct forecast *out, struct error *error);
void forecast_release(struct forecast *forecast);

#endif
