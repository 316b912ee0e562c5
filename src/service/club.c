/* The club's settings, kept as rows of `setting`. */
#include "service/club.h"

#include "base/utf8.h"
#include "service/internal.h"

#include "base/banned.h"

static const char SIGNED_NAME[] = "club"; /* part of the origin of checkpoints */
static const char NAME[] = "club-name";
static const char ZONE[] = "club-zone";
static const char LANGUAGE[] = "club-language";
static const char SEARCHABLE[] = "club-searchable"; /* yes; one of how it stands among others, too (standing.c) */

static const struct message MSG_NAME = {
    ERR_USAGE, "club.name", "a club's name has 1 to 80 bytes, something to see, and no blanks at its ends",
    "un nom de club a de 1 à 80 octets, quelque chose de visible, et pas d'espaces aux bouts"};
static const struct message MSG_ZONE = {
    ERR_USAGE, "club.zone", "'%1' is not a time zone; Europe/Paris and UTC are, for example",
    "« %1 » n'est pas un fuseau horaire ; Europe/Paris et UTC en sont, par exemple"};
static const struct message MSG_LANGUAGE = {ERR_USAGE, "club.language", "'%1' is not a language of the page: fr or en",
                                            "« %1 » n'est pas une langue de la page : fr ou en"};

/* ---- reading ---- */

/* The setting as text; `*there` is false, and the text empty, when there is none. */
static enum err read_text(struct service *service, const char *setting, char *text, size_t size, bool *there,
                          struct error *error)
{
    size_t length = 0;
    enum err err = store_setting_get(service->store, setting, text, size - 1, &length, error);
    *there = err == ERR_OK;
    text[*there ? length : 0] = '\0';
    if (err == ERR_NOT_FOUND || err == ERR_LIMIT) { /* one that is too long was not written by us */
        error_clear(error);
        return ERR_OK;
    }
    return err;
}

/* What the log is signed under, unless that is what nobody has named. */
static enum err signed_name(struct service *service, struct club_settings *club, struct error *error)
{
    bool there = false;
    enum err err = read_text(service, SIGNED_NAME, club->name, sizeof(club->name), &there, error);
    if (span_is(span_from(club->name), "club")) {
        club->name[0] = '\0';
    }
    return err;
}

static enum err read_searchable(struct service *service, struct club_settings *club, struct error *error)
{
    char text[4];
    bool there = false;
    enum err err = read_text(service, SEARCHABLE, text, sizeof(text), &there, error);
    club->searchable = there && span_is(span_from(text), "yes");
    return err;
}

static enum err read_club(struct service *service, struct club_settings *club, struct error *error)
{
    bool there = false;
    enum err err = read_text(service, NAME, club->name, sizeof(club->name), &there, error);
    if (err == ERR_OK && !there) {
        err = signed_name(service, club, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    err = read_text(service, LANGUAGE, club->language, sizeof(club->language), &there, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_searchable(service, club, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_text(service, ZONE, club->zone, sizeof(club->zone), &there, error);
    if (err == ERR_OK && !zone_name_ok(span_from(club->zone))) {
        struct strbuf zone;
        strbuf_wrap(&zone, club->zone, sizeof(club->zone));
        strbuf_add(&zone, "UTC");
    }
    return err;
}

enum err service_club(struct service *service, struct club_settings *club, struct error *error)
{
    *club = (struct club_settings){.name = ""};
    enum err err = store_settings_recall(service->store, error);
    err = err == ERR_OK ? read_club(service, club, error) : err;
    store_settings_forget(service->store);
    return err;
}

/* ---- changing ---- */

static enum err check_club_name(struct span name, struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    bool good =
        name.len > 0 && name.len <= CLUB_NAME && utf8_valid(name) == name.len && span_trim(name).len == name.len;
    enum err err = good ? check_visible(name, "", error) : error_raise(error, &MSG_NAME);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(name, &folded);
    return folded.len > 0 ? ERR_OK : error_raise(error, &MSG_NAME);
}

static enum err check_change(const struct club_change *change, struct error *error)
{
    enum err err = change->has_name && change->name.ptr ? check_club_name(change->name, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    if (change->has_zone && !zone_known(ZONE_FOLDER, change->zone)) {
        return error_raise_span(error, &MSG_ZONE, change->zone);
    }
    bool spoken = !change->has_language || !change->language.ptr || span_is(change->language, "fr") ||
                  span_is(change->language, "en");
    return spoken ? ERR_OK : error_raise_span(error, &MSG_LANGUAGE, change->language);
}

static enum err write_text(struct service *service, const char *setting, bool has, struct span value,
                           struct error *error)
{
    return has ? store_setting_set(service->store, setting, value.ptr ? value : SPAN_LITERAL(""), error) : ERR_OK;
}

/* Whoever keeps answers learns of it as of a person's new name. */
static enum err write_change(struct service *service, const struct club_change *change, struct error *error)
{
    int64_t version = 0;
    first_write(service);
    enum err err = write_text(service, NAME, change->has_name, change->name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = write_text(service, ZONE, change->has_zone, change->zone, error);
    if (err != ERR_OK) {
        return err;
    }
    err = write_text(service, LANGUAGE, change->has_language, change->language, error);
    if (err != ERR_OK) {
        return err;
    }
    err = write_text(service, SEARCHABLE, change->has_searchable, span_from(change->searchable ? "yes" : ""), error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_version(service, "people-version", &version, error);
    return err == ERR_OK ? write_version(service, "people-version", version + 1, error) : err;
}

static bool differs(bool has, struct span value, const char *now)
{
    return has && !span_is(value.ptr ? value : SPAN_LITERAL(""), now);
}

static enum err change_within(struct service *service, const struct club_change *change, struct error *error)
{
    struct club_settings club;
    enum err err = service_club(service, &club, error);
    if (err != ERR_OK) {
        return err;
    }
    bool other = differs(change->has_name, change->name, club.name) ||
                 differs(change->has_zone, change->zone, club.zone) ||
                 differs(change->has_language, change->language, club.language) ||
                 (change->has_searchable && change->searchable != club.searchable);
    return other ? write_change(service, change, error) : ERR_OK;
}

enum err service_club_change(struct service *service, const struct club_change *change, struct error *error)
{
    enum err err = check_change(change, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, change_within(service, change, error), error) : err;
}

enum err service_club_set(struct service *service, struct span name, struct error *error)
{
    enum err err = check_club_name(name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    err = store_setting_set(service->store, SIGNED_NAME, name, error);
    return end_write(service, err, error);
}

/* ---- the clock on its wall ---- */

enum err service_today(struct service *service, int32_t *day, struct error *error)
{
    enum { DAY = 86400 };
    struct club_settings club;
    int32_t ahead = 0;
    enum err err = service_club(service, &club, error);
    if (err != ERR_OK) {
        return err;
    }
    int64_t now = now_of(service) / 1000;
    (void)zone_ahead(ZONE_FOLDER, span_from(club.zone), now, &ahead); /* a system without zones has the clock of UTC */
    int64_t wall = now + ahead;
    *day = (int32_t)(wall / DAY - (wall % DAY < 0));
    return ERR_OK;
}
