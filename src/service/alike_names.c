/*
 * Names that look alike. Whom one new name looks like is found by its pieces (base/near_index.h), so that a thousand new
 * people take a thousand steps and not a million. When all are held against all: of two names that are so few slips
 * apart, the sets of letters differ by at most two letters a slip, and the sets of neighbouring letters by at most six:
 * two comparisons of 64 bits pass over nearly all names, and only the rest is aligned letter by letter.
 */
#include "base/fnv.h"
#include "base/near_index.h"
#include "service/alike.h"
#include "service/merges.h"

#include "base/banned.h"

struct known_name {
    uint64_t set;   /* a bit for each of its letters, some of which share one */
    uint64_t pairs; /* likewise for two in a row */
    size_t at;      /* in alike_names.text */
    size_t letters;
    int64_t person;
};

/* True when no more than `most` bits are set. */
static inline bool has_at_most(uint64_t bits, unsigned most)
{
    for (; bits != 0 && most > 0; most--) {
        bits &= bits - 1;
    }
    return bits == 0;
}

/* False when they are more slips apart than that, whatever the letters. */
static inline bool may_be_near(const struct known_name *one, const struct known_name *other, unsigned slips)
{
    return has_at_most(one->set ^ other->set, 2 * slips) && has_at_most(one->pairs ^ other->pairs, 6 * slips);
}

/* All names of so many letters, as numbers of alike_names.known. */
struct shelf {
    uint32_t *names;
    size_t count;
    size_t room;
};

struct alike_names {
    const struct allocator *allocator;
    int64_t version; /* of the people */
    struct shelf shelves[NEAR_LETTERS + 1];
    struct near_index index;
    struct known_name *known;
    size_t count;
    size_t room;
    uint32_t *text; /* the letters of all of them */
    size_t text_count;
    size_t text_room;
};

void alike_names_free(const struct allocator *allocator, struct alike_names *names)
{
    if (!names) {
        return;
    }
    for (size_t i = 0; i <= NEAR_LETTERS; i++) {
        mem_free(allocator, names->shelves[i].names);
    }
    near_index_release(&names->index);
    mem_free(allocator, names->known);
    mem_free(allocator, names->text);
    mem_free(allocator, names);
}

/* The letters of the name as names are compared; 0: it is too short or too long to look like another. */
static size_t letters_of(struct span name, uint32_t out[NEAR_LETTERS])
{
    char memory[PERSON_FOLDED];
    struct strbuf folded;
    strbuf_wrap(&folded, memory, sizeof(memory));
    fold_name(name, &folded);
    size_t letters = near_letters(strbuf_span(&folded), out);
    return letters >= NEAR_ONE_SLIP ? letters : 0;
}

static struct known_name known_of(const uint32_t *letters, size_t count)
{
    struct known_name known = {.letters = count};
    for (size_t i = 0; i < count; i++) {
        known.set |= UINT64_C(1) << (letters[i] % 64);
        if (i > 0) {
            known.pairs |= UINT64_C(1) << ((letters[i - 1] * UINT32_C(31) + letters[i] * UINT32_C(17)) % 61);
        }
    }
    return known;
}

/* A hash of the digits of a name: those that differ in them are told apart by them. */
static uint64_t digits_of(const uint32_t *letters, size_t count)
{
    uint64_t hash = FNV_START;
    for (size_t i = 0; i < count; i++) {
        if (letters[i] >= '0' && letters[i] <= '9') {
            hash = hash_mix(hash, letters[i]);
        }
    }
    return hash;
}

static bool add_letters(struct alike_names *names, const uint32_t *letters, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t *larger =
            mem_more(names->allocator, names->text, names->text_count, &names->text_room, sizeof(names->text[0]));
        if (!larger) {
            return false;
        }
        names->text = larger;
        names->text[names->text_count++] = letters[i];
    }
    return true;
}

/* Room for one name more, among all and on its shelf. */
static bool make_room(struct alike_names *names, struct shelf *shelf)
{
    struct known_name *known =
        mem_more(names->allocator, names->known, names->count, &names->room, sizeof(names->known[0]));
    names->known = known ? known : names->known;
    uint32_t *larger = mem_more(names->allocator, shelf->names, shelf->count, &shelf->room, sizeof(shelf->names[0]));
    shelf->names = larger ? larger : shelf->names;
    return known && larger && names->count < UINT32_MAX;
}

static bool add_name(struct alike_names *names, struct span name, int64_t person)
{
    uint32_t letters[NEAR_LETTERS];
    size_t count = letters_of(name, letters);
    struct shelf *shelf = &names->shelves[count];
    struct known_name known = known_of(letters, count);
    known.at = names->text_count;
    known.person = person;
    if (count == 0) {
        return true;
    }
    if (!make_room(names, shelf) || !add_letters(names, letters, count) ||
        !near_index_add(&names->index, letters, count, digits_of(letters, count), (uint32_t)names->count)) {
        return false;
    }
    shelf->names[shelf->count++] = (uint32_t)names->count;
    names->known[names->count++] = known;
    return true;
}

static enum err take_person(void *context, const struct store_person *person, struct error *error)
{
    return add_name(context, person->name, person->id) ? ERR_OK : error_raise(error, &MSG_MEMORY);
}

static enum err load_all(struct service *service, int64_t version, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    alike_names_free(allocator, service->alike_names);
    service->alike_names = NULL;
    struct alike_names *names = mem_new(allocator, 1, sizeof(*names));
    if (!names) {
        return error_raise(error, &MSG_MEMORY);
    }
    *names = (struct alike_names){.allocator = allocator, .version = version};
    near_index_init(&names->index, allocator);
    enum err err = store_everybody(service->store, take_person, names, error);
    if (err != ERR_OK) {
        alike_names_free(allocator, names);
        return err;
    }
    service->alike_names = names;
    return ERR_OK;
}

static enum err be_ready(struct service *service, struct error *error)
{
    int64_t version = 0;
    enum err err = read_version(service, "people-version", &version, error);
    if (err != ERR_OK || (service->alike_names && service->alike_names->version == version)) {
        return err;
    }
    return load_all(service, version, error);
}

enum err alike_name_added(struct service *service, struct span name, int64_t person, struct error *error)
{
    struct alike_names *names = service->alike_names;
    int64_t version = 0;
    if (!names) {
        return ERR_OK;
    }
    enum err err = read_version(service, "people-version", &version, error);
    bool next = err == ERR_OK && version == names->version + 1; /* nothing else has changed */
    names->version = -1;
    if (!next) {
        return err;
    }
    if (!add_name(names, name, person)) {
        return error_raise(error, &MSG_MEMORY);
    }
    names->version = version;
    return ERR_OK;
}

enum err alike_nobody_added(struct service *service, struct error *error)
{
    return alike_name_added(service, (struct span){NULL, 0}, 0, error);
}

/* A new name, and the nearest so far. */
struct search {
    const struct alike_names *names;
    uint32_t letters[NEAR_LETTERS];
    size_t count;
    struct known_name sets;
    const int64_t *there;
    size_t there_count;
    unsigned slips; /* more than are forgiven while there is none */
    int64_t person;
};

/* True when both have the same digits in the same order. */
static bool same_digits(const uint32_t *one, size_t count, const uint32_t *other, size_t other_count)
{
    size_t j = 0;
    for (size_t i = 0; i < count; i++) {
        if (one[i] < '0' || one[i] > '9') {
            continue;
        }
        while (j < other_count && (other[j] < '0' || other[j] > '9')) {
            j++;
        }
        if (j == other_count || other[j++] != one[i]) {
            return false;
        }
    }
    while (j < other_count && (other[j] < '0' || other[j] > '9')) {
        j++;
    }
    return j == other_count;
}

static bool sits_there(const struct search *search, int64_t person)
{
    for (size_t i = 0; i < search->there_count; i++) {
        if (search->there[i] == person) {
            return true;
        }
    }
    return false;
}

static void compare(void *context, uint32_t number)
{
    struct search *search = context;
    const struct known_name *known = &search->names->known[number];
    unsigned forgiven = near_forgiven(search->count, known->letters);
    if (!may_be_near(known, &search->sets, forgiven)) {
        return;
    }
    const uint32_t *other = search->names->text + known->at;
    unsigned slips = near_slips(search->letters, search->count, other, known->letters);
    bool better = slips < search->slips || (slips == search->slips && known->person < search->person);
    if (slips > 0 && slips <= forgiven && better &&
        same_digits(search->letters, search->count, other, known->letters) && !sits_there(search, known->person)) {
        search->slips = slips;
        search->person = known->person;
    }
}

static enum err take_found(void *context, const struct store_person *person, struct error *error)
{
    (void)error;
    struct alike_name *out = context;
    struct strbuf text;
    strbuf_wrap(&text, out->name, sizeof(out->name));
    strbuf_add_span(&text, person->name);
    strbuf_wrap(&text, out->handle, sizeof(out->handle));
    strbuf_add_span(&text, person->handle);
    return ERR_OK;
}

enum err alike_name_find(struct service *service, struct span name, const int64_t *there, size_t count,
                         struct alike_name *out, struct error *error)
{
    struct search search = {.there = there, .there_count = count, .slips = 3};
    *out = (struct alike_name){.person = 0};
    search.count = letters_of(name, search.letters);
    enum err err = search.count > 0 ? be_ready(service, error) : ERR_OK;
    if (err != ERR_OK || search.count == 0) {
        return err;
    }
    search.names = service->alike_names;
    search.sets = known_of(search.letters, search.count);
    near_index_find(&search.names->index, search.letters, search.count, digits_of(search.letters, search.count),
                    compare, &search);
    out->person = search.person;
    return search.person != 0 ? store_person(service->store, search.person, take_found, out, error) : ERR_OK;
}

/* ---- all of them ---- */

struct pairs {
    struct service *service;
    alike_pair_fn *fn;
    void *context;
    size_t count;
};

/* One of two, copied. */
struct half {
    bool merged;
    struct alike_name as;
};

static enum err take_half(void *context, const struct store_person *person, struct error *error)
{
    struct half *half = context;
    half->merged = person->target != person->id;
    return take_found(&half->as, person, error);
}

/* Tells of two names that look alike, unless it is known who is who. */
static enum err tell_pair(struct pairs *pairs, int64_t one, int64_t other, struct error *error)
{
    struct store *store = pairs->service->store;
    const int64_t person[2] = {one, other};
    struct half half[2];
    bool two = false;
    for (int i = 0; i < 2; i++) {
        enum err err = store_person(store, person[i], take_half, &half[i], error);
        if (err != ERR_OK || half[i].merged) {
            return err;
        }
    }
    enum err err = store_two_has(store, one, other, &two, error);
    if (err != ERR_OK || two) {
        return err;
    }
    err = store_people_met(store, one, other, &two, error);
    if (err != ERR_OK || two) {
        return err;
    }
    struct alike_pair pair;
    for (int i = 0; i < 2; i++) {
        pair.handle[i] = span_from(half[i].as.handle);
        pair.name[i] = span_from(half[i].as.name);
    }
    pairs->count++;
    err = pairs->fn(pairs->context, &pair, error);
    return err == ERR_OK && pairs->count == ALIKE_PAIRS ? ERR_END : err;
}

/* Those behind `from` on a shelf that a name of `letters` letters looks like. */
static enum err tell_shelf(struct pairs *pairs, const struct known_name *name, size_t letters, size_t other,
                           size_t from, struct error *error)
{
    const struct alike_names *names = pairs->service->alike_names;
    const struct shelf *shelf = &names->shelves[other];
    unsigned forgiven = near_forgiven(letters, other);
    if (other - letters > forgiven) {
        return ERR_OK;
    }
    for (size_t i = from; i < shelf->count; i++) {
        const struct known_name *known = &names->known[shelf->names[i]];
        const uint32_t *one = names->text + name->at;
        const uint32_t *two = names->text + known->at;
        if (!may_be_near(known, name, forgiven) || near_slips(one, letters, two, other) > forgiven ||
            !same_digits(one, letters, two, other)) {
            continue;
        }
        bool older = name->person < known->person;
        enum err err =
            tell_pair(pairs, older ? name->person : known->person, older ? known->person : name->person, error);
        if (err != ERR_OK) {
            return err;
        }
    }
    return ERR_OK;
}

static enum err tell_all(struct pairs *pairs, struct error *error)
{
    const struct alike_names *names = pairs->service->alike_names;
    for (size_t letters = NEAR_ONE_SLIP; letters <= NEAR_LETTERS; letters++) {
        const struct shelf *shelf = &names->shelves[letters];
        for (size_t i = 0; i < shelf->count; i++) {
            enum err err = deadline_check(service_deadline_now(pairs->service), error);
            for (size_t other = letters; err == ERR_OK && other <= letters + 2 && other <= NEAR_LETTERS; other++) {
                size_t from = other == letters ? i + 1 : 0;
                err = tell_shelf(pairs, &names->known[shelf->names[i]], letters, other, from, error);
            }
            if (err != ERR_OK) {
                return err;
            }
        }
    }
    return ERR_OK;
}

enum err service_people_alike(struct service *service, alike_pair_fn *fn, void *context, struct error *error)
{
    struct pairs pairs = {service, fn, context, 0};
    enum err err = be_ready(service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = tell_all(&pairs, error);
    return err == ERR_END ? ERR_OK : err;
}
