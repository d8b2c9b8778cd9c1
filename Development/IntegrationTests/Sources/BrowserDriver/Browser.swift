package import BoltsAppLinks
import BoltsBrowsers
internal import BoltsTasks
package import Foundation

/// A real Chromium, driven over WebDriver, with a home of its own.
package struct Browser: Sendable {
    /// How it is started.
    package struct Options: Sendable {
        /// The display, or `nil` for none.
        package var display: String?
        /// The environment of the browser and of the programs that it starts.
        package var environment: [String: String] = [:]
        /// The browser's profile, which may contain `Default/Preferences` already.
        package var profile: URL
        package var windowSize = (width: 1280, height: 800)

        package init(profile: URL) { self.profile = profile }
    }

    private let session: String
    private let program: RunningProgram
    private let driver: RunningProgram

    /// Runs a browser for as long as a closure takes, and leaves nothing behind.
    package static func run<Result>(_ options: Options, _ body: (Browser) async throws -> Result) async throws -> Result
    {
        let browser = try await Browser(options)
        do {
            let result = try await body(browser)
            try await browser.quit()
            return result
        } catch {
            try? await browser.quit()
            throw error
        }
    }

    private init(_ options: Options) async throws {
        guard let chromedriver = Programs.find("chromedriver"), let chromium = Programs.find("chromium") else {
            throw ProgramError(Programs.missing(Programs.browser) ?? "")
        }
        var environment = ProcessInfo.processInfo.environment.merging(options.environment) { $1 }
        environment["DISPLAY"] = options.display
        // The browser's temporary files are removed with its profile.
        let temporary = options.profile.appendingPathComponent("tmp")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        environment["TMPDIR"] = temporary.path
        // This process starts the browser, because browsers that the driver starts do not take a URL from a second start.
        program = try RunningProgram(chromium, Self.arguments(options), environment: environment)
        let started: (driver: RunningProgram, port: Int)
        do {
            started = try await Self.startDriver(chromedriver, environment)
        } catch {
            await program.stop()
            throw error
        }
        driver = started.driver
        do {
            session = try await Self.newSession(options, started.port)
        } catch {
            await driver.stop()
            await program.stop()
            throw error
        }
    }

    private static func arguments(_ options: Options) -> [String] {
        var arguments = [
            "--user-data-dir=\(options.profile.path)", "--remote-debugging-port=0", "--no-first-run",
            "--no-default-browser-check", "--window-size=\(options.windowSize.width),\(options.windowSize.height)",
            "--hide-scrollbars", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--disable-extensions", "--password-store=basic",
        ]
        if options.display == nil { arguments.append("--headless=new") }
        // Chromium's sandbox refuses to run for the superuser.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        return arguments + ["about:blank"]
    }

    /// Starts the driver, and returns it with the port at which it answers.
    ///
    /// It ends at once if the port that it was given for IPv4 is in use for IPv6, so it is started again.
    private static func startDriver(
        _ path: URL,
        _ environment: [String: String]
    ) async throws -> (driver: RunningProgram, port: Int) {
        let line = "was started successfully on port "
        var said = ""
        for _ in 0..<5 {
            let driver = try RunningProgram(path, ["--port=0"], environment: environment)
            let output = try? await driver.output { text in
                text.range(of: line).map { text[$0.upperBound...].contains(".") } ?? false
            }.value
            if let output, let range = output.range(of: line),
                let port = Int(output[range.upperBound...].prefix { $0.isNumber })
            {
                return (driver, port)
            }
            await driver.stop()
            said += output ?? ""
        }
        throw ProgramError("chromedriver did not start: \(said)")
    }

    private static func newSession(_ options: Options, _ port: Int) async throws -> String {
        let file = options.profile.appendingPathComponent("DevToolsActivePort")
        let debuggingPort = try await eventually("the browser's start") {
            (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").first.flatMap { Int($0) }
        }
        let capabilities: AppLinkValue = [
            "browserName": "chrome",
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": ["debuggerAddress": .string("127.0.0.1:\(debuggingPort)")],
        ]
        let base = "http://127.0.0.1:\(port)/session"
        let answer = try await call("POST", base, ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = answer["sessionId"]?.string else { throw ProgramError("no session: \(answer)") }
        return base + "/" + id
    }

    private func quit() async throws {
        do {
            _ = try await Self.call("DELETE", session, nil)
        } catch {
            await driver.stop()
            await program.stop()
            throw error
        }
        await driver.stop()
        await program.stop()
    }

    // MARK: - WebDriver

    /// Sends a WebDriver command.
    @discardableResult
    package func post(_ path: String, _ body: AppLinkValue = [:]) async throws -> AppLinkValue {
        try await Self.call("POST", session + path, body)
    }

    package func get(_ path: String) async throws -> AppLinkValue { try await Self.call("GET", session + path, nil) }

    /// Sends a command of Chromium's own protocol.
    @discardableResult
    package func command(_ name: String, _ parameters: AppLinkValue = [:]) async throws -> AppLinkValue {
        try await post("/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
    }

    private static func call(_ method: String, _ url: String, _ body: AppLinkValue?) async throws -> AppLinkValue {
        let answer = try await LoopbackClient.send(method, url, body: body.map { try JSONEncoder().encode($0) })
        let value = try JSONDecoder().decode(AppLinkValue.self, from: answer)["value"] ?? .null
        if let error = value["error"]?.string, let message = value["message"]?.string {
            throw ProgramError("\(method) \(url): \(error): \(message)")
        }
        return value
    }
}
