import BoltsAppLinks
import BoltsPageFetching
import Foundation
import Testing

@testable import BoltsBrowsers

/// Tests which driver is found for a browser.
@Suite struct InstalledBrowserTests {
    /// A directory of programs that do nothing.
    private func directory(_ names: String...) throws -> String {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("drivers-\(UUID().uuidString)")
        for name in names {
            let file = directory.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("#!/bin/sh\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        return directory.path
    }

    @Test(.tags(.l6)) func theFirstInstalledBrowserIsChosen() throws {
        let path = try directory("WPEWebDriver", "WebKitWebDriver", "lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser")
        let browser = "\(path)/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser"
        let environment = ["PATH": "relative:/nowhere:\(path)"]
        let wpe = try InstalledBrowser(.automatic, environment: environment, roots: ["\(path)/lib"])
        #expect(wpe.kind == .wpe(browser: browser) && wpe.path == "\(path)/WPEWebDriver")
        // There is no usable browser without WPE's browser and without a display for the other one.
        #expect(throws: PageError.self) {
            try InstalledBrowser(.automatic, environment: environment, roots: [])
        }
        let display = ["PATH": path, "DISPLAY": ":0", "SECRET": "x"]
        let gtk = try InstalledBrowser(.automatic, environment: display, roots: [])
        #expect(gtk.kind == .webKitGTK && gtk.environment == ["DISPLAY": ":0"])
        let chromium = try directory("chromium")
        let both = ["PATH": "\(path):\(chromium)"]
        #expect(try InstalledBrowser(.automatic, environment: both, roots: ["\(path)/lib"]).kind == .chromium)
        for directory in [path, chromium] { try FileManager.default.removeItem(atPath: directory) }
    }

    @Test(.tags(.l6)) func aPathNamesTheBrowser() throws {
        let path = try directory("chromedriver", "chromium", "geckodriver", "WPEWebDriver")
        func kind(_ name: String) throws -> InstalledBrowser.Kind {
            try InstalledBrowser(.driver(path: "\(path)/\(name)"), environment: [:], roots: []).kind
        }
        // Chromium is controlled without its driver, so a path of the driver selects Chromium.
        let chromium = InstalledBrowser(.chromium, "\(path)/chromium")
        for name in ["chromedriver", "chromium"] {
            let found = try InstalledBrowser(.driver(path: "\(path)/\(name)"), environment: [:], roots: [])
            #expect(found == chromium)
        }
        #expect(try kind("geckodriver") == .other)
        #expect(throws: PageError.self) { try kind("WPEWebDriver") }
        #expect(throws: PageError.self) { try kind("safaridriver") }
        try FileManager.default.removeItem(atPath: path)
    }

    @Test(.tags(.l7)) func webKitUsesTheProxy() {
        for (kind, key) in [
            (InstalledBrowser.Kind.wpe(browser: "/b"), "wpe:browserOptions"), (.webKitGTK, "webkitgtk:browserOptions"),
        ] {
            let capabilities = WebDriverCapabilities(kind: kind, proxyPort: 7, options: BrowserOptions())
            let wanted = capabilities.request["capabilities"]?["alwaysMatch"]
            let arguments = wanted?[key]?["args"]?.array?.compactMap(\.string) ?? []
            #expect(wanted?["proxy"] == nil)
            #expect(arguments.contains("--proxy=http://127.0.0.1:7") && arguments.contains("--automation"))
        }
    }

    @Test(.tags(.l7)) func chromiumKeepsItsSandboxUnlessRoot() {
        let arguments = ChromiumArguments.list(directory: "/x", acceptsInsecureCertificates: false)
        #expect(arguments.contains("--no-sandbox") == (geteuid() == 0))
        #expect(arguments.contains("--proxy-bypass-list=<-loopback>"))
    }
}
