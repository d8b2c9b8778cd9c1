import ArgumentParser
import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

/// A host's sign-in files, from the web or from a folder.
struct SignInEvidence {
    let site: SiteAssociations
    let files: SignInFiles
    /// The page on which people sign in, if it may belong to another host.
    let page: URL?
    /// The path of each local file by its URL; empty on the web.
    let paths: [String: String]
    /// The message about links that lead out of the folder.
    let hint: String?

    /// Reads the files of the relying party.
    init(
        of host: String,
        at url: URL? = nil,
        _ purpose: PurposeOptions,
        directory: String?,
        _ options: SiteOptions,
        _ pages: PageOptions,
        fetcher: any PageFetching
    ) async throws {
        let party = purpose.rpId.map(ASCIIHost.name) ?? host
        page = purpose.rpId == nil ? nil : url ?? URL(string: "https://\(host)/")
        guard let directory else {
            let fetchOptions = try options.fetchOptions(pages, asked: URL(string: "https://\(party)/"))
            async let associations = SiteAssociations.fetch(party, options: fetchOptions, fetcher: fetcher)
            async let others = SignInFiles.fetch(party, options: fetchOptions, fetcher: fetcher)
            (site, files) = await (associations, others)
            paths = [:]
            hint = nil
            return
        }
        let local = try await LocalSite(directory: directory, host: party, readerOptions: pages.siteReaderOptions)
        site = local.site
        files = local.signInFiles
        paths = local.paths
        hint = local.leftOutMessage
    }

    var isUnanswered: Bool {
        paths.isEmpty && site.isUnanswered && files.webauthnResponse.isUnanswered
    }

    func signIn(
        claims: AppClaims = AppClaims(),
        others: [SiteAssociations] = [],
        devices: [LinkDevice] = LinkDevice.allCases
    ) -> SignInAnswers {
        SignInAnswers(site: site, files: files, page: page, claims: claims, others: others, devices: devices)
    }
}

extension SiteOptions {
    /// Refuses header fields if the sign-in check uses a server that the input does not name: the fields are meant only for the
    /// named server.
    func checkHeaders(of input: CheckInput, _ purpose: PurposeOptions) throws {
        guard purpose.purpose == .signIn, !headers.isEmpty, origin == nil, let named = input.origin else { return }
        let host: String
        switch input {
        case .url(let url): host = self.host(of: url)
        case .host(let name): host = name
        case .scheme, .file, .standardInput, .directory: return
        }
        let party = purpose.rpId.map(ASCIIHost.name) ?? host
        guard let asked = (try? CheckInput("https://\(party)/"))?.origin, asked != named else { return }
        throw ValidationError(
            "Header fields are sent only to \(named), which the input names, but the files come from \(asked). "
                + "Name the server with --origin, or leave the fields out."
        )
    }
}
