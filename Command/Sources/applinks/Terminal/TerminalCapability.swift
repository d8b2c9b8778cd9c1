import Foundation

/// What the other end of an output stream can show.
enum TerminalCapability {
    /// Returns whether a file descriptor is a terminal that carries out control sequences.
    static func hasControlSequences(on descriptor: Int32) -> Bool {
        guard isatty(descriptor) != 0, let terminal = environment["TERM"] else { return false }
        return !terminal.isEmpty && terminal != "dumb"
    }

    /// Returns whether to write colors to a file descriptor: to such a terminal, unless `NO_COLOR` is set.
    ///
    /// `NO_COLOR` counts if it is not empty, by https://no-color.org.
    static func hasColors(on descriptor: Int32) -> Bool {
        hasControlSequences(on: descriptor) && environment["NO_COLOR", default: ""].isEmpty
    }

    private static let environment = ProcessInfo.processInfo.environment
}
