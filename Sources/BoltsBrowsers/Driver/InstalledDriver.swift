#if os(Linux) || os(macOS)
import BoltsPageFetching
internal import Foundation

/// A driver that is installed here, and what is known of its browser.
struct InstalledDriver: Equatable {
    enum Kind: Equatable {
        case chromium
        case wpe(browser: String)
        case webKitGTK
        case other
    }

    let kind: Kind
    let path: String
    /// What of the environment the browser needs beside what every program does.
    var environment: [String: String] = [:]
    /// The port where it listens, whatever it is told; `nil` for one of the system's choice.
    var fixedPort: Int?

    /// A driver that was found already.
    init(_ kind: Kind, _ path: String, _ environment: [String: String] = [:]) {
        self.kind = kind
        self.path = path
        self.environment = environment
    }

    /// Finds the driver of a browser.
    ///
    /// - Parameters:
    ///   - browser: Which browser.
    ///   - environment: Where to look (`PATH`), and whether there is a display.
    ///   - roots: Where WPE's own browser lies, below `/usr` unless a test says otherwise.
    /// - Throws: ``PageError`` of the code `browserMissing`, which says what to install.
    init(
        _ browser: WebDriverBrowser,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        roots: [String] = ["/usr/lib", "/usr/libexec", "/usr/local/lib", "/usr/local/libexec"]
    ) throws(PageError) {
        let display = environment.filter { ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"].contains($0.key) }
        let candidates: [WebDriverBrowser.Kind]
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
                ? "no browser to read pages with: install one, such as Debian's chromium-driver, "
                    + "or wpewebkit-driver with cog"
                : problems.joined(separator: "; "),
            detail: problems.joined(separator: "; ")
        )
    }

    private struct Problem: Error {
        let text: String
    }

    private static func find(
        _ kind: WebDriverBrowser.Kind,
        _ environment: [String: String],
        _ roots: [String],
        _ display: [String: String]
    ) -> Result<InstalledDriver, Problem> {
        func inPath(_ name: String, package: String) -> Result<String, Problem> {
            let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            let path = directories.filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
            guard let path else {
                return .failure(Problem(text: "\(name) is not installed: install it (Debian: \(package))"))
            }
            return .success(path)
        }
        switch kind {
        case .automatic:
            return .failure(Problem(text: "no browser is named"))
        case .chromium:
            return inPath("chromedriver", package: "chromium-driver").map { InstalledDriver(.chromium, $0) }
        case .wpe:
            return inPath("WPEWebDriver", package: "wpewebkit-driver and cog").flatMap { wpe($0, roots) }
        case .webKitGTK:
            return inPath("WebKitWebDriver", package: "webkit2gtk-driver").map {
                InstalledDriver(.webKitGTK, $0, display)
            }
        case .driver(let path):
            let path = URL(fileURLWithPath: path).path
            guard FileManager.default.isExecutableFile(atPath: path) else {
                return .failure(Problem(text: "\(path) is not a program: name the file of a WebDriver driver"))
            }
            switch path.split(separator: "/").last {
            case "chromedriver": return .success(InstalledDriver(.chromium, path))
            case "WPEWebDriver": return wpe(path, roots)
            case "WebKitWebDriver": return .success(InstalledDriver(.webKitGTK, path, display))
            default: return .success(InstalledDriver(.other, path, display))
            }
        }
    }

    /// WPE's driver is a package of its own, and comes without the browser that it drives.
    private static func wpe(_ path: String, _ roots: [String]) -> Result<InstalledDriver, Problem> {
        for root in roots {
            // /usr/lib/wpe-webkit-1.1, or /usr/lib/x86_64-linux-gnu/wpe-webkit-1.1
            let inner = names(in: root)
            let places = [root] + inner.filter { $0.contains("-linux-") }.map { "\(root)/\($0)" }
            for place in places {
                for name in (place == root ? inner : names(in: place)) where name.hasPrefix("wpe-webkit-") {
                    let browser = "\(place)/\(name)/MiniBrowser"
                    if FileManager.default.isExecutableFile(atPath: browser) {
                        return .success(InstalledDriver(.wpe(browser: browser), path))
                    }
                }
            }
        }
        return .failure(
            Problem(text: "WPE's driver is installed without its browser: install that, too (Debian: cog)")
        )
    }

    /// A directory that is not there has no names in it.
    private static func names(in directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory))?.sorted() ?? []
    }

}
#endif
