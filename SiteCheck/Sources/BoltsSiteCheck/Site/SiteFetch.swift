@_spi(Bolts) import BoltsAssociations
@_spi(Bolts) public import BoltsPageFetching
import Foundation

extension SiteAssociations {
    /// Fetches and checks the association files of a host; problems are in ``findings`` and in the responses.
    public static func fetch(
        _ host: String,
        options: SiteFetchOptions = SiteFetchOptions(),
        fetcher: any PageFetching = SystemPageFetcher()
    ) async -> SiteAssociations {
        let client = AssociationFetcher(fetcher: fetcher, options: options.page)
        let fetch = SiteFetch(host: host, options: options, client: client)
        async let apple = fetch.apple()
        async let android = fetch.android()
        async let windows = fetch.windows()
        async let cdn = fetch.appleCDN()
        async let sibling = fetch.sibling()
        let (appleResult, androidResult, windowsResult) = await (apple, android, windows)
        var site = SiteAssociations(
            host: host,
            apple: appleResult.answer,
            android: androidResult.answer,
            windows: windowsResult?.answer,
            served: appleResult.findings + androidResult.findings + (windowsResult?.findings ?? []),
            includes: androidResult.includes,
            includeLimit: options.includeLimit
        )
        site.misplaced = (appleResult.misplaced, androidResult.misplaced)
        if let answer = await cdn {
            site.appleCDNResponse = answer
            site.findings += fetch.findings(cdn: answer, site: appleResult.answer)
        }
        if let other = await sibling {
            site.findings += SiblingHost.differences(site, other).map {
                Finding(.crossHostMissing, $0.message, file: $0.address)
            }
        }
        site.checkContent()
        return site
    }
}

struct SiteFetch: Sendable {
    /// A response, and the findings on how it was served.
    struct Outcome: Sendable {
        var answer: AssociationResponse
        var findings: [Finding] = []
        var includes: IncludeReader?
        /// The content of the file at another path.
        var misplaced: [UInt8]?
    }

    let host: String
    let options: SiteFetchOptions
    let client: AssociationFetcher

    /// The fields that tell which server answers.
    private static let fields: Set = ["Server", "X-Powered-By", "Content-Disposition"]

    private var address: SiteAddress { SiteAddress(host: host, origin: options.origin) }

    // MARK: - The host with or without www

    /// The files of the other host, or `nil` if it does not respond.
    func sibling() async -> SiteAssociations? {
        guard options.comparesWithWWW, options.origin == nil, let other = SiblingHost.likely(of: host) else {
            return nil
        }
        let address = SiteAddress(host: other)
        async let apple = client.answer(at: address.url(.apple))
        async let android = client.answer(at: address.url(.android))
        let site = await SiteAssociations(host: other, apple: apple, android: android, windows: nil)
        return site.appleResponse.isInconclusive || site.androidResponse.isInconclusive ? nil : site
    }

    /// The finding that a file is redirected, perhaps by a server that adds a slash to each path.
    private static func redirect(_ rule: AssociationRule, of url: URL, to target: String) -> Finding {
        let file = url.absoluteString
        guard URL(string: target)?.path(percentEncoded: true) == url.path(percentEncoded: true) + "/" else {
            return Finding(rule, "The server redirects the file to \(Clip.clip(target)).", file: file)
        }
        return Finding(
            rule,
            "The server adds a slash to the file's path, and redirects to \(Clip.clip(target)).",
            file: file,
            fix: slashFix
        )
    }

    /// The fix for a server that adds a slash to a file's path.
    static let slashFix =
        "Let the server serve the file at this path, without the slash, or rewrite the path, with status 200, to a copy of the file whose name ends in "
        + ".json."

    // MARK: - Apple

    func apple() async -> Outcome {
        let url = address.url(.apple)
        var outcome = Outcome(answer: await client.answer(at: url, recordedFields: Self.fields))
        func report(_ rule: AssociationRule, _ message: String? = nil) {
            outcome.findings.append(Finding(rule, message, file: url.absoluteString))
        }
        if options.triesAppleCrawler {
            await compare(&outcome, with: "AASA-Bot/1.0.0", named: "Apple's crawler, AASA-Bot,", .aasaClientBlocked)
        }
        if options.origin == nil, let reason = HostRules.refusal(host) { report(.aasaPrivateHost, reason) }
        if let target = outcome.answer.redirect {
            outcome.findings.append(Self.redirect(.aasaRedirect, of: url, to: target))
            outcome.answer = await followed(outcome.answer)
        } else if outcome.answer.isUntrusted {
            report(.aasaNotHttps, outcome.answer.failure)
        } else if outcome.answer.isTooLarge {
            report(.aasaTooLarge, outcome.answer.failure)
        } else if outcome.answer.bytes == nil {
            outcome.misplaced = await reportMissingApple(outcome.answer, report)
        }
        guard outcome.answer.bytes != nil else { return outcome }
        if let type = outcome.answer.mediaType, !["application/json", "application/octet-stream"].contains(type),
            !(type == "application/pkcs7-mime")
        {
            report(.aasaContentType, "The media type is \(Clip.clip(type)).")
        }
        if isSlow(outcome.answer) { report(.aasaSlow) }
        return outcome
    }

    /// Repeats the request as a platform's own client, whose response decides, and reports a difference.
    private func compare(
        _ outcome: inout Outcome,
        with userAgent: String,
        named name: String,
        _ rule: AssociationRule
    ) async {
        let own = outcome.answer
        let other = await client.answer(at: own.url, userAgent: userAgent)
        let file = own.url.absoluteString
        if own.bytes != nil, own.redirect == nil, other.bytes == nil {
            let reason = other.redirect.map { "A redirect to \(Clip.clip($0))." } ?? other.failure ?? "No answer."
            // The first file is kept so that it can be explained; the finding says that the platform does not receive it.
            outcome.findings.append(Finding(rule, "\(name) is answered differently: \(reason)", file: file))
        } else if own.bytes == nil, other.bytes != nil {
            let reason = own.redirect.map { "A redirect to \(Clip.clip($0))." } ?? own.failure ?? "No answer."
            let message = "Only \(name) gets the file; this program does not: \(reason)"
            let fix = "Open the path to everybody: devices and other clients ask for it too."
            outcome.answer = other
            outcome.findings.append(Finding(rule, message, file: file, severity: .warning, fix: fix))
        } else if let first = own.bytes, let second = other.bytes, own.redirect == nil, !Self.isSameJSON(first, second)
        {
            outcome.answer = other
            let message = "\(name) gets another file than this program."
            outcome.findings.append(Finding(rule, message, file: file, severity: .warning))
        }
    }

    private func reportMissingApple(_ answer: AssociationResponse, _ report: (AssociationRule, String?) -> Void) async
        -> [UInt8]?
    {
        let places: [(String, AssociationRule)] = [
            ("/apple-app-site-association", .aasaRootOnly),
            ("/.well-known/apple-app-site-association.json", .aasaFileExtension),
        ]
        for (path, rule) in places where answer.status != nil {
            let other = await client.answer(at: address.url(path))
            guard other.isJSON else { continue }
            report(rule, nil)
            return other.bytes
        }
        report(.aasaMissing, answer.failure)
        return nil
    }

    func appleCDN() async -> AssociationResponse? {
        guard options.asksAppleCDN else { return nil }
        let base = SiteAddress(host: "app-site-association.cdn-apple.com", origin: options.appleCDN)
        return await client.answer(at: base.url("/a/v1/\(host)"), recordedFields: AppleCDNFailure.fields)
    }

    func findings(cdn: AssociationResponse, site: AssociationResponse) -> [Finding] {
        let file = cdn.url.absoluteString
        if let failure = AppleCDNFailure(cdn) {
            let severity: AssociationRule.Severity? = failure.triesDirect == true ? .warning : nil
            return [Finding(.aasaCdnFailure, failure.sentence, file: file, severity: severity)]
        }
        if cdn.isInconclusive {
            let message = "Apple's CDN did not answer, so its copy is not known: \(cdn.failure ?? "no answer.")"
            return [Finding(.aasaCdnFailure, message, file: file, severity: .warning, fix: "Ask again later.")]
        }
        guard let copy = cdn.bytes, let original = site.bytes, !Self.isSameJSON(copy, original) else { return [] }
        return [Finding(.aasaCdnStale, Self.change(from: copy, to: original, host: host), file: file)]
    }

    /// Returns a sentence about the links that open differently with the site's file than with the copy of Apple's CDN, or `nil` if
    /// either is not JSON.
    private static func change(from copy: [UInt8], to original: [UInt8], host: String) -> String? {
        func file(_ bytes: [UInt8]) -> AppSiteAssociation? {
            try? AppSiteAssociation(bytes: SignedContent.content(of: bytes) ?? bytes)
        }
        guard let copy = file(copy), let original = file(original) else { return nil }
        let difference = SiteDifference(host: host, from: copy, to: original)
        let changes = difference.links.map(\.description) + difference.entries.map(\.description)
        guard !changes.isEmpty else {
            return "Apple's CDN has another copy than the site serves now, which opens the same links."
        }
        let more = changes.count + difference.omitted - 5
        let rest = more > 0 ? "; and \(more) more" : ""
        return
            "With the site's file instead of the copy of Apple's CDN: \(changes.prefix(5).joined(separator: "; "))\(rest)."
    }

    static func isSameJSON(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        guard first != second else { return true }
        guard let one = try? JSONDocument(first), let other = try? JSONDocument(second) else { return false }
        return one.isEqual(to: other)
    }

    // MARK: - Google

    func android() async -> Outcome {
        let url = address.url(.android)
        var outcome = Outcome(answer: await client.answer(at: url, recordedFields: Self.fields))
        func report(_ rule: AssociationRule, _ message: String? = nil) {
            outcome.findings.append(Finding(rule, message, file: url.absoluteString))
        }
        if options.triesGoogleService {
            await compare(
                &outcome,
                with: "GoogleAssociationService",
                named: "Google's service, GoogleAssociationService,",
                .assetlinksClientBlocked
            )
        }
        if let target = outcome.answer.redirect {
            outcome.findings.append(Self.redirect(.assetlinksRedirect, of: url, to: target))
            outcome.answer = await followed(outcome.answer)
        } else if outcome.answer.isUntrusted {
            report(.assetlinksNotHttps, outcome.answer.failure)
        } else if outcome.answer.isTooLarge {
            report(.assetlinksTooLarge, outcome.answer.failure)
        } else if outcome.answer.bytes == nil {
            let (finding, bytes) = await missing(outcome.answer)
            outcome.findings.append(finding)
            outcome.misplaced = bytes
        }
        guard let bytes = outcome.answer.bytes else { return outcome }
        if outcome.answer.mediaType != "application/json" {
            let type = outcome.answer.mediaType.map(Clip.clip) ?? "missing"
            report(.assetlinksContentType, "The media type is \(type); it must be application/json.")
        }
        if isSlow(outcome.answer) { report(.assetlinksSlow) }
        if options.triesTrailingDot, address.hasName {
            let answer = await client.answer(at: url, withTrailingDot: true)
            if answer.bytes != bytes { report(.assetlinksHostWithDot) }
        }
        outcome.includes = await includes(of: outcome.answer)
        return outcome
    }

    /// Returns the finding that says why there is no file, and the content of one at the root, where no platform reads it.
    private func missing(_ answer: AssociationResponse) async -> (Finding, [UInt8]?) {
        let file = answer.url.absoluteString
        let root = answer.status == nil ? nil : await client.answer(at: address.url("/assetlinks.json"))
        guard let root, root.isJSON else { return (Finding(.assetlinksMissing, answer.failure, file: file), nil) }
        let message = "\(answer.failure ?? "There is no such file.") The file is at /assetlinks.json instead."
        let fix = "Move or copy the file to /.well-known/assetlinks.json."
        return (Finding(.assetlinksMissing, message, file: file, fix: fix, detail: .misplaced), root.bytes)
    }

    private func includes(of answer: AssociationResponse) async -> IncludeReader? {
        guard var reader = IncludeReader(answer, includeLimit: options.includeLimit) else { return nil }
        while let url = reader.next() {
            guard reader.take(await client.answer(at: url, for: .include)) else { break }
        }
        return reader
    }

    // MARK: - Windows

    func windows() async -> Outcome? {
        guard options.asksWindows else { return nil }
        var answer = await client.answer(at: address.url(.windows))
        if answer.bytes == nil, answer.status != nil {
            let root = await client.answer(at: address.url("/windows-app-web-link"))
            if root.isJSON { return Outcome(answer: root) }
            if await client.answer(at: address.url("/.well-known/windows-app-web-link.json")).isJSON {
                let finding = Finding(.windowsJsonSuffix, nil, file: answer.url.absoluteString)
                return Outcome(answer: answer, findings: [finding])
            }
        }
        // A single-page site serves its page for every path, which is not the file.
        if answer.isHTML { answer.bytes = nil }
        return Outcome(answer: answer)
    }

    private func isSlow(_ answer: AssociationResponse) -> Bool {
        answer.duration.map { $0 > options.slowAnswer } ?? false
    }

    /// Fetches the file again with redirects, so that its content can be explained although it is served incorrectly.
    private func followed(_ answer: AssociationResponse) async -> AssociationResponse {
        var followed = await client.answer(at: answer.url, redirects: 5)
        followed.redirect = answer.redirect
        return followed
    }
}

extension AssociationResponse {
    /// Whether the body is a page, as single-page sites serve it for every path.
    var isHTML: Bool {
        if case .html? = bytes.flatMap(NonJSONContent.init) { true } else { false }
    }

    fileprivate var isJSON: Bool { bytes.map { (try? JSONDocument($0)) != nil } ?? false }
}
