@_spi(Bolts) package import BoltsAppLinks
package import BoltsSiteCheck
package import Foundation

/// The index's answer for one URL.
package struct LinkAnswer: Sendable {
    /// A document on which the answer is based.
    package struct Source: Encodable, Sendable {
        /// `page`, `apple-app-site-association`, `assetlinks.json` or `windows-app-web-link`.
        package let kind: String
        /// The requested URL.
        package let url: String
        /// The status of the last response, or `nil` if there was none.
        package let status: Int?
        /// `cache`, `revalidated`, `stale`, `fetched`, or `none` if it could not be read.
        package let origin: String
        /// When it was read or confirmed, or `nil` if it could not be read.
        package let readAt: Timestamp?
        /// Until when it is used without a request, or `nil` if it is not kept.
        package let freshUntil: Timestamp?
        /// Why the document is unavailable, as one sentence; `nil` if it is available.
        package let failure: String?

        enum CodingKeys: String, CodingKey {
            case kind, url, status, origin, failure
            case readAt = "read_at"
            case freshUntil = "fresh_until"
        }
    }

    /// The URL of the question.
    package let url: URL
    /// The link of its page, or `nil` if the page could not be read.
    package let link: AppLink?
    /// The URL of the page after redirects, or `nil`.
    package let finalURL: URL?
    /// The answer for a link on each family of devices, with the cause and the fix; empty if the answer is not for links.
    package let answers: [LinkVerdict.Answer]
    /// The findings on the files and the page.
    package let findings: [Finding]
    /// The association files of its host.
    package let site: SiteAssociations
    /// The routes of a link on each kind of device; empty if the answer is not for links.
    package let devices: [DeviceRoutes.Device]
    /// Whether the answer states which apps open the URL.
    let isForLinks: Bool
    /// Which apps offer the host's passwords and passkeys on each kind of device; `nil` if the answer is not for that.
    package let signIn: SignInAnswers?
    /// The documents on which the answer is based.
    package let sources: [Source]
    /// Sentences about what could not be read, and why.
    package let failures: [String]
    /// When a part of it becomes stale; `nil` if that is not known.
    package let freshUntil: Timestamp?
    /// Whether every part is marked as coming from the cache, as it would be in the next answer.
    private let isReusable: Bool
    /// Until when the same answer can be repeated; `nil` if it cannot.
    package var reusableUntil: Timestamp? { isReusable ? freshUntil : nil }

    /// - Parameters:
    ///   - url: The URL of the question.
    ///   - page: Its page, or `nil` if the answer is not for links.
    ///   - files: The result of looking up the association files of its host.
    ///   - site: The same files, parsed.
    ///   - devices: The kinds of device to include.
    ///   - isForSignIn: Whether the answer is for signing in.
    init(
        url: URL,
        page: LookUpResult<ResolvedLink>?,
        files: LookUpResult<SiteFiles>,
        site: SiteAssociations,
        devices: [LinkDevice],
        isForSignIn: Bool = false
    ) {
        self.url = url
        link = page?.value?.link
        let resolved = page?.value?.page
        finalURL = resolved?.fetched.response.url
        let tags = resolved.map { resolved in
            let end = resolved.fetched.response.url
            return PageTags(url: end, requestedURL: end == url ? nil : url, metadata: resolved.metadata)
        }
        isForLinks = page != nil
        let failure = page?.error.map { "\($0)" }
        let verdict =
            isForLinks ? LinkVerdict(url: url, site: site, page: tags, pageFailure: failure, devices: devices) : nil
        self.devices = verdict?.devices ?? []
        answers = verdict?.answers ?? []
        findings = verdict?.findings ?? []
        self.site = site
        signIn = isForSignIn ? SignInAnswers(site: site, devices: devices) : nil
        let pageSource = page.map { page in
            Source(
                kind: "page",
                url: url.absoluteString,
                status: resolved?.fetched.response.status ?? (page.error as? PageError)?.httpStatus,
                origin: page.origin,
                readAt: page.readAt,
                freshUntil: page.freshUntil,
                failure: page.error.map { "\($0)" }
            )
        }
        let answers: [(String, AssociationResponse?)] = [
            ("apple-app-site-association", site.appleResponse),
            ("assetlinks.json", site.androidResponse),
            ("windows-app-web-link", site.windowsResponse),
        ]
        sources =
            (pageSource.map { [$0] } ?? [])
            + answers.compactMap { kind, answer in
                answer.map { answer in
                    // The files of a host are kept together, so one of them may be without a response.
                    let isRead = answer.status != nil
                    return Source(
                        kind: kind,
                        url: answer.url.absoluteString,
                        status: answer.status,
                        origin: isRead ? files.origin : "none",
                        readAt: isRead ? files.readAt : nil,
                        freshUntil: files.freshUntil,
                        failure: answer.failure
                    )
                }
            }
        failures = page?.error.map { ["\($0)"] } ?? []
        let ends = [files.freshUntil] + (page.map { [$0.freshUntil] } ?? [])
        freshUntil = ends.contains(nil) ? nil : ends.compactMap(\.self).min()
        isReusable = files.origin == "cache" && page.map { $0.origin == "cache" } ?? true
    }
}

/// The purpose of an answer.
package enum AnswerPurpose: String, Sendable, CaseIterable {
    /// The answer states which apps open the URL.
    case links
    /// The answer states which apps offer the passwords and passkeys of the URL's host.
    case signIn = "sign-in"
}
