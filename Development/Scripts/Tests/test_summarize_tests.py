"""Tests of summarize-tests.py."""
import os
import subprocess
import tempfile
import unittest

import scripts
from project import SCRIPTS

SCRIPT = SCRIPTS / "summarize-tests.py"


def summarize(text):
    run = subprocess.run([SCRIPT], input=text, stdout=subprocess.PIPE, text=True)
    return run.returncode, run.stdout


class SummarizeTests(unittest.TestCase):
    def test_a_run_that_passed(self):
        line = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.\n"
        self.assertEqual(summarize("◇ Test a() started.\n" + line), (0, line))

    def test_bytes_that_are_no_text_stop_nothing(self):
        line = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.\n".encode()
        with tempfile.NamedTemporaryFile() as log:
            run = subprocess.run([SCRIPT, "--log", log.name], input=b"a\xff\xfe b\n" + line, stdout=subprocess.PIPE,
                                 env={**os.environ, "LC_ALL": "C"})
        self.assertEqual((run.returncode, run.stdout), (0, line))

    def test_a_run_with_a_known_issue_passed(self):
        line = "━ Test run with 3 tests in 1 suite passed after 0.1 seconds with 1 known issue.\n"
        self.assertEqual(summarize(line), (0, line))

    def test_a_failure_is_printed_with_its_message(self):
        text = "✘ Test a() recorded an issue at A.swift:1:1: wrong\n↳ because\n" \
            "✘ Test run with 1 test in 1 suite failed after 0.1 seconds with 1 issue.\n"
        self.assertEqual(summarize(text), (1, text))

    def test_a_report_of_a_sanitizer_is_printed_and_a_failure(self):
        report = "WARNING: ThreadSanitizer: data race (pid=1)\n  Write of size 8\n    #0 f A.swift:1\n" \
            "SUMMARY: ThreadSanitizer: data race A.swift:1 in f\n"
        passed = "✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.\n"
        self.assertEqual(summarize(report + "==================\n" + passed), (1, report + passed))

    def test_of_many_reports_the_first_are_printed(self):
        report = "==1==ERROR: AddressSanitizer: heap-use-after-free\n" + "    #0 f A.swift:1\n" * 200
        status, printed = summarize(report * 5)
        self.assertEqual(status, 1)
        self.assertEqual(printed.count("heap-use-after-free"), 3)
        self.assertLess(printed.count("\n"), 200)
        self.assertIn("2 more reports of the sanitizer\n", printed)

    def test_what_did_not_end_is_named(self):
        text = "◇ Test a() started.\n◇ Test case passing 1 argument n → 1 to b(_:) started.\n◇ Test b(_:) started.\n" \
            "✔ Test b(_:) with 2 test cases passed after 0.1 seconds.\n◇ Test c() started.\n➜ Test d() skipped\n"
        status, printed = summarize(text)
        self.assertEqual(status, 1)
        self.assertIn("did not end: a()\ndid not end: c()\n", printed)
        self.assertNotIn("b(_:)", printed)

    def test_a_signal_names_what_did_not_end(self):
        with subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
            run.stdin.write("◇ Test a() started.\n✘ Test b() recorded an issue\n")
            run.stdin.flush()
            self.assertEqual(run.stdout.readline(), "✘ Test b() recorded an issue\n")
            run.terminate()
            self.assertEqual(run.communicate()[0], "did not end: a()\n")
            self.assertEqual(run.returncode, 1)

    def test_no_run_is_a_failure(self):
        self.assertEqual(summarize("error: it does not build\n")[0], 1)


if __name__ == "__main__":
    unittest.main()
