/* kill -9 at a chosen moment: SQLite lets one put oneself between it and the system. */
#ifndef SUPPORT_DYING_H
#define SUPPORT_DYING_H

/* This process kills itself at its `nth` call of SQLite that changes a file; 0: it lives on. For a child. */
void die_at(long nth);

#endif
