@_spi(Bolts) import BoltsAssociations
public import BoltsPageFetching
import Foundation

/// The sign-in files of one host, as they were served, and their findings.
///
/// They are `webauthn`, `passkey-endpoints`, `change-password` and `web-app-origin-association` in `/.well-known`. None of
/// these files must exist; mistakes in existing ones are among the findings.
public struct SignInFiles: Sendable {
    /// The host, which passkeys call the relying party identifier.
    public let host: String
    /// The response for `webauthn`, which lists the other origins that may use the host's passkeys.
    public internal(set) var webauthnResponse: AssociationResponse
    /// The response for `passkey-endpoints`, which contains the pages for creating and managing passkeys.
    public internal(set) var passkeyEndpointsResponse: AssociationResponse
    /// The response for `change-password`, or `nil` if it was not requested: a folder has no redirects.
    public internal(set) var changePasswordResponse: AssociationResponse?
    /// The response for `web-app-origin-association`.
    public internal(set) var originAssociationResponse: AssociationResponse
    /// The findings on the files and their responses.
    public internal(set) var findings: [Finding] = []
    /// The files for which the server sends a page instead.
    private(set) var pages: [AssociationResponse] = []

    /// Creates the files of a host from their content, and checks them.
    public init(host: String, webauthn: [UInt8]?, passkeyEndpoints: [UInt8]?, originAssociation: [UInt8]?) {
        let address = SiteAddress(host: host)
        self.init(
            host: host,
            webauthn: AssociationResponse(url: address.url(Self.webauthnPath), bytes: webauthn),
            passkeyEndpoints: AssociationResponse(url: address.url(Self.endpointsPath), bytes: passkeyEndpoints),
            originAssociation: AssociationResponse(url: address.url(Self.associationPath), bytes: originAssociation)
        )
        checkContent()
    }

    private init(
        host: String,
        webauthn: AssociationResponse,
        passkeyEndpoints: AssociationResponse,
        originAssociation: AssociationResponse
    ) {
        self.host = host
        webauthnResponse = webauthn
        passkeyEndpointsResponse = passkeyEndpoints
        originAssociationResponse = originAssociation
        pages = [webauthn, passkeyEndpoints, originAssociation].filter(\.isHTML)
    }

    static let webauthnPath = "/.well-known/webauthn"
    static let endpointsPath = "/.well-known/passkey-endpoints"
    static let associationPath = "/.well-known/web-app-origin-association"
    static let changePath = "/.well-known/change-password"
    /// The paths that clients request to see whether a server distinguishes existing addresses from others.
    static let probePath = "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"

    /// Fetches and checks the files of a host; problems are in ``findings`` and in the responses.
    public static func fetch(
        _ host: String,
        options: SiteFetchOptions = SiteFetchOptions(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) async -> SignInFiles {
        let client = AssociationFetcher(fetcher: fetcher, options: options.page)
        let address = SiteAddress(host: host, origin: options.origin)
        async let webauthn = client.answer(at: address.url(webauthnPath))
        async let endpoints = client.answer(at: address.url(endpointsPath))
        async let association = client.answer(at: address.url(associationPath))
        async let change = client.answer(at: address.url(changePath))
        async let probe = client.answer(at: address.url(probePath))
        var files = await SignInFiles(
            host: host,
            webauthn: webauthn,
            passkeyEndpoints: endpoints,
            originAssociation: association
        )
        files.changePasswordResponse = await change
        let answersEverything = (await probe).status == 200
        await files.checkTransport(client, answersEverything: answersEverything)
        files.checkContent()
        return files
    }

    /// Returns the destination of a redirecting response.
    private static func target(of response: AssociationResponse) -> URL? {
        response.redirect.flatMap { URL(string: $0, relativeTo: response.url)?.absoluteURL }
    }

    private mutating func add(_ rule: AssociationRule, _ response: AssociationResponse, _ message: String? = nil) {
        findings.append(Finding(rule, message, file: response.url.absoluteString))
    }

    /// Adds the findings on how the files are served, and follows the redirects that clients follow.
    private mutating func checkTransport(_ client: AssociationFetcher, answersEverything: Bool) async {
        await checkWebAuthnTransport(client, answersEverything: answersEverything)
        await checkEndpointsTransport(client)
        if let response = changePasswordResponse { checkChangePassword(response, answersEverything: answersEverything) }
        // A server that sends a page for every path has none of these files.
        if answersEverything {
            if webauthnResponse.isHTML { webauthnResponse.bytes = nil }
            if passkeyEndpointsResponse.isHTML { passkeyEndpointsResponse.bytes = nil }
        }
        if originAssociationResponse.isHTML { originAssociationResponse.bytes = nil }
    }

    private mutating func checkWebAuthnTransport(_ client: AssociationFetcher, answersEverything: Bool) async {
        let response = webauthnResponse
        if let target = Self.target(of: response) {
            let shown = Clip.clip(response.redirect ?? "")
            // The replacement origin for requests may use http.
            let isSecure = ["https", response.url.scheme].contains(target.scheme?.lowercased())
            let message =
                isSecure
                ? "The server redirects the file to \(shown)."
                : "The server redirects the file to \(shown), which is not https: browsers stop there."
            findings.append(
                Finding(
                    .webauthnRedirect,
                    message,
                    file: response.url.absoluteString,
                    severity: isSecure ? nil : .error
                )
            )
            if isSecure {
                webauthnResponse = await client.answer(at: response.url, redirects: 5)
                webauthnResponse.redirect = response.redirect
            }
        } else if response.isAbsent {
            add(.webauthnMissing, response)
        }
        guard webauthnResponse.bytes != nil else { return }
        if webauthnResponse.isHTML {
            if !answersEverything { add(.webauthnHTML, webauthnResponse) }
        } else if webauthnResponse.mediaType != "application/json" {
            let type = webauthnResponse.mediaType.map(Clip.clip) ?? "missing"
            add(.webauthnContentType, webauthnResponse, "The media type is \(type); it must be application/json.")
        }
    }

    private mutating func checkEndpointsTransport(_ client: AssociationFetcher) async {
        let response = passkeyEndpointsResponse
        if let target = Self.target(of: response) {
            let isSame =
                SiteDomain.registrable(ASCIIHost.of(target)) == SiteDomain.registrable(SiteAddress.name(of: host))
            if response.status == 301 || response.status == 308 {
                let status = response.status ?? 301
                add(.passkeyEndpointsRedirect, response, "The server redirects the file with status \(status).")
            } else if !isSame {
                let place = Clip.clip(target.host() ?? "")
                let message = "The server redirects the file to another domain, \(place)\(SiteDomain.caveat())."
                add(.passkeyEndpointsRedirect, response, message)
            } else {
                passkeyEndpointsResponse = await client.answer(at: response.url, redirects: 5)
            }
        }
        guard passkeyEndpointsResponse.bytes != nil, !passkeyEndpointsResponse.isHTML else { return }
        if passkeyEndpointsResponse.mediaType != "application/json" {
            let type = passkeyEndpointsResponse.mediaType.map(Clip.clip) ?? "missing"
            add(.passkeyEndpointsInvalid, response, "The media type is \(type); it must be application/json.")
        }
    }

    private mutating func checkChangePassword(_ response: AssociationResponse, answersEverything: Bool) {
        if response.isAbsent {
            add(.changePasswordMissing, response)
        } else if answersEverything {
            add(.changePasswordFallback, response)
        } else if let bytes = response.bytes, !Self.hasRefresh(bytes) {
            add(.changePasswordForm, response)
        }
    }

    /// Whether a page has a redirecting `meta` element; the first 64 KiB are searched.
    static func hasRefresh(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(65_536), as: UTF8.self).lowercased()
        return text.split(separator: "<").contains { tag in
            guard tag.hasPrefix("meta") else { return false }
            let inside = tag.prefix { $0 != ">" }
            return inside.contains("http-equiv") && inside.contains("refresh")
        }
    }

    private mutating func checkContent() {
        func collected(_ response: AssociationResponse, _ check: (inout FindingCollector) -> Void) -> [Finding] {
            var collector = FindingCollector(file: response.url.absoluteString)
            check(&collector)
            return collector.sorted
        }
        if let bytes = webauthnResponse.bytes {
            let isPage = webauthnResponse.isHTML && findings.contains { $0.rule == .webauthnHTML }
            if !isPage {
                findings += collected(webauthnResponse) { RelatedOriginsCheck.check(bytes, host: host, &$0) }
            }
        }
        if let bytes = passkeyEndpointsResponse.bytes {
            findings += collected(passkeyEndpointsResponse) { PasskeyEndpointsCheck.check(bytes, &$0) }
        }
        if let bytes = originAssociationResponse.bytes {
            let site = SiteAddress(host: host).url("/")
            findings += collected(originAssociationResponse) { OriginAssociationCheck.check(bytes, site: site, &$0) }
        }
    }

    /// Returns the findings to add to a verdict about the same host: a page that replaces every file is reported once.
    @_spi(Bolts)
    public func findings(beside verdict: LinkVerdict) -> [Finding] { findings(beside: verdict.findings) }

    func findings(beside others: [Finding]) -> [Finding] {
        guard others.contains(where: { $0.rule == .linkPageForFiles }) else { return findings }
        let files = Set(pages.map(\.url.absoluteString))
        return findings.filter { !files.contains($0.file) && $0.rule != .changePasswordFallback }
    }

    var hasPageForWebAuthn: Bool { pages.contains { $0.url == webauthnResponse.url } }

    // MARK: - Purposes

    /// The related origins, or `nil` if browsers would read none.
    var relatedOrigins: RelatedOrigins? {
        guard let bytes = webauthnResponse.bytes, bytes.count <= RelatedOrigins.maximumBytes,
            !findings.contains(where: { $0.file == webauthnResponse.url.absoluteString && $0.severity == .error })
        else { return nil }
        return (try? JSONDocument(bytes)).flatMap(RelatedOrigins.init)
    }

    /// The hosts to which the files refer password managers, as sentences; empty if there are none.
    var directions: [String] {
        var lines: [String] = []
        if let response = changePasswordResponse, !findings.contains(where: { $0.rule == .changePasswordFallback }) {
            if let target = Self.target(of: response) {
                lines.append("To change a password, password managers are led to \(Clip.clip(target.absoluteString)).")
            } else if let bytes = response.bytes, Self.hasRefresh(bytes) {
                lines.append("To change a password, password managers are led through \(response.url.absoluteString).")
            }
        }
        for place in passkeyEndpointsResponse.bytes.map(PasskeyEndpointsCheck.places) ?? [] {
            let purpose =
                switch place.member {
                case "enroll": "To create a passkey"
                case "manage": "To manage passkeys"
                default: "To read what passkeys encrypt"
                }
            lines.append("\(purpose), password managers are led to \(Clip.clip(place.url)).")
        }
        return lines
    }
}
