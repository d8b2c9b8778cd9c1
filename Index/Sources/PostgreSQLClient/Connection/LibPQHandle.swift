import CLibPQ
import Dispatch
import Foundation
import Synchronization

/// libpq's connection object.
///
/// Only one thread at a time uses it.
final class LibPQHandle: @unchecked Sendable {
    private(set) var pointer: OpaquePointer?

    /// Starts to connect; `nil` if libpq has no memory left.
    init?(connecting parameters: [String: String]) {
        let pairs = parameters.sorted { $0.key < $1.key }
        pointer = withCStrings(pairs.map(\.key)) { keywords in
            withCStrings(pairs.map(\.value)) { values in PQconnectStartParams(keywords, values, 0) }
        }
        guard pointer != nil else { return nil }
        // Verbose errors contain the SQLSTATE, which libpq does not provide in any other way while it connects.
        PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
        PQsetNoticeReceiver(pointer, { _, _ in }, nil)
    }

    deinit { close() }

    var socket: Int32 { PQsocket(pointer) }
    var isUsable: Bool { PQstatus(pointer) != CONNECTION_BAD && pointer != nil }
    /// Whether bytes, or the end of the stream, have arrived.
    var isReadable: Bool {
        var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }
    /// Whether no transaction is open and no statement is running.
    var isClean: Bool { PQtransactionStatus(pointer) == PQTRANS_IDLE }

    /// Closes the connection and frees it.
    func close() {
        guard let pointer else { return }
        self.pointer = nil
        // libpq would wait for a socket that accepts no more bytes.
        if PQflush(pointer) != 0 || PQtransactionStatus(pointer) == PQTRANS_ACTIVE {
            let socket = PQsocket(pointer)
            if socket >= 0 { _ = shutdown(socket, Int32(SHUT_RDWR)) }
        }
        PQfinish(pointer)
    }

    /// Sends a statement, or part of it; ``flush()`` sends the rest.
    ///
    /// - Returns: Whether libpq accepted the statement.
    func send(_ statement: PostgreSQLStatement) -> Bool {
        let encoded = statement.parameters.map(\.encoded)
        let types = statement.parameters.map { Oid($0.type.rawValue) }
        let lengths = encoded.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: encoded.count)
        // All values are in one buffer, whose address is valid while libpq copies.
        var buffer: [UInt8] = []
        var offsets: [Int?] = []
        for value in encoded {
            offsets.append(value == nil ? nil : buffer.count)
            buffer += value ?? []
        }
        buffer.append(0)
        return buffer.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let values = offsets.map { offset in offset.flatMap { offset in base.map { UnsafePointer($0 + offset) } } }
            let count = Int32(values.count)
            return PQsendQueryParams(pointer, statement.text, count, types, values, lengths, formats, 1) == 1
        }
    }

    /// The error of a failed connection attempt.
    func connectionFailure() -> PostgreSQLError {
        let text = message
        let sqlState = LibPQHandle.sqlState(in: text)
        var line = text.split(separator: "\n").first.map(String.init) ?? "the connection failed"
        if let sqlState { line = line.replacing("  \(sqlState): ", with: " ") }
        // Waiting does not help if a password is missing, or if the server or this user lacks TLS.
        let isMisconfigured =
            PQconnectionNeedsPassword(pointer) == 1 || line.contains("does not support SSL")
            || line.contains("root certificate file")
        let error = PostgreSQLError(.connectionFailed, line, sqlState: sqlState)
        return error.isRefusal || isMisconfigured ? PostgreSQLError(.refused, line, sqlState: sqlState) : error
    }

    /// libpq's text about the last failure.
    var message: String {
        PQerrorMessage(pointer).map { String(cString: $0) } ?? ""
    }

    /// Finds the SQLSTATE in a verbose message, such as "FATAL:  28P01: password authentication failed".
    private static func sqlState(in message: String) -> String? {
        let pattern = #/: +([0-9][0-9A-Z]{4}): /#
        return message.firstMatch(of: pattern).map { String($0.1) }
    }

    private static let cancelRequests = Mutex(0)

    /// Asks the server to end this connection's statement.
    ///
    /// It does not wait for the response.
    ///
    /// libpq blocks a thread meanwhile, so at most four such requests run in the process.
    func requestCancel() {
        guard let request = PQgetCancel(pointer) else { return }
        let isAllowed = LibPQHandle.cancelRequests.withLock { count in
            guard count < 4 else { return false }
            count += 1
            return true
        }
        guard isAllowed else { return PQfreeCancel(request) }
        let address = UInt(bitPattern: request)
        DispatchQueue.global().async {
            let request = OpaquePointer(bitPattern: address)
            var buffer = [CChar](repeating: 0, count: 256)
            _ = PQcancel(request, &buffer, Int32(buffer.count))
            PQfreeCancel(request)
            LibPQHandle.cancelRequests.withLock { $0 -= 1 }
        }
    }
}

extension PostgreSQLError {
    /// Whether the server does not know this user or database, or rejects the password.
    fileprivate var isRefusal: Bool {
        guard let sqlState else { return false }
        return sqlState.hasPrefix("28") || sqlState == "3D000" || sqlState == "42501"
    }
}

/// Calls a closure with an array of C strings that ends with null.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafePointer<CChar>?] = strings.map { UnsafePointer(strdup($0)) }
    pointers.append(nil)
    defer {
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
    }
    return pointers.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("the array has at least its terminator") }
        return body(base)
    }
}
