/* Claims, resolved. */
#include "record/claims.h"

#include "base/near.h"
#include "base/utf8.h"
#include "record/messages.h"

#include "base/banned.h"

static const struct name TOTAL = {"total", "total", "total"};

/* No category is called so; one that is near may be meant. */
static enum err refuse_name(const struct record *record, const struct setup *setup, const struct record_claim *claim,
                            struct error *error)
{
    struct near near;
    near_begin(&near, claim->name.text);
    near_offer_name(&near, &TOTAL);
    setup_category_offer(setup, &near);
    enum err err = record_raise(error, &RECORD_MSG_CLAIM_NAME, record, claim->name);
    near_hint(&near, error);
    return err;
}

enum err claim_find(const struct record *record, const struct setup *setup, const struct outcome *outcome,
                    const struct record_claim *claim, int *row, int *category, struct error *error)
{
    *row = outcome_row_of(outcome, claim->seat);
    if (*row < 0 || !outcome->rows[*row].scored) {
        enum err err = record_raise(error, &RECORD_MSG_CLAIM_SEAT, record, claim->name);
        error->args = 0;
        error_add(error, span_from(seat_label(claim->seat)));
        return err;
    }
    *category = CLAIM_TOTAL;
    if (utf8_same(claim->name.text, span_from(TOTAL.id))) {
        return ERR_OK;
    }
    *category = setup_category_find(setup, claim->name.text);
    bool meant = *category >= 0 && (outcome->rows[*row].categories >> *category & 1);
    if (meant) {
        return ERR_OK;
    }
    return *category >= 0 ? record_raise(error, &RECORD_MSG_CLAIM_NAME, record, claim->name)
                          : refuse_name(record, setup, claim, error);
}

struct name claim_name(const struct setup *setup, int category)
{
    return category == CLAIM_TOTAL ? TOTAL : setup_category(setup, (unsigned)category);
}
