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
        let assumption = "the app takes no links, so this is about signing in; --for links asks about links"
        result.hint = Self.joined(purpose.asked == nil ? assumption : nil, evidence.hint)
        // What is right on the site may fail in the app.
        let isRight = !signIn.answers.contains { $0.outcome == .closed || $0.outcome == .undecided }
        if isRight, apps.claims.isEmpty, signIn.answers.contains(where: { $0.app != nil }) {
            result.hint = Self.joined(
                result.hint,
                "--app PROJECT judges the app too: its id, its entitlement and its key"
            )
        }
        result.sources = directory == nil ? [signIn.host] : evidence.paths.values.sorted()
        result.claims = apps.claims
        result.answers = signIn.answers
        result.findings = signIn.findings.map { CheckedFinding($0, file: evidence.paths[$0.file]) }
        require(tags: [], site: evidence.site, of: result.input, &result)
        Self.addUndecided(apps.claims, to: &result)
        if directory == nil, evidence.isUnanswered {
            result.failure = Self.noAnswer(evidence.site.appleResponse.failure, from: result.input)
        }
        if apps.claims.android.isEmpty, !certificates.isEmpty {
            result.failure = "--fingerprint has no effect here, because no app is named: add --app-id or --app"
        }
    }

    /// Whether an input is about signing in although the purpose is not given: the named apps accept no links, but sign in at its
    /// host.
    func isSignIn(_ input: String, at host: String) -> Bool {
        purpose.asked == nil && expectations[input]?.isEmpty ?? true && apps.claims.onlySignIn(at: host)
    }

    /// The hint that another question exists for apps that sign in at a host, or `nil` if none is known to.
    func signInHint(_ claims: AppClaims, _ host: String) -> String? {
        guard purpose.asked == nil else { return nil }
        if let place = claims.callback(at: host) {
            return "the app signs in by an https callback at \(host) (\(place)): --for sign-in asks whether it works"
        }
        guard claims.signIn(at: host) else { return nil }
        return
            "the app signs in at \(host) too: --for sign-in asks whether its passkeys, passwords and https callbacks work"
    }

    /// The error that an app was given for a sign-in check, which needs a site: passwords belong to a site.
    static func appAsSite(_ path: String) -> InputError {
        InputError(
            "\(path) is an app, and --for sign-in asks a site: name its host, and the app with "
                + "--app \(ShellWord.quoted(path))"
        )
    }
}
