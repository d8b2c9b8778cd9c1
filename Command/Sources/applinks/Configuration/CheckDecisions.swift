/// The inputs of a run of `applinks check` and their checkers, from the command line and the configuration at one time.
struct CheckDecisions: Sendable {
    /// The options for the inputs of a site, with the apps of that site.
    struct Scope: Sendable {
        let site: SiteOptions
        let apps: AppOptions
    }

    let configuration: CheckConfiguration?
    let inputs: [String]
    var checkers: CheckersBySite
    /// The options for every input without a site.
    let common: Scope
    /// The options for the inputs of each site, in the order of the configuration.
    let sites: [Scope]
    /// Whether the project of this folder is read, because no app is named.
    let readsProject: Bool
    /// The project of this folder, or `nil` if it is not read.
    let project: Lazy<FolderProject?>?
    let notes: [String]

    var appPaths: [String] { Set(sites.flatMap(\.apps.app)).union(common.apps.app).sorted() }
}

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

    /// Makes every checker compare these links, by the input whose site decides.
    mutating func expect(_ links: [String: [ExpectedLink]]) {
        common.expectations = links
        for index in sites.indices { sites[index].expectations = links }
    }
}
