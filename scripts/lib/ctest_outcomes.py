"""Reads what ctest wrote with --output-junit: ctest_outcomes.py FILE FOLDER

Prints a line a test, three fields with a tab between them: `passed`, `failed` or `skipped`; the test's name; for a failed test
the file in FOLDER that has its output, for a skipped one the reason. A test that passed but could not do a part of its work
has a line `skipped` for each such part besides: that is every line `SKIPPED: reason` that it printed (tests/support/needs.*).
"""

import os
import re
import sys
import xml.etree.ElementTree


def outcomes(case, folder):
    name = case.get("name")
    output = case.findtext("system-out") or ""
    reasons = re.findall(r"^SKIPPED: (.*)$", output, re.MULTILINE)
    left_out = case.find("skipped")
    if left_out is not None and left_out.get("message", "").startswith("SKIP_"):
        yield "skipped", name, "; ".join(reasons) or "it does not say why"
    elif case.get("status") == "run":
        yield "passed", name, ""
        for reason in reasons:
            yield "skipped", name, reason
    else:  # failed, or could not be started
        trouble = case.find("failure") if left_out is None else left_out
        path = os.path.join(folder, name.replace("/", "-") + ".log")
        with open(path, "w", encoding="utf-8") as file:
            file.write("%s\n%s\n" % (output.rstrip("\n"), "" if trouble is None else trouble.get("message") or ""))
        yield "failed", name, path


def main(path, folder):
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        for outcome in outcomes(case, folder):
            print("\t".join(outcome))


main(*sys.argv[1:])
