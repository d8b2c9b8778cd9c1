@_spi(Bolts) import BoltsAssociations
import Foundation

/// Judges the reports of devices about a link and an app.
struct DeviceJudge {
    let reports: [DeviceReport]
    let host: String

    init(_ reports: [DeviceReport], host: String) {
        self.reports = reports
        self.host = SiteAddress.name(of: host)
    }

    /// Whether a report is about a kind of device.
    func hasReport(on device: LinkDevice) -> Bool { reports.contains { $0.devices.contains(device) } }

    /// The cause with the first report that prevents the link from opening the app, or all facts of the reports; `nil` if none
    /// covers such a device.
    func cause(_ url: URL, app identifier: String, on device: LinkDevice) -> AppCause? {
        let causes = reports.filter { $0.devices.contains(device) }.compactMap { report in
            device.isApple
                ? AppleDevice(report, identifier, host).cause
                : AndroidDevice(report, identifier, host).cause(url, on: device)
        }
        if let closed = causes.first(where: { $0.outcome == .closed }) { return closed }
        if let unsure = causes.first(where: { $0.outcome == .unsure }) { return unsure }
        guard !causes.isEmpty else { return nil }
        return AppCause(outcome: .opens, facts: causes.flatMap(\.facts))
    }

    /// The differences between the output of `swcutil verify` and the file's own decisions.
    func differences(_ url: URL?, _ file: AppSiteAssociation?) -> [Finding] {
        guard let url, let file else { return [] }
        return reports.flatMap { report in
            report.appleMatches.filter { $0.url == url.absoluteString }.prefix(100).compactMap { match -> Finding? in
                let decision = file.decision(for: url, app: match.identifier).outcome
                guard (decision == .match) != match.matches else { return nil }
                let name = Clip.clip(match.identifier)
                return Finding(
                    .deviceDecidesOtherwise,
                    "swcutil says that the link \(match.matches ? "matches" : "does not match") for \(name), but the outcome with the checked file is \(decision.rawValue).",
                    file: report.file
                )
            }
        }
    }
}

/// The first three different hosts, as text for messages.
private func firstNames(_ hosts: [String]) -> String {
    hosts.distinct().prefix(3).map { Clip.clip($0) }.joined(separator: ", ")
}

/// An app in the report of an Android device.
private struct AndroidDevice {
    let report: DeviceReport
    let package: String
    let host: String
    private let name: String
    private let file: String

    init(_ report: DeviceReport, _ package: String, _ host: String) {
        self.report = report
        self.package = package
        self.host = host
        name = Clip.clip(package)
        file = Clip.clip(report.file)
    }

    func cause(_ url: URL, on device: LinkDevice) -> AppCause? {
        let resolution = report.resolutions.last { $0.url == url.absoluteString }
        if let resolution, resolution.package == package {
            let text = "according to \(file), the device starts \(Clip.clip(resolution.component ?? name)) for the link"
            return AppCause(
                outcome: .opens,
                facts: [.appInstalled, .manifest, .verified, .allHostsVerified, .userChoice].map {
                    report.fact($0, text)
                }
            )
        }
        let state = state(on: device)
        guard let resolution, state?.outcome != .closed else { return state }
        if resolution.isChooser {
            return .unsure(
                Finding(.deviceAsks, "According to \(file), the device asks which app to use.", file: report.file)
            )
        }
        guard let other = resolution.package else {
            return report.closed(
                .deviceOtherApp,
                "According to \(file), no app on the device takes the link.",
                .manifest
            )
        }
        return report.closed(
            .deviceOtherApp,
            "According to \(file), the device starts \(Clip.clip(other)) for the link.",
            .manifest
        )
    }

    /// The result for a host's state.
    private func state(on device: LinkDevice) -> AppCause? {
        guard let app = report.androidApps.first(where: { $0.package == package }) else {
            guard !report.androidApps.isEmpty else { return nil }
            let others = NamedApps.sentence(report.androidApps.filter { !$0.isMissing }.map(\.package))
            return report.closed(.deviceAppMissing, "\(file) \(others), not \(name).", .appInstalled)
        }
        if app.isMissing {
            return report.closed(.deviceAppMissing, "\(file) says that \(name) is not installed.", .appInstalled)
        }
        if let linkage = app.linkage { return linked(linkage) }
        var facts = [report.fact(.appInstalled, "\(file) lists \(name)")]
        if app.opensLinks == false {
            let message = "According to \(file), the user does not let \(name) open links."
            return report.closed(.deviceLinksOff, message, .userChoice, facts: facts)
        }
        if app.opensLinks == true {
            facts.append(report.fact(.userChoice, "by \(file) the user lets \(name) open links"))
        }
        let isChosen = app.chosenHosts.contains(where: covers)
        let state =
            app.states.first { $0.host == host }?.state ?? app.states.first { covers($0.host) }?.state
        let verified: LinkCondition = device == .android11 ? .allHostsVerified : .verified
        switch state {
        case nil where isChosen, .some("none") where isChosen:
            facts.append(report.fact(verified, "by \(file) the user chose \(name) for \(host)"))
        case nil: return undeclared(app)
        case "none":
            let message = "According to \(file), Android has not verified \(host) for \(name) yet."
            let fix = "Wait 20 seconds after the installation with a network, and make the report again."
            return .unsure(Finding(.deviceNotAnswered, message, file: report.file, fix: fix))
        case "verified", "approved", "system_configured", "migrated", "restored":
            facts.append(report.fact(verified, "by \(file) the state of \(host) is \(state ?? "")"))
        case .some where isChosen:
            facts.append(report.fact(verified, "by \(file) the user chose \(name) for \(host)"))
        case .some(let state):
            return report.closed(
                .deviceNotVerified,
                "According to \(file), Android did not verify \(host) for \(name): the state is \(Clip.clip(state)).",
                verified,
                fix: Self.fix(state, package),
                facts: facts
            )
        }
        return AppCause(outcome: .opens, facts: facts)
    }

    private static func fix(_ state: String, _ package: String) -> String {
        let name = Clip.clip(package)
        if state == "denied" { return "Run: adb shell pm set-app-links --package \(name) 0 all; it was set by hand." }
        return
            "Fix the findings about the file. If there are none, the device asked before the file was right, or its network does "
            + "not reach the site: run adb shell pm verify-app-links --re-verify \(name), and make the report again."
    }

    private func covers(_ pattern: String) -> Bool { HostPattern(pattern).matches(host) }

    /// The cause that the installed app declares other hosts only.
    private func undeclared(_ hosts: [String]) -> AppCause {
        let names = firstNames(hosts)
        return report.closed(
            .deviceHostNotDeclared,
            "According to \(file), the installed \(name) declares \(names.isEmpty ? "no host" : names), not \(host).",
            .manifest
        )
    }

    private func undeclared(_ app: DeviceReport.AndroidApp) -> AppCause? {
        if app.invalidHosts.contains(where: covers) {
            return report.closed(
                .deviceHostNotDeclared,
                "According to \(file), Android cannot verify \(host) for \(name): it is listed under invalid autoVerify domains.",
                .verified,
                fix: "Write the bare host into android:host."
            )
        }
        if app.otherHosts.contains(where: covers) {
            return report.closed(
                .deviceHostNotDeclared,
                "According to \(file), the installed \(name) declares \(host) without autoVerify.",
                .verified,
                fix: "Add android:autoVerify=\"true\" to its intent filter, and install the new build."
            )
        }
        guard !app.states.isEmpty || app.listsAllHosts else { return nil }
        return undeclared(app.states.map(\.host) + app.otherHosts)
    }

    private func linked(_ linkage: DeviceReport.Linkage) -> AppCause? {
        guard linkage.hosts.contains(where: covers) else { return undeclared(linkage.hosts) }
        switch linkage.status {
        case "always":
            let text = "by \(file) \(name) opens links to \(host) always"
            return AppCause(
                outcome: .opens,
                facts: [
                    report.fact(.appInstalled, "\(file) lists \(name)"), report.fact(.allHostsVerified, text),
                    report.fact(.userChoice, text),
                ]
            )
        case "never":
            return report.closed(
                .deviceLinksOff,
                "According to \(file), \(name) never opens links to \(host).",
                .userChoice
            )
        default:
            let message =
                "According to \(file), Android did not verify all hosts of \(name), and asks which app to use."
            return .unsure(Finding(.deviceAsks, message, file: report.file))
        }
    }
}

/// An app in the report of an Apple device.
private struct AppleDevice {
    let report: DeviceReport
    let identifier: String
    let host: String
    private let name: String
    private let file: String

    init(_ report: DeviceReport, _ identifier: String, _ host: String) {
        self.report = report
        self.identifier = identifier
        self.host = host
        name = Clip.clip(identifier)
        file = Clip.clip(report.file)
    }

    private func isApp(_ other: String) -> Bool {
        AppIdentifier.canonical(other) == AppIdentifier.canonical(identifier)
            || (!AppIdentifier.isWellFormed(identifier) && other.hasSuffix("." + identifier))
    }

    var cause: AppCause? {
        guard !report.appleEntries.isEmpty else { return nil }
        let own = report.appleEntries.filter { isApp($0.identifier) }
        guard !own.isEmpty else { return missing() }
        let links = own.filter { $0.service == "applinks" }
        // An approved entry is preferred; among equals, the exact host comes before wildcards.
        let entries =
            links.filter { $0.domain == host } + links.filter { $0.domain != host && $0.covers(host) }
        guard let entry = entries.first(where: { $0.siteApproval == "approved" }) ?? entries.first else {
            let hosts = firstNames(links.map(\.domain))
            return report.closed(
                .deviceHostNotDeclared,
                "According to \(file), the installed \(name) names \(hosts.isEmpty ? "no host" : hosts) with applinks:, not \(host).",
                .entitlement,
                fix: "Add applinks:\(host) to com.apple.developer.associated-domains, build, and install the new build."
            )
        }
        let listed = report.fact(.appInstalled, "\(file) lists \(name)")
        if let obstacle = approval(entry, listed) { return obstacle }
        let checked = entry.lastChecked.map { " on \(Clip.clip(String($0.prefix(10))))" } ?? ""
        let mode = entry.mode.map { " with ?\(Clip.clip($0))" } ?? ""
        let approved = report.fact(
            .entitlement,
            "by \(file) the device approved \(Clip.clip(entry.domain))\(mode) for it\(checked)"
        )
        guard entry.userApproval != "denied" else {
            let message = "According to \(file), the user chose the browser for \(host)."
            return report.closed(.deviceBrowserChosen, message, .userChoice, facts: [listed, approved])
        }
        // An approval with a mode shows that the device is in the state that the mode requires.
        let special = [("developer", LinkCondition.developerMode), ("managed", .managedDevice)].filter { name, _ in
            entry.mode?.lowercased().contains(name) ?? false
        }
        return AppCause(
            outcome: .opens,
            facts: [
                listed, approved,
                report.fact(.userChoice, "according to \(file), the user did not choose the browser for \(host)"),
            ] + special.map { report.fact($0.1, "according to \(file), the device approved the domain in this mode") }
        )
    }

    private func missing() -> AppCause {
        let listed = report.appleEntries.map(\.identifier)
        if let near = NearIdentifier.find(identifier, in: listed) {
            return report.closed(
                .deviceAppMissing,
                "\(file) lists \(Clip.clip(near.identifier)), and the site names \(name): \(near.difference).",
                .appInstalled,
                fix: "List the identifier of the installed app in the site's file, or install the app that it names."
            )
        }
        return report.closed(.deviceAppMissing, "\(file) does not list \(name).", .appInstalled)
    }

    private func approval(_ entry: DeviceReport.AppleEntry, _ listed: LinkRoute.Fact) -> AppCause? {
        guard entry.siteApproval != "approved" else { return nil }
        let reason = entry.error.map { ": \(Clip.clip($0))" } ?? ""
        if entry.siteApproval == "denied" || entry.error != nil {
            return report.closed(
                .deviceNotApproved,
                "According to \(file), the device did not approve \(host) for \(name)\(reason).",
                .appleCopy,
                facts: [listed]
            )
        }
        let message = "According to \(file), the device has not approved \(host) for \(name) yet."
        return .unsure(Finding(.deviceNotAnswered, message, file: report.file))
    }
}

extension DeviceReport {
    /// The cause of a closed link, as stated in the report.
    fileprivate func closed(
        _ rule: AssociationRule,
        _ message: String,
        _ condition: LinkCondition,
        fix: String? = nil,
        facts: [LinkRoute.Fact] = []
    ) -> AppCause {
        .closed(Finding(rule, message, file: file, fix: fix), condition, facts: facts)
    }

    /// A condition that is met according to the report.
    fileprivate func fact(_ condition: LinkCondition, _ text: String) -> LinkRoute.Fact {
        LinkRoute.Fact(condition: condition, holds: true, text: text)
    }
}

extension DeviceReport.AppleEntry {
    /// Whether its domain covers a host.
    func covers(_ host: String) -> Bool { AssociatedDomain("applinks:\(domain)")?.covers(host) ?? false }
}

extension DeviceReport {
    /// The kinds of devices that the report covers.
    var devices: [LinkDevice] {
        var devices: [LinkDevice] = []
        if !androidApps.isEmpty || !resolutions.isEmpty {
            switch androidLevel {
            case let level? where level >= 35: devices.append(.android)
            case let level? where level >= 31: devices.append(.android12)
            case .some: devices.append(.android11)
            case nil where androidApps.contains { $0.linkage != nil }: devices.append(.android11)
            // Older versions have no such command.
            case nil: devices += [.android, .android12]
            }
        }
        if !appleEntries.isEmpty { devices += isMac ? [.mac] : LinkDevice.allCases.filter(\.isApple) }
        return devices
    }
}
