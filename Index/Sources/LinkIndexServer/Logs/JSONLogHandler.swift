package import Foundation
package import Logging

/// Writes a log as JSON, one object per line, to standard error.
///
/// The members are `time` (RFC 3339), `level`, `logger` and `message`, plus those of the metadata.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel = Logger.Level.info

    private let label: String
    private let write: @Sendable (Data) -> Void

    /// - Parameters:
    ///   - label: The name of the logger.
    ///   - write: Receives each line with its line feed, standard error by default.
    package init(label: String, write: @escaping @Sendable (Data) -> Void = Self.writeToStandardError) {
        self.label = label
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var members: [String: Value] = [:]
        for source in [metadataProvider?.get(), metadata, event.metadata] {
            for (name, value) in source ?? [:] { members[name] = Value(value) }
        }
        if let error = event.error { members["error"] = .text("\(error)") }
        members["time"] = .text(Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        members["level"] = .text(event.level.rawValue)
        members["logger"] = .text(label)
        members["message"] = .text(event.message.description)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Numbers that JSON cannot express are written as text, so encoding does not fail.
        guard var line = try? encoder.encode(members) else { return }
        line.append(UInt8(ascii: "\n"))
        write(line)
    }

    /// Writes a line at once, so that lines of different threads do not mix.
    ///
    /// If that fails, the failure cannot be reported anywhere.
    package static func writeToStandardError(_ line: Data) { try? FileHandle.standardError.write(contentsOf: line) }

    private enum Value: Encodable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case list([Value])
        case object([String: Value])

        init(_ value: Logger.Metadata.Value) {
            switch value {
            case .string(let text): self = .text(text)
            case .array(let values): self = .list(values.map(Value.init))
            case .dictionary(let values): self = .object(values.mapValues(Value.init))
            case .stringConvertible(let value):
                switch value {
                case let number as Int: self = .integer(number)
                case let number as Double where number.isFinite: self = .number(number)
                case let flag as Bool: self = .flag(flag)
                default: self = .text(value.description)
                }
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .integer(let number): try container.encode(number)
            case .number(let number): try container.encode(number)
            case .flag(let flag): try container.encode(flag)
            case .list(let values): try container.encode(values)
            case .object(let values): try container.encode(values)
            }
        }
    }
}
