/*
 * Spreadsheets as plays: both forms, both encodings, each trap that docs/exchange.md names, and files that are
 * refused. A play is told in a line, a play that cannot be taken and a file that is refused as `! line:column id`.
 */
#include "support/cmocka.h"
#include "support/failing_alloc.h"
#include "support/text.h"

#include "base/date.h"
#include "base/utf8.h"
#include "wire/csv_read.h"
#include "wire/foreign.h"

static void tell_span(const char *before, struct span text, struct strbuf *out)
{
    if (text.len > 0) {
        assert_int_equal(utf8_valid(text), text.len);
        assert_null(memchr(text.ptr, '\0', text.len));
        strbuf_add(out, before);
        strbuf_add_span(out, text);
    }
}

static void tell_number(const char *before, int64_t number, struct strbuf *out)
{
    if (number != 0) {
        strbuf_add(out, before);
        strbuf_int(out, number);
    }
}

static void tell_play(const struct play *play, struct strbuf *out)
{
    char day[DATE_SIZE];
    strbuf_int(out, play->line);
    tell_span(" #", play->id, out);
    tell_span(" ", play->title.name, out);
    tell_number(" bgg", play->title.bgg, out);
    if (play->has_day) {
        date_format(play->day, day);
        strbuf_add(out, " ");
        strbuf_add(out, day);
    }
    if (play->has_time) {
        tell_number("+", play->second, out);
    }
    tell_number(" min", play->minutes, out);
    tell_number(" times", play->quantity, out);
    tell_span(" @", play->place, out);
    tell_span(" ~", play->comments, out);
    strbuf_add(out, play->manual_winner ? " won:" : play->told_winner ? " told:" : ":");
    for (unsigned i = 0; i < play->seats && i < PLAY_SEATS; i++) {
        const struct play_seat *seat = &play->seat[i];
        tell_span(" ", seat->person.name, out);
        tell_span("=", seat->score, out);
        tell_number("/", seat->rank, out);
        tell_span("&", seat->team, out);
        strbuf_add(out, seat->winner ? "*" : "");
        strbuf_add(out, seat->person.anonymous ? "?" : "");
    }
    strbuf_add(out, "\n");
}

static void tell_error(const struct error *error, struct strbuf *out)
{
    strbuf_add(out, "! ");
    strbuf_int(out, error->line);
    strbuf_add(out, ":");
    strbuf_int(out, error->column);
    strbuf_add(out, " ");
    strbuf_add(out, error->message->id);
    strbuf_add(out, "\n");
}

/* All plays, twice over. */
static void tell(struct span file, const struct allocator *allocator, struct strbuf *out)
{
    static struct play play;
    struct foreign_reader reader;
    struct spool spool;
    struct error error;
    spool_of(&spool, file);
    if (csv_open(&reader, &spool, allocator, &error) != ERR_OK) {
        tell_error(&error, out);
        return;
    }
    size_t half = 0;
    for (int round = 0; round < 2; round++) {
        enum err err;
        assert_int_equal(reader.plays.rewind(reader.plays.context, &error), ERR_OK);
        half = out->len;
        while ((err = reader.plays.next(reader.plays.context, &play, &error)) != ERR_END) {
            if (err == ERR_OK) {
                tell_play(&play, out);
            } else {
                assert_true(err == ERR_SYNTAX || err == ERR_LIMIT);
                tell_error(&error, out);
            }
        }
    }
    assert_int_equal(out->len - half, half);
    assert_memory_equal(out->text ? out->text : "", (out->text ? out->text : "") + half, half);
    strbuf_truncate(out, half);
    reader.release(reader.plays.context);
}

static const struct {
    const char *file;
    const char *told;
} CASES[] = {
    /* separators, ends of lines, byte order mark */
    {"player,score\nAda,3\nBo,4\n", "2: Ada=3 Bo=4\n"},
    {"player;score\nAda;3,5\n", "2: Ada=3,5\n"},
    {"player\tscore\r\nAda\t3\r\n", "2: Ada=3\n"},
    {"player,score\rAda,3\rBo,4", "2: Ada=3 Bo=4\n"},
    {"\xef\xbb\xbfplayer,score\nAda,3\n", "2: Ada=3\n"},
    {"\n,,\n\nPLAYER , Score\n\nAda,3\n,\nBo,4\n", "6: Ada=3 Bo=4\n"},
    {"date;Müller, A;Meier, B\n2026-11-13;1;2\n", "2 2026-11-13: Müller, A=1 Meier, B=2\n"},
    {"\"date,x\",\"player\";\"score\"\nq;Ada;3\n", "! 1:9 csv.behind-quote\n"},
    /* the columns of the long form, in two languages */
    {"id,date,time,game,place,player,score,rank,win,note,duration,team\n"
     "7,2026-11-13,20:30,Azul,Club,Ada,31,1,x,late,75,red\n"
     "7,2026-11-13,20:30,Azul,Club,Bo,29,2,,late,75,\n",
     "2 #7 Azul 2026-11-13+73800 min75 @Club ~late won: Ada=31/1&red* Bo=29/2\n"},
    {"JOUEUR;Points;Jeu;Lieu;Rang;Gagné;Durée;Équipe;heure\nZoé;1;Azul;Chez moi;1.;OUI;1h15;A;20h\n",
     "2 Azul min75 @Chez moi won: Zoé=1/1&A*\n"},
    {"joueuse,total,jour,titre,remarque\nZoé,1,13.11.2026,Azul,a\n", "2 Azul 2026-11-13 ~a: Zoé=1\n"},
    {"player,score,colour\nAda,3,red\n", "2: Ada=3\n"},
    {"playid,date,quantity,length,location,objectid,game,comments,name,score,win\n4,2026-11-13,3,60,Club,230802,Azul,c,Ada,1,1\n",
     "2 #4 Azul bgg230802 2026-11-13 min60 times3 @Club ~c won: Ada=1*\n"},
    /* quotes */
    {"player,score\n\"Ada \"\"A\"\", Jr.\",\"2,5\"\n", "2: Ada \"A\", Jr.=2,5\n"},
    {"player,score\n5\" Ada,3\n", "2: 5\" Ada=3\n"},
    {"player,score\n \"Ada, B\" ,3\n", "2: Ada, B=3\n"},
    {"player,score,note\nAda,3,\"two\r\nlines\"\nBo,4,\n", "2 ~two\nlines: Ada=3 Bo=4\n"},
    {"player,score\nAda,\"3\nBo,4\n", "! 2:5 csv.quote\n"},
    {"player,score\n\n\"Ada\"x,3\n", "! 3:6 csv.behind-quote\n"},
    {"player,score\n\"Ada\"\xc3\xa9,3\n", "! 2:6 csv.behind-quote\n"},
    /* the apostrophe of safe cells */
    {"player,score,place,note\n\"'=1+1\",-3,'@x,'tis\n", "2 @@x ~'tis: =1+1=-3\n"},
    {"player,score\n''+1,'-3\n", "2: '+1=-3\n"},
    {"date,\"'=Ada\"\n2026-11-13,3\n", "2 2026-11-13: =Ada=3\n"},
    {"player,score,place,note\n'\uff1d1,3,\"'\uff20x\",''\uff0d\n'\uff0b,4,,\n",
     "2 @\uff20x ~'\uff0d: \uff1d1=3\n3: \uff0b=4\n"},
    {"player,score\n'\uff01,3\n", "2: '\uff01=3\n"},
    /* days and times */
    {"player,score,date\nA,1,13/11/2026\nB,1,3/1/2026\nC,1,2026-11-13 20:30\nD,1,2026-11-13T20:30:15\nE,1,13.11.2026 7:05\n",
     "2 2026-11-13: A=1\n3 2026-01-03: B=1\n4 2026-11-13+73800: C=1\n5 2026-11-13+73815: D=1\n6 2026-11-13+25500: E=1\n"},
    {"player,score,date\nA,1,2026-02-30\nB,1,31/02/2026\nC,1,13/11/26\nD,1,soon\nE,1,13/11.2026\nF,1,2026-11-13 25:00\nG,1,\n",
     "! 2:5 csv.date\n! 3:5 csv.date\n! 4:5 csv.date\n! 5:5 csv.date\n! 6:5 csv.date\n! 7:5 csv.date\n8: G=1\n"},
    {"player,score,date\nA,1,11/12/2026\nB,1,11/13/2026\n", "! 3:5 csv.month-first\n"},
    {"player,score,date,time\nA,1,2026-11-13,20.30\nB,1,,20:30\n", "! 2:16 csv.value\n3: B=1\n"},
    {"date,game,A\n11/13/2026,x,1\n", "! 2:1 csv.month-first\n"},
    /* other values */
    {"player,score,win,rank,duration\nA,1,maybe,1,\nB,1,0,1st,\nC,1,true,,long\nD,1,VRAI,2,75 min\nE,1,faux,3,1:15\n",
     "! 2:5 csv.value\n"},
    {"id,player,score,win,rank,duration\n1,A,1,maybe,1,\n2,B,1,0,1st,\n3,C,1,true,,long\n4,D,1,VRAI,2,75 min\n5,E,1,faux,3,1:15\n",
     "! 2:7 csv.value\n! 3:9 csv.value\n! 4:13 csv.value\n5 #4 min75 won: D=1/2*\n6 #5 min75 told: E=1/3\n"},
    {"player,score\n,3\n", "! 2:1 csv.nobody\n"},
    {"player,score\n?,3\n?,4\n", "2: ?=3? ?=4?\n"},
    /* rows that are one play */
    {"date,game,player,score\n2026-11-13,Azul,A,1\n2026-11-13,Azul,B,2\n2026-11-13,Azul,a,3\n2026-11-14,Azul,B,4\n",
     "2 Azul 2026-11-13: A=1 B=2\n4 Azul 2026-11-13: a=3\n5 Azul 2026-11-14: B=4\n"},
    {"id,player,score\n1,A,1\n1,B,2\n2,A,3\n,A,4\n,B,5\n,A,6\n", "2 #1: A=1 B=2\n4 #2: A=3\n5: A=4 B=5\n7: A=6\n"},
    {"id,player,score\n1,A,1\n1,A,2\n", "2 #1: A=1 A=2\n"},
    {"id,player,score\n1,A,1\n2,B,2\n1,C,3\n", "! 4:1 csv.id-again\n"},
    {"id,date,player,score\n1,2026-11-13,A,1\n1,2026-11-14,B,2\n1,,C,2\n2,,D,3\n", "! 3:3 csv.differs\n5 #2: D=3\n"},
    {"player,score,note\nA,1,a\nB,2,a\nC,3,b\n", "2 ~a\nb: A=1 B=2 C=3\n"},
    /* rows longer and shorter than the header */
    {"player,score,note\nAda\nBo,4\n", "2: Ada Bo=4\n"},
    {"player,score\nAda,3,,\n", "2: Ada=3\n"},
    {"player,score\nAda,3,,4\n", "! 2:8 csv.extra\n"},
    /* the wide form */
    {"date\tgame\tZoé\tBo\tCy\n13/11/2026\tAzul\t12,5\t\tx\n\t\t\t\t\n14/11/2026\tAzul\t-\t-3\tX\n",
     "2 Azul 2026-11-13: Zoé=12,5 Cy\n4 Azul 2026-11-14: Bo=-3 Cy\n"},
    {"Ada,note,place,Bo,game,id,duration,total\n1,n,p,2,Azul,9,60,3\n", "2 #9 Azul min60 @p ~n: Ada=1 Bo=2\n"},
    {"date,A,\n2026-11-13,1,\n", "2 2026-11-13: A=1\n"},
    {"date,A,\n2026-11-13,1,2\n", "! 2:14 csv.extra\n"},
    {"date,A\n2026-11-13,\n", "2 2026-11-13:\n"},
    {"date,id,A\n2026-11-13,1,1\n2026-11-13,1,2\n", "! 3:12 csv.id-again\n"},
    {"date,Zoé,zoe\n", "! 1:10 csv.twice\n"},
    {"date,note\n", "! 1:1 csv.form\n"},
    {"place,Ada\n", "! 1:1 csv.form\n"},
    /* headers */
    {"player,date\n", "! 1:1 csv.no-score\n"},
    {"player,score,points\n", "! 1:14 csv.meant-twice\n"},
    {"", "! 1:1 csv.empty\n"},
    {"\n\n", "! 1:1 csv.empty\n"},
    {"player,score\n", ""},
    {"hello\n", "! 1:1 csv.form\n"},
    /* our own export; of a rival there is no player */
    {"id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,time,place,contested,oak\n"
     "12,trees,many,full,finished,2026-11-13,2,1,\"Zoé \"\"Z\"\", Jr.\",-1,2,\"Arbres, grands\",judged,,,20:30,'@x,0,1\n"
     "12,trees,many,full,finished,2026-11-13,2,2,B,4,1,\"Arbres, grands\",judged,,,20:30,'@x,1,4\n"
     "12,trees,many,full,finished,2026-11-13,2,a,,8,,\"Arbres, grands\",judged,,,20:30,'@x,0,\n"
     "13,trees,many,full,open,2026-11-13,2,1,B,,,Arbres,judged,,,,,0,\n",
     "2 #12 Arbres, grands 2026-11-13+73800 @@x: Zoé \"Z\", Jr.=-1/2 B=4/1\n! 5:20 csv.status\n"},
    /* behind its fixed columns are categories, whatever they are called; the id of the club it came from wins */
    {"id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,time,place,contested,uuid,oak,"
     "points,win,note,player,uuid,status\n"
     "12,trees,many,full,finished,2026-11-13,2,1,A,5,1,Trees,judged,,,,,0,u-12,1,2,3,4,5,6,7\n"
     "12,trees,many,full,finished,2026-11-13,2,2,B,4,2,Trees,judged,,,,,0,u-12,1,2,3,4,5,6,7\n"
     "13,trees,many,full,finished,2026-11-13,1,1,A,5,1,Trees,judged,,,,,0,,1,2,3,4,5,6,7\n",
     "2 #u-12 Trees 2026-11-13: A=5/1 B=4/2\n4 #13 Trees 2026-11-13: A=5/1\n"},
    {"id,game,variant,level,status,day,seats,seat,player,total,rank,title,basis,duration,team,time,place,contested,points,score\n"
     "12,trees,many,full,finished,2026-11-13,1,1,A,5,1,Trees,judged,,,,,0,1,2\n",
     "2 #12 Trees 2026-11-13: A=5/1\n"},
    {"points,uuid,player,total,day,level,status,basis\n1,u,A,5,2026-11-13,full,finished,judged\n",
     "2 #u 2026-11-13: A=5\n"},
    {"uuid,level,player,total,day,status,basis,points\nu,full,A,5,2026-11-13,finished,judged,9\n",
     "2 #u 2026-11-13: A=5\n"},
    /* ids of two columns */
    {"id,uuid,player,score\n1,u,A,1\n2,u,B,2\n3,,C,3\nu,,D,4\n", "! 5:1 csv.id-again\n"},
    {"id,uuid,player,score\n1,u,A,1\n1,v,B,2\n", "2 #u: A=1\n3 #v: B=2\n"},
    {"uuid,player,score\nu,A,1\nv,B,2\nu,C,3\n", "! 4:1 csv.id-again\n"},
    {"date,uuid,A\n2026-11-13,u,1\n", "2 #u 2026-11-13: A=1\n"},
    /* at BoardGameGeek nobody in particular has no name */
    {"playid,objectid,name,score,win,uuid\n1,7,A,1,0,u\n1,7,,2,1,u\n1,7,,3,0,u\n", "2 #u bgg7 won: A=1=2*?=3?\n"},
    /* Windows-1252 */
    {"joueur;score;\xe9quipe;lieu\nZo\xe9;1;\x80;\x8c\n", "2 @Œ: Zoé=1&€\n"},
    {"date,Zo\xe9\n2026-11-13,1\n", "2 2026-11-13: Zoé=1\n"},
    {"joueur;score\nZo\xe9;\x81\n", "! 2:5 csv.undefined\n"},
    {"joueur;score\nZo\xe9;1\nx\x9d;1\n", "! 3:2 csv.undefined\n"},
    {"\xef\xbb\xbfplayer,score\nZo\xe9,1\n", "! 2:3 csv.encoding\n"},
    {"\xff\xfep\0l\0", "! 1:1 csv.utf16\n"},
    {"\xfe\xff\0p", "! 1:1 csv.utf16\n"},
};

static void each_trap(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 1 << 16);
        tell(span_from(CASES[i].file), &allocator_heap, &out);
        if (strcmp(strbuf_text(&out), CASES[i].told) != 0) {
            fail_msg("%s\n--- told\n%s--- wanted\n%s", CASES[i].file, strbuf_text(&out), CASES[i].told);
        }
        strbuf_release(&out);
    }
}

static void bytes_that_are_no_text(void **unused)
{
    (void)unused;
    static const struct {
        struct span file;
        const char *told;
    } cases[] = {{SPAN_INIT("player,score\nA\0da,3\n"), "! 2:2 csv.zero\n"},
                 {SPAN_INIT("p\0l\0a\0"), "! 1:1 csv.utf16\n"},
                 {SPAN_INIT("\0p\0l\0a"), "! 1:1 csv.utf16\n"},
                 {SPAN_INIT("player,score\n\"A\0da\",3\n"), "! 2:3 csv.zero\n"}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf out;
        strbuf_init(&out, &allocator_heap, 1 << 16);
        tell(cases[i].file, &allocator_heap, &out);
        assert_string_equal(strbuf_text(&out), cases[i].told);
        strbuf_release(&out);
    }
}

/* What a club has, as whole files, which other tests import. */
static void fixtures(void **unused)
{
    (void)unused;
    static const struct {
        const char *file;
        const char *told;
    } cases[] = {
        {"long-semicolon-1252",
         "2 #1 Azul 2026-11-13+73800 min45 @Chez Zoé ~reprise ; fin à l'œil won: Zoé=71,5/1* Loïc=64/2 ?=58,25/3?\n"
         "5 #2 Les Châteaux de Bourgogne 2026-11-13+79500 min90 @Chez Zoé won: Loïc=-3/2 Zoé=12/1*\n"
         "7 #3 Codenames 2026-11-14 @Le \"Dé\" à 12 € won: Zoé&rouge* Loïc&bleu\n"},
        {"wide-tab-utf8", "2 Azul 2026-11-13 @Club ~first: Zoé=71,5 Bo Ng=64\n"
                          "3 Pandemic 2026-11-13 @Club ~two\nlines: Zoé Bo Ng Cy\n"
                          "6 Skull King 2026-11-14+73800: Zoé=-20 Cy=130 Olaf=0\n"},
        {"long-comma-no-id", "2 Azul 2026-11-13 @Club: Ada=31 Bo=29\n4 Azul 2026-11-13 @Club: Ada=40 Cy=12\n"
                             "6 Azul 2026-11-14 @Club: Ada=5\n"},
        {"long-mac-returns", "2 Azul: Ada=3 Bo=4\n"},
        {"own-export", "2 #4 Azul 2026-11-13+73800 min45 @@home: =HYPERLINK(\"http://x\")=-3/2 Zoé=31/1\n"},
        {"bad-bytes", "! 3:1 csv.undefined\n"},
        {"bad-extra-cell", "! 3:6 csv.extra\n"},
        {"bad-id-again", "! 4:1 csv.id-again\n"},
        {"bad-month-first", "! 3:1 csv.month-first\n"},
        {"bad-quote", "! 3:1 csv.quote\n"},
        {"bad-utf16", "! 1:1 csv.utf16\n"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct strbuf path;
        struct strbuf file;
        struct strbuf out;
        strbuf_init(&path, &allocator_heap, 1000);
        strbuf_init(&file, &allocator_heap, 1 << 16);
        strbuf_init(&out, &allocator_heap, 1 << 16);
        text_format(&path, "%s/tests/fixtures/exchange/%s.csv", test_source_dir(), cases[i].file);
        test_read_file(strbuf_text(&path), &file);
        tell(strbuf_span(&file), &allocator_heap, &out);
        assert_string_equal(strbuf_text(&out), cases[i].told);
        strbuf_release(&path);
        strbuf_release(&file);
        strbuf_release(&out);
    }
}

/* ---- pieces ---- */

static void tell_rows(struct span file, size_t size, struct strbuf *out)
{
    struct trickle trickle = {.rest = file, .step = size, .fail_after = -1};
    struct csv_rows rows = {.count = 0};
    struct csv_survey survey;
    struct error error = {.message = NULL};
    enum err err = csv_survey(source_trickle(&trickle), &allocator_heap, &survey, &error);
    strbuf_int(out, (int64_t)survey.broken * 4 + (survey.start > 0) * 2 + survey.windows1252);
    if (err != ERR_OK) {
        tell_error(&error, out);
        return;
    }
    trickle = (struct trickle){.rest = span_skip(file, survey.start), .step = size, .fail_after = -1};
    err = csv_rows_begin(&rows, source_trickle(&trickle), &allocator_heap, csv_separator(file), survey.windows1252,
                         &error);
    while (err == ERR_OK && (err = csv_rows_next(&rows, &error)) == ERR_OK) {
        for (unsigned i = 0; i < rows.count; i++) {
            strbuf_add(out, "|");
            strbuf_int(out, rows.cells[i].line);
            strbuf_add(out, ":");
            strbuf_int(out, rows.cells[i].column);
            strbuf_add(out, " ");
            strbuf_add_span(out, span_of(rows.text + rows.cells[i].start, rows.cells[i].len));
        }
        strbuf_add(out, "\n");
    }
    if (err != ERR_END) {
        tell_error(&error, out);
    }
    csv_rows_release(&rows);
}

static void pieces_make_no_difference(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        struct strbuf whole;
        struct strbuf pieces;
        strbuf_init(&whole, &allocator_heap, 1 << 16);
        strbuf_init(&pieces, &allocator_heap, 1 << 16);
        tell_rows(span_from(CASES[i].file), 1 << 16, &whole);
        for (size_t size = 1; size <= 3; size++) {
            strbuf_clear(&pieces);
            tell_rows(span_from(CASES[i].file), size, &pieces);
            assert_string_equal(strbuf_text(&pieces), strbuf_text(&whole));
        }
        strbuf_release(&whole);
        strbuf_release(&pieces);
    }
}

/* In a block of its own, so that the address sanitizer sees one byte too far. */
static void cut_anywhere_it_is_read_or_refused(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(CASES) / sizeof(CASES[0]); i++) {
        for (size_t len = 0; len < strlen(CASES[i].file); len++) {
            struct strbuf out;
            char *copy = mem_new(&allocator_heap, len + 1, 1);
            memcpy(copy, CASES[i].file, len);
            copy = mem_resize(&allocator_heap, copy, len > 0 ? len : 1);
            strbuf_init(&out, &allocator_heap, 1 << 16);
            tell(span_of(copy, len), &allocator_heap, &out);
            assert_true(strbuf_ok(&out));
            strbuf_release(&out);
            mem_free(&allocator_heap, copy);
        }
    }
}

/* ---- limits and memory ---- */

static void refused(struct strbuf *file, const char *told, size_t most)
{
    struct failing_alloc memory;
    struct strbuf out;
    failing_alloc_init(&memory);
    assert_true(strbuf_ok(file));
    strbuf_init(&out, &allocator_heap, 1 << 16);
    tell(strbuf_span(file), &memory.allocator, &out);
    assert_string_equal(strbuf_text(&out), told);
    assert_int_equal(memory.live, 0);
    if (memory.most > most) {
        fail_msg("%s: %zu bytes", told, memory.most);
    }
    strbuf_release(&out);
    strbuf_release(file);
}

static void limits_are_kept(void **unused)
{
    (void)unused;
    struct strbuf file;
    strbuf_init(&file, &allocator_heap, 16 << 20);
    strbuf_add(&file, "date");
    for (int i = 0; i < 1000000; i++) {
        strbuf_add(&file, ",c");
        strbuf_int(&file, i);
    }
    refused(&file, "! 1:23466 csv.columns\n", 1 << 20);

    strbuf_add(&file, "player,score\nA,");
    strbuf_repeat(&file, "9", CSV_CELL + 1);
    refused(&file, "! 2:3 csv.cell\n", 1 << 20);

    strbuf_add(&file, "player,score\nA,\"");
    strbuf_repeat(&file, "9\n", CSV_CELL);
    refused(&file, "! 2:3 csv.cell-quoted\n", 1 << 20);

    strbuf_add(&file, "player,score");
    strbuf_repeat(&file, ",", 20);
    strbuf_add(&file, "\nA,3");
    for (int i = 0; i < 16; i++) {
        strbuf_add(&file, ",");
        strbuf_repeat(&file, "9", CSV_CELL);
    }
    refused(&file, "! 2:983060 csv.row\n", 4 << 20);

    strbuf_add(&file, "id,player,score\n");
    strbuf_repeat(&file, "9", PLAY_TEXT + 1);
    strbuf_add(&file, ",A,3\n");
    refused(&file, "! 2:1 csv.id\n", 1 << 20);
}

/* A hundred thousand rows take what a hundred take; ids cost a few bytes each. */
static void memory_does_not_grow_with_rows(void **unused)
{
    (void)unused;
    size_t most[2];
    for (int round = 0; round < 2; round++) {
        static struct play play;
        struct failing_alloc memory;
        struct foreign_reader reader;
        struct strbuf file;
        struct spool spool;
        struct error error;
        int64_t plays = 0;
        strbuf_init(&file, &allocator_heap, 16 << 20);
        failing_alloc_init(&memory);
        strbuf_add(&file, "date,game,player,score\n");
        for (int i = 0; i < (round == 0 ? 2000 : 40000); i++) {
            strbuf_add(&file, "2026-11-13,Azul,Ada,3\n2026-11-13,Azul,Bo,4\n");
        }
        spool_of(&spool, strbuf_span(&file));
        assert_int_equal(csv_open(&reader, &spool, &memory.allocator, &error), ERR_OK);
        while (reader.plays.next(reader.plays.context, &play, &error) == ERR_OK) {
            plays += play.seats == 2;
        }
        assert_int_equal(plays, round == 0 ? 2000 : 40000);
        most[round] = memory.most;
        reader.release(reader.plays.context);
        assert_int_equal(memory.live, 0);
        strbuf_release(&file);
    }
    assert_int_equal(most[0], most[1]);
    assert_true(most[0] < 1 << 20);
}

static void a_play_tells_more_seats_than_it_has_room_for(void **unused)
{
    (void)unused;
    static struct play play;
    struct strbuf file;
    struct foreign_reader reader;
    struct spool spool;
    struct error error;
    strbuf_init(&file, &allocator_heap, 1 << 16);
    strbuf_add(&file, "id,player,score\n");
    for (int i = 0; i < 100; i++) {
        strbuf_add(&file, "1,P");
        strbuf_int(&file, i);
        strbuf_add(&file, ",3\n");
    }
    spool_of(&spool, strbuf_span(&file));
    assert_int_equal(csv_open(&reader, &spool, &allocator_heap, &error), ERR_OK);
    assert_int_equal(reader.plays.next(reader.plays.context, &play, &error), ERR_OK);
    assert_int_equal(play.seats, 100);
    assert_true(span_is(play.seat[PLAY_SEATS - 1].person.name, "P63"));
    reader.release(reader.plays.context);
    strbuf_release(&file);
}

static void without_memory_there_is_an_error_and_nothing_else(void **unused)
{
    (void)unused;
    struct failing_alloc memory;
    failing_alloc_init(&memory);
    for (long n = 1;; n++) {
        static struct play play;
        struct foreign_reader reader;
        struct spool spool;
        struct error error;
        enum err err;
        spool_of(&spool, SPAN_LITERAL("id,player,score,note\n1,Ada,3,a\n1,Bo,4,b\n2,Ada,3,\n"));
        failing_alloc_arm(&memory, n);
        err = csv_open(&reader, &spool, &memory.allocator, &error);
        if (err == ERR_OK) {
            while ((err = reader.plays.next(reader.plays.context, &play, &error)) == ERR_OK) {
            }
            reader.release(reader.plays.context);
            err = err == ERR_END ? ERR_OK : err;
        }
        assert_int_equal(memory.live, 0);
        assert_int_equal(err, memory.fired ? ERR_MEMORY : ERR_OK);
        if (!memory.fired) {
            break;
        }
    }
}

static void ids_are_held_up_to_a_limit(void **unused)
{
    (void)unused;
    struct csv_ids ids;
    bool known;
    csv_ids_init(&ids, &allocator_heap, 5000);
    for (int64_t i = 0; i < 5000; i++) {
        assert_int_equal(csv_ids_add(&ids, span_of((const char *)&i, sizeof(i)), &known), ERR_OK);
        assert_false(known);
    }
    for (int64_t i = 0; i < 5000; i++) {
        assert_int_equal(csv_ids_add(&ids, span_of((const char *)&i, sizeof(i)), &known), ERR_OK);
        assert_true(known);
    }
    assert_int_equal(csv_ids_add(&ids, SPAN_LITERAL("new"), &known), ERR_LIMIT);
    csv_ids_release(&ids);
}

static void what_looks_like_a_spreadsheet(void **unused)
{
    (void)unused;
    static const struct {
        const char *first;
        bool is;
    } cases[] = {{"player,score\n", true},
                 {"\xef\xbb\xbf\"Joueur\";\"Points\"\r\n", true},
                 {"\r\n\r\nAda\tBo\tdate\n", true},
                 {"Zo\xe9;jeu", true},
                 {"dendro 1\n", false},
                 {"{\"games\":[]}", false},
                 {"<plays date=\"\">", false},
                 {"Ada,Bo\ndate,x\n", false},
                 {"", false},
                 {"PK\x03\x04", false}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (csv_looks_like(span_from(cases[i].first)) != cases[i].is) {
            fail_msg("%s", cases[i].first);
        }
    }
}

/* The error of an id that comes again names both lines. */
static void an_id_that_comes_again_is_told_with_both_lines(void **unused)
{
    (void)unused;
    struct foreign_reader reader;
    struct spool spool;
    struct error error;
    char text[300];
    spool_of(&spool, SPAN_LITERAL("id,player,score\n\n1,A,1\n1,C,1\n2,B,2\n1,C,3\n"));
    assert_int_equal(csv_open(&reader, &spool, &allocator_heap, &error), ERR_SYNTAX);
    (void)error_text(&error, LANG_EN, text, sizeof(text));
    assert_string_equal(text, "the id '1' again, which line 3 has: rows of one id stand together");
    assert_int_equal(error.line, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_trap),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(fixtures),
        cmocka_unit_test(pieces_make_no_difference),
        cmocka_unit_test(cut_anywhere_it_is_read_or_refused),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(memory_does_not_grow_with_rows),
        cmocka_unit_test(a_play_tells_more_seats_than_it_has_room_for),
        cmocka_unit_test(without_memory_there_is_an_error_and_nothing_else),
        cmocka_unit_test(ids_are_held_up_to_a_limit),
        cmocka_unit_test(what_looks_like_a_spreadsheet),
        cmocka_unit_test(an_id_that_comes_again_is_told_with_both_lines),
    };
    return cmocka_run_group_tests_name("foreign csv", tests, NULL, NULL);
}
