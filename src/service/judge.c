/* What is wrong with a record for this database, told without storing it: people who are one here, and all the rest. */
#include "base/fold.h"
#include "record/write.h"
#include "service/internal.h"
#include "service/messages.h"

#include "base/banned.h"

/* The person, after merges, whom the seat's text names, as canonical text has it; 0: nobody who is here. */
static int64_t sitter(struct service *service, struct span text)
{
    char memory[RECORD_NAME];
    char handle[PERSON_HANDLE];
    struct error ignored;
    int64_t id = 0;
    struct span name = record_seat_name(text, memory);
    bool here = name.len > 0 && person_for(service, name, false, &id, handle, &ignored) == ERR_OK;
    return here ? id : 0;
}

void service_merged_twice(struct service *service, const struct record *record, problem_fn *fn, void *context)
{
    int64_t person[GAME_PLAYERS];
    for (unsigned i = 0; i < record->seats; i++) {
        unsigned other = 0;
        person[i] = sitter(service, record->seat[i].text);
        while (other < i && (person[i] == 0 || person[other] != person[i])) {
            other++;
        }
        if (other == i || fold_same(record->seat[i].text, record->seat[other].text)) {
            continue;
        }
        struct problem problem = {.seat = -1, .ply = -1};
        (void)!record_raise(&problem.error, &SERVICE_MSG_MERGED_TWICE, record, record->seat[i]);
        error_add(&problem.error, record->seat[other].text);
        error_add(&problem.error, span_from(seat_label(other)));
        fn(context, &problem);
    }
}

void service_judge_rest(struct service *service, const struct record *record, problem_fn *fn, void *context)
{
    struct error error;
    struct replay replay;
    replay_init(&replay, service->options.allocator);
    replay.pace.deadline = service_deadline_now(service);
    enum err err = record_verify(record, &service->finder.source, &replay, fn, context, &error);
    (void)err; /* it is refused already */
    replay_release(&replay);
    service_merged_twice(service, record, fn, context);
}
