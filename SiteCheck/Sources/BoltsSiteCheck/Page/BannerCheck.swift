@_spi(Bolts) import BoltsAssociations
import BoltsBase
import BoltsPageMetadata
import Foundation

struct SmartAppBanner: Sendable {
    /// The parameters in order; a part without an equals sign has no value.
    let parameters: [(name: String, value: String?)]

    init(_ content: String) {
        parameters = content.split(separator: ",", omittingEmptySubsequences: false).prefix(100).map { part in
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pieces[0].trimmingCharacters(in: .whitespacesAndNewlines)
            let value = pieces.count > 1 ? pieces[1].trimmingCharacters(in: .whitespacesAndNewlines) : nil
            return (name, value)
        }
    }

    subscript(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
}

extension PageTags {
    private static let bannerName = "apple-itunes-app"

    var bannerTags: [MetaTag] { metas.filter { $0.property.lowercased() == Self.bannerName } }

    /// The banner that Safari would show.
    var banner: SmartAppBanner? {
        bannerTags.first { $0.attribute == .name }?.content.map(SmartAppBanner.init)
    }
}

enum BannerCheck {
    private static let known = ["app-id", "app-argument", "affiliate-data", "app-clip-bundle-id", "app-clip-display"]
    private static let element = "apple-itunes-app"

    static func check(_ page: PageTags, _ findings: inout PageFindings) {
        let tags = page.bannerTags
        if tags.count > 1 { findings.add(.bannerRepeated, element: element) }
        for tag in tags {
            if tag.attribute == .property { findings.add(.bannerProperty, element: element) }
            check(tag.content ?? "", &findings)
        }
    }

    private static func check(_ content: String, _ findings: inout PageFindings) {
        let banner = SmartAppBanner(content)
        if lacksSeparator(banner) {
            findings.add(.bannerSeparator, element: element)
            return
        }
        checkNames(banner, &findings)
        if banner["app-id"] == nil, banner["app-clip-bundle-id"] == nil {
            findings.add(.bannerNoAppId, element: element)
        }
        if let id = banner["app-id"], !TagText.isDigits(id) {
            findings.add(.bannerAppId, "\(Clip.quoted(id)) is not an App Store id.", element: element)
        }
        if let clip = banner["app-clip-bundle-id"], hasTeamPrefix(clip) {
            findings.add(.bannerClipId, "\(Clip.quoted(clip)) has a team prefix.", element: element)
        }
        if let argument = banner["app-argument"] {
            let scheme = TagText.scheme(argument)
            if !(scheme.map(TagText.isScheme) ?? false) || URL(string: argument) == nil {
                findings.add(.bannerArgumentUrl, "\(Clip.quoted(argument)) is not an absolute URL.", element: element)
            }
        }
    }

    /// Whether a value contains another parameter.
    private static func lacksSeparator(_ banner: SmartAppBanner) -> Bool {
        banner.parameters.contains { _, value in
            guard let value else { return false }
            return known.contains { name in
                value.contains(" \(name)=") || value.contains(";\(name)=") || value.contains("; \(name)=")
                    || value.contains("\n\(name)=") || value.contains("&\(name)=")
            }
        }
    }

    private static func checkNames(_ banner: SmartAppBanner, _ findings: inout PageFindings) {
        var isBehindArgument = false
        for (name, value) in banner.parameters {
            if known.contains(name) {
                isBehindArgument = name == "app-argument"
                continue
            }
            if name.isEmpty, value == nil { continue }
            if isBehindArgument {
                findings.add(.bannerArgumentComma, element: element)
                return
            }
            let suggestion = NearestKey.suggestion(for: name, among: known)
            let message = "\(Clip.quoted(name)) is not a known parameter.\(suggestion)"
            findings.add(.bannerUnknownParameter, message, element: element)
        }
    }

    private static func hasTeamPrefix(_ text: String) -> Bool {
        let prefix = text.utf8.prefix { $0 != UInt8(ascii: ".") }
        return prefix.count == 10 && prefix.allSatisfy { $0.isASCIIUppercase || $0.isASCIIDigit }
    }
}
