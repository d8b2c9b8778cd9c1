import BoltsAppLinks
import BoltsBase
import Foundation
import Synchronization

/// Standard output and standard error.
///
/// All output of the tool goes through this type, which sanitizes it: no control character from a page or the command line
/// reaches the terminal, and no command reaches a program that records the output (``LogCommands``).
enum Terminal {
    /// The destination of a command's output if a caller in this process reads it; `nil` for the standard streams.
    @TaskLocal static var captured: CapturedOutput?

    /// Opens standard streams that the program's parent has closed, so that no other file receives the output.
    static func openStandardStreams() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // The system uses the lowest free number, which is the closed stream's.
            _ = open("/dev/null", O_RDONLY)
        }
    }

    // MARK: - Standard output

    static func print(_ lines: [String]) { write(lines.map { line($0) + "\n" }.joined()) }

    /// Prints lines of text, in color if standard output is a terminal with colors.
    static func print(_ lines: [StyledText]) {
        write(lines.map { line($0, inColor: captured == nil && colorsStandardOutput) + "\n" }.joined())
    }

    private static let colorsStandardOutput = TerminalCapability.hasColors(on: STDOUT_FILENO)

    static func print(json: String) { write(LogCommands.neutralized(escapedJSON(json), .json) + "\n") }

    /// A document that is printed in parts, whose boundaries cannot be within an escape or a command.
    enum Document {
        case json, markup, lines, commands
    }

    /// Prints a part of a document, without a line end after it.
    static func print(part: String, of document: Document) {
        func each(_ line: (String) -> String) -> String {
            part.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(
                separator: "\n"
            )
        }
        switch document {
        case .json: write(LogCommands.neutralized(escapedJSON(part), .json))
        case .markup: print(html: part)
        case .lines: write(each { line($0) })
        // Only the command at the start of a line is intended; the rest of the line is escaped.
        case .commands: write(each { $0.isEmpty ? "" : "::" + line(String($0.dropFirst(2))) })
        }
    }

    /// Prints a document of this program, such as a help page, that contains nothing from elsewhere.
    static func print(document: String) { write(document) }

    /// Prints an HTML page whose values are already escaped.
    static func print(html: String) { write(LogCommands.neutralized(html, .html)) }

    /// Prints a patch, byte for byte, so that it can be applied.
    ///
    /// A terminal receives it sanitized. So does a program that records its input, if the patch contains commands to such programs;
    /// the patch then cannot be applied, and a line says so.
    static func print(patch: [UInt8]) {
        let text = String(decoding: patch, as: UTF8.self)
        let isForPeople = captured != nil || isatty(STDOUT_FILENO) != 0
        var status = stat()
        let isFile = fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isForPeople || !isFile && LogCommands.neutralized(text, .text) != text {
            if !isForPeople {
                complain(
                    "the patch has text that build servers obey, and is not printed as it is: write it to a file with >"
                )
            }
            return print(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
        }
        write(Data(patch))
    }

    /// Prints a URL unchanged, so that it can be used.
    static func print(_ url: OpenableURL) { write(LogCommands.neutralized(url.text, .url) + "\n") }

    /// Whether the program ends as soon as standard output cannot be written to; not if a command also writes files.
    static var endsWithoutOutput: Bool {
        get { ends.load(ordering: .relaxed) }
        set {
            ends.store(newValue, ordering: .relaxed)
            // A pipe whose reader has ended would end the program before its files are written.
            if !newValue { signal(SIGPIPE, SIG_IGN) }
        }
    }

    /// Whether a write to standard output failed, so that the command must end with 74.
    static var hasLostOutput: Bool { lost.load(ordering: .relaxed) }

    private static let ends = Atomic(true)
    private static let lost = Atomic(false)

    /// Ends the program with a failure if standard output cannot be written to, because later output would be lost too.
    private static func write(_ text: String) {
        if let captured { return captured.append(output: text) }
        write(Data(text.utf8))
    }

    private static func write(_ data: Data) {
        guard !hasLostOutput else { return }
        do {
            try FileHandle.standardOutput.write(contentsOf: data)
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let isSystems = cause?.domain == NSPOSIXErrorDomain
            let reason = isSystems ? cause.map { String(cString: strerror(Int32($0.code))) } : nil
            complain("standard output cannot be written to: \(reason ?? error.localizedDescription)")
            // EX_IOERR of sysexits.h; findings use the statuses 1 and 2.
            if endsWithoutOutput { exit(74) }
            lost.store(true, ordering: .relaxed)
        }
    }

    // MARK: - Standard error

    static func complain(_ message: String) {
        var line = StyledText("applinks:", .error)
        line.append(" \(message)")
        note([line])
    }

    /// Writes lines in color if standard error is a terminal that shows colors.
    static func note(_ lines: [StyledText]) {
        tell(lines.map { line($0, inColor: captured == nil && colorsStandardError) + "\n" }.joined())
    }

    private static let colorsStandardError = TerminalCapability.hasColors(on: STDERR_FILENO)

    static func note(_ lines: [String]) { tell(lines.map { line($0) + "\n" }.joined()) }

    static func ask(_ question: String) { tell(line(question)) }

    /// Shows the progress of a long job, in place of the previous progress line.
    static func showProgress(_ text: String) {
        if captured == nil { writeError("\r\u{1B}[K\(line(text))") }
    }

    static let showsProgress = TerminalCapability.hasControlSequences(on: STDERR_FILENO)

    /// Writes over the progress line, if there may be one.
    private static func tell(_ text: String) {
        if let captured { return captured.append(errors: text) }
        writeError((showsProgress ? "\r\u{1B}[K" : "") + text)
    }

    /// Ignores errors, because there is nowhere to report them.
    private static func writeError(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }

    /// The name of an option as the caller knows it: tools of the MCP server have arguments without dashes.
    static func option(_ name: String) -> String { captured == nil ? name : "'\(name.drop { $0 == "-" })'" }

    // MARK: - ArgumentParser

    /// Prints help to standard output, and usage errors to standard error: several lines, which may repeat an argument.
    static func print(help: String) { write(sanitizedLines(help)) }

    static func complain(usage: String) { tell(sanitizedLines(usage)) }

    private static func sanitizedLines(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // Help is formatted with spaces; a tab or a carriage return comes from an argument.
        return lines.map { line(String($0)) }.joined(separator: "\n") + (lines.last?.isEmpty == true ? "" : "\n")
    }

    // MARK: - Lines

    private static func line(_ text: String) -> String { LogCommands.neutralized(text.sanitized(), .text) }

    private static func line(_ text: StyledText, inColor: Bool) -> String {
        LogCommands.neutralized(text.rendered(inColor: inColor), .text)
    }

    // MARK: - JSON

    /// Escapes the invisible characters of a JSON text, and those that control a terminal.
    ///
    /// They can only be inside strings, where each can be an escape.
    private static func escapedJSON(_ text: String) -> String {
        // Most texts are ASCII, whose control characters the encoder has already escaped.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text }
        var json = ""
        for scalar in text.unicodeScalars {
            if scalar.isUnsafeInText {
                for unit in String(scalar).utf16 { json += String(format: "\\u%04x", Int(unit)) }
            } else {
                json.unicodeScalars.append(scalar)
            }
        }
        return json
    }
}

/// The output of a command whose caller reads it as a value instead of standard output and standard error.
final class CapturedOutput: Sendable {
    private let texts = Mutex((output: "", errors: ""))

    var output: String { texts.withLock { $0.output } }

    var errors: String { texts.withLock { $0.errors } }

    func append(output: String) { texts.withLock { $0.output += output } }

    func append(errors: String) { texts.withLock { $0.errors += errors } }
}
