/*
 * What a club says about itself: its name, the time zone that its evenings are
 * in, and the language that its page speaks to who has not chosen one. None of
 * it is in the log, and none of it changes what a record says.
 */
#ifndef SERVICE_CLUB_H
#define SERVICE_CLUB_H

#include "base/zone.h"
#include "service/service.h"

enum { CLUB_NAME = 80 /* bytes at the most */ };

struct club_settings {
    char name[CLUB_NAME + 1]; /* empty: none */
    char zone[ZONE_NAME + 1]; /* UTC until another is set */
    char language[4];         /* fr, en, or empty: as the reader's browser says */
    bool searchable;          /* search engines may keep its pages, unless it is private */
};

/* Until a name is set it is the one that the log is signed under, if that has one. */
ERR_CHECK enum err service_club(struct service *service, struct club_settings *club, struct error *error);

/* What is to change. A value whose pointer is NULL means none: no name, no language. */
struct club_change {
    bool has_name, has_zone, has_language, has_searchable;
    struct span name, zone, language;
    bool searchable;
};

/*
 * All of it, or nothing: ERR_USAGE for a name that is not 1 to CLUB_NAME bytes
 * of text that people can see, a zone that there is not (base/zone.h) and a
 * language that the page does not speak. No entry of the log; the people's
 * version (service/answers.h) grows when something is other than it was.
 */
ERR_CHECK enum err service_club_change(struct service *service, const struct club_change *change, struct error *error);

/* The name that checkpoints are signed under, which no later change of the club's name touches. ERR_USAGE. */
ERR_CHECK enum err service_club_set(struct service *service, struct span name, struct error *error);

/* Today where the club is. */
ERR_CHECK enum err service_today(struct service *service, int32_t *day, struct error *error);

#endif
