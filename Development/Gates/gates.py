"""The gates, in the order in which they start. Each is a command, or a function of gates.sh, and says which defects it finds.

A gate waits for those that it names after itself: they install what it needs or build what it runs. The heavy builds come
first, so that the gates that share them are ready while others still run. A long gate for which no other waits starts before the
short ones: as the last one, it would leave a core without work.
"""
from project import COMMAND, GATES, INDEX, SCRIPTS, name
from runner import Gate

SHELL = name(GATES / "gates.sh")


def script(called, *options):
    """A script and its options."""
    return [name(SCRIPTS / called), *options]


def build(folder):
    """The build of a package and its tests, in a folder where another package may have been built before."""
    return ["swift", "build", "--build-tests", "--disable-build-manifest-caching", "--package-path", name(folder)]


def function(called):
    """A function of gates.sh."""
    return ["bash", SHELL, called]


INSTALL = "install tools"
BUILD = "build"
SITE_CHECK_TESTS = "site check"
COMMAND_BUILD = "build of the command"
COMMAND_TESTS = "command"
SAMPLES = "samples"
SCHEMAS = "schemas"
DOCUMENTATION = "documentation"
INTEGRATION = "integration tests"
INDEX_GATES = ["index service", "nodes of the index service", "hostile pages through the index service",
               "index service, deployed"]
# The build folders that several gates share. SwiftPM locks a folder, so the gates of one run one after the other.
IN_COMMAND, IN_INDEX, BESIDE = name(COMMAND), name(INDEX), ".build-beside"
SCRIPT_TESTS = ["python3", "-m", "unittest", "discover", "-s", name(SCRIPTS / "Tests")]
BUILD_ROOT = ["swift", "build", "--build-tests", "--explicit-target-dependency-import-check", "error"]

FORMAT = Gate("format", function("lint_format"),
              finds="another layout than swift-format's, and a time limit that a busy machine reaches")
DOCUMENTS = Gate("documents", function("check_documents"),
                 finds="arrows between modules that go up, names of files, links, cases and promises that are not there")
SCRIPT_GATE = Gate("tests of the scripts", SCRIPT_TESTS,
                   finds="a gate that passes although it looked at nothing, and scripts that are wrong")
WARNINGS = "a warning, and an import that the manifest does not name"

ALL = [
    Gate(INSTALL, function("install_tools"), alone=True,
         finds="a tool or test data that the other gates need and nobody can install"),
    FORMAT,
    DOCUMENTS,
    SCRIPT_GATE,
    Gate(BUILD, BUILD_ROOT, after=[INSTALL], finds=WARNINGS),
    Gate("tests", function("run_tests"), after=[BUILD], finds="the library does not do what it did"),
    Gate(SITE_CHECK_TESTS, function("test_site_check"), after=[INSTALL], folder=IN_COMMAND,
         finds="findings, answers or files of apps that are judged differently"),
    # After the engine's tests, whose build it takes over.
    Gate(COMMAND_BUILD, build(COMMAND), after=[SITE_CHECK_TESTS], folder=IN_COMMAND, finds="a warning in the command or its tests"),
    Gate("index service", function("test_index"), after=[INSTALL], folder=IN_INDEX,
         finds="a fault in the index, its databases or its routes"),
    Gate(COMMAND_TESTS, function("test_command"), after=[COMMAND_BUILD], folder=IN_COMMAND,
         finds="other output, options or exit codes; a recipe's page that opens no app"),
    Gate(SAMPLES, function("check_samples"), after=[BUILD, COMMAND_BUILD],
         finds="a sample that does not compile, in Swift 5 mode too"),
    Gate(SCHEMAS, function("check_schemas"), after=[COMMAND_BUILD], folder=IN_COMMAND,
         finds="JSON against its schema, tools that no client of MCP can call, commands of SKILL.md that fail"),
    Gate(DOCUMENTATION, function("check_documentation"), after=[BUILD, COMMAND_BUILD],
         finds="a link in the documentation that leads nowhere, and a page that no side bar has"),
    # After all that builds the command: SwiftPM removes the sources of packages that the one being built does not need.
    Gate(INTEGRATION, function("test_integration"), after=[COMMAND_TESTS, SAMPLES, SCHEMAS, DOCUMENTATION], folder=IN_COMMAND,
         finds="a bridge that loses a value, a module that links Foundation, a fuzzer that does not compile"),
    Gate("browsers and desktop", function("test_browsers"), after=[INTEGRATION], folder=IN_COMMAND,
         finds="pages that browsers read differently, a banner laid out wrongly, links that a desktop does not open"),
    Gate("nodes of the index service", function("prove_index_cluster"), after=INDEX_GATES[:1], folder=IN_INDEX,
         finds="wrong answers while nodes are killed and the database fails"),
    Gate("hostile pages through the index service", function("prove_index_against_hostile_pages"), after=INDEX_GATES[:1],
         folder=IN_INDEX, finds="a page that makes a node slow, large or wrong"),
    Gate("index service, deployed", function("check_index_deployment"), after=INDEX_GATES[:1], folder=IN_INDEX,
         finds="answers that its OpenAPI document does not describe, and configurations for operators that do not work"),
    # After the service's own gates: SwiftPM removes the sources of packages that only the service needs.
    Gate("server support", function("test_server_support"), after=INDEX_GATES, folder=IN_INDEX,
         finds="faults of a Hummingbird server's banner, metrics and stop, and of the examples with a server"),
    Gate("thread sanitizer", function("run_thread_sanitizer"), finds="a data race in a task, a token or a queue"),
    Gate("tasks in release", function("test_tasks_in_release"),
         finds="an allocation more, a stack that grows with a chain, and what only an optimized build does"),
    Gate("packages", function("check_packages"), after=[INSTALL],
         finds="a formula or Dockerfile that is wrong"),
    Gate("public interface", function("check_public_interface"), after=[BUILD],
         finds="a public declaration that nobody wrote down, and one that a binary framework cannot have"),
    Gate("type checking of chains", script("measure-chains.py"), after=[BUILD],
         finds="an overload that makes chains too slow to compile"),
    Gate("libcurl's constants", function("check_curl_numbers"), after=[INSTALL],
         finds="a number that differs from libcurl's headers"),
    Gate("hostile pages", script("hostile-pages.sh"), after=[BUILD],
         finds="a page or a site that takes more time or memory than it may"),
    Gate("moving from Bolts", function("check_moving"), after=[BUILD, INSTALL], folder=BESIDE,
         finds="old code that does not compile, behaves differently or gets a wrong fix-it"),
    Gate("examples", function("check_examples"), after=[INSTALL], folder=BESIDE,
         finds="an example that does not run, and a program in the README that is not the tried one"),
    Gate("tasks observed", function("check_observability"), after=[INSTALL], folder=BESIDE,
         finds="spans, metrics, traces and pages of pending tasks that say something wrong"),
    Gate("Apple's platforms", function("check_apple_platforms"), after=[BUILD],
         finds="lines for UIKit, SwiftUI and WebKit that do not compile or do the wrong thing"),
    Gate("interleavings of tasks", script("explore-tasks.py"),
         finds="an order of two threads' steps that loses or repeats something"),
    Gate("comparison with lexbor", function("compare_with_lexbor"), after=[INSTALL],
         finds="a made page whose tags another parser reads differently"),
]

# The gates that a contributor runs first: they install nothing and need no network.
QUICK = [
    DOCUMENTS,
    SCRIPT_GATE,
    FORMAT,
    Gate(BUILD, BUILD_ROOT, finds=WARNINGS),
    Gate("public declarations", script("check-api.py"), after=[BUILD], finds="a public declaration that nobody wrote down"),
    Gate("quick tests", function("run_quick_tests"), after=[BUILD],
         finds="the library does not do what it did, as far as two minutes show"),
]
