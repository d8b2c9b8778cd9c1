import BoltsTasks
import Foundation
import Synchronization

/// What the person at the terminal sees.
enum Terminal {
    /// Writes one line to standard output.
    ///
    /// Ends the program with a failure where that cannot be: what comes after would be lost, too.
    static func print(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let isSystems = cause?.domain == NSPOSIXErrorDomain
            let reason = isSystems ? cause.map { String(cString: strerror(Int32($0.code))) } : nil
            complain("standard output cannot be written to: \(reason ?? error.localizedDescription)")
            exit(1)
        }
    }

    /// Writes to standard error; where that cannot be there is nobody to tell.
    private static func tell(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// Says how far a long job is, in place of what was said of it before.
    static func showProgress(_ text: String) { tell("\r\u{1B}[K\(text)") }

    /// Writes one line to standard error, as every failure gets.
    static func complain(_ message: String) {
        // On a terminal a progress line may stand here.
        let start = standardErrorIsATerminal ? "\r\u{1B}[K" : ""
        tell("\(start)applinks: \(oneLine(message))\n")
    }

    /// Writes lines to standard error that whoever asked for them gets.
    static func note(_ lines: String) {
        let start = standardErrorIsATerminal ? "\r\u{1B}[K" : ""
        tell("\(start)\(lines)\n")
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

    /// JSON in which nothing is left that a terminal would obey; it says the same.
    ///
    /// Such characters can only stand in its strings, where each may be written as an escape.
    static func json(_ text: String) -> String {
        var json = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator:
                for unit in String(scalar).utf16 { json += "\\u" + hexadecimal(unit) }
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json
    }

    private static func hexadecimal(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
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
            Terminal.showProgress("\(done) of \(total)")
        }
    }

    func finish() {
        if isShown { Terminal.showProgress("") }
    }
}
