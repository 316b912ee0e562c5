/* The club's settings over HTTP: everybody who may read sees them, an admin changes them. */
#include "service/club.h"
#include "http/handlers.h"
#include "http/inside.h"
#include "wire/club.h"
#include "wire/http_body.h"

#include "base/banned.h"

static enum err show(struct request *request, struct error *error)
{
    struct club_settings club;
    bool closed = atomic_load(&request->club->closed);
    enum err err = service_club(request->service, &club, error);
    return err == ERR_OK ? wire_club(&club, &closed, &request->response.body, error) : err;
}

enum err get_club(struct request *request, struct error *error)
{
    static const char *const nothing[] = {NULL};
    enum err err = request_only(request, nothing, error);
    return err == ERR_OK ? show(request, error) : err;
}

enum err prepare_club(struct request *request, struct error *error)
{
    struct wire_club_change *said = arena_new(&request->arena, 1, sizeof(*said));
    request->parsed = said;
    return said ? wire_read_club(strbuf_span(&request->body), &request->arena, said, error)
                : error_raise(error, &MSG_MEMORY);
}

enum err patch_club(struct request *request, struct error *error)
{
    const struct wire_club_change *said = request->parsed;
    struct club_change change = {.has_name = said->name.said,
                                 .has_zone = said->zone.said,
                                 .has_language = said->language.said,
                                 .has_searchable = said->searchable.said,
                                 .searchable = said->searchable.value,
                                 .name = said->name.text,
                                 .zone = said->zone.text,
                                 .language = said->language.text};
    enum err err = service_club_change(request->service, &change, error);
    if (err != ERR_OK) {
        return err;
    }
    request->stored = true;
    request->touched_club = true;
    return show(request, error);
}
