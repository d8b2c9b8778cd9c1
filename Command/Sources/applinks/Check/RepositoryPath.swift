import Foundation

/// File names for reports whose readers look them up in a repository.
enum RepositoryPath {
    /// The path of a file from the root of the repository, as GitHub's and GitLab's runners name it, or from the working
    /// folder.
    static func fromRoot(_ file: String) -> String { path(of: file, in: folder, below: root) }

    static func path(of file: String, in folder: String, below root: String) -> String {
        guard !file.isEmpty, file != "-", !isURL(file) else { return file }
        let absolute = LocalPath.normalized(file.hasPrefix("/") ? file : folder + "/" + file)
        if let path = LocalPath.remainder(of: absolute, below: root) { return path }
        // The folder may have been named through a symbolic link.
        let parent = LocalPath.folder(of: absolute)
        if file.hasPrefix("/"), let real = LocalPath.resolved(parent),
            let path = LocalPath.remainder(of: real + "/" + (absolute as NSString).lastPathComponent, below: root)
        {
            return path
        }
        return file.hasPrefix("/") ? absolute : file
    }

    static func isURL(_ file: String) -> Bool { file.hasPrefix("https://") || file.hasPrefix("http://") }

    private static let folder: String = {
        let path = LocalPath.currentFolder
        return LocalPath.resolved(path) ?? path
    }()

    private static let root: String = {
        let environment = ProcessInfo.processInfo.environment
        for name in ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"] {
            guard let value = environment[name], value.hasPrefix("/"), let root = LocalPath.resolved(value), root != "/"
            else {
                continue
            }
            if folder == root || folder.hasPrefix(root + "/") { return root }
        }
        return folder
    }()
}
