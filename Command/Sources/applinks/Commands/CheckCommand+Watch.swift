@_spi(Bolts) import AppFiles
import ArgumentParser
import BoltsSiteCheck
import Foundation
import Synchronization

/// `applinks check --watch`: checks local files again whenever they change.
extension CheckCommand {
    func validateWatch() throws {
        guard watch else { return }
        if fixing.isAsked {
            throw ValidationError(
                "--watch changes no file, because an editor may have it open: run --fix first, then --watch."
            )
        }
        let excluded: [(name: String, isUsed: Bool)] = [
            ("--format", form.chosen != .text), ("--output", !output.isEmpty), ("--summary", summary),
            ("--write-baseline", writeBaseline != nil), ("--from", list.from != nil), ("-", inputs.contains("-")),
        ]
        if let one = excluded.first(where: \.isUsed) {
            throw ValidationError("--watch prints text as files change: leave \(one.name) out.")
        }
    }

    /// A snapshot of the configuration and the followed files.
    private struct Followed: Equatable, Sendable {
        let configurationPath: String?
        let configuration: FolderSnapshot?
        let baseline: FolderSnapshot?
        /// The files of the project in this folder, by path.
        var project: [String: FolderSnapshot]
        var files: [FolderSnapshot]
    }

    /// A snapshot of what is followed; it includes the configuration and the project even if they appear or disappear.
    private func follow(_ paths: [String], _ decisions: CheckDecisions, _ followed: FollowedFiles) -> Followed {
        let path = configurationPath
        let project =
            decisions.readsProject
            ? FolderProject.files(inFolder: ".", followed) + (decisions.project?.value?.content.files ?? []) : []
        return Followed(
            configurationPath: path,
            configuration: path.map { FolderSnapshot(of: [$0]) },
            baseline: baseline.map { FolderSnapshot(of: [$0]) },
            project: Dictionary(
                project.map { ($0, FolderSnapshot(of: [$0])) },
                uniquingKeysWith: { first, _ in first }
            ),
            files: paths.map { FolderSnapshot(of: followed.files(at: $0)) }
        )
    }

    /// The paths of everything that the decisions check.
    private func followedPaths(_ decisions: CheckDecisions, known: [String] = []) throws -> [String] {
        func isHere(_ path: String) -> Bool { LocalPath.exists(path) }
        if offline == nil, let remote = decisions.inputs.first(where: { !isHere($0) && !known.contains($0) }) {
            throw InputError("--watch follows files and folders of this machine, and \(remote) is none")
        }
        let inputs = offline == nil ? decisions.inputs : decisions.inputs.filter(isHere)
        return inputs + decisions.appPaths + [offline].compactMap { $0 }
    }

    private func check(_ decisions: CheckDecisions, _ baseline: Baseline?) async -> [CheckResult] {
        var (results, uses, accepted) = ([CheckResult](), CheckConfiguration.Uses(), baseline)
        for input in decisions.inputs {
            // A deleted folder may have the name of a host, which must not be checked instead.
            var result = CheckResult(input: input)
            if offline == nil, !LocalPath.exists(input) {
                result.failure = "there is no file or folder at \(input) any more"
            } else if !allowOutside, let root = RepositoryFence.rootLeft(by: input) {
                result.failure = "\(input) leads out of \(root) by a symbolic link"
            } else {
                result = await decisions.checkers.checker(of: input).check(input)
            }
            decisions.configuration?.apply(to: &result, today: Self.today, &uses)
            accepted?.apply(to: &result)
            results.append(result)
        }
        return results
    }

    /// The status of the last check, for a signal that ends the program.
    private static let lastStatus = Atomic<Int32>(0)

    /// Prints the findings of the first check, and for each later one the new findings and those that are gone, until a signal
    /// ends it.
    func watch(_ first: CheckDecisions, accepting accepted: Baseline?) async throws {
        var (decisions, accepted) = (first, accepted)
        var paths: [String]
        do {
            paths = try followedPaths(decisions)
        } catch {
            Terminal.complain("\(error)")
            throw ExitCode(64)
        }
        let signals = TerminationSignals { Self.lastStatus.load(ordering: .relaxed) }
        let followed = FollowedFiles()
        // Before the files are read, so that no change in between is missed.
        var seen = follow(paths, decisions, followed)
        var results = await check(decisions, accepted)
        Self.lastStatus.store(Self.exitStatus(of: results, failOn: failOn), ordering: .relaxed)
        for result in results {
            Terminal.print(CheckReport.lines(result, namesInput: results.count > 1, showsAll: all))
            if let failure = result.failure { Terminal.complain(failure) }
        }
        Terminal.note(["\(CheckCounts(results).text); watching, end with Ctrl-C"])
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await signals.wait()
                // The process exits at once, so that reading a folder does not delay the end.
                Foundation.exit(Self.lastStatus.load(ordering: .relaxed))
            }
            while true {
                let files = ChangeWatch(clock: ContinuousClock()) { [paths, decisions] in
                    follow(paths, decisions, followed)
                }
                guard let now = try? await files.change(after: seen) else { break }
                seen = now
                do {
                    let next = try self.decisions()
                    let nextAccepted = try acceptedFindings()
                    let nextPaths = try followedPaths(next, known: decisions.inputs)
                    for note in next.notes where !decisions.notes.contains(note) { Terminal.complain(note) }
                    (decisions, paths, accepted) = (next, nextPaths, nextAccepted)
                    // For files that the decisions read, the earlier snapshot is kept, because they were read before the current
                    // one.
                    let now = follow(paths, decisions, followed)
                    seen.files = now.files
                    seen.project = now.project.merging(seen.project.filter { now.project[$0.key] != nil }) { $1 }
                } catch {
                    Terminal.complain("\(error)")
                    Terminal.complain("the earlier settings remain in use")
                }
                let next = await check(decisions, accepted)
                let change = FindingChange(from: results, to: next)
                Self.lastStatus.store(Self.exitStatus(of: next, failOn: failOn), ordering: .relaxed)
                Terminal.print(change.lines)
                for result in next {
                    let rules = Set(result.findings.map(\.finding.rule.id))
                    Terminal.print(AnswerTable.rows(result.answers, naming: rules).flatMap(\.lines))
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
