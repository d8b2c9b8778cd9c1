@_spi(Bolts) public import BoltsPageFetching
import Foundation

/// The responses for a site's files, as an index stores them: each file's bytes once, and how they were served.
///
/// The files are parsed again when they are read. Times and recorded header fields are omitted.
@_spi(Bolts)
public struct StoredSite: Codable, Sendable {
    struct Response: Codable, Sendable {
        let url: URL
        let status: Int?
        let mediaType: String?
        let charset: String?
        let finalURL: URL?
        let bytes: Data?
        let redirect: String?
        let failure: String?
        let isUntrusted: Bool
        /// `nil` if false, or if an earlier version wrote the record.
        let isTooLarge: Bool?
        /// `nil` as above.
        let isErrorWithFile: Bool?

        init(_ response: AssociationResponse) {
            url = response.url
            status = response.status
            mediaType = response.mediaType
            charset = response.charset
            finalURL = response.finalURL
            bytes = response.bytes.map { Data($0) }
            redirect = response.redirect
            failure = response.failure
            isUntrusted = response.isUntrusted
            isTooLarge = response.isTooLarge ? true : nil
            isErrorWithFile = response.isErrorWithFile ? true : nil
        }

        var response: AssociationResponse {
            var response = AssociationResponse(url: url)
            response.status = status
            response.mediaType = mediaType
            response.charset = charset
            response.finalURL = finalURL
            response.bytes = bytes.map { [UInt8]($0) }
            response.redirect = redirect
            response.failure = failure
            response.isUntrusted = isUntrusted
            response.isTooLarge = isTooLarge ?? false
            response.isErrorWithFile = isErrorWithFile ?? false
            return response
        }
    }

    struct ServedFinding: Codable, Sendable {
        let rule: String
        let message: String
        let file: String
        let severity: String
        let fix: String

        init(_ finding: Finding) {
            rule = finding.rule.id
            message = finding.message
            file = finding.file
            severity = finding.severity.rawValue
            fix = finding.fix
        }

        /// The finding.
        ///
        /// An unknown rule is an error, because without its finding a file that devices refuse would count as usable.
        var finding: Finding {
            get throws {
                guard let known = AssociationRule.rule(rule) else {
                    let text = "this version does not know the rule \(rule)"
                    throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: text))
                }
                return Finding(known, message, file: file, severity: .init(rawValue: severity), fix: fix)
            }
        }
    }

    let host: String
    let apple: Response
    let android: Response
    let windows: Response?
    let includes: [Response]
    let includeLimit: Int
    let served: [ServedFinding]

    /// Takes the parts of a site's files to store.
    public init(_ site: SiteAssociations) {
        host = site.host
        apple = Response(site.appleResponse)
        android = Response(site.androidResponse)
        windows = site.windowsResponse.map(Response.init)
        includes = site.includes?.responses.map(Response.init) ?? []
        includeLimit = site.includeLimit
        served = site.servedFindings.map(ServedFinding.init)
    }

    /// The files of the site, parsed and checked as when they were fetched.
    ///
    /// It throws a `DecodingError` if another version stored a finding whose rule this version does not know.
    public var site: SiteAssociations {
        get throws { try read() }
    }

    private func read() throws -> SiteAssociations {
        let android = android.response
        var reader = IncludeReader(android, includeLimit: includeLimit)
        let answers = Dictionary(includes.map { ($0.url, $0) }, uniquingKeysWith: { first, _ in first })
        while let url = reader?.next() {
            // A list without a stored response was not requested because the budget was spent.
            guard let answer = answers[url], reader?.take(answer.response) == true else { break }
        }
        var site = SiteAssociations(
            host: host,
            apple: apple.response,
            android: android,
            windows: windows?.response,
            served: try served.map { try $0.finding },
            includes: reader,
            includeLimit: includeLimit
        )
        site.checkContent()
        return site
    }
}

@_spi(Bolts)
extension SiteAssociations {
    /// The responses for all files, including those for the lists that Google's file includes.
    private var responses: [AssociationResponse] {
        [appleResponse, androidResponse] + [windowsResponse].compactMap(\.self) + (includes?.responses ?? [])
    }

    /// The total size of the files in bytes.
    public var fileByteCount: Int { responses.reduce(0) { $0 + ($1.bytes?.count ?? 0) } }

    /// Why no file got a response, or `nil` if at least one did, even a 404.
    public var outage: PageError? {
        responses.contains(where: \.isAnswer) ? nil : responses.lazy.compactMap(\.error).first
    }

    /// How long the files may be kept: as long as each of them may be.
    ///
    /// A response without an own limit is fresh for `defaultTimeToLive`; a file whose server did not respond is requested again
    /// after `pause`.
    @_spi(Bolts) public func cacheability(defaultTimeToLive: Duration, pause: Duration) -> PageCacheability {
        var combined = PageCacheability(timeToLive: nil)
        var times: [Duration] = []
        for response in responses {
            guard let one = response.cacheability else {
                // Caching fields of an error page do not apply to the file.
                if response.error != nil { times.append(response.isAnswer ? defaultTimeToLive : pause) }
                continue
            }
            times.append(one.timeToLive(isShared: true, default: defaultTimeToLive))
            combined.isStorable = combined.isStorable && one.isStorable
            combined.isSharedStorable = combined.isSharedStorable && one.isSharedStorable
            combined.requiresValidation = combined.requiresValidation || one.requiresValidation
            combined.allowsStale = combined.allowsStale && one.allowsStale
            combined.allowsSharedStale = combined.allowsSharedStale && one.allowsSharedStale
        }
        combined.timeToLive = times.min()
        combined.sharedTimeToLive = times.min()
        return combined
    }
}

extension AssociationResponse {
    /// Whether the file was requested but nothing is known about it.
    var isUnread: Bool { (error != nil || cacheability != nil) && !isAnswer }

    /// Whether the server gave any response about the file, even a 404.
    fileprivate var isAnswer: Bool {
        // An error page that was read has a status and no error.
        let known = error?.httpStatus ?? (cacheability == nil ? nil : status)
        if let known { return known < 500 && known != 429 }
        guard let error else { return false }
        return ![
            .notReachableOrNotAllowed, .timedOut, .interrupted, .bodyTooLarge, .hostPaused, .notInstalled,
            .proxyFailed,
        ].contains(error.code)
    }
}
