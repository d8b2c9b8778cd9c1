import BoltsPageFetching
import BoltsSiteCheck
import Foundation

/// The deployed association files of a site: in a folder, or on a host.
enum DeployedSite: Sendable, Equatable {
    case directory(String)
    case host(String)

    /// Reads an argument: an existing folder, a host, or a URL, with or without a scheme; `nil` if it is none of these.
    init?(_ argument: String) {
        if argument.contains("://") {
            guard let url = WebAddress.url(withScheme: argument),
                ["http", "https"].contains(url.scheme?.lowercased() ?? ""), !url.hostWithPort.isEmpty
            else { return nil }
            self = .host(url.hostWithPort)
        } else if LocalPath.isFolder(argument) {
            self = .directory(argument)
        } else if !LocalPath.exists(argument), let url = WebAddress.urlAndNoPath(argument) {
            self = .host(url.hostWithPort)
        } else {
            return nil
        }
    }

    /// The folder or host, to be put before the path of a file.
    var name: String {
        switch self {
        case .directory(let path): path.hasSuffix("/") ? path : path + "/"
        case .host(let host): "https://\(host)/"
        }
    }

    func associations(host: String, options: SiteFetchOptions, fetcher: some PageFetching)
        async throws -> SiteAssociations
    {
        switch self {
        case .host(let host):
            try SiteOptions.requireFetcher()
            return await SiteAssociations.fetch(host, options: options, fetcher: fetcher)
        case .directory(let path):
            let folder = try SiteFolder(path)
            return SiteAssociations(
                host: host,
                appSiteAssociation: try folder.bytes(of: ".well-known/apple-app-site-association"),
                assetLinks: try folder.bytes(of: ".well-known/assetlinks.json"),
                windowsWebLinks: try folder.bytes(of: ".well-known/windows-app-web-link")
            )
        }
    }

    func signInFiles(host: String, options: SiteFetchOptions, fetcher: some PageFetching) async throws -> SignInFiles {
        switch self {
        case .host(let host):
            try SiteOptions.requireFetcher()
            return await SignInFiles.fetch(host, options: options, fetcher: fetcher)
        case .directory(let path):
            let folder = try SiteFolder(path)
            return SignInFiles(
                host: host,
                webauthn: try folder.bytes(of: ".well-known/webauthn"),
                passkeyEndpoints: try folder.bytes(of: ".well-known/passkey-endpoints"),
                originAssociation: try folder.bytes(of: ".well-known/web-app-origin-association")
            )
        }
    }
}
