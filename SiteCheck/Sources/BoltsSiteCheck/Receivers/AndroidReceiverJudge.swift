@_spi(Bolts) import BoltsAssociations

/// Determines which method of an Android app's activities is called for a link.
///
/// `onNewIntent` is called if an instance is reused, according to the launch mode; otherwise it is `onCreate`.
package struct AndroidReceiverJudge {
    /// Activities of Android's own libraries, which ignore a new intent.
    private static let plainBases: Set<String> = [
        "Activity", "AppCompatActivity", "ComponentActivity", "FragmentActivity", "ListActivity", "TabActivity",
    ]
    /// Activities of frameworks, which pass a new intent to the app's code.
    private static let frameworkBases: [String: String] = [
        "ReactActivity": "React Native", "FlutterActivity": "Flutter", "FlutterFragmentActivity": "Flutter",
        "BridgeActivity": "Capacitor", "CordovaActivity": "Cordova", "MauiAppCompatActivity": ".NET MAUI",
        "UnityPlayerActivity": "Unity", "UnityPlayerGameActivity": "Unity", "QtActivity": "Qt",
        "GodotActivity": "Godot",
        "AudioServiceActivity": "Flutter", "AudioServiceFragmentActivity": "Flutter", "SDLActivity": "SDL",
    ]
    /// The activities of frameworks whose overrides must call their base class.
    private static let needsSuper: Set<String> = [
        "ReactActivity", "FlutterActivity", "FlutterFragmentActivity", "BridgeActivity",
    ]
    private static let maximumRouteCount = 8

    private let app: AndroidAppClaims
    private let sources: ReceiverSources
    private let flutter: FlutterFacts?
    private var findings: [Finding] = []
    private var routes: [LinkReceivers.Route] = []
    private var lifeCycles: [String] = []

    /// Judges an app; `nil` if it accepts no links, or its manifest is not read.
    package static func receivers(
        of app: AndroidAppClaims,
        _ sources: ReceiverSources,
        flutter: FlutterFacts? = nil
    ) -> LinkReceivers? {
        var judge = AndroidReceiverJudge(app, sources, flutter)
        judge.read()
        guard !judge.routes.isEmpty else { return nil }
        return LinkReceivers(
            platform: "Android",
            place: app.module ?? app.file,
            id: app.id,
            lifeCycle: judge.lifeCycles.joined(separator: ", "),
            decidedBy: flutter?.version.map { [$0.text] } ?? [],
            routes: judge.routes,
            findings: judge.findings
        )
    }

    private init(_ app: AndroidAppClaims, _ sources: ReceiverSources, _ flutter: FlutterFacts?) {
        self.app = app
        self.sources = sources
        self.flutter = flutter
    }

    private mutating func read() {
        struct Key: Hashable {
            let activity: AndroidActivity
            let isWeb: Bool
        }
        var seen: Set<Key> = []
        for filter in app.filters ?? [] where filter.isComplete && filter.isEnabled && Self.takesLinks(filter) {
            guard var activity = filter.activity else { continue }
            activity.alias = nil
            guard seen.insert(Key(activity: activity, isWeb: filter.isWeb)).inserted,
                routes.count < Self.maximumRouteCount
            else { continue }
            judge(activity, filter)
        }
    }

    /// Whether a filter takes links, and not only the files of other apps.
    private static func takesLinks(_ filter: AndroidIntentFilter) -> Bool {
        !filter.hasType && filter.schemes.contains { !["content", "file"].contains($0.lowercased()) }
    }

    // MARK: - One activity

    private mutating func judge(_ activity: AndroidActivity, _ filter: AndroidIntentFilter) {
        let name = activity.name.split(separator: ".").last.map(String.init) ?? activity.name
        let chain = sources.chain(of: name, .android, in: app.module)
        let framework = chain.names.compactMap { Self.frameworkBases[$0] }.first
        if let framework, !lifeCycles.contains(framework) { lifeCycles.append(framework) }
        var cold = LinkReceivers.Moment(.called, "onCreate of \(Clip.clip(name))", chain.types.first?.place)
        var warm = warmMoment(activity, filter, name, chain, framework)
        if ignoresIntent(chain, framework, filter) {
            let own = chain.types.first { $0.create != nil }
            cold = LinkReceivers.Moment(.undecided, "onCreate of \(Clip.clip(name)) does not read the link", own?.place)
            if warm.outcome == .called { warm = cold }
        }
        if framework == "Flutter", let flutter {
            let isOn = activity.flutterDeepLinking.map { $0 == "true" } ?? flutter.isOnByDefault ?? false
            if let gap = flutter.gap ?? (isOn ? nil : flutter.unused) {
                (cold, warm) = (.undecided(gap), .undecided(gap))
            }
            let twice = Self.isTwice(activity, flutter)
            if twice == .yes {
                let text = "\(flutter.plugin ?? "the plugin") and Flutter's own receiver both take it"
                cold = LinkReceivers.Moment(.twice, text, flutter.place)
                warm = LinkReceivers.Moment(.twice, text, flutter.place)
            }
            if twice != .no { addDouble(twice, flutter, activity, filter) }
        }
        addTask(activity, name, chain, filter)
        routes.append(
            LinkReceivers.Route(
                link: filter.isWeb ? "App Link" : AppleLinkKind.customScheme.rawValue,
                component: name,
                cold: cold,
                warm: warm
            )
        )
    }

    /// Whether the sources show nothing that may read the intent with which an activity is created.
    private func ignoresIntent(
        _ chain: ReceiverSources.Chain,
        _ framework: String?,
        _ filter: AndroidIntentFilter
    ) -> Bool {
        guard framework == nil, let root = chain.root, Self.plainBases.contains(root), sources.gap == nil else {
            return false
        }
        return chain.types.contains { $0.create != nil } && chain.types.allSatisfy(\.ignoresIntent)
            && !hasNavigation(filter) && !sources.facts.has(.handleDeepLink) && !sources.facts.has(.intentReader)
            && !sources.facts.has(.newIntentListener)
    }

    /// Adds that another app may start a second instance of the whole app in its own task.
    private mutating func addTask(
        _ activity: AndroidActivity,
        _ name: String,
        _ chain: ReceiverSources.Chain,
        _ filter: AndroidIntentFilter
    ) {
        guard activity.isLauncher, chain.isFound, let mode = activity.mode, ["standard", "singleTop"].contains(mode)
        else { return }
        let message =
            "\(Clip.clip(name)) has launchMode \(mode): a link that is tapped in another app may open a second instance of the "
            + "app, inside that app."
        add(
            .androidAppLinkTask,
            message,
            filter,
            filter.line.map { SourcePlace(file: filter.file ?? app.file, line: $0) }
        )
    }

    private static func isTwice(_ activity: AndroidActivity, _ flutter: FlutterFacts) -> FlutterFacts.Twice {
        // An unknown value counts as false, because it may be.
        flutter.isTwice(activity.flutterDeepLinking.map { $0 == "true" })
    }

    private mutating func addDouble(
        _ twice: FlutterFacts.Twice,
        _ flutter: FlutterFacts,
        _ activity: AndroidActivity,
        _ filter: AndroidIntentFilter
    ) {
        guard !findings.contains(where: { $0.rule == .flutterAppLinkDouble }) else { return }
        let file = filter.file ?? app.file
        let isElsewhere = activity.flutterDeepLinking == nil && activity.unreadFlutterDeepLinking != nil
        findings.append(
            flutter.doubleFinding(
                twice,
                on: "Android",
                flag: activity.flutterDeepLinking.map { $0 == "true" },
                file: file,
                place: filter.line.map { SourcePlace(file: file, line: $0) },
                fix: isElsewhere
                    ? "Write flutter_deeplinking_enabled with the value false into the activity: Flutter does not read the one of "
                        + "the application."
                    : "Set flutter_deeplinking_enabled to false in a meta-data element of the activity, and "
                        + "FlutterDeepLinkingEnabled to false in the app's Info.plist."
            )
        )
    }

    private mutating func warmMoment(
        _ activity: AndroidActivity,
        _ filter: AndroidIntentFilter,
        _ name: String,
        _ chain: ReceiverSources.Chain,
        _ framework: String?
    ) -> LinkReceivers.Moment {
        guard activity.isDeclared else {
            return .undecided("the manifest does not declare \(Clip.clip(activity.name))")
        }
        guard let mode = activity.mode else {
            return .undecided("the launch mode of \(Clip.clip(name)) is \(Clip.quoted(activity.launchMode ?? ""))")
        }
        let own = chain.types.compactMap(\.newIntent).first
        if let own, !own.handsOn, let base = chain.names.first(where: Self.needsSuper.contains) {
            addSuper(name, base, own, filter)
            return LinkReceivers.Moment(
                .lost,
                "onNewIntent of \(Clip.clip(name)) does not call that of \(base)",
                own.place
            )
        }
        if mode == "standard" {
            // The sender of a link may request that an instance on top be reused, so this is not certain.
            return LinkReceivers.Moment(
                .called,
                "onCreate of a new instance of \(Clip.clip(name)) (launchMode standard)",
                chain.types.first?.place
            )
        }
        if let own {
            if own.isPlain, framework == nil, hasNavigation(filter), !sources.facts.has(.handleDeepLink),
                !sources.facts.has(.newIntentListener), sources.gap == nil
            {
                return navigation(name, mode, filter, own.place)
            }
            return LinkReceivers.Moment(.called, "onNewIntent of \(Clip.clip(name)) (launchMode \(mode))", own.place)
        }
        if let framework {
            return LinkReceivers.Moment(
                .called,
                "onNewIntent of \(framework)'s activity (launchMode \(mode))",
                chain.types.first?.place
            )
        }
        if let reason = openness(activity, name, chain) { return .undecided(reason) }
        if let place = sources.facts.marks[.newIntentListener]?.first {
            return LinkReceivers.Moment(.called, "addOnNewIntentListener (launchMode \(mode))", place)
        }
        if hasNavigation(filter), !sources.facts.has(.handleDeepLink) {
            return navigation(name, mode, filter, chain.types.first?.place)
        }
        let message =
            "\(Clip.clip(name)) has launchMode \(mode) and no onNewIntent: a link to the running app is lost."
        add(.androidAppLinkWarm, message, filter, chain.types.first?.place)
        return LinkReceivers.Moment(
            .lost,
            "no onNewIntent in \(Clip.clip(name)) (launchMode \(mode))",
            chain.types.first?.place
        )
    }

    /// Why the sources do not decide what happens to an intent for an existing instance, or `nil` if they do.
    private func openness(_ activity: AndroidActivity, _ name: String, _ chain: ReceiverSources.Chain) -> String? {
        guard chain.isFound else { return "the class \(Clip.clip(name)) is not in the sources" }
        if let root = chain.root, !Self.plainBases.contains(root) {
            return "the base class \(Clip.clip(root)) of \(Clip.clip(name)) is not in the sources"
        }
        if activity.hasNoHistory { return "\(Clip.clip(name)) keeps no history, so onCreate may be called again" }
        if let place = chain.types.first(where: \.finishes)?.place {
            return "\(Clip.clip(name)) ends itself (\(place.file)), so onCreate may be called again"
        }
        return sources.gap
    }

    private func hasNavigation(_ filter: AndroidIntentFilter) -> Bool {
        filter.origin == .graph || sources.facts.has(.navDeepLink)
    }

    private mutating func navigation(
        _ name: String,
        _ mode: String,
        _ filter: AndroidIntentFilter,
        _ place: SourcePlace?
    ) -> LinkReceivers.Moment {
        let message =
            "\(Clip.clip(name)) has launchMode \(mode), and nothing hands a new intent to the navigation: a link to the "
            + "running app is lost."
        add(.androidAppLinkNav, message, filter, place)
        return LinkReceivers.Moment(.lost, "no handleDeepLink for a new intent (launchMode \(mode))", place)
    }

    private mutating func addSuper(
        _ name: String,
        _ base: String,
        _ own: SourceFacts.NewIntent,
        _ filter: AndroidIntentFilter
    ) {
        add(
            .androidAppLinkSuper,
            "onNewIntent of \(Clip.clip(name)) does not call that of \(base), which hands the link on.",
            filter,
            own.place
        )
    }

    private mutating func add(
        _ rule: AssociationRule,
        _ message: String,
        _ filter: AndroidIntentFilter,
        _ place: SourcePlace?
    ) {
        let place = place ?? SourcePlace(file: filter.file ?? app.file, line: filter.line ?? 1)
        let finding = Finding(rule, message, file: place.file, place: place.jsonPlace)
        if !findings.contains(finding) { findings.append(finding) }
    }
}
