import ArgumentParser
import BoltsSiteCheck
import Foundation
import Synchronization

/// `applinks check --watch`: checks files of this machine again whenever they change.
extension CheckCommand {
    func validateWatch() throws {
        guard watch else { return }
        if repair.isAsked {
            throw ValidationError(
                "--watch changes no file, because an editor may have it open: run --fix first, then --watch."
            )
        }
        let excluded: [(name: String, isUsed: Bool)] = [
            ("--format", form.chosen != .text), ("--output", !output.isEmpty), ("--summary", summary),
            ("--resume", resume != nil), ("--write-baseline", writeBaseline != nil),
            ("--from", list.from != nil), ("-", inputs.contains("-")),
        ]
        if let one = excluded.first(where: \.isUsed) {
            throw ValidationError("--watch prints text as files change: leave \(one.name) out.")
        }
    }

    /// Prints what the first check found, and of each later one what is new and what is gone, until a signal ends it.
    ///
    /// - Parameters:
    ///   - inputs: What is checked, all of it on this machine.
    ///   - apps: The files and folders of apps, which are followed too.
    ///   - configurationPath: The file of decisions, or `nil` if there is none.
    ///   - check: Checks all inputs by the decisions as they are now.
    /// - Throws: ``ExitCode`` if an input is not on this machine.
    func watch(
        _ inputs: [String],
        apps: [String],
        configurationPath: String?,
        check: @escaping @Sendable () async -> [CheckResult]
    ) async throws {
        if let remote = inputs.first(where: { FileManager.default.fileExists(atPath: $0) == false }), offline == nil {
            Terminal.complain("--watch follows files and folders of this machine, and \(remote) is none")
            throw ExitCode(64)
        }
        let paths =
            inputs.filter { FileManager.default.fileExists(atPath: $0) } + apps + [offline].compactMap { $0 }
        let look: @Sendable () -> [FolderSnapshot] = {
            (paths + [configurationPath].compactMap { $0 }).map { FolderSnapshot(of: $0) }
        }
        let files = ChangeWatch(clock: ContinuousClock(), look: look)
        let signals = EndSignals()
        // Before the files are read, so that no change between is missed.
        var seen = look()
        var results = await check()
        let status = LastStatus(Self.exitStatus(of: results, failOn: failOn))
        for result in results {
            Terminal.print(FindingReport.lines(result, namesInput: inputs.count > 1, showsAll: all))
            if let failure = result.failure { Terminal.complain(failure) }
        }
        Terminal.note(["\(CheckCounts(results).text); watching, end with Ctrl-C"])
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await signals.wait()
                // At once: a folder that is being read must not delay the end.
                Foundation.exit(status.value)
            }
            while let now = try? await files.change(after: seen) {
                seen = now
                let next = await check()
                let change = FindingChange(from: results, to: next)
                status.set(Self.exitStatus(of: next, failOn: failOn))
                Terminal.print(change.lines)
                for result in next {
                    Terminal.print(
                        FindingReport.lines(result.answers, naming: Set(result.findings.map(\.finding.rule.id)))
                    )
                    if let failure = result.failure { Terminal.complain(failure) }
                }
                Terminal.print([
                    "checked again: \(change.new.count) new, \(change.gone.count) gone; \(CheckCounts(next).text)"
                ])
                results = next
            }
            group.cancelAll()
        }
    }

    private static func exitStatus(of results: [CheckResult], failOn: FailOn) -> Int32 {
        let counts = CheckCounts(results)
        if counts.failures > 0 { return 2 }
        return failOn.severity.map { counts.count(from: $0) > 0 } ?? false ? 1 : 0
    }
}

/// The status of the last check, for the signal that ends the program.
private final class LastStatus: Sendable {
    private let state: Mutex<Int32>

    init(_ value: Int32) { state = Mutex(value) }

    var value: Int32 { state.withLock { $0 } }

    func set(_ value: Int32) { state.withLock { $0 = value } }
}
