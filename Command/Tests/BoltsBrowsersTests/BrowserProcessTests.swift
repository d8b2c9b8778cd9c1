#if os(Linux)
import BoltsPageFetching
import Foundation
import Testing

@testable import BoltsBrowsers

/// Tests that no part of a browser outlives it, whatever it tries, and that nothing grows without a limit.
@Suite(.timeLimit(.minutes(20))) struct BrowserProcessTests {
    /// Starts a shell script, whose mark is in the arguments of all processes that it starts.
    private func start(
        _ program: String,
        _ change: (inout BrowserProcess.Options) -> Void = { _ in }
    ) throws -> (process: BrowserProcess, mark: String, directory: String) {
        let mark = "mark-\(UUID().uuidString)"
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-browser-\(mark)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("#!/bin/sh\n\(program)\n".utf8).write(to: directory.appendingPathComponent("program"))
        var options = BrowserProcess.Options(path: "/bin/sh")
        options.arguments = ["\(directory.path)/program", mark]
        options.environment = ["MARK": mark]
        change(&options)
        return (try BrowserProcess(options, directory: directory.path), mark, directory.path)
    }

    private func children(of id: Int32) -> [Int32] {
        let text = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    private func status(_ field: String, of id: Int32) -> Int? {
        let text = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    }

    private func count(_ mark: String) -> Int { Processes.all().count { $0.arguments.contains(mark) } }

    private func wait(until condition: () -> Bool) async throws {
        while !condition() { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test(.tags(.th68, .l7)) func endingABrowserEndsEveryProcess() async throws {
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

    @Test(.tags(.th68, .l7)) func endingTheDriverEndsEveryProcess() async throws {
        let (process, mark, directory) = try start(
            "setsid sh -c 'while true; do sleep 1; done' away-$1 & sleep 0.1; touch here/x; exit 3"
        )
        try await wait { process.hasEnded }
        process.stop()
        #expect(count(mark) == 0)
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test(.tags(.l7)) func aProgramThatCannotBeRunIsAnError() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("bolts-browser-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let process = try BrowserProcess(.init(path: "/nowhere/driver"), directory: directory.path)
        try await wait { process.hasEnded }
        process.stop()
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    /// This runs in its own process, because no thread may change the environment while another test reads it.
    @Test(.tags(.th69, .l7)) func noDescriptorIsInherited() async {
        await #expect(processExitsWith: .success) { try await BrowserProcessTests().startWithASecretAndAnOpenFile() }
    }

    fileprivate func startWithASecretAndAnOpenFile() async throws {
        setenv("BOLTS_TEST_SECRET", "secret", 1)
        let result = FileManager.default.temporaryDirectory.appendingPathComponent("result-\(UUID())")
        defer { try? FileManager.default.removeItem(at: result) }
        // The file is open in this process, and a child process that does not close it inherits it.
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

    @Test(.tags(.th68, .l7), arguments: [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGKILL])
    func aSignalToEitherWatcherEndsEverything(_ signal: Int32) async throws {
        for isGuard in [true, false] {
            let (process, mark, directory) = try start(
                "setsid sh -c 'while true; do sleep 1; done' away-$1 & while true; do sleep 1; done"
            )
            try await wait { count(mark) >= 2 }
            let target = isGuard ? process.watcherID : try #require(children(of: process.watcherID).first)
            kill(target, signal)
            try await wait { count(mark) == 0 && !FileManager.default.fileExists(atPath: directory) }
            process.stop()
        }
    }

    @Test(.tags(.th69, .l7)) func theWatchersHaveANameOfTheirOwnAndNoneOfThisProcesssMemory() async throws {
        let size = 256 << 20
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 4_096)
        defer { memory.deallocate() }
        for offset in stride(from: 0, to: size, by: 4_096) {
            memory.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
        }
        let (process, mark, _) = try start("while true; do sleep 1; done")
        try await wait { count(mark) >= 1 }
        for id in [process.watcherID] + children(of: process.watcherID) {
            let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()
            #expect(String(decoding: line.prefix { $0 != 0 }, as: UTF8.self) == "bolts-watch")
            let anonymous = try #require(status("RssAnon", of: id))
            #expect(anonymous < 16 * 1_024, "\(anonymous) KiB")
        }
        process.stop()
    }

    @Test(.tags(.th64, .l7)) func tooMuchMemoryEndsEverything() async throws {
        // Neither of the two processes exceeds the limit by itself: each keeps the end of its input.
        let (process, mark, directory) = try start(
            "x() { tail -c 60000000 | sleep 600; }; yes | head -c 60000000 | x & yes | head -c 60000000 | x & sleep 600"
        ) { $0.memoryLimit = 90_000_000 }
        try await wait { process.hasEnded }
        #expect(process.stop() == .memory)
        #expect(count(mark) == 0 && !FileManager.default.fileExists(atPath: directory))
    }

    @Test(.tags(.th64, .l7)) func tooManyBytesInFilesEndEverything() async throws {
        let (process, mark, directory) = try start(
            """
            mkdir -p a/b; n=0
            while true; do n=$((n+1)); head -c 1000000 /dev/zero > a/b/$n; done
            """
        ) { $0.diskLimit = 20_000_000 }
        try await wait { process.hasEnded }
        #expect(process.stop() == .disk)
        #expect(count(mark) == 0 && !FileManager.default.fileExists(atPath: directory))
    }

    @Test(.tags(.th64, .l7)) func oneFileIsNotLargerThanTheLimit() async throws {
        let result = FileManager.default.temporaryDirectory.appendingPathComponent("size-\(UUID())")
        defer { try? FileManager.default.removeItem(at: result) }
        let (process, _, _) = try start(
            """
            truncate -s 1000000000 large; stat -c %s large > \(result.path).part; mv \(result.path).part \(result.path)
            while true; do sleep 1; done
            """
        ) { $0.diskLimit = 20_000_000 }
        try await wait { FileManager.default.fileExists(atPath: result.path) }
        process.stop()
        #expect(try String(contentsOf: result, encoding: .utf8) == "0\n")
    }

    @Test(.tags(.l7)) func theDescriptorsOfAProgramComeAfterItsStandardOnes() async throws {
        let ends = try SystemSocket.pair()
        let (process, _, _) = try start("read line <&3; echo \"got $line\" >&4; while true; do sleep 1; done") {
            $0.descriptors = [ends.other, ends.other]
        }
        SystemSocket.close(ends.other)
        #expect(SystemSocket.send(ends.own, Array("it\n".utf8)[...]) == .moved(3))
        let poller = try Poller()
        #expect(poller.wait(for: ends.own, toWrite: false, until: .now + .seconds(200)) == .ready)
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(SystemSocket.receive(ends.own, into: &buffer) == .moved(7))
        #expect(String(decoding: buffer.prefix(7), as: UTF8.self) == "got it\n")
        process.stop()
        // A child that another test starts at this moment has copies of all descriptors until it has closed them.
        #expect(poller.wait(for: ends.own, toWrite: false, until: .now + .seconds(200)) == .ready)
        #expect(SystemSocket.receive(ends.own, into: &buffer) == .ended)
        SystemSocket.close(ends.own)
    }

    /// Whether this system gives an ordinary process a network namespace.
    private static let hasNamespaces: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/unshare")
        process.arguments = ["--user", "--net", "--map-current-user", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(.tags(.th61, .th62, .l7), .enabled(if: hasNamespaces, "this system gives no network namespaces"))
    func anIsolatedProgramHasALoopbackOfItsOwn() async throws {
        let (process, _, _) = try start("readlink /proc/self/ns/net > net; while true; do sleep 1; done") {
            $0.isolatesNetwork = true
        }
        let listener = try #require(process.listener)
        let (_, port) = try SystemSocket.listening(listener)
        let thread = BrowserThread(poller: try Poller()) { false }
        let deadline = ContinuousClock.now + .seconds(200)
        // This namespace has no connection to the listener.
        let outside = try SystemSocket.connect(to: HostAddress("127.0.0.1")!, port: port)
        _ = thread.poller.wait(for: outside, toWrite: true, until: deadline)
        #expect(SystemSocket.connectFailure(outside) != nil)
        SystemSocket.close(outside)
        // A socket of the process's namespace has a connection.
        let inside = try process.makeSocket(thread, deadline: deadline)
        try SystemSocket.connect(inside, to: HostAddress("127.0.0.1")!, port: port)
        #expect(thread.poller.wait(for: inside, toWrite: true, until: deadline) == .ready)
        #expect(SystemSocket.connectFailure(inside) == nil)
        // That socket has no connection to other places.
        let away = try process.makeSocket(thread, deadline: deadline)
        #expect(throws: SystemSocket.Failure.self) {
            try SystemSocket.connect(away, to: HostAddress("192.0.2.1")!, port: 80)
        }
        SystemSocket.close(inside)
        SystemSocket.close(listener)
        process.stop()
    }
}
#endif
