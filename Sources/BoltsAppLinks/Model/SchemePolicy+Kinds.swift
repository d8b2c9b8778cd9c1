import BoltsPageFetching

/// The schemes that are denied by default, by kind; `docs/design/security.md` has a source for each kind, and its cost to apps.
extension SchemePolicy {
    /// Schemes of programs that install software: package managers, system stores, Java Web Start.
    static let installers: Set<LinkScheme> = [
        "itms-services", "jnlp", "jnlps", "apt", "apt+http", "snap", "appstream", "flatpak", "flatpak+https", "zypp",
        "ymp",
    ]

    /// Schemes of programs that log in to another machine or show its screen.
    static let remoteShells: Set<LinkScheme> = [
        "ssh", "sftp", "scp", "fish", "svn+ssh", "git+ssh", "bzr+ssh", "hg+ssh", "rsync", "mosh", "telnet", "telnets",
        "tn3270", "tn5250", "rlogin", "vnc", "rdp", "nx", "spice", "spice+tls", "remmina", "x2go", "ica",
    ]

    /// Schemes of programs that execute their input, and of editors whose links open folders, extensions or tasks.
    static let codeRunners: Set<LinkScheme> = [
        "shell", "applescript", "shortcuts", "workflow", "x-man-page", "terminal", "x-terminal-emulator", "iterm2",
        "vscode", "vscode-insiders", "vscodium", "code-oss", "cursor", "windsurf", "zed", "jetbrains", "idea",
        "pycharm",
        "webstorm", "phpstorm", "goland", "clion", "rubymine", "txmt", "mvim", "emacs", "org-protocol",
        "subl", "xcode", "qtcreator", "docker-desktop", "livescript", "mocha",
    ]

    /// Schemes of the system's settings, help and search.
    static let systemSettings: Set<LinkScheme> = [
        "prefs", "app-prefs", "app-settings", "x-apple.systempreferences", "systemsettings", "kcm", "hcp",
        "help", "search", "search-ms",
    ]

    /// Schemes of network shares, whose programs send the password's hash, and of locations that file managers open.
    static let fileShares: Set<LinkScheme> = [
        "ftp", "ftps", "smb", "cifs", "nfs", "afp", "dav", "davs", "dav+sd", "davs+sd", "webdav", "webdavs", "ldap",
        "ldaps", "admin", "trash", "recent", "computer", "network", "archive", "burn", "dns-sd", "wsdd", "obex", "mtp",
        "gphoto2", "afc", "google-drive", "onedrive", "localtest", "tftp", "gopher",
    ]

    /// Schemes of calls, messages and mail, which cost money or act in the user's name.
    static let messages: Set<LinkScheme> = [
        "tel", "telprompt", "callto", "sip", "sips", "sms", "smsto", "mms", "mmsto", "imessage", "mailto",
        "facetime", "facetime-audio", "facetime-prompt", "facetime-audio-prompt",
    ]

    /// Schemes that wrap another URL, start any component of any app, or are internal to browsers.
    static let internals: Set<LinkScheme> = [
        "intent", "android-app", "content", "feed", "feeds", "jar", "mhtml", "mk", "its", "res", "filesystem",
        "resource",
        "wyciwyg", "chrome", "chrome-extension", "moz-extension", "edge", "opera", "brave",
    ]
}
