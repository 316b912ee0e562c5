/* The club's years as JSON, for both edges. The promises of wire/json.h hold here too. */
#ifndef WIRE_YEARS_H
#define WIRE_YEARS_H

#include "base/strbuf.h"
#include "service/years.h"

/* {"log_size","undated","years":[{"year","games","nights"},…]}, the newest first */
ERR_CHECK enum err wire_years(const struct year_table *table, struct strbuf *out, struct error *error);

/*
 * {"log_size","year","games","nights","people","titles_count","minutes","timed",
 * "months":[{"month","games","nights"} x 12],"titles":[{"id","name":{"en","fr"},"games","new"},…],
 * "people_top":[{"player","handle","games","nights","wins","new"},…],
 * "new_people_count","new_people":[{of each player, handle and day},…],
 * "new_titles_count","new_titles":[{of each id, name and day},…],
 * "seasons":[{"id","name","winners":[{"player","handle"},…]},…],"longest_night":{"day","games"},
 * "pair":{"a":{"player","handle"},"b":{…},"games"}, both null where there is none,
 * "records":[rows of wire_records that are scores]}
 */
ERR_CHECK enum err wire_year(const struct year_page *page, struct strbuf *out, struct error *error);

#endif
