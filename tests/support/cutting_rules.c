/* What a cutting proxy was told. */
#include "support/cutting_rules.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORDS = 8, LINE = 128, HEADER = 5 };

static const struct {
    const char *name;
    const char *place; /* NULL: there is no second word */
    enum cutting_act act;
} ACTS[] = {
    {"cut", "before", ACT_CUT_BEFORE}, {"cut", "inside", ACT_CUT_INSIDE}, {"cut", "after", ACT_CUT_AFTER},
    {"lose", NULL, ACT_LOSE},          {"hold", NULL, ACT_HOLD},
};

static const struct {
    const char *name;
    enum cutting_side side;
    bool commit;
} MESSAGES[] = {
    {"front", SIDE_FRONT, false},
    {"back", SIDE_BACK, false},
    {"commit", SIDE_FRONT, true},
    {"committed", SIDE_BACK, true},
};

/* A line's words, one after the other. */
struct words {
    char text[LINE];
    char *list[WORDS];
    size_t count;
    size_t next;
};

static bool split(struct words *words, const char *line)
{
    *words = (struct words){.count = 0};
    if (strlen(line) >= sizeof(words->text)) {
        return false;
    }
    memcpy(words->text, line, strlen(line) + 1);
    char *rest = NULL;
    for (char *word = strtok_r(words->text, " \n", &rest); word; word = strtok_r(NULL, " \n", &rest)) {
        if (words->count == WORDS) {
            return false;
        }
        words->list[words->count++] = word;
    }
    return true;
}

static const char *peek(const struct words *words)
{
    return words->next < words->count ? words->list[words->next] : "";
}

static bool take(struct words *words, const char *word)
{
    if (strcmp(peek(words), word) != 0) {
        return false;
    }
    words->next++;
    return true;
}

/* A number from `low` to a million. */
static bool take_number(struct words *words, long low, long *number)
{
    const char *word = peek(words);
    char *end = NULL;
    if (!isdigit((unsigned char)word[0])) {
        return false;
    }
    *number = strtol(word, &end, 10);
    words->next++;
    return *end == '\0' && *number >= low && *number <= 1000000;
}

static bool take_act(struct words *words, struct cutting_rule *rule)
{
    for (size_t i = 0; i < sizeof(ACTS) / sizeof(ACTS[0]); i++) {
        size_t begin = words->next;
        if (take(words, ACTS[i].name) && (!ACTS[i].place || take(words, ACTS[i].place))) {
            rule->act = ACTS[i].act;
            return true;
        }
        words->next = begin;
    }
    return false;
}

static bool take_which(struct words *words, struct cutting_rule *rule)
{
    size_t i = 0;
    while (i < sizeof(MESSAGES) / sizeof(MESSAGES[0]) && !take(words, MESSAGES[i].name)) {
        i++;
    }
    if (i == sizeof(MESSAGES) / sizeof(MESSAGES[0])) {
        return false;
    }
    rule->side = MESSAGES[i].side;
    rule->commit = MESSAGES[i].commit;
    if (rule->commit) {
        return true;
    }
    long number = 0;
    if (!take_number(words, 1, &number)) {
        return false;
    }
    rule->number = (unsigned)number;
    if (!take(words, "of")) {
        return true;
    }
    if (take(words, "each")) {
        rule->of = OF_EACH;
        return true;
    }
    if (!take_number(words, 1, &number)) {
        return false;
    }
    rule->of = (int)number;
    return true;
}

bool cutting_rules_read(struct cutting_rules *rules, const char *line)
{
    struct words words;
    struct cutting_rule rule = {.of = OF_ALL, .wait = -1};
    if (rules->count == CUTTING_RULES || !split(&words, line) || !take_act(&words, &rule) ||
        !take_which(&words, &rule)) {
        return false;
    }
    if (rule.act == ACT_HOLD && words.next < words.count && !take_number(&words, 0, &rule.wait)) {
        return false;
    }
    if (words.next != words.count) {
        return false;
    }
    rules->list[rules->count++] = rule;
    return true;
}

static bool is_meant(const struct cutting_rule *rule, const struct cutting_message *message)
{
    if (rule->side != message->side) {
        return false;
    }
    if (rule->commit) {
        return message->about_a_commit;
    }
    switch (rule->of) {
    case OF_ALL:
        return rule->number == message->in_all;
    case OF_EACH:
        return rule->number == message->in_own;
    default:
        return rule->of == message->connection && rule->number == message->in_own;
    }
}

struct cutting_rule cutting_rules_take(struct cutting_rules *rules, const struct cutting_message *message)
{
    for (size_t i = 0; i < rules->count; i++) {
        struct cutting_rule rule = rules->list[i];
        if (!is_meant(&rule, message)) {
            continue;
        }
        if (rule.of != OF_EACH) {
            rules->count--;
            memmove(&rules->list[i], &rules->list[i + 1], (rules->count - i) * sizeof(rule));
        }
        return rule;
    }
    return (struct cutting_rule){.act = ACT_PASS};
}

/* Whether a text of SQL is this word alone, or the word and something behind it. */
static bool begins_with(const char *text, size_t size, const char *word)
{
    size_t n = strlen(word);
    return size >= n && strncasecmp(text, word, n) == 0 && (size == n || !isalnum((unsigned char)text[n]));
}

bool cutting_is_commit(enum cutting_side side, const unsigned char *bytes, size_t size)
{
    if (size <= HEADER) {
        return false;
    }
    const char *text = (const char *)bytes + HEADER;
    size_t left = size - HEADER;
    if (side == SIDE_BACK) { /* CommandComplete; a transaction that had failed says ROLLBACK */
        return bytes[0] == 'C' && begins_with(text, left, "COMMIT");
    }
    if (bytes[0] == 'P') { /* Parse: the statement's name comes first */
        const char *end = memchr(text, '\0', left);
        if (!end) {
            return false;
        }
        left -= (size_t)(end + 1 - text);
        text = end + 1;
    } else if (bytes[0] != 'Q') {
        return false;
    }
    while (left > 0 && isspace((unsigned char)*text)) {
        text++;
        left--;
    }
    return begins_with(text, left, "COMMIT") || begins_with(text, left, "END");
}
