@_spi(Bolts) import AppFiles
@_spi(Bolts) import BoltsSiteCheck
import Foundation
import Synchronization

/// The app whose project is in the working folder, so that the user need not name it.
struct FolderProject: Sendable {
    let content: AppFileContent
    /// The methods of the project's apps that receive links.
    let receivers: Lazy<[LinkReceivers]>
    /// Why the project could not be read at all, or `nil` if it could.
    private let problem: String?

    /// Reads the project in a folder, or returns `nil` if the folder does not look like one.
    init?(inFolder path: String) {
        guard Self.mayBeProject(atPath: path) else { return nil }
        let isProject = Self.isProject(atPath: path)
        do {
            content = try AppFileReader().claims(atPath: path)
            problem = nil
        } catch {
            guard isProject else { return nil }
            content = AppFileContent()
            problem = "\(error)"
        }
        receivers = Lazy { [content] in AppFileReader().receivers(atPath: path, of: content) }
        if problem == nil, content.claims.isEmpty, content.notes.isEmpty || !isProject { return nil }
    }

    static func isProject(atPath path: String) -> Bool {
        isProject(Set(LocalPath.names(inFolder: path)))
    }

    /// The files of a project in a folder, to detect changes; none if the folder does not look like a project.
    static func files(inFolder path: String, _ followed: FollowedFiles) -> [String] {
        mayBeProject(atPath: path) ? followed.project(inFolder: path) : []
    }

    /// Whether a folder is a project, or has a folder of a platform, as a site may have too.
    private static func mayBeProject(atPath path: String) -> Bool {
        isProject(atPath: path) || ["android", "ios"].contains { LocalPath.exists("\(path)/\($0)") }
    }

    /// Whether a folder with these entries is the root of an app's project.
    static func isProject(_ names: Set<String>) -> Bool {
        let marks: Set<String> = [
            "settings.gradle", "settings.gradle.kts", "build.gradle", "build.gradle.kts", "pubspec.yaml", "app.json",
            "capacitor.config.json", "capacitor.config.ts", "capacitor.config.js", "gradlew", "project.yml",
            "project.yaml", "Project.swift", "app.config.js", "app.config.ts",
        ]
        if !marks.isDisjoint(with: names) { return true }
        if names.contains("config.xml"), names.contains("platforms") { return true }
        if names.contains("package.json"), names.contains("android") || names.contains("ios") { return true }
        return names.contains { name in
            [".xcodeproj", ".csproj", ".sln", ".slnx"].contains(where: name.hasSuffix)
        }
    }

    /// Why neither the app nor its hosts could be determined, or `nil` if they could.
    var failure: String? {
        if let problem { return problem }
        let claims = content.claims
        let isKnown =
            claims.android.contains { $0.package != nil || $0.filters?.isEmpty == false }
            || claims.apple.contains { $0.identifier ?? $0.bundleIdentifier ?? $0.domains?.first != nil }
        return isKnown ? nil : content.notes.first
    }

    /// The claims about a site that it names or that names it, or `nil` if they are unrelated.
    func content(for site: SiteAssociations) -> AppFileContent? {
        var content = content
        content.claims = content.claims.concerning(site)
        return content.claims.isEmpty ? nil : content
    }
}

/// A value that is made once, when it is needed.
final class Lazy<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let known = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    var value: Value {
        known.withLock { known in
            let value = known ?? make()
            known = value
            return value
        }
    }
}
