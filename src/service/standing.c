/* How a club stands among others: one table gives names, checks and the rows of `setting` that keep them. */
#include "service/clubs.h"
#include "service/internal.h"
#include "service/proof.h"

#include "base/banned.h"

enum kind { STANDING_FLAG, STANDING_NUMBER, STANDING_HOST };

static const struct row {
    const char *name;
    const char *setting;
    enum kind kind;
    size_t offset;
} ROWS[] = {
    {"private", "club-private", STANDING_FLAG, offsetof(struct club_standing, closed)},
    {"listed", "club-listed", STANDING_FLAG, offsetof(struct club_standing, listed)},
    {"sharing", "club-sharing", STANDING_FLAG, offsetof(struct club_standing, sharing)},
    {"searchable", "club-searchable", STANDING_FLAG, offsetof(struct club_standing, searchable)},
    {"host", "club-host", STANDING_HOST, offsetof(struct club_standing, host)},
    {"entries-a-day", "club-entries-a-day", STANDING_NUMBER, offsetof(struct club_standing, entries_a_day)},
    {"bytes", "club-bytes", STANDING_NUMBER, offsetof(struct club_standing, bytes)},
    {"suspended", "club-suspended", STANDING_FLAG, offsetof(struct club_standing, suspended)},
};
enum { ROWS_COUNT = sizeof(ROWS) / sizeof(ROWS[0]), SHOWN = ROWS_COUNT - 1, VALUE = CLUB_HOST + 1 };

static const struct message MSG_SETTING = {ERR_NOT_FOUND, "club.setting", "no setting is called '%1'",
                                           "aucun réglage ne s'appelle « %1 »"};
static const struct message MSG_FLAG = {ERR_USAGE, "club.flag", "'%1' is yes or no, not '%2'",
                                        "« %1 » vaut « yes » ou « no », pas « %2 »"};
static const struct message MSG_NUMBER = {ERR_USAGE, "club.number", "'%1' is a whole number, 0 for no limit, not '%2'",
                                          "« %1 » est un nombre entier, 0 pour aucune limite, pas « %2 »"};
static const struct message MSG_HOST = {
    ERR_USAGE, "club.host", "'%1' is a host name in small letters, such as club.example.org, not '%2'",
    "« %1 » est un nom de machine en minuscules, comme club.example.org, pas « %2 »"};
const struct message CLUBS_MSG_SUSPENDED = {ERR_BUSY, "club.suspended", "this club is suspended by who runs the server",
                                            "ce club est suspendu par qui tient le serveur"};

/* ---- values ---- */

/* Labels of letters, digits and hyphens, with dots between them; empty: none. */
static bool host_ok(struct span host)
{
    char before = '.';
    for (size_t i = 0; i < host.len; i++) {
        char c = host.ptr[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (!letter && (before == '.' || (c != '-' && c != '.'))) {
            return false;
        }
        before = c;
    }
    return host.len <= CLUB_HOST && (host.len == 0 || (before != '.' && before != '-'));
}

/* Into its member; false for a value that it cannot have. An empty one is what nobody has set. */
static bool take(const struct row *row, struct span value, struct club_standing *standing)
{
    char *at = (char *)standing + row->offset;
    int64_t number = 0;
    bool flag = span_is(value, "yes");
    switch (row->kind) {
    case STANDING_FLAG:
        memcpy(at, &flag, sizeof(flag));
        return flag || value.len == 0 || span_is(value, "no");
    case STANDING_NUMBER:
        if (value.len > 0 && !span_int(value, 0, INT64_MAX, &number)) {
            return false;
        }
        memcpy(at, &number, sizeof(number));
        return true;
    case STANDING_HOST:
        break;
    }
    if (!host_ok(value)) {
        return false;
    }
    memcpy(at, value.len > 0 ? value.ptr : "", value.len);
    at[value.len] = '\0';
    return true;
}

static enum err wrong(const struct row *row, struct span value, struct error *error)
{
    static const struct message *const messages[] = {
        [STANDING_FLAG] = &MSG_FLAG, [STANDING_NUMBER] = &MSG_NUMBER, [STANDING_HOST] = &MSG_HOST};
    enum err err = error_raise_span(error, messages[row->kind], span_from(row->name));
    error_add(error, value);
    return err;
}

const char *standing_name(size_t number)
{
    return number < SHOWN ? ROWS[number].name : NULL;
}

void standing_value(const struct club_standing *standing, size_t number, struct strbuf *out)
{
    const struct row *row = &ROWS[number];
    const char *at = (const char *)standing + row->offset;
    bool flag = false;
    int64_t value = 0;
    switch (row->kind) {
    case STANDING_FLAG:
        memcpy(&flag, at, sizeof(flag));
        strbuf_add(out, flag ? "yes" : "");
        break;
    case STANDING_NUMBER:
        memcpy(&value, at, sizeof(value));
        if (value > 0) {
            strbuf_int(out, value);
        }
        break;
    case STANDING_HOST:
        strbuf_add(out, at);
        break;
    }
}

/* ---- reading and setting ---- */

static enum err read_rows(struct service *service, struct club_standing *standing, struct error *error)
{
    for (size_t i = 0; i < ROWS_COUNT; i++) {
        char text[VALUE];
        size_t length = 0;
        enum err err = store_setting_get(service->store, ROWS[i].setting, text, sizeof(text), &length, error);
        if (err == ERR_NOT_FOUND || err == ERR_LIMIT) { /* one that is too long was not written by us */
            error_clear(error);
            continue;
        }
        if (err != ERR_OK) {
            return err;
        }
        (void)take(&ROWS[i], span_of(text, length), standing); /* likewise: then it is not set */
    }
    return ERR_OK;
}

enum err service_standing(struct service *service, struct club_standing *standing, struct error *error)
{
    *standing = (struct club_standing){.suspended = false};
    enum err err = store_settings_recall(service->store, error);
    err = err == ERR_OK ? read_rows(service, standing, error) : err;
    store_settings_forget(service->store);
    return err;
}

static enum err write(struct service *service, const struct row *row, struct span value, struct error *error)
{
    int64_t version = 0;
    first_write(service);
    enum err err = store_setting_set(service->store, row->setting, value.len > 0 ? value : SPAN_LITERAL(""), error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_version(service, "people-version", &version, error);
    return err == ERR_OK ? write_version(service, "people-version", version + 1, error) : err;
}

enum err service_standing_set(struct service *service, const char *name, struct span value, struct error *error)
{
    struct club_standing unused = {.suspended = false};
    size_t i = 0;
    while (i < ROWS_COUNT && strcmp(ROWS[i].name, name) != 0) {
        i++;
    }
    if (i == ROWS_COUNT) {
        return error_raise_span(error, &MSG_SETTING, span_from(name));
    }
    if (!take(&ROWS[i], value, &unused)) {
        return wrong(&ROWS[i], value, error);
    }
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, write(service, &ROWS[i], value, error), error) : err;
}

enum err standing_writable(const struct club_standing *standing, struct error *error)
{
    return standing->suspended ? error_raise(error, &CLUBS_MSG_SUSPENDED) : ERR_OK;
}

/* ---- since when ---- */

static enum err take_moment(void *context, const struct log_line *line, struct error *error)
{
    (void)error;
    *(int64_t *)context = line->at;
    return ERR_OK;
}

/* Moments go up with the log, but for a clock that was set back: then it is about right. */
enum err service_log_before(struct service *service, int64_t at, int64_t *seq, struct error *error)
{
    int64_t low = 0;
    int64_t high = 0;
    enum err err = service_log_size(service, &high, error);
    while (err == ERR_OK && low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        int64_t moment = 0;
        err = service_log(service, middle, middle, take_moment, &moment, error);
        if (moment < at) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    *seq = low;
    return err;
}
