import BoltsAppLinks
import BoltsBase

/// One call of a tool: its command runs in this process, and its output becomes the result.
struct MCPCall {
    let tool: MCPTool
    /// Runs a command line, prints with ``Terminal``, and returns the exit status.
    let execute: @Sendable ([String]) async -> Int32

    /// The members of the result of `tools/call`.
    ///
    /// A failed command is a result with `isError`, which tells a model what to change.
    func outcome(_ arguments: AppLinkValue?) async -> [String: AppLinkValue] {
        let line: [String]
        do {
            line = try tool.command(MCPArguments(arguments, inputs: tool.inputs))
        } catch {
            return Self.result("\(error)".sanitized(), hasFailed: true)
        }
        if Task.isCancelled { return Self.result("cancelled", hasFailed: true) }
        let captured = CapturedOutput()
        let status = await Terminal.$captured.withValue(captured) { await execute(line) }
        // Status 1 means that there are findings or differences, which is a valid result.
        let hasFailed = status > 1
        let output = Self.trimmed(captured.output)
        guard tool.schema != nil else { return Self.result(output, hasFailed: hasFailed) }
        guard let value = try? AppLinkValue(jsonText: output, depthLimit: Self.depthLimit) else {
            let errors = message(captured.errors)
            return Self.result(errors.isEmpty ? "the command ended with status \(status)" : errors, hasFailed: true)
        }
        var result = Self.result(output, hasFailed: hasFailed)
        result["structuredContent"] = value
        return result
    }

    /// A command's message on standard error, in the words of a caller that passed arguments instead of a command line.
    private func message(_ errors: String) -> String {
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
        var text = Self.trimmed(lines.prefix { !$0.hasPrefix("Usage:") }.joined(separator: "\n"))
        if text.hasPrefix("Error: ") { text.removeFirst(7) }
        // Longer names are replaced first, because one name may be the beginning of another.
        for input in tool.inputs.sorted(by: { $0.name.count > $1.name.count }) {
            text = text.replacing("--\(input.name.replacing("_", with: "-"))", with: "'\(input.name)'")
        }
        return text
    }

    /// The maximum nesting depth of a command's output; an answer has a few levels more.
    private static let depthLimit = 48

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == "\n" }.reversed())
    }

    private static func result(_ text: String, hasFailed: Bool) -> [String: AppLinkValue] {
        ["content": [["type": "text", "text": .string(text)]], "isError": .bool(hasFailed)]
    }
}
