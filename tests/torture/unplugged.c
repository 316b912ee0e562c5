/*
 * The whole program on a disk that forgets what was not synced
 * (support/power_vfs.h): linked with the program's own main, it is dendro, but
 * kill -9 is a power cut. scripts/torture runs its daemon.
 *
 *     DENDRO_POWER_SEED    of what the disk writes back early; decides how eager it is, too
 *     DENDRO_POWER_LIES    set: a disk that says "synced" and is not
 */
#include "support/power_vfs.h"

#include <stdlib.h>

__attribute__((constructor)) static void unplug(void)
{
    const char *seed = getenv("DENDRO_POWER_SEED");
    struct power_plan plan = {.as_default = true, .lies = getenv("DENDRO_POWER_LIES") != NULL};
    plan.seed = seed ? strtoull(seed, NULL, 10) : 0;
    plan.eager = (unsigned)(plan.seed % 4 * 25);
    (void)power_vfs(&plan);
}
