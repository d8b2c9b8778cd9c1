@_spi(Bolts) import BoltsAssociations

package struct FlutterFacts: Sendable, Hashable {
    /// The plugin that receives links, or `nil` if the project uses no known one.
    package var plugin: String?
    /// Why the project's plugins are unknown, or `nil` if they are known.
    package var gap: String?
    /// The version, or `nil` if it is unknown.
    package var version: FrameworkVersion?
    /// Whether the project cannot be built with version 3.27 or a newer one.
    package var isOlder = false
    /// Where the plugin is used.
    package var place: SourcePlace?
    /// That a plugin is named and not known to be used, as a clause; its native part may still keep links from Flutter on iOS.
    package var unused: String?

    package init(
        plugin: String? = nil,
        gap: String? = nil,
        version: FrameworkVersion? = nil,
        isOlder: Bool = false,
        place: SourcePlace? = nil,
        unused: String? = nil
    ) {
        self.plugin = plugin
        self.gap = gap
        self.version = version
        self.isOlder = isOlder
        self.place = place
        self.unused = unused
    }

    /// Whether Flutter's own receiver is on by default, as since version 3.27; `nil` if the version is not known.
    package var isOnByDefault: Bool? { isOlder ? false : version?.isAtLeast([3, 27]) }

    /// Whether a plugin and Flutter's own receiver both handle a link.
    enum Twice { case no, yes, ifNewer }

    /// Returns whether both Flutter and the plugin handle a link.
    func isTwice(_ flag: Bool?) -> Twice {
        guard plugin != nil, let isOn = flag ?? isOnByDefault else { return plugin == nil ? .no : .ifNewer }
        return isOn ? .yes : .no
    }

    /// Whether Flutter's scene delegate is used by default, as since version 3.41.
    package var movesToScenes: Bool { version?.isAtLeast([3, 41]) ?? false }

    func doubleFinding(
        _ twice: Twice,
        on platform: String,
        flag: Bool?,
        file: String,
        place: SourcePlace? = nil,
        fix: String
    ) -> Finding {
        let name = Clip.clip(plugin ?? "a plugin")
        let known = version.map { " (\(Clip.clip($0.text)))" } ?? ""
        let other =
            switch (twice, flag) {
            case (.ifNewer, _): "if built with Flutter 3.27 or newer, Flutter's own receiver takes them too\(known)"
            case (_, nil): "Flutter's own receiver, which is on, takes them too\(known)"
            case (_, _?): "Flutter's own receiver, which is switched on, takes them too"
            }
        return Finding(
            .flutterAppLinkDouble,
            // A note is for every platform, so it names none.
            "\(name) takes the app's links\(twice == .ifNewer ? "" : " on \(platform)"), and \(other).",
            file: file,
            place: place?.jsonPlace,
            severity: twice == .ifNewer ? .note : nil,
            fix: fix
        )
    }
}
