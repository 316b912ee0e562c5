/* The club's settings: what they are before anybody sets them, what is refused whole, and what day it is where the club is. */
#include "support/cmocka.h"

#include "service/answers.h"
#include "service/club.h"
#include "support/needs.h"
#include "support/world.h"

#include <unistd.h>

enum { TODAY = 20770 /* 2026-11-13 */ };

static int64_t version_of(struct service *service)
{
    struct error error = {.message = NULL};
    struct versions versions;
    MUST(service_versions(service, &versions, &error));
    return versions.people;
}

static void must_be(struct service *service, const char *name, const char *zone, const char *language)
{
    struct error error = {.message = NULL};
    struct club_settings club;
    MUST(service_club(service, &club, &error));
    assert_string_equal(club.name, name);
    assert_string_equal(club.zone, zone);
    assert_string_equal(club.language, language);
}

static void the_name_of_the_key_stands_in(void **unused)
{
    (void)unused;
    struct error error = {.message = NULL};
    struct world world;
    struct club_change nameless = {.has_name = true};
    world_begin(&world);
    struct service *service = world_open(&world, SERVICE_CREATE);
    must_be(service, "", "UTC", "");
    MUST(service_club_set(service, SPAN_LITERAL("club"), &error)); /* nobody's name */
    must_be(service, "", "UTC", "");
    MUST(service_club_set(service, SPAN_LITERAL("Les Ormes"), &error));
    must_be(service, "Les Ormes", "UTC", "");
    MUST(service_club_change(service, &nameless, &error));
    must_be(service, "", "UTC", "");
    service_close(service);
    world_end(&world);
}

static void all_or_nothing(void **unused)
{
    (void)unused;
    struct error error = {.message = NULL};
    struct world world;
    world_begin(&world);
    struct service *service = world_open(&world, SERVICE_CREATE);
    struct club_change change = {.has_name = true,
                                 .name = SPAN_LITERAL("Ormes"),
                                 .has_zone = true,
                                 .zone = SPAN_LITERAL("UTC"),
                                 .has_language = true,
                                 .language = SPAN_LITERAL("en")};
    int64_t before = version_of(service);
    MUST(service_club_change(service, &change, &error));
    must_be(service, "Ormes", "UTC", "en");
    assert_true(version_of(service) > before);
    before = version_of(service);
    MUST(service_club_change(service, &change, &error)); /* the same again */
    assert_int_equal(version_of(service), before);
    change.name = SPAN_LITERAL("Other");
    change.language = SPAN_LITERAL("EN");
    MUST_FAIL(service_club_change(service, &change, &error), ERR_USAGE, "club.language");
    change.language = SPAN_LITERAL("fr");
    change.zone = SPAN_LITERAL("Europe/../Paris");
    MUST_FAIL(service_club_change(service, &change, &error), ERR_USAGE, "club.zone");
    must_be(service, "Ormes", "UTC", "en");
    assert_int_equal(version_of(service), before);
    service_close(service);
    world_end(&world);
}

static void a_day_begins_where_the_club_is(void **unused)
{
    (void)unused;
    static const struct {
        const char *zone;
        int32_t day;
    } cases[] = {
        {"UTC", TODAY}, {"Europe/Paris", TODAY + 1}, {"America/Montreal", TODAY}, {"Pacific/Auckland", TODAY + 1}};
    struct error error = {.message = NULL};
    struct world world;
    if (access(ZONE_FOLDER "/Europe/Paris", R_OK) != 0 || access(ZONE_FOLDER "/America/Montreal", R_OK) != 0) {
        skip_because("no time zones in " ZONE_FOLDER);
    }
    world_begin(&world);
    struct service *service = world_open(&world, SERVICE_CREATE);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int32_t day = 0;
        struct club_change change = {.has_zone = true, .zone = span_from(cases[i].zone)};
        MUST(service_club_change(service, &change, &error));
        world.now = (int64_t)TODAY * 86400000 + INT64_C(23) * 3600000 + 1800000; /* half past eleven at night, UTC */
        MUST(service_today(service, &day, &error));
        assert_int_equal(day, cases[i].day);
    }
    service_close(service);
    world_end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_name_of_the_key_stands_in),
        cmocka_unit_test(all_or_nothing),
        cmocka_unit_test(a_day_begins_where_the_club_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
