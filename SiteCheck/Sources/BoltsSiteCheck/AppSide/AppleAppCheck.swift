@_spi(Bolts) import BoltsAssociations
import Foundation

/// Finds mistakes in the files of an app for Apple's devices.
struct AppleAppCheck {
    let app: AppleAppClaims
    /// The time to compare with the profiles' dates.
    let now: Date
    /// The service that a value without one probably means.
    var service = "applinks"

    private func finding(
        _ rule: AssociationRule,
        _ message: String,
        fix: String? = nil,
        change: SuggestedChange? = nil
    ) -> Finding { Finding(rule, message, file: app.file, fix: fix, change: change) }

    /// The findings on the app alone, without malformed values that concern other hosts than the given one, in lower case.
    func findings(host: String? = nil) -> [Finding] {
        let values = (app.domains ?? []).filter { value in
            guard let host, !Self.isSchemeAlone(value) else { return true }
            // A host that is asked about is no placeholder.
            return concerns(value, host) && AssociatedDomain(value)?.covers(host) != true
        }
        return values.compactMap(malformed)
            + [text(host: host), unsigned, browser, profile, prefix, parent].compactMap { $0 }
    }

    /// The malformed values that concern other hosts, as notes.
    func others(than host: String) -> [Finding] {
        (app.domains ?? []).filter { value in
            AssociatedDomain(value) == nil && !Self.isSchemeAlone(value) && !concerns(value, host)
        }.compactMap(malformed).map { $0.with(severity: .note) }
    }

    /// Whether a value concerns a host, by its intended form or, if that is unknown, by its text.
    func concerns(_ text: String, _ host: String) -> Bool {
        corrected(text).flatMap(AssociatedDomain.init).map { $0.covers(host) } ?? text.lowercased().contains(host)
    }

    /// The finding that the app may be the default browser and names hosts for links, or `nil` if only one or neither is true.
    var browser: Finding? {
        guard app.isBrowser, let domain = (app.domains ?? []).first(where: { $0.hasPrefix("applinks:") }) else {
            return nil
        }
        return finding(
            .iosAppBrowser,
            "The entitlements have com.apple.developer.web-browser beside \(Clip.clip(domain))."
        )
    }

    /// The sentence that a domain is in a file that no target uses.
    static func unsigned(_ path: String, _ domain: String) -> String {
        "\(Clip.clip(path)) has \(domain), and the project signs no target with it."
    }

    /// The finding that domains are in a file that no target uses, or `nil`.
    private var unsigned: Finding? {
        guard case .project(let path?) = app.domainSource, app.role.isJudged, let target = app.target,
            let domain = app.unusedDomains.first(where: { $0.hasPrefix("applinks:") })
        else { return nil }
        return Finding(
            .iosAppDomainMissing,
            Self.unsigned(path, Clip.clip(domain)),
            file: app.project ?? app.file,
            severity: .warning,
            fix: "Set CODE_SIGN_ENTITLEMENTS of \(Clip.clip(target)) to \(Clip.clip(path)).",
            detail: .unsigned(path)
        )
    }

    /// The finding that the entitlement is not an array, or `nil`.
    private func text(host: String?) -> Finding? {
        guard app.hasDomainsAsText, let domain = (app.domains ?? app.unresolvedDomains).first,
            host.map({ concerns(domain, $0) }) ?? true
        else { return nil }
        return Finding(
            .iosAppDomainMalformed,
            "com.apple.developer.associated-domains is the text \(Clip.quoted(domain)), and Apple documents an array of texts.",
            file: app.file,
            severity: .warning,
            fix: "Put it into an array: <array><string>\(Clip.clip(domain))</string></array>."
        )
    }

    /// The mistake in a value of the entitlement, or `nil` if there is none.
    func malformed(_ text: String) -> Finding? {
        ReadingSteps.add()
        guard !text.contains("$(") else { return nil }
        if let domain = AssociatedDomain(text) {
            guard domain.service == "applinks", HostText.isReserved(domain.host) else { return nil }
            return finding(.iosAppDomainMalformed, HostText.reserved(text), fix: HostText.reservedFix).with(
                severity: .warning
            )
        }
        if Self.isSchemeAlone(text) {
            return finding(
                .iosAppDomainMalformed,
                "\(Clip.quoted(text)) names a scheme and no host; in an .xcconfig file // begins a comment.",
                fix: "Write the bare host, without https://, in the build setting or the entitlements."
            )
        }
        return finding(
            .iosAppDomainMalformed,
            "\(Clip.quoted(text)) must have the form SERVICE:HOST.",
            fix: corrected(text).map { "Write \(Clip.quoted($0))." },
            change: corrected(text).map { SuggestedChange.domain($0, instead: text) }
        )
    }

    /// Whether a scheme is in place of the host, for example because two slashes of an address were read as a comment.
    static func isSchemeAlone(_ text: String) -> Bool {
        AssociatedDomain.services.contains { service in
            ["http:", "https:", "http://", "https://"].contains { text == "\(service):\($0)" }
        }
    }

    /// The intended form of a malformed value, or `nil` if it is unknown.
    func corrected(_ text: String) -> String? {
        let lowered = text.lowercased()
        // The mode does not exist; without it the entry applies to every device.
        if let mark = lowered.firstIndex(of: "?"), AssociatedDomain(String(lowered[..<mark])) != nil {
            return String(lowered[..<mark])
        }
        let service = AssociatedDomain.services.first { lowered.hasPrefix($0) }
        let rest = service.map { lowered.dropFirst($0.count).drop { ": /".contains($0) } } ?? Substring(lowered)
        let afterColon = service == nil && !lowered.contains("://") ? lowered.split(separator: ":").last : nil
        return HostText.name(in: String(afterColon ?? rest)).map { "\(service ?? self.service):\($0)" }
    }

    /// The finding that the embedded profile forbids something, or `nil` if it allows everything.
    var profile: Finding? {
        guard let profile = app.profile else { return nil }
        let name = Clip.clip(profile.file)
        func found(_ message: String) -> Finding { Finding(.iosAppProfile, message, file: profile.file) }
        if !profile.allowsAssociatedDomains, app.domains?.isEmpty != true {
            return found("The profile does not allow com.apple.developer.associated-domains.")
        }
        if let expiration = profile.expirationDate, expiration < now {
            return found("The profile \(name) expired on \(expiration.formatted(.iso8601.year().month().day())).")
        }
        if let identifier = app.identifier, let allowed = profile.identifier, !Self.allows(allowed, identifier) {
            return found("The profile is for \(Clip.clip(allowed)), but the app is \(Clip.clip(identifier)).")
        }
        return nil
    }

    private static func allows(_ pattern: String, _ identifier: String) -> Bool {
        pattern.hasSuffix("*") ? identifier.hasPrefix(pattern.dropLast()) : pattern == identifier
    }

    private var prefix: Finding? {
        guard let identifier = app.identifier, let team = app.teamIdentifier, let dot = identifier.firstIndex(of: "."),
            identifier[..<dot] != team
        else { return nil }
        return finding(
            .iosAppPrefix,
            "The identifier \(Clip.clip(identifier)) has another prefix than the team \(Clip.clip(team)).",
            fix: "List \(Clip.clip(identifier)), with this prefix, in the site's file."
        )
    }

    private var parent: Finding? {
        guard let parents = app.parentIdentifiers else { return nil }
        guard parents.count == 1, let parent = parents.first else {
            return finding(.iosAppClipParent, "The App Clip names \(parents.count) parents, and one is allowed.")
        }
        guard let identifier = app.identifier, !identifier.hasPrefix(parent + ".") else { return nil }
        return finding(
            .iosAppClipParent,
            "The App Clip's identifier \(Clip.clip(identifier)) does not begin with its parent's, \(Clip.clip(parent))."
        )
    }
}
