import ArgumentParser

struct FixOptions: ParsableArguments {
    @Flag(help: "Make the fixes that do not change which links open which app.")
    var fix = false

    @Flag(
        help:
            "Also make the fixes that may change which links open which app, or that remove something its author may want."
    )
    var fixUnsafe = false

    @Flag(help: "With --fix or --fix-unsafe: write nothing, and print the changes as a patch.")
    var dryRun = false

    var isAsked: Bool { fix || fixUnsafe }

    func validate() throws {
        if dryRun, !isAsked {
            throw ValidationError("--dry-run shows what --fix or --fix-unsafe would do: add one of them.")
        }
    }
}
