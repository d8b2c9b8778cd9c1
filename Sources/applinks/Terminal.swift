import BoltsTasks
import Foundation
import Synchronization

/// What the person at the terminal sees.
enum Terminal {
    /// Writes one line to standard output.
    static func print(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Writes one line to standard error, as every failure gets.
    static func complain(_ message: String) {
        // On a terminal a progress line may stand here.
        let start = standardErrorIsATerminal ? "\r\u{1B}[K" : ""
        FileHandle.standardError.write(Data("\(start)applinks: \(oneLine(message))\n".utf8))
    }

    /// Writes lines to standard error that whoever asked for them gets.
    static func note(_ lines: String) {
        let start = standardErrorIsATerminal ? "\r\u{1B}[K" : ""
        FileHandle.standardError.write(Data("\(start)\(lines)\n".utf8))
    }

    /// A text of a stranger's on one line, without anything that a terminal would obey.
    static func oneLine(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    static let standardErrorIsATerminal = isatty(STDERR_FILENO) != 0
}

/// A line on standard error that says how far a long job is.
///
/// Silent where nobody looks.
final class Progress: Sendable {
    private let total: Int
    private let done = Mutex(0)
    private let isShown: Bool

    init(total: Int) {
        self.total = total
        isShown = total > 1 && Terminal.standardErrorIsATerminal
    }

    func advance() {
        guard isShown else { return }
        done.withLock { done in
            done += 1
            // Back to the start of the line, and blank what was there.
            FileHandle.standardError.write(Data("\r\u{1B}[K\(done) of \(total)".utf8))
        }
    }

    func finish() {
        if isShown { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
