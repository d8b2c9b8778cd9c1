import Foundation

/// The paths of files in a baseline, which are the same in every checkout and however the command line names a file.
struct BaselinePaths: Sendable {
    /// The folders that paths may start from; of several that have a file, the first counts.
    private let folders: [String]

    init(baseline: String, configuration: String?) {
        let own = LocalPath.folder(of: LocalPath.real(baseline))
        let decisions = configuration.map { LocalPath.folder(of: LocalPath.real($0)) }
        folders = [LocalPath.repository(of: own), LocalPath.repository(of: LocalPath.workingFolder), decisions, own]
            .compactMap { $0 }
    }

    /// What a finding is about, with its file as this baseline names it.
    func key(_ checked: CheckedFinding) -> FindingKey { FindingKey(checked, file: path(of: checked.file)) }

    /// A file of this baseline as a run names it: its real path, or as it is if that is not on this machine.
    func file(named name: String) -> String {
        guard !name.isEmpty, name != "-", !RepositoryPath.isURL(name), !name.hasPrefix("/") else { return name }
        let candidates = folders.map { LocalPath.real($0 + "/" + name) }
        return candidates.first(where: LocalPath.exists) ?? candidates.first ?? name
    }

    /// A finding of another baseline, with its file as this one names it.
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
