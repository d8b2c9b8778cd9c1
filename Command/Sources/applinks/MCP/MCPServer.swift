import BoltsAppLinks

/// Answers messages of the Model Context Protocol, revision 2026-07-28, and older ones after `initialize`.
///
/// The caller provides the source of messages and the destination of answers. Calls of tools run concurrently, four at a time, and
/// a client may cancel each. When the messages end, running calls are still answered.
actor MCPServer {
    private let toolbox: MCPToolbox
    private let execute: @Sendable ([String]) async -> Int32
    private let send: @Sendable (AppLinkValue) -> Void
    private let limit = CallLimit(4)
    private var hasInitialized = false
    private var calls: [AppLinkValue: Call] = [:]
    private var callCount = 0
    /// How many calls are waiting or running, including cancelled ones that have not ended yet.
    private var unended = 0
    private var takesBatches = false
    private var batches: [Int: Batch] = [:]
    private var batchCount = 0

    /// A waiting or running call whose answer is wanted.
    private struct Call {
        /// The number of the call among all calls; after a cancellation another call may have the same id.
        let number: Int
        let task: Task<Void, Never>
    }

    /// Messages that came as one array; their answers are sent as one.
    private struct Batch {
        var running = 0
        var answers: [AppLinkValue] = []
        /// Whether all of its messages have been processed.
        var isRead = false
    }

    static let maximumBatch = 64

    static let maximumCalls = 64

    /// `send` receives each answer, in the order of completion.
    init(
        toolbox: MCPToolbox,
        execute: @escaping @Sendable ([String]) async -> Int32,
        send: @escaping @Sendable (AppLinkValue) -> Void
    ) {
        self.toolbox = toolbox
        self.execute = execute
        self.send = send
    }

    func run(_ messages: MCPLineReader) async {
        while let line = await messages.next() { receive(line) }
        for call in Array(calls.values) { await call.task.value }
    }

    private func receive(_ line: MCPLineReader.Line) {
        do throws(MCPRequest.Failure) {
            let value = try MCPRequest.value(line)
            guard takesBatches, case .array(let messages) = value else { return receive(value, in: nil) }
            guard (1...Self.maximumBatch).contains(messages.count) else {
                let message = "An array has from 1 to \(Self.maximumBatch) messages."
                throw MCPRequest.Failure(code: -32600, message: message)
            }
            receive(messages)
        } catch {
            send(error.response(to: nil))
        }
    }

    private func receive(_ messages: [AppLinkValue]) {
        batchCount += 1
        let number = batchCount
        batches[number] = Batch()
        for message in messages { receive(message, in: number) }
        batches[number]?.isRead = true
        finish(batch: number)
    }

    private func receive(_ value: AppLinkValue, in batch: Int?) {
        let request: MCPRequest
        do throws(MCPRequest.Failure) {
            request = try MCPRequest(value)
        } catch {
            if MCPRequest.isUnanswered(value) { return }
            return deliver(error.response(to: nil), in: batch)
        }
        guard let id = request.id else { return receive(notification: request) }
        do throws(MCPRequest.Failure) {
            if batch != nil, request.method == "initialize" {
                throw MCPRequest.Failure(code: -32600, message: "'initialize' must be sent alone, not in an array.")
            }
            if let result = try answer(request, id, in: batch) { deliver(Self.response(id, result), in: batch) }
        } catch {
            deliver(error.response(to: id), in: batch)
        }
    }

    private func deliver(_ answer: AppLinkValue, in batch: Int?) {
        guard let batch else { return send(answer) }
        batches[batch]?.answers.append(answer)
    }

    /// Sends the answers to the messages of an array once all are known; if the array contained no request, nothing is sent.
    private func finish(batch number: Int) {
        guard let batch = batches[number], batch.isRead, batch.running == 0 else { return }
        batches[number] = nil
        if !batch.answers.isEmpty { send(.array(batch.answers)) }
    }

    private static func response(_ id: AppLinkValue, _ result: AppLinkValue) -> AppLinkValue {
        ["jsonrpc": "2.0", "id": id, "result": result]
    }

    private func receive(notification: MCPRequest) {
        guard notification.method == "notifications/cancelled",
            let id = notification.parameters["requestId"]
        else { return }
        calls.removeValue(forKey: id)?.task.cancel()
    }

    /// The result of a request, or `nil` if it is sent later.
    private func answer(_ request: MCPRequest, _ id: AppLinkValue, in batch: Int?) throws(MCPRequest.Failure)
        -> AppLinkValue?
    {
        let isCurrent = try MCPVersions.namesVersion(request)
        switch request.method {
        case "initialize" where !isCurrent: return initialize(request)
        case "ping" where !isCurrent: return [:]
        default: break
        }
        guard isCurrent || hasInitialized else {
            throw .invalidParameters(
                "_meta lacks io.modelcontextprotocol/protocolVersion; send \(MCPVersions.current), or begin with initialize."
            )
        }
        switch request.method {
        case "server/discover" where isCurrent:
            return MCPVersions.complete([
                "supportedVersions": .array(
                    ([MCPVersions.current] + MCPVersions.withInitialization).map(AppLinkValue.string)
                ),
                "capabilities": Self.capabilities,
                "instructions": .string(Self.instructions),
                "ttlMs": .integer(Self.timeToLive),
                "cacheScope": "public",
            ])
        case "tools/list":
            return try list(request, isCurrent: isCurrent)
        case "tools/call":
            try call(request, id, isCurrent: isCurrent, in: batch)
            return nil
        default:
            throw MCPRequest.Failure(code: -32601, message: "There is no method '\(request.method)'.")
        }
    }

    private static let capabilities: AppLinkValue = ["tools": [:]]

    // The tools of a server never change while it runs.
    private static let timeToLive: Int64 = 3_600_000

    private static let instructions = """
        Says which apps open a link, and why a link does not open an app: 'check' for a URL, a host, a file, a folder or an \
        app; 'explain' for each device and rule; 'diff' before a deployment; 'publish' for a site.yaml; 'rule' for a finding.
        """

    private func initialize(_ request: MCPRequest) -> AppLinkValue {
        hasInitialized = true
        let wanted = request.parameters["protocolVersion"]?.string ?? ""
        let version = MCPVersions.withInitialization.contains(wanted) ? wanted : MCPVersions.withInitialization[0]
        takesBatches = version == MCPVersions.withBatches
        return [
            "protocolVersion": .string(version),
            "capabilities": Self.capabilities,
            "serverInfo": MCPVersions.serverInfo,
            "instructions": .string(Self.instructions),
        ]
    }

    private func list(_ request: MCPRequest, isCurrent: Bool) throws(MCPRequest.Failure) -> AppLinkValue {
        guard request.parameters["cursor"] == nil else {
            throw .invalidParameters("There is no such cursor: all tools are on one page.")
        }
        let tools: [AppLinkValue]
        do {
            tools = try toolbox.tools.map { try $0.definition() }
        } catch {
            throw MCPRequest.Failure(code: -32603, message: "The tools cannot be described: \(error)")
        }
        guard isCurrent else { return ["tools": .array(tools)] }
        return MCPVersions.complete([
            "tools": .array(tools), "ttlMs": .integer(Self.timeToLive), "cacheScope": "public",
        ])
    }

    private func call(
        _ request: MCPRequest,
        _ id: AppLinkValue,
        isCurrent: Bool,
        in batch: Int?
    ) throws(MCPRequest.Failure) {
        let name = request.parameters["name"]?.string ?? ""
        guard let tool = toolbox.tools.first(where: { $0.name == name }) else {
            throw .invalidParameters("Unknown tool: \(name)")
        }
        guard calls[id] == nil else {
            throw MCPRequest.Failure(code: -32600, message: "A request with this id is still running.")
        }
        guard unended < Self.maximumCalls else {
            throw MCPRequest.Failure(code: -32603, message: "\(Self.maximumCalls) calls are waiting; try again later.")
        }
        let arguments = request.parameters["arguments"]
        if let batch { batches[batch]?.running += 1 }
        unended += 1
        callCount += 1
        let number = callCount
        let task = Task {
            let outcome = await limit.withPlace { [execute] in
                await MCPCall(tool: tool, execute: execute).outcome(arguments)
            }
            let result: AppLinkValue = isCurrent ? MCPVersions.complete(outcome) : .object(outcome)
            finish(id, number, Self.response(id, result), in: batch)
        }
        calls[id] = Call(number: number, task: task)
    }

    private func finish(_ id: AppLinkValue, _ number: Int, _ response: AppLinkValue, in batch: Int?) {
        unended -= 1
        // The answer of a cancelled call is not sent.
        if calls[id]?.number == number {
            calls[id] = nil
            deliver(response, in: batch)
        }
        guard let batch else { return }
        batches[batch]?.running -= 1
        finish(batch: batch)
    }
}

/// Lets a limited number of closures run at once; the others wait in the order of arrival.
actor CallLimit {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    /// Runs a closure once one of the places is free.
    nonisolated func withPlace<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        await take()
        do {
            let value = try await body()
            await giveBack()
            return value
        } catch {
            await giveBack()
            throw error
        }
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
