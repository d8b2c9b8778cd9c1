internal import BoltsBase
@_spi(Bolts) public import BoltsPageMetadata
public import Foundation

/// Everything that a site's description produces: the association files, the tags of pages, and lines for the apps.
///
/// Published files have passed ``AssociationCheck``, and mean the same on every platform except for the ``warnings``.
public struct SitePublication: Sendable {
    /// A file to write.
    public struct File: Sendable, Hashable {
        /// The path below its destination folder, without a leading slash.
        public let path: String
        /// The content.
        public let bytes: [UInt8]
        /// The media type with which a server sends it.
        public let mediaType: String

        init(_ path: String, _ bytes: [UInt8], _ mediaType: String = "application/json") {
            self.path = path
            self.bytes = bytes
            self.mediaType = mediaType
        }
    }

    /// The description.
    public let site: SiteDescription
    /// The differences between the description and what some platform or system does.
    public let warnings: [SiteDescriptionProblem]
    /// Apple's file, or `nil` if no app is on Apple's platforms.
    public let appSiteAssociation: [UInt8]?
    /// Google's file, or `nil` if no app is on Android.
    public let assetLinks: [UInt8]?
    /// Windows' file, or `nil` if no app is on Windows.
    public let windowsWebLinks: [UInt8]?

    /// Judges a description and writes its files.
    ///
    /// - Throws: ``SiteDescriptionError`` with all invalid and repeated values; if there are none, with all patterns that mean
    ///   different things on two platforms; otherwise with the findings of `AssociationCheck` in the files.
    public init(_ site: SiteDescription) throws(SiteDescriptionError) {
        let values = DescriptionCheck.problems(site)
        guard values.isEmpty else { throw SiteDescriptionError(values + Self.otherErrors(site, besides: values)) }
        var problems = PlatformCheck.problems(site)
        if problems.allSatisfy(\.isWarning) { problems += OutputCheck.problems(site) }
        if problems.allSatisfy(\.isWarning) { problems += AgreementCheck.problems(site) }
        guard problems.allSatisfy(\.isWarning) else {
            throw SiteDescriptionError(problems.filter { !$0.isWarning })
        }
        self.site = site
        warnings = problems
        appSiteAssociation = AppleFileWriter(site).bytes
        assetLinks = AssetLinksWriter(site).bytes
        windowsWebLinks = WindowsFileWriter(site).bytes
    }

    /// The problems of patterns that two platforms cannot express with one meaning, in rules whose own values are valid.
    private static func otherErrors(
        _ site: SiteDescription,
        besides values: [SiteDescriptionProblem]
    ) -> [SiteDescriptionProblem] {
        func rule(_ problem: SiteDescriptionProblem) -> String {
            problem.pointer.split(separator: "/").prefix(2).joined(separator: "/")
        }
        let named = Set(values.map(rule))
        // An empty pointer means that the site has too many rules, which are not compared.
        guard !named.contains("") else { return [] }
        return PlatformCheck.errors(site).filter { !named.contains(rule($0)) }
    }

    /// The association files and the sign-in files, by their paths below the folder that is served at the root of every host.
    public var files: [File] {
        let all: [(SiteAddress.File, [UInt8]?)] = [
            (.apple, appSiteAssociation), (.android, assetLinks), (.windows, windowsWebLinks),
        ]
        return all.compactMap { name, bytes in bytes.map { File(".well-known/\(name.rawValue)", $0) } }
            + SignInFileWriter(site.signIn).files.map { File($0.path, $0.bytes) }
    }

    /// The files with lines for the apps' own projects: entitlements and manifests.
    ///
    /// The server does not need them. There is one for each app and platform, below a folder with the platform's name.
    public var appFiles: [File] {
        site.apps.flatMap { app -> [File] in
            var files: [File] = []
            if let apple = app.apple {
                let services = ["applinks"] + (apple.offersSignIn ? ["webcredentials"] : [])
                let text = AppSnippets.entitlement(site, services: services)
                files.append(File("apple/\(apple.bundle).entitlements.xml", Array(text.utf8), "text/xml"))
                if let clip = apple.clip {
                    let text = AppSnippets.entitlement(site, services: ["appclips"])
                    files.append(File("apple/\(clip).entitlements.xml", Array(text.utf8), "text/xml"))
                }
            }
            if let android = app.android {
                let text = AppSnippets.intentFilter(site, DescribedRules(site, app: app, on: .android))
                files.append(File("android/\(android.package).manifest.xml", Array(text.utf8), "text/xml"))
            }
            if let windows = app.windows {
                let text = AppSnippets.uriHandler(site)
                files.append(File("windows/\(windows.packageFamily).manifest.xml", Array(text.utf8), "text/xml"))
            }
            return files
        }
    }

    /// Returns the tags of a page; none if no app opens it.
    public func tags(for page: URL) -> [MetaTag] { PageTagWriter(site, page: page).tags }

    /// Returns the `android-app:` addresses of the apps that open a page, for apps that want them.
    public func alternates(for page: URL) -> [String] { PageTagWriter(site, page: page).alternates }

    /// Returns the tags and alternates of a page as HTML, one per line; empty if no app opens the page.
    public func markup(for page: URL) -> String {
        let links = alternates(for: page).map { address in
            "<link rel=\"alternate\" href=\"\(address.htmlEscapedAsASCII())\">\n"
        }
        return tags(for: page).markup + links.joined()
    }
}
