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
