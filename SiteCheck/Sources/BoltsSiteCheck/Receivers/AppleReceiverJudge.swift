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
        // It calls only modules of Expo, and React Native's Linking is none of them.
        "UMAppDelegateWrapper",
    ]

    let app: AppleAppClaims
    private(set) var facts: AppleReceiverFacts
    let sources: ReceiverSources
    var findings: [Finding] = []

    /// Judges an app; `nil` if it accepts no links.
    package static func receivers(
        of app: AppleAppClaims,
        _ facts: AppleReceiverFacts,
        _ sources: ReceiverSources
    ) -> LinkReceivers? {
        var judge = AppleReceiverJudge(app: app, facts: facts, sources: sources)
        let kinds = judge.kinds
        guard !kinds.isEmpty || facts.hasHostsOnAndroid else { return nil }
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
            role: app.isClip ? .clip : .app
        )
    }

    /// The answer for an app that accepts no links, whose sources sign in.
    package static func withoutLinks(_ app: AppleAppClaims) -> LinkReceivers {
        LinkReceivers(
            platform: "Apple",
            place: app.target ?? app.file,
            id: app.id,
            lifeCycle: "",
            decidedBy: [],
            routes: [],
            findings: []
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
        // Expo gets links through its own base class of the delegate, and not because it is installed.
        if appDelegateBase == nil, !appDelegates.isEmpty { self.facts.frameworks.remove(.expo) }
    }

    // MARK: - What is decided before any method

    /// The kinds of links that the app accepts according to its own files.
    var kinds: [AppleLinkKind] {
        // A link for an App Clip goes to the clip, or to the full app if that is installed.
        let hasHosts = ((app.domains ?? []) + app.unresolvedDomains).contains { domain in
            domain.hasPrefix("applinks:") || domain.hasPrefix("appclips:")
        }
        var kinds: [AppleLinkKind] = hasHosts ? [.universalLink] : []
        if app.schemes?.isEmpty == false { kinds.append(.customScheme) }
        return kinds
    }

    enum LifeCycle {
        case decided(AppleLifeCycle)
        case open(String)

        var known: AppleLifeCycle? { if case .decided(let value) = self { value } else { nil } }
    }

    var lifeCycle: LifeCycle {
        if facts.isMacOnly { return .open("apps for the Mac alone are not checked") }
        switch facts.entry {
        case .swiftUI: return .decided(.swiftUI)
        case .appKit: return .open("AppKit apps are not checked")
        case .unknown(let reason): return .open(reason)
        case .maui: return .open("the app's program is C#, which is not read")
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
    enum SceneDelegate {
        case known(Set<String>)
        /// A class of a framework that receives links.
        case framework(String)
        /// Unknown, with the reason as a clause.
        case open(String)
    }

    var sceneDelegate: SceneDelegate {
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

    enum Cold {
        case used(SourceFacts.Connection)
        case unused(SourceFacts.Connection?)
        case elsewhere(SourceFacts.Connection)
        case open(String)
        case framework(String)
    }

    /// Whether a kind of link is read from the connection options of a scene.
    func cold(_ kind: AppleLinkKind) -> Cold {
        let delegate = sceneDelegate
        let used = sources.facts.connections.filter { $0.links.contains(kind) }
        if case .known(let names) = delegate {
            let own = sources.facts.connections.filter { $0.type.map(names.contains) ?? false }
            if let found = own.first(where: { $0.links.contains(kind) }) { return .used(found) }
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

    typealias Moment = LinkReceivers.Moment

    private func moments(_ kind: AppleLinkKind, _ lifeCycle: LifeCycle) -> (Moment, Moment) {
        if case .maui(let place, let mayTakeElsewhere) = facts.entry, kind == .universalLink {
            let text = "no C# file has ContinueUserActivity"
            let moment =
                mayTakeElsewhere
                ? .undecided("\(text), and a package or another project may take the link") : missing(text, place)
            return (moment, moment)
        }
        let life: AppleLifeCycle
        switch lifeCycle {
        case .open(let reason): return (.undecided(reason), .undecided(reason))
        case .decided(let known): life = known
        }
        guard let row = AppleReceiverTable.row(life, kind) else { return (.undecided(""), .undecided("")) }
        if let flutter = flutterMoment(life, kind) { return (flutter, flutter) }
        let warm = moment(row.warm, kind, isCold: false, life)
        switch life {
        case .swiftUI, .appDelegate: return (moment(row.cold, kind, isCold: true, life), warm)
        case .scenes:
            switch cold(kind) {
            case .used(let connection):
                if facts.frameworks == [.reactNative], !mayReadOptions {
                    let reason =
                        "Linking.getInitialURL() of React Native has the link only if it is among the launch options"
                    return (.undecided("\(reason) (\(connection.place))"), warm)
                }
                return (called(.sceneConnect, connection.place, kind), warm)
            case .elsewhere(let connection):
                let reason =
                    "\(Clip.clip(connection.type ?? "another type")) uses the options of a scene (\(connection.place))"
                return (.undecided(reason), warm)
            case .unused(let connection):
                let text = connection == nil ? "no \(AppleReceiver.sceneConnect.rawValue)" : Self.unread(kind)
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

    /// Why a kind of link is lost at a cold start.
    static func unread(_ kind: AppleLinkKind) -> String {
        "\(AppleReceiver.sceneConnect.rawValue) does not read \(kind.connectionMember) of its options"
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

    /// The result for a method that takes the link, unless it asks for user activities of other types.
    private func called(_ receiver: AppleReceiver, _ place: SourcePlace, _ kind: AppleLinkKind) -> Moment {
        let method = receiver.rawValue
        guard kind == .universalLink, sources.facts.marks[.otherActivities]?.contains(place) == true else {
            return Moment(.called, method, place)
        }
        return .undecided("\(method) asks for other types of activities than NSUserActivityTypeBrowsingWeb (\(place))")
    }

    private func moment(
        _ receivers: [AppleReceiver],
        _ kind: AppleLinkKind,
        isCold: Bool,
        _ life: AppleLifeCycle
    ) -> Moment {
        if life == .appDelegate, isCold, facts.frameworks.contains(.reactNative), !facts.frameworks.contains(.expo) {
            return Moment(.called, "Linking.getInitialURL() of React Native reads the options of the launch")
        }
        let idle = idle(receivers, life)
        let receivers = receivers.filter { $0 != idle?.receiver }
        if let found = sources.facts.first(of: receivers, in: life == .scenes ? sceneFiles : []) {
            return called(found.receiver, found.place, kind)
        }
        if let idle { return missing(idle.text, idle.place) }
        if life == .appDelegate {
            let base = appDelegateBase
            if let base, base.hasPrefix("Expo") || base.hasPrefix("EX") || base.hasPrefix("Flutter") {
                return Moment(.called, "\(Clip.clip(base)) hands the link on")
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

    /// A method of the app's own delegate that the system calls for a link, and that takes none.
    func idle(_ receivers: [AppleReceiver], _ life: AppleLifeCycle) -> SourceFacts.Idle? {
        let names: Set<String>
        switch (life, sceneDelegate) {
        case (.appDelegate, _):
            names = Set(appDelegates.flatMap { sources.chain(of: $0, .apple).names })
        case (.scenes, .known(let own)): names = own
        case (.scenes, _), (.swiftUI, _): return nil
        }
        return sources.facts.idle.first { receivers.contains($0.receiver) && $0.type.map(names.contains) ?? false }
    }

    /// The files of the delegate of the app's scenes; other scenes, such as CarPlay's, have the same methods.
    var sceneFiles: Set<String> {
        guard case .known(let names) = sceneDelegate else { return [] }
        return Set(sources.facts.types.filter { names.contains($0.name) }.map(\.place.file))
    }

    /// The names of the program's entry classes.
    private var appDelegates: Set<String> {
        let entries = sources.facts.types.filter { $0.isEntry && $0.isClass && $0.language == .apple }
        let delegates = entries.isEmpty ? sources.facts.types.filter { $0.name == "AppDelegate" } : entries
        // Many declarations may have one name.
        return Set(delegates.map(\.name))
    }

    /// Where the class of the app delegate is written, not only declared in a header.
    var appDelegatePlace: SourcePlace? {
        let names = appDelegates
        let types = sources.facts.types.filter { $0.language == .apple && names.contains($0.name) }
        let written = types.filter { !$0.place.file.hasSuffix(".h") }
        return (written.first { !$0.isExtension } ?? written.first ?? types.first)?.place
    }

    /// The base of the program's entry class that is missing from the sources.
    var appDelegateBase: String? {
        for name in appDelegates.sorted() {
            if let root = sources.chain(of: name, .apple).root, !Self.plainBases.contains(root) { return root }
        }
        return nil
    }

    /// Where a scene delegate receives links; an app of SwiftUI may have one too.
    var sceneTakesLinks: SourcePlace? {
        sources.facts.first(of: [.sceneContinue, .sceneOpen])?.place
            ?? sources.facts.connections.first { !$0.links.isEmpty }?.place
    }

    func flutterMoment(_ life: AppleLifeCycle, _ kind: AppleLinkKind) -> Moment? {
        guard facts.frameworks.contains(.flutter), life != .swiftUI, takesFlutter(life) else { return nil }
        if life == .appDelegate, kind == .universalLink {
            if let idle = idle([.applicationContinue], life) { return missing(idle.text, idle.place) }
            if let place = sources.facts.marks[.withoutSuper]?.first {
                return called(.applicationContinue, place, kind)
            }
        }
        if let gap = facts.flutter?.gap ?? facts.flutter?.unused { return .undecided(gap) }
        if let flutter = facts.flutter, flutter.isTwice(facts.flutterDeepLinking) == .yes {
            let text = "\(Clip.clip(flutter.plugin ?? "")) and Flutter's own receiver both take it"
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
}
