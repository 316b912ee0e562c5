/* Private to the room: kinds of places that have clubs, behind one table of functions each. */
#ifndef SERVICE_CLUBS_INSIDE_H
#define SERVICE_CLUBS_INSIDE_H

#include "service/clubs.h"

struct place_kind {
    enum err (*address)(const char *place, struct span slug, struct club_address *address, struct error *error);
    enum err (*exists)(const struct club_address *address, bool *there, struct error *error);
    enum err (*list)(const char *place, const struct service_options *options, club_slug_fn *fn, void *context,
                     struct error *error);
    enum err (*add)(const char *place, const struct club_address *address, const struct service_options *options,
                    char token[TOKEN_TEXT], struct error *error);
    enum err (*rename)(const char *place, const struct club_address *from, const struct club_address *to,
                       struct error *error);
    enum err (*drop)(const char *place, const struct club_address *address, struct error *error);
    bool (*used)(const struct club_address *address); /* another program has it open */
    enum err (*backup_name)(const char *place, const struct club_address *address, int32_t day, int number,
                            char path[CLUB_PATH], struct error *error);
    void (*stamp)(const struct club_address *address, int64_t stamp[CLUB_STAMP]);
};

extern const struct place_kind CLUBS_FOLDER;
extern const struct place_kind CLUBS_SERVER;

extern const struct message CLUBS_MSG_LONG;
extern const struct message CLUBS_MSG_TAKEN;
extern const struct message CLUBS_MSG_USED;

/* Makes the database at `path`, with an admin token. */
ERR_CHECK enum err clubs_make(const char *path, const struct service_options *options, char token[TOKEN_TEXT],
                              struct error *error);

#endif
