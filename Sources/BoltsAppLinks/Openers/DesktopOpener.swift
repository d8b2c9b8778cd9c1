#if os(Linux)
internal import BoltsBase
public import BoltsTasks
internal import Foundation

/// Opens URLs with the handlers of a Linux desktop.
///
/// It finds the handler of the scheme with `xdg-mime` (or `gio`), and starts the program of its desktop entry, without a shell.
/// It needs no display. A handler that fails to start, or ends with an error within a second, has not opened the URL. One that
/// still runs after a second, or has ended without an error, has opened it; whether it shows the link cannot be observed. A
/// handler that is started over D-Bus or in a terminal is started with `gio open`, which reports only the start. Each of these
/// tools has a limit of five seconds.
///
/// A handler whose categories make it a terminal, a package manager, the system's settings or the like is not started for a custom
/// scheme: whatever the scheme is named, such a program does more than show a link.
///
/// ```swift
/// let opened = try await DesktopOpener().open(OpenableURL("https://example.com"))
/// ```
public struct DesktopOpener: URLOpening {
    /// How long a handler is watched before it counts as running.
    package let settlingTime: Duration
    /// The categories of programs that are not started, by the Desktop Menu Specification.
    package let refusedCategories: Set<String>
    /// How long `xdg-mime` or `gio` may take, because the user waits.
    private let toolTimeout: Duration
    private let handlers: DesktopHandlers

    /// The categories of programs that run commands, install software, show other machines or change the system.
    package static let systemCategories: Set<String> = [
        "TerminalEmulator", "PackageManager", "Settings", "DesktopSettings", "HardwareSettings", "RemoteAccess", "IDE",
        "Debugger", "Emulator",
    ]

    /// Creates an opener that passes on the environment of this process.
    public init() {
        self.init(environment: nil)
    }

    /// Creates an opener for an environment: that of the programs that it runs, and the directories of programs (`PATH`) and handlers
    /// (`XDG_DATA_HOME` …).
    package init(
        environment: [String: String]?,
        settlingTime: Duration = .seconds(1),
        refusedCategories: Set<String> = DesktopOpener.systemCategories,
        toolTimeout: Duration = .seconds(5)
    ) {
        self.settlingTime = settlingTime
        self.refusedCategories = refusedCategories
        self.toolTimeout = toolTimeout
        handlers = DesktopHandlers(environment: environment ?? ProcessInfo.processInfo.environment)
    }

    /// Starts the handler of a URL.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task immediately and ends the watched program.
    /// - Returns: A task that says whether a handler opened the URL; `false` if none may. It completes on a background thread.
    ///   It fails with ``URLOpenerError`` if the handler fails, or if `gio` is needed and missing.
    public func open(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        // GIO does not accept an underscore in a scheme, and would mistake the URL for the path of a file.
        guard !url.scheme.name.contains("_") else { return BoltsTask(result: false) }
        return handler(of: url, cancellationToken).continueWithTask(.immediate) { task in
            if task.isCancelled { return .cancelled() }
            // If the handler cannot be queried, `gio open` finds it, or reports the error.
            guard let id = task.result ?? nil, let entry = handlers.entry(id) else {
                return openWithGIO(url, cancellationToken)
            }
            guard starts(entry, for: url) else { return BoltsTask(result: false) }
            guard let name = entry.program, let program = handlers.program(name),
                let arguments = entry.arguments(for: url.text)
            else { return openWithGIO(url, cancellationToken) }
            return ChildProcess(executable: program, arguments: arguments, environment: handlers.environment)
                .launch(settlingTime: settlingTime, cancellationToken: cancellationToken)
                .continueOnSuccessWith(.immediate) { exit in
                    guard let exit, exit.status != 0 else { return true }
                    throw URLOpenerError(
                        .handlerFailed,
                        "\(program.path) (\(id)) ended at once with status \(exit.status): run it by hand to see why"
                    )
                }
        }
    }

    /// Whether a handler is one that a link may start.
    private func starts(_ entry: DesktopEntry, for url: OpenableURL) -> Bool {
        url.scheme.isWeb || entry.categories.isDisjoint(with: refusedCategories)
    }

    private func openWithGIO(_ url: OpenableURL, _ token: CancellationToken) -> BoltsTask<Bool> {
        guard let gio = handlers.program("gio") else { return Self.missing("gio", package: "libglib2.0-bin") }
        return run(gio, "gio open", ["open", url.text], handlers.environment, readingOutput: false, token)
            .continueOnSuccessWith(.immediate) { exit in
                // gio exits with 2 if it could not open the URL.
                guard exit.status == 0 || exit.status == 2 else { throw Self.failure("gio open", exit) }
                return exit.status == 0
            }
    }

    /// Asks the desktop whether a handler is registered for a URL's scheme.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - cancellationToken: Cancels the task immediately and ends the running query.
    /// - Returns: A task of the answer, which completes on a background thread. It fails with ``URLOpenerError`` if
    ///   neither `xdg-mime` nor `gio` is installed.
    public func canOpen(_ url: OpenableURL, cancellationToken: CancellationToken) -> BoltsTask<Bool> {
        guard !url.scheme.name.contains("_") else { return BoltsTask(result: false) }
        return handler(of: url, cancellationToken).continueOnSuccessWith(.immediate) { id in
            guard let id else { return false }
            return handlers.entry(id).map { starts($0, for: url) } ?? true
        }
    }

    /// The id of the desktop entry that handles a URL's scheme, or `nil` if none does.
    private func handler(of url: OpenableURL, _ token: CancellationToken) -> BoltsTask<String?> {
        let type = "x-scheme-handler/\(url.scheme.name)"
        let (name, executable, arguments): (String, URL, [String])
        if let path = handlers.program("xdg-mime") {
            (name, executable, arguments) = ("xdg-mime", path, ["query", "default", type])
        } else if let path = handlers.program("gio") {
            (name, executable, arguments) = ("gio mime", path, ["mime", type])
        } else {
            return Self.missing("xdg-mime", package: "xdg-utils")
        }
        var environment = handlers.environment
        environment["LC_ALL"] = "C"
        return run(executable, name, arguments, environment, readingOutput: true, token)
            .continueOnSuccessWith(.immediate) { exit in
                guard exit.status == 0 else { throw Self.failure(name, exit) }
                // Both tools print the file name of the entry; if there is none, `xdg-mime` prints nothing and `gio` repeats the
                // query.
                return exit.output.replacing(type, with: "").split(whereSeparator: \.isWhitespace)
                    .first { $0.hasSuffix(".desktop") }
                    .map(String.init)
            }
    }

    /// Runs a tool, and ends it when it takes too long.
    private func run(
        _ executable: URL,
        _ name: String,
        _ arguments: [String],
        _ environment: [String: String],
        readingOutput: Bool,
        _ token: CancellationToken
    ) -> BoltsTask<ChildProcess.Exit> {
        let process = ChildProcess(executable: executable, arguments: arguments, environment: environment)
        return BoltsTask<ChildProcess.Exit>.timeout(after: toolTimeout, cancellationToken: token) { limited in
            process.run(readingOutput: readingOutput, cancellationToken: limited)
        }
        .continueOnErrorWith(.immediate) { [toolTimeout] (_: TaskTimeoutError) in
            throw URLOpenerError(
                .toolFailed,
                "\(name) did not end within \(toolTimeout.short): run it by hand to see why"
            )
        }
    }

    private static func missing<Value>(_ tool: String, package: String) -> BoltsTask<Value> {
        BoltsTask(
            error: URLOpenerError(.toolMissing, "\(tool) is not installed: install it (Debian's package is \(package))")
        )
    }

    private static func failure(_ tool: String, _ exit: ChildProcess.Exit) -> URLOpenerError {
        URLOpenerError(.toolFailed, "\(tool) ended with status \(exit.status): run it by hand to see why")
    }
}
#endif
