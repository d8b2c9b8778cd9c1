import BoltsBase

/// The application id of a manifest without a Gradle module: Unity's, or the manifest's own.
struct ManifestIdentifier {
    private let folder: ProjectFolder
    private(set) var value: String?
    /// Why the id is unknown, as a clause, or `nil` if it is known or absent.
    private(set) var reason: String?
    /// The display names of the files that contain the id.
    private(set) var files: [String] = []

    /// Determines the application id by a manifest, whose path is within the folder of the project.
    init(of file: String, package: String?, in folder: ProjectFolder) {
        self.folder = folder
        // Unity writes the id of its settings over that of the manifest, which is a template's.
        let template = "com.unity3d.player"
        value = unityIdentifier(of: file) ?? (package == template ? nil : package)
        if value == nil, package == template {
            reason = "is in ProjectSettings/ProjectSettings.asset, which is not read"
        }
        if let build = bazelFile(of: file) {
            // Bazel may write its own id over that of the manifest.
            value = nil
            reason = "may be set by \(folder.shown(build).sanitized(limit: 400)), which is code and is not read"
        } else if let name = value, Self.isPlaceholder(name) {
            value = nil
            reason = Self.reason(name)
        }
    }

    /// Whether a name in place of an application id is a placeholder for a tool: `__PACKAGE__`, `${id}`, `<%= id %>`.
    static func isPlaceholder(_ name: String) -> Bool {
        name.hasPrefix("_")
            || !name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789._".unicodeScalars.contains($0)
            }
    }

    static func reason(_ placeholder: String) -> String {
        "is written \(placeholder.quoted(limit: 100)), which the build replaces"
    }

    /// Bazel's file beside a manifest, or `nil` if there is none.
    private func bazelFile(of file: String) -> String? {
        let parent = ProjectFolder.parent(of: file)
        var places = [parent]
        if parent.hasSuffix("src/main") { places.append(ProjectFolder.parent(of: ProjectFolder.parent(of: parent))) }
        return places.flatMap { place in ["BUILD.bazel", "BUILD"].map { ProjectFolder.joined(place, $0) } }
            // `BUILD` may also be the name of a folder, which has no text.
            .first { folder.text($0) != nil }
    }

    /// The application id in the settings of a Unity project, or `nil` if the manifest belongs to none.
    private mutating func unityIdentifier(of file: String) -> String? {
        guard let start = ("/" + file).firstRange(of: "/Assets/Plugins/Android/") else { return nil }
        let root = String(("/" + file)[..<start.lowerBound].dropFirst())
        let settings = ProjectFolder.joined(root, "ProjectSettings/\(UnityProject.fileName)")
        guard let identifier = UnityProject(settings, in: folder)?.android else { return nil }
        files.append(folder.shown(settings))
        return identifier
    }
}
