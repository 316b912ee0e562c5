/* What an audit and a rebuild find, as JSON. The promises of wire/json.h hold here too. */
#ifndef WIRE_AUDIT_H
#define WIRE_AUDIT_H

#include "base/strbuf.h"
#include "service/audit.h"
#include "service/rebuild.h"
#include "wire/emit.h"

/*
 * {"finding":"seat","note":false,"entry","game","ply","seat","field",
 * "stored","computed","rule","message"}; what there is not is null. "stored"
 * and "computed" are texts, "rule" and "message" say why it could not be
 * compared.
 */
ERR_CHECK enum err wire_audit_finding(const struct audit_finding *finding, enum lang lang, struct strbuf *out,
                                      struct error *error);
void emit_audit_finding(struct emit *emit, const struct audit_finding *finding, enum lang lang);

/* {"entries","games","judged","scored","stated","plies","findings","notes","pending","root"}, of the games those that
 * are finished by what their results rest on, the root in hexadecimal, null when there is none: one game was audited, or entries are missing. */
ERR_CHECK enum err wire_audit_summary(const struct audit_summary *summary, struct strbuf *out, struct error *error);
void emit_audit_summary(struct emit *emit, const char *key, const struct audit_summary *summary);

/* {"table","key","column","stored","rebuilt"} */
ERR_CHECK enum err wire_rebuild_difference(const struct rebuild_difference *difference, struct strbuf *out,
                                           struct error *error);

/* {"games","differences","swapped"} */
ERR_CHECK enum err wire_rebuild_summary(const struct rebuild_summary *summary, struct strbuf *out, struct error *error);

#endif
