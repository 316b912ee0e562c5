/* All handlers, for the table of routes. */
#ifndef HTTP_HANDLERS_H
#define HTTP_HANDLERS_H

#include "http/request.h"
#include "record/verify.h"

/* people.c */
handler_fn get_players, post_player, get_player, patch_player, delete_player, merge_player;
handler_fn unmerge_player, post_two, get_alike;
handler_fn prepare_name, prepare_merge, prepare_unmerge, prepare_two;
/* places.c */
handler_fn get_nights, post_night, get_night, patch_night, get_places, post_place, prepare_night;
/* search.c */
handler_fn get_search;
/* seasons.c */
handler_fn get_seasons, post_season, get_season, patch_season, prepare_season;
/* years.c */
handler_fn get_years, get_year;
/* tables.c */
handler_fn post_tables, prepare_tables;
/* titles.c */
handler_fn get_titles, get_title, patch_title, prepare_title;
/* club.c */
handler_fn get_club, patch_club, prepare_club;
/* hosting.c */
handler_fn get_clubs;
/* The list of many clubs as a page, where the build has none. */
handler_fn list_clubs;
/* tokens.c */
handler_fn get_access, get_tokens, post_token, delete_token, prepare_token;
/* games.c */
handler_fn post_game, post_moves, post_takeback, post_abandon, post_correct, post_void, post_unvoid;
handler_fn prepare_record, prepare_moves, prepare_back, prepare_reason;
/* The record that prepare_record read. */
const struct record *request_record(const struct request *request);

/*
 * Told of what was found in a record (problem_fn): the first refusal goes into the problem, all of it into
 * request->problem_list, of which answers and problems make a list.
 */
void found_problem(void *context /* struct request */, const struct problem *problem);
/* Fails when lines of the record could not be read; then all that is wrong with the others has been found, too. */
ERR_CHECK enum err record_is_read(struct request *request, struct error *error);

/* boards.c */
handler_fn get_games, get_game, get_moves, get_legal, get_state, get_score, get_scores, get_record, get_hands;
handler_fn get_bgstats;
/* rules.c */
handler_fn get_rules, post_score;
handler_fn get_catalogues, get_catalogue, prepare_catalogue, post_catalogue;
handler_fn get_pads, prepare_pad;
/* log.c */
handler_fn get_log, get_checkpoint, get_log_key, get_inclusion, get_consistency;
/* export.c */
handler_fn get_export;
/* import.c */
handler_fn post_import, prepare_import, get_imports, post_undo;
/* events.c */
handler_fn get_events;
/* statistics.c */
handler_fn get_leaderboard, get_cards, get_card, get_records, get_rating_history, get_player_stats, get_versus;
handler_fn get_forecast;
/* sharing.c: get_cards at the root of many clubs */
handler_fn get_shared_cards;
/* reviews.c, watching.c */
handler_fn post_review, prepare_review, get_review, delete_review, get_review_events, get_reviews, get_puzzle;

/* auditing.c */
handler_fn get_audit, post_audit, prepare_audit, get_game_audit;
/* operations.c */
handler_fn get_health, get_ready, get_metrics, get_openapi;
/* page.c */
handler_fn get_page, get_page_file, get_robots;
/* picture.c */
handler_fn get_game_picture;

#endif
