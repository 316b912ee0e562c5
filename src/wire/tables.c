/* A proposal of tables on the way out. */
#include "wire/tables.h"

#include "wire/emit.h"

#include "base/banned.h"

static void emit_people(struct emit *emit, const char *key, const struct tables_person *people, size_t count)
{
    emit_list(emit, key);
    for (size_t i = 0; i < count; i++) {
        emit_object(emit, NULL);
        emit_word(emit, "player", people[i].player);
        emit_word(emit, "handle", people[i].handle);
        if (people[i].rated) {
            emit_rounded(emit, "rating", people[i].rating);
        } else {
            emit_null(emit, "rating");
        }
        emit_close(emit);
    }
    emit_close(emit);
}

static void emit_table(struct emit *emit, const struct tables_table *table)
{
    emit_object(emit, NULL);
    emit_word(emit, "title", table->title);
    emit_integer(emit, "min", table->size.min);
    emit_integer(emit, "max", table->size.max);
    emit_integer(emit, "together", table->together);
    emit_rounded(emit, "spread", table->spread);
    emit_people(emit, "people", table->people, table->count);
    emit_close(emit);
}

enum err wire_tables(const struct tables_proposal *proposal, struct strbuf *out, struct error *error)
{
    struct emit emit = emit_start(out);
    emit_object(&emit, NULL);
    emit_integer(&emit, "log_size", proposal->log_size);
    emit_day(&emit, "day", true, proposal->day);
    emit_day(&emit, "since", true, proposal->day - TABLES_DAYS);
    emit_boolean(&emit, "exact", proposal->exact);
    emit_integer(&emit, "together", proposal->together);
    emit_rounded(&emit, "spread", proposal->spread);
    emit_list(&emit, "tables");
    for (size_t i = 0; i < proposal->count; i++) {
        emit_table(&emit, &proposal->tables[i]);
    }
    emit_close(&emit);
    emit_people(&emit, "left", proposal->left, proposal->left_count);
    emit_close(&emit);
    return emit_end(&emit, error);
}
