public import Foundation

/// How a finding, or any violation of a rule, is fixed.
@_spi(Bolts)
public enum Fix: Sendable, Hashable {
    /// Edits of data files, which were tried on a copy; if none passes the trial, a question is asked. Edits that name a link do
    /// not change the code, so what that lacks is `left`.
    case edit([PlacedEdits], FixSafety, left: [Finding] = [])
    /// The whole text of missing files, and the command that proves that they are served, if a page is served instead.
    case file([MissingFile], proof: String? = nil)
    /// Something to do on a server, in an app's code or on a device, and the command that proves that it was done.
    case instruction(proof: String)
    /// A question that only a person can answer.
    case question(FixQuestion)

    /// The name of the fix's kind in reports.
    public var name: String {
        switch self {
        case .edit: "edit"
        case .file: "file"
        case .instruction: "instruction"
        case .question: "question"
        }
    }

    /// Returns the fix of a finding for which no edit passed the trial; `link` is `nil` if a whole site is judged.
    public init(of finding: Finding, host: String?, claims: AppClaims, link: URL? = nil) {
        let place = FixPlace(finding, host: host, claims: claims)
        // A missing file may be reported by a rule about its content, or about the page that is in its place.
        if finding.detail == .unserved || finding.rule == .aasaHtml {
            let files = MissingFile.all(for: finding, claims, link)
            if !files.isEmpty {
                self = .file(files, proof: AssociationRule.proofs[finding.rule.id].map(place.filled))
                return
            }
        }
        switch finding.rule.usualFix {
        case .instruction(let proof): self = .instruction(proof: place.filled(proof))
        case .file where finding.rule == .linkNoApp && finding.detail == .ofOtherHost:
            self = .question(
                FixQuestion(
                    "Whose host is \(host ?? "this")?",
                    [
                        "Somebody else's, such as a mail service's: share a link of your own host.",
                        "Your own: name it in the app, and serve the two files there.",
                    ]
                )
            )
        case .file where [.refused, .misplaced].contains(finding.detail):
            self = .instruction(proof: place.filled(AssociationRule.answersProof))
        case .file where finding.detail == .undeployed:
            let proof = AssociationRule.proofs[AssociationRule.crossAppNotDeployed.id].map(place.filled)
            self = .instruction(proof: proof ?? place.gone(finding))
        case .file:
            let files = MissingFile.all(for: finding, claims, link)
            self = files.isEmpty ? .question(MissingFile.question(claims)) : .file(files)
        case .edit, .question, nil:
            // If the sources leave something open, only the build's output decides.
            let rule = finding.detail == .unread ? .androidAppUnresolved : finding.rule
            var question = Self.isDecided(finding, claims) ? nil : rule.question
            var proof = AssociationRule.proofs[finding.rule.id].map(place.filled)
            if rule == .androidAppUnresolved, let kinds = question?.only(claims.builds(of: finding.file)),
                !kinds.answers.isEmpty
            {
                question = kinds
                // With one kind of build, nothing is to be decided.
                if kinds.answers.count == 1, let option = kinds.answers[0].firstRange(of: "--app") {
                    question = nil
                    proof = "the same command and \(kinds.answers[0][option.lowerBound...].dropLast())"
                }
            }
            self = question.map(Fix.question) ?? .instruction(proof: proof ?? place.gone(finding))
        }
    }
}

extension Fix {
    /// Whether a finding leaves nothing to ask: the host to write has a known place, only one target lacks the file of
    /// entitlements, the host's file lists the app, or what is wrong is needless.
    private static func isDecided(_ finding: Finding, _ claims: AppClaims) -> Bool {
        switch finding.detail {
        case .listed, .needless: return true
        case .unread: return false
        case .unsigned:
            let open = claims.apple.filter { app in
                if case .project(unused: _?) = app.domainSource { app.role == .app } else { false }
            }
            return Set(open.map(\.target)).count < 2
        default: return finding.rule == .signInRPHost && finding.place != nil
        }
    }
}

extension AppClaims {
    /// The kinds of builds of the apps in a file, as ``FixQuestion`` names them; of all apps, if the file belongs to none of them.
    fileprivate func builds(of file: String) -> Set<String> {
        let apps = android.map { ($0.file, "Android") } + apple.map { ($0.file, "Apple") }
        let own = apps.filter { $0.0 == file }
        return Set(
            (own.isEmpty ? apps : own).map { file, platform in
                let name = file.split(separator: "/").last ?? ""
                return name == "app.json" || name.hasPrefix("app.config.") ? "Expo" : platform
            }
        )
    }
}

/// The values of a finding for the placeholders in its rule's command.
private struct FixPlace {
    private let url: String
    private let host: String
    private let package: String

    init(_ finding: Finding, host: String?, claims: AppClaims) {
        let name = host ?? "HOST"
        let names = [
            "assetlinks": "assetlinks.json", "webauthn": "webauthn", "passkey": "passkey-endpoints",
            "windows": "windows-app-web-link",
        ]
        let path =
            finding.rule.id.split(separator: "-").first.flatMap { names[String($0)] } ?? "apple-app-site-association"
        let isURL = finding.file.hasPrefix("https://") || finding.file.hasPrefix("http://")
        url = Self.quotable(isURL ? finding.file : "https://\(name)/.well-known/\(path)")
        self.host = Self.quotable(name)
        package = Self.quotable(claims.android.compactMap(\.package).first ?? "PACKAGE")
    }

    /// Text that may be between single quotes in a shell.
    private static func quotable(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.value > 0x20 && $0.value < 0x7F && $0 != "'" && $0 != "\\" })
    }

    /// The proof that a finding is gone.
    func gone(_ finding: Finding) -> String {
        // The link or the app is needed too, and about signing in the page.
        let starts = ["link-", "android-app-", "ios-app-"]
        if finding.rule == .signInRPHost || starts.contains(where: finding.rule.id.hasPrefix) {
            return "the same command prints no \(finding.rule.id)"
        }
        let isLocal = !finding.file.isEmpty && !finding.file.contains("://")
        return "applinks check \(isLocal ? "'\(Self.quotable(finding.file))'" : host) prints no \(finding.rule.id)"
    }

    func filled(_ proof: String) -> String {
        proof.replacing("URL", with: url).replacing("HOST", with: host).replacing("PACKAGE", with: package)
    }
}
