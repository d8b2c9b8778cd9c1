@_spi(Bolts) import AppFiles
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

struct SiteChecker: Sendable {
    let pages: PageOptions
    let options: SiteOptions
    /// The apps whose own files decide together with the site's.
    let apps: AppFileContent
    /// The signing certificates of the apps that users have, for the apps that are read with the inputs.
    var certificates: [AppCertificate] = []
    /// The folder that replaces the site of every URL and host, or `nil` to use the web.
    let offline: String?
    /// The name of the file on standard input, or `nil` if its content determines the kind.
    var standardInputName: String?
    var purpose = PurposeOptions.links
    /// The app of the working folder, or `nil` if it is not used.
    var folderProject: Lazy<FolderProject?>?
    /// Whether an app is judged by its own files only.
    var isAppOnly = false
    let required: Set<RequiredPart>
    let disabled: Set<String>
    /// The expectations about links, by the input whose site decides.
    var expectations: [String: [ExpectedLink]] = [:]
    /// The fetcher, which keeps the limits of the hosts of all inputs.
    let polite: HostLimitedPageFetcher
    var log = RetryLog()

    var fetcher: any PageFetching { polite.recording { [log] in log.add($0) } }

    /// Checks one argument of the command line; errors are part of the result.
    func check(_ argument: String) async -> CheckResult {
        var own = self
        own.log = RetryLog()
        var result = await own.result(of: argument)
        result.retried = own.log.requests
        return result
    }

    func result(of argument: String) async -> CheckResult {
        var result = CheckResult(input: argument)
        do {
            switch try CheckInput(argument) {
            case .scheme(let url): try check(scheme: url, &result)
            case .url(let url) where purpose.purpose == .signIn:
                try await checkSignIn(
                    options.host(of: url),
                    at: options.host == nil ? url : nil,
                    directory: offline,
                    &result
                )
            case .host(let host) where purpose.purpose == .signIn:
                try await checkSignIn(host, directory: offline, &result)
            case .directory(let path) where purpose.purpose == .signIn:
                if options.host == nil, try app(atPath: path) != nil { throw Self.appAsSite(path) }
                try await checkSignIn(try options.host(ofDirectory: path), directory: path, &result)
            case .url(let url) where isSignIn(argument, at: options.host(of: url)):
                try await checkSignIn(options.host(of: url), directory: offline, &result)
            case .host(let host) where isSignIn(argument, at: host):
                try await checkSignIn(host, directory: offline, &result)
            case .url(let url): try await check(url, &result)
            case .host(let host): try await check(host, &result)
            case .file(let path): try await checkFile(path, &result)
            case .standardInput: try await checkStandardInput(&result)
            case .directory(let path):
                if let content = try app(atPath: path) {
                    try await checkApp(path, content, &result)
                    break
                }
                let host = try options.host(ofDirectory: path)
                if isSignIn(argument, at: host) {
                    try await checkSignIn(host, directory: path, &result)
                } else {
                    try await checkDirectory(path, host: host, &result)
                }
            }
        } catch {
            result.isUnchecked = true
            result.failure = "\(error)\(pages.advice(on: error, input: argument, isVerbose: true))"
        }
        finishLinks(&result)
        result.findings.removeAll { disabled.contains($0.finding.rule.id) }
        result.answers.removeAll { $0.finding.map { disabled.contains($0.rule.id) } ?? false }
        return result
    }

    // MARK: - Required parts

    func require(tags: [PageTags], site: SiteAssociations, of input: String, _ result: inout CheckResult) {
        var missing: [String] = []
        if required.contains(.al), !tags.contains(where: hasAppLinks) { missing.append("App Links tags") }
        if required.contains(.aasa), site.appleResponse.bytes == nil { missing.append("apple-app-site-association") }
        if required.contains(.assetlinks), site.androidResponse.bytes == nil { missing.append("assetlinks.json") }
        if !missing.isEmpty {
            result.failure = "\(input) lacks parts that --require names: \(missing.joined(separator: ", "))"
        }
    }

    static let namesNoApp = "the page has no tag that names an app"

    static func missingTags(_ path: String) -> String { "\(path) lacks parts that --require names: App Links tags" }

    func hasAppLinks(_ tags: PageTags) -> Bool {
        tags.metas.contains { $0.property.lowercased().hasPrefix("al:") }
    }
}

enum RequiredPart: String, Sendable, CaseIterable {
    case al, aasa, assetlinks
}
