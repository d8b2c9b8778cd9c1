import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON in the form of every answer: sorted members, unescaped slashes.
enum JSONBody {
    static func buffer(_ value: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(value))
    }

    static func response(_ buffer: ByteBuffer, type: String = "application/json") -> Response {
        var headers = HTTPFields()
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: buffer))
    }
}
