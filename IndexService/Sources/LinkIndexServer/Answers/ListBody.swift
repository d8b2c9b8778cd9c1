import BoltsBase
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
        var reader = Reader(bytes.bindMemory(to: UInt8.self))
        guard let lists = try? reader.lists(), let urls = lists["urls"], !urls.isEmpty else { return nil }
        (self.urls, devices, purposes) = (urls, lists["devices"] ?? [], lists["for"] ?? [])
    }

    /// Reads the body from its first byte to its last.
    private struct Reader {
        /// The body has another form.
        private struct OtherForm: Error {}

        private static let names: Set<String> = ["urls", "devices", "for"]

        private let bytes: UnsafeBufferPointer<UInt8>
        private var scanner: JSONScanner

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
            scanner = JSONScanner(bytes, depthLimit: 2)
        }

        /// The lists by the names of their members.
        mutating func lists() throws -> [String: [String]] {
            guard case .object = try scanner.scanValue(), !scanner.scanEnd(UInt8(ascii: "}")) else { throw OtherForm() }
            var lists: [String: [String]] = [:]
            repeat {
                let name = try text(scanner.scanName())
                guard Self.names.contains(name), lists[name] == nil else { throw OtherForm() }
                lists[name] = try list()
            } while try scanner.scanSeparator(until: UInt8(ascii: "}"))
            try scanner.scanEndOfText()
            return lists
        }

        private mutating func list() throws -> [String] {
            guard case .array = try scanner.scanValue() else { throw OtherForm() }
            if scanner.scanEnd(UInt8(ascii: "]")) { return [] }
            var list: [String] = []
            // There are fewer devices and purposes than URLs.
            list.reserveCapacity(RequestedURL.countLimit)
            repeat {
                guard list.count < RequestedURL.countLimit, case .string(let range) = try scanner.scanValue() else {
                    throw OtherForm()
                }
                list.append(try text(range))
            } while try scanner.scanSeparator(until: UInt8(ascii: "]"))
            return list
        }

        /// The text of a string of visible ASCII in which only slashes are escaped.
        private func text(_ range: Range<Int>) throws -> String {
            let content = bytes[range]
            var hasEscape = false
            var index = content.startIndex
            while index < content.endIndex {
                guard content[index] > 0x20, content[index] < 0x7F else { throw OtherForm() }
                if content[index] == UInt8(ascii: "\\") {
                    // The scanner has seen that something follows.
                    index += 1
                    guard content[index] == UInt8(ascii: "/") else { throw OtherForm() }
                    hasEscape = true
                }
                index += 1
            }
            guard hasEscape else { return String(decoding: UnsafeBufferPointer(rebasing: content), as: UTF8.self) }
            return String(decoding: content.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)
        }
    }
}
