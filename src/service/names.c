/*
 * What people, places and other things may be called, and when two names mean
 * one person. A name that looks like another although it differs is
 * refused when it is new; one that is stored already, from before there was
 * such a rule, is found, shown and exported as it is.
 */
#include "base/hidden.h"
#include "base/utf8.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

enum err check_visible(struct span text, const char *allowed, struct error *error)
{
    char name[HIDDEN_TEXT];
    uint32_t c = 0;
    for (size_t i = 0, start = 0; text.len > 0 && i <= text.len; i++) {
        bool cut = i == text.len || (text.ptr[i] != '\0' && strchr(allowed, text.ptr[i]));
        if (cut && hidden_find(span_of(text.ptr + start, i - start), &c)) {
            hidden_print(c, name);
            return error_raise_span(error, &SERVICE_MSG_HIDDEN, span_from(name));
        }
        start = cut ? i + 1 : start;
    }
    return ERR_OK;
}

/* Text of the right length; a control character cannot be in a name that is stored. */
static enum err check_shape(struct span name, struct error *error)
{
    bool good = name.len > 0 && name.ptr[0] != '@' && utf8_valid(name) == name.len && utf8_count(name) <= PERSON_NAME &&
                span_trim(name).len == name.len;
    return good ? ERR_OK : error_raise(error, &SERVICE_MSG_NAME);
}

enum err check_name(struct span name, struct error *error)
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    enum err err = check_shape(name, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_visible(name, "", error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(name, &folded);
    return folded.len > 0 ? ERR_OK : error_raise(error, &SERVICE_MSG_NAME);
}

enum err check_asked_name(struct span name, struct error *error)
{
    enum err err = check_shape(name, error);
    if (err != ERR_OK) {
        return err;
    }
    bool control = false;
    for (struct span rest = name; rest.len > 0; rest = span_skip(rest, 1)) {
        control = control || utf8_control(rest) != 0;
    }
    return control ? check_visible(name, "", error) : ERR_OK;
}

enum err check_new_place(struct service *service, struct span name, struct error *error)
{
    int64_t id = 0;
    enum err err = check_visible(name, "\t", error);
    if (err != ERR_USAGE) {
        return err;
    }
    struct error ignored;
    return store_place_id(service->store, name, false, &id, &ignored) == ERR_OK ? ERR_OK : err;
}
