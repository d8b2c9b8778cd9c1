import FlyingSocks
import Foundation

@testable import applinks

/// The raw answer of a server on this machine to a raw request.
struct HTTPAnswer {
    let status: Int
    /// The header fields, their names in small letters.
    let fields: [String: String]
    let body: String

    /// Sends a request, and reads the answer by its stated length, or to the end of the connection.
    init(of request: String, port: UInt16) async throws {
        let socket = try await Self.connect(port: port, sending: request)
        defer { try? socket.close() }
        var bytes: [UInt8] = []
        do {
            while !Self.isComplete(bytes) { bytes += try await socket.readArrived(atMost: 65_536) }
        } catch SocketError.disconnected {}
        let (head, body) = Self.parts(bytes)
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        fields = Self.fields(lines)
        self.body = String(decoding: body, as: UTF8.self)
    }

    private static func parts(_ bytes: [UInt8]) -> (head: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return (bytes[...], []) }
        return (bytes[..<end.lowerBound], bytes[end.upperBound...])
    }

    private static func fields(_ lines: [Substring]) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let pieces = line.split(separator: ":", maxSplits: 1)
            if pieces.count == 2 { fields[pieces[0].lowercased()] = pieces[1].trimmingCharacters(in: .whitespaces) }
        }
        return fields
    }

    private static func isComplete(_ bytes: [UInt8]) -> Bool {
        let (head, body) = parts(bytes)
        guard head.count < bytes.count else { return false }
        let fields = fields(String(decoding: head, as: UTF8.self).split(separator: "\r\n"))
        return fields["content-length"].flatMap(Int.init).map { body.count >= $0 } ?? false
    }

    static func connect(port: UInt16, sending request: String) async throws -> AsyncSocket {
        let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port), timeout: 300)
        try await socket.write(Data(request.utf8))
        return socket
    }
}
