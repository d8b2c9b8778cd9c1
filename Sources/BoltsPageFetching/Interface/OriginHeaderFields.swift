import BoltsBase
public import Foundation

/// Header fields that are sent to one origin only, such as credentials of a server that is not public yet.
///
/// A fetch sends them as long as every request of it goes to that origin: scheme, host and port. After a redirect to another
/// origin they are no longer sent, even if a later redirect leads back. Reports of a fetch, and the description of this type,
/// never contain their values.
///
/// ```swift
/// func options(token: String) throws -> PageFetchOptions {
///     var options = PageFetchOptions()
///     if let staging = URL(string: "https://staging.example.com/") {
///         options.originFields = try OriginHeaderFields(origin: staging, [("Authorization", "Bearer \(token)")])
///     }
///     return options
/// }
/// ```
public struct OriginHeaderFields: Hashable, Sendable {
    /// The maximum number of fields.
    package static let maximumCount = 32
    /// The maximum number of bytes of a name and its value together.
    package static let maximumBytes = 8_192

    private let target: HTTPTarget
    private let fields: [HeaderField]

    /// Checks the fields by RFC 9110, section 5.
    ///
    /// - Parameters:
    ///   - origin: A URL of the origin; its path and query are ignored.
    ///   - fields: The names and values, in the order of sending: at most 32, each of at most 8,192 bytes.
    /// - Throws: ``PageError`` with the code ``PageError/Code/malformedField`` for an invalid name or value, or a field that
    ///   the fetcher writes itself; with other codes for a URL that cannot be fetched.
    public init(origin: URL, _ fields: [(name: String, value: String)]) throws {
        target = try HTTPTarget(requesting: origin)
        guard fields.count <= Self.maximumCount else {
            throw PageError(.malformedField, "\(fields.count) header fields are more than \(Self.maximumCount)")
        }
        for (name, value) in fields {
            if let problem = Self.problem(name, value) { throw PageError(.malformedField, problem) }
        }
        self.fields = fields.map { HeaderField(name: $0.name, value: $0.value) }
    }

    /// The names of the fields, in their order.
    public var names: [String] { fields.map(\.name) }

    /// Returns the fields for a request, or none if it goes to another origin.
    func fields(for request: HTTPTarget) -> [HeaderField] {
        isOrigin(of: request) ? fields : []
    }

    /// Whether every request so far went to the origin.
    func stayed(on hops: [PageHop]) -> Bool {
        hops.allSatisfy { hop in (try? HTTPTarget(hop.url)).map(isOrigin) == true }
    }

    func isOrigin(of request: HTTPTarget) -> Bool {
        request.scheme == target.scheme && request.host == target.host && request.port == target.port
    }

    // MARK: - Rules

    /// Fields that frame the message, name its host, negotiate the content or are set by other options.
    private static let own: Set<String> = [
        "accept", "prefer-html-meta-tags", "host", "content-length", "transfer-encoding", "connection", "keep-alive",
        "te", "trailer", "upgrade", "expect",
        "accept-encoding", "range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
        "user-agent", "http2-settings", "max-forwards",
    ]

    /// Returns what is wrong with a field, without its value; `nil` if it is valid.
    private static func problem(_ name: String, _ value: String) -> String? {
        guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
            return "\(name.sanitized(limit: 100)) is not the name of a header field: write letters, digits and hyphens"
        }
        let lowered = name.lowercased()
        guard !own.contains(lowered), !lowered.hasPrefix("proxy-") else {
            return "the header field \(name) is written by the fetcher itself or by another option"
        }
        guard value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            return "the value of the header field \(name) has characters other than visible ASCII and blanks"
        }
        guard value.utf8.first != 0x20, value.utf8.last != 0x20 else {
            return "the value of the header field \(name) begins or ends with a blank"
        }
        guard name.utf8.count + value.utf8.count <= maximumBytes else {
            return "the header field \(name) has more than \(maximumBytes) bytes"
        }
        return nil
    }

    /// A `tchar` of RFC 9110, section 5.6.2.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension OriginHeaderFields: CustomStringConvertible, CustomReflectable {
    /// The names of the fields and the origin, without the values.
    public var description: String { "\(names.joined(separator: ", ")) for \(target.authority)" }

    /// A mirror without the values, so that printing the options of a fetch shows none.
    public var customMirror: Mirror { Mirror(self, children: ["names": names, "origin": target.authority]) }
}

/// One field of a request's header.
struct HeaderField: Hashable, Sendable {
    let name: String
    let value: String
}
