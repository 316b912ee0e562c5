/* The club's years over HTTP. */
#include "service/years.h"
#include "http/handlers.h"
#include "wire/years.h"

#include "base/banned.h"

static const char *const NOTHING[] = {NULL};

enum err get_years(struct request *request, struct error *error)
{
    struct year_table table;
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_years(request->service, &table, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_years(&table, &request->response.body, error);
    year_table_release(&table);
    return err;
}

enum err get_year(struct request *request, struct error *error)
{
    struct year_page page;
    int year = 0;
    enum err err = request_only(request, NOTHING, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_year_parse(request->param[0], &year, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_year(request->service, year, &page, error);
    if (err != ERR_OK) {
        return err;
    }
    err = wire_year(&page, &request->response.body, error);
    year_page_release(&page);
    return err;
}
