@_spi(Bolts) import BoltsSiteCheck

/// The https callbacks in a source file that signs in by a library, and whether it uses passkeys or the system's passwords.
///
/// Only literal addresses count, in the place where the library takes the address to return to.
struct CallbackSource {
    /// A file without one of these names signs in by none of the known libraries.
    static let filter = CodeFilter([
        "AppAuth", "appauth", "app-auth", "flutter_web_auth", "expo-auth-session", "expo-web-browser", "Auth0", "auth0",
        "MSAL", "msal", "ASWebAuthenticationSession", "CredentialManager", "credential_manager", "native-passkey",
        "passkeys/",
    ])

    private static let credentials: [StaticString] = [
        "CredentialManager", "Passkey", "passkeys", "PasskeyAuthenticator",
    ]
    private static let labels: [StaticString] = ["redirectURL", "redirectUrl", "redirectURI", "redirectUri"]
    /// The functions that take the address to return to without a label, with its place among the arguments.
    private static let functions: [(name: StaticString, argument: Int)] = [
        ("AuthorizationTokenRequest", 1), ("AuthorizationRequest", 1), ("Builder", 3), ("openAuthSessionAsync", 1),
    ]
    private static let words = CodeWords(
        credentials + labels + functions.map(\.name) + ["https", "httpsHost", "callbackWithHTTPSHost", "useHTTPS"]
    )
    /// The maximum number of tokens between a label and its text, as in `redirectURL: [NSURL URLWithString: @"…"]`.
    private static let maximumDistance = 8
    /// The maximum number of tokens of a call, and between a session and its domain.
    private static let maximumLength = 400

    private let code: CodeTokens
    private let file: String
    private let language: CodeLanguage
    private(set) var facts = SourceCallbacks()

    init(_ bytes: [UInt8], file: String, _ language: CodeLanguage, work: CodeWork? = nil) {
        // Texts of JavaScript are written as those of Dart.
        code = CodeTokens(bytes, language == .javaScript ? .dart : language, stoppingAt: Self.words, work: work)
        self.file = file
        self.language = language
        for index in code.stops { read(index) }
    }

    private mutating func read(_ index: Int) {
        if code.hasAny(Self.credentials, at: index) {
            facts.usesCredentials = true
        } else if code.hasAny(Self.labels, at: index), code.hasAny([":", "="], at: index + 1) {
            add(text(in: index + 2..<index + 2 + Self.maximumDistance).flatMap(Self.host), at: index)
        } else if let function = Self.functions.first(where: { code.has($0.name, at: index) }),
            code.has("(", at: index + 1),
            !code.has("Builder", at: index) || code.has("AuthorizationRequest", at: index - 2)
        {
            add(argument(function.argument, at: index + 1).flatMap { text(in: $0) }.flatMap(Self.host), at: index)
        } else if code.has("https", at: index), code.has(".", at: index - 1), code.has("host", at: index + 2) {
            add(code.host(at: index + 4), at: index)
        } else if code.has("httpsHost", at: index), code.has(":", at: index + 1) {
            add(code.host(at: index + 2), at: index)
        } else if code.has("callbackWithHTTPSHost", at: index) {
            add(code.host(at: index + 3), at: index)
        } else if code.has("useHTTPS", at: index) {
            add(domain(before: index), at: index)
        }
    }

    private mutating func add(_ host: String?, at index: Int) {
        guard let host else { return }
        let place = SourcePlace(file: file, line: code.line(at: index))
        if language != .kotlin, language != .java { facts.appleHosts[host] = facts.appleHosts[host] ?? place }
        if language != .swift, language != .objectiveC { facts.androidHosts[host] = facts.androidHosts[host] ?? place }
    }

    /// The host of an https address, or `nil` for another text.
    private static func host(_ text: String) -> String? {
        let address = text.dropFirst().dropLast()
        guard address.hasPrefix("https://") else { return nil }
        let host = address.dropFirst(8).prefix { !"/:?#".contains($0) }.lowercased()
        let isHost =
            host.contains(".") && host.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-.".utf8.contains($0) }
        return isHost ? host : nil
    }

    /// The first text in a range, if it is the whole argument: not a choice, a comparison or the beginning of a sum.
    private func text(in range: Range<Int>) -> String? {
        for index in range {
            if let text = code.text(at: index) { return code.has("+", at: index + 1) ? nil : text }
            if code.hasAny([",", ";", "}", "?", "="], at: index) { return nil }
        }
        return nil
    }

    /// The tokens of an argument in the brackets that open at an index, or `nil` if there are fewer.
    private func argument(_ wanted: Int, at open: Int) -> Range<Int>? {
        let end = min(code.end(ofBracketAt: open) - 1, open + Self.maximumLength)
        var (start, count, index) = (open + 1, 0, open + 1)
        while index < end {
            if code.has(",", at: index) {
                if count == wanted { return start..<index }
                (start, count) = (index + 1, count + 1)
            }
            index = code.hasAny(["(", "[", "{"], at: index) ? code.end(ofBracketAt: index) : index + 1
        }
        return count == wanted && start < end ? start..<end : nil
    }

    /// The domain of Auth0's session whose callback is https: `domain: "…"`, or the first argument of `Auth0`.
    private func domain(before end: Int) -> String? {
        for index in (max(0, end - Self.maximumLength)..<end).reversed() {
            if code.has("domain", at: index), code.has(":", at: index + 1) { return code.host(at: index + 2) }
            if code.has("Auth0", at: index), code.has("(", at: index + 1) { return code.host(at: index + 2) }
        }
        return nil
    }
}
