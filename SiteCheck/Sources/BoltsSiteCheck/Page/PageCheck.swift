@_spi(Bolts) import BoltsAssociations
import Foundation

/// Checks the tags of a page, alone and together with the files of their hosts.
public enum PageCheck {
    /// Checks a page.
    public static func findings(in page: PageTags, sites: [SiteAssociations] = []) -> [Finding] {
        EvaluationCount.add(.pageCheck)
        var findings = PageFindings(page)
        AppLinksTagCheck.check(page, &findings)
        BannerCheck.check(page, &findings)
        TwitterCheck.check(page, &findings)
        AppReferenceCheck.check(page, &findings)
        CrossCheck(page: page, sites: sites).check(&findings)
        return findings.findings
    }
}

struct PageFindings {
    let file: String
    private(set) var findings: [Finding] = []

    init(_ page: PageTags) { file = page.url.absoluteString }

    mutating func add(_ rule: AssociationRule, _ message: String? = nil, element: String? = nil) {
        guard findings.count < FindingCollector.maximumCount else { return }
        findings.append(Finding(rule, message, file: file, element: element.map(Clip.clip)))
    }
}
