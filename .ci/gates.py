"""The gates, in the order in which they start. Each is a command, or a function of gates.sh.

A gate waits for those that it names after itself: they install what it needs or build what it runs. The heavy builds come
first, so that the gates that share them are ready while others still run. A long gate for which no other waits starts before the
short ones: as the last one, it would leave a core without work.
"""
from runner import Gate

SHELL = ".ci/gates.sh"


def function(name):
    """A function of gates.sh."""
    return ["bash", SHELL, name]


def tests(log, *options):
    """The tests of a package; what failed is printed, the whole output kept in .build-logs."""
    return ["bash", SHELL, "test_package", log, *options]


INSTALL = "install tools"
ROOT = "build"
COMMAND = "build of the command"
INTEGRATION = "build of the integration tests"
INDEX = "build of the index service"
# The gates of the index service: those that build in its folder as well wait for them.
INDEX_GATES = ["the index service", "nodes of the index service", "hostile pages through the index service",
               "the index service's OpenAPI document", "the index service behind proxies"]
# The build folders that several gates share. SwiftPM locks a folder, so the gates of one run one after the other.
TOOL, SERVICE, TESTS, BESIDE = "Tool", "IndexService", "IntegrationTests", ".build-beside"
SCRIPTS = ["python3", "-m", "unittest", "discover", "-s", "Scripts/Tests"]
BUILD_ROOT = ["swift", "build", "--build-tests", "--explicit-target-dependency-import-check", "error"]

ALL = [
    Gate(INSTALL, function("install_tools"), alone=True),
    Gate("test data", function("download_test_data"), after=[INSTALL]),
    Gate("format", function("lint_format")),
    Gate("architecture", ["Scripts/check-architecture.py"]),
    Gate("documents", ["Scripts/check-documents.py"]),
    Gate("conformance index", ["Scripts/check-conformance.py"]),
    Gate("what is frozen", ["Scripts/check-frozen.py"]),
    Gate("tests of the scripts", SCRIPTS),
    Gate(ROOT, BUILD_ROOT, after=[INSTALL]),
    Gate("swift test", function("run_tests"), after=[ROOT]),
    Gate(COMMAND, ["swift", "build", "--build-tests", "--package-path", "Tool"], after=[INSTALL], folder=TOOL),
    Gate(INDEX, ["swift", "build", "--build-tests", "--package-path", "IndexService"], after=[INSTALL], folder=SERVICE),
    Gate("the main job", function("run_main_job"), after=[COMMAND], folder=TOOL),
    Gate("the command", function("test_tool"), after=[COMMAND], folder=TOOL),
    Gate("the index service", function("test_index"), after=[INDEX], folder=SERVICE),
    Gate(INTEGRATION, ["swift", "build", "--build-tests", "--package-path", "IntegrationTests"], after=[INSTALL], folder=TESTS),
    Gate("nodes of the index service", function("prove_index_cluster"), after=[INDEX], folder=SERVICE),
    Gate("hostile pages through the index service", function("prove_index_against_hostile_pages"), after=[INDEX], folder=SERVICE),
    Gate("the index service's OpenAPI document", function("check_index_api"), after=[INDEX], folder=SERVICE),
    Gate("the index service behind proxies", function("check_index_deployment"), after=[INDEX], folder=SERVICE),
    Gate("browsers", function("run_browsers"), after=[INTEGRATION], folder=TESTS),
    Gate("banner and desktop, in a browser", function("check_desktop"), after=[INTEGRATION], folder=TESTS),
    Gate("Combine and SwiftNIO", function("check_bridges"), after=[INTEGRATION], folder=TESTS),
    Gate("linkage", function("check_linkage"), after=[INTEGRATION], folder=TESTS),
    Gate("server support", function("check_server_support"), after=INDEX_GATES, folder=SERVICE),
    Gate("fuzzing", ["Scripts/fuzz.py", "--seconds", "20"], after=[INSTALL]),
    Gate("thread sanitizer", function("run_thread_sanitizer")),
    Gate("tasks in release", function("test_tasks_in_release")),
    Gate("Debian package", ["Packaging/Scripts/check-deb.sh"], after=[INSTALL]),
    Gate("documentation", function("check_documentation"), after=[ROOT]),
    Gate("fix-its of old names", ["Scripts/check-fix-its.py"], after=[ROOT]),
    Gate("two modules named Bolts", function("test_two_modules"), after=[INSTALL]),
    Gate("public declarations", ["Scripts/check-api.py"], after=[ROOT]),
    Gate("library evolution", ["Scripts/build-xcframeworks.py", "--check"]),
    Gate("type checking of chains", ["Scripts/measure-chains.py", "--gate"], after=[ROOT]),
    Gate("libcurl's constants", function("check_curl_numbers"), after=[INSTALL]),
    Gate("hostile pages", ["Scripts/hostile-pages.sh"], after=[ROOT]),
    Gate("task costs", tests("task-costs", "--package-path", "IntegrationTests/TaskCosts", "--configuration", "release")),
    Gate("the README's program", function("run_readme_program"), folder=BESIDE),
    Gate("old code, moved", function("check_moving"), after=[ROOT], folder=BESIDE),
    Gate("examples", function("check_examples"), after=[INSTALL], folder=BESIDE),
    Gate("tasks observed", function("check_observability"), after=[INSTALL], folder=BESIDE),
    Gate("benchmarks build", function("build_benchmarks"), after=[INSTALL], folder=BESIDE),
    Gate("packaging", function("check_packaging"), after=[INSTALL]),
    Gate("Apple's platforms", function("check_apple_platforms"), after=[ROOT]),
    Gate("samples", ["Scripts/check-samples.py"], after=[ROOT, INTEGRATION]),
    Gate("samples in every mode", ["Scripts/check-samples.py", "--all-modes"], after=[ROOT]),
    Gate("interleavings of tasks", ["Scripts/explore-tasks.py"]),
    Gate("address sanitizer", function("run_address_sanitizer")),
    Gate("page corpus", ["python3", "Scripts/check-pages.py"], after=[COMMAND], folder=TOOL),
    Gate("schemas", function("check_schemas"), after=[COMMAND], folder=TOOL),
    Gate("comparison with lexbor", function("compare_with_lexbor"), after=["test data"]),
]

# What a contributor runs first: it installs nothing and needs no network.
QUICK = [
    Gate("documents", ["Scripts/check-documents.py"]),
    Gate("architecture", ["Scripts/check-architecture.py"]),
    Gate("conformance index", ["Scripts/check-conformance.py"]),
    Gate("tests of the scripts", SCRIPTS),
    Gate("format", function("lint_format")),
    Gate(ROOT, BUILD_ROOT),
    Gate("public declarations", ["Scripts/check-api.py"], after=[ROOT]),
    Gate("tests", function("run_quick_tests"), after=[ROOT]),
]
