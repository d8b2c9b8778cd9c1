#if os(Linux) || os(macOS)
import BoltsPageFetching
internal import CBoltsProcesses
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A driver and every process that it starts, in a directory that goes with them.
///
/// They end when this is told to stop, and when this process ends in whatever way: another process watches for it, takes
/// in what would get away, and kills until nothing is left.
final class DriverProcess {
    private let watched: bolts_watched_t
    private var isStopped = false

    /// Where the driver and its browser keep what they must.
    let directory: String

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: What it needs of the environment beside what every program does.
    ///   - directory: An existing directory of the program's own, which is removed at the end.
    /// - Throws: ``PageError`` where no process could be made.
    init(
        path: String,
        arguments: [String],
        environment: [String: String],
        directory: String
    ) throws(PageError) {
        self.directory = directory
        var watched = bolts_watched_t()
        let code = Self.withStrings([path] + arguments) { arguments in
            Self.withStrings(Self.environment(directory, environment)) { environment in
                bolts_watched_start(path, arguments, environment, directory, &watched)
            }
        }
        guard code == 0 else {
            // Nobody else will, and it is empty.
            rmdir(directory)
            throw PageError(
                .browserFailed,
                "\(path) could not be started: \(SystemSocket.Failure(code: code).text)"
            )
        }
        self.watched = watched
    }

    deinit { stop() }

    /// Whether the driver and all it started have ended.
    var hasEnded: Bool {
        guard !isStopped else { return true }
        var entry = pollfd(fd: watched.control, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// The descriptor that becomes readable when the driver ends.
    var endDescriptor: Int32 { watched.control }

    /// Ends the driver and all that it started, and waits until they are gone and their directory with them.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        close(watched.control)
        var status: Int32 = 0
        while waitpid(watched.pid, &status, 0) < 0, errno == EINTR {}
    }

    /// What a browser needs to know of this process's environment, and no more: no proxies, no secrets, no display.
    private static func environment(_ directory: String, _ more: [String: String]) -> [String] {
        let inherited = ProcessInfo.processInfo.environment
        let kept = ["PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"].compactMap { name in
            inherited[name].map { "\(name)=\($0)" }
        }
        let homes = ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"]
        // What looks for a session bus would start one.
        return kept + more.map { "\($0)=\($1)" } + homes.map { "\($0)=\(directory)" } + [
            "DBUS_SESSION_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1",
        ]
    }

    private static func withStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            // Never empty: the null pointer at the end is there.
            body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}
#endif
