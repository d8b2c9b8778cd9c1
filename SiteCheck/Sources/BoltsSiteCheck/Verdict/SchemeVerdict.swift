@_spi(Bolts) import BoltsAssociations
public import Foundation

/// The answers for a link with an app's own scheme, such as the callback of a sign-in, which no site decides.
@_spi(Bolts)
public struct SchemeVerdict: Sendable {
    /// One answer for each given app and family of devices.
    public let answers: [LinkVerdict.Answer]
    /// The causes of the answers that no app opens the link.
    public var findings: [Finding] { answers.compactMap(\.finding) }

    /// Determines the answers from the files of apps.
    public init(url: URL, claims: AppClaims) {
        let scheme = url.scheme ?? ""
        let host = url.host() ?? ""
        func best(_ answers: [LinkVerdict.Answer]) -> LinkVerdict.Answer? {
            let order: [LinkVerdict.Outcome] = [.opens, .undecided, .closed]
            return order.lazy.compactMap { outcome in answers.first { $0.outcome == outcome } }.first
        }
        let given = GivenApps(claims)
        let apple = given.groups(claims.apple.filter { !$0.isClip }, \.file) { $0.identifier ?? $0.bundleIdentifier }
        let android = given.groups(claims.android, \.file, \.package)
        answers =
            apple.compactMap { apps in best(apps.map { Self.answer($0, url, scheme) }) }
            + android.compactMap { apps in best(apps.map { Self.answer($0, url, scheme, host) }) }
    }

    private static func answer(_ app: AppleAppClaims, _ url: URL, _ scheme: String) -> LinkVerdict.Answer {
        let name = Clip.clip(app.identifier ?? app.bundleIdentifier ?? app.file)
        guard let schemes = app.schemes else {
            let text = "may open \(name) or not: its CFBundleURLTypes were not read."
            return answer(url, isApple: true, .undecided, text)
        }
        if schemes.contains(where: { $0.lowercased() == scheme.lowercased() }) {
            let text = "\(name) may open it, because CFBundleURLTypes has the scheme."
            return answer(url, isApple: true, .opens, text, name)
        }
        if let gap = app.gap {
            return answer(url, isApple: true, .undecided, "may open \(name) or not: \(gap.text).")
        }
        let finding = Finding(
            .iosAppScheme,
            "\(name) does not declare \(Clip.clip(scheme)):\(listed(schemes)).",
            file: app.file,
            severity: .error,
            fix: "Add \(Clip.clip(scheme)) to CFBundleURLTypes in Info.plist."
        )
        return answer(url, isApple: true, .closed, "opens no app: \(finding.message)", nil, finding)
    }

    private static func answer(_ app: AndroidAppClaims, _ url: URL, _ scheme: String, _ host: String)
        -> LinkVerdict.Answer
    {
        let name = Clip.clip(app.package ?? app.file)
        let check = AndroidAppCheck(app: app)
        let open = "may open \(name) or not: its intent filters are not known completely."
        guard let filters = app.filters else { return answer(url, isApple: false, .undecided, open) }
        // Android compares schemes and hosts with their letter case.
        let own = filters.filter { filter in
            filter.schemes.contains(scheme)
                && (filter.hosts.isEmpty || filter.hosts.contains { $0.name == "*" || $0.name == host })
        }
        let causes = own.map { $0.hasType ? nil : check.incomplete($0) ?? check.notExported($0) }
        if let place = zip(own, causes).first(where: { $1 == nil && !$0.hasType && !$0.mayTakeOthers })?.0 {
            let component = Clip.clip(place.component)
            let paths = place.paths.isEmpty ? "" : ", if the path matches"
            let text = "\(name) may open it, by an intent filter of \(component)\(paths)."
            return answer(url, isApple: false, .opens, text, name)
        }
        if app.gap != nil || filters.contains(where: { !$0.unresolved.isEmpty || $0.hasUnknownScheme }) {
            return answer(url, isApple: false, .undecided, open)
        }
        if let cause = causes.compactMap(\.self).first {
            let finding = cause.with(severity: .error)
            return answer(url, isApple: false, .closed, "opens no app: \(VerdictBuilder.placed(finding))", nil, finding)
        }
        let schemes = Set(filters.flatMap(\.schemes)).subtracting(["http", "https"]).sorted()
        let hosts = filters.filter { $0.schemes.contains(scheme) }.flatMap(\.hosts).map(\.name).distinct()
        let message =
            hosts.isEmpty
            ? "\(name) has no intent filter for \(Clip.clip(scheme)):\(listed(schemes))."
            : "\(name) has an intent filter for \(Clip.clip(scheme)): only with the host \(hosts.clippedList(5))."
        let finding = Finding(
            .androidAppHostMissing,
            message,
            file: app.file,
            severity: .error,
            fix: "Add an intent filter with VIEW, DEFAULT, BROWSABLE and <data android:scheme=\"\(Clip.clip(scheme))\""
                + (host.isEmpty ? "" : " android:host=\"\(Clip.clip(host))\"") + "/>."
        )
        return answer(url, isApple: false, .closed, "opens no app: \(finding.message)", nil, finding)
    }

    private static func listed(_ schemes: [String]) -> String {
        schemes.isEmpty ? "" : ", only \(schemes.prefix(5).map { Clip.clip($0) }.joinedWithAnd())"
    }

    private static func answer(
        _ url: URL,
        isApple: Bool,
        _ outcome: LinkVerdict.Outcome,
        _ text: String,
        _ app: String? = nil,
        _ finding: Finding? = nil
    ) -> LinkVerdict.Answer {
        let devices = LinkDevice.allCases.filter { isApple ? $0.isApple : $0.isAndroid }
        return LinkVerdict.Answer(devices, outcome, app: app, url, text, finding)
    }
}
