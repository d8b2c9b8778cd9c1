import Foundation

/// The watchers that this process has started.
enum Watchers {
    static func ofThisProcess() -> [Int32] {
        let own = ProcessInfo.processInfo.processIdentifier
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(own)/task")) ?? []
        return threads.flatMap { thread in
            let text = try? String(contentsOfFile: "/proc/\(own)/task/\(thread)/children", encoding: .utf8)
            return (text ?? "").split(separator: " ").compactMap { Int32($0) }
        }.filter { (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == "bolts-watch\n" }
    }
}

enum Sockets {
    /// The TCP sockets on which a process listens, by their inodes.
    static func listening(of id: Int) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd")) ?? []
        let own = Set(
            names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/fd/\($0)") }
        )
        return ["tcp", "tcp6"].flatMap { table -> [String] in
            let text = (try? String(contentsOfFile: "/proc/\(id)/net/\(table)", encoding: .utf8)) ?? ""
            return text.split(separator: "\n").dropFirst().compactMap { line in
                let columns = line.split(separator: " ")
                // 0A is LISTEN.
                guard columns.count > 9, columns[3] == "0A", own.contains("socket:[\(columns[9])]") else { return nil }
                return String(columns[9])
            }
        }
    }
}

/// Whether this system gives an ordinary process a network namespace.
enum Namespaces {
    static let areAvailable: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--user", "--net", "--map-current-user", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()
}
