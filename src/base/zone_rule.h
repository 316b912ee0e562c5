/*
 * Private to base: the last line of a time zone's file, which says how its
 * clocks go on behind the last change that is listed: `CET-1CEST,M3.5.0,M10.5.0/3`.
 */
#ifndef BASE_ZONE_RULE_H
#define BASE_ZONE_RULE_H

#include "base/span.h"

enum { ZONE_AHEAD = 26 * 3600 /* seconds: clocks differ from UTC by less */ };

/* Seconds ahead of UTC at `at`. False for a rule that is none, or of a kind that no zone has (days of the year). */
bool zone_rule(struct span rule, int64_t at, int32_t *ahead);

#endif
