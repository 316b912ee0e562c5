/*
 * Every complaint that the record room knows, provoked, with its exact place
 * and sentence: texts in, transcripts out. The last test fails for a message
 * that no case here provokes, so a new message needs a new case.
 *
 * The registry is this test's own: Forêt, and the toy game for what Forêt has
 * not (options, catalogues, a required level).
 */
#include "support/cmocka.h"

#include "record/messages.h"
#include "record/simulate.h"
#include "record/write.h"
#include "support/text.h"
#include "support/toy_registry.h"
#include "support/transcript.h"

#include <stdio.h>

/* ---- the cases ---- */

struct text_case {
    const char *text;
    const char *expected;
};

#define HEAD "dendro 1\ngame foret\n"
#define DUEL "dendro 1\ngame foret\nlevel table\nseat 1 A\nseat 2 B\n"
#define SOLO                                                                                                           \
    "dendro 1\ngame foret\nlevel sheet\nseat 1 Jonas\n"                                                                \
    "1: grid deer fox fox fox deer / fox deer fox fox fox / rabbit wolf deer stream deer / wolf wolf wolf deer wolf\n" \
    "a: grid meadow trout trout eagle eagle / stream meadow bear stream meadow / meadow trout trout stream stream /"   \
    " stream meadow trout stream stream\n"
#define GRID \
    "grid deer fox fox fox deer / fox deer fox fox fox / rabbit wolf deer stream deer / wolf wolf wolf deer wolf\n"
#define HUNDRED "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
#define PAD "dendro 1\ngame pad\nrules 1\nseat 1 A\nseat 2 B\n"
#define TOY "dendro 1\ngame toy\nrules 1\nlevel moves\nseat 1 A\nseat 2 B\n" TOY_OPTION
#define SOLO_DIGEST "12b423d2ea321ff724b0f6acc8a15189e8a83710c94651206e0dfc6f8e8c57b8"
#define SIXTYFOUR "0123456789012345678901234567890123456789012345678901234567890123"

static const struct text_case CASES[] = {
    /* what is not text */
    {HEAD "seat 1 Am\xe9lie\n", "3:10 record.encoding not UTF-8\n"},
    {HEAD "seat 1 é\xc3\n", "3:9 record.encoding not UTF-8\n"},
    {"\xff\xfe"
     "d",
     "1:1 record.encoding not UTF-8\n"},
    {"d\xff", "1:2 record.encoding not UTF-8\n"},
    {HEAD "seat 1 é\x7f\xff\n", "3:10 record.encoding not UTF-8\n"},
    /* control characters are data; the complaint is only text */
    {HEAD "seat 1 A\x1b[31m\rB\x7f\n", "ok foret solo table, 0 plies\n"},
    {HEAD "\x1b[31m x\n", "3:1 record.keyword unknown keyword '?[31m'\n"},
    {TOY "1: take \x1b[31m\xc2\x9b\n", "8:9 toy.text seat 1: take ?[31m?: '?[31m?' is not 1, 2 or 3\n"},
    /* where a record starts */
    {"", "1:1 record.empty no record here: a record starts with 'dendro 1'\n"},
    {"\xef\xbb\xbf", "1:1 record.empty no record here: a record starts with 'dendro 1'\n"},
    {"\n# only a comment\n \t\n", "1:1 record.empty no record here: a record starts with 'dendro 1'\n"},
    {"# a\n game foret \n", "2:2 record.start a record starts with 'dendro 1', not 'game foret'\n"},
    {"dendros 1\n", "1:1 record.start a record starts with 'dendro 1', not 'dendros 1'\n"},
    {"Dendro 1\n", "1:1 record.start a record starts with 'dendro 1', not 'Dendro 1'\n"},
    {"  dendro  2 \n", "1:11 record.version unknown format version '2', this program reads version 1\n"},
    {"dendro\n", "1:7 record.version unknown format version '', this program reads version 1\n"},
    {"# so\ndendro", "2:7 record.version unknown format version '', this program reads version 1\n"},
    {"dendro\r\n", "1:7 record.version unknown format version '', this program reads version 1\n"},
    {"dendro 1 2", "1:8 record.version unknown format version '1 2', this program reads version 1\n"},
    /* keywords */
    {HEAD "varaint duel\n", "3:1 record.keyword unknown keyword 'varaint'; did you mean 'variant'?\n"},
    {HEAD "\t Varient duel\n", "3:3 record.keyword unknown keyword 'Varient'; did you mean 'variant'?\n"},
    {HEAD "nivaeu table\n", "3:1 record.keyword unknown keyword 'nivaeu'; did you mean 'niveau'?\n"},
    {HEAD "rules: 1\n", "3:1 record.keyword unknown keyword 'rules:'; did you mean 'rules'?\n"},
    {HEAD "x- what\n", "3:1 record.keyword unknown keyword 'x-'\n"},
    {HEAD "x", "3:1 record.keyword unknown keyword 'x'\n"},
    {HEAD "bee 0,0\n", "3:1 record.keyword unknown keyword 'bee'\n"},
    {HEAD "variant\n", "3:1 record.value 'variant' needs a value\n"},
    {HEAD " seat  1 \n", "3:2 record.value 'seat' needs a value\n"},
    {HEAD "option speed\n", "3:1 record.value 'option' needs a value\n"},
    {SOLO " =\n", "7:2 record.value '=' needs a value\n"},
    {SOLO "claim\n", "7:1 record.value 'claim' needs a value\n"},
    {HEAD "\tgame foret\n", "3:2 record.twice 'game' is given twice\n"},
    {HEAD "rules 1\nrules 1\n", "4:1 record.twice 'rules' is given twice\n"},
    {HEAD "seat 1 A\nseat 1 B\n", "4:6 record.twice '1' is given twice\n"},
    {HEAD "option é a\noption é a\n", "4:8 record.twice 'é' is given twice\n"},
    {SOLO "= 1\n  = 2\n", "8:3 record.twice '=' is given twice\n"},
    {SOLO "digest " SIXTYFOUR "\ndigest " SIXTYFOUR "\n", "8:1 record.twice 'digest' is given twice\n"},
    {DUEL "1: bee 0,0\nseat 3 C\n", "7:1 record.late 'seat' belongs before the first move\n"},
    {DUEL "1: bee 0,0\nx-mood good\n", "7:1 record.late 'x-mood' belongs before the first move\n"},
    {SOLO "= 52 22\n1: bee 0,0\n", "8:1 record.after a move after '=': the result comes behind the moves\n"},
    {HEAD "rules 0\n", "3:7 record.rules '0' is not a rules version\n"},
    {HEAD "rules 65536\n", "3:7 record.rules '65536' is not a rules version\n"},
    {HEAD "rules  one\n", "3:8 record.rules 'one' is not a rules version\n"},
    {HEAD "seat 13 G\n", "3:6 record.seat '13' is not a seat from 1 to 12\n"},
    {HEAD "seat n N\n", "3:6 record.seat 'n' is not a seat from 1 to 12\n"},
    {HEAD "seat Amélie\n", "3:6 record.seat 'Amélie' is not a seat from 1 to 12\n"},
    {HEAD "seat 01 J\n", "3:6 record.seat '01' is not a seat from 1 to 12\n"},
    {"# before\n" HEAD, "2:1 record.seat-missing there is no line 'seat 1'\n"},
    {HEAD "seat 3 C\nseat 1 A\n", "1:1 record.seat-missing there is no line 'seat 2'\n"},
    {HEAD "team 1\n", "3:6 record.team '1': a team is two seats or more\n"},
    {HEAD "team 1 2\nteam 3 2\n", "4:8 record.team-twice seat 2 is in a team already\n"},
    {HEAD "équipe 1 1\n", "3:10 record.team-twice seat 1 is in a team already\n"},
    {HEAD "team 1 13\n", "3:8 record.seat '13' is not a seat from 1 to 12\n"},
    {PAD "title " HUNDRED "123456789012345678901\n", "6:7 record.title-long a title of more than 120 bytes\n"},
    {PAD "seat 3 C\n", "2:6 record.title-missing which title was played: there is no line 'title'\n"},
    {"dendro 1\ngame foret\ntitle Catan\nseat 1 A\nseat 2 B\nseat 3 C\n",
     "3:7 record.title-known 'Catan': this game has its own name, and no title besides\n"},
    {PAD "title T\nteam 1 3\n", "7:6 record.team-seat '1 3': there is no seat 3\n"},
    {"dendro 1\ngame foret\nseat 1 A\nseat 2 B\nseat 3 C\nteam 1 3\n",
     "6:6 record.team-none '1 3': this game has no teams\n"},
    {HEAD "duration 0\n", "3:10 record.duration '0' is not a number of minutes from 1 to 10080\n"},
    {HEAD "durée 1h30\n", "3:7 record.duration '1h30' is not a number of minutes from 1 to 10080\n"},
    {HEAD "night 31.11.2026\n", "3:7 record.date '31.11.2026' is not a date such as 2026-11-13\n"},
    {HEAD "soirée 11/15/2026\n",
     "3:8 record.date-order '11/15/2026': the day comes before the month, as in 15/11/2026\n"},
    {HEAD "night 2026-11-13T20:30Z\n", "3:7 record.date '2026-11-13T20:30Z' is not a date such as 2026-11-13\n"},
    {HEAD "played hier\n", "3:8 record.time 'hier' is not a date or time such as 2026-11-13T20:30+01:00\n"},
    /* moves */
    {DUEL "13: bee 0,0\n", "6:1 record.label '13' is not a seat: 1 to 12, *, n or a\n"},
    {DUEL "A : bee 0,0\n", "6:1 record.label 'A' is not a seat: 1 to 12, *, n or a\n"},
    {DUEL "0:bee 0,0\n", "6:1 record.label '0' is not a seat: 1 to 12, *, n or a\n"},
    {DUEL "Amélie: bee 0,0\n", "6:1 record.label 'Amélie' is not a seat: 1 to 12, *, n or a\n"},
    {DUEL " : bee 0,0\n", "6:2 record.label '' is not a seat: 1 to 12, *, n or a\n"},
    {DUEL "?: bee 0,0\n", "6:1 record.label '?' is not a seat: 1 to 12, *, n or a\n"},
    {DUEL "1:\n", "6:1 record.move-empty a seat without a move\n"},
    {DUEL "1 : \n", "6:1 record.move-empty a seat without a move\n"},
    {DUEL "*: back\n", "6:4 record.back 'back' needs the number of moves to take back\n"},
    {DUEL "*: back 0\n", "6:4 record.back 'back' needs the number of moves to take back\n"},
    {DUEL "*: back -1\n", "6:4 record.back 'back' needs the number of moves to take back\n"},
    {DUEL "*: back 1 2\n", "6:4 record.back 'back' needs the number of moves to take back\n"},
    {DUEL "*: back 65537\n", "6:4 record.back 'back' needs the number of moves to take back\n"},
    {DUEL "1: back 1\n", "6:4 record.back-seat only the table takes moves back: '*: back N'\n"},
    {DUEL "1: bee 0,0\n* :\tback 2\n", "7:5 record.back-too-far seat *: back 2: moves that stand: only 1\n"},
    /* the result */
    {SOLO "= 52 x\n", "7:6 record.number 'x' is not a number of points\n"},
    {SOLO "= 1000000\n", "7:3 record.number '1000000' is not a number of points\n"},
    {SOLO "= 1.\n", "7:3 record.number '1.' is not a number of points\n"},
    {SOLO "= 1.234\n", "7:3 record.number '1.234' is not a number of points\n"},
    {SOLO "= .5\n", "7:3 record.number '.5' is not a number of points\n"},
    {SOLO "= 1.-5\n", "7:3 record.number '1.-5' is not a number of points\n"},
    {SOLO "claim 1 fox 21 deer eight\n", "7:21 record.number 'eight' is not a number of points\n"},
    {SOLO "claim é fox 21\n", "7:7 record.label 'é' is not a seat: 1 to 12, *, n or a\n"},
    {SOLO "claim * fox 21\n", "7:7 record.label '*' is not a seat: 1 to 12, *, n or a\n"},
    {SOLO "claim 1\n", "7:7 record.claim a claim is a seat, then names with points\n"},
    {SOLO "claim 1 fox 21 deer\n", "7:16 record.claim a claim is a seat, then names with points\n"},
    {SOLO "claim 1 hedgehog 3\n", "7:9 record.claim-name seat 1: hedgehog: no category is called 'hedgehog'\n"},
    {SOLO "claim a biodiversity 3\n",
     "7:9 record.claim-name seat a: biodiversity: no category is called 'biodiversity'\n"},
    {SOLO "claim 2 fox 3\n", "7:9 record.claim-seat seat 2: fox: seat 2 has no score in this game\n"},
    {SOLO "claim n fox 3\n", "7:9 record.claim-seat seat n: fox: seat n has no score in this game\n"},
    {HEAD "seat 1 A\nnight jeudi 13 novembre 2026\n",
     "4:7 record.weekday 'jeudi 13 novembre 2026': that day is another day of the week\n"},
    {HEAD "seat 1 A\nnight 13/11/26\n",
     "4:7 record.year '13/11/26': write the year with four digits, as in 13/11/2026\n"},
    {HEAD "seat 1 A\nplayed 13/11/2026 à minuit\n",
     "4:8 record.midnight '13/11/2026 à minuit': midnight is between two days, write 00:00 and the day that begins\n"},
    {DUEL "1: bee 0,0\n*: Retour 1\n1: bee 0,0\n*: annule 1\n", "ok foret duel table, 0 plies\n"},
    {SOLO "digest 12345\n", "7:8 record.digest a digest is 64 hexadecimal digits\n"},
    {SOLO "digest " SIXTYFOUR "\n",
     "7:8 record.digest-differs the digest differs: after a corrected card it is outdated, and 'digest " SOLO_DIGEST
     "' replaces it ('dendro format --update' writes it)\n"},
    {SOLO "= 52 22\ndigest " SIXTYFOUR "\n",
     "8:8 record.digest-differs the digest differs: after a corrected card it is outdated, and 'digest " SOLO_DIGEST
     "' replaces it ('dendro format --update' writes it)\n"},
    {SOLO "= 52\n", "7:3 record.totals-count 1 totals are written, the game has 2\n"},
    {SOLO "=  52 22 1\n", "7:4 record.totals-count 3 totals are written, the game has 2\n"},
    {SOLO "= 51 23\n", "7:3 record.total seat 1: total: written 51, computed 52\n"
                       "7:6 record.total seat a: total: written 23, computed 22\n"},
    {SOLO "claim 1 renards 20 Deer 18 TOTAL 51\n", "7:9 record.claimed seat 1: fox: written 20, computed 21\n"
                                                   "7:28 record.claimed seat 1: total: written 51, computed 52\n"},
    {SOLO "claim 1 renard 20 Cerf 18 loup 11\n", "7:9 record.claimed seat 1: fox: written 20, computed 21\n"
                                                 "7:27 record.claimed seat 1: wolf: written 11, computed 12\n"},
    {SOLO "= 51 22\ndigest " SIXTYFOUR "\n",
     "7:3 record.total seat 1: total: written 51, computed 52\n"
     "8:8 record.outdated the result is that of other moves: after a corrected card it is outdated, and '= 52 22' and "
     "'digest " SOLO_DIGEST "' replace it ('dendro format --update' writes them)\n"},
    {SOLO "claim 1 foxs 20 toatl 3\n", "7:9 record.claimed seat 1: fox: written 20, computed 21\n"
                                       "7:17 record.claim-name seat 1: toatl: no category is called 'toatl'; did you "
                                       "mean 'total'?\n"},
    {HEAD "level sheet\nseat 1 Jonas\na: " GRID "= 1 2\n",
     "6:3 record.sheet-missing seat 1: totals are written, but the sheet of Jonas is missing or not complete\n"},
    {HEAD "level sheet\nseat 1 Jonas\n1: " GRID "digest " SIXTYFOUR "\n",
     "6:8 record.no-sheet seat a: 'digest' states a result, but the sheet of a is missing or not complete\n"},
    {HEAD "seat 1 Amélie\nseat 2  AMELIE\n", "4:9 record.person-twice 'AMELIE' sits at seat 1 already\n"},
    {HEAD "seat 1 ?\nseat 2 ?\n", "ok foret duel table, 0 plies\n"},
    {DUEL "1: bee 0,0\n= 0 0\n", "7:3 record.unfinished the game is not over, yet it states a result\n"},
    {DUEL "claim 1 fox 0 hare 1\n", "6:9 record.unfinished the game is not over, yet it states a result\n"
                                    "6:15 record.claim-name seat 1: hare: no category is called 'hare'\n"},
    {DUEL "digest " SIXTYFOUR "\n", "6:8 record.unfinished the game is not over, yet it states a result\n"},
    /* the setup */
    {"dendro 1\nseat 1 A\n", "1:1 record.game-missing there is no 'game' line\n"},
    {"dendro 1\ngame chess\nseat 1 A\n", "2:6 record.game unknown game 'chess'\n"},
    {"dendro 1\ngame forret\nseat 1 A\n", "2:6 record.game unknown game 'forret'; did you mean 'foret'?\n"},
    {HEAD "rules 9\nseat 1 A\n", "3:7 record.game-rules rules version 9 of this game is not known\n"},
    {HEAD "variant trio\nseat 1 A\n", "3:9 record.variant unknown variant 'trio'\n"},
    {HEAD "variant duel\nseat 1 A\n", "3:9 record.seats-only 1 players: this variant is for 2\n"},
    {HEAD "variant standard\nseat 1 A\n", "3:9 record.seats 1 players: this variant is for 3 to 6\n"},
    {HEAD "variant deul\nlevel fueille\nseat 1 A\nseat 2 B\n1: bea 0,0\n",
     "3:9 record.variant unknown variant 'deul'; did you mean 'duel'?\n"
     "4:7 record.level unknown level 'fueille'; did you mean 'feuille'?\n"
     "7:4 foret.card seat 1: bea 0,0: 'bea' is not a card\n"},
    {HEAD "seat 1 A\nlevel half\n", "4:7 record.level unknown level 'half'\n"},
    {HEAD "seat 1 A\nlevel x\n", "4:7 record.level unknown level 'x'\n"},
    {HEAD "seat 1 A\noption speed 5\n", "4:8 record.option this game has no option 'speed'\n"},
    {HEAD "seat 1 A\noption catalogue c sha256:" TOY_HASH "\n",
     "4:8 record.option this game has no option 'catalogue'\n"},
    {"dendro 1\ngame toy\nseat 1 A\n", "2:6 record.no-variant no variant of this game is for 1 players\n"},
    {"dendro 1\ngame toy\nrules 1\nseat 1 A\nseat 2 B\n" TOY_OPTION,
     "2:6 record.level-missing this game needs a 'level' line\n"},
    {TOY "option length middling\n", "8:15 record.option-value 'middling' is not a value of this option\n"},
    {TOY "option durée middling\n", "8:14 record.option-value 'middling' is not a value of this option\n"},
    {TOY "option length long\noption durée court\n", "9:8 record.twice 'durée' is given twice\n"},
    {"dendro 1\ngame toy\nrules 1\nlevel moves\nseat 1 A\nseat 2 B\n",
     "2:6 record.catalogue this game needs 'option catalogue NAME sha256:HEX'\n"},
    {"dendro 1\ngame toy\nrules 1\nlevel moves\nseat 1 A\nseat 2 B\noption catalogue stones md5:12\n",
     "7:18 record.catalogue this game needs 'option catalogue NAME sha256:HEX'\n"},
    {"dendro 1\ngame toy\nrules 1\nlevel moves\nseat 1 A\nseat 2 B\noption catalogue pebbles sha256:" TOY_HASH "\n",
     "7:18 record.catalogue-unknown the catalogue 'pebbles' of hash sha256:" TOY_HASH
     " is not known here: 'dendro catalogue add' stores it, '--catalogue' names its file\n"},
    /* and what is good */
    {SOLO "= 52 22\ndigest " SOLO_DIGEST "\n", "ok foret solo sheet, 2 plies\n"},
    {TOY "option length long\n1: take 1 3\n", "ok toy plain moves, 1 plies\n"},
    {TOY "1: take 1 3\n2: take 1 4\n", "9:11 toy.text seat 2: take 1 4: '4' is not 1, 2 or 3\n"},
    {TOY "1: take 3 3 3 3 3\n2: take 3 3\n", "9:4 toy.too-much seat 2: take 3 3: only 2 are left\n"},
};

/* ---- what was provoked ---- */

static bool provoked[256];

static void note_ids(const char *transcript)
{
    size_t count;
    const struct message *const *all = record_messages(&count);
    assert_true(count < sizeof(provoked));
    for (size_t i = 0; i < count; i++) {
        char id[80];
        (void)snprintf(id, sizeof(id), "%s ", all[i]->id);
        provoked[i] = provoked[i] || strstr(transcript, id);
    }
}

static void expect(const char *name, const struct strbuf *said, const char *expected)
{
    if (strcmp(strbuf_text(said), expected) != 0) {
        fail_msg("%s\n--- said:\n%s--- expected:\n%s", name, strbuf_text(said), expected);
    }
    note_ids(expected);
}

static void each_text_gets_its_complaint(void **unused)
{
    (void)unused;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        strbuf_clear(&said);
        transcript_text(span_from(CASES[i].text), &toy_blocks, &said);
        expect(CASES[i].text, &said, CASES[i].expected);
    }
    strbuf_release(&said);
}

/* A line as long as a record may be is not told in full. */
static void long_moves_are_cut_between_characters(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct strbuf said;
    strbuf_init(&text, &allocator_heap, 1 << 20);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    strbuf_add(&text, TOY "1: take x");
    strbuf_repeat(&text, "é", 10000);
    transcript_text(strbuf_span(&text), &toy_blocks, &said);
    size_t shown = strlen("take x");
    strbuf_clear(&text);
    strbuf_add(&text, "8:9 toy.text seat 1: take x");
    for (; shown + 2 <= PROBLEM_MOVE; shown += 2) {
        strbuf_add(&text, "é");
    }
    strbuf_add(&text, "…: 'x");
    for (shown = 1; shown + 2 < ERROR_ARG_SIZE; shown += 2) {
        strbuf_add(&text, "é");
    }
    strbuf_add(&text, "' is not 1, 2 or 3\n");
    expect("a long move", &said, strbuf_text(&text));
    strbuf_release(&text);
    strbuf_release(&said);
}

static void a_zero_byte_is_not_text(void **unused)
{
    (void)unused;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    transcript_text(SPAN_LITERAL("dendro 1\ngame\0foret\n"), NULL, &said);
    expect("a zero byte", &said, "2:5 record.nul a zero byte is not text\n");
    strbuf_release(&said);
}

static void without_catalogues_none_is_known(void **unused)
{
    (void)unused;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    transcript_text(span_from(TOY), NULL, &said);
    expect("no catalogues", &said,
           "7:18 record.catalogue-unknown the catalogue 'stones' of hash sha256:" TOY_HASH
           " is not known here: 'dendro catalogue add' stores it, '--catalogue' names its file\n");
    strbuf_release(&said);
}

static void a_source_that_fails_is_named(void **unused)
{
    (void)unused;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    struct trickle trickle = {.rest = span_from(SOLO), .step = 100, .fail_after = 30};
    assert_int_equal(transcript_source(source_trickle(&trickle), NULL, &allocator_heap, &said), ERR_END);
    expect("a failing source", &said, "record.read cannot be read: the device failed\n");
    strbuf_release(&said);
}

/* A head, then a line over and over, with a number in it. */
static void expect_too_many(const char *head, const char *before, const char *behind, int times, const char *expected)
{
    struct strbuf text;
    struct strbuf said;
    strbuf_init(&text, &allocator_heap, 4 << 20);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    strbuf_add(&text, head);
    for (int i = 0; i < times; i++) {
        strbuf_add(&text, before);
        strbuf_int(&text, i % 1000);
        strbuf_add(&text, behind);
    }
    assert_true(strbuf_ok(&text));
    transcript_text(strbuf_span(&text), &toy_blocks, &said);
    expect(before, &said, expected);
    strbuf_release(&text);
    strbuf_release(&said);
}

/* What is wrong fifty times is told fifty times, and then counted. */
static void many_complaints_are_counted(void **unused)
{
    (void)unused;
    struct strbuf expected;
    strbuf_init(&expected, &allocator_heap, 1 << 16);
    for (int i = 0; i < RECORD_COMPLAINTS; i++) {
        text_format(&expected, "%d:8 record.option this game has no option 'o%d'\n", i + 6, i);
    }
    strbuf_add(&expected, "55:8 record.and-more at least 14 more like these in this record\n");
    expect_too_many(DUEL, "option o", " x\n", RECORD_COMPLAINTS + 14, strbuf_text(&expected));
    strbuf_release(&expected);
}

static void lists_end_somewhere(void **unused)
{
    (void)unused;
    expect_too_many(DUEL, "note ", "\n", 64, "ok foret duel table, 0 plies\n");
    expect_too_many(DUEL, "note ", "\n", 65, "70:1 record.too-many more than 64 lines of this kind\n");
    expect_too_many(DUEL, "x-", "\n", 64, "ok foret duel table, 0 plies\n");
    expect_too_many(DUEL, "x-", "\n", 65, "70:1 record.too-many more than 64 lines of this kind\n");
    expect_too_many(DUEL, "option o", " x\n", 65, "70:1 record.too-many more than 64 lines of this kind\n");
    expect_too_many(SOLO "=", " ", "", 64, "7:3 record.totals-count 64 totals are written, the game has 2\n");
    expect_too_many(SOLO "=", " ", "", 65, "7:1 record.too-many more than 64 lines of this kind\n");
    expect_too_many(SOLO, "claim 1 fox 21 deer 18\n#", "\n", 256, "ok foret solo sheet, 2 plies\n");
    expect_too_many(SOLO "claim 1 bee 0\n", "claim 1 fox 21 deer 18\n#", "\n", 256,
                    "518:1 record.too-many more than 512 lines of this kind\n");
}

/* Each of these stands for itself; the toy game that never ends takes them all. */
static void moves_end_somewhere(void **unused)
{
    (void)unused;
    const char *endless = "dendro 1\ngame toy\nrules 1\nlevel moves\nvariant endless\nseat 1 A\nseat 2 B\nseat 3 C\n"
                          "seat 4 D\nseat 5 E\nseat 6 F\n" TOY_OPTION;
    expect_too_many(endless, "1: take 1\n#", "\n", RECORD_LINES, "ok toy endless moves, 65536 plies\n");
    expect_too_many(endless, "1: take 1\n#", "\n", RECORD_LINES + 1,
                    "131085:1 record.too-many more than 65536 lines of this kind\n");
}

static void a_record_of_four_mebibytes_and_a_byte_is_too_long(void **unused)
{
    (void)unused;
    struct strbuf text;
    struct strbuf said;
    strbuf_init(&text, &allocator_heap, 5 << 20);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    strbuf_add(&text, "# first\n" DUEL);
    size_t before = text.len - strlen("# first\n");
    strbuf_repeat(&text, "#", (int)(RECORD_BYTES - before));
    transcript_text(strbuf_span(&text), NULL, &said);
    expect("just within the limit", &said, "ok foret duel table, 0 plies\n");
    strbuf_add_char(&text, '#');
    strbuf_clear(&said);
    transcript_text(strbuf_span(&text), NULL, &said);
    expect("just beyond the limit", &said, "2:1 record.too-long a record of more than 4194304 bytes\n");
    strbuf_release(&text);
    strbuf_release(&said);
}

/* ---- one record, moves alone ---- */

typedef enum err read_fn(struct record_reader *reader, struct span text, const struct allocator *allocator,
                         struct record *record, struct error *error);

static void expect_reading(read_fn *read, struct span text, enum err code, const char *expected)
{
    struct record_reader reader = {.allocator = NULL};
    struct record record;
    struct error error;
    struct strbuf said;
    strbuf_init(&said, &allocator_heap, 1 << 20);
    /* Twice, because a reader may be used again. */
    for (int i = 0; i < 2; i++) {
        strbuf_clear(&said);
        assert_int_equal(read(&reader, text, &allocator_heap, &record, &error), code);
        if (code != ERR_OK) {
            transcript_error(&error, &said);
        }
        expect(text.ptr, &said, expected);
    }
    strbuf_release(&said);
    record_reader_release(&reader);
}

static void one_record_is_one(void **unused)
{
    (void)unused;
    expect_reading(record_read_one, span_from(SOLO), ERR_OK, "");
    expect_reading(record_read_one, span_from("\xef\xbb\xbf" SOLO), ERR_OK, "");
    expect_reading(record_read_one, span_from("# so\n" SOLO "# it is\n"), ERR_OK, "");
    expect_reading(record_read_one, span_from(DUEL DUEL), ERR_SYNTAX,
                   "6:1 record.more only one record is expected here\n");
    expect_reading(record_read_one, span_from(SOLO "= 52 22\n\n dendro 1"), ERR_SYNTAX,
                   "9:2 record.more only one record is expected here\n");
    expect_reading(record_read_one, span_from(""), ERR_SYNTAX,
                   "1:1 record.empty no record here: a record starts with 'dendro 1'\n");
    expect_reading(record_read_one, span_from("#\n"), ERR_SYNTAX,
                   "1:1 record.empty no record here: a record starts with 'dendro 1'\n");
    expect_reading(record_read_one, span_from("dendro 1\n\xff"), ERR_ENCODING, "2:1 record.encoding not UTF-8\n");
    struct strbuf text;
    strbuf_init(&text, &allocator_heap, 5 << 20);
    strbuf_repeat(&text, "#", RECORD_BYTES);
    strbuf_add(&text, "\n");
    expect_reading(record_read_one, strbuf_span(&text), ERR_LIMIT,
                   "1:1 record.too-long a record of more than 4194304 bytes\n");
    expect_reading(record_read_moves, strbuf_span(&text), ERR_LIMIT,
                   "1:1 record.too-long a record of more than 4194304 bytes\n");
    strbuf_release(&text);
}

static void moves_alone_are_nothing_else(void **unused)
{
    (void)unused;
    expect_reading(record_read_moves, span_from("1: bee 0,0\n# x\n\n*: back 1\n"), ERR_OK, "");
    expect_reading(record_read_moves, span_from(""), ERR_OK, "");
    static const struct text_case cases[] = {
        {"1: bee 0,0\ndendro 1\n", "2:1 record.moves-only only moves are expected here, not 'dendro'\n"},
        {" seat 1 A\n", "1:2 record.moves-only only moves are expected here, not 'seat'\n"},
        {"x-mood good\n", "1:1 record.moves-only only moves are expected here, not 'x-mood'\n"},
        {"1: bee 0,0\n = 1 2\n", "2:2 record.moves-only only moves are expected here, not '='\n"},
        {"claim 1 bee 3\n", "1:1 record.moves-only only moves are expected here, not 'claim'\n"},
        {"digest\n", "1:1 record.moves-only only moves are expected here, not 'digest'\n"},
        {"bee 0,0\n", "1:1 record.moves-only only moves are expected here, not 'bee'\n"},
        {"1: bee\n13: bee\n", "2:1 record.label '13' is not a seat: 1 to 12, *, n or a\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        expect_reading(record_read_moves, span_from(cases[i].text), ERR_SYNTAX, cases[i].expected);
    }
}

static void a_game_that_never_ends_is_not_simulated_forever(void **unused)
{
    (void)unused;
    struct simulation simulation = {.setup = {.game = &toy_game_2, .variant = 1, .seats = 6}};
    struct replay full;
    struct replay told;
    struct strbuf out;
    struct strbuf said;
    struct error error;
    replay_init(&full, &allocator_heap);
    replay_init(&told, &allocator_heap);
    strbuf_init(&out, &allocator_heap, 1 << 20);
    strbuf_init(&said, &allocator_heap, 1 << 20);
    strbuf_add(&out, "before\n");
    assert_int_equal(simulate_record(&simulation, &full, &told, &out, &error), ERR_LIMIT);
    transcript_error(&error, &said);
    expect("endless", &said, "record.endless the game does not end within 65536 lines\n");
    assert_string_equal(strbuf_text(&out), "before\n");
    strbuf_release(&said);
    strbuf_release(&out);
    replay_release(&full);
    replay_release(&told);
}

/* ---- the table itself ---- */

static unsigned placeholders(const char *s)
{
    unsigned seen = 0;
    for (; *s; s++) {
        if (s[0] == '%' && s[1] >= '1' && s[1] <= '4') {
            seen |= 1u << (s[1] - '1');
        }
    }
    return seen;
}

static void messages_speak_both_languages_and_ids_are_unique(void **unused)
{
    (void)unused;
    size_t count;
    const struct message *const *all = record_messages(&count);
    for (size_t i = 0; i < count; i++) {
        assert_true(strncmp(all[i]->id, "record.", 7) == 0);
        assert_true(all[i]->code > ERR_END);
        assert_true(strlen(all[i]->en) > 0 && strlen(all[i]->fr) > 0);
        assert_int_equal(placeholders(all[i]->en), placeholders(all[i]->fr));
        for (size_t j = 0; j < i; j++) {
            assert_string_not_equal(all[i]->id, all[j]->id);
        }
    }
}

static void every_message_is_provoked_above(void **unused)
{
    (void)unused;
    size_t count;
    const struct message *const *all = record_messages(&count);
    size_t missing = 0;
    for (size_t i = 0; i < count; i++) {
        if (!provoked[i]) {
            print_error("no case provokes %s\n", all[i]->id);
            missing++;
        }
    }
    assert_int_equal(missing, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_text_gets_its_complaint),
        cmocka_unit_test(long_moves_are_cut_between_characters),
        cmocka_unit_test(a_zero_byte_is_not_text),
        cmocka_unit_test(without_catalogues_none_is_known),
        cmocka_unit_test(a_source_that_fails_is_named),
        cmocka_unit_test(lists_end_somewhere),
        cmocka_unit_test(many_complaints_are_counted),
        cmocka_unit_test(moves_end_somewhere),
        cmocka_unit_test(a_record_of_four_mebibytes_and_a_byte_is_too_long),
        cmocka_unit_test(one_record_is_one),
        cmocka_unit_test(moves_alone_are_nothing_else),
        cmocka_unit_test(a_game_that_never_ends_is_not_simulated_forever),
        cmocka_unit_test(messages_speak_both_languages_and_ids_are_unique),
        cmocka_unit_test(every_message_is_provoked_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
