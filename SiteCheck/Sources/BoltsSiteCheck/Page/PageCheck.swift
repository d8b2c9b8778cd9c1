/// Checks the tags of a page, alone and together with the files of their hosts.
///
/// ```swift
/// func check(_ page: PageTags, _ site: SiteAssociations) {
///     for finding in PageCheck.findings(in: page, sites: [site]) { print(finding) }
/// }
/// ```
public enum PageCheck {
    /// Checks a page.
    ///
    /// - Parameters:
    ///   - page: The page's tags.
    ///   - sites: The association files of the page's host and of others that it refers to. No others are checked.
    /// - Returns: The findings, at most 1,000, each with its element.
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
