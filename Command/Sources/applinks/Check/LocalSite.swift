import BoltsAppLinks
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// A local folder with the content of a site, as its server would serve it.
struct LocalSite {
    struct Page {
        let path: String
        let tags: PageTags
    }

    static let maximumPages = 10_000

    let site: SiteAssociations
    let signInFiles: SignInFiles
    let pages: [Page]
    /// The path of each local file by its URL.
    let paths: [String: String]
    /// Whether the folder has more pages than the limit.
    let isTruncated: Bool
    /// The files that were skipped because a symbolic link leads out of the folder.
    let linksOut: [String]
    /// The files that were skipped because their names are not UTF-8.
    let misspelled: [String]

    init(
        directory: String,
        host: String,
        readerOptions: PageMetadataReader.Options
    ) async throws {
        let folder = try SiteFolder(directory)
        let root = URL(fileURLWithPath: directory, isDirectory: true)
        // Findings name files relative to the argument, so that editors and code reviews find them.
        let prefix = directory.hasSuffix("/") ? directory : directory + "/"
        var paths: [String: String] = [:]
        var linksOut: [String] = []
        var misspelled: [String] = []
        /// The author of the folder's content must not be able to make this command read and quote a file outside.
        func isInside(_ path: String) -> Bool {
            if folder.contains(path) { return true }
            if LocalPath.isMisspelled(path) { misspelled.append(path) } else { linksOut.append(path) }
            return false
        }
        func file(_ candidates: String...) throws -> [UInt8]? {
            for name in candidates {
                let url = root.appendingPathComponent(name)
                guard LocalPath.exists(url.path) else {
                    guard !LocalPath.isHidden(url.path) else {
                        throw InputError("\(prefix + name) cannot be read; check the permissions of its folder")
                    }
                    continue
                }
                guard isInside(prefix + name) else { continue }
                paths["https://\(host)/\(candidates[0])"] = prefix + name
                return try RegularFile.bytes(url.path)
            }
            return nil
        }
        let (names, strays, isTruncated) = LocalSite.names(in: root)
        var site = SiteAssociations(
            host: host,
            appSiteAssociation: try file(Self.applePath),
            assetLinks: try file(Self.androidPath),
            windowsWebLinks: try file(".well-known/windows-app-web-link", "windows-app-web-link"),
            strayPaths: strays
        )
        // If one cannot be read, only its place is known.
        site.readMisplaced(strays) { (try? file($0)) ?? nil }
        try site.addSettings(Set(LocalPath.names(inFolder: directory))) { try file($0) }
        self.site = site
        signInFiles = SignInFiles(
            host: host,
            webauthn: try file(".well-known/webauthn"),
            passkeyEndpoints: try file(".well-known/passkey-endpoints"),
            originAssociation: try file(".well-known/web-app-origin-association")
        )
        var pages: [Page] = []
        let resolver = FileAppLinkResolver(readerOptions: readerOptions)
        for name in names {
            let path = prefix + name
            guard isInside(path) else { continue }
            let url = LocalSite.url(of: name, host: host)
            let page = try await resolver.page(atPath: path, pageURL: url)
            paths[url.absoluteString] = path
            var tags = PageTags(url: url, metadata: page.metadata)
            if let manifest = tags.manifestURL, manifest.host() == url.host(), manifest.port == url.port {
                if case .file(let path) = folder.target(of: manifest.path(percentEncoded: true)) {
                    tags.manifest = try RegularFile.bytes(path)
                }
            }
            pages.append(Page(path: path, tags: tags))
        }
        self.pages = pages
        self.paths = paths
        self.isTruncated = isTruncated
        self.linksOut = linksOut
        self.misspelled = misspelled
    }

    /// The message about skipped files, or `nil` if there are none.
    var leftOutMessage: String? {
        var parts: [String] = []
        if let first = linksOut.first {
            let more = linksOut.count > 1 ? ", and so are \(linksOut.count - 1) more" : ""
            parts.append("\(first) is a symbolic link that leads out of the folder or nowhere, and was not read\(more)")
        }
        if let first = misspelled.first {
            let more = misspelled.count > 1 ? ", and so were \(misspelled.count - 1) more" : ""
            parts.append("\(first) was not read, because its name is not UTF-8\(more)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static let applePath = ".well-known/apple-app-site-association"
    private static let androidPath = ".well-known/assetlinks.json"

    /// The paths of Apple's and Google's files that are missing in the folder.
    var missing: [String] {
        (site.appleResponse.bytes == nil ? [Self.applePath] : [])
            + (site.androidResponse.bytes == nil ? [Self.androidPath] : [])
    }

    /// The page that servers send for a path: the file of that name, the index of a folder, or the file with `.html`.
    func page(at path: String) -> Page? {
        var candidates = [path, path + "/", path + ".html"]
        if path.hasSuffix("/index.html") { candidates.append(String(path.dropLast(10))) }
        return candidates.lazy.compactMap { name in pages.first { $0.tags.url.path() == name } }.first
    }

    /// The verdict about links to the site, with the findings on its files and pages.
    func verdict(claims: AppClaims = AppClaims()) -> LinkVerdict {
        LinkVerdict(site: site, pages: pages.map(\.tags), claims: claims)
    }

    /// The message about a folder with too many pages.
    static let cutMessage = "more than \(maximumPages) pages; the rest was not checked"

    /// The pages below a folder, and misplaced association files, by path, in a fixed order.
    private static func names(in root: URL) -> (pages: [String], strays: [String], isTruncated: Bool) {
        guard let files = LocalPath.namesBelow(root.path) else { return ([], [], false) }
        var pages: [String] = []
        var strays: [String] = []
        while let name = files.nextObject() as? String {
            if isStray(name), strays.count < 10 { strays.append(name) }
            guard ["html", "htm", "xhtml"].contains((name as NSString).pathExtension.lowercased()) else { continue }
            if pages.count == maximumPages { return (pages.sorted(), strays.sorted(), true) }
            pages.append(name)
        }
        return (pages.sorted(), strays.sorted(), false)
    }

    /// Common wrong names of Google's file.
    private static let misnamed: Set = ["applinks.json", "app-links.json", "asset-links.json", "asset_links.json"]

    /// Whether a path resembles that of an association file but is not one.
    private static func isStray(_ path: String) -> Bool {
        let name = (path as NSString).lastPathComponent.lowercased()
        guard path != applePath, path != androidPath else { return false }
        if misnamed.contains(name) { return path.hasPrefix(".well-known/") }
        return name.hasPrefix("apple-app-site-association") || name.hasPrefix("assetlink") && name.contains(".json")
    }

    /// The URL under which a server serves a file of the folder.
    static func url(of name: String, host: String) -> URL {
        var path = name
        if path == "index.html" { path = "" } else if path.hasSuffix("/index.html") { path.removeLast(10) }
        var parts = URLComponents()
        parts.scheme = "https"
        let pieces = host.split(separator: ":", maxSplits: 1)
        parts.host = pieces.first.map(String.init)
        parts.port = pieces.count == 2 ? Int(pieces[1]) : nil
        parts.path = "/" + path
        return parts.url ?? URL(fileURLWithPath: name)
    }
}
