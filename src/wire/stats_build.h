/* Private to src/wire: pieces that answers of statistics share. */
#ifndef WIRE_STATS_BUILD_H
#define WIRE_STATS_BUILD_H

#include "service/statistics.h"
#include "wire/build.h"

/* A number, or null. */
json_t *build_real(bool known, double value);

/* Sets `key`, and unless `error_key` is NULL the standard error under that. */
void build_figure(struct build *build, json_t *object, const char *key, const char *error_key,
                  const struct figure *figure);

/* A row of a leaderboard. */
json_t *build_standing(struct build *build, const struct leaderboard_row *row);

#endif
