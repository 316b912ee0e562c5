/* Statistics for a person at a terminal: figures with their intervals, n beside them, faint where n is small. */
#ifndef CLI_STATS_SHOW_H
#define CLI_STATS_SHOW_H

#include "cli/grid.h"
#include "service/statistics.h"

void show_leaderboard(const struct cli *cli, const struct leaderboard *leaderboard, struct strbuf *out);
void show_standings(const struct cli *cli, const struct leaderboard *standings, struct strbuf *out);
void show_cards(const struct cli *cli, const struct card_table *table, struct strbuf *out);
void show_card(const struct cli *cli, const struct card_table *table, struct strbuf *out);
void show_player(const struct cli *cli, const struct player_page *page, struct strbuf *out);
void show_night(const struct cli *cli, const struct night_page *page, struct strbuf *out);
void show_rating_history(const struct cli *cli, const struct rating_history *history, struct strbuf *out);
/* `player` against the one that the row names. */
void show_one_versus(const struct cli *cli, const char *player, const struct versus_row *row, int64_t log_size,
                     struct strbuf *out);
void show_records(const struct cli *cli, const struct record_table *table, struct strbuf *out);

/* What stands under a table: what the brackets are, and the size of the log. No end of line. */
void show_foot(const struct cli *cli, int64_t log_size, struct strbuf *out);
/* The same with how the ratings were fitted, and the end of the line. */
void show_rated_foot(const struct cli *cli, int64_t log_size, bool approximate, struct strbuf *out);
/* How many games a filter by days has left out, if any. */
void show_undated(const struct cli *cli, int64_t undated, struct strbuf *out);

/* A cell with points of this scale; `-` where there are none. */
void show_points(struct grid *grid, bool known, int64_t value, int64_t scale);

/* A cell `12.34 (11.78–12.90)`; `-` where there is nothing to tell. */
void show_figure(struct grid *grid, const struct figure *figure, unsigned digits);

#endif
