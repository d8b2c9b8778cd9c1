@_spi(Bolts) import BoltsAppLinks
@_spi(Bolts) import BoltsAssociations
import BoltsPageMetadata
import Foundation

enum AppLinksTagCheck {
    private static let known: [String: Set<String>] = [
        "ios": ["url", "app_store_id", "app_name"], "iphone": ["url", "app_store_id", "app_name"],
        "ipad": ["url", "app_store_id", "app_name"], "android": ["url", "package", "class", "app_name"],
        "windows_phone": ["url", "app_id", "app_name"], "windows": ["url", "app_id", "app_name"],
        "windows_universal": ["url", "app_id", "app_name"], "web": ["url", "should_fallback"],
    ]
    static let applePlatforms: Set<String> = ["ios", "iphone", "ipad"]

    static func check(_ page: PageTags, _ findings: inout PageFindings) {
        let tags = page.metas.filter { $0.property.lowercased().hasPrefix("al:") }
        if let tag = tags.first(where: { $0.attribute == .name }) {
            findings.add(.alNameAttribute, element: tag.property)
        }
        for tag in tags { check(tag, page, &findings) }
        let groups = AppLinksGroup.groups(tags)
        var seen = Set<AppLinksGroup>()
        var webCount = 0
        for group in groups where !group.values.isEmpty {
            if group.platform == "web" {
                let before = webCount
                webCount += group.values.values.map(\.count).max() ?? 1
                if before == 0 { check(web: group, page, &findings) }
                if before < 2, webCount >= 2 { findings.add(.alWebRepeated, element: "al:web") }
                continue
            }
            checkComplete(group, &findings)
            checkCounts(group, &findings)
            if !seen.insert(group).inserted { findings.add(.alDuplicateGroup, element: "al:\(group.platform)") }
        }
    }

    private static func check(_ tag: MetaTag, _ page: PageTags, _ findings: inout PageFindings) {
        let property = tag.property
        let lowered = property.lowercased()
        if property != lowered { findings.add(.alLetterCase, element: property) }
        let parts = lowered.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        func report(unknown name: String, among known: [String]) {
            let suggestion = NearestKey.suggestion(for: name, among: known)
            let message = "\(Clip.quoted(property)) is not a known property.\(suggestion)"
            findings.add(.alUnknownProperty, message, element: property)
        }
        guard let names = known[parts[1]] else { return report(unknown: parts[1], among: known.keys.sorted()) }
        guard parts.count == 3 else { return }
        guard names.contains(parts[2]) else { return report(unknown: parts[2], among: names.sorted()) }
        let content = tag.content ?? ""
        guard content.contains(where: { !$0.isWhitespace }) else {
            return findings.add(.alEmptyContent, element: property)
        }
        if TagText.isTemplateLeak(content) {
            let message = "\(Clip.quoted(content)) is the text of a template that was not run."
            return findings.add(.alTemplateLeak, message, element: property)
        }
        if TagText.isEscapedTwice(content) {
            let message = "\(Clip.quoted(content)) was escaped twice: apps read the escapes."
            return findings.add(.alTemplateLeak, message, element: property)
        }
        check(parts[1], parts[2], content, property, page, &findings)
    }

    private static func check(
        _ platform: String,
        _ name: String,
        _ content: String,
        _ property: String,
        _ page: PageTags,
        _ findings: inout PageFindings
    ) {
        let quoted = Clip.quoted(content)
        switch name {
        case "app_store_id" where !TagText.isDigits(content):
            findings.add(.alAppStoreId, "\(quoted) is not an App Store id.", element: property)
        case "app_id" where !TagText.isGUID(content):
            findings.add(.alWindowsAppId, "\(quoted) is not a GUID.", element: property)
        case "package" where !AndroidApplicationID.isValid(content):
            findings.add(.alPackage, "\(quoted) is not an Android application id.", element: property)
        case "should_fallback" where ["no", "0", "false"].contains(content.lowercased()):
            findings.add(.alShouldFallbackFalse, element: property)
        case "should_fallback" where content != "true":
            findings.add(.alShouldFallbackValue, "\(quoted) counts as true.", element: property)
        case "url" where platform != "web":
            checkURL(platform, content, property, page, &findings)
        default: break
        }
    }

    private static func checkURL(
        _ platform: String,
        _ content: String,
        _ property: String,
        _ page: PageTags,
        _ findings: inout PageFindings
    ) {
        let content = OpenableURL.standardText(of: content)
        let scheme = TagText.scheme(content)
        if let reason = TagText.refusal(content) {
            return findings.add(.alUrlDangerous, reason, element: property)
        }
        if applePlatforms.contains(platform) {
            guard let scheme, TagText.isScheme(scheme) else {
                let message =
                    scheme.map { "\(Clip.quoted($0)) is not a scheme: it has a character that schemes cannot have." }
                    ?? "\(Clip.quoted(content)) does not begin with a scheme."
                return findings.add(.alIosScheme, message, element: property)
            }
            if TagText.isWeb(content) { findings.add(.alUrlWeb, element: property) }
        } else if !TagText.hasScheme(content) {
            let message = "\(Clip.quoted(content)) does not begin with a scheme."
            return findings.add(.alUrlNoScheme, message, element: property)
        }
        if TagText.isSchemeOnly(content), !TagText.isHome(page.url) {
            let message = "\(Clip.quoted(content)) opens only the app's start screen."
            findings.add(.alUrlSchemeOnly, message, element: property)
        }
    }

    private static func check(web group: AppLinksGroup, _ page: PageTags, _ findings: inout PageFindings) {
        guard let text = group.values["url"]?.first, !text.isEmpty, !TagText.isTemplateLeak(text) else { return }
        let element = "al:web:url"
        let opened = AppLink.webText(text, on: page.url)
        if let reason = TagText.webRefusal(opened) {
            return findings.add(.alUrlDangerous, reason, element: element)
        }
        guard let url = TagText.webURL(OpenableURL.standardText(of: text)) else {
            return findings.add(.alWebUrlRelative, "\(Clip.quoted(text)) is not an absolute URL.", element: element)
        }
        let host = url.host()?.lowercased() ?? ""
        let samples = ["applinks.org", "www.applinks.org", "example.com", "www.example.com", "example.org"]
        if samples.contains(host), host != page.url.host()?.lowercased() {
            return findings.add(.alWebUrlSample, "\(Clip.quoted(text)) is a sample.", element: element)
        }
        if TagText.isHome(url), !TagText.isHome(page.url) {
            findings.add(.alWebUrlHome, element: element)
        } else if let canonical = page.canonical, TagText.comparable(canonical) != TagText.comparable(url) {
            findings.add(.alWebUrlCanonical, element: element)
        }
    }

    private static func checkComplete(_ group: AppLinksGroup, _ findings: inout PageFindings) {
        let element = "al:\(group.platform)"
        if group.platform == "android" {
            if group.values["package"] == nil { findings.add(.alAndroidNoPackage, element: element) }
        } else if group.values["url"] == nil, known[group.platform] != nil {
            let rule: AssociationRule = applePlatforms.contains(group.platform) ? .alIosNoUrl : .alWindowsNoUrl
            findings.add(rule, element: element)
        }
    }

    private static func checkCounts(_ group: AppLinksGroup, _ findings: inout PageFindings) {
        let names =
            group.platform == "android"
            ? ["url", "package", "app_name"] : ["url", "app_store_id", "app_id", "app_name"]
        let counts = names.compactMap { name in group.values[name].map { (name, $0.count) } }
        guard let most = counts.map(\.1).max(), most > 1 else { return }
        if counts.contains(where: { $0.1 != most }) {
            let text = counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
            findings.add(.alUnequalGroups, "A group has \(text).", element: "al:\(group.platform)")
            return
        }
        let rows = (0..<most).map { row in counts.map { group.values[$0.0]?[row] ?? "" } }
        if Set(rows).count < rows.count { findings.add(.alDuplicateGroup, element: "al:\(group.platform)") }
    }
}

/// The tags of one target, grouped as in App Links readers.
struct AppLinksGroup: Hashable {
    var platform: String
    /// The values of each property, in order.
    var values: [String: [String]] = [:]

    /// Groups tags: a bare `al:ios` opens a group, and `al:ios:url` adds to the newest one.
    static func groups(_ tags: [MetaTag]) -> [AppLinksGroup] {
        var groups: [AppLinksGroup] = []
        var newest: [String: Int] = [:]
        for tag in tags {
            let parts = tag.property.lowercased().split(separator: ":", maxSplits: 2).map(String.init)
            guard parts.count >= 2 else { continue }
            if parts.count == 2 || newest[parts[1]] == nil {
                newest[parts[1]] = groups.count
                groups.append(AppLinksGroup(platform: parts[1]))
            }
            guard parts.count == 3, let index = newest[parts[1]] else { continue }
            groups[index].values[parts[2], default: []].append(tag.content ?? "")
        }
        return groups
    }
}
