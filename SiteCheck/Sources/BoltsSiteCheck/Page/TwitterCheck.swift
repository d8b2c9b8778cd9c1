@_spi(Bolts) import BoltsAssociations
import BoltsPageMetadata
import Foundation

enum TwitterCheck {
    static func check(_ page: PageTags, _ findings: inout PageFindings) {
        for tag in page.metas {
            let name = tag.property.lowercased()
            guard name.hasPrefix("twitter:app:"), let content = tag.content, !content.isEmpty else { continue }
            if TagText.isTemplateLeak(content) {
                findings.add(.alTemplateLeak, element: tag.property)
            } else if name.hasPrefix("twitter:app:id:") {
                let isSound =
                    name.hasSuffix(":googleplay")
                    ? AndroidApplicationID.isValid(content) : TagText.isDigits(content)
                if !isSound {
                    let message = "\(Clip.quoted(content)) is not the id of an app in its store."
                    findings.add(.twitterAppId, message, element: tag.property)
                }
            } else if name.hasPrefix("twitter:app:url:") {
                checkURL(content, tag.property, &findings)
            }
        }
        guard page.value("twitter:card")?.lowercased() == "app" else { return }
        let ids = ["iphone", "ipad", "googleplay"].filter { !(page.value("twitter:app:id:\($0)") ?? "").isEmpty }
        if ids.count < 3 { findings.add(.twitterAppCard, element: "twitter:card") }
    }

    private static func checkURL(_ content: String, _ element: String, _ findings: inout PageFindings) {
        let scheme = TagText.scheme(content) ?? ""
        let rest = content.utf8.dropFirst(scheme.utf8.count)
        let isNested = String(decoding: rest.dropFirst(3), as: UTF8.self).contains("://")
        if !TagText.isScheme(scheme) || !rest.starts(with: "://".utf8) || (isNested && !TagText.isWeb(content)) {
            findings.add(.twitterAppUrl, "\(Clip.quoted(content)) cannot be opened.", element: element)
        }
    }
}
