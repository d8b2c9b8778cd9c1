/// The activity of an intent filter in the manifest; for an alias, its target.
package struct AndroidActivity: Sendable, Hashable {
    package var name: String
    /// The alias with the filter, or `nil` if the activity itself has it.
    package var alias: String?
    /// `launchMode` as written, or `nil` if it is not set.
    package var launchMode: String?
    /// Whether it is the app's start, with `MAIN` and `LAUNCHER`.
    package var isLauncher = false
    /// Whether `noHistory` is set, or may be.
    package var hasNoHistory = false
    /// The value that enables or disables Flutter's own link handling, or `nil` if the activity does not set it.
    package var flutterDeepLinking: String?
    /// The same value, set for the whole application, where Flutter does not read it.
    package var unreadFlutterDeepLinking: String?
    /// Whether the manifest declares the target of an alias.
    package var isDeclared = true

    package init(name: String) { self.name = name }

    private static let modes: [String: String] = [
        "0": "standard", "1": "singleTop", "2": "singleTask", "3": "singleInstance", "4": "singleInstancePerTask",
    ]

    /// The launch mode, or `nil` for an unknown value.
    package var mode: String? {
        guard let launchMode else { return "standard" }
        let name = Self.modes[launchMode] ?? launchMode
        return Self.modes.values.contains(name) ? name : nil
    }

    /// Whether the launcher starts an activity.
    static func isLauncher(_ element: ManifestElement) -> Bool {
        element.children.contains { filter in
            let names = filter.children.compactMap { $0.attributes["android:name"] }
            return names.contains("android.intent.action.MAIN") && names.contains("android.intent.category.LAUNCHER")
        }
    }

    /// The activities of a manifest by the last part of their names, for looking up the targets of aliases, and the application's
    /// values.
    struct Index {
        private static let flutterKey = "flutter_deeplinking_enabled"

        private let activities: [Substring: ManifestElement]
        private let unreadFlutterDeepLinking: String?

        init(_ application: ManifestElement) {
            var activities: [Substring: ManifestElement] = [:]
            for element in application.children where element.name == "activity" {
                let key = Self.last(element.attributes["android:name"] ?? "")
                activities[key] = activities[key] ?? element
            }
            self.activities = activities
            unreadFlutterDeepLinking = Self.flag(application)
        }

        /// The activity of a component; for an alias, its target.
        func activity(of component: ManifestElement) -> AndroidActivity {
            let name = component.attributes["android:name"] ?? component.name
            var activity = AndroidActivity(name: name)
            var declared = component
            if component.name == "activity-alias" {
                activity.alias = name
                activity.name = component.attributes["android:targetActivity"] ?? ""
                let target = activities[Self.last(activity.name)]
                activity.isDeclared = target != nil
                declared = target ?? component
            }
            activity.launchMode = declared.attributes["android:launchMode"]
            activity.isLauncher = AndroidActivity.isLauncher(declared)
            activity.hasNoHistory = declared.attributes["android:noHistory"].map { $0 != "false" } ?? false
            activity.flutterDeepLinking = Self.flag(declared)
            activity.unreadFlutterDeepLinking = unreadFlutterDeepLinking
            return activity
        }

        private static func last(_ name: String) -> Substring { name.split(separator: ".").last ?? "" }

        private static func flag(_ element: ManifestElement) -> String? {
            element.children.first { $0.name == "meta-data" && $0.attributes["android:name"] == flutterKey }?
                .attributes["android:value"]
        }
    }
}
