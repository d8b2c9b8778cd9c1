@_spi(Bolts) import BoltsPageFetching
@_spi(Bolts) import BoltsWebView
internal import CBoltsProcesses
internal import Foundation

/// A browser or its driver, with every process that it starts, in a directory that is removed when they end.
///
/// A watcher of two processes ends them when ``stop()`` is called, when the program itself ends, when together they
/// exceed the limits of memory or disk space, when the watcher is terminated, and when this process ends in any way. On
/// Linux no descendant can escape, because orphans become the watcher's children.
final class BrowserProcess {
    struct Options {
        var path: String
        /// The arguments, without the program's name.
        var arguments: [String] = []
        /// Environment variables that the program needs in addition to those of every program.
        var environment: [String: String] = [:]
        /// Descriptors that the program inherits as 3, 4 and so on.
        var descriptors: [Int32] = []
        /// Whether to run it in a separate network namespace, if the system allows that.
        var isolatesNetwork = false
        /// The memory limit in bytes for all processes together; 0 for no limit.
        var memoryLimit = 0
        /// The limit in bytes for all files together; 0 for no limit.
        var diskLimit = 0
    }

    enum Limit: Equatable {
        case memory
        case disk
    }

    private let watched: bolts_watched_t
    private var isStopped = false
    private var exceeded: Limit?
    let directory: String
    /// A socket that listens on 127.0.0.1 in the program's own network namespace; `nil` if it has none.
    ///
    /// The caller that uses it closes it.
    let listener: Int32?

    /// Starts a program; a program that cannot be executed ends at once.
    init(_ options: Options, directory: String) throws(PageError) {
        self.directory = directory
        var watched = bolts_watched_t()
        let code = unsafe Self.withStrings([options.path] + options.arguments) { arguments in
            unsafe Self.withStrings(Self.environment(directory, options.environment)) { environment in
                unsafe options.path.withCString { path in
                    unsafe directory.withCString { directory in
                        unsafe options.descriptors.withUnsafeBufferPointer { descriptors in
                            var request = unsafe bolts_watched_options_t(
                                path: path,
                                arguments: arguments,
                                environment: environment,
                                directory: directory,
                                descriptors: descriptors.baseAddress,
                                descriptor_count: Int32(descriptors.count),
                                isolates_network: options.isolatesNetwork ? 1 : 0,
                                memory_limit: Int64(max(options.memoryLimit, 0)),
                                disk_limit: Int64(max(options.diskLimit, 0))
                            )
                            return unsafe bolts_watched_start(&request, &watched)
                        }
                    }
                }
            }
        }
        guard code == 0 else {
            // No watcher was started that would remove the directory.
            unsafe rmdir(directory)
            throw PageError(
                .browserFailed,
                "\(options.path) could not be started: \(SystemSocket.Failure(code: code).text)"
            )
        }
        self.watched = watched
        listener = watched.listener < 0 ? nil : watched.listener
    }

    deinit { stop() }

    var watcherID: Int32 { watched.pid }

    /// Whether the program has ended, or is being ended.
    var hasEnded: Bool {
        guard !isStopped else { return true }
        var entry = pollfd(fd: watched.control, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, 0) > 0
    }

    /// The descriptor that becomes readable when the program ends.
    var endDescriptor: Int32 { watched.control }

    /// Ends all processes of the program, removes its directory, and returns the exceeded limit if one ended them earlier.
    @discardableResult
    func stop() -> Limit? {
        guard !isStopped else { return exceeded }
        isStopped = true
        shutdown(watched.control, Int32(SHUT_WR))
        // Every process of the watcher keeps the other end open until its work is done.
        var descriptor: Int32 = -1
        while true {
            var entry = pollfd(fd: watched.control, events: Int16(POLLIN), revents: 0)
            if unsafe poll(&entry, 1, -1) < 0 {
                if errno == EINTR { continue }
                break
            }
            let byte = unsafe bolts_watched_receive(watched.control, &descriptor)
            if descriptor >= 0 { close(descriptor) }
            if byte == Int32(bolts_watched_memory_exceeded) { exceeded = exceeded ?? .memory }
            if byte == Int32(bolts_watched_disk_exceeded) { exceeded = exceeded ?? .disk }
            if byte == 0 || byte == -2 { break }
        }
        close(watched.control)
        var status: Int32 = 0
        while unsafe waitpid(watched.pid, &status, 0) < 0, errno == EINTR {}
        return exceeded
    }

    /// Creates a TCP socket in the program's network namespace, which the caller closes.
    func makeSocket(
        _ thread: BrowserThread,
        deadline: ContinuousClock.Instant
    ) throws(BrowserCommandError) -> Int32 {
        guard !isStopped, bolts_watched_request_socket(watched.control) == 0 else { throw .unreachable }
        while true {
            switch thread.poller.wait(for: watched.control, toWrite: false, until: deadline) {
            case .timedOut: throw .timedOut
            case .woken: if thread.isInterrupted() { throw .interrupted }
            case .ready:
                var descriptor: Int32 = -1
                let byte = unsafe bolts_watched_receive(watched.control, &descriptor)
                switch byte {
                case -1: continue
                case Int32(bolts_watched_memory_exceeded): exceeded = .memory
                case Int32(bolts_watched_disk_exceeded): exceeded = .disk
                case Int32(bolts_watched_socket) where descriptor >= 0: return descriptor
                default: break
                }
                throw .unreachable
            }
        }
    }

    /// The program's environment: a few harmless variables of this process, but no proxy, secret or display.
    private static func environment(_ directory: String, _ more: [String: String]) -> [String] {
        let inherited = ProcessInfo.processInfo.environment
        let kept = ["PATH", "LANG", "LC_ALL", "TZ", "LD_LIBRARY_PATH"].compactMap { name in
            inherited[name].map { "\(name)=\($0)" }
        }
        let homes = ["HOME", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"]
        // Without an address for the session bus, programs start one.
        return kept + more.map { "\($0)=\($1)" } + homes.map { "\($0)=\(directory)" } + [
            "DBUS_SESSION_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1",
        ]
    }

    private static func withStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            // The array is not empty: it ends with a null pointer.
            unsafe body(buffer.baseAddress.unsafelyUnwrapped)
        }
    }
}

/// Lets the thread of a browser wait, and other threads interrupt it.
struct BrowserThread {
    let poller: Poller
    /// Whether the thread's work was cancelled; it is called each time the poller wakes.
    let isInterrupted: () -> Bool
}
