/* The table of messages.h, defined. */
#include "service/messages.h"

#include "base/banned.h"

#define SERVICE_DEFINE(name, code, id, en, fr) const struct message SERVICE_MSG_##name = {code, id, en, fr};
SERVICE_MESSAGES(SERVICE_DEFINE)

#define SERVICE_LIST(name, code, id, en, fr) &SERVICE_MSG_##name,
static const struct message *const ALL[] = {SERVICE_MESSAGES(SERVICE_LIST)};

const struct message *const *service_messages(size_t *count)
{
    *count = sizeof(ALL) / sizeof(ALL[0]);
    return ALL;
}
