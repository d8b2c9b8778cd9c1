package import BoltsAppLinks
package import Foundation

extension Browser {
    /// Opens a page and waits until it is loaded.
    package func open(_ url: String) async throws { try await post("/url", ["url": .string(url)]) }

    package func url() async throws -> String { try await get("/url").string ?? "" }

    package func value(_ expression: String) async throws -> AppLinkValue {
        try await post("/execute/sync", ["script": .string("return " + expression), "args": []])
    }

    /// Clicks on an element as a person does.
    package func click(_ selector: String) async throws {
        let element = try await post("/element", ["using": "css selector", "value": .string(selector)])
        guard let id = element.object?.values.first?.string else { throw ProgramError("no \(selector)") }
        try await post("/element/\(id)/click")
    }

    /// Presses keys one after the other, wherever the focus is.
    package func press(_ keys: [Key]) async throws {
        let actions = keys.flatMap { key -> [AppLinkValue] in
            [["type": "keyDown", "value": .string(key.rawValue)], ["type": "keyUp", "value": .string(key.rawValue)]]
        }
        try await post("/actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(actions)]]])
    }

    package enum Key: String, Sendable {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
        case seven = "7"
    }

    /// The messages of the page's console since the last call, with the refusals of policies.
    package func complaints() async throws -> [String] {
        try await post("/se/log", ["type": "browser"]).array?
            .compactMap { $0["message"]?.string }.filter { !$0.contains("favicon.ico") } ?? []
    }

    /// Emulates a screen, and the user's preferences, for the page.
    package func emulate(
        width: Int,
        height: Int,
        isPhone: Bool,
        scale: Double = 1,
        preferring features: [String: String] = [:]
    )
        async throws
    {
        try await command(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .integer(Int64(width)), "height": .integer(Int64(height)), "deviceScaleFactor": .number(scale),
                "mobile": .bool(isPhone),
            ]
        )
        try await prefer(features)
    }

    /// Emulates the user's preferences for the page.
    package func prefer(_ features: [String: String]) async throws {
        let features = features.map { name, value -> AppLinkValue in ["name": .string(name), "value": .string(value)] }
        try await command("Emulation.setEmulatedMedia", ["features": .array(features)])
    }

    /// A picture of the screen, as a PNG.
    package func screenshot() async throws -> Data {
        let text = try await command("Page.captureScreenshot", ["format": "png"])["data"]?.string ?? ""
        guard let data = Data(base64Encoded: text), !data.isEmpty else { throw ProgramError("no screenshot") }
        return data
    }

    /// The accessibility tree: the role and the name of each element.
    package func accessibilityTree() async throws -> [(role: String, name: String)] {
        try await command("Accessibility.getFullAXTree")["nodes"]?.array?
            .filter { $0["ignored"]?.bool != true }
            .map { ($0["role"]?["value"]?.string ?? "", $0["name"]?["value"]?.string ?? "") } ?? []
    }
}
