import BoltsTasks
import Dispatch
import Foundation

struct Unreadable: Error {
    let name: String
}

/// Imports one photo.
///
/// - Parameters:
///   - name: The file's name.
///   - token: Stops the import.
/// - Returns: A task of the number of bytes.
func importPhoto(_ name: String, cancellationToken token: CancellationToken) -> BoltsTask<Int> {
    BoltsTask(.queue(.global()), cancellationToken: token) {
        var bytes = 0
        for character in name {
            try token.throwIfCancellationRequested()
            guard character.isASCII else { throw Unreadable(name: name) }
            bytes += 1_000
        }
        return bytes
    }
}

/// Limits one attempt to ten seconds.
func limited(
    clock: some Clock<Duration> = ContinuousClock(),
    cancellationToken token: CancellationToken = .none,
    _ attempt: (CancellationToken) -> BoltsTask<Int>
) -> BoltsTask<Int> {
    BoltsTask.timeout(after: .seconds(10), clock: clock, cancellationToken: token) { token in attempt(token) }
}

func importPhotos(_ names: [String], cancellationToken token: CancellationToken) -> BoltsTask<[Int]> {
    BoltsTask.map(names, atMost: 4, cancellationToken: token) { name, token in
        BoltsTask.retry(RetryPolicy(attempts: 3), cancellationToken: token) { attempt, token in
            limited(cancellationToken: token) { token in importPhoto(name, cancellationToken: token) }
        }
    }
}

@main
struct Importer {
    static func main() async {
        let stop = CancellationToken.onSignals(SIGINT)
        do {
            let names = Array(CommandLine.arguments.dropFirst())
            let bytes = try await importPhotos(names, cancellationToken: stop).value
            print("imported \(bytes.count) photos, \(bytes.reduce(0, +)) bytes")
        } catch is CancellationError {
            print("stopped")
        } catch {
            print("failed: \(error)")
        }
    }
}
