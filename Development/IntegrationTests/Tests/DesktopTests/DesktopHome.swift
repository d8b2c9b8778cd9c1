import BrowserDriver
import Foundation

/// A user's home with an app for `recipes:` and `notes:`, and a browser for the web.
struct DesktopHome {
    let scratch: Scratch
    let environment: [String: String]

    /// Makes the home.
    ///
    /// - Parameters:
    ///   - display: The display of the browser's windows.
    ///   - origin: The site whose links to apps the user has permanently allowed; the browser asks at the first link.
    /// - Throws: Foundation's error for a file that cannot be written.
    init(display: String, origin: String) throws {
        scratch = try Scratch()
        environment = [
            "HOME": scratch.path("home"), "XDG_DATA_HOME": scratch.path("data"),
            "XDG_CONFIG_HOME": scratch.path("config"),
            "XDG_CACHE_HOME": scratch.path("cache"), "XDG_RUNTIME_DIR": scratch.url.path, "XDG_CURRENT_DESKTOP": "",
            "XDG_DATA_DIRS": "/usr/share", "DISPLAY": display, "TMPDIR": scratch.path("home"), "BROWSER": "",
        ]
        let sandbox = geteuid() == 0 ? "--no-sandbox" : ""
        let programs = Self.products
        try scratch.write("home/.keep", "")
        try scratch.write(
            "Default/Preferences",
            """
            {"protocol_handler": {"allowed_origin_protocol_pairs": {"\(origin)": {"recipes": true, "notes": true}}}}
            """
        )
        // The app writes its arguments to a file that the tests read, and then starts the receiving app.
        try scratch.write(
            "app",
            """
            #!/bin/sh
            printf '%s' "$1" > '\(scratch.path("argument"))'
            '\(programs)/applinks' parse --json "$1" > '\(scratch.path("parsed"))'
            '\(programs)/ReceivingApp' "$1" > '\(scratch.path("app.part"))' 2>&1
            mv '\(scratch.path("app.part"))' '\(scratch.path("app.log"))'
            """,
            isProgram: true
        )
        try scratch.write(
            "browser",
            """
            #!/bin/sh
            exec chromium \(sandbox) --user-data-dir='\(scratch.url.path)' "$1" > '\(scratch.path("browser.log"))' 2>&1
            """,
            isProgram: true
        )
        for (name, schemes) in [("app", ["recipes", "notes"]), ("browser", ["http", "https"])] {
            let types = schemes.map { "x-scheme-handler/\($0);" }.joined()
            try scratch.write(
                "data/applications/bolts-\(name).desktop",
                """
                [Desktop Entry]
                Type=Application
                Name=Bolts \(name)
                Exec=\(scratch.path(name)) %u
                NoDisplay=true
                MimeType=\(types)

                """
            )
        }
        try scratch.write(
            "config/mimeapps.list",
            """
            [Default Applications]
            x-scheme-handler/recipes=bolts-app.desktop
            x-scheme-handler/notes=bolts-app.desktop
            x-scheme-handler/http=bolts-browser.desktop
            x-scheme-handler/https=bolts-browser.desktop

            """
        )
    }

    /// The folder of the programs that are built with the tests.
    static var products: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().path
    }
}
