import AppFiles
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// The app whose project lies in the folder in which a command runs: nobody has to name it.
struct FolderProject: Sendable {
    let content: AppFileContent

    /// Reads the project in a folder, or returns `nil` if the folder does not look like one.
    ///
    /// What cannot be read is left out, because nobody asked for it.
    init?(inFolder path: String) {
        let names = Set(LocalPath.names(inFolder: path))
        guard Self.isProject(names), let content = try? AppFileReader().claims(atPath: path),
            !content.claims.isEmpty || !content.notes.isEmpty
        else { return nil }
        self.content = content
    }

    /// The files of the project in a folder, to see whether one has changed; none if the folder does not look like one.
    static func files(inFolder path: String, _ followed: FollowedFiles) -> [String] {
        let names = Set(LocalPath.names(inFolder: path))
        return isProject(names) ? followed.project(inFolder: path) : []
    }

    /// Whether a folder with such entries is the root of an app's project.
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

    /// Why nothing of it could be read that tells which app it is or which hosts it names, or `nil` if something was.
    var failure: String? {
        let claims = content.claims
        let isKnown =
            claims.android.contains { $0.package != nil || $0.filters?.isEmpty == false }
            || claims.apple.contains { $0.identifier ?? $0.bundleIdentifier ?? $0.domains?.first != nil }
        return isKnown ? nil : content.notes.first
    }

    /// What it says of a site that it names or that names it, or `nil` if they have nothing to do with each other.
    func content(for site: SiteAssociations) -> AppFileContent? {
        var content = content
        content.claims = content.claims.concerning(site)
        return content.claims.isEmpty ? nil : content
    }
}
