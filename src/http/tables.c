/* Tables for tonight over HTTP: a question with a body, which stores nothing. */
#include "service/tables.h"
#include "http/handlers.h"
#include "wire/http_body.h"
#include "wire/http_members.h"
#include "wire/tables.h"

#include "base/banned.h"

enum err prepare_tables(struct request *request, struct error *error)
{
    struct wire_tables_asked *asked = arena_new(&request->arena, 1, sizeof(*asked));
    request->parsed = asked;
    return asked ? wire_read_tables(strbuf_span(&request->body), &request->arena, asked, error)
                 : error_raise(error, &MSG_MEMORY);
}

enum err post_tables(struct request *request, struct error *error)
{
    const struct wire_tables_asked *said = request->parsed;
    struct tables_asked asked = {.people = said->people.text,
                                 .people_count = said->people.count,
                                 .titles = said->titles.text,
                                 .titles_count = said->titles.count,
                                 .has_day = said->day.ptr != NULL};
    struct tables_proposal proposal;
    enum err err = asked.has_day ? request_day(said->day, &MEMBERS_MSG_TYPE, &asked.day, error) : ERR_OK;
    if (err != ERR_OK) {
        return err;
    }
    err = service_tables(request->service, &asked, &proposal, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_tables(&proposal, &request->response.body, error);
    tables_proposal_release(&proposal);
    return err;
}
