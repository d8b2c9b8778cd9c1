public import BoltsAppLinks
internal import BoltsTasks
public import Foundation

/// A real Chromium, driven over WebDriver, with a home of its own.
public struct Browser: Sendable {
    /// How it is started.
    public struct Options: Sendable {
        /// Whether it has a screen.
        public var display: String?
        /// What it and the programs that it starts are told.
        public var environment: [String: String] = [:]
        /// Its profile, in which `Default/Preferences` may stand already.
        public var profile: URL
        /// The page under whose origin it is used.
        public var windowSize = (width: 1280, height: 800)

        public init(profile: URL) { self.profile = profile }
    }

    private let session: String
    private let driver: RunningProgram

    /// Runs a browser for as long as a closure takes, and leaves nothing behind.
    public static func run<Result>(_ options: Options, _ body: (Browser) async throws -> Result) async throws -> Result
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
        driver = try RunningProgram(chromedriver, ["--port=0"], environment: environment)
        do {
            session = try await Self.newSession(options, driver, chromium)
        } catch {
            await driver.stop()
            throw error
        }
    }

    private static func newSession(_ options: Options, _ driver: RunningProgram, _ chromium: URL) async throws -> String
    {
        let line = "was started successfully on port "
        let output = try await driver.output { text in
            text.range(of: line).map { text[$0.upperBound...].contains(".") } ?? false
        }.value
        guard let range = output.range(of: line), let port = Int(output[range.upperBound...].prefix { $0.isNumber })
        else {
            throw ProgramError("chromedriver did not start: \(output)")
        }
        var arguments = [
            "--user-data-dir=\(options.profile.path)", "--no-first-run", "--no-default-browser-check",
            "--window-size=\(options.windowSize.width),\(options.windowSize.height)", "--hide-scrollbars",
            "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
            "--disable-sync", "--disable-extensions",
        ]
        if options.display == nil { arguments.append("--headless=new") }
        // Its sandbox refuses to run for the superuser.
        if geteuid() == 0 { arguments.append("--no-sandbox") }
        let capabilities: JSONValue = [
            "browserName": "chrome",
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": [
                "binary": .string(chromium.path), "args": .array(arguments.map { .string($0) }),
            ],
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
            throw error
        }
        await driver.stop()
    }

    // MARK: - WebDriver

    /// Sends a command of WebDriver's.
    @discardableResult
    public func post(_ path: String, _ body: JSONValue = [:]) async throws -> JSONValue {
        try await Self.call("POST", session + path, body)
    }

    public func get(_ path: String) async throws -> JSONValue { try await Self.call("GET", session + path, nil) }

    /// Sends a command of Chromium's own protocol.
    @discardableResult
    public func command(_ name: String, _ parameters: JSONValue = [:]) async throws -> JSONValue {
        try await post("/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
    }

    private static func call(_ method: String, _ url: String, _ body: JSONValue?) async throws -> JSONValue {
        let answer = try await LoopbackClient.send(method, url, body: body.map { try JSONEncoder().encode($0) })
        let value = try JSONDecoder().decode(JSONValue.self, from: answer)["value"] ?? .null
        if let error = value["error"]?.string, let message = value["message"]?.string {
            throw ProgramError("\(method) \(url): \(error): \(message)")
        }
        return value
    }
}
