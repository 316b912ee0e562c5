/*
 * Statistics as JSON and CSV, the same over HTTP and on the command line. The
 * promises of wire/json.h hold here too; figures are numbers with twelve
 * digits, and null where there is nothing to say. docs/statistics.md defines
 * them. An estimate `x` is followed by the ends of its 95 % interval, `x_lo`
 * and `x_hi`, both null where nothing can be said.
 */
#ifndef WIRE_STATS_H
#define WIRE_STATS_H

#include "base/strbuf.h"
#include "service/statistics.h"
#include "wire/csv_cells.h" /* wire_decimal, and cells for who has rows of its own */

/*
 * {"log_size","algorithm","approximate","order","undated","game","title":{"en","fr"},"rows":[{"player","rank","rating",
 * "sd","provisional","games","wins","win_points","mean_score","best_score",
 * "handle"},…]}, rating, win_points and mean_score with their intervals; game and title null: of all, scores null then;
 * scores are points
 */
ERR_CHECK enum err wire_leaderboard(const struct leaderboard *leaderboard, struct strbuf *out, struct error *error);

/*
 * {"log_size","algorithm","undated","rows":[{"card","games","seats","copies","points","ppc",
 * "mpc","zero_rate","wp_with","wp_without","seats_without","worth","seen","seen_hands","taken",
 * "taken_rate","pick_rate":[10],"pick_rate_lo":[10],"pick_rate_hi":[10],"ata",
 * "alsa","iwt","iwt_took","iwt_left","cells":[{"row","column","copies","points"},…],
 * "neighbours":[{"card","pairs","points"},…]},…]}; a row of a game whose cards
 * are activated goes on with "plays","activations","ppa","cubes",
 * "cubes_per_point","first_round","wp_times":[{"times","seats","win_points"},…],
 * the last of which is for so many times or more. Estimates have their
 * intervals; points, iwt and the points of neighbours are sums and descriptions
 */
ERR_CHECK enum err wire_cards(const struct card_table *table, struct strbuf *out, struct error *error);

/*
 * Of a sum over clubs (service/shared_cards.h): {"game","clubs","least","rows":[…]}, rows as wire_cards has them, but with
 * "clubs" after "card" and without worth. `least`: clubs that a row needs
 */
ERR_CHECK enum err wire_shared_cards(const struct card_table *table, struct strbuf *out, struct error *error);

/* One row of wire_cards, after "log_size", and "picks":[{"pick","seen","taken","rate"},…]. */
ERR_CHECK enum err wire_card(const struct card_table *table, struct strbuf *out, struct error *error);

/*
 * {"log_size","algorithm","player","handle","row":{a row of wire_leaderboard,
 * rank null},"game","title","club_score","undated","sizes":[{"seats","games","wins",
 * "win_points","mean_score"},…],"categories":[{"category","mean","club"},…],
 * "versus":[{"player","handle","games","won","lost","tied"},…],
 * "rival":{the same,"share","share_lo","share_hi"},"nemesis":{likewise}, null where there is none,
 * "companions":[{of each player, handle and games},…],
 * "nights":[{"night","games","wins","win_points"},…],
 * "streak","best_streak","drought"}
 */
ERR_CHECK enum err wire_player_page(const struct player_page *page, struct strbuf *out, struct error *error);

/* {"log_size","undated","player","handle","games","won","lost","tied"}; the player is the other one. */
ERR_CHECK enum err wire_versus(const struct versus_row *row, int64_t log_size, struct strbuf *out, struct error *error);

/*
 * {"day","title","place","note","games","log_size","algorithm",
 * "results":[{"id","game","title","variant","level","seats":[{"player","handle","guest",
 * "total","rank","win_points"},…]},…],"standings":[rows of wire_leaderboard
 * with "points", the sum of win points, by those]}. `games` counts the day's
 * games in any state; results and standings are those of the finished ones.
 */
ERR_CHECK enum err wire_night_page(const struct night_page *page, struct strbuf *out, struct error *error);

/* {"log_size","undated","rows":[{"record","category","game","title","low","id","player","handle","value","night",
 * "ties"},…],
 * "streaks":[{"player","handle","value","going_on","id","night"},…]} */
ERR_CHECK enum err wire_records(const struct record_table *table, struct strbuf *out, struct error *error);

/* {"log_size","algorithm","rows":[{"night","player","handle","rating","sd","games"},…]} */
ERR_CHECK enum err wire_rating_history(const struct rating_history *history, struct strbuf *out, struct error *error);

/* {"log_size","algorithm","approximate","game","title","rows":[{"player","handle","rating","rating_lo","rating_hi",
 * "provisional","chance"},…]}; game null: all, ratings null: none yet */
ERR_CHECK enum err wire_forecast(const struct forecast *forecast, struct strbuf *out, struct error *error);

/* A head line and a line a row; what there is not is empty. Lists (picks, cells, neighbours) have no column. */
void wire_leaderboard_csv(const struct leaderboard *leaderboard, struct strbuf *out);
void wire_cards_csv(const struct card_table *table, enum lang lang, struct strbuf *out);
void wire_player_csv(const struct player_page *page, struct strbuf *out); /* the nights */
void wire_night_csv(const struct night_page *page, struct strbuf *out);   /* a line a seat */
void wire_records_csv(const struct record_table *table, struct strbuf *out);
void wire_rating_history_csv(const struct rating_history *history, struct strbuf *out);
void wire_forecast_csv(const struct forecast *forecast, struct strbuf *out);
void wire_versus_csv(const struct versus_row *row, struct strbuf *out);

#endif
