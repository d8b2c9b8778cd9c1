import NIOCore

/// A `POST` of `/v1/links` of which at least the header section has arrived.
struct ListRequest {
    /// How long a request may be that is read here, in bytes.
    ///
    /// One that is longer is read behind the decoder.
    static let byteLimit = 64 << 10

    /// The header section.
    let head: RequestHead
    /// Where the body begins.
    let bodyStart: Int
    /// How long the whole request is.
    let byteCount: Int

    /// Reads the header section of a request, unless it is one that is to be decoded.
    ///
    /// - Parameters:
    ///   - bytes: All of a connection's bytes from the beginning of the request.
    ///   - bodyLimit: How long its body may be.
    ///   - forwardedName: The name of the field in which proxies say whom they ask for, in lower case.
    init?(_ bytes: UnsafeRawBufferPointer, bodyLimit: Int, forwardedName: StaticString) {
        let start: StaticString = "POST /v1/links HTTP/1."
        guard RequestHead.hasBytes(bytes, 0, start), let end = Self.end(of: bytes) else { return nil }
        guard
            let head = RequestHead(UnsafeRawBufferPointer(rebasing: bytes[..<end]), forwardedName: forwardedName),
            head.fields.subtracting([.authorization, .close]) == [.host, .body],
            let length = head.bodyLength, length <= bodyLimit, end + length <= Self.byteLimit
        else { return nil }
        (self.head, bodyStart, byteCount) = (head, end, end + length)
    }

    /// The end of the empty line, or `nil` if it has not arrived.
    private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
        var place = 0
        let limit = min(bytes.count, RequestHead.byteLimit)
        while place + 4 <= limit {
            if bytes[place + 3] > UInt8(ascii: "\r") {
                place += 4
            } else if RequestHead.hasBytes(bytes, place, "\r\n\r\n") {
                return place + 4
            } else {
                place += 1
            }
        }
        return nil
    }
}
