@_spi(Bolts) import BoltsAssociations
import BoltsPageMetadata
import Foundation

/// An `android-app:` address: a package, and perhaps the scheme, host and path of a URL.
struct AndroidAppAddress: Hashable, Sendable {
    let package: String
    /// The URL for the app to open, or `nil` if the address has only a package.
    let url: String?

    init?(_ text: String) {
        guard text.lowercased().hasPrefix("android-app://") else { return nil }
        let parts = text.dropFirst(14).split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard let name = parts.first, AndroidApplicationID.isValid(String(name)) else { return nil }
        package = String(name)
        guard parts.count > 1, !parts[1].isEmpty else {
            url = nil
            return
        }
        guard TagText.isScheme(String(parts[1])) else { return nil }
        url = "\(parts[1])://\(parts.count > 2 ? parts[2] : "")"
    }
}

/// An `intent:` address as Chrome parses it.
struct IntentAddress: Hashable, Sendable {
    let package: String?
    let scheme: String?
    let fallback: String?

    /// Parses an address; `nil` if it is not an intent.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("intent:"), let start = text.range(of: "#Intent;"), text.hasSuffix(";end")
        else {
            return nil
        }
        var values: [String: String] = [:]
        for part in text[start.upperBound...].dropLast(3).split(separator: ";") {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pieces.count == 2 else { return nil }
            values[String(pieces[0])] = String(pieces[1])
        }
        package = values["package"]
        scheme = values["scheme"]
        fallback = values["S.browser_fallback_url"]
    }
}

/// Checks the alternates, intents and related applications of a page.
enum LinkCheck {
    static func check(_ page: PageTags, _ findings: inout PageFindings) {
        for link in page.links where link.href.lowercased().hasPrefix("android-app:") {
            if AndroidAppAddress(link.href) == nil {
                let message = "\(Clip.quoted(link.href)) is not an android-app address."
                findings.add(.alternateAndroidApp, message, element: "link rel=\(Clip.clip(link.rel))")
            }
        }
        for href in page.intents { checkIntent(href, &findings) }
        if let manifest = page.manifest { checkManifest(manifest, &findings) }
    }

    private static func checkIntent(_ href: String, _ findings: inout PageFindings) {
        guard let intent = IntentAddress(href) else {
            return findings.add(.intentSyntax, "\(Clip.quoted(href)) is no intent.", element: "a href")
        }
        guard let fallback = intent.fallback else {
            if intent.package == nil { findings.add(.intentNoFallback, element: "a href") }
            return
        }
        let isEncoded = !fallback.contains("://")
        guard isEncoded, let decoded = fallback.removingPercentEncoding, TagText.webURL(decoded) != nil else {
            let message = "\(Clip.quoted(fallback)) is not an encoded absolute URL."
            return findings.add(.intentFallbackUrl, message, element: "a href")
        }
    }

    private static func checkManifest(_ bytes: [UInt8], _ findings: inout PageFindings) {
        guard let document = try? JSONDocument(bytes),
            let applications = document.root["related_applications"]?.elements
        else { return }
        for application in applications {
            let hasPlatform = !(application["platform"]?.string ?? "").isEmpty
            let hasPlace = application["url"]?.string != nil || application["id"]?.string != nil
            if !hasPlatform || !hasPlace {
                findings.add(.manifestRelatedApplication, element: "related_applications")
            }
        }
    }
}

extension PageTags {
    /// The `intent:` addresses of the page's hyperlinks, without the white space that browsers ignore around them.
    var intents: [String] {
        hyperlinks.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { $0.lowercased().hasPrefix("intent:") }
    }

    /// The Android packages of the Play Store that the page names, apart from `al:android`.
    var playStorePackages: [String] {
        var packages = [value("twitter:app:id:googleplay")].compactMap { $0 }
        if let manifest, let document = try? JSONDocument(manifest),
            let applications = document.root["related_applications"]?.elements
        {
            for application in applications where application["platform"]?.string == "play" {
                if let id = application["id"]?.string { packages.append(id) }
            }
        }
        return packages.filter(AndroidApplicationID.isValid)
    }
}
