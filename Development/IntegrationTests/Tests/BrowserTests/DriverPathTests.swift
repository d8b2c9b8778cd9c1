import BoltsAppLinks
import BoltsBrowsers
import BoltsTasks
import Foundation
import LoopbackServer
import Testing

extension BrowserTests {
    /// Tests drivers that are named by their path, in the resolver and on the command line.
    @Suite struct DriverPaths {
        private static let tag = "<meta property=al:ios:url content=a://here>"

        @Test(
            .tags(.l6),
            arguments: [(TestBrowser.chromium, "/usr/bin/chromedriver"), (TestBrowser.wpe, "/usr/bin/WPEWebDriver")]
        )
        func driverIsFoundByPath(_ browser: TestBrowser, _ path: String) async throws {
            guard TestBrowser.installed.contains(browser) else { return }
            // This replacement has no effect in Chromium if the browser is known to be Chromium.
            let lie = "<script>Element.prototype.getAttribute=function(){return 'al:lie'}</script>"
            let pages = try Pages(["/": "<script>document.write('\(Self.tag)')</script>", "/lie": lie + Self.tag])
            let resolver = browser.resolver { $0.browser = .driver(path: path) }
            #expect(try await resolver.tags(pages.url("/")) == ["al:ios:url=a://here"])
            if browser == .chromium {
                #expect(try await resolver.tags(pages.url("/lie")) == ["al:ios:url=a://here"])
            }
            try await resolver.stop().value
        }

        @Test(.enabled(if: SelfSignedCertificate.openssl != nil, "there is no openssl to make a certificate with"))
        func commandReadsPageInBrowser() async throws {
            guard TestBrowser.installed.contains(.chromium) else { return }
            let certificate = try await SelfSignedCertificate(name: "page.test")
            let pages = try Pages(["/": "<script>document.write('\(Self.tag)')</script>"], certificate: certificate)
            let page = pages.url("/").absoluteString
            let driver = "/usr/bin/chromedriver"
            let arguments = [page, "--browser", driver, "--allow-private", "--timeout", "300", "--json"]
            let refused = try await run(["resolve"] + arguments)
            #expect(refused.status == 1 && refused.output.contains("untrustedConnection"), "\(refused.output)")
            for command in ["resolve", "open"] {
                let more = command == "open" ? ["--dry-run", "--device", "iphone"] : []
                let read = try await run([command] + arguments + more + ["--accept-insecure-certificates"])
                #expect(read.status == 0 && read.output.contains("a://here"), "\(command): \(read.output)")
            }
            #expect(pages.requests.contains("/"))
        }

        @Test func errorPagesAreReadIfAsked() async throws {
            guard TestBrowser.installed.contains(.chromium) else { return }
            let pages = try Pages([:])
            let page = pages.url("/gone").absoluteString
            let arguments = ["resolve", page, "--browser", "chromium", "--allow-private", "--timeout", "300", "--json"]
            let refused = try await run(arguments)
            #expect(refused.status == 1 && refused.output.contains("httpStatus"), "\(refused.output)")
            let read = try await run(arguments + ["--read-error-pages"])
            #expect(read.status == 0, "\(read.output)")
            #expect(pages.requests.contains("/gone"))
        }

        /// Runs the command, which is built with the tests.
        private func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("applinks")
            process.arguments = arguments
            // The command has its own directory, in which nothing must be left. The name is short, because Chromium puts a socket
            // there.
            let name = "tool-\(UUID().uuidString.prefix(4))"
            let directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": directory.path]) { $1 }
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardInput = FileHandle.nullDevice
            let ended = TaskCompletionSource<Int32>()
            process.terminationHandler = { ended.trySet(result: $0.terminationStatus) }
            try process.run()
            let handle = pipe.fileHandleForReading
            let output = BoltsTask(.queue(.global())) { try handle.readToEnd() ?? Data() }
            let status = try await ended.task.value
            #expect(Leftovers.processes(in: directory) == [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
            try FileManager.default.removeItem(at: directory)
            return (status, String(decoding: try await output.value, as: UTF8.self))
        }
    }
}
