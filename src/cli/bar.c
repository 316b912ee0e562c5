/* The progress bar: one line that is written over again, so nothing else may be on it. */
#include "cli/bar.h"

#include <unistd.h>

#include "base/banned.h"

enum { BAR_WIDTH = 40 };

void bar_init(struct bar *bar, struct cli *cli, bool quiet)
{
    *bar = (struct bar){.cli = cli, .wanted = !quiet && cli->err_terminal, .shown = -1};
}

void bar_draw(struct bar *bar, int64_t done, int64_t total)
{
    int percent = done >= total ? 100 : (int)(done * 100 / total);
    if (!bar->wanted || percent == bar->shown) {
        return;
    }
    char memory[128];
    struct strbuf out;
    strbuf_wrap(&out, memory, sizeof(memory));
    strbuf_add(&out, "\r[");
    strbuf_repeat(&out, "#", percent * BAR_WIDTH / 100);
    strbuf_repeat(&out, " ", BAR_WIDTH - percent * BAR_WIDTH / 100);
    strbuf_add(&out, "] ");
    strbuf_int_right(&out, percent, 3);
    strbuf_add(&out, "%");
    (void)!write(bar->cli->err, memory, out.len);
    bar->shown = percent;
}

void bar_wipe(struct bar *bar)
{
    static const char WIPE[] = "\r\033[K";
    if (bar->shown >= 0) {
        (void)!write(bar->cli->err, WIPE, sizeof(WIPE) - 1);
        bar->shown = -1;
    }
}
