import AppFiles
import Foundation
import Synchronization

/// Caches the files below a folder for `--watch`.
///
/// A folder is walked again only after it, or one in it, has changed. Otherwise a check only reads the times of the folders and
/// of the relevant files, and opens nothing, so that a large project costs little.
final class FollowedFiles: Sendable {
    private struct Listing {
        let files: [String]
        let folders: [String: FileMark]
        /// Whether no later change can have the same times as the folders.
        let isSettled: Bool
    }

    private let listings = Mutex<[String: Listing]>([:])

    func files(at path: String) -> [String] {
        guard FileMark(path)?.isFolder == true else { return [path] }
        return files("files of \(path)") {
            var walk = FolderWalk(path)
            walk.run()
            let project = walk.isSite ? nil : AppFileReader().candidates(inFolder: path)
            return (walk.files + (project?.files ?? []), walk.folders + (project?.folders ?? []))
        }
    }

    /// The files by which a project is recognized.
    func project(inFolder path: String) -> [String] {
        files("project in \(path)") {
            let project = AppFileReader().candidates(inFolder: path)
            return (project.files, project.folders)
        }
    }

    private func files(_ key: String, _ list: () -> (files: [String], folders: [String])) -> [String] {
        if let known = listings.withLock({ $0[key] }), known.isSettled,
            known.folders.allSatisfy({ FileMark($0.key) == $0.value })
        {
            return known.files
        }
        let start = Date()
        let (files, folders) = list()
        // A folder that disappeared meanwhile has no mark, and its parent has a new one.
        let marks = Dictionary(folders.compactMap { path in FileMark(path).map { (path, $0) } }) { $1 }
        let listing = Listing(
            files: Set(files).sorted(),
            folders: marks,
            isSettled: marks.values.allSatisfy { !$0.isRecent(at: start) }
        )
        listings.withLock { $0[key] = listing }
        return listing.files
    }
}
