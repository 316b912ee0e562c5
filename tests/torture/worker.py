"""Processes that end with us, whatever happens to us, and what they share."""

import ctypes
import multiprocessing
import resource
import signal

FORK = multiprocessing.get_context("fork")
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


def die_with_parent():
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _run(function, arguments):
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    function(*arguments)


def start(function, *arguments):
    process = FORK.Process(target=_run, args=(function, arguments), daemon=True)
    process.start()
    return process


def end(process, patience=5):
    """Waits a little, then kills: journals and counts are safe at any moment."""
    process.join(patience)
    if process.is_alive():
        process.kill()
        process.join()


def raise_file_limit(wanted):
    """As many descriptors as we may have; returns how many that is."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, wanted))
            return wanted
        except (ValueError, OSError):
            pass
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard
