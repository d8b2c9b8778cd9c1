import BoltsAppLinks

enum MCPVersions {
    /// The revision in which each request names its version.
    static let current = "2026-07-28"

    /// The revisions that begin with `initialize`, latest first.
    static let withInitialization = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

    /// The only revision whose messages may come as an array.
    static let withBatches = "2025-03-26"

    private static let versionName = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesName = "io.modelcontextprotocol/clientCapabilities"
    private static let serverName = "io.modelcontextprotocol/serverInfo"

    static var serverInfo: AppLinkValue {
        ["name": "applinks", "title": "applinks", "version": .string(BoltsVersion.current)]
    }

    /// Whether a request names its version; the related fields are checked.
    static func namesVersion(_ request: MCPRequest) throws(MCPRequest.Failure) -> Bool {
        guard let named = request.parameters["_meta"]?[versionName] else { return false }
        guard let version = named.string else {
            throw .invalidParameters("\(versionName) in _meta is not a text.")
        }
        guard version == current else {
            throw MCPRequest.Failure(
                code: -32022,
                message: "Unsupported protocol version",
                data: [
                    "supported": .array(([current] + withInitialization).map(AppLinkValue.string)), "requested": named,
                ]
            )
        }
        guard request.parameters["_meta"]?[capabilitiesName]?.object != nil else {
            throw .invalidParameters("\(capabilitiesName) is missing in _meta.")
        }
        return true
    }

    /// A result with the members that the current revision requires.
    static func complete(_ result: [String: AppLinkValue]) -> AppLinkValue {
        var result = result
        result["resultType"] = "complete"
        result["_meta"] = .object([serverName: serverInfo])
        return .object(result)
    }
}
