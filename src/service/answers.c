/* Kept answers, the probe, and the numbers that grow when something has changed. */
#include "service/answers.h"

#include "service/internal.h"

#include "base/banned.h"

static const struct message MSG_OTHER = {ERR_MISMATCH, "idempotency.other",
                                         "this Idempotency-Key was used for another request",
                                         "cette Idempotency-Key a déjà servi pour une autre demande"};

#define ANSWER_KEPT_MS ((int64_t)7 * 24 * 3600 * 1000)

struct found {
    const struct answer_key *key;
    answer_fn *fn;
    void *context;
};

static enum err check_answer(void *context, const struct store_answer *row, struct error *error)
{
    const struct found *found = context;
    if (memcmp(row->request, found->key->request, SHA256_SIZE) != 0) {
        return error_raise(error, &MSG_OTHER);
    }
    struct answer answer = {row->status, row->type, row->place, row->body};
    return found->fn(found->context, &answer, error);
}

enum err service_answer_find(struct service *service, const struct answer_key *key, answer_fn *fn, void *context,
                             struct error *error)
{
    struct found found = {key, fn, context};
    return store_answer_find(service->store, key->token, key->key, now_of(service) - ANSWER_KEPT_MS, check_answer,
                             &found, error);
}

enum err service_answer_keep(struct service *service, const struct answer_key *key, const struct answer *answer,
                             struct error *error)
{
    struct store_answer row = {key->request, answer->status, answer->type, answer->location, answer->body};
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    err = store_answer_add(service->store, key->token, key->key, now_of(service), &row, error);
    return end_write(service, err, error);
}

enum err service_answers_sweep(struct service *service, struct error *error)
{
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    err = store_answers_sweep(service->store, now_of(service) - ANSWER_KEPT_MS, error);
    return end_write(service, err, error);
}

enum err write_version(struct service *service, const char *name, int64_t version, struct error *error)
{
    char memory[24];
    struct strbuf text;
    strbuf_wrap(&text, memory, sizeof(memory));
    strbuf_int(&text, version);
    first_write(service);
    return store_setting_set(service->store, name, strbuf_span(&text), error);
}

enum err service_probe(struct service *service, struct error *error)
{
    enum err err = begin_write(service, error);
    return err == ERR_OK ? end_write(service, write_version(service, "probe", now_of(service), error), error) : err;
}

enum err service_probe_room(struct service *service, bool take, struct error *error)
{
    static const char room[PROBE_ROOM] = {0};
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    err = store_setting_set(service->store, "probe-room", span_of(room, take ? sizeof(room) : 0), error);
    return end_write(service, err, error);
}

enum err read_version(struct service *service, const char *name, int64_t *version, struct error *error)
{
    char text[24];
    size_t length = 0;
    enum err err = store_setting_get(service->store, name, text, sizeof(text), &length, error);
    *version = 0;
    if (err != ERR_OK) {
        return err == ERR_NOT_FOUND ? ERR_OK : err;
    }
    (void)span_int(span_of(text, length), 0, INT64_MAX, version);
    return ERR_OK;
}

enum err service_versions(struct service *service, struct versions *versions, struct error *error)
{
    static const char *const names[STORE_NUMBERS] = {"people-version", "token-version", FLUSH_DUE};
    int64_t numbers[STORE_NUMBERS];
    enum err err = store_log_size_and_settings(service->store, names, &versions->log, numbers, error);
    versions->people = numbers[0];
    versions->token = numbers[1];
    versions->flush = numbers[2];
    return err;
}

int64_t service_token_version(const struct service *service)
{
    return service->token_version;
}
