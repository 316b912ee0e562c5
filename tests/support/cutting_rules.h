/* What a cutting proxy was told: rules, read from lines, and the message that each of them is about (cutting_proxy.h). */
#ifndef SUPPORT_CUTTING_RULES_H
#define SUPPORT_CUTTING_RULES_H

#include <stdbool.h>
#include <stddef.h>

enum cutting_act { ACT_PASS, ACT_CUT_BEFORE, ACT_CUT_INSIDE, ACT_CUT_AFTER, ACT_LOSE, ACT_HOLD };
enum cutting_side { SIDE_FRONT, SIDE_BACK };

enum { OF_ALL = 0, OF_EACH = -1, CUTTING_RULES = 32 };

/* A message, as a rule sees it. */
struct cutting_message {
    enum cutting_side side;
    unsigned in_all;     /* its number among all of its side */
    unsigned in_own;     /* and among those of its connection */
    int connection;      /* 0: one that was there before the last reset */
    bool about_a_commit; /* a client's COMMIT, or a server's word that it was done */
};

struct cutting_rule {
    enum cutting_act act;
    enum cutting_side side;
    bool commit;     /* the next that is about a commit, whatever its number */
    unsigned number; /* else this one */
    int of;          /* a connection, OF_ALL or OF_EACH */
    long wait;       /* of ACT_HOLD, in milliseconds; -1: until it is released */
};

struct cutting_rules {
    struct cutting_rule list[CUTTING_RULES];
    size_t count;
};

/* Reads `cut …`, `lose …` or `hold …` and adds the rule; false when the line is not one, or there are too many. */
bool cutting_rules_read(struct cutting_rules *rules, const char *line);

/* The rule for a message, which is forgotten unless it is of each; ACT_PASS when there is none. */
struct cutting_rule cutting_rules_take(struct cutting_rules *rules, const struct cutting_message *message);

/*
 * Whether the beginning of a message (its type, its length, its content as far
 * as there are `size` bytes) is about a commit.
 */
bool cutting_is_commit(enum cutting_side side, const unsigned char *bytes, size_t size);

#endif
