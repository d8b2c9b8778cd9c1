@_spi(Bolts) import BoltsAssociations
public import Foundation

/// The answer to the question whether a link opens an app: one answer for each family of devices, the routes of each device,
/// and the findings.
///
/// It is computed once from the files of a host and the tags of pages, without any request. Each answer names the app and the
/// rule that lets it open the URL, or the one cause that prevents it and the one change that fixes it. The findings are those
/// of the files and pages: one for each cause, with the severity that it has for this link.
///
/// ```swift
/// func ask(_ url: URL) async {
///     let link = await FetchedLink.fetch(url)
///     let verdict = LinkVerdict(url: url, site: link.site, page: link.page)
///     for answer in verdict.answers { print(answer) }
///     for device in verdict.devices { print(device.device.name, device.routes.map(\.statement)) }
///     print(verdict.severity?.rawValue ?? "nothing keeps the app from opening")
/// }
/// ```
public struct LinkVerdict: Sendable, Hashable {
    /// The outcome of a link on some devices, as far as the site decides.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The site lets an app open it; conditions on the device decide the rest.
        case opens
        /// Sources disagree about what the site's file means.
        case undecided
        /// A rule intentionally keeps the link in the browser.
        case excluded
        /// The site names an app but does not let it open the link, or its file cannot be used.
        case closed
        /// The site names no app for these devices.
        case notNamed = "not-named"
    }

    /// The answer for a group of devices with the same behaviour.
    public struct Answer: Sendable, Hashable, CustomStringConvertible {
        /// The devices.
        public internal(set) var devices: [LinkDevice]
        /// What happens to the link.
        public internal(set) var outcome: Outcome
        /// The app, by its id on the platform, or `nil` if the answer is about none.
        public let app: String?
        /// The judged URL: the link, or for a whole site a URL of one of its rules.
        public let url: URL
        /// The answer in one sentence, without the devices and the fix.
        public private(set) var text: String
        /// The finding that says why no app opens the link, or `nil` if one may.
        public internal(set) var finding: Finding?
        /// What to do if this is not what the devices do, or not what is meant, although no finding says so; otherwise `nil`.
        @_spi(Bolts) public internal(set) var advice: String?

        init(
            _ devices: [LinkDevice],
            _ outcome: Outcome,
            app: String? = nil,
            _ url: URL,
            _ text: String,
            _ finding: Finding? = nil
        ) {
            (self.devices, self.outcome, self.app) = (devices, outcome, app)
            (self.url, self.text, self.finding) = (url, text, finding)
        }

        /// The answer with its host before the text, for lists with several hosts.
        @_spi(Bolts) public func naming(_ host: String) -> Answer {
            with(text: "\(Clip.clip(host)): \(text)")
        }

        func with(text: String) -> Answer {
            var answer = self
            answer.text = text
            return answer
        }

        /// A name for all of the devices, such as `Android 12 and newer`.
        public var name: String { DeviceNames.joined(devices) }
        /// The fix, or, if no app is named, what to do if one is meant; `nil` if there is nothing to fix.
        public var fix: String? { finding?.fix ?? (outcome == .opens ? nil : advice) }
        /// The answer as one line: the devices, the answer, the fix and the id of the rule.
        public var description: String {
            ["\(name): \(text)", fix, finding.map { "[\($0.rule.id)]" }].compactMap(\.self).joined(separator: " ")
        }
    }

    /// The link, or `nil` if a whole site was judged.
    public let url: URL?
    /// The answers, in the order of ``LinkDevice``, those that are not decided behind one that is closed; devices with the same
    /// behaviour share one.
    public let answers: [Answer]
    /// The findings on the files, the pages and the link: one for each cause, including the causes of the answers.
    public let findings: [Finding]
    /// The routes of each kind of device, in the order in which the device tries them; empty if a whole site was judged.
    public let devices: [DeviceRoutes.Device]

    /// The worst severity of an answer, or `nil` if no answer has a finding.
    public var severity: AssociationRule.Severity? { answers.compactMap { $0.finding?.severity }.max() }

    /// Judges one link.
    ///
    /// - Parameters:
    ///   - url: The link as it is tapped.
    ///   - site: The association files of its host.
    ///   - page: The tags of the link's page, or `nil` if the page was not read.
    ///   - pageFailure: Why there is no page, as a sentence, or `nil` if there is one or it was not requested.
    ///   - apps: The apps to judge, by their ids on any platform; `nil` for all apps in the files. For a family of devices with
    ///     claims, the apps of the claims are judged instead.
    ///   - claims: The claims of the apps. For a family of devices with claims, only these apps are judged.
    ///   - others: The association files of the other hosts that the apps name; Android before 12 verifies either all hosts or
    ///     none.
    ///   - devices: The kinds of device to answer for; all by default.
    ///   - now: The time to compare with the expiration dates of provisioning profiles.
    ///   - leadsTo: The verdict about the URL of another host to which the link redirects, which determines the fix.
    public init(
        url: URL,
        site: SiteAssociations,
        page: PageTags? = nil,
        pageFailure: String? = nil,
        apps: [String]? = nil,
        claims: AppClaims = AppClaims(),
        others: [SiteAssociations] = [],
        devices: [LinkDevice] = LinkDevice.allCases,
        now: Date = Date(),
        leadsTo: LinkVerdict? = nil
    ) {
        let side = claims.isEmpty ? nil : AppSide(claims, site, others: others, now: now)
        let deviceRoutes = DeviceRoutes(
            url: url,
            site: site,
            page: page,
            appsOf: { claims.identifiers($0) ?? apps },
            devices: devices
        )
        var builder = VerdictBuilder(
            site: site,
            pages: page.map { [$0] } ?? [],
            url: url,
            deviceRoutes: deviceRoutes,
            side: side,
            leadsTo: leadsTo
        )
        // If the host did not respond for its files, the missing page has the same cause and is not reported again.
        if let pageFailure, !builder.findings.contains(where: { $0.rule == .linkSiteUnreachable }) {
            // Most reports show the fix on the same line, so the sentence must end.
            let sentence = pageFailure.hasSuffix(".") ? pageFailure : pageFailure + "."
            builder.add(Finding(.linkPageUnreadable, sentence, file: url.absoluteString))
        }
        (answers, findings) = builder.judged()
        self.url = url
        self.devices = (side.map(deviceRoutes.decided(by:)) ?? deviceRoutes).devices
    }

    /// Judges only some apps, whose claims are available.
    init(_ url: URL, site: SiteAssociations, apps: [String], side: AppSide?, devices: [LinkDevice]) {
        let deviceRoutes = DeviceRoutes(url: url, site: site, page: nil, apps: apps, devices: devices)
        var builder = VerdictBuilder(site: site, pages: [], url: url, deviceRoutes: deviceRoutes, side: side)
        (answers, findings) = builder.judged()
        self.url = url
        self.devices = (side.map(deviceRoutes.decided(by:)) ?? deviceRoutes).devices
    }

    /// Judges a whole site by URLs that its own rules allow.
    ///
    /// - Parameters:
    ///   - site: The association files of a host.
    ///   - pages: The tags of pages of the site.
    ///   - claims: The claims of the apps. For a family of devices with claims, only these apps are judged.
    ///   - others: The association files of the other hosts that the apps name; Android before 12 verifies either all hosts or
    ///     none.
    ///   - now: The time to compare with the expiration dates of provisioning profiles.
    public init(
        site: SiteAssociations,
        pages: [PageTags] = [],
        claims: AppClaims = AppClaims(),
        others: [SiteAssociations] = [],
        now: Date = Date()
    ) {
        let side = claims.isEmpty ? nil : AppSide(claims, site, others: others, now: now)
        var builder = VerdictBuilder(site: site, pages: pages, url: nil, side: side)
        (answers, findings) = builder.judged()
        url = nil
        devices = []
    }
}

extension AppClaims {
    /// The identifiers of a family's apps, or `nil` if none is known.
    func identifiers(_ family: LinkFamily) -> [String]? {
        let own: [String] =
            switch family {
            case .apple: apple.compactMap { $0.identifier ?? $0.bundleIdentifier }
            case .android: android.compactMap(\.package)
            case .windows: []
            }
        return own.isEmpty ? nil : own
    }
}

/// Names of several devices at once.
enum DeviceNames {
    private static let groups: [([LinkDevice], String)] = [
        (LinkDevice.allCases.filter(\.isApple), "iPhone, iPad, Mac and Apple's other devices"),
        ([.android, .android12, .android11], "Android"), ([.android, .android12], "Android 12 and newer"),
        ([.android12, .android11], "Android 14 and older"),
    ]
    private static let all = "All devices"

    static func joined(_ devices: [LinkDevice]) -> String {
        guard Set(devices).count < LinkDevice.allCases.count else { return all }
        var rest = devices
        var names: [String] = []
        while let first = rest.first {
            if let group = groups.first(where: { $0.0.first == first && Set($0.0).isSubset(of: rest) }) {
                names.append(group.1)
                rest.removeAll { group.0.contains($0) }
            } else {
                names.append(first.name)
                rest.removeFirst()
            }
        }
        return names.joined(separator: ", ")
    }
}
