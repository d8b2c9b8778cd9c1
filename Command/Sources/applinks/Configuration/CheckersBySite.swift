/// The checkers of a run: one for each site of the configuration, and one for everything else.
struct CheckersBySite: Sendable {
    private var common: SiteChecker
    private var sites: [SiteChecker]
    private let configuration: CheckConfiguration?

    /// `sites` are in the order of the configuration.
    init(common: SiteChecker, sites: [SiteChecker], configuration: CheckConfiguration?) {
        self.common = common
        self.sites = sites
        self.configuration = configuration
    }

    func checker(of input: String) -> SiteChecker {
        configuration?.siteIndex(of: input).map { sites[$0] } ?? common
    }

    /// Makes every checker compare these links, by the input whose site decides about them.
    mutating func expect(_ links: [String: [ExpectedLink]]) {
        common.expectations = links
        for index in sites.indices { sites[index].expectations = links }
    }
}
