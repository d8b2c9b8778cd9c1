@_spi(Bolts) import AppFiles
import BoltsAppLinks
@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsSiteCheck
import Foundation

extension SiteChecker {
    func checkSignIn(
        _ host: String,
        at url: URL? = nil,
        directory: String?,
        _ result: inout CheckResult
    ) async throws {
        let evidence = try await SignInEvidence(
            of: host,
            at: url,
            purpose,
            directory: directory,
            options,
            pages,
            fetcher: fetcher
        )
        if let failure = evidence.site.proxyFailure { throw failure }
        let others = directory == nil ? try await others(apps.claims, besides: evidence.site.host) : []
        let signIn = evidence.signIn(claims: apps.claims, others: others)
        result.host = signIn.host
        result.hint = evidence.hint
        result.sources = directory == nil ? [signIn.host] : evidence.paths.values.sorted()
        result.claims = apps.claims
        result.answers = signIn.answers
        result.findings = signIn.findings.map { CheckedFinding($0, file: evidence.paths[$0.file]) }
        require(tags: [], site: evidence.site, of: result.input, &result)
        result.failure = Self.unread(signIn.answers)
        if directory == nil, evidence.isUnanswered {
            result.failure = Self.noAnswer(evidence.site.appleResponse.failure, from: result.input)
        }
        if apps.claims.android.isEmpty, !certificates.isEmpty {
            result.failure = "--fingerprint has no effect here, because no app is named: add --app-id or --app"
        }
    }

    /// The error that an app was given for a sign-in check, which needs a site: passwords belong to a site.
    static func appAsSite(_ path: String) -> InputError {
        InputError(
            "\(path) is an app, and --for sign-in asks a site: name its host, and the app with "
                + "--app \(ShellWord.quoted(path))"
        )
    }
}
