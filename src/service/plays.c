/*
 * The import of plays: one after the other becomes a record, which goes the way
 * of every record. First the score sheets of the whole file are looked through,
 * so that a title gets one document; then each play is written, or judged when
 * nothing is to be. Work is cut into slices; a group that is rolled back ends
 * the import.
 */
#include "service/plays.h"

#include "base/date.h"
#include "base/fnv.h"
#include "base/utf8.h"
#include "service/club.h"
#include "service/messages.h"
#include "service/plays_internal.h"

#include "base/banned.h"

const char *const play_sources[PLAY_SOURCES] = {[PLAYS_BGSTATS] = "bgstats", [PLAYS_BGG] = "bgg", [PLAYS_CSV] = "csv"};
const char *const play_kinds[PLAY_KINDS] = {[PLAYS_PLAY] = "play", [PLAYS_PERSON] = "person", [PLAYS_TITLE] = "title"};

enum {
    WHICH = 160,
    GROUP_SIZE = 20000,
    CAME_LIMIT = 8 << 20 /* plays of one file that are told apart when they say the same */
};

/* ---- telling ---- */

static uint64_t mix(struct span text, uint64_t seed)
{
    uint64_t hash = fnv_add(FNV_START ^ seed, text);
    return hash ^ hash >> 29;
}

/* A newcomer of a dry run stays one, play after play: it is said once whom the name looks like. */
static bool was_told(struct plays_import *import, const struct error *error)
{
    bool fresh = true;
    if (!import->options.dry_run || error->message != &SERVICE_MSG_ALIKE) {
        return false;
    }
    return hash_set_add(&import->told, mix(span_from(error->arg[0]), 0), &fresh) && !fresh;
}

/* `Catan, 2026-11-13`: a place in a file of one line says little. */
static void add_which(const struct plays_import *import, struct strbuf *out)
{
    const struct play *play = &import->play;
    char day[DATE_SIZE];
    struct span title = span_trim(play->title.name);
    strbuf_add_plain(out, span_of(title.ptr, utf8_fit(title, WHICH / 2)));
    if (play->has_day) {
        date_format(play->day, day);
        strbuf_add(out, out->len > 0 ? ", " : "");
        strbuf_add(out, day);
    }
}

void plays_tell(void *context, const struct problem *problem)
{
    struct plays_import *import = context;
    struct problem told = *problem;
    char memory[WHICH];
    struct strbuf which;
    bool contested = problem_is_contested(problem);
    bool refused = !contested && !problem_is_warning(problem);
    import->contested = import->contested || contested;
    if (was_told(import, &problem->error) || (refused && import->reported)) {
        return; /* one reason a play: the others are about a text that the user never saw */
    }
    import->reported = import->reported || refused;
    told.error.line = import->play.line;
    told.error.column = import->play.column;
    strbuf_wrap(&which, memory, sizeof(memory));
    if (told.seat < 0 && told.move.len == 0) {
        add_which(import, &which);
        told.move = strbuf_span(&which);
    }
    if (import->listener.problem) {
        import->listener.problem(import->listener.context, &told, refused);
    }
}

void plays_warn(struct plays_import *import, struct error *warning)
{
    struct problem problem = problem_of(warning);
    plays_tell(import, &problem);
}

static void refuse(struct plays_import *import, const struct error *error)
{
    struct problem problem = problem_of(error);
    import->now.refused++;
    plays_tell(import, &problem);
}

/* ---- one play ---- */

/* Which of several plays that say the same it is; 0: the first, or it has an id. */
static enum err count_copies(struct plays_import *import, unsigned *copy, struct error *error)
{
    struct span text = strbuf_span(&import->text);
    unsigned least = 0; /* so many came */
    unsigned most = 1;  /* and not so many, when the search ends */
    bool fresh = false;
    for (; hash_set_has(&import->came, mix(text, most)); most *= 2) {
        least = most;
    }
    while (most - least > 1) {
        unsigned middle = least + (most - least) / 2;
        bool there = hash_set_has(&import->came, mix(text, middle));
        least = there ? middle : least;
        most = there ? most : middle;
    }
    *copy = most > 1 ? most : 0;
    return import->came.count >= CAME_LIMIT || hash_set_add(&import->came, mix(text, most), &fresh)
               ? ERR_OK
               : error_raise(error, &MSG_MEMORY);
}

/* Composes the record of the present play into import->text. */
static enum err compose(struct plays_import *import, struct error *error)
{
    char memory[GAME_PLAYERS][PERSON_HANDLE + 1];
    const struct play *play = &import->play;
    const struct plays_slot *title = import->title;
    struct play_words words = {.title = title->by_name ? title->said.name : title->said.named,
                               .engine = title->engine,
                               .way = title->way,
                               .zone = import->zone};
    for (unsigned i = 0; i < play->seats && i < GAME_PLAYERS; i++) {
        words.seat[i] = plays_seat_text(import, i, memory[i]);
    }
    enum err err = plays_sheet_use(import, &words, error);
    if (err != ERR_OK) {
        return err;
    }
    strbuf_clear(&import->text);
    err = play_compose(play, import->reader->source, &words, &import->text, error);
    if (err != ERR_OK || play->id.len > 0) {
        return err;
    }
    err = count_copies(import, &words.copy, error);
    if (err != ERR_OK || words.copy == 0) {
        return err;
    }
    strbuf_clear(&import->text);
    return play_compose(play, import->reader->source, &words, &import->text, error);
}

/* Whoever the present play names is, or would be, part of a new game. */
static void note_used(struct plays_import *import)
{
    import->title->used = true;
    for (unsigned i = 0; i < import->play.seats && i < GAME_PLAYERS; i++) {
        if (import->seat[i]) {
            import->seat[i]->used = true;
        }
    }
}

static enum err take_new(struct plays_import *import, const struct record *record, struct error *error)
{
    struct service *service = import->service;
    struct receipt receipt;
    enum err err = import->options.dry_run ? game_judge(service, record, import->options.strict, import->would,
                                                        plays_tell, import, &receipt, error)
                                           : service_game_import_marked(service, import->author, record, &import->mark,
                                                                        plays_tell, import, &receipt, error);
    if (err != ERR_OK) {
        return err;
    }
    if (!receipt.duplicate) {
        note_used(import);
    }
    import->now.known += receipt.duplicate;
    import->now.added += !receipt.duplicate;
    import->now.contested += !receipt.duplicate && import->contested;
    import->now.number = import->mark.number;
    if (import->options.dry_run) {
        return ERR_OK;
    }
    first_write(service);
    err = plays_remember(import, error);
    if (err != ERR_OK) {
        return err;
    }
    struct game_state state = {.last = receipt.seq};
    err = receipt.duplicate ? game_state(service, receipt.game, &state, error) : ERR_OK;
    return err == ERR_OK ? plays_agree(import, receipt.game, state.last, error) : err;
}

/* Why the present play cannot be one here, before anything is made of it. */
static enum err check(struct plays_import *import, struct error *error)
{
    const struct play *play = &import->play;
    const struct plays_slot *unfit = import->title->unfit ? import->title : NULL;
    for (unsigned i = 0; i < play->seats && i < GAME_PLAYERS && !unfit; i++) {
        unfit = import->seat[i] && import->seat[i]->unfit ? import->seat[i] : NULL;
    }
    if (unfit) {
        *error = unfit->why;
        return error->message->code;
    }
    enum err err = check_visible(play->id, "", error);
    return err == ERR_OK ? check_visible(play->place, "\t", error) : err;
}

/* A play is over there, and points that do not end the game here, as those of one against a rival, are not all of them. */
static enum err check_over(struct plays_import *import, const struct record *record, struct error *error)
{
    struct replay *replay = &import->service->replay;
    enum err err = record_verify(record, &import->service->finder.source, replay, NULL, NULL, error);
    if (err != ERR_OK && err != ERR_MISMATCH) {
        return err;
    }
    return replay->setup.game->turn(&replay->setup, replay->state) == 0
               ? ERR_OK
               : play_refuse(&SERVICE_MSG_PLAY_UNOVER, import->title->engine, error);
}

/* True for an id that came before in the same file. */
static enum err comes_again(struct plays_import *import, bool *again, struct error *error)
{
    bool fresh = true;
    *again = false;
    if (import->play.id.len == 0 || import->came.count >= CAME_LIMIT) {
        return ERR_OK;
    }
    if (!hash_set_add(&import->came, mix(import->play.id, 0), &fresh)) {
        return error_raise(error, &MSG_MEMORY);
    }
    *again = !fresh;
    return ERR_OK;
}

/* A number that cannot be one of points takes everybody's points out of the result: that is told. */
static void warn_scores(struct plays_import *import)
{
    for (unsigned i = 0; i < import->play.seats && i < PLAY_SEATS; i++) {
        struct span score = span_trim(import->play.seat[i].score);
        struct error warning;
        int64_t points = 0;
        bool digits = false;
        for (size_t c = 0; c < score.len; c++) {
            digits = digits || (score.ptr[c] >= '0' && score.ptr[c] <= '9');
        }
        if (digits && !play_points(score, &points)) {
            (void)error_put_span(&warning, &SERVICE_MSG_PLAY_TEXT, score);
            plays_warn(import, &warning);
            return;
        }
    }
}

/* The present play as a record, which borrows from `import`. */
static enum err make_record(struct plays_import *import, struct record *record, struct error *error)
{
    enum err err = check(import, error);
    if (err != ERR_OK) {
        return err;
    }
    err = compose(import, error);
    if (err != ERR_OK) {
        return err;
    }
    warn_scores(import);
    err = record_read_one(&import->records, strbuf_span(&import->text), import->service->options.allocator, record,
                          error);
    return err == ERR_OK && import->title->engine ? check_over(import, record, error) : err;
}

static enum err take_play(struct plays_import *import, struct error *error)
{
    struct service *service = import->service;
    struct play_known known;
    struct record record;
    bool again = false;
    bool settled = false;
    enum err err = comes_again(import, &again, error);
    if (err != ERR_OK || again) {
        import->now.known += again;
        return err;
    }
    err = plays_came_before(import, &again, error);
    if (err != ERR_OK || again) {
        return err;
    }
    err = plays_meet(import, error);
    if (err != ERR_OK) {
        return err;
    }
    err = plays_known(import, &known, error);
    if (err != ERR_OK) {
        return err;
    }
    err = known.game != 0 ? plays_settled(import, &known, &settled, error) : ERR_OK;
    if (err != ERR_OK || settled) {
        return err;
    }
    err = make_record(import, &record, error);
    if (err != ERR_OK) {
        return err;
    }
    err = known.game != 0 ? plays_take_known(import, &known, &record, error) : take_new(import, &record, error);
    service->broken = service->broken && err != ERR_OK;
    return err == ERR_OK ? plays_rehearsed(import, error) : err;
}

/* The next play of the file, taken or refused; ERR_END: there is none. */
static enum err next(struct plays_import *import, struct error *error)
{
    import->contested = false;
    import->reported = false;
    import->has_state = false;
    enum err err = import->reader->next(import->reader->context, &import->play, error);
    if (err == ERR_END) {
        return err;
    }
    if (err == ERR_OK && import->play.deleted) {
        err = plays_take_deleted(import, error);
        return err_is_fatal(err) ? err : ERR_OK;
    }
    import->now.records++;
    if (err == ERR_OK) {
        err = take_play(import, error);
    } else if (!err_is_fatal(err)) {
        import->play.line = error->line;
        import->play.column = error->column;
    }
    if (err != ERR_OK && !err_is_fatal(err)) {
        refuse(import, error);
        err = ERR_OK;
    }
    return err;
}

/* ---- all of them ---- */

/* Looks through the score sheets of some plays. */
static enum err gather(struct plays_import *import, struct slice *slice, struct error *error)
{
    for (;;) {
        enum err err = import->reader->next(import->reader->context, &import->play, error);
        if (err == ERR_END) {
            import->gathered = true;
            return import->reader->rewind(import->reader->context, error);
        }
        if (err_is_fatal(err)) {
            return err;
        }
        if (err == ERR_OK && !import->play.deleted && import->play.rows > 0) { /* what cannot be taken is told later */
            err = plays_meet_title(import, error);
            err = err == ERR_OK ? plays_sheet_note(import, error) : err;
            if (err != ERR_OK) {
                return err;
            }
        }
        if (slice_over(slice)) {
            return ERR_OK;
        }
    }
}

static enum err work(struct plays_import *import, struct slice *slice, struct error *error)
{
    unsigned steps = 0;
    while (!import->done) {
        enum err err = next(import, error);
        if (err == ERR_END) {
            import->done = true;
            return ERR_OK;
        }
        if (err != ERR_OK) {
            return err;
        }
        if (slice_over(slice) || ++steps == GROUP_SIZE) {
            return ERR_OK;
        }
    }
    return ERR_OK;
}

static enum err work_in_group(struct plays_import *import, struct slice *slice, struct error *error)
{
    enum err err = service_begin(import->service, error);
    if (err != ERR_OK) {
        return err;
    }
    err = work(import, slice, error);
    if (err != ERR_OK) {
        service_rollback(import->service);
    } else {
        err = service_commit(import->service, error);
    }
    if (err == ERR_OK) {
        plays_import_committed(import);
    }
    return err;
}

enum err plays_import_some(struct plays_import *import, bool *done, struct error *error)
{
    struct slice slice;
    enum err err = ERR_OK;
    *done = false;
    import->documents.read = false; /* others may have written since */
    if (import->service->group || import->options.dry_run) {
        slice_begin(&slice, 0);
    } else {
        const struct serving *serving = import->options.serving;
        slice_begin_long(&slice,
                         serving && !serving_elsewhere(serving)); /* a group writes a page that it touches once */
    }
    if (!import->rewound) {
        err = import->reader->rewind(import->reader->context, error);
        import->rewound = true;
    }
    if (err != ERR_OK) {
        return err;
    }
    if (!import->gathered) {
        return gather(import, &slice, error);
    }
    if (import->options.dry_run) {
        err = work(import, &slice, error);
        import->tally = import->now;
    } else if (import->service->group) {
        err = work(import, &slice, error);
    } else {
        err = work_in_group(import, &slice, error);
    }
    *done = err == ERR_OK && import->done;
    return err;
}

void plays_import_committed(struct plays_import *import)
{
    import->tally = import->now;
    if (import->listener.progress) {
        import->listener.progress(import->listener.context, &import->tally);
    }
}

const struct import_tally *plays_import_tally(const struct plays_import *import)
{
    return &import->tally;
}

/* ---- its beginning and end ---- */

static enum err check_mappings(const struct play_mapping *list, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (fold_same(list[i].from, list[j].from)) {
                return error_raise_span(error, &SERVICE_MSG_PLAYS_MAPPING, list[i].from);
            }
        }
    }
    return ERR_OK;
}

static enum err prepare(struct plays_import *import, struct error *error)
{
    struct club_settings club;
    const struct plays_options *options = &import->options;
    enum err err = check_mappings(options->titles, options->titles_count, error);
    if (err != ERR_OK) {
        return err;
    }
    err = check_mappings(options->players, options->players_count, error);
    if (err != ERR_OK) {
        return err;
    }
    err = service_club(import->service, &club, error);
    if (err != ERR_OK) {
        return err;
    }
    import->zone = zone_load(ZONE_FOLDER, span_from(club.zone), import->zone_memory);
    err = service_log_size(import->service, &import->mark.since, error);
    import->mark.since++;
    return err;
}

enum err plays_import_begin(struct service *service, struct span author, const struct play_reader *reader,
                            const struct plays_options *options, const struct import_listener *listener,
                            struct plays_import **out, struct error *error)
{
    const struct allocator *allocator = service->options.allocator;
    struct plays_import *import = mem_new(allocator, 1, sizeof(*import));
    *out = NULL;
    if (!import) {
        return error_raise(error, &MSG_MEMORY);
    }
    import->service = service;
    import->author = author;
    import->reader = reader;
    import->options = *options;
    import->listener = *listener;
    import->mark = (struct import_mark){.strict = options->strict, .number = options->number};
    import->gathered = reader->source != PLAYS_BGSTATS;
    plays_names_init(&import->names.people, allocator);
    plays_names_init(&import->names.titles, allocator);
    hash_set_init(&import->came, allocator);
    hash_set_init(&import->own, allocator);
    import->would = listener->would ? listener->would : &import->own;
    hash_set_init(&import->told, allocator);
    hash_set_init(&import->named, allocator);
    strbuf_init(&import->text, allocator, RECORD_BYTES);
    strbuf_init(&import->scratch, allocator, TEXT_LIMIT);
    strbuf_init(&import->other, allocator, TEXT_LIMIT);
    enum err err = prepare(import, error);
    if (err != ERR_OK) {
        plays_import_end(import);
        return err;
    }
    *out = import;
    return ERR_OK;
}

void plays_import_end(struct plays_import *import)
{
    if (!import) {
        return;
    }
    plays_names_release(&import->names.people);
    plays_names_release(&import->names.titles);
    plays_documents_release(&import->documents, import->service->options.allocator);
    hash_set_release(&import->came);
    hash_set_release(&import->own);
    hash_set_release(&import->told);
    hash_set_release(&import->named);
    strbuf_release(&import->text);
    strbuf_release(&import->scratch);
    strbuf_release(&import->other);
    record_reader_release(&import->records);
    mem_free(import->service->options.allocator, import);
}

const struct import_names *plays_import_names(const struct plays_import *import)
{
    return &import->names;
}
