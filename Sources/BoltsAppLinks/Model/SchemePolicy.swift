internal import BoltsBase
public import BoltsPageFetching

/// The schemes that may be opened on behalf of an untrusted page or app.
///
/// No policy can allow schemes that run code or read files, such as `javascript`. Those in ``deniedByDefault`` are risky and rarely open an app;
/// each can be allowed. Any other scheme is allowed, because the schemes of App Links are not known in advance, unless
/// ``allowed`` lists the only ones.
///
/// ```swift
/// var policy = SchemePolicy.standard
/// policy.denied.remove("intent")            // an Android host that reads intents itself
/// policy.allowed = ["recipes", "https"]     // nothing but these
/// ```
public struct SchemePolicy: Sendable, Hashable {
    /// Schemes that no policy can allow, because they run code or read files.
    @_spi(Bolts) public static let alwaysDenied: Set<LinkScheme> = [
        "javascript", "data", "file", "vbscript", "blob", "about", "view-source",
    ]

    /// Schemes that are denied unless a policy removes them from ``denied``.
    ///
    /// These are installers (`itms-services`, `jnlp`, `apt`, `snap` …), remote shells and screens (`ssh`, `fish`, `rdp` …),
    /// terminals and editors that run code (`x-terminal-emulator`, `vscode` …), a system's settings, help and search, file
    /// shares, which receive the user's password hash, and the locations of file managers. Calls, messages and mail are denied
    /// because they cost money or are sent in the user's name, and are not a publisher's app. `intent` can name any component
    /// of any app, `feed` wraps another URL, and the others are internal to browsers and systems. Schemes of Microsoft's own
    /// programs begin with `ms-`; ``deniesMicrosoftSchemes`` denies them.
    ///
    /// To open an app whose own scheme is in this list, remove the scheme from ``denied``.
    public static let deniedByDefault: Set<LinkScheme> = installers.union(remoteShells).union(codeRunners)
        .union(systemSettings).union(fileShares).union(messages).union(internals)

    /// The schemes that this policy denies in addition to those that no policy can allow.
    public var denied: Set<LinkScheme>

    /// Whether schemes that begin with `ms-` are denied.
    public var deniesMicrosoftSchemes: Bool

    /// The only schemes that may be opened, or `nil` for all that are not denied.
    public var allowed: Set<LinkScheme>?

    /// The default policy.
    public static let standard = SchemePolicy()

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - denied: The schemes to deny in addition to those that no policy can allow.
    ///   - deniesMicrosoftSchemes: Whether to deny schemes that begin with `ms-`.
    ///   - allowed: The only schemes to allow, or `nil` for all that are not denied.
    public init(
        denied: Set<LinkScheme> = SchemePolicy.deniedByDefault,
        deniesMicrosoftSchemes: Bool = true,
        allowed: Set<LinkScheme>? = nil
    ) {
        self.denied = denied
        self.deniesMicrosoftSchemes = deniesMicrosoftSchemes
        self.allowed = allowed
    }

    /// Whether an app may be opened with a URL of a scheme.
    ///
    /// - Parameter scheme: The scheme of the URL.
    /// - Returns: Whether the policy allows it.
    public func allows(_ scheme: LinkScheme) -> Bool {
        if Self.alwaysDenied.contains(scheme) || denied.contains(scheme) { return false }
        if deniesMicrosoftSchemes && scheme.name.hasPrefix("ms-") { return false }
        return allowed?.contains(scheme) ?? true
    }

    /// Whether a URL may be opened as the web fallback: only http and https can be, if the policy allows them.
    package func allowsWebFallback(_ scheme: LinkScheme) -> Bool {
        scheme.isWeb && allows(scheme)
    }

    /// Why a URL is not opened as the web fallback, or `nil` if it may be opened.
    @_spi(Bolts) public func refusalOfWebFallback(_ url: OpenableURL) -> String? {
        guard allowsWebFallback(url.scheme) else {
            return "the web fallback may only be http or https, not \(url.scheme.name.quoted())"
        }
        return url.url == nil ? "the system cannot read the URL" : nil
    }
}
