#if os(Linux) || os(macOS)
import BoltsAppLinks
import BoltsPageFetching
import Foundation
import Testing

@testable import BoltsBrowsers


/// Which driver is found for a browser.
@Suite struct InstalledDriverTests {
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

    @Test("L6: the first browser that is installed whole is taken")
    func L6_automatic() throws {
        let path = try directory("WPEWebDriver", "WebKitWebDriver", "lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser")
        let browser = "\(path)/lib/x86_64-linux-gnu/wpe-webkit-1.1/MiniBrowser"
        let environment = ["PATH": "relative:/nowhere:\(path)"]
        let wpe = try InstalledDriver(.automatic, environment: environment, roots: ["\(path)/lib"])
        #expect(wpe.kind == .wpe(browser: browser) && wpe.path == "\(path)/WPEWebDriver")
        // Without WPE's browser, and without a display for the other one, there is none.
        #expect(throws: PageError.self) {
            try InstalledDriver(.automatic, environment: environment, roots: [])
        }
        let display = ["PATH": path, "DISPLAY": ":0", "SECRET": "x"]
        let gtk = try InstalledDriver(.automatic, environment: display, roots: [])
        #expect(gtk.kind == .webKitGTK && gtk.environment == ["DISPLAY": ":0"])
        let chromium = try directory("chromedriver")
        let both = ["PATH": "\(path):\(chromium)"]
        #expect(try InstalledDriver(.automatic, environment: both, roots: ["\(path)/lib"]).kind == .chromium)
        for directory in [path, chromium] { try FileManager.default.removeItem(atPath: directory) }
    }

    @Test("L6: a driver at a path is known by its name")
    func L6_byPath() throws {
        let path = try directory("chromedriver", "geckodriver", "WPEWebDriver")
        func kind(_ name: String) throws -> InstalledDriver.Kind {
            try InstalledDriver(.driver(path: "\(path)/\(name)"), environment: [:], roots: []).kind
        }
        #expect(try kind("chromedriver") == .chromium)
        #expect(try kind("geckodriver") == .other)
        #expect(throws: PageError.self) { try kind("WPEWebDriver") }
        #expect(throws: PageError.self) { try kind("safaridriver") }
        try FileManager.default.removeItem(atPath: path)
    }

    @Test("L7: WebKit's browsers are told of the proxy in a way that leaves them https")
    func L7_webKitsProxy() {
        for (kind, key) in [
            (InstalledDriver.Kind.wpe(browser: "/b"), "wpe:browserOptions"), (.webKitGTK, "webkitgtk:browserOptions"),
        ] {
            let capabilities = DriverCapabilities(kind: kind, proxyPort: 7, options: WebDriverOptions())
            let wanted = capabilities.request["capabilities"]?["alwaysMatch"]
            let arguments = wanted?[key]?["args"]?.array?.compactMap(\.string) ?? []
            #expect(wanted?["proxy"] == nil)
            #expect(arguments.contains("--proxy=http://127.0.0.1:7") && arguments.contains("--automation"))
        }
    }

    @Test("L7: root's Chromium has no sandbox, and nobody else's does without one")
    func L7_sandbox() {
        let capabilities = DriverCapabilities(kind: .chromium, proxyPort: 1, options: WebDriverOptions())
        let options = capabilities.request["capabilities"]?["alwaysMatch"]?["goog:chromeOptions"]
        let arguments = options?["args"]?.array?.compactMap(\.string) ?? []
        #expect(arguments.contains("--no-sandbox") == (geteuid() == 0))
        #expect(arguments.contains("--proxy-bypass-list=<-loopback>"))
    }
}
#endif
