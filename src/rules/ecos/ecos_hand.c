/*
 * Hands. At level full every card is known by number. At level table no
 * hand is seen, but the backs are: a hidden card is a number of
 * cards of each back, and a card that is played from it must have such a
 * back. Where the catalogue does not know the back of a card, the counts are
 * what is possible at the most, so that nothing true is refused.
 */
#include "rules/ecos/ecos_state.h"

#include "base/banned.h"

unsigned ecos_hand(const struct ecos_state *s, unsigned seat)
{
    unsigned count = s->hidden[seat];
    for (unsigned card = 1; card <= ECOS_CARDS; card++) {
        count += card_at(s, card, AT_HAND, seat);
    }
    return count;
}

bool ecos_can_gain(const struct ecos_state *s)
{
    bool any = s->deck_left[ECOS_BLUE] + s->deck_left[ECOS_BROWN] > 0;
    for (unsigned card = 1; card <= ECOS_CARDS && !any; card++) {
        any = s->at[card] == AT_FACE_UP;
    }
    return any;
}

bool ecos_in_hand(const struct ecos_catalogue *cat, const struct ecos_state *s, unsigned seat, unsigned card)
{
    if (card == 0 || card > ECOS_CARDS) {
        return false;
    }
    if (s->at[card] != AT_UNSEEN || s->hidden[seat] == 0) {
        return card_at(s, card, AT_HAND, seat);
    }
    unsigned back = cat->card[card].back;
    return back == ECOS_BACK_UNKNOWN || s->hidden_back[seat][back] > 0;
}

void ecos_clamp_backs(struct ecos_state *s, unsigned seat)
{
    for (unsigned back = 0; back < 2; back++) {
        if (s->hidden_back[seat][back] > s->hidden[seat]) {
            s->hidden_back[seat][back] = s->hidden[seat];
        }
    }
}

void ecos_hide(struct ecos_state *s, unsigned seat, unsigned back, unsigned count)
{
    s->hidden[seat] = (uint8_t)(s->hidden[seat] + count);
    s->hidden_back[seat][back] = (uint8_t)(s->hidden_back[seat][back] + count);
    s->deck_left[back] = (uint8_t)(s->deck_left[back] - count);
}

void ecos_put_in_play(const struct ecos_catalogue *cat, struct ecos_state *s, unsigned seat, unsigned card)
{
    if (s->at[card] == AT_UNSEEN) {
        unsigned back = cat->card[card].back;
        s->hidden[seat]--;
        if (back != ECOS_BACK_UNKNOWN) {
            s->hidden_back[seat][back]--;
        }
        ecos_clamp_backs(s, seat);
    }
    s->at[card] = (uint8_t)(AT_ACTIVE + seat);
    s->leaves[card] = cat->card[card].leaves;
}
