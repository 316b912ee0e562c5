/*
 * Erasing a name. It is stored in four ways: with the people, as what other
 * programs call them, in the answers kept for those who repeat a request, and,
 * in copies, in the gaps of the pages that hold these. It goes from all of them
 * in one transaction, which also notes that the log beside the file is to be
 * emptied.
 */
#include "base/arena.h"
#include "service/answers.h"
#include "service/foreign.h"

#include "base/banned.h"

enum {
    WHO_LIMIT = 16 << 20, /* bytes of everybody who is one person */
    SHORT_NAME = 4        /* bytes; shorter ones are looked for as words of their own */
};

struct erasure {
    struct service *service;
    int64_t target;
    struct arena arena;
    struct forgotten *who;
    const char *handle; /* of the one who is being erased; in the arena */
    bool elsewhere;     /* other programs know some of them */
};

/* What the person of that handle is called, here or elsewhere, is to be forgotten. */
static enum err note(struct erasure *erasure, struct span name, struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(name, &folded);
    struct forgotten *one = arena_new(&erasure->arena, 1, sizeof(*one));
    if (!one) {
        return error_raise(error, &MSG_MEMORY);
    }
    *one = (struct forgotten){erasure->handle, arena_copy(&erasure->arena, strbuf_span(&folded)), erasure->who};
    erasure->who = one;
    return one->folded ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err note_id(void *context, struct span id, struct error *error)
{
    struct erasure *erasure = context;
    erasure->elsewhere = true;
    return note(erasure, id, error);
}

/* Everybody who is one person with the target is noted, and loses the name. */
static enum err erase_one(void *context, const struct store_person *person, struct error *error)
{
    struct erasure *erasure = context;
    if (person->target != erasure->target) {
        return ERR_OK;
    }
    erasure->handle = arena_copy(&erasure->arena, person->handle);
    if (!erasure->handle) {
        return error_raise(error, &MSG_MEMORY);
    }
    enum err err = note(erasure, person->name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = foreign_person_forget(erasure->service, person->handle, note_id, erasure, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_name_unlend(erasure->service->store, person->id, error);
    if (err != ERR_OK) {
        return err;
    }
    return person->name.len > 0 ? forget_name(erasure->service, person->id, error) : ERR_OK;
}

/* ---- in a text ---- */

/* True for what a word is made of, in folded text. */
static bool wordy(struct span text, size_t at)
{
    unsigned char c = at < text.len ? (unsigned char)text.ptr[at] : ' ';
    return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool has_word(struct span text, struct span word)
{
    for (size_t i = 0; i + word.len <= text.len; i++) {
        if (memcmp(text.ptr + i, word.ptr, word.len) != 0) {
            continue;
        }
        bool alone = (i == 0 || !wordy(text, i - 1)) && !wordy(text, i + word.len);
        if (alone || word.len >= SHORT_NAME) {
            return true;
        }
    }
    return false;
}

const struct forgotten *forgotten_within(const struct forgotten *who, struct span text, struct strbuf *scratch)
{
    strbuf_clear(scratch);
    fold_name(text, scratch);
    for (; who; who = who->next) {
        struct span name = span_from(who->folded);
        /* What there is no memory to look into might have it. */
        if (!strbuf_ok(scratch) || (name.len > 0 && has_word(strbuf_span(scratch), name))) {
            return who;
        }
    }
    return NULL;
}

/* ---- in the kept answers ---- */

static enum err forget_in(void *context, const struct store_answer *row, struct strbuf *body, bool *change,
                          struct error *error)
{
    const struct erasure *erasure = context;
    struct answer answer = {row->status, row->type, row->place, row->body};
    if (erasure->service->options.forget && row->body.len > 0) {
        return erasure->service->options.forget(&answer, erasure->who, body, change, error);
    }
    *change = row->body.len > 0;
    return ERR_OK;
}

static enum err erase_everywhere(struct erasure *erasure, struct error *error)
{
    struct service *service = erasure->service;
    int64_t version = 0;
    enum err err = store_people(service->store, erase_one, erasure, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_answers_rewrite(service->store, forget_in, erasure, error);
    if (err != ERR_OK) {
        return err;
    }
    err = store_scrub(service->store, erasure->elsewhere, error);
    if (err != ERR_OK) {
        return err;
    }
    err = read_version(service, "people-version", &version, error);
    if (err != ERR_OK) {
        return err;
    }
    /* It has grown with every row that was written: no two erasures note the same. */
    return write_version(service, FLUSH_DUE, version > 0 ? version : 1, error);
}

static enum err erase(struct erasure *erasure, struct span handle, struct error *error)
{
    struct service *service = erasure->service;
    enum err err = person_behind(service, handle, &erasure->target, error);
    if (err != ERR_OK) {
        return err;
    }
    err = remember_live(service, erasure->target, error);
    if (err != ERR_OK) {
        return err;
    }
    first_write(service);
    err = erase_everywhere(erasure, error);
    if (err != ERR_OK) {
        return err;
    }
    return remember_person(service, erasure->target, error);
}

enum err service_person_erase(struct service *service, struct span handle, struct error *error)
{
    struct erasure erasure = {.service = service};
    enum err err = begin_write(service, error);
    if (err != ERR_OK) {
        return err;
    }
    arena_init(&erasure.arena, service->options.allocator, WHO_LIMIT);
    err = erase(&erasure, handle, error);
    arena_release(&erasure.arena);
    return end_write(service, err, error);
}
