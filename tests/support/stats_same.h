/* Answers of statistics to two questions that must have the same answer: each fails the test when they differ. */
#ifndef SUPPORT_STATS_SAME_H
#define SUPPORT_STATS_SAME_H

#include "service/statistics.h"

void same_boards(struct service *one, const struct stats_filter *f, struct service *two, const struct stats_filter *g,
                 double tolerance);
void same_cards(struct service *service, const struct stats_filter *f, const struct stats_filter *g);
void same_records(struct service *service, const struct stats_filter *f, const struct stats_filter *g);
void same_page(struct service *service, const struct stats_filter *f, const struct stats_filter *g);

#endif
