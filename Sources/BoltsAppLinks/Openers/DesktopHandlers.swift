#if os(Linux)
import Foundation

/// The desktop's programs and desktop entries, according to an environment.
struct DesktopHandlers: Sendable {
    let environment: [String: String]

    /// The path of a program, by path or by its name in the absolute directories of `PATH`.
    func program(_ name: String) -> URL? {
        let candidates: [URL]
        if name.contains("/") {
            candidates = name.hasPrefix("/") ? [URL(fileURLWithPath: name)] : []
        } else {
            candidates = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
                .filter { $0.hasPrefix("/") }
                .map { URL(fileURLWithPath: String($0), isDirectory: true).appendingPathComponent(name) }
        }
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// The desktop entry of an id such as `firefox.desktop`, by the directories of the XDG Base Directory
    /// specification.
    func entry(_ id: String) -> DesktopEntry? {
        guard id.hasSuffix(".desktop"), !id.contains("/") else { return nil }
        var directories: [String] = []
        if let home = environment["XDG_DATA_HOME"] ?? environment["HOME"].map({ $0 + "/.local/share" }) {
            directories.append(home)
        }
        directories += (environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share").split(separator: ":").map(
            String.init
        )
        for directory in directories where directory.hasPrefix("/") {
            let path = "\(directory)/applications/\(id)"
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            return DesktopEntry(String(decoding: data, as: UTF8.self))
        }
        return nil
    }
}
#endif
