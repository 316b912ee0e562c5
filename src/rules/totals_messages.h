/* Private to the files of totals: how a line of totals is refused. */
#ifndef RULES_TOTALS_MESSAGES_H
#define RULES_TOTALS_MESSAGES_H

#include "base/error.h"

enum totals_rule {
    /* text */
    TOTALS_BAD_WORD,
    TOTALS_BAD_EMPTY,
    TOTALS_BAD_NUMBER,
    TOTALS_BAD_POINTS,
    TOTALS_BAD_RANK,
    TOTALS_NO_NUMBER,
    TOTALS_BAD_TWICE,
    TOTALS_BAD_PLAYED,
    /* moves */
    TOTALS_NOT_A_MOVE,
    TOTALS_IS_OVER,
    TOTALS_NO_SUCH_SEAT,
    TOTALS_NO_TABLE,
    TOTALS_AS_ONE,
    TOTALS_MATE,
    TOTALS_SAID,
    TOTALS_CATEGORY_TWICE,
    TOTALS_CATEGORY_RANGE,
    TOTALS_TOTAL_RANGE,
    TOTALS_SUM_RANGE,
    TOTALS_NOT_THE_SUM,
    TOTALS_TOTAL_MISSING,
    TOTALS_RANK_MISSING,
    TOTALS_RESULT_MISSING,
    TOTALS_NO_RANK,
    TOTALS_NO_RESULT,
    TOTALS_RANK_RANGE,
    TOTALS_RANKS_ALL,
    TOTALS_NOBODY_FIRST,
    TOTALS_PLAYED_LATE,
    TOTALS_RULES_COUNT
};

extern const struct message totals_messages[TOTALS_RULES_COUNT];

/* What is odd about ranks that were stated. */
extern const struct message totals_ranks_differ;

#endif
