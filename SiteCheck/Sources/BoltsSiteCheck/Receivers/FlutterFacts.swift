@_spi(Bolts) import BoltsAssociations

/// What a project of Flutter says of who takes its links.
package struct FlutterFacts: Sendable, Hashable {
    /// The lowest version with which the project is built, and what says so.
    package struct Version: Sendable, Hashable {
        package let number: [Int]
        /// The version and its source, as a clause.
        package let text: String

        package init(number: [Int], text: String) {
            self.number = number
            self.text = text
        }

        /// Whether it is at least a version.
        package func isAtLeast(_ other: [Int]) -> Bool { !number.lexicographicallyPrecedes(other) }
    }

    /// The plugin that takes links, or `nil` if the project names none of those that are known.
    package var plugin: String?
    /// The version, or `nil` if nothing says it.
    package var version: Version?
    /// Where the plugin is used, or named.
    package var place: SourcePlace?

    package init(plugin: String? = nil, version: Version? = nil, place: SourcePlace? = nil) {
        self.plugin = plugin
        self.version = version
        self.place = place
    }

    /// Whether Flutter's own receiver is on where nothing sets it: since version 3.27; `nil` if the version is not known.
    package var isOnByDefault: Bool? { version.map { $0.isAtLeast([3, 27]) } }

    /// Whether the scene's delegate of Flutter is used without being asked for, as since version 3.41.
    package var movesToScenes: Bool { version?.isAtLeast([3, 41]) ?? false }

    func doubleFinding(file: String, fix: String) -> Finding {
        let name = Clip.clip(plugin ?? "a plugin")
        return Finding(
            .flutterAppLinkDouble,
            "\(name) takes the app's links, and Flutter's own receiver, which is on, takes them too"
                + (version.map { " (\(Clip.clip($0.text)))." } ?? "."),
            file: file,
            fix: fix
        )
    }
}
