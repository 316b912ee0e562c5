/* How the table `foreign` calls the programs that plays come from, and what ids are of. */
#include "service/plays.h"

#include "base/banned.h"

const char *const play_sources[PLAY_SOURCES] = {[PLAYS_BGSTATS] = "bgstats", [PLAYS_BGG] = "bgg", [PLAYS_CSV] = "csv"};
const char *const play_kinds[PLAY_KINDS] = {[PLAYS_PLAY] = "play", [PLAYS_PERSON] = "person", [PLAYS_TITLE] = "title"};
