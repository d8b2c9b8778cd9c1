import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// A browser with which these tests run, if it is installed.
enum TestBrowser: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case chromium
    case wpe
    case webKitGTK

    var testDescription: String { rawValue }

    /// The installed browsers.
    ///
    /// `BOLTS_REQUIRE_BROWSERS` requires all of them except WebKitGTK, which is large and needs a screen.
    static let installed: [TestBrowser] = allCases.filter { browser in
        let isHere = browser.programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
        if !isHere {
            FileHandle.standardError.write(Data("\(browser.rawValue) is not installed: its tests are skipped\n".utf8))
        }
        let isRequired = ProcessInfo.processInfo.environment["BOLTS_REQUIRE_BROWSERS"] == "1"
        return isHere || isRequired && browser != .webKitGTK
    }

    /// WebKitGTK's driver with its own screen, under the driver's name.
    private static let screenedDriver = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Screened/WebKitWebDriver").path

    private var programs: [String] {
        switch self {
        case .chromium: ["/usr/bin/chromium"]
        case .wpe: ["/usr/bin/WPEWebDriver", "/usr/bin/cog"]
        case .webKitGTK: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"]
        }
    }

    private var browser: BrowserSelection {
        switch self {
        case .chromium: .chromium
        case .wpe: .wpe
        case .webKitGTK: .driver(path: Self.screenedDriver)
        }
    }

    /// A resolver with this browser, which may reach 127.0.0.1 and nothing else.
    func resolver(
        hosts: [String: String] = [:],
        strict: Bool = false,
        _ change: (inout BrowserOptions) -> Void = { _ in }
    ) -> BrowserAppLinkResolver {
        Leftovers.useOwnDirectory
        var options = BrowserOptions()
        options.browser = browser
        options.concurrency = 1
        // A busy machine does not reach these limits; a test that waits for the end of one sets its own.
        options.pageTimeout = .seconds(120)
        options.startTimeout = .seconds(600)
        // A browser ends only when a test ends it.
        options.idleTimeout = .seconds(600)
        options.addressPolicy = .publicOnly.allowing(HostAddressRange("127.0.0.1/32")!)
        change(&options)
        return BrowserAppLinkResolver(
            options: options,
            readerOptions: PageMetadataReader.Options(acceptsNameAttribute: !strict),
            hosts: Hosts(table: hosts)
        )
    }
}

/// A table of names for tests, so that no name server is used.
struct Hosts: HostResolving {
    let table: [String: String]

    func addresses(of host: String, cancellationToken: CancellationToken) -> BoltsTask<[HostAddress]> {
        BoltsTask(result: table[host].flatMap { HostAddress($0) }.map { [$0] } ?? [])
    }
}

/// Serves pages from a table.
final class Pages: Sendable {
    private let server: LoopbackServer

    /// - Parameters:
    ///   - pages: The answer for each path: a page, or the target of a redirect after `->`.
    ///   - certificate: The certificate for TLS; without one the server speaks plain http.
    /// - Throws: The error that prevented the start of the server.
    init(_ pages: [String: String], certificate: SelfSignedCertificate? = nil) throws {
        server = try LoopbackServer(certificate: certificate) { request, connection in
            let path = String(request.target.prefix { $0 != "?" })
            if path == "/hang" {
                connection.waitForClose()
            } else if path == "/download" {
                let fields = [
                    "Content-Type: application/octet-stream", "Content-Disposition: attachment; filename=x.bin",
                ]
                connection.respond(200, fields, body: String(repeating: "x", count: 10_000))
            } else if let page = pages[path], page.hasPrefix("->") {
                connection.redirect(to: String(page.dropFirst(2)))
            } else if let page = pages[path], path.hasSuffix(".js") {
                connection.respond(200, ["Content-Type: text/javascript"], body: page)
            } else if let page = pages[path] {
                connection.respond(200, ["Content-Type: text/html; charset=utf-8"], body: page)
            } else {
                connection.respond(404, body: "<p>no such page")
            }
        }
    }

    func url(_ path: String, host: String = "127.0.0.1") -> URL { server.url(path, host: host) }
    var port: Int { server.port }
    var requests: [String] { server.requests.map(\.target) }
}

/// The remains of the browsers of these tests.
///
/// Other browsers are ignored.
enum Leftovers {
    /// The directory of the browsers of this process.
    ///
    /// Its path is short, because Chromium puts a socket there.
    static let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("bt-\(UUID().uuidString.prefix(4))")

    /// Makes this process's browsers create their directories there.
    static let useOwnDirectory: Void = {
        // The path must be read before the variable that determines it is changed.
        let path = directory.path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            fatalError("no directory for the browsers of these tests: \(error)")
        }
        setenv("TMPDIR", path, 1)
    }()

    /// The processes whose home is the directory of a browser below a directory, by their ids.
    static func processIDs(in directory: URL = directory) -> [Int] {
        let prefix = directory.appendingPathComponent("bolts-browser-").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { name in
            guard let id = Int(name), let data = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
                String(decoding: data, as: UTF8.self).contains("HOME=\(prefix)")
            else { return nil }
            return id
        }
    }

    /// The same processes, as their command lines.
    static func processes(in directory: URL = directory) -> [String] {
        processIDs(in: directory).map { id in
            let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
            return "\(id) \(String(decoding: line, as: UTF8.self).replacingOccurrences(of: "\0", with: " "))"
        }
    }

    static func directories() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    }
}

extension BrowserAppLinkResolver {
    /// The tags of a page, as the short texts that tests compare.
    func tags(_ url: URL) async throws -> [String] {
        try await page(at: url).metadata.tags.map { "\($0.property)=\($0.content ?? "nil")" }
    }

    func failure(_ url: URL) async throws -> PageError {
        do {
            let page = try await page(at: url)
            Issue.record("read \(page.metadata)")
            throw CancellationError()
        } catch let error as PageError {
            return error
        }
    }
}
