import BoltsSiteCheck
import CYaml

/// Computes the size of a YAML document with all aliases expanded, before anything is expanded.
///
/// An alias may name a value that contains aliases, so a few hundred bytes can expand to gigabytes. The size follows from the
/// parser's events in linear time; nothing is expanded.
@_spi(Bolts) public struct YAMLBudget {
    /// How many values a document may have.
    static let maximumValues = 100_000
    /// The maximum size of all its texts together: that of a file without aliases.
    @_spi(Bolts) public static let maximumBytes = SiteDescription.maximumBytes

    /// The cost of a value, including everything inside it.
    private struct Size {
        var values = 0
        var bytes = 0

        static func += (left: inout Size, right: Size) {
            // No relevant document comes near this; it only prevents overflow.
            left.values = min(left.values + right.values, 1 << 40)
            left.bytes = min(left.bytes + right.bytes, 1 << 40)
        }
    }

    /// A sequence or a mapping that has begun.
    private struct Container {
        let isMapping: Bool
        let anchor: String?
        var size = Size(values: 1)
        var isAtKey = true
    }

    private var open: [Container] = []
    private var anchors: [String: Size] = [:]
    private var total = Size()

    /// Reads a document's events, and refuses a document with too many values or bytes, or a key that is not a plain text.
    ///
    /// Text that is not YAML is left to the parser, which reports the mistake.
    static func check(_ text: String) throws {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLTree.Failure(position: nil, description: "There is not enough memory to read the file.")
        }
        defer { yaml_parser_delete(&parser) }
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBufferPointer { bytes in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
            var budget = YAMLBudget()
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else { return }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return }
                try budget.take(event)
            }
        }
    }

    private mutating func take(_ event: yaml_event_t) throws {
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try add(Size(values: 1, bytes: scalar.length), anchor: scalar.anchor, event)
        case YAML_ALIAS_EVENT:
            try refuseKey(event)
            let name = event.data.alias.anchor.map { String(cString: $0) } ?? ""
            // The parser itself refuses an alias for an enclosing value or for a missing one.
            try add(anchors[name] ?? Size(), anchor: nil, event)
        case YAML_SEQUENCE_START_EVENT:
            try refuseKey(event)
            open.append(Container(isMapping: false, anchor: Self.text(event.data.sequence_start.anchor)))
        case YAML_MAPPING_START_EVENT:
            try refuseKey(event)
            open.append(Container(isMapping: true, anchor: Self.text(event.data.mapping_start.anchor)))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            guard let container = open.popLast() else { return }
            if let anchor = container.anchor { anchors[anchor] = container.size }
            try close(container.size, event)
        default: break
        }
    }

    private static func text(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        anchor.map { String(cString: $0) }
    }

    /// Adds a value without content, or an alias.
    private mutating func add(_ size: Size, anchor: UnsafeMutablePointer<yaml_char_t>?, _ event: yaml_event_t) throws {
        if let anchor { anchors[String(cString: anchor)] = size }
        try close(size, event)
    }

    /// Adds a value to the surrounding one.
    private mutating func close(_ size: Size, _ event: yaml_event_t) throws {
        if open.isEmpty {
            total += size
        } else {
            open[open.count - 1].size += size
            open[open.count - 1].isAtKey.toggle()
        }
        let largest = open.last?.size ?? total
        if largest.values > Self.maximumValues {
            throw failure("The file has more than \(Self.maximumValues) values. Write fewer aliases.", event)
        }
        if largest.bytes > Self.maximumBytes {
            throw failure("The texts of the file have more than 1 MiB with their aliases. Write fewer aliases.", event)
        }
    }

    /// Refuses an alias, a list or an object as a key, because comparing keys would expand it.
    private func refuseKey(_ event: yaml_event_t) throws {
        guard let container = open.last, container.isMapping, container.isAtKey else { return }
        throw failure("A key is not a text. Write a name.", event)
    }

    private func failure(_ description: String, _ event: yaml_event_t) -> YAMLTree.Failure {
        let mark = event.start_mark
        return YAMLTree.Failure(
            position: TextPosition(line: Int(mark.line) + 1, column: Int(mark.column) + 1),
            description: description
        )
    }
}
