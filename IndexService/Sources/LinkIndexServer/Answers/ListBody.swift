import BoltsSiteCheck
import LinkIndex

/// The body of a `POST` of `/v1/links` in the form in which nearly every client writes it.
///
/// It has the members of that request and no others, each once, and strings of visible ASCII, in which only slashes may be
/// escaped. Whatever else JSON allows is left to the decoder behind.
struct ListBody {
    /// The URLs as they were asked for, 1 to ``RequestedURL/countLimit``.
    let urls: [String]
    /// The names of devices; none means all.
    let devices: [String]
    /// The names of purposes; none means links.
    let purposes: [String]

    /// The form of the answers, or `nil` if a name is unknown.
    var form: AnswerName.Form? {
        guard let devices = try? LinkDevice.named(devices), let purposes = try? AnswerPurpose.named(purposes) else {
            return nil
        }
        return .links(devices, purposes)
    }

    /// - Parameter bytes: The body.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = Reader(bytes)
        guard reader.skip(UInt8(ascii: "{")) else { return nil }
        var urls: [String]?
        var devices: [String]?
        var purposes: [String]?
        repeat {
            guard let name = reader.string(), reader.skip(UInt8(ascii: ":")) else { return nil }
            // There are fewer devices and purposes than that.
            guard let list = reader.list(limit: RequestedURL.countLimit) else { return nil }
            switch name {
            case "urls" where urls == nil: urls = list
            case "devices" where devices == nil: devices = list
            case "for" where purposes == nil: purposes = list
            default: return nil
            }
        } while reader.skip(UInt8(ascii: ","))
        guard reader.skip(UInt8(ascii: "}")), reader.isAtEnd, let urls, !urls.isEmpty else { return nil }
        (self.urls, self.devices, self.purposes) = (urls, devices ?? [], purposes ?? [])
    }

    /// Reads the bytes from the first to the last.
    private struct Reader {
        private let bytes: UnsafeRawBufferPointer
        private var place = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        var isAtEnd: Bool {
            mutating get {
                skipBlanks()
                return place == bytes.count
            }
        }

        /// Skips blanks, and a mark if it is next; returns whether it was.
        mutating func skip(_ mark: UInt8) -> Bool {
            skipBlanks()
            guard place < bytes.count, bytes[place] == mark else { return false }
            place += 1
            return true
        }

        mutating func string() -> String? {
            guard skip(UInt8(ascii: "\"")) else { return nil }
            let start = place
            var hasEscape = false
            while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                guard bytes[place] > 0x20, bytes[place] < 0x7F else { return nil }
                if bytes[place] == UInt8(ascii: "\\") {
                    place += 1
                    guard place < bytes.count, bytes[place] == UInt8(ascii: "/") else { return nil }
                    hasEscape = true
                }
                place += 1
            }
            guard place < bytes.count else { return nil }
            let text = bytes[start..<place]
            place += 1
            guard hasEscape else { return String(decoding: UnsafeRawBufferPointer(rebasing: text), as: UTF8.self) }
            return String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        }

        mutating func list(limit: Int) -> [String]? {
            guard skip(UInt8(ascii: "[")) else { return nil }
            if skip(UInt8(ascii: "]")) { return [] }
            var list: [String] = []
            list.reserveCapacity(limit)
            repeat {
                guard list.count < limit, let item = string() else { return nil }
                list.append(item)
            } while skip(UInt8(ascii: ","))
            return skip(UInt8(ascii: "]")) ? list : nil
        }

        private mutating func skipBlanks() {
            while place < bytes.count {
                let byte = bytes[place]
                guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
                place += 1
            }
        }
    }
}
