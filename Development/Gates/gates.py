"""The gates, in the order in which they start. Each is a command, or a function of gates.sh.

A gate waits for those that it names after itself: they install what it needs or build what it runs. The heavy builds come
first, so that the gates that share them are ready while others still run. A long gate for which no other waits starts before the
short ones: as the last one, it would leave a core without work.
"""
from project import COMMAND, GATES, INDEX, INTEGRATION_TESTS, PACKAGING, SCRIPTS, SITE_CHECK, name
from runner import Gate

SHELL = name(GATES / "gates.sh")


def script(called, *options):
    """A script and its options."""
    return [name(SCRIPTS / called), *options]


def build(folder):
    """The build of a package and its tests."""
    return ["swift", "build", "--build-tests", "--package-path", name(folder)]


def function(called):
    """A function of gates.sh."""
    return ["bash", SHELL, called]


def tests(log, *options):
    """The tests of a package; what failed is printed, the whole output kept in .build-logs."""
    return ["bash", SHELL, "test_package", log, *options]


INSTALL = "install tools"
BUILD = "build"
BUILD_SITE_CHECK = "build of the site check"
BUILD_COMMAND = "build of the command"
BUILD_INTEGRATION = "build of the integration tests"
BUILD_INDEX = "build of the index service"
# The gates of the index service: those that build in its folder as well wait for them.
INDEX_GATES = ["the index service", "nodes of the index service", "hostile pages through the index service",
               "the index service's OpenAPI document", "the index service behind proxies"]
# The build folders that several gates share. SwiftPM locks a folder, so the gates of one run one after the other.
CHECKER, TOOL, SERVICE, TESTS, BESIDE = name(SITE_CHECK), name(COMMAND), name(INDEX), name(INTEGRATION_TESTS), ".build-beside"
SCRIPT_TESTS = ["python3", "-m", "unittest", "discover", "-s", name(SCRIPTS / "Tests")]
BUILD_ROOT = ["swift", "build", "--build-tests", "--explicit-target-dependency-import-check", "error"]

ALL = [
    Gate(INSTALL, function("install_tools"), alone=True),
    Gate("test data", function("download_test_data"), after=[INSTALL]),
    Gate("format", function("lint_format")),
    Gate("architecture", script("check-architecture.py")),
    Gate("documents", script("check-documents.py")),
    Gate("conformance index", script("check-conformance.py")),
    Gate("what is frozen", script("check-frozen.py")),
    Gate("tests of the scripts", SCRIPT_TESTS),
    Gate(BUILD, BUILD_ROOT, after=[INSTALL]),
    Gate("swift test", function("run_tests"), after=[BUILD]),
    Gate(BUILD_SITE_CHECK, build(SITE_CHECK), after=[INSTALL], folder=CHECKER),
    Gate(BUILD_COMMAND, build(COMMAND), after=[INSTALL], folder=TOOL),
    Gate(BUILD_INDEX, build(INDEX), after=[INSTALL], folder=SERVICE),
    Gate("the site check", function("test_site_check"), after=[BUILD_SITE_CHECK], folder=CHECKER),
    Gate("the main job", function("run_main_job"), after=[BUILD_COMMAND], folder=TOOL),
    Gate("the command", function("test_tool"), after=[BUILD_COMMAND], folder=TOOL),
    Gate("the index service", function("test_index"), after=[BUILD_INDEX], folder=SERVICE),
    Gate(BUILD_INTEGRATION, build(INTEGRATION_TESTS), after=[INSTALL], folder=TESTS),
    Gate("nodes of the index service", function("prove_index_cluster"), after=[BUILD_INDEX], folder=SERVICE),
    Gate("hostile pages through the index service", function("prove_index_against_hostile_pages"), after=[BUILD_INDEX], folder=SERVICE),
    Gate("the index service's OpenAPI document", function("check_index_api"), after=[BUILD_INDEX], folder=SERVICE),
    Gate("the index service behind proxies", function("check_index_deployment"), after=[BUILD_INDEX], folder=SERVICE),
    Gate("browsers", function("run_browsers"), after=[BUILD_INTEGRATION], folder=TESTS),
    Gate("banner and desktop, in a browser", function("check_desktop"), after=[BUILD_INTEGRATION], folder=TESTS),
    Gate("Combine and SwiftNIO", function("check_bridges"), after=[BUILD_INTEGRATION], folder=TESTS),
    Gate("linkage", function("check_linkage"), after=[BUILD_INTEGRATION], folder=TESTS),
    Gate("server support", function("check_server_support"), after=INDEX_GATES, folder=SERVICE),
    Gate("fuzzing", script("fuzz.py", "--seconds", "20"), after=[INSTALL]),
    Gate("thread sanitizer", function("run_thread_sanitizer")),
    Gate("tasks in release", function("test_tasks_in_release")),
    Gate("Debian package", [name(PACKAGING / "Scripts/check-deb.sh")], after=[INSTALL]),
    Gate("documentation", function("check_documentation"), after=[BUILD, BUILD_COMMAND]),
    Gate("fix-its of old names", script("check-fix-its.py"), after=[BUILD]),
    Gate("two modules named Bolts", function("test_two_modules"), after=[INSTALL]),
    Gate("public declarations", script("check-api.py"), after=[BUILD]),
    Gate("library evolution", script("build-xcframeworks.py", "--check")),
    Gate("type checking of chains", script("measure-chains.py", "--gate"), after=[BUILD]),
    Gate("libcurl's constants", function("check_curl_numbers"), after=[INSTALL]),
    Gate("hostile pages", script("hostile-pages.sh"), after=[BUILD]),
    Gate("task costs", tests("task-costs", "--package-path", name(INTEGRATION_TESTS / "TaskCosts"), "--configuration", "release")),
    Gate("the README's program", function("run_readme_program"), folder=BESIDE),
    Gate("old code, moved", function("check_moving"), after=[BUILD], folder=BESIDE),
    Gate("examples", function("check_examples"), after=[INSTALL], folder=BESIDE),
    Gate("tasks observed", function("check_observability"), after=[INSTALL], folder=BESIDE),
    Gate("benchmarks build", function("build_benchmarks"), after=[INSTALL], folder=BESIDE),
    Gate("packaging", function("check_packaging"), after=[INSTALL]),
    Gate("Apple's platforms", function("check_apple_platforms"), after=[BUILD]),
    Gate("samples", script("check-samples.py"), after=[BUILD, BUILD_COMMAND, BUILD_INTEGRATION]),
    Gate("samples in every mode", script("check-samples.py", "--all-modes"), after=[BUILD]),
    Gate("interleavings of tasks", script("explore-tasks.py")),
    Gate("address sanitizer", function("run_address_sanitizer")),
    Gate("page corpus", script("check-pages.py"), after=[BUILD_COMMAND], folder=TOOL),
    Gate("schemas", function("check_schemas"), after=[BUILD_COMMAND], folder=TOOL),
    Gate("comparison with lexbor", function("compare_with_lexbor"), after=["test data"]),
]

# What a contributor runs first: it installs nothing and needs no network.
QUICK = [
    Gate("documents", script("check-documents.py")),
    Gate("architecture", script("check-architecture.py")),
    Gate("conformance index", script("check-conformance.py")),
    Gate("tests of the scripts", SCRIPT_TESTS),
    Gate("format", function("lint_format")),
    Gate(BUILD, BUILD_ROOT),
    Gate("public declarations", script("check-api.py"), after=[BUILD]),
    Gate("tests", function("run_quick_tests"), after=[BUILD]),
]
