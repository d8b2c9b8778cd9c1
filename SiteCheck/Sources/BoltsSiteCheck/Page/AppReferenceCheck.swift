@_spi(Bolts) import BoltsAssociations
import BoltsPageMetadata
import Foundation

/// Checks the parts of a page other than tags that name apps: alternates, intents and related applications.
enum AppReferenceCheck {
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
            return findings.add(.intentSyntax, "\(Clip.quoted(href)) is not an intent.", element: "a href")
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
    /// The `intent:` addresses of the page's hyperlinks, without surrounding white space, which browsers ignore.
    var intents: [String] {
        hyperlinks.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { $0.lowercased().hasPrefix("intent:") }
    }

    /// The Play Store packages that the page names, other than in `al:android`.
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
