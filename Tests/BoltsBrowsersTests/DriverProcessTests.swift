#if os(Linux)
import Foundation
import Testing

@testable import BoltsBrowsers


/// Nothing of a driver outlives it, whatever its browser does to get away.
@Suite(.timeLimit(.minutes(5)))
struct DriverProcessTests {
    /// A directory with a program in it, whose name is found in the arguments of all that it starts.
    private func start(_ program: String) throws -> (process: DriverProcess, mark: String, directory: String) {
        let mark = "mark-\(UUID().uuidString)"
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-browser-\(mark)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(program)\n".utf8).write(to: directory.appendingPathComponent("program"))
        let process = try DriverProcess(
            path: "/bin/sh",
            arguments: ["\(directory.path)/program", mark],
            environment: ["MARK": mark],
            directory: directory.path
        )
        return (process, mark, directory.path)
    }

    private func count(_ mark: String) -> Int { Processes.all().count { $0.arguments.contains(mark) } }

    private func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("L7: children, and children that left the group and the session, end with the driver")
    func L7_everyProcessEnds() async throws {
        let (process, mark, directory) = try start(
            """
            sh -c 'while true; do sleep 1; done' child-$1 &
            setsid sh -c 'trap "" TERM HUP INT; while true; do sleep 1; done' away-$1 &
            setsid sh -c 'setsid sh -c "while true; do sleep 1; done" orphan-$0 & exit' $1 &
            while true; do sleep 1; done
            """
        )
        try await wait { count(mark) >= 4 }
        #expect(!process.hasEnded)
        process.stop()
        #expect(count(mark) == 0)
        #expect(!FileManager.default.fileExists(atPath: directory))
        process.stop()
    }

    @Test("L7: a driver that ends takes its browser with it")
    func L7_aDriverThatEndsTakesAllWithIt() async throws {
        let (process, mark, directory) = try start(
            "setsid sh -c 'while true; do sleep 1; done' away-$1 & sleep 0.1; touch here/x; exit 3"
        )
        try await wait { process.hasEnded }
        process.stop()
        #expect(count(mark) == 0)
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test("L7: a program that cannot be run ends at once")
    func L7_aProgramThatCannotBeRun() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-browser-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let process = try DriverProcess(
            path: "/nowhere/driver",
            arguments: [],
            environment: [:],
            directory: directory.path
        )
        try await wait { process.hasEnded }
        process.stop()
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test("L7: a driver knows nothing of this process: neither its files nor its secrets, and lives in its directory")
    func L7_nothingIsInherited() async throws {
        setenv("BOLTS_TEST_SECRET", "secret", 1)
        defer { unsetenv("BOLTS_TEST_SECRET") }
        let result = FileManager.default.temporaryDirectory.appendingPathComponent("result-\(UUID())")
        defer { try? FileManager.default.removeItem(at: result) }
        // Open in this process, and inherited by whoever does not close it.
        let own = result.path + ".open"
        let descriptor = open(own, O_RDWR | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer {
            close(descriptor)
            unlink(own)
        }
        let (process, _, directory) = try start(
            "{ env; ls -l /proc/$$/fd; echo \"in $(pwd)\"; } > \(result.path).part; mv \(result.path).part \(result.path)"
        )
        try await wait { FileManager.default.fileExists(atPath: result.path) }
        process.stop()
        let text = try String(contentsOf: result, encoding: .utf8)
        #expect(!text.contains("secret"))
        #expect(text.contains("HOME=\(directory)\n") && text.contains("TMPDIR=\(directory)\n"))
        #expect(text.contains("in \(directory)\n"))
        #expect(text.contains("/dev/null") && !text.contains(own), "\(text)")
    }
}
#endif
