import Foundation
import Testing

@_spi(Bolts) @testable import BoltsAssociations
@_spi(Bolts) @testable import BoltsSiteCheck

/// Tests how certificates of apps and fingerprints of statements decide.
struct AppCertificateTests: AppSideSuite {
    private typealias Input = AppSideInput

    @Test func severalCertificatesOfOneAppAreOneSentence() throws {
        let third = AppCertificate(fingerprint: Input.print.map { $0 ^ 0x55 })
        var files = Input.android(certificates: [AppCertificate(fingerprint: Input.print)], file: "one.apk")
            .and(Input.android(certificates: [Input.other], file: "two.apk"))
            .and(Input.android(certificates: [third], file: "three.apk"))
        files.claims.sources = ["one.apk", "two.apk", "three.apk"]
        let built = files.verdict().findings.filter { $0.rule.id == "cross-app-certificate" }
        #expect(
            built.map(\.message)
                == ["assetlinks.json lists the certificate of one.apk, not those of two.apk and three.apk."]
        )
        #expect(built.first?.fix.contains("\(Input.other.fingerprint) and \(third.fingerprint)") == true, "\(built)")
        var named = Input.android()
        named.claims.android.append(
            AndroidAppClaims(
                package: Input.package,
                file: "--fingerprint",
                rank: .delivered,
                certificates: [AppCertificate(fingerprint: Input.print), Input.other]
            )
        )
        let verdict = named.verdict()
        let found = verdict.findings.filter { $0.rule.id == "cross-app-certificate" }
        #expect(found.count == 1 && found.first?.severity == .error, "\(found)")
        let listed = Input.fingerprint.prefix(11)
        let message = "include \(listed)…, not \(Input.other.fingerprint.prefix(11))…."
        #expect(found.first?.message.hasSuffix(message) == true, "\(found)")
        #expect(verdict.answers.contains { $0.outcome == .opens }, "\(verdict.answers)")
    }

    @Test func theStatementWithTheCertificateIsTheOneThatIsNamed() throws {
        let first = Input.androidFile([Input.other.fingerprint]).dropLast()
        let second = Input.androidFile([Input.fingerprint]).dropFirst()
        var input = Input.android(certificates: [AppCertificate(fingerprint: Input.print)])
        input.android = "\(first),\n\(second)"
        let text = try answer(.android, input).text
        #expect(text.contains("by the statement at assetlinks.json:2:1;"), "\(text)")
        input.android = "\(Input.androidFile([Input.fingerprint]).dropLast()),\n\(first.dropFirst())]"
        #expect(try answer(.android, input).text.contains("by the statement at assetlinks.json:1:2;"))
    }

    @Test func theCertificateOfAStoreBundleDecidesNothing() throws {
        let input = Input.android(certificates: [Input.other], isBundle: true)
        #expect(try answer(.android, input).outcome == .opens)
        let delivered = Input.android(nil, certificates: [Input.other], rank: .delivered, file: "--fingerprint")
        let answer = try answer(.android, input.and(delivered))
        #expect(answer.finding?.rule.id == "cross-app-certificate", "\(answer)")
        #expect(answer.finding?.fix.contains(Input.other.fingerprint) == true)
    }

    @Test func aPlaceholderForTheFingerprintIsTheCauseAndTheFixHasTheRealOne() throws {
        let file = Input.androidFile(["REPLACE_WITH_PLAY_SHA256"])
        let answer = try answer(.android, Input.android(certificates: [Input.other]).with(android: file))
        #expect(answer.finding?.rule.id == "assetlinks-fingerprint-placeholder", "\(answer)")
        #expect(answer.finding?.fix.contains(Input.other.fingerprint) == true, "\(answer)")
    }

    /// A malformed fingerprint is the cause if no other one is listed, or if the app is signed with that certificate.
    @Test(arguments: [
        ("own", nil, true, nil, AssociationRule.Severity.warning),
        ("own", "own", true, nil, .warning),
        ("own", "lower", true, "assetlinks-fingerprint-lowercase", .error),
        ("two statements", nil, true, nil, .warning),
        ("two statements", "lower", true, "assetlinks-fingerprint-lowercase", .error),
        ("alone", nil, true, "assetlinks-fingerprint-lowercase", .error),
        ("alone", "lower", true, "assetlinks-fingerprint-lowercase", .error),
        ("passwords", nil, true, "cross-app-not-listed", .error),
        ("sample", nil, true, "assetlinks-fingerprint-sample", .error),
        ("own", "lower", false, "android-app-no-auto-verify", .warning),
    ])
    func aMalformedFingerprintClosesOnlyWhatItAloneVerifies(
        _ kind: String,
        _ signer: String?,
        _ isVerified: Bool,
        _ cause: String?,
        _ severity: AssociationRule.Severity
    ) throws {
        let (own, lower) = (Input.fingerprint, Input.other.fingerprint.lowercased())
        let links = "delegate_permission/common.handle_all_urls"
        let passwords = Input.androidFile([own]).replacing(links, with: "delegate_permission/common.get_login_creds")
        let alone = Input.androidFile([lower])
        let file =
            switch kind {
            case "own": Input.androidFile([own, lower])
            case "two statements": "\(Input.androidFile([own]).dropLast()), \(alone.dropFirst())"
            case "passwords": "\(passwords.dropLast()), \(alone.dropFirst())"
            case "sample": Input.androidFile([Array(repeating: "AA", count: 32).joined(separator: ":"), lower])
            default: alone
            }
        var input = Input.android([Input.filter(verified: isVerified)]).with(android: file)
        if let signer {
            let certificate = signer == "own" ? AppCertificate(fingerprint: Input.print) : Input.other
            input = input.and(Input.android(nil, certificates: [certificate], rank: .delivered, file: "--fingerprint"))
        }
        let answer = try answer(.android, input)
        #expect(answer.outcome == (cause == nil ? .opens : .closed) && answer.finding?.rule.id == cause, "\(answer)")
        let found = input.verdict().findings.filter { $0.rule.id == "assetlinks-fingerprint-lowercase" }
        #expect(found.map(\.severity) == [severity], "\(found)")
    }
}
