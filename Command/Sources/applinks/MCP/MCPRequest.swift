import BoltsAppLinks

/// A message of a client: a request, which has an id, or a notification.
struct MCPRequest: Sendable {
    /// The id of a request, a text or an integer; `nil` for a notification.
    let id: AppLinkValue?
    let method: String
    let parameters: AppLinkValue

    /// Why a message cannot be answered, with the messages and codes of JSON-RPC 2.0 and of the protocol.
    struct Failure: Error {
        let code: Int64
        let message: String
        var data: AppLinkValue?
        /// The id of the message, if it could be read.
        var id: AppLinkValue?

        static func invalidParameters(_ message: String) -> Failure { Failure(code: -32602, message: message) }

        func response(to id: AppLinkValue?) -> AppLinkValue {
            var error: [String: AppLinkValue] = ["code": .integer(code), "message": .string(message)]
            if let data { error["data"] = data }
            var response: [String: AppLinkValue] = ["jsonrpc": "2.0", "error": .object(error)]
            // JSON-RPC requires null here; the protocol omits the member.
            if let id = id ?? self.id { response["id"] = id }
            return .object(response)
        }
    }

    static func value(_ line: MCPLineReader.Line) throws(Failure) -> AppLinkValue {
        guard case .message(let bytes) = line else {
            throw Failure(code: -32600, message: "A message has at most \(MCPLineReader.maximumLine) bytes.")
        }
        do {
            return try AppLinkValue(jsonText: String(validating: bytes, as: UTF8.self) ?? "")
        } catch {
            throw Failure(code: -32700, message: "The message is not JSON.")
        }
    }

    /// Whether a message is never answered, even if it is invalid: a notification, or a response.
    static func isUnanswered(_ value: AppLinkValue) -> Bool {
        guard let members = value.object else { return false }
        guard members["method"] != nil else { return members["result"] != nil || members["error"] != nil }
        return members["id"] == nil && members["jsonrpc"] == "2.0" && members["method"]?.string != nil
    }

    init(_ value: AppLinkValue) throws(Failure) {
        guard case .object(let members) = value else {
            throw Failure(code: -32600, message: "The message is not an object; each line holds one message.")
        }
        id = members["id"]
        if let id {
            switch id {
            case .string, .integer: break
            default: throw Failure(code: -32600, message: "The id of a request is a text or an integer.")
            }
        }
        guard members["jsonrpc"] == "2.0", let method = members["method"]?.string else {
            throw Failure(code: -32600, message: #"A message has "jsonrpc": "2.0" and a method."#, id: id)
        }
        self.method = method
        parameters = members["params"] ?? [:]
        guard parameters.object != nil else {
            throw Failure(code: -32602, message: "The parameters are not an object.", id: id)
        }
    }
}
