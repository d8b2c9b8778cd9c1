import BoltsAppLinks

/// A tool that a client may call: a command of this program, with the arguments that the client may set.
struct MCPTool: Sendable {
    let name: String
    let title: String
    let description: String
    let inputs: [MCPInput]
    /// The schema of what the command prints.
    let schema: DocumentSchema?
    var writes = false
    var usesNetwork = true
    /// The command line for a call.
    let command: @Sendable (MCPArguments) throws -> [String]

    /// The tool as `tools/list` tells it.
    func definition() throws -> AppLinkValue {
        var properties: [String: AppLinkValue] = [:]
        for input in inputs { properties[input.name] = input.schema }
        var definition: [String: AppLinkValue] = [
            "name": .string(name),
            "title": .string(title),
            "description": .string(description),
            "inputSchema": [
                "type": "object",
                "properties": .object(properties),
                "required": .array(inputs.filter(\.isRequired).map { .string($0.name) }),
                "additionalProperties": false,
            ],
            "annotations": [
                "readOnlyHint": .bool(!writes),
                "destructiveHint": .bool(writes),
                "idempotentHint": true,
                "openWorldHint": .bool(usesNetwork),
            ],
        ]
        if let schema { definition["outputSchema"] = try AppLinkValue(jsonText: schema.text) }
        return .object(definition)
    }
}
