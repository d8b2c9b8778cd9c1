import BoltsAppLinks
import BoltsBrowsers
import BoltsWebView
import BoltsTasks
import Foundation
import Testing

extension BrowserTests {
    /// Tests the end of browser processes during the load of a page, as after a crash or if the system needs memory.
    @Suite struct EndedProcesses {
        /// The page has a tag, and a script that never arrives.
        private static let pages = ["/page": "<meta property=al:ios:url content=a://b><script src=/hang></script>"]

        /// The processes that this one started, and those that they started.
        private static func descendants() -> [(id: Int32, commandLine: String)] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            let parents = names.compactMap(Int32.init).compactMap { id -> (id: Int32, parent: Int32)? in
                let status = FileManager.default.contents(atPath: "/proc/\(id)/stat").map {
                    String(decoding: $0, as: UTF8.self)
                }
                // The second field, the name in parentheses, may have blanks in it.
                let fields = status?.split(separator: ")").last?.split(separator: " ") ?? []
                return fields.count > 1 ? Int32(fields[1]).map { (id, $0) } : nil
            }
            var found: [Int32] = [getpid()]
            var index = 0
            while index < found.count {
                found += parents.filter { $0.parent == found[index] }.map(\.id)
                index += 1
            }
            return found.dropFirst().map { id in
                let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
                return (id, String(decoding: line, as: UTF8.self))
            }
        }

        private func ending(_ resolver: BrowserAppLinkResolver, _ which: (String) -> Bool) async throws -> PageError {
            let pages = try Pages(Self.pages)
            let task = resolver.page(at: pages.url("/page"), cancellationToken: .none)
            while !pages.requests.contains("/hang") { try await Task.sleep(for: .milliseconds(5)) }
            let ended = Self.descendants().filter { which($0.commandLine) }.map(\.id)
            #expect(!ended.isEmpty)
            for id in ended { kill(id, SIGKILL) }
            do {
                let page = try await task.value
                Issue.record("read \(page.metadata)")
                throw CancellationError()
            } catch let error as PageError {
                return error
            }
        }

        @Test(.tags(.l7), arguments: TestBrowser.installed)
        func aPageIsAnErrorIfItsBrowserEnds(_ browser: TestBrowser) async throws {
            // The limit is so long that the error cannot be that of the time limit.
            let resolver = browser.resolver { $0.pageTimeout = .seconds(600) }
            // The watchers are not ended, because they end the other processes and remove their files.
            let error = try await ending(resolver) { !$0.contains("bolts-watch") }
            #expect(error.code == .browserFailed, "\(error)")
            let pages = try Pages(["/page": "<meta property=al:ios:url content=a://b>"])
            #expect(try await resolver.tags(pages.url("/page")) == ["al:ios:url=a://b"])
            try await resolver.stop().value
            #expect(Leftovers.processes() == [])
            #expect(Leftovers.directories() == [])
        }

        @Test(.tags(.l7), .enabled(if: TestBrowser.installed.contains(.chromium)))
        func aPageIsAnErrorIfItsProcessEnds() async throws {
            let resolver = TestBrowser.chromium.resolver { $0.pageTimeout = .seconds(600) }
            let error = try await ending(resolver) { $0.contains("--type=renderer") }
            #expect(error.code == .browserFailed, "\(error)")
            try await resolver.stop().value
            #expect(Leftovers.processes() == [])
        }
    }
}
