/// Checks the tags of a page, and what they and the files of their hosts say together.
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
    ///   - sites: The association files of the page's host and of others that it names. Only what is given is judged.
    /// - Returns: The findings, at most 1,000. Each names the element it is about.
    public static func findings(in page: PageTags, sites: [SiteAssociations] = []) -> [Finding] {
        var findings = PageFindings(page)
        AppLinksTagCheck.check(page, &findings)
        BannerCheck.check(page, &findings)
        TwitterCheck.check(page, &findings)
        LinkCheck.check(page, &findings)
        CrossCheck(page: page, sites: sites).check(&findings)
        return findings.findings
    }
}
