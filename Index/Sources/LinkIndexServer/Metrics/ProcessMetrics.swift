import Foundation

/// Standard metrics of a process, with the names of Prometheus' client libraries.
///
/// Linux provides them in `/proc`; elsewhere only the processor time is known.
enum ProcessMetrics {
    /// The lines for `/metrics`.
    ///
    /// Values that cannot be read are omitted.
    static var text: String {
        let process = status
        let values: [(name: String, type: String, help: String, value: Double?)] = [
            ("process_cpu_seconds_total", "counter", "Processor time of user and system in seconds.", processorSeconds),
            ("process_open_fds", "gauge", "Open files and sockets.", openFiles),
            ("process_max_fds", "gauge", "Files and sockets that may be open.", OpenFileLimit.current),
            ("process_resident_memory_bytes", "gauge", "Memory that is in use in bytes.", process?.residentBytes),
            ("process_virtual_memory_bytes", "gauge", "Virtual memory in bytes.", process?.virtualBytes),
            ("process_start_time_seconds", "gauge", "When the process began, in seconds since 1970.", process?.start),
        ]
        return values.compactMap { name, type, help, value in
            value.map { "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \($0)\n" }
        }
        .joined()
    }

    private static var processorSeconds: Double? {
        var usage = rusage()
        #if os(Linux)
        let who = __rusage_who_t(RUSAGE_SELF.rawValue)
        #else
        let who = RUSAGE_SELF
        #endif
        guard getrusage(who, &usage) == 0 else { return nil }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    private static var openFiles: Double? {
        // The folder itself is open while it is read.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count).map { Double(max(0, $0 - 1)) }
    }

    private static var status: (start: Double?, virtualBytes: Double, residentBytes: Double)? {
        #if os(Linux)
        // The program's name, in parentheses, may contain spaces; the numbers follow it.
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 21, let ticks = Double(fields[19]), let virtual = Double(fields[20]),
            let pages = Double(fields[21])
        else { return nil }
        let start = boot.map { $0 + ticks / Double(sysconf(Int32(_SC_CLK_TCK))) }
        return (start, virtual, pages * Double(sysconf(Int32(_SC_PAGESIZE))))
        #else
        return nil
        #endif
    }

    /// When the system started, in seconds since 1970.
    private static var boot: Double? {
        guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
    }
}
