/// An intent filter of an Android app that may accept links.
///
/// All `data` elements of a filter together form one set of schemes, one of hosts and one of paths. Every scheme is combined
/// with every host, and every host with every path (Android's documentation of `<data>`; `IntentFilter` of AOSP).
public struct AndroidIntentFilter: Sendable, Hashable {
    /// A host with its port.
    public struct Host: Sendable, Hashable {
        /// The host as written; a star at its beginning matches anything.
        public let name: String
        /// The port as written, or `nil` for any.
        public let port: String?

        /// Creates a host.
        public init(_ name: String, port: String? = nil) {
            self.name = name
            self.port = port
        }
    }

    /// A condition on the path, or in a group on the query or the fragment.
    public struct Path: Sendable, Hashable {
        /// The way of comparing the text.
        public enum Kind: String, Sendable, Hashable, CaseIterable {
            /// The path is equal to the text.
            case path
            /// The path begins with the text.
            case prefix = "pathPrefix"
            /// The path ends with the text.
            case suffix = "pathSuffix"
            /// The text is a simple glob of Android's `PatternMatcher`.
            case pattern = "pathPattern"
            /// The text is an advanced glob of Android's `PatternMatcher`.
            case advancedPattern = "pathAdvancedPattern"
        }

        /// The way of comparing the text.
        public let kind: Kind
        /// The text as written.
        public let text: String

        /// Creates a condition.
        public init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    package enum Origin: String, Sendable, Hashable {
        case manifest
        /// A deep link of a navigation graph, from which the build makes an intent filter.
        case graph
        /// An object of Expo's configuration, from which the build makes an intent filter.
        case configuration
        /// A `<host>` of Cordova's configuration, from which a plugin makes an intent filter.
        case host
        /// An attribute of a C# class, from which the build makes an intent filter.
        case attribute
    }

    /// The name of the activity or alias that has the filter.
    public var component: String
    /// The value of the component's `exported`, or `nil` if it is not set.
    public var isExported: Bool?
    /// Whether the component and the application are enabled.
    public var isEnabled: Bool
    /// Whether the filter has `autoVerify="true"`.
    public var isVerified: Bool
    /// The names of the filter's actions.
    public var actions: [String]
    /// The names of the filter's categories.
    public var categories: [String]
    /// The schemes as written.
    public var schemes: [String]
    /// The hosts.
    public var hosts: [Host]
    /// The conditions on the path, of which one must be met; an empty list allows every path.
    public var paths: [Path]
    /// Whether the filter names a data type, which links do not have.
    public var hasType: Bool
    /// Whether the filter has a `uri-relative-filter-group`, which Android 15 and newer read.
    public var hasGroups: Bool
    /// The groups, in order.
    var groups: [Group] = []
    /// The values that could not be resolved, such as `@string/host` or `${host}`.
    public var unresolved: [String]
    /// Whether an unknown value decides whether the filter accepts links at all.
    package var isUncertain = false
    /// Whether it is unknown if the filter requests verification: its `autoVerify` is unknown, or the build may omit the
    /// filter.
    var hasUnknownVerification = false
    package var hasUnknownScheme = false
    /// The hosts that are among ``unresolved``, as written.
    package var unknownHosts: [String] = []
    /// An attribute that makes it match links of any host, such as `android:sspPattern`, which is compared with the whole link
    /// after its scheme; `nil` if there is none.
    package var schemeSpecificPart: String?
    /// Whether its form is unambiguous: each path is written with each host, or none is.
    package var isWrittenOut = false
    /// The written form of values that were references, such as `${host}`.
    package var references: [String: String] = [:]
    package var origin = Origin.manifest
    /// The filter's activity, or `nil` if that is not known.
    package var activity: AndroidActivity?
    /// The filter's file as shown to users, or `nil` if it is the app's.
    package var file: String?
    /// The line of the filter in its file, from 1, or `nil` if the file has no lines.
    public var line: Int?

    /// Creates a filter; by default it is complete.
    public init(
        component: String,
        isExported: Bool? = true,
        isVerified: Bool = false,
        actions: [String] = [Self.view],
        categories: [String] = [Self.browsable, Self.default],
        schemes: [String] = [],
        hosts: [Host] = [],
        paths: [Path] = [],
        line: Int? = nil
    ) {
        self.component = component
        self.isExported = isExported
        isEnabled = true
        self.isVerified = isVerified
        self.actions = actions
        self.categories = categories
        self.schemes = schemes
        self.hosts = hosts
        self.paths = paths
        hasType = false
        hasGroups = false
        unresolved = []
        self.line = line
    }

    /// Conditions that must all be met; the first matching group of a filter decides.
    struct Group: Sendable, Hashable {
        enum Part: String, Sendable, Hashable, CaseIterable {
            case path, query, fragment

            /// The attribute of a condition, such as `queryPrefix`.
            func attribute(_ kind: Path.Kind) -> String {
                kind.rawValue.replacing("path", with: rawValue)
            }
        }

        struct Condition: Sendable, Hashable {
            let part: Part
            let text: Path
        }

        let allows: Bool
        var conditions: [Condition] = []
    }

    /// The action of opening a link.
    public static let view = "android.intent.action.VIEW"
    /// The category of activities that a browser may start.
    public static let browsable = "android.intent.category.BROWSABLE"
    /// The category of activities that an intent without a component can find.
    public static let `default` = "android.intent.category.DEFAULT"

    /// Whether the filter has the action and both categories that a tapped link needs.
    public var isComplete: Bool {
        actions.contains(Self.view) && categories.contains(Self.browsable) && categories.contains(Self.default)
    }

    /// The filter without its place and component, which distinguish aliases of one activity.
    var anonymous: AndroidIntentFilter {
        var filter = self
        (filter.component, filter.activity, filter.file, filter.line) = ("", nil, nil, nil)
        return filter
    }

    /// Records which hosts and paths are in the same elements.
    package mutating func setWritten(_ pairs: Set<[String]>) {
        let count = Set(hosts.map { $0.name.lowercased() }).count * Set(paths).count
        isWrittenOut = pairs.isEmpty || pairs.count == count
    }

    /// Whether it is unknown if the filter is for web links: Android ignores a host without a scheme.
    package var mayBeWeb: Bool { hasUnknownScheme && !isWeb && (!hosts.isEmpty || hasUnknownHost) }

    /// The first unknown values, each once.
    package var unknownNames: [String] {
        unresolved.reduce(into: []) { names, name in
            if names.count < 3, !names.contains(name) { names.append(name) }
        }
    }

    package var hasUnknownHost: Bool { !unknownHosts.isEmpty }

    /// Whether it may match links other than those of its hosts and paths.
    var mayTakeOthers: Bool { !unresolved.isEmpty || schemeSpecificPart != nil }

    package var isWeb: Bool { schemes.contains { $0.lowercased() == "https" || $0.lowercased() == "http" } }
}
