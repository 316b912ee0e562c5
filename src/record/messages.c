/* The table of messages.h, defined. */
#include "record/messages.h"

#include "base/banned.h"

#define RECORD_DEFINE(name, code, id, en, fr) const struct message RECORD_MSG_##name = {code, id, en, fr};
RECORD_MESSAGES(RECORD_DEFINE)

#define RECORD_LIST(name, code, id, en, fr) &RECORD_MSG_##name,
static const struct message *const ALL[] = {RECORD_MESSAGES(RECORD_LIST)};

const struct message *const *record_messages(size_t *count)
{
    *count = sizeof(ALL) / sizeof(ALL[0]);
    return ALL;
}
