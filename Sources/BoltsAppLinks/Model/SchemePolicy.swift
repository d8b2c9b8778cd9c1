public import BoltsPageFetching

/// The schemes that may be opened on behalf of an untrusted page or app.
///
/// No policy can allow the schemes in ``alwaysDenied``. Those in ``deniedByDefault`` are risky and rarely open an app;
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
    public static let alwaysDenied: Set<URLScheme> = [
        "javascript", "data", "file", "vbscript", "blob", "about", "view-source",
    ]

    /// Schemes that are denied unless a policy removes them from ``denied``.
    ///
    /// `intent` can name any component of any app. `itms-services` installs apps. `ssh` and similar schemes have been
    /// abused to pass command-line options. File shares send the user's password hash, and the backends of GVfs (its
    /// `daemon/*.mount` files), such as `admin` and `trash`, open files. Calls, messages and mail cost money or are
    /// sent in the user's name, and are not a publisher's app. `shortcuts` and `workflow` run the user's automations,
    /// and `x-man-page` opens a terminal. `feed` wraps another URL. The others are internal to browsers and systems.
    /// Schemes of Microsoft's own programs begin with `ms-`; ``deniesMicrosoftSchemes`` denies them.
    public static let deniedByDefault: Set<URLScheme> = [
        "intent", "android-app", "content",
        "itms-services", "prefs", "app-prefs", "app-settings", "x-apple.systempreferences",
        "ssh", "sftp", "scp", "telnet", "tn3270", "rlogin", "vnc", "rdp",
        "ftp", "ftps", "smb", "cifs", "nfs", "afp", "dav", "davs", "dav+sd", "davs+sd", "ldap", "ldaps",
        "admin", "trash", "recent", "computer", "network", "archive", "burn", "dns-sd", "wsdd", "obex", "mtp",
        "gphoto2",
        "afc", "google-drive", "onedrive", "localtest",
        "tel", "telprompt", "callto", "sip", "sips", "sms", "smsto", "mms", "mmsto", "imessage", "mailto",
        "facetime", "facetime-audio", "facetime-prompt", "facetime-audio-prompt",
        "jar", "mhtml", "mk", "its", "res", "hcp", "shell", "search", "search-ms", "help", "applescript",
        "shortcuts", "workflow", "x-man-page", "feed", "feeds",
        "filesystem", "resource", "wyciwyg", "chrome", "chrome-extension", "moz-extension", "edge", "opera", "brave",
        "livescript", "mocha", "gopher", "tftp",
    ]

    /// The schemes that this policy denies in addition to ``alwaysDenied``.
    public var denied: Set<URLScheme>

    /// Whether schemes that begin with `ms-` are denied.
    public var deniesMicrosoftSchemes: Bool

    /// The only schemes that may be opened, or `nil` for all that are not denied.
    public var allowed: Set<URLScheme>?

    /// The default policy.
    public static let standard = SchemePolicy()

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - denied: The schemes to deny in addition to ``alwaysDenied``.
    ///   - deniesMicrosoftSchemes: Whether to deny schemes that begin with `ms-`.
    ///   - allowed: The only schemes to allow, or `nil` for all that are not denied.
    public init(
        denied: Set<URLScheme> = SchemePolicy.deniedByDefault,
        deniesMicrosoftSchemes: Bool = true,
        allowed: Set<URLScheme>? = nil
    ) {
        self.denied = denied
        self.deniesMicrosoftSchemes = deniesMicrosoftSchemes
        self.allowed = allowed
    }

    /// Whether an app may be opened with a URL of a scheme.
    ///
    /// - Parameter scheme: The scheme of the URL.
    /// - Returns: Whether the policy allows it.
    public func allows(_ scheme: URLScheme) -> Bool {
        if Self.alwaysDenied.contains(scheme) || denied.contains(scheme) { return false }
        if deniesMicrosoftSchemes && scheme.name.hasPrefix("ms-") { return false }
        return allowed?.contains(scheme) ?? true
    }

    /// Whether a URL may be opened as the web fallback: only http and https can be, if the policy allows them.
    ///
    /// - Parameter scheme: The scheme of the URL.
    /// - Returns: Whether the policy allows it.
    public func allowsWebFallback(_ scheme: URLScheme) -> Bool {
        scheme.isWeb && allows(scheme)
    }
}
