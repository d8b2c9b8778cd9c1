import Foundation

/// The paths of files in a baseline, which are the same in every checkout, however the command line names a file.
struct BaselinePaths: Sendable {
    /// The folders that paths may start from; if several contain a file, the first is used.
    private let folders: [String]

    init(baseline: String, configuration: String?) {
        let own = LocalPath.folder(of: LocalPath.real(baseline))
        let decisions = configuration.map { LocalPath.folder(of: LocalPath.real($0)) }
        folders = [LocalPath.repository(of: own), LocalPath.repository(of: LocalPath.workingFolder), decisions, own]
            .compactMap { $0 }
    }

    /// The key of a finding, with the file's name in this baseline.
    func key(_ checked: CheckedFinding) -> FindingKey { FindingKey(checked, file: path(of: checked.file)) }

    /// A file of this baseline by its name in a run: its real path, or unchanged if it is not on this machine.
    func file(named name: String) -> String {
        guard !name.isEmpty, name != "-", !RepositoryPath.isURL(name), !name.hasPrefix("/") else { return name }
        let candidates = folders.map { LocalPath.real($0 + "/" + name) }
        return candidates.first(where: LocalPath.exists) ?? candidates.first ?? name
    }

    /// A finding of another baseline, with the file's name in this one.
    func key(_ other: FindingKey, of paths: BaselinePaths) -> FindingKey {
        FindingKey(
            rule: other.rule,
            file: path(of: paths.file(named: other.file)),
            pointer: other.pointer,
            message: other.message
        )
    }

    private func path(of file: String) -> String {
        guard !file.isEmpty, file != "-", !RepositoryPath.isURL(file) else { return file }
        let real = LocalPath.real(file)
        return folders.lazy.compactMap { LocalPath.remainder(of: real, below: $0) }.first ?? real
    }
}
