/* Writing down a record that arrives: the body of its entry, what stands beside the log, and the derived rows. */
#include "service/arrival.h"

#include "record/write.h"

#include "base/banned.h"

void arrival_body(struct service *service, const struct arrival *arrival, const struct seats *seats, size_t head)
{
    char names[GAME_PLAYERS][PERSON_HANDLE + 1];
    struct record bare = *arrival->record;
    for (unsigned i = 0; i < bare.seats; i++) {
        struct strbuf name;
        strbuf_wrap(&name, names[i], sizeof(names[i]));
        if (span_is(bare.seat[i].text, RECORD_GUEST)) {
            continue;
        }
        strbuf_add_char(&name, '@');
        strbuf_add(&name, seats->handle[i]);
        bare.seat[i].text = strbuf_span(&name);
    }
    bare.place.text = bare.id.text = (struct span){NULL, 0};
    bare.notes_count = bare.extras_count = 0;
    strbuf_clear(&service->body);
    if (arrival->reason.len > 0) {
        record_write_header(&service->body, "reason", arrival->reason);
    }
    if (arrival->undone > 0) {
        undone_line(arrival->undone, &service->body);
    }
    record_write_head(&bare, &service->replay.setup, &service->body);
    strbuf_add_span(&service->body, span_skip(strbuf_span(&service->text), head));
}

/* Notes, the record's own id, x- lines and the place: beside the log, where they can be erased. */
static enum err write_asides(struct service *service, int64_t entry, const struct record *record, struct error *error)
{
    struct store *store = service->store;
    int position = 0;
    enum err err = ERR_OK;
    for (size_t i = 0; i < record->notes_count; i++) {
        err = store_aside_add(store, entry, position++, SPAN_LITERAL("note"), record->notes[i].value.text, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (record->id.text.len > 0) {
        err = store_aside_add(store, entry, position++, SPAN_LITERAL("id"), record->id.text, error);
    }
    if (err != ERR_OK) {
        return err;
    }
    for (size_t i = 0; i < record->extras_count; i++) {
        const struct field_pair *extra = &record->extras[i];
        err = store_aside_add(store, entry, position++, extra->name.text, extra->value.text, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    if (record->place.text.len == 0) {
        return ERR_OK;
    }
    int64_t place = 0;
    err = store_place_id(store, record->place.text, true, &place, error);
    return err == ERR_OK ? store_whereabouts_set(store, entry, place, error) : err;
}

enum err arrival_write(struct service *service, const struct arrival *arrival, struct seats *seats, size_t head,
                       struct receipt *receipt, struct error *error)
{
    int64_t seq = 0;
    first_write(service);
    enum err err = catalogue_keep(service, &service->replay.setup, error);
    if (err != ERR_OK) {
        return err;
    }
    err = seats_create(service, seats, error);
    if (err != ERR_OK) {
        return err;
    }
    err = title_keep(service, arrival->author, arrival->record, &service->replay.setup, seats->seating.title, error);
    if (err != ERR_OK) {
        return err;
    }
    arrival_body(service, arrival, seats, head);
    if (!strbuf_ok(&service->body)) {
        return error_raise(error, &MSG_MEMORY);
    }
    err = append_entry(service, arrival->author, arrival->kind, arrival->game, arrival->game == 0,
                       strbuf_span(&service->body), &seq, error);
    if (err != ERR_OK) {
        return err;
    }
    err = write_asides(service, seq, arrival->record, error);
    if (err != ERR_OK) {
        return err;
    }
    struct story story = {.id = arrival->game ? arrival->game : seq, .source = seq, .last = seq};
    err = derive_and_put(service, &story, arrival->record, &service->replay, &seats->seating, error);
    if (err != ERR_OK) {
        return err;
    }
    const struct setup *setup = &service->replay.setup;
    bool over = setup->game->turn(setup, service->replay.state) == 0;
    *receipt = (struct receipt){.game = story.id,
                                .seq = seq,
                                .ply = (int64_t)service->replay.plies,
                                .status = over ? GAME_FINISHED : GAME_LIVE};
    return ERR_OK;
}
