@_spi(Bolts) import BoltsAssociations
public import Foundation

/// The association files of one host, as they were served, and their findings.
public struct SiteAssociations: Sendable {
    /// The host.
    public let host: String
    /// The site's response for Apple's file.
    public internal(set) var appleResponse: AssociationResponse
    /// Apple's file, or `nil` if there is no readable one.
    public internal(set) var appSiteAssociation: AppSiteAssociation?
    /// The response of Apple's CDN, or `nil` if no request was sent.
    public internal(set) var appleCDNResponse: AssociationResponse?
    /// The copy of Apple's CDN, or `nil` if it was not requested or is not readable.
    var appleCDNCopy: AppSiteAssociation? {
        appleCDNResponse?.bytes.flatMap { try? AppSiteAssociation(bytes: SignedContent.content(of: $0) ?? $0) }
    }
    /// The site's response for Google's file.
    public internal(set) var androidResponse: AssociationResponse
    /// Google's file, or `nil` if there is no readable one.
    public internal(set) var assetLinks: AssetLinks?
    /// The lists that Google's file includes.
    public internal(set) var includedAssetLinks: [AssetLinks] = []
    /// The content of those lists, or `nil` if Google's file was not fetched.
    private(set) var includes: IncludeReader?
    /// The addresses of the included lists that were not read, because only the file is available or there was no response.
    var unreadIncludes: [String] { includes?.unread ?? assetLinks?.includes.map(\.url) ?? [] }
    /// The maximum number of lists that were read.
    private(set) var includeLimit = 0
    private(set) var servedFindings: [Finding] = []
    /// The errors in Google's file and in the lists that it includes, in the order in which they were read.
    var statementListErrors: [AssetLinksError] = []
    /// The site's response for Windows' file, or `nil` if it was not requested.
    public internal(set) var windowsResponse: AssociationResponse?
    /// Windows' file, or `nil` if there is no readable one.
    public internal(set) var windowsWebLinks: WindowsWebLinks?
    /// The findings on the files and their responses.
    public internal(set) var findings: [Finding] = []
    /// The content of files at paths where no platform looks for them.
    var misplaced: (apple: [UInt8]?, android: [UInt8]?)

    /// Why Apple's CDN has no copy, or `nil` if it has one or no request was sent.
    public var appleCDNFailure: AppleCDNFailure? { appleCDNResponse.flatMap(AppleCDNFailure.init) }

    init(host: String, apple: AssociationResponse, android: AssociationResponse, windows: AssociationResponse?) {
        self.host = host
        appleResponse = apple
        androidResponse = android
        windowsResponse = windows
        appSiteAssociation = apple.bytes.flatMap { bytes in
            try? AppSiteAssociation(bytes: SignedContent.content(of: bytes) ?? bytes)
        }
        assetLinks = android.bytes.flatMap { try? AssetLinks(bytes: $0) }
        statementListErrors = assetLinks?.errors ?? []
        windowsWebLinks = windows?.bytes.flatMap { try? WindowsWebLinks(bytes: $0) }
    }

    /// Creates the associations of a host from fetched data.
    init(
        host: String,
        apple: AssociationResponse,
        android: AssociationResponse,
        windows: AssociationResponse?,
        served: [Finding],
        includes: IncludeReader?,
        includeLimit: Int
    ) {
        self.init(host: host, apple: apple, android: android, windows: windows)
        servedFindings = served
        self.includes = includes
        self.includeLimit = includeLimit
        includedAssetLinks = includes?.included ?? []
        if let errors = includes?.errors, !errors.isEmpty { statementListErrors = errors }
        findings = served + (includes?.findings ?? [])
    }

    /// Creates the associations of a host from the content of its files, and checks them.
    public init(
        host: String,
        appSiteAssociation: [UInt8]?,
        assetLinks: [UInt8]?,
        windowsWebLinks: [UInt8]? = nil,
        strayPaths: [String] = []
    ) {
        self.init(
            reading: host,
            appSiteAssociation: appSiteAssociation,
            assetLinks: assetLinks,
            windowsWebLinks: windowsWebLinks
        )
        checkStrays(strayPaths)
        checkContent()
    }

    /// Returns the port of a link to a host that platforms cannot associate, such as a local test server.
    @_spi(Bolts)
    public static func port(for url: URL) -> Int? { SiteAddress.port(for: url) }

    /// Reads the files of a host without checking them, for code that needs only their decisions; there are no findings.
    @_spi(Bolts)
    public init(reading host: String, appSiteAssociation: [UInt8]?, assetLinks: [UInt8]?, windowsWebLinks: [UInt8]?) {
        let origin = SiteAddress(host: host)
        self.init(
            host: host,
            apple: AssociationResponse(url: origin.url(.apple), bytes: appSiteAssociation),
            android: AssociationResponse(url: origin.url(.android), bytes: assetLinks),
            windows: AssociationResponse(url: origin.url(.windows), bytes: windowsWebLinks)
        )
    }

    /// Returns the files as those of a subdomain that an app names only by a wildcard.
    @_spi(Bolts)
    public func standing(for other: String) -> SiteAssociations {
        var copy = SiteAssociations(
            host: other,
            apple: appleResponse,
            android: androidResponse,
            windows: windowsResponse,
            served: servedFindings,
            includes: includes,
            includeLimit: includeLimit
        )
        copy.appleCDNResponse = appleCDNResponse
        copy.includedAssetLinks = includedAssetLinks
        copy.statementListErrors = statementListErrors
        copy.findings = findings
        return copy
    }

    /// The site with its misplaced files in their places, or `nil` if no content of one is known.
    var moved: SiteAssociations? {
        guard misplaced.apple != nil || misplaced.android != nil else { return nil }
        func response(_ response: AssociationResponse, _ bytes: [UInt8]?) -> AssociationResponse {
            bytes.map { AssociationResponse(url: response.url, bytes: $0) } ?? response
        }
        var site = SiteAssociations(
            host: host,
            apple: response(appleResponse, misplaced.apple),
            android: response(androidResponse, misplaced.android),
            windows: nil
        )
        site.checkContent()
        return site
    }

    /// Reads those of the misplaced files of a folder that a finding names.
    @_spi(Bolts)
    public mutating func readMisplaced(_ paths: [String], _ read: (String) throws -> [UInt8]?) rethrows {
        func content(_ isApple: Bool, _ response: AssociationResponse) throws -> [UInt8]? {
            guard response.bytes == nil, let path = paths.first(where: { Self.isApple($0) == isApple }) else {
                return nil
            }
            return try read(path)
        }
        misplaced = (try content(true, appleResponse), try content(false, androidResponse))
    }

    private static func isApple(_ path: String) -> Bool { path.lowercased().contains("apple-app-site-association") }

    /// Adds findings about missing and misplaced files.
    private mutating func checkStrays(_ paths: [String]) {
        if appleResponse.bytes == nil, let path = paths.first(where: Self.isApple) {
            let rule: AssociationRule =
                path == "apple-app-site-association"
                ? .aasaRootOnly
                : path == ".well-known/apple-app-site-association.json" ? .aasaFileExtension : .aasaMissing
            let message =
                "The file is at \(Clip.clip(path)), and Apple asks for .well-known/apple-app-site-association."
            let fix =
                Self.rootFix(path)
                ?? "Move it there, named exactly so and without an extension; if a program serves it there, check the host itself."
            addStray(rule, message, appleResponse, fix)
        }
        if androidResponse.bytes == nil, let path = paths.first(where: { !Self.isApple($0) }) {
            let message = "The file is at \(Clip.clip(path)), and Android asks for .well-known/assetlinks.json."
            let fix =
                Self.rootFix(path)
                ?? "Move it there, named exactly so, in small letters; if a program serves it there, check the host itself."
            addStray(.assetlinksMissing, message, androidResponse, fix)
        }
    }

    private mutating func addStray(
        _ rule: AssociationRule,
        _ message: String,
        _ response: AssociationResponse,
        _ fix: String
    ) {
        let file = response.url.absoluteString
        findings.append(Finding(rule, message, file: file, fix: fix, detail: .misplaced))
    }

    /// The fix if the file is in its place below another folder, which should then be the root; otherwise `nil`.
    private static func rootFix(_ path: String) -> String? {
        let names = ["apple-app-site-association", "assetlinks.json"]
        guard let place = names.map({ "/.well-known/\($0)" }).first(where: path.hasSuffix) else { return nil }
        let folder = Clip.clip(String(path.dropLast(place.count)))
        return
            "If \(folder) is the root folder of the site, check that folder; if not, move the file to \(place.dropFirst())."
    }

    /// Adds the findings about the content of the files.
    mutating func checkContent() {
        if let bytes = appleResponse.bytes {
            findings += AssociationCheck.findings(inAppSiteAssociation: bytes, file: appleResponse.url.absoluteString)
        }
        if let bytes = androidResponse.bytes {
            findings += AssociationCheck.findings(inAssetLinks: bytes, file: androidResponse.url.absoluteString)
        }
        addFirebase()
        if let answer = windowsResponse, let bytes = answer.bytes {
            findings += AssociationCheck.findings(inWindowsWebLinks: bytes, file: answer.url.absoluteString)
        }
    }

    /// Names Firebase Hosting, which serves just such files itself, if Apple's file or both files are empty in its form.
    private mutating func addFirebase() {
        func text(_ response: AssociationResponse) -> String {
            String(decoding: (response.bytes ?? []).prefix(100).filter { $0 > 0x20 }, as: UTF8.self)
        }
        guard text(appleResponse) == "{\"applinks\":{\"apps\":[],\"details\":[]}}" else { return }
        let isOfBoth = text(androidResponse) == "[]"
        findings = findings.map { finding in
            guard finding.rule == .aasaNoDetails || finding.rule == .assetlinksEmpty && isOfBoth else { return finding }
            return finding.with(
                message: "\(finding.message.dropLast()); Firebase Hosting serves just this file by itself.",
                fix:
                    "On Firebase Hosting, write \"appAssociation\": \"NONE\" beside \"public\" in firebase.json, and deploy "
                    + "your own file; elsewhere, name the app in it."
            )
        }
    }

    /// Google's file, if there is one, and the lists that it includes.
    var allAssetLinks: [AssetLinks] { [assetLinks].compactMap(\.self) + includedAssetLinks }

    /// The valid statements of Google's file and of the lists that it includes.
    var assetStatements: [AssetStatement] { allAssetLinks.flatMap(\.statements) }

    /// Decides about a URL by the site's statements and the included lists, with one work limit for all packages.
    func androidDecisions(for url: URL) -> AndroidLinkDecisions {
        AndroidLinkDecisions(assetStatements, url: url.absoluteString)
    }

    /// Decides whether the site's statements, with the included lists, allow an Android app to open a URL.
    public func androidDecision(for url: URL, package: String, fingerprint: String? = nil) -> AndroidLinkDecision {
        var decisions = androidDecisions(for: url)
        return decisions.decision(package: package, fingerprint: fingerprint)
    }
}
