import ArgumentParser

struct RepairOptions: ParsableArguments {
    @Flag(help: "Fix what can be fixed without a change of which links open which app.")
    var fix = false

    @Flag(help: "Also make fixes that may change which links open which app, or remove something that may be wanted.")
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
