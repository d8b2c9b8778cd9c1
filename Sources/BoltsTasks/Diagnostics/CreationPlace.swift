/// The place in the program's source that created a task.
///
/// ```swift
/// for task in TaskDiagnostics.snapshot().tasks { print(task.place?.file ?? "unknown", task.id) }
/// ```
public struct CreationPlace: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The module and the file, such as `App/Loader.swift`.
    public let file: String

    /// The line.
    public let line: Int

    /// The function, such as `load(_:)`.
    public let function: String

    init(file: String, line: Int, function: String) {
        self.file = file
        self.line = line
        self.function = function
    }

    init(_ location: SourceLocation) {
        self.init(
            file: "\(location.file)",
            line: Int(clamping: location.line),
            function: "\(location.function)"
        )
    }

    /// The file, line and function on one line.
    public var description: String { "\(file):\(line) \(function)" }
}
