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

    /// The desktop entry of an id such as `firefox.desktop`.
    func entry(_ id: String) -> DesktopEntry? {
        guard id.hasSuffix(".desktop"), !id.contains("/") else { return nil }
        let places = Self.places(of: id)
        for directory in dataDirectories {
            for place in places {
                let path = "\(directory)/applications/\(place)"
                guard let data = FileManager.default.contents(atPath: path) else { continue }
                return DesktopEntry(String(decoding: data, as: UTF8.self))
            }
        }
        return nil
    }

    /// The paths that an id may stand for: as in GIO, a dash may also separate folders.
    private static func places(of id: String) -> [String] {
        var places = [id]
        var place = id
        while let dash = place.firstIndex(of: "-") {
            place.replaceSubrange(dash...dash, with: "/")
            places.append(place)
        }
        return places
    }

    /// The directories of the XDG Base Directory specification with the data of programs, in the order of preference.
    var dataDirectories: [String] {
        let home = value(of: "XDG_DATA_HOME") ?? value(of: "HOME").map { $0 + "/.local/share" }
        let others = value(of: "XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        let directories = [home ?? ""] + others.split(separator: ":").map(String.init)
        return directories.filter { $0.hasPrefix("/") }
    }

    /// The value of a variable, or `nil` if it is empty: by the specification, the default also replaces an empty value.
    private func value(of name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
#endif
