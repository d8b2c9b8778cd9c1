import BoltsBase

/// The application id of a manifest that no Gradle module has: of Unity, Bazel, NativeScript, or the manifest's own.
struct ManifestIdentifier {
    private let folder: ProjectFolder
    private(set) var value: String?
    /// Why it cannot be told, as a clause, or `nil` if it can or there is none.
    private(set) var reason: String?
    /// The files that tell it, as they are shown.
    private(set) var files: [String] = []

    /// Looks for the application id.
    ///
    /// - Parameters:
    ///   - file: The path of the manifest within the folder.
    ///   - package: What the manifest says.
    ///   - folder: The folder of the project.
    init(of file: String, package: String?, in folder: ProjectFolder) {
        self.folder = folder
        value = package ?? unityIdentifier(of: file)
        if let bazel = bazelIdentifier(of: file) {
            value = bazel.identifier
            if value == nil { reason = "is computed by \(folder.shown(bazel.file).sanitized(limit: 400))" }
        } else if let name = value, Self.isPlaceholder(name) {
            value = nativeScriptIdentifier(of: file)
            if value == nil { reason = Self.reason(name) }
        }
    }

    /// Whether a name in the place of an application id is what a tool replaces: `__PACKAGE__`, `${id}`, `<%= id %>`.
    static func isPlaceholder(_ name: String) -> Bool {
        name.hasPrefix("_")
            || !name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "0123456789._".unicodeScalars.contains($0)
            }
    }

    static func reason(_ placeholder: String) -> String {
        "is written \(placeholder.quoted(limit: 100)), which the build replaces"
    }

    /// The application id in the configuration of NativeScript, or `nil` if it tells none or several.
    private mutating func nativeScriptIdentifier(of file: String) -> String? {
        var place = ProjectFolder.parent(of: file)
        while !place.isEmpty {
            place = ProjectFolder.parent(of: place)
            for name in ["nativescript.config.ts", "nativescript.config.js"] {
                let configuration = ProjectFolder.joined(place, name)
                guard let text = folder.text(configuration) else { continue }
                files.append(folder.shown(configuration))
                return Self.nativeScriptIdentifier(in: GradleScript(text).root)
            }
        }
        return nil
    }

    private static func nativeScriptIdentifier(in root: GradleScript.Block) -> String? {
        var found: [String: Set<String>] = [:]
        func visit(_ block: GradleScript.Block, _ platform: String) {
            for text in [block.header] + block.statements {
                let own = text == block.header ? "" : platform
                let tokens = GradleToken.tokens(of: text)
                for index in tokens.indices.dropLast(2)
                where [.word("id"), .text("id")].contains(tokens[index]) && tokens[index + 1] == .symbol(":") {
                    if case .text(let id) = tokens[index + 2] { found[own, default: []].insert(id) }
                }
            }
            for inner in block.blocks {
                let last = GradleToken.tokens(of: inner.header).suffix(2)
                let names = ["android", "ios", "visionos"]
                let name = names.first { last.elementsEqual([.word($0), .symbol(":")]) }
                visit(inner, name ?? platform)
            }
        }
        visit(root, "")
        let ids = found["android"] ?? found[""] ?? []
        return ids.count == 1 ? ids.first : nil
    }

    /// The application id that Bazel writes over a manifest's, or `nil` if no rule beside it does.
    private mutating func bazelIdentifier(of file: String) -> (identifier: String?, file: String)? {
        let parent = ProjectFolder.parent(of: file)
        var places = [parent]
        if parent.hasSuffix("src/main") { places.append(ProjectFolder.parent(of: ProjectFolder.parent(of: parent))) }
        for place in places {
            for name in ["BUILD.bazel", "BUILD"] {
                let build = ProjectFolder.joined(place, name)
                guard let text = folder.text(build), text.contains("android_binary"), text.contains("manifest_values")
                else { continue }
                files.append(folder.shown(build))
                let plain = text.split(whereSeparator: \.isNewline).map { $0.prefix { $0 != "#" } }
                let tokens = GradleToken.tokens(of: plain.joined(separator: "\n"))
                var ids: Set<String?> = []
                for index in tokens.indices.dropLast(2) {
                    if tokens[index] == .text("applicationId"), tokens[index + 1] == .symbol(":") {
                        if case .text(let id) = tokens[index + 2] { ids.insert(id) } else { ids.insert(nil) }
                    }
                    if tokens[index] == .word("manifest_values"), tokens[index + 2] != .symbol("{") { ids.insert(nil) }
                }
                if !ids.isEmpty { return (ids.count == 1 ? ids.first ?? nil : nil, build) }
            }
        }
        return nil
    }

    /// The application id in the settings of a Unity project, or `nil` if the manifest belongs to none.
    private mutating func unityIdentifier(of file: String) -> String? {
        guard let start = ("/" + file).firstRange(of: "/Assets/Plugins/Android/") else { return nil }
        let root = String(("/" + file)[..<start.lowerBound].dropFirst())
        let settings = ProjectFolder.joined(root, "ProjectSettings/ProjectSettings.asset")
        guard let text = folder.text(settings, limit: 4 << 20) else { return nil }
        var isIdentifier = false
        for line in text.split(whereSeparator: \.isNewline) {
            let pair = line.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
            if pair.first == "applicationIdentifier" {
                isIdentifier = true
            } else if isIdentifier, pair.count == 2, pair[0] == "Android" {
                files.append(folder.shown(settings))
                return pair[1].isEmpty ? nil : pair[1]
            } else if isIdentifier, !line.hasPrefix("    ") {
                return nil
            }
        }
        return nil
    }
}
