@_spi(Bolts) import BoltsAssociations

/// The findings about code that does not receive links.
extension AppleReceiverJudge {
    mutating func findMistakes(
        _ kinds: [AppleLinkKind],
        _ lifeCycle: LifeCycle,
        _ routes: [LinkReceivers.Route]
    ) {
        if facts.manifest == .overwritten, case .uiKit = facts.entry { add(.iosAppSceneOverwritten) }
        findMissingScenes()
        if let life = lifeCycle.known, flutterMoment(life, .universalLink) != nil, let flutter = facts.flutter,
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
        let isNamed = kinds.first == .universalLink
        if case .maui(let place, let mayTakeElsewhere) = facts.entry, isNamed || facts.hasHostsOnAndroid {
            let condition = mayTakeElsewhere ? ", unless a package or another project takes it" : ""
            let start = isNamed ? "the" : "once the entitlement names a host, the"
            add(
                .iosAppLinkUnreceived,
                "No C# file has ContinueUserActivity: \(start) link opens the app, and is lost\(condition).",
                at: place,
                // The missing host comes first.
                severity: mayTakeElsewhere || !isNamed ? .note : nil,
                fix: AppleReceiverFacts.Framework.maui.handOn,
                detail: .handedOn(AppleReceiverFacts.Framework.maui.rawValue)
            )
            return
        }
        guard let kind = kinds.first else { return }
        if kind == .universalLink, findIdle(lifeCycle.known) || findUnreceived(lifeCycle.known) { return }
        switch lifeCycle.known {
        case .scenes: findSceneMistakes(kinds)
        case .swiftUI: findSwiftUIMistakes(kinds)
        case .appDelegate: findMissingMethod(routes)
        case nil: break
        }
    }

    /// React Native and Capacitor get universal links from the app delegate; only the options of a launch are read by React Native.
    private mutating func findMissingMethod(_ routes: [LinkReceivers.Route]) {
        let link = routes.first { $0.link == AppleLinkKind.universalLink.rawValue }
        guard facts.frameworks == [.reactNative] || facts.frameworks == [.capacitor], link?.warm.outcome == .lost,
            case .uiKit(let place) = facts.entry
        else { return }
        let which = link?.cold.outcome == .lost ? "a link" : "a link to the running app"
        let method = AppleReceiver.applicationContinue.rawValue
        add(
            .iosAppLinkUnreceived,
            "The app delegate has no \(method): \(which) is lost.",
            at: appDelegatePlace ?? place,
            fix: facts.frameworks.first?.handOn,
            detail: facts.frameworks.first.map { .handedOn($0.rawValue) }
        )
    }

    /// Finds a method that the system calls, and that does not take the link.
    private mutating func findIdle(_ life: AppleLifeCycle?) -> Bool {
        let method: AppleReceiver = life == .scenes ? .sceneContinue : .applicationContinue
        guard let life, life != .swiftUI else { return false }
        let framework =
            facts.frameworks.contains(.expo) ? .expo : facts.frameworks.sorted(by: { $0.rawValue < $1.rawValue }).first
        let fix = life == .scenes ? nil : framework?.handOn
        let detail = fix == nil ? nil : framework.map { Finding.Detail.handedOn($0.rawValue) }
        if let idle = idle([method], life), sources.facts.receivers[method] == nil {
            let fallback = "Take userActivity.webpageURL in that method, and show its content."
            add(
                .iosAppLinkUnreceived,
                "\(idle.text): the link is lost.",
                at: idle.place,
                fix: fix ?? fallback,
                detail: detail
            )
            return true
        }
        guard life == .appDelegate, let place = sources.facts.marks[.withoutSuper]?.first,
            let base = appDelegateBase, base.hasPrefix("Flutter") || base.hasPrefix("Expo")
        else { return false }
        add(
            .iosAppLinkUnreceived,
            "\(method.rawValue) does not call super: the link does not reach \(framework?.rawValue ?? base).",
            at: place,
            fix: fix,
            detail: detail
        )
        return true
    }

    private mutating func add(
        _ rule: AssociationRule,
        _ message: String? = nil,
        at place: SourcePlace? = nil,
        file: String? = nil,
        severity: AssociationRule.Severity? = nil,
        fix: String? = nil,
        detail: Finding.Detail? = nil
    ) {
        findings.append(
            Finding(
                rule,
                message,
                file: place?.file ?? file ?? facts.informationFile ?? app.file,
                place: place?.jsonPlace,
                severity: severity,
                fix: fix,
                detail: detail
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
            // The framework's code gets the links; a scene delegate that the app adds would keep them from it.
            fix: facts.frameworks.map(\.rawValue).min().map { name in
                "Move the app to scenes as the documentation of \(name) says, so that \(name) still gets the links."
            },
            detail: facts.frameworks.isEmpty ? nil : .ofFramework
        )
    }

    private mutating func findUnreceived(_ life: AppleLifeCycle?) -> Bool {
        let all = sources.facts
        guard all.first(of: Self.hostReceivers) == nil,
            !all.connections.contains(where: { $0.links.contains(.universalLink) }),
            facts.frameworks.isEmpty, !facts.isMacOnly
        else { return false }
        switch facts.entry {
        case .unknown, .appKit, .maui: return false
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
            add(.iosAppLinkUnreceived, message, at: place, file: app.file, detail: sceneDetail(.universalLink))
        case .swiftUI:
            add(
                .iosAppLinkUnreceived,
                "The app names hosts for links, and no view in its sources has \(AppleReceiver.openModifier.rawValue).",
                file: app.file,
                detail: .noViewReceiver
            )
        case .scenes, .appDelegate, nil:
            let others: [AppleReceiver] = life == .scenes ? [.sceneOpen] : [.applicationOpen, .launchURL, .sceneOpen]
            guard let other = all.first(of: others) else {
                add(.iosAppLinkUnreceived, file: app.file)
                return true
            }
            let message =
                "The app names hosts for links, and its sources have only \(other.receiver.rawValue), which takes custom schemes."
            let detail: Finding.Detail? =
                switch other.receiver {
                case .sceneOpen: sceneDetail(.universalLink)
                case .applicationOpen: .noApplicationReceiver
                default: nil
                }
            add(.iosAppLinkUnreceived, message, at: other.place, detail: detail)
        }
        return true
    }

    /// Which methods the scene's delegate has, beside a kind of link that is lost.
    private func sceneDetail(_ kind: AppleLinkKind) -> Finding.Detail {
        let files = sceneFiles
        var has = Set<AppleReceiver>([.sceneContinue, .sceneOpen]).filter { receiver in
            sources.facts.receivers[receiver]?.contains { files.contains($0.file) } == true
        }
        if sources.facts.connections.contains(where: { files.contains($0.place.file) }) { has.insert(.sceneConnect) }
        return .scene(isCustomScheme: kind == .customScheme, has: Set(has.map(\.rawValue)))
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
            let link = kind == .universalLink ? "a link" : "a link of a custom scheme"
            let (old, new): (AppleReceiver, AppleReceiver) =
                kind == .universalLink ? (.applicationContinue, .sceneContinue) : (.applicationOpen, .sceneOpen)
            let oldPlace = sources.facts.receivers[old]?.first
            let newPlace = sources.facts.receivers[new]?.first
            switch cold(kind) {
            case .unused(let connection):
                if let newPlace {
                    guard facts.frameworks.isDisjoint(with: [.expo, .capacitor, .cordova]), !mayReadOptions else {
                        continue
                    }
                    let place = connection?.place ?? newPlace
                    let what =
                        connection == nil
                        ? "The scene's delegate has no \(AppleReceiver.sceneConnect.rawValue)"
                        : Self.unread(kind)
                    let isReact = facts.frameworks.contains(.reactNative)
                    add(
                        .iosAppLinkCold,
                        "\(what): \(link) that starts the app is lost.",
                        at: place,
                        fix: isReact
                            ? "Start React Native in that method, with the link among its launch options: "
                                + "Linking.getInitialURL() reads only these."
                            : kind == .customScheme
                                ? "Pass connectionOptions.urlContexts of scene(_:willConnectTo:options:) on to \(new.rawValue)."
                                : nil,
                        detail: isReact
                            ? .handedOn(AppleReceiverFacts.Framework.reactNative.rawValue) : sceneDetail(kind)
                    )
                } else if let oldPlace, !isOpenModifier {
                    add(
                        .iosAppLinkLifecycle,
                        "The app has scenes, and iOS 13 and later never call \(old.rawValue) of the app delegate.",
                        at: oldPlace,
                        detail: sceneDetail(kind)
                    )
                }
            case .used(let connection) where newPlace == nil:
                // A custom scheme may belong to a sign-in, whose result arrives in another way.
                guard kind == .universalLink || oldPlace != nil,
                    facts.frameworks.isDisjoint(with: [.reactNative, .expo, .capacitor, .cordova])
                else { continue }
                add(
                    .iosAppLinkWarm,
                    "The app has scenes and no \(new.rawValue): \(link) to the running app is lost.",
                    at: connection.place,
                    detail: sceneDetail(kind)
                )
            case .used, .elsewhere, .open, .framework: continue
            }
            // A finding about hosts also applies to schemes.
            if findings.count > count { return }
        }
    }

    /// Whether React Native may read the options of a scene; older versions read only the launch options, which are empty in
    /// that case.
    var mayReadOptions: Bool {
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
