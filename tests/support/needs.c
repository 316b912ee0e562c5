/* What a test needs and may not find on this machine. */
#include "support/needs.h"

#include "support/cmocka.h"

void skip_because(const char *reason)
{
    print_message("SKIPPED: %s\n", reason);
    skip();
}
