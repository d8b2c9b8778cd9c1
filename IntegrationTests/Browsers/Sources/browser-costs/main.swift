internal import BoltsAppLinks
internal import BoltsTasks
internal import Foundation
internal import LoopbackServer

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

// What reading a page through the resolver takes beside the two commands that a bare driver needs for it: go there, and
// run a script. Both in one run, with the same browser, the same page and the same server, in turns.
//
//     swift run -c release browser-costs [chromium|wpe] [pages]

let arguments = CommandLine.arguments.dropFirst()
let isWPE = arguments.first == "wpe"
let count = arguments.dropFirst().first.flatMap { Int($0) } ?? 40

let server = try LoopbackServer { _, connection in
    let tags = (0..<12).map { "<meta property=\"al:ios:url\" content=\"example://\($0)\">" }.joined()
    connection.respond(body: "<!doctype html><title>page</title>\(tags)<p>" + String(repeating: "words ", count: 2_000))
}

/// A driver as anybody would use it.
struct BareDriver {
    let process: Process
    let session: URL

    init(isWPE: Bool) async throws {
        process = Process()
        let port = Int.random(in: 20_000...30_000)
        process.executableURL = URL(fileURLWithPath: isWPE ? "/usr/bin/WPEWebDriver" : "/usr/bin/chromedriver")
        process.arguments = ["--port=\(port)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let root = URL(string: "http://127.0.0.1:\(port)")!
        while (try? await Self.send("GET", root.appendingPathComponent("status"), nil)) == nil {
            try await Task.sleep(for: .milliseconds(20))
        }
        var browser: [String: Any] = [:]
        if isWPE {
            let places = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib/x86_64-linux-gnu")
            let place = places.first { $0.hasPrefix("wpe-webkit") } ?? ""
            browser["wpe:browserOptions"] = [
                "binary": "/usr/lib/x86_64-linux-gnu/\(place)/MiniBrowser", "args": ["--automation", "--headless"],
            ]
        } else {
            browser["goog:chromeOptions"] = ["args": ["--headless=new"] + (geteuid() == 0 ? ["--no-sandbox"] : [])]
        }
        let request: [String: Any] = ["capabilities": ["alwaysMatch": browser]]
        let answer = try await Self.send("POST", root.appendingPathComponent("session"), request)
        let id = (answer as? [String: Any])?["sessionId"] as? String ?? ""
        session = root.appendingPathComponent("session/\(id)")
    }

    func read(_ url: URL) async throws -> Int {
        _ = try await Self.send("POST", session.appendingPathComponent("url"), ["url": url.absoluteString])
        let script =
            "return [].map.call(document.querySelectorAll('meta'), m => [m.getAttribute('property'), m.content])"
        let tags = try await Self.send(
            "POST",
            session.appendingPathComponent("execute/sync"),
            ["script": script, "args": [Any]()]
        )
        return (tags as? [Any])?.count ?? 0
    }

    func stop() async throws {
        _ = try await Self.send("DELETE", session, nil)
        process.terminate()
    }

    private static func send(_ method: String, _ url: URL, _ body: [String: Any]?) async throws -> Any? {
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body { request.httpBody = try JSONSerialization.data(withJSONObject: body) }
        let (data, _) = try await URLSession.shared.data(for: request)
        return (try JSONSerialization.jsonObject(with: data) as? [String: Any])?["value"]
    }
}

func milliseconds(_ work: () async throws -> Int) async throws -> Double {
    let start = ContinuousClock.now
    let found = try await work()
    guard found == 12 else { fatalError("read \(found) tags of 12") }
    return start.duration(to: .now) / .milliseconds(1)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func text(_ value: Double) -> String { String(format: "%.1f", value) }

var options = WebDriverOptions()
options.browser = isWPE ? .wpe : .chromium
options.pagesPerBrowser = .max
options.addressPolicy = .any
let resolver = WebDriverAppLinkResolver(options: options)
let bare = try await BareDriver(isWPE: isWPE)
let page = server.url("/page")
// The first page of a browser takes longer, and is no measure of the next.
_ = try await milliseconds { try await bare.read(page) }
_ = try await milliseconds { try await resolver.page(at: page).value.metadata.tags.count }
var bareTimes: [Double] = []
var times: [Double] = []
for _ in 0..<count {
    bareTimes.append(try await milliseconds { try await bare.read(page) })
    times.append(try await milliseconds { try await resolver.page(at: page).value.metadata.tags.count })
}
try await bare.stop()
try await resolver.stop().value
print("\(isWPE ? "wpe" : "chromium"), \(count) pages, medians:")
print("  bare driver, two commands   \(text(median(bareTimes))) ms")
print("  resolver                    \(text(median(times))) ms")
print("  ratio                       \(String(format: "%.2f", median(times) / median(bareTimes)))")
