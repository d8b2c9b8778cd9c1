#if os(Linux)
public import BoltsTasks
internal import Foundation

/// Opens URLs with the handlers of a Linux desktop: `gio open` opens, `xdg-mime` tells.
///
/// It needs no display. No shell is involved, and a URL is one argument that begins with its scheme, so that it is never
/// an option. `xdg-open` is not used: without a display it reports success for what nothing opened.
///
/// ```swift
/// let opened = try await DesktopOpener().open(OpenableURL("https://example.com"), cancellationToken: .none).value
/// ```
public struct DesktopOpener: URLOpening {
    private let environment: [String: String]

    /// Makes an opener.
    ///
    /// - Parameter environment: The environment of the programs it runs, which also says where they are (`PATH`) and
    ///   whose handlers count (`XDG_DATA_HOME` …); that of this process where it is `nil`.
    public init(environment: [String: String]? = nil) {
        self.environment = environment ?? ProcessInfo.processInfo.environment
    }

    /// Has the desktop open a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once and stops the program that opens.
    /// - Returns: A task of whether a handler was started, which completes on a global queue. It fails with
    ///   ``URLOpenerError`` where `gio` is missing or crashes.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        // GIO knows no underscore in a scheme and would take the whole for the path of a file.
        guard !url.scheme.name.contains("_") else { return BoltsTask(result: false) }
        guard let gio = find("gio") else { return Self.missing("gio", package: "libglib2.0-bin") }
        return ChildProcess(executable: gio, arguments: ["open", url.text], environment: environment)
            .run(readingOutput: false, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { exit in
                // 2 is how gio says that it could not open something.
                guard exit.status == 0 || exit.status == 2 else { throw Self.failure("gio open", exit) }
                return exit.status == 0
            }
    }

    /// Asks the desktop whether a handler is registered for a URL's scheme.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task at once and stops the program that is asked.
    /// - Returns: A task of the answer, which completes on a global queue. It fails with ``URLOpenerError`` where
    ///   neither `xdg-mime` nor `gio` is installed.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard !url.scheme.name.contains("_") else { return BoltsTask(result: false) }
        let type = "x-scheme-handler/\(url.scheme.name)"
        let (name, executable, arguments): (String, URL, [String])
        if let path = find("xdg-mime") {
            (name, executable, arguments) = ("xdg-mime", path, ["query", "default", type])
        } else if let path = find("gio") {
            (name, executable, arguments) = ("gio mime", path, ["mime", type])
        } else {
            return Self.missing("xdg-mime", package: "xdg-utils")
        }
        var environment = environment
        environment["LC_ALL"] = "C"
        return ChildProcess(executable: executable, arguments: arguments, environment: environment)
            .run(readingOutput: true, cancellationToken: cancellationToken)
            .continueOnSuccessWith(.immediate) { exit in
                guard exit.status == 0 else { throw Self.failure(name, exit) }
                // Both name the handler's file, and none where there is none; gio then repeats what it was asked.
                return exit.output.replacing(type, with: "").contains(".desktop")
            }
    }

    /// The program of a name in the absolute directories of `PATH`.
    private func find(_ name: String) -> URL? {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { $0.hasPrefix("/") }
            .map { URL(fileURLWithPath: String($0), isDirectory: true).appendingPathComponent(name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private static func missing(_ tool: String, package: String) -> BoltsTask<Bool> {
        BoltsTask(
            error: URLOpenerError(.toolMissing, "\(tool) is not installed: install it (Debian's package is \(package))")
        )
    }

    private static func failure(_ tool: String, _ exit: ChildProcess.Exit) -> URLOpenerError {
        URLOpenerError(.toolFailed, "\(tool) ended with status \(exit.status): run it by hand to see why")
    }
}
#endif
