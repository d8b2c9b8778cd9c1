@_spi(Bolts) import BoltsAssociations

/// Determines which method of an app for Apple's devices is called for a link.
package struct AppleReceiverJudge {
    /// Scene delegates of frameworks that receive links.
    private static let frameworkScenes: Set<String> = [
        "FlutterSceneDelegate", "FlutterSceneLifeCycleProvider", "RCTSceneDelegate", "CDVSceneDelegate",
        "MauiUISceneDelegate",
        // An Info.plist contains Objective-C names.
        "ExpoAppSceneDelegate", "EXExpoAppSceneDelegate", "ExpoSceneDelegate", "EXExpoSceneDelegate",
    ]
    /// Base classes without methods for links.
    private static let plainBases: Set<String> = [
        "UIResponder", "NSObject", "UIWindowSceneDelegate", "UISceneDelegate", "UIApplicationDelegate", "",
    ]

    private let app: AppleAppClaims
    private let facts: AppleReceiverFacts
    private let sources: ReceiverSources
    private var findings: [Finding] = []

    /// Judges an app; `nil` if it accepts no links.
    package static func receivers(
        of app: AppleAppClaims,
        _ facts: AppleReceiverFacts,
        _ sources: ReceiverSources
    ) -> LinkReceivers? {
        var judge = AppleReceiverJudge(app: app, facts: facts, sources: sources)
        let kinds = judge.kinds
        guard !kinds.isEmpty else { return nil }
        let lifeCycle = judge.lifeCycle
        let routes = kinds.map { judge.route($0, lifeCycle) }
        judge.findMistakes(kinds, lifeCycle, routes)
        let frameworks = facts.frameworks.map(\.rawValue).sorted()
        return LinkReceivers(
            platform: "Apple",
            place: app.target ?? app.file,
            id: app.id.known == nil && app.bundle.known != nil ? app.bundle : app.id,
            lifeCycle: ([lifeCycle.known?.rawValue].compactMap(\.self) + frameworks).joined(separator: ", "),
            decidedBy: [facts.flutter?.version?.text, facts.reactNative?.text, facts.sdk?.text].compactMap(\.self),
            routes: routes,
            findings: judge.findings,
            role: app.role == .clip || app.parentIdentifiers != nil ? .clip : .app
        )
    }

    /// Judges an app that consists only of Expo's configuration: Expo creates the delegates, which pass links on.
    package static func expo(_ app: AppleAppClaims) -> LinkReceivers? {
        let open = AppleReceiverFacts(entry: .unknown(""), manifest: .unknown(""))
        let judge = AppleReceiverJudge(app: app, facts: open, sources: ReceiverSources(SourceFacts()))
        let moment = Moment(.called, "the delegate that Expo makes hands the link on")
        let routes = judge.kinds.map {
            LinkReceivers.Route(link: $0.rawValue, component: nil, cold: moment, warm: moment)
        }
        guard !routes.isEmpty else { return nil }
        return LinkReceivers(
            platform: "Apple",
            place: app.target ?? app.file,
            id: app.id.known == nil && app.bundle.known != nil ? app.bundle : app.id,
            lifeCycle: AppleReceiverFacts.Framework.expo.rawValue,
            decidedBy: [],
            routes: routes,
            findings: []
        )
    }

    private init(app: AppleAppClaims, facts: AppleReceiverFacts, sources: ReceiverSources) {
        self.app = app
        self.facts = facts
        self.sources = sources
    }

    // MARK: - What is decided before any method

    /// The kinds of links that the app accepts according to its own files.
    private var kinds: [AppleLinkKind] {
        // A link for an App Clip goes to the clip, or to the full app if that is installed.
        let hasHosts = ((app.domains ?? []) + app.unresolvedDomains).contains { domain in
            domain.hasPrefix("applinks:") || domain.hasPrefix("appclips:")
        }
        var kinds: [AppleLinkKind] = hasHosts ? [.universalLink] : []
        if app.schemes?.isEmpty == false { kinds.append(.customScheme) }
        return kinds
    }

    private enum LifeCycle {
        case decided(AppleLifeCycle)
        case open(String)

        var known: AppleLifeCycle? { if case .decided(let value) = self { value } else { nil } }
    }

    private var lifeCycle: LifeCycle {
        if facts.isMacOnly { return .open("apps for the Mac alone are not checked") }
        switch facts.entry {
        case .swiftUI: return .decided(.swiftUI)
        case .appKit: return .open("AppKit apps are not checked")
        case .unknown(let reason): return .open(reason)
        case .uiKit: break
        }
        let hasConfiguration = sources.facts.has(.configuration)
        switch facts.manifest {
        case .classes: return .decided(.scenes)
        case .overwritten: return .open("the built Info.plist has scenes without a configuration")
        case .unknown(let reason): return .open(reason)
        case .empty:
            return hasConfiguration
                ? .decided(.scenes) : .open("the app's Info.plist has scenes without a configuration")
        case .absent:
            return hasConfiguration
                ? .open(
                    "code makes the configurations of scenes, and the app's Info.plist has no UIApplicationSceneManifest"
                )
                : .decided(.appDelegate)
        }
    }

    private var delegateNames: [String?] {
        var names: [String?] = sources.facts.delegateClasses.sorted()
        // If code chooses the delegate class, the one in the manifest may no longer exist.
        if case .classes(let classes) = facts.manifest, !sources.facts.has(.configuration) || names.isEmpty {
            names = classes
        }
        return names
    }

    /// The facts known about the scene delegate's class.
    private enum SceneDelegate {
        case known(Set<String>)
        /// A class of a framework that receives links.
        case framework(String)
        /// Unknown, with the reason as a clause.
        case open(String)
    }

    private var sceneDelegate: SceneDelegate {
        var names: Set<String> = []
        guard !delegateNames.isEmpty else { return .open("nothing names the class of the scene's delegate") }
        for name in delegateNames {
            guard let name else { return .open("the class of the scene's delegate is not known") }
            let chain = sources.chain(of: name, .apple)
            let bases = chain.types.flatMap(\.bases) + chain.names
            if let framework = bases.first(where: Self.frameworkScenes.contains) { return .framework(framework) }
            guard chain.isFound else {
                return .open("the class \(Clip.clip(name)) of the scene's delegate is not in the sources")
            }
            if let root = chain.root, !Self.plainBases.contains(root) {
                return .open("the base class \(Clip.clip(root)) of \(Clip.clip(name)) is not in the sources")
            }
            names.formUnion(chain.names)
        }
        return .known(names)
    }

    private enum Cold {
        case used(SourceFacts.Connection)
        case unused(SourceFacts.Connection?)
        case elsewhere(SourceFacts.Connection)
        case open(String)
        case framework(String)
    }

    /// Whether the connection options of a scene are used.
    private var cold: Cold {
        let delegate = sceneDelegate
        let used = sources.facts.connections.filter(\.usesOptions)
        if case .known(let names) = delegate {
            let own = sources.facts.connections.filter { $0.type.map(names.contains) ?? false }
            if let found = own.first(where: \.usesOptions) { return .used(found) }
            if let other = used.first { return .elsewhere(other) }
            return .unused(own.first)
        }
        if let found = used.first { return .used(found) }
        switch delegate {
        case .framework(let name): return .framework(name)
        case .open(let reason): return .open(reason)
        case .known: return .unused(nil)
        }
    }

    // MARK: - What is said

    private func route(_ kind: AppleLinkKind, _ lifeCycle: LifeCycle) -> LinkReceivers.Route {
        let (cold, warm) = moments(kind, lifeCycle)
        return LinkReceivers.Route(link: kind.rawValue, component: nil, cold: cold, warm: warm)
    }

    private typealias Moment = LinkReceivers.Moment

    private func moments(_ kind: AppleLinkKind, _ lifeCycle: LifeCycle) -> (Moment, Moment) {
        let life: AppleLifeCycle
        switch lifeCycle {
        case .open(let reason): return (.undecided(reason), .undecided(reason))
        case .decided(let known): life = known
        }
        guard let row = AppleReceiverTable.row(life, kind) else { return (.undecided(""), .undecided("")) }
        if let flutter = flutterMoment(life) { return (flutter, flutter) }
        let warm = moment(row.warm, isCold: false, life)
        switch life {
        case .swiftUI, .appDelegate: return (moment(row.cold, isCold: true, life), warm)
        case .scenes:
            switch self.cold {
            case .used(let connection):
                return (
                    Moment(.called, "\(AppleReceiver.sceneConnect.rawValue) uses its options", connection.place), warm
                )
            case .elsewhere(let connection):
                let reason =
                    "\(Clip.clip(connection.type ?? "another type")) uses the options of a scene (\(connection.place))"
                return (.undecided(reason), warm)
            case .unused(let connection):
                let text =
                    connection == nil
                    ? "no \(AppleReceiver.sceneConnect.rawValue)"
                    : "\(AppleReceiver.sceneConnect.rawValue) does not use its options"
                return (missing(text, connection?.place), warm)
            case .open(let reason): return (.undecided(reason), openWarm(warm, reason))
            case .framework("CDVSceneDelegate") where kind == .universalLink:
                // CDVSceneDelegate ignores the user activity of a cold start, and older versions have no method for one at a warm
                // start.
                let reason = "CDVSceneDelegate hands custom schemes on, and universal links only in part"
                return (.undecided(reason), openWarm(warm, reason))
            case .framework(let name):
                let text = "\(Clip.clip(name)) hands the link on"
                return (Moment(.called, text), warm.outcome == .called ? warm : Moment(.called, text))
            }
        }
    }

    /// The result for a warm start if part of the delegate is not in the sources: a missing method may be in that part.
    private func openWarm(_ warm: Moment, _ reason: String) -> Moment {
        warm.outcome == .called ? warm : .undecided(reason)
    }

    private func missing(_ text: String, _ place: SourcePlace? = nil) -> Moment {
        if let gap = sources.gap { return .undecided(gap) }
        if sources.facts.has(.swizzling) { return .undecided("methods are swizzled at run time") }
        return Moment(.lost, text, place)
    }

    private func moment(_ receivers: [AppleReceiver], isCold: Bool, _ life: AppleLifeCycle) -> Moment {
        if let found = sources.facts.first(of: receivers, in: life == .scenes ? sceneFiles : []) {
            return Moment(.called, found.receiver.rawValue, found.place)
        }
        if life == .appDelegate {
            let base = appDelegateBase
            if let base, base.hasPrefix("Expo") || base.hasPrefix("EX") || base.hasPrefix("Flutter") {
                return Moment(.called, "\(Clip.clip(base)) hands the link on")
            }
            if isCold, facts.frameworks.contains(.reactNative) {
                return Moment(.called, "React Native reads the options of the launch (getInitialURL)")
            }
            if let base, !Self.plainBases.contains(base), !base.hasPrefix("RCT") {
                return .undecided("the base class \(Clip.clip(base)) of the app delegate is not in the sources")
            }
        }
        if life == .swiftUI, let place = sceneTakesLinks {
            return .undecided("a scene's delegate of the app has methods for links (\(place))")
        }
        return missing("no \(receivers.map(\.rawValue).joined(separator: " and no "))")
    }

    /// The files of the delegate of the app's scenes; other scenes, such as CarPlay's, have the same methods.
    private var sceneFiles: Set<String> {
        guard case .known(let names) = sceneDelegate else { return [] }
        return Set(sources.facts.types.filter { names.contains($0.name) }.map(\.place.file))
    }

    /// The base of the program's entry class that is missing from the sources.
    private var appDelegateBase: String? {
        let entries = sources.facts.types.filter { $0.isEntry && $0.isClass && $0.language == .apple }
        let delegates = entries.isEmpty ? sources.facts.types.filter { $0.name == "AppDelegate" } : entries
        // Many declarations may have one name.
        var seen: Set<String> = []
        for name in delegates.map(\.name) where seen.insert(name).inserted {
            if let root = sources.chain(of: name, .apple).root, !Self.plainBases.contains(root) { return root }
        }
        return nil
    }

    /// Where a scene delegate receives links; an app of SwiftUI may have one too.
    private var sceneTakesLinks: SourcePlace? {
        sources.facts.first(of: [.sceneContinue, .sceneOpen])?.place
            ?? sources.facts.connections.first(where: \.usesOptions)?.place
    }

    private func flutterMoment(_ life: AppleLifeCycle) -> Moment? {
        guard facts.frameworks.contains(.flutter), life != .swiftUI, takesFlutter(life) else { return nil }
        if let gap = facts.flutter?.gap { return .undecided(gap) }
        if let flutter = facts.flutter, flutter.isTwice(facts.flutterDeepLinking) == .yes {
            let text = "\(Clip.clip(flutter.plugin ?? "")) and Flutter's own receiver"
            return Moment(.twice, text, flutter.place)
        }
        if let flutter = facts.flutter, let plugin = flutter.plugin {
            return Moment(.called, "\(Clip.clip(plugin)) of Flutter", flutter.place)
        }
        return Moment(.called, "Flutter hands the link on")
    }

    private func takesFlutter(_ life: AppleLifeCycle) -> Bool {
        if life == .scenes {
            if case .framework = sceneDelegate { return true }
            return false
        }
        return appDelegateBase == "FlutterAppDelegate"
    }

    // MARK: - What is wrong

    private mutating func findMistakes(
        _ kinds: [AppleLinkKind],
        _ lifeCycle: LifeCycle,
        _ routes: [LinkReceivers.Route]
    ) {
        if facts.manifest == .overwritten, case .uiKit = facts.entry { add(.iosAppSceneOverwritten) }
        findMissingScenes()
        if let life = lifeCycle.known, flutterMoment(life) != nil, let flutter = facts.flutter,
            flutter.isTwice(facts.flutterDeepLinking) != .no
        {
            findings.append(
                flutter.doubleFinding(
                    flutter.isTwice(facts.flutterDeepLinking),
                    on: "Apple's devices",
                    flag: facts.flutterDeepLinking,
                    file: facts.informationFile ?? app.file,
                    fix:
                        "Set FlutterDeepLinkingEnabled to false in this file, and flutter_deeplinking_enabled to false in a "
                        + "meta-data element of the Android activity."
                )
            )
        }
        guard !facts.isMacOnly, sources.gap == nil, !sources.facts.has(.swizzling) else { return }
        // The first kind of link decides: universal links if the app names hosts.
        guard let kind = kinds.first else { return }
        if kind == .universalLink, findUnreceived(lifeCycle.known) { return }
        switch lifeCycle.known {
        case .scenes: findSceneMistakes(kinds)
        case .swiftUI: findSwiftUIMistakes(kinds)
        case .appDelegate: findMissingMethod(routes)
        case nil: break
        }
    }

    /// These frameworks get links of hosts from the app delegate; React Native reads the options of a launch by itself.
    private mutating func findMissingMethod(_ routes: [LinkReceivers.Route]) {
        let link = routes.first { $0.link == AppleLinkKind.universalLink.rawValue }
        guard facts.frameworks == [.reactNative] || facts.frameworks == [.capacitor], link?.warm.outcome == .lost,
            case .uiKit(let place) = facts.entry
        else { return }
        let which = link?.cold.outcome == .lost ? "a link" : "a link to the running app"
        let method = AppleReceiver.applicationContinue.rawValue
        add(.iosAppLinkUnreceived, "The app delegate has no \(method): \(which) is lost.", at: place)
    }

    private mutating func add(
        _ rule: AssociationRule,
        _ message: String? = nil,
        at place: SourcePlace? = nil,
        file: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil
    ) {
        findings.append(
            Finding(
                rule,
                message,
                file: place?.file ?? file ?? facts.informationFile ?? app.file,
                place: place?.jsonPlace,
                severity: severity,
                fix: fix
            )
        )
    }

    private mutating func findMissingScenes() {
        guard case .uiKit(let place) = facts.entry, !facts.isMacOnly, !sources.facts.has(.configuration),
            sources.gap == nil
        else { return }
        switch facts.manifest {
        case .absent, .empty, .overwritten: break
        case .classes, .unknown: return
        }
        // Flutter's tool adds the manifest if the app delegate is unchanged.
        if facts.flutter?.movesToScenes == true, facts.manifest == .absent { return }
        let isRequired = (facts.sdk?.versions.lowerBound ?? 0) >= 27
        let what =
            facts.manifest == .absent
            ? "has no UIApplicationSceneManifest" : "has a UIApplicationSceneManifest without a configuration"
        let sdk = facts.sdk.map { " (\(Clip.clip($0.text)))" } ?? ""
        add(
            .iosAppSceneRequired,
            "The app's Info.plist \(what): built with the iOS 27 SDK, the app does not start\(sdk).",
            file: facts.informationFile ?? place.file,
            severity: isRequired ? .warning : nil,
            // The code of a framework gets the links, and a scene's delegate of the app's own would keep them.
            fix: facts.frameworks.map(\.rawValue).min().map { name in
                "Move the app to scenes as the documentation of \(name) says, so that \(name) still gets the links."
            }
        )
    }

    private mutating func findUnreceived(_ life: AppleLifeCycle?) -> Bool {
        let all = sources.facts
        guard all.first(of: Self.hostReceivers) == nil, !all.connections.contains(where: \.usesOptions),
            facts.frameworks.isEmpty, !facts.isMacOnly
        else { return false }
        switch facts.entry {
        case .unknown, .appKit: return false
        case .uiKit, .swiftUI: break
        }
        if appDelegateBase != nil { return false }
        if case .classes = facts.manifest {
            guard case .known = sceneDelegate else { return false }
        }
        switch life {
        case .scenes where all.receivers[.sceneOpen] == nil:
            let place = all.connections.first?.place
            let message = "The app names hosts for links, and its scene's delegate has no method that takes one."
            add(.iosAppLinkUnreceived, message, at: place, file: app.file)
        case .swiftUI:
            add(
                .iosAppLinkUnreceived,
                "The app names hosts for links, and no view in its sources has \(AppleReceiver.openModifier.rawValue).",
                file: app.file
            )
        case .scenes, .appDelegate, nil:
            let others: [AppleReceiver] = life == .scenes ? [.sceneOpen] : [.applicationOpen, .launchURL, .sceneOpen]
            guard let other = all.first(of: others) else {
                add(.iosAppLinkUnreceived, file: app.file)
                return true
            }
            let message =
                "The app names hosts for links, and its sources have only \(other.receiver.rawValue), which takes custom schemes."
            add(.iosAppLinkUnreceived, message, at: other.place)
        }
        return true
    }

    /// A receiver of host links, in any life cycle.
    private static let hostReceivers: [AppleReceiver] = [
        .applicationContinue, .launchActivity, .sceneContinue, .openModifier, .continueModifier, .boltsModifier,
    ]

    private mutating func findSceneMistakes(_ kinds: [AppleLinkKind]) {
        guard case .known = sceneDelegate else { return }
        let isOpenModifier = sources.facts.receivers[.openModifier] != nil
        let count = findings.count
        for kind in kinds {
            let (old, new): (AppleReceiver, AppleReceiver) =
                kind == .universalLink ? (.applicationContinue, .sceneContinue) : (.applicationOpen, .sceneOpen)
            let oldPlace = sources.facts.receivers[old]?.first
            let newPlace = sources.facts.receivers[new]?.first
            switch cold {
            case .unused(let connection):
                if let newPlace {
                    guard facts.frameworks.isDisjoint(with: [.expo, .capacitor, .cordova]), !mayReadOptions else {
                        continue
                    }
                    let place = connection?.place ?? newPlace
                    let what =
                        connection == nil
                        ? "The scene's delegate has no \(AppleReceiver.sceneConnect.rawValue)"
                        : "\(AppleReceiver.sceneConnect.rawValue) does not use its options"
                    add(.iosAppLinkCold, "\(what): a link that starts the app is lost.", at: place)
                } else if let oldPlace, !isOpenModifier {
                    add(
                        .iosAppLinkLifecycle,
                        "The app has scenes, and the system never calls \(old.rawValue) of the app delegate.",
                        at: oldPlace
                    )
                }
            case .used(let connection) where newPlace == nil:
                // A custom scheme may belong to a sign-in, whose result arrives in another way.
                guard kind == .universalLink || oldPlace != nil,
                    facts.frameworks.isDisjoint(with: [.reactNative, .expo, .capacitor, .cordova])
                else { continue }
                add(
                    .iosAppLinkWarm,
                    "The app has scenes and no \(new.rawValue): a link to the running app is lost.",
                    at: connection.place
                )
            case .used, .elsewhere, .open, .framework: continue
            }
            // A finding about hosts also applies to schemes.
            if findings.count > count { return }
        }
    }

    /// Whether React Native may read the options of a scene; older versions read only the launch options, which are empty in
    /// that case.
    private var mayReadOptions: Bool {
        guard facts.frameworks.contains(.reactNative) else { return false }
        return facts.reactNative?.isAtLeast([0, 88]) != false
    }

    private mutating func findSwiftUIMistakes(_ kinds: [AppleLinkKind]) {
        let modifiers: [AppleReceiver] = [.openModifier, .continueModifier, .boltsModifier]
        guard sources.facts.first(of: modifiers) == nil, sceneTakesLinks == nil,
            facts.frameworks.isEmpty
                || facts.frameworks == [.kotlinMultiplatform]
        else { return }
        for kind in kinds {
            let old: AppleReceiver = kind == .universalLink ? .applicationContinue : .applicationOpen
            guard let place = sources.facts.receivers[old]?.first else { continue }
            add(
                .iosAppLinkSwiftUI,
                "The app is one of SwiftUI, and the system never calls \(old.rawValue) of its app delegate.",
                at: place
            )
            return
        }
    }
}
