import BoltsAppLinks
import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// One side of `applinks diff`: the association files of a site, from any source.
struct ComparedSite: Sendable {
    private var files: [SiteDifference.Platform: [UInt8]] = [:]
    /// The platforms that the side covers: one for a single file.
    private(set) var platforms = Set(SiteDifference.Platform.allCases)
    private(set) var host: String?

    private static let names: [(platform: SiteDifference.Platform, path: String)] = [
        (.apple, ".well-known/apple-app-site-association"), (.android, ".well-known/assetlinks.json"),
        (.windows, ".well-known/windows-app-web-link"),
    ]

    init(_ argument: String, options: SiteFetchOptions, fetcher: some PageFetching) async throws {
        if argument.hasPrefix(GitObject.prefix) {
            try await readRevision(String(argument.dropFirst(GitObject.prefix.count)))
        } else if argument.hasPrefix("apple:"), HostName.isHost(String(argument.dropFirst(6))) {
            // This is tried before local paths, because a repository may have a file of that name.
            try await fetchCopy(of: String(argument.dropFirst(6)), options, fetcher)
        } else if argument.contains("://") {
            guard case .url(let url) = try CheckInput(argument) else {
                throw InputError("\(argument) is not a URL with a host")
            }
            try await fetch(url.hostWithPort, as: argument, options, fetcher)
        } else if LocalPath.exists(argument) {
            if LocalPath.isFolder(argument) {
                try readFolder(argument)
            } else {
                try add(RegularFile.bytes(argument), named: argument)
            }
        } else if let host = WebAddress.host(argument) {
            try await fetch(host, as: argument, options, fetcher)
        } else if let url = WebAddress.urlAndNoPath(argument) {
            try await fetch(url.hostWithPort, as: argument, options, fetcher)
        } else {
            throw InputError(
                "\(argument) is neither a file or folder here, nor a host or URL, nor apple:HOST, nor git:REVISION:PATH"
            )
        }
        try requireJSON(argument)
    }

    /// The site in the form that the library compares.
    func associations(host: String) -> SiteAssociations {
        SiteAssociations(
            reading: host,
            appSiteAssociation: files[.apple],
            assetLinks: files[.android],
            windowsWebLinks: files[.windows]
        )
    }

    // MARK: - Sources

    private mutating func add(_ bytes: [UInt8], named name: String) throws {
        let platform: SiteDifference.Platform
        switch FileKind(name: name, bytes: bytes) {
        case .association(.apple)?: platform = .apple
        case .association(.android)?: platform = .android
        case .association(.windows)?: platform = .windows
        case .page?, .association(.signIn)?, nil:
            throw InputError("\(name) is not an association file: \(FileKind.advice(name: name, bytes: bytes))")
        }
        platforms = [platform]
        files = [platform: bytes]
    }

    private mutating func readFolder(_ path: String) throws {
        let folder = try SiteFolder(path)
        for (platform, name) in Self.names {
            files[platform] = try folder.bytes(of: name)
        }
        guard !files.isEmpty else { throw InputError("\(path) has no association file in .well-known") }
    }

    private mutating func readRevision(_ text: String) async throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // Without a revision, Git would read the index.
        guard parts.count == 2, let revision = parts.first, !revision.isEmpty else {
            throw InputError("git:\(text) names no revision and path: write git:REVISION:PATH, such as git:main:public")
        }
        guard let object = try await GitObject(text) else {
            // The folder at the revision's root.
            guard try await GitObject("\(revision):") != nil else {
                throw InputError("Git has no revision \(revision) here; 'git branch --all' lists its branches")
            }
            throw InputError(
                "Git has no \(parts[1]) in \(revision) here; the path begins at the repository's root, or with ./ here"
            )
        }
        guard object.kind == .folder else { return try add(await object.bytes(named: text), named: text) }
        let folder = text.hasSuffix("/") || text.hasSuffix(":") ? text : text + "/"
        for (platform, name) in Self.names {
            guard let file = try await GitObject(folder + name), file.kind == .file else { continue }
            files[platform] = try await file.bytes(named: folder + name)
        }
        guard !files.isEmpty else { throw InputError("\(text) has no association file in .well-known") }
    }

    private mutating func fetch(
        _ host: String,
        as argument: String,
        _ options: SiteFetchOptions,
        _ fetcher: some PageFetching
    ) async throws {
        try SiteOptions.requireFetcher()
        self.host = host
        let site = await SiteAssociations.fetch(host, options: options, fetcher: fetcher)
        let answers =
            [
                (SiteDifference.Platform.apple, site.appleResponse), (.android, site.androidResponse),
            ] + (site.windowsResponse.map { [(.windows, $0)] } ?? [])
        for (platform, answer) in answers { try add(answer, platform, as: argument) }
        if site.windowsResponse == nil { platforms.remove(.windows) }
    }

    private mutating func fetchCopy(of host: String, _ options: SiteFetchOptions, _ fetcher: some PageFetching)
        async throws
    {
        try SiteOptions.requireFetcher()
        self.host = host
        var options = options
        options.asksAppleCDN = true
        platforms = [.apple]
        guard let answer = await SiteAssociations.fetch(host, options: options, fetcher: fetcher).appleCDNResponse
        else { return }
        try add(answer, .apple, as: answer.url.absoluteString)
    }

    private mutating func add(
        _ answer: AssociationResponse,
        _ platform: SiteDifference.Platform,
        as argument: String
    ) throws {
        if let bytes = answer.bytes {
            // Many sites answer every path with a page, which is not a file.
            if FileKind(name: "", bytes: bytes) != .page { files[platform] = bytes }
        } else if answer.status != 404, answer.status != 410 {
            let reason = answer.failure ?? "no answer"
            let whole = answer.status == nil ? WebAddress.failure(reason, of: argument) : reason
            throw InputError("\(answer.url.absoluteString) cannot be read: \(whole)")
        }
    }

    private func requireJSON(_ argument: String) throws {
        let site = associations(host: "example.com")
        for (platform, isRead) in [
            (SiteDifference.Platform.apple, site.appSiteAssociation != nil), (.android, site.assetLinks != nil),
            (.windows, site.windowsWebLinks != nil),
        ] where files[platform] != nil && !isRead {
            throw InputError("\(argument): the file for \(platform.title) is not JSON; 'applinks check' says where")
        }
    }
}

extension SiteDifference.Platform {
    /// The platform's devices, as text for a sentence.
    var title: String {
        switch self {
        case .apple: "iPhone and Apple's other devices"
        case .android: "Android"
        case .windows: "Windows"
        }
    }
}
