public import BoltsPageFetching

/// Which schemes may be opened for a page or an app that is not trusted.
///
/// ``alwaysDenied`` can never be opened, whatever the policy says. ``deniedByDefault`` holds schemes that lead to
/// trouble more often than to an app, and can be allowed one by one. Anything else passes, since an App Link's scheme
/// cannot be known beforehand, unless ``allowed`` names the only ones that may.
///
/// ```swift
/// var policy = SchemePolicy.standard
/// policy.denied.remove("intent")            // an Android host that reads intents itself
/// policy.allowed = ["recipes", "https"]     // nothing but these
/// ```
public struct SchemePolicy: Sendable, Hashable {
    /// Schemes that no policy lets through: they run code in the opener's place, or read files.
    public static let alwaysDenied: Set<URLScheme> = [
        "javascript", "data", "file", "vbscript", "blob", "about", "view-source",
    ]

    /// Schemes that are denied unless a policy takes them off its list.
    ///
    /// Intents can name any component of any app. `itms-services` installs apps. `ssh` and its kin have carried options of
    /// the command line. File shares send the user's password hash, and the backends of GVfs (its `daemon/*.mount` files),
    /// such as `admin` and `trash`, open files. Calls, messages and mail cost money or speak in the user's name, and belong
    /// to no publisher. `shortcuts` and `workflow` run what the user has automated, and `x-man-page` opens a terminal.
    /// `feed` wraps another URL. The rest are the insides of browsers and systems. Schemes of Microsoft's own programs
    /// begin with `ms-` and are denied by ``deniesMicrosoftSchemes``.
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

    /// Schemes this policy denies beyond ``alwaysDenied``.
    public var denied: Set<URLScheme>

    /// Whether schemes that begin with `ms-` are denied.
    public var deniesMicrosoftSchemes: Bool

    /// The only schemes that may be opened, or `nil` for all that are not denied.
    public var allowed: Set<URLScheme>?

    /// What applies when nothing is said.
    public static let standard = SchemePolicy()

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - denied: Schemes to deny beyond those that always are.
    ///   - deniesMicrosoftSchemes: Whether to deny schemes that begin with `ms-`.
    ///   - allowed: The only schemes to let through, or `nil` for no such limit.
    public init(
        denied: Set<URLScheme> = SchemePolicy.deniedByDefault,
        deniesMicrosoftSchemes: Bool = true,
        allowed: Set<URLScheme>? = nil
    ) {
        self.denied = denied
        self.deniesMicrosoftSchemes = deniesMicrosoftSchemes
        self.allowed = allowed
    }

    /// Whether an app may be asked to open a scheme.
    ///
    /// - Parameter scheme: The scheme of the URL.
    /// - Returns: Whether it passes.
    public func allows(_ scheme: URLScheme) -> Bool {
        if Self.alwaysDenied.contains(scheme) || denied.contains(scheme) { return false }
        if deniesMicrosoftSchemes && scheme.name.hasPrefix("ms-") { return false }
        return allowed?.contains(scheme) ?? true
    }

    /// Whether a URL may be opened as the web fallback: only http and https, and only where the policy lets them.
    ///
    /// - Parameter scheme: The scheme of the URL.
    /// - Returns: Whether it passes.
    public func allowsWebFallback(_ scheme: URLScheme) -> Bool {
        scheme.isWeb && allows(scheme)
    }
}
