import io
import logging
import sys

import pytest

from gtarena.system.output import HidingStream, without_secrets

SECRET = "my-own-secret"


@pytest.fixture(autouse=True)
def _planted(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", SECRET)


def test_a_stream_hides_secrets_and_is_otherwise_the_stream_behind_it():
    behind = io.StringIO()
    stream = HidingStream(behind)
    assert stream.write(f"one {SECRET}\n") == len(SECRET) + 5
    stream.writelines(["two", f"\t{SECRET} "])
    assert behind.getvalue() == "one [hidden]\ntwo\t[hidden] "
    assert stream.isatty() is False
    stream.close()
    assert behind.closed


def test_what_is_printed_or_raised_inside_is_hidden_and_afterwards_all_is_as_before(capsys):
    with without_secrets():
        print(SECRET)
        print(SECRET, file=sys.stderr)
        sys.excepthook(ValueError, ValueError(f"raised {SECRET}"), None)
    shown = capsys.readouterr()
    assert shown.out == "[hidden]\n"
    assert "[hidden]\n" in shown.err
    assert "raised [hidden]" in shown.err
    assert SECRET not in shown.err
    before = (sys.stdout, sys.stderr, logging.getLogRecordFactory())
    with without_secrets():
        wrapped = (sys.stdout, sys.stderr, logging.getLogRecordFactory())
        with without_secrets():
            assert (sys.stdout, sys.stderr, logging.getLogRecordFactory()) == wrapped
        assert (sys.stdout, sys.stderr, logging.getLogRecordFactory()) == wrapped
    assert (sys.stdout, sys.stderr, logging.getLogRecordFactory()) == before
    print(SECRET)
    assert capsys.readouterr().out == f"{SECRET}\n"


def test_a_stream_that_was_replaced_inside_stays_replaced_and_a_program_without_streams_has_none(monkeypatch):
    monkeypatch.setattr(sys, "stdout", sys.stdout)
    other = io.StringIO()
    with without_secrets():
        sys.stdout = other
    assert sys.stdout is other
    monkeypatch.setattr(sys, "stderr", None)
    with without_secrets():
        assert sys.stderr is None


def test_no_handler_of_a_log_sees_a_secret():
    written = io.StringIO()
    handler = logging.StreamHandler(written)  # stands for any, such as one that writes a file
    log = logging.getLogger("gtarena.test_output")
    log.addHandler(handler)
    try:
        with without_secrets():
            log.warning("%s is %d%% of %s", "all", 100, SECRET)
            try:
                raise ValueError(SECRET)
            except ValueError:
                log.exception("caught")
    finally:
        log.removeHandler(handler)
    lines = written.getvalue().splitlines()
    assert lines[:3] == ["all is 100% of [hidden]", "caught", "Traceback (most recent call last):"]
    assert lines[-1] == "ValueError: [hidden]"
    assert SECRET not in written.getvalue()
