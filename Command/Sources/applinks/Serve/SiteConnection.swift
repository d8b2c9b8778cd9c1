import FlyingSocks
import Foundation

struct SiteConnection: Sendable {
    /// How long a client may take for its request, and for each piece of a response.
    static let patience = Duration.seconds(30)
    /// The maximum number of bytes to read after a request, so that the response reaches the client.
    private static let maximumRest = 4 * 1_024 * 1_024
    private static let pieceSize = 65_536

    let socket: AsyncSocket
    let number: Int
    let table: ConnectionTable
    let handler: SiteHandler

    /// Serves the connection, and closes it at the end, even if the task is cancelled.
    func run() async {
        do {
            try await answer()
        } catch {
            // The client is gone or too slow, or this process is ending: so the error cannot be reported.
        }
        table.remove(number)
        try? socket.close()
    }

    private func answer() async throws {
        let response: SiteResponse
        var isHead = false
        do {
            let head = try await within(Self.patience) { try await self.head() }
            table.isAsked(number)
            isHead = head.method == "HEAD"
            response = await handler.response(to: head)
        } catch let failure as RequestParser.Failure {
            response = SiteHandler.refusal(failure)
        }
        try await within(Self.patience) { try await self.socket.write(response.head) }
        guard !isHead else { return try await finish() }
        switch response.body {
        case .bytes(let data): try await write(data)
        case .file(let file, let count): try await write(file, count)
        case .events(let versions): return try await follow(versions)
        }
        try await finish()
    }

    private func head() async throws -> RequestHead {
        var parser = RequestParser()
        while true {
            if let head = try parser.receive(try await socket.readArrived(atMost: 4_096)) { return head }
        }
    }

    /// Writes in pieces with a time limit for each, so that a client that reads slowly is not cut off.
    private func write(_ data: Data) async throws {
        var rest = data[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceSize)
            rest = rest.dropFirst(piece.count)
            try await within(Self.patience) { try await self.socket.write(Data(piece)) }
        }
    }

    private func write(_ file: FileHandle, _ count: Int) async throws {
        defer { try? file.close() }
        var rest = count
        while rest > 0 {
            // If a file became shorter, the connection ends before the announced length, which the client notices.
            guard let piece = try file.read(upToCount: min(rest, Self.pieceSize)), !piece.isEmpty else { return }
            rest -= piece.count
            try await within(Self.patience) { try await self.socket.write(piece) }
        }
    }

    /// Sends versions until the client is gone.
    private func follow(_ versions: AsyncStream<Int>) async throws {
        guard table.addListener() else { return }
        defer { table.removeListener() }
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await version in versions {
                    let event = Data("event: version\ndata: \(version)\n\n".utf8)
                    guard (try? await self.within(Self.patience) { try await self.socket.write(event) }) != nil else {
                        return
                    }
                }
            }
            group.addTask {
                // Bytes from a client are dropped; only the end of the connection matters.
                while (try? await self.socket.readArrived(atMost: 4_096)) != nil {}
            }
            await group.next()
            group.cancelAll()
        }
    }

    /// Ends the response, and reads a little of what the client may still send: closing at once would discard the response.
    private func finish() async throws {
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        try await within(.seconds(1)) {
            var rest = Self.maximumRest
            while rest > 0 { rest -= try await self.socket.readArrived(atMost: 4_096).count }
        }
    }

    private struct TooSlow: Error {}

    private func within<Value: Sendable>(_ time: Duration, _ body: @escaping @Sendable () async throws -> Value)
        async throws -> Value
    {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: time)
                throw TooSlow()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}

extension AsyncSocket {
    /// How often to query the socket pool again if it reports an end that the socket does not confirm.
    private static let maximumTries = 8

    /// Reads the bytes that have arrived.
    ///
    /// The pool can deliver the end of a closed socket, so an end counts only if this socket confirms it.
    func readArrived(atMost count: Int) async throws -> [UInt8] {
        for _ in 0..<Self.maximumTries {
            do {
                return try await read(atMost: count)
            } catch SocketError.disconnected {
                do { return try socket.read(atMost: count) } catch SocketError.blocked { continue }
            }
        }
        throw SocketError.disconnected
    }
}
