import Foundation

/// The built command, as a person at a shell has it.
enum Tool {
    typealias Run = Program.Run

    /// The products stand beside the program that runs the tests.
    static let executable: URL = {
        #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        #endif
        return tests.deletingLastPathComponent().appendingPathComponent("applinks")
    }()

    /// Runs the command and waits for its end, without blocking a thread.
    static func run(
        _ arguments: [String],
        input: String? = nil,
        environment: [String: String] = [:],
        directory: URL? = nil,
        outputFile: String? = nil,
        errorFile: String? = nil
    ) async throws -> Run {
        try await Program.run(
            [executable.path] + arguments,
            input: input,
            environment: environment,
            in: directory,
            output: outputFile.map(Program.Sink.file),
            errors: errorFile.map(Program.Sink.file)
        )
    }
}

/// A directory of its own for a test, removed after it.
final class Scratch: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("applinks-\(UUID().uuidString)")
        // Whatever the mask is: the cache wants a directory that only its owner may write to.
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            FileHandle.standardError.write(Data("a test's directory was not removed: \(error)\n".utf8))
        }
    }

    /// Writes a file, below folders that are made if they are not there, and returns its path.
    @discardableResult
    func file(_ name: String, _ contents: some Sequence<UInt8>) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(contents).write(to: file)
        return file.path
    }

    @discardableResult
    func file(_ name: String, _ text: String) throws -> String { try file(name, text.utf8) }
}

/// The pages that come with the project.
func examplePage(_ name: String) -> String {
    URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/Pages/\(name).html").path
}
