@_spi(Bolts) import BoltsAssociations

/// A file or a page that a host serves differently from its publication.
public struct DeploymentDifference: Sendable, Hashable, CustomStringConvertible {
    /// How a file or a page differs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The file is missing.
        case missing
        /// The file exists but would not be published.
        case unexpected
        /// The file has other values.
        case different
        /// The file cannot be read.
        case unreadable
        /// The file is only behind a redirect, which the platform does not follow.
        case redirected
    }

    /// How the file differs.
    public let kind: Kind
    /// The path of the file on its host, without a leading slash, or the address of the page.
    public let path: String
    /// The difference, as one sentence.
    public let message: String
    /// The first place in the deployed file that differs, or `nil` if there is none.
    public let place: JSONPlace?

    init(_ kind: Kind, _ path: String, _ message: String, at place: JSONPlace? = nil) {
        self.kind = kind
        self.path = path
        self.message = message
        self.place = place
    }

    /// The path, the place and the message.
    public var description: String {
        let position = place.map { ":\($0.position)" } ?? ""
        return "\(path)\(position): \(message)"
    }
}

extension SitePublication {
    /// Compares the files of a host with the publication by their meaning: links as sets of URLs, certificates, services.
    public func differences(from deployed: SiteAssociations) -> [DeploymentDifference] {
        let files: [(SiteDifference.Platform, SiteAddress.File, [UInt8]?, AssociationResponse?)] = [
            (.apple, .apple, appSiteAssociation, deployed.appleResponse),
            (.android, .android, assetLinks, deployed.androidResponse),
            (.windows, .windows, windowsWebLinks, deployed.windowsResponse),
        ]
        return files.flatMap { platform, name, expected, answer in
            let path = ".well-known/\(name.rawValue)"
            if let found = Self.obstacle(path, expected, answer) { return [found] }
            guard let expected, answer?.bytes != expected else { return [] }
            return meaning(path, platform, expected, deployed)
        }
    }

    /// Returns why a file cannot be compared, or `nil` if it can or need not be compared.
    static func obstacle(
        _ path: String,
        _ expected: [UInt8]?,
        _ answer: AssociationResponse?
    ) -> DeploymentDifference? {
        guard let actual = answer?.bytes else {
            guard expected != nil else { return nil }
            let reason = answer?.failure.map { " \($0)" } ?? ""
            // If no server responded, or no client can read the response, the file may exist as described. A redirect is a definite
            // response.
            if let answer, answer.redirect == nil, answer.isUnread || answer.isUntrusted {
                return DeploymentDifference(.unreadable, path, "The file could not be read.\(reason)")
            }
            return DeploymentDifference(.missing, path, "The file is not there.\(reason)")
        }
        guard expected != nil else {
            // Many sites send a page for every path; a page is not the file.
            guard (try? JSONDocument(actual)) != nil else { return nil }
            return DeploymentDifference(.unexpected, path, "The file is there, but the description has no app for it.")
        }
        if let target = answer?.redirect {
            let message = "The file is served only through a redirect, to \(Clip.clip(target))."
            return DeploymentDifference(.redirected, path, message)
        }
        do throws(JSONSyntaxError) {
            _ = try JSONDocument(SignedContent.content(of: actual) ?? actual)
            return nil
        } catch {
            let place = JSONPlace(pointer: "", position: error.position, byteRange: 0..<0)
            return DeploymentDifference(.unreadable, path, "The file is not JSON: \(error.message)", at: place)
        }
    }

    /// Compares the meaning of a file for the described apps.
    private func meaning(
        _ path: String,
        _ platform: SiteDifference.Platform,
        _ expected: [UInt8],
        _ deployed: SiteAssociations
    ) -> [DeploymentDifference] {
        let apps = site.identifiers(on: platform)
        let own = SiteAssociations(host: site.exampleHost, content: expected, platform: platform)
        let difference = SiteDifference(from: deployed, to: own, platforms: [platform], everyIdentifier: true)
        let links = difference.links.filter { apps.contains(AppIdentifier.canonical($0.app)) }.map { change in
            DeploymentDifference(
                .different,
                path,
                Self.sentence(change),
                at: change.effect == .lost ? change.place : nil
            )
        }
        // Publishing keeps other content of the file, such as an older certificate, so only missing entries are reported.
        let entries = difference.entries.filter { $0.effect == .gained }.map { change in
            let name =
                "\(Clip.clip(change.app))" + (change.certificate.map { " with the certificate \($0)" } ?? "")
            let message = "\(change.service) does not name \(name), but the description does."
            return DeploymentDifference(.different, path, message)
        }
        // The description says nothing about links of other apps.
        let others = difference.omittedLinks.filter { !apps.contains(AppIdentifier.canonical($0.key)) }
        let more = difference.omitted - others.values.reduce(0, +)
        let rest = more > 0 ? [DeploymentDifference(.different, path, "\(more) more rules differ.")] : []
        return links + entries + rest
    }

    private static func sentence(_ change: SiteDifference.LinkChange) -> String {
        guard let example = change.example else {
            return
                "It was not decided whether \(change.app) opens other links than described: it is too much to compare, or "
                + "a query's value has & or ;."
        }
        let rule = change.rule.map { " (by \(Clip.clip($0)))" } ?? ""
        return switch change.effect {
        case .gained: "\(change.app) does not open \(example), but the description opens it\(rule)."
        case .lost: "\(change.app) opens \(example)\(rule), but the description does not open it."
        case .undecided: "It is not decided whether \(change.app) opens \(example)\(rule) as described."
        }
    }
}
