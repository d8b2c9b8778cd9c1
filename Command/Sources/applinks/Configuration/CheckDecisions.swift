/// What a run of `applinks check` checks and by what, as the command line and the configuration have it at one time.
struct CheckDecisions: Sendable {
    /// The options for the inputs of a site, with the apps of that site.
    struct Scope: Sendable {
        let site: SiteOptions
        let apps: AppOptions
    }

    /// The decisions of the project, or `nil` if there is no file with them.
    let configuration: CheckConfiguration?
    let inputs: [String]
    var checkers: CheckersBySite
    /// The options for every input of no site.
    let common: Scope
    /// The options for the inputs of each site, in the order of the configuration.
    let sites: [Scope]
    /// Whether the project of this folder is read, because nobody names an app.
    let readsProject: Bool
    /// The project of this folder, or `nil` if there is none or it is not read.
    let project: FolderProject?
    /// What to tell of the apps that were read.
    let notes: [String]

    /// The files and folders of all apps.
    var appPaths: [String] { Set(sites.flatMap(\.apps.app)).union(common.apps.app).sorted() }
}
