internal import BoltsAppLinks
internal import BoltsBrowsers
internal import BoltsTasks
internal import Foundation
internal import LoopbackServer

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
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
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            do {
                _ = try await Self.send("GET", root.appendingPathComponent("status"), nil)
                break
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
                try await Task.sleep(for: .milliseconds(20))
            }
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

    /// Over a socket of its own: FoundationNetworking does not read chromedriver's header, which has no space behind the
    /// colon.
    private static func send(_ method: String, _ url: URL, _ body: [String: Any]?) async throws -> Any? {
        let content = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
        let head =
            "\(method) \(url.path) HTTP/1.1\r\nHost: 127.0.0.1:\(url.port ?? 0)\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(content.count)\r\n\r\n"
        let answer = try Connection(port: url.port ?? 0).exchange(Data(head.utf8) + content)
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { throw Connection.Failure(code: EPROTO) }
        return (try JSONSerialization.jsonObject(with: answer[end.upperBound...]) as? [String: Any])?["value"]
    }
}

/// A connection for one request, whose answer says how long it is.
final class Connection {
    struct Failure: Error { let code: Int32 }

    private let descriptor: Int32

    init(port: Int) throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        if result != 0 {
            let code = errno
            close(descriptor)
            throw Failure(code: code)
        }
    }

    deinit { close(descriptor) }

    func exchange(_ request: Data) throws -> Data {
        guard request.withUnsafeBytes({ send(descriptor, $0.baseAddress, $0.count, 0) }) == request.count else {
            throw Failure(code: errno)
        }
        var answer = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(answer) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { throw Failure(code: count == 0 ? ECONNRESET : errno) }
            answer += buffer[..<count]
        }
        return answer
    }

    private func isWhole(_ answer: Data) -> Bool {
        guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { return false }
        let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let length = field.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
        return answer.count >= end.upperBound + length
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

var options = BrowserOptions()
options.browser = isWPE ? .wpe : .chromium
options.pagesPerBrowser = .max
options.addressPolicy = .any
let resolver = BrowserAppLinkResolver(options: options)
let bare = try await BareDriver(isWPE: isWPE)
let page = server.url("/page")
// The first page of a browser takes longer, and is no measure of the next.
_ = try await milliseconds { try await bare.read(page) }
_ = try await milliseconds { try await resolver.page(at: page).metadata.tags.count }
var bareTimes: [Double] = []
var times: [Double] = []
for _ in 0..<count {
    bareTimes.append(try await milliseconds { try await bare.read(page) })
    times.append(try await milliseconds { try await resolver.page(at: page).metadata.tags.count })
}
try await bare.stop()
try await resolver.stop().value
print("\(isWPE ? "wpe" : "chromium"), \(count) pages, medians:")
print("  bare driver, two commands   \(text(median(bareTimes))) ms")
print("  resolver                    \(text(median(times))) ms")
print("  ratio                       \(String(format: "%.2f", median(times) / median(bareTimes)))")
