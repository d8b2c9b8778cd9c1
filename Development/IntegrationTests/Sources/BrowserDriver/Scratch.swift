package import Foundation

/// A directory for one test, which is removed after it.
package final class Scratch: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent(
            "bolts-desktop-\(UUID().uuidString.prefix(8))"
        )
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Removes it.
    ///
    /// Programs that have just ended may still be writing files there.
    package func remove() async throws {
        for attempt in 1... {
            do {
                return try FileManager.default.removeItem(at: url)
            } catch  where attempt < 600 {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    @discardableResult
    package func write(_ name: String, _ text: String, isProgram: Bool = false) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        if isProgram { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path) }
        return file.path
    }

    package func read(_ name: String) -> String? {
        (try? Data(contentsOf: url.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The command lines of the processes that use the directory.
    package func processes() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
            .compactMap { try? Data(contentsOf: URL(fileURLWithPath: "/proc/\($0)/cmdline")) }
            .map { String(decoding: $0.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self) }
            .filter { $0.contains(url.path) }
    }
}

/// Repeats a question for at most five minutes, until there is an answer.
package func eventually<Answer>(_ what: String, _ answer: () async throws -> Answer?) async throws -> Answer {
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
        if let answer = try await answer() { return answer }
        try await Task.sleep(for: .milliseconds(100))
    }
    throw ProgramError("five minutes went by without \(what)")
}
