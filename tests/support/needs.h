/*
 * What a test needs and may not find on this machine; needs.sh is the same for
 * scripts.
 */
#ifndef SUPPORT_NEEDS_H
#define SUPPORT_NEEDS_H

/*
 * Ends the running cmocka test as skipped. Prints "SKIPPED: <reason>", which
 * scripts/test counts and shows at the end. Does not return.
 */
void skip_because(const char *reason);

#endif
