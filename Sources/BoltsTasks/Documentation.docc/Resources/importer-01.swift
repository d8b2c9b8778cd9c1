import BoltsTasks
import Dispatch

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
