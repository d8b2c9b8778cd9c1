import BoltsTaskInspector
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
import Testing

@Suite(.timeLimit(.minutes(20))) struct TaskInspectorTests {
    @Test func theServerAnswersOnLoopbackOnly() async throws {
        let inspector = TaskInspector()
        let serving = Task { try await inspector.run() }
        let address = try await inspector.address()
        let url = try #require(URL(string: address))
        #expect(url.host == "127.0.0.1" && url.port != 0)
        func status(_ path: String, _ headers: [String: String] = [:]) async throws -> (Int, String) {
            var request = URLRequest(url: url.appendingPathComponent(path), timeoutInterval: 240)
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            let (data, response) = try await URLSession.shared.data(for: request)
            return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
        }
        let page = try await status("/")
        #expect(page.0 == 200 && page.1.hasPrefix("<!doctype html>"))
        #expect(try await status("style.css").0 == 200)
        #expect(try await status("tasks.json").0 == 200)
        #expect(try await status("other").0 == 404)
        #expect(try await status("tasks.json", ["Host": "evil.example"]).0 == 421)
        #expect(try await status("tasks.json", ["Origin": "https://evil.example"]).0 == 403)
        #expect(try await status("tasks.json", ["Sec-Fetch-Site": "cross-site"]).0 == 403)
        // Another address of this machine does not answer.
        var elsewhere = URLComponents(url: url, resolvingAgainstBaseURL: false)
        elsewhere?.host = "127.0.0.2"
        let other = try #require(elsewhere?.url)
        await #expect(throws: URLError.self) {
            _ = try await URLSession.shared.data(for: URLRequest(url: other, timeoutInterval: 240))
        }
        serving.cancel()
        _ = try? await serving.value
    }
}
