@_spi(Bolts) import BoltsPageFetching
internal import Foundation

/// An installed browser, and the program that is started for it.
struct InstalledBrowser: Equatable {
    enum Kind: Equatable {
        case chromium
        case wpe(browser: String)
        case webKitGTK
        case other
    }

    let kind: Kind
    /// The program: Chromium itself, or the WebDriver driver of any other browser.
    let path: String
    /// Environment variables that the browser needs in addition to those of every program.
    var environment: [String: String] = [:]
    /// The port of a driver whose port cannot be chosen; `nil` if it can.
    ///
    /// Such a driver shares this process's network.
    var fixedPort: Int?

    init(_ kind: Kind, _ path: String, _ environment: [String: String] = [:]) {
        self.kind = kind
        self.path = path
        self.environment = environment
    }

    /// Finds a browser.
    ///
    /// - Throws: `PageError` with the code `browserMissing`, which says what to install.
    init(
        _ browser: BrowserSelection,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        roots: [String] = ["/usr/lib", "/usr/libexec", "/usr/local/lib", "/usr/local/libexec"]
    ) throws(PageError) {
        let display = environment.filter { ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"].contains($0.key) }
        let candidates: [BrowserSelection.Kind]
        switch browser.kind {
        case .automatic: candidates = display.isEmpty ? [.chromium, .wpe] : [.chromium, .wpe, .webKitGTK]
        default: candidates = [browser.kind]
        }
        var problems: [String] = []
        for candidate in candidates {
            switch Self.find(candidate, environment, roots, display) {
            case .success(let driver):
                self = driver
                return
            case .failure(let problem):
                problems.append(problem.text)
            }
        }
        throw PageError(
            .browserMissing,
            browser.kind == .automatic
                ? "no browser to read pages with: install one, such as Debian's chromium, "
                    + "or wpewebkit-driver with cog"
                : problems.joined(separator: "; "),
            detail: problems.joined(separator: "; ")
        )
    }

    private struct Problem: Error {
        let text: String
    }

    private static func find(
        _ kind: BrowserSelection.Kind,
        _ environment: [String: String],
        _ roots: [String],
        _ display: [String: String]
    ) -> Result<InstalledBrowser, Problem> {
        let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }.map(String.init)
        func inPath(_ name: String, package: String) -> Result<String, Problem> {
            guard let path = executable([name], in: directories) else {
                return .failure(Problem(text: "\(name) is not installed: install it (Debian: \(package))"))
            }
            return .success(path)
        }
        func chromium(besides directory: [String] = []) -> Result<InstalledBrowser, Problem> {
            guard let path = executable(chromiumNames, in: directory + directories) ?? chromiumApplication() else {
                return .failure(Problem(text: "Chromium is not installed: install it (Debian: chromium)"))
            }
            return .success(InstalledBrowser(.chromium, path))
        }
        switch kind {
        case .automatic:
            return .failure(Problem(text: "no browser is selected"))
        case .chromium:
            return chromium()
        case .wpe:
            return inPath("WPEWebDriver", package: "wpewebkit-driver and cog").flatMap { wpe($0, roots) }
        case .webKitGTK:
            return inPath("WebKitWebDriver", package: "webkit2gtk-driver").map {
                InstalledBrowser(.webKitGTK, $0, display)
            }
        case .driver(let path):
            let file = URL(fileURLWithPath: path)
            let path = file.path
            guard FileManager.default.isExecutableFile(atPath: path) else {
                return .failure(Problem(text: "\(path) is not a program: name a WebDriver driver, or Chromium itself"))
            }
            switch file.lastPathComponent {
            // Chromium is driven without its driver.
            case "chromedriver": return chromium(besides: [file.deletingLastPathComponent().path])
            case let name where chromiumNames.contains(name): return .success(InstalledBrowser(.chromium, path))
            case "WPEWebDriver": return wpe(path, roots)
            case "WebKitWebDriver": return .success(InstalledBrowser(.webKitGTK, path, display))
            default: return .success(InstalledBrowser(.other, path, display))
            }
        }
    }

    private static let chromiumNames = [
        "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless_shell",
    ]

    private static func executable(_ names: [String], in directories: [String]) -> String? {
        for name in names {
            for directory in directories {
                let path = "\(directory)/\(name)"
                if FileManager.default.isExecutableFile(atPath: path) { return path }
            }
        }
        return nil
    }

    /// The path of Chromium as a macOS application, which is not in `PATH`.
    private static func chromiumApplication() -> String? {
        #if os(macOS)
        return ["Chromium", "Google Chrome"].map { "/Applications/\($0).app/Contents/MacOS/\($0)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        #else
        return nil
        #endif
    }

    /// Finds WPE's browser, which is in a different package from its driver.
    private static func wpe(_ path: String, _ roots: [String]) -> Result<InstalledBrowser, Problem> {
        for root in roots {
            // /usr/lib/wpe-webkit-1.1, or /usr/lib/x86_64-linux-gnu/wpe-webkit-1.1
            let inner = names(in: root)
            let places = [root] + inner.filter { $0.contains("-linux-") }.map { "\(root)/\($0)" }
            for place in places {
                for name in (place == root ? inner : names(in: place)) where name.hasPrefix("wpe-webkit-") {
                    let browser = "\(place)/\(name)/MiniBrowser"
                    if FileManager.default.isExecutableFile(atPath: browser) {
                        return .success(InstalledBrowser(.wpe(browser: browser), path))
                    }
                }
            }
        }
        return .failure(
            Problem(text: "WPE's driver is installed without its browser: install that, too (Debian: cog)")
        )
    }

    private static func names(in directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? []
    }

}
